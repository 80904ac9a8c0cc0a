/* front/ggp/study.c -- see study.h. */
#include "front/ggp/study.h"
#include "base/clock.h"
#include "sheets/load.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct ggp_study {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char *text;
    size_t len;
    bool done, left; /* under the lock */
    sheets_game *game;
};

static void *study_sheet(void *what)
{
    ggp_study *s = what;
    sheets_game *game = NULL;
    sheets_open_text("match.kif", (duel_str){s->text, s->len}, true, &game, NULL);
    pthread_mutex_lock(&s->lock);
    s->game = game;
    s->done = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void free_study(ggp_study *s)
{
    pthread_join(s->thread, NULL);
    sheets_close(s->game);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s->text);
    free(s);
}

static bool is_over_with(ggp_study *s)
{
    pthread_mutex_lock(&s->lock);
    bool over = s->done && s->left;
    pthread_mutex_unlock(&s->lock);
    return over;
}

/* -1: none. */
static int free_place(ggp_studies *all)
{
    int place = -1;
    for (int i = 0; i < GGP_STUDIES; i++) {
        if (all->at[i] && is_over_with(all->at[i])) {
            free_study(all->at[i]);
            all->at[i] = NULL;
        }
        if (all->at[i] == NULL)
            place = i;
    }
    return place;
}

static ggp_study *new_study(duel_str sheet)
{
    ggp_study *s = calloc(1, sizeof *s);
    char *text = malloc(sheet.len + 1);
    if (s == NULL || text == NULL) {
        free(s);
        free(text);
        return NULL;
    }
    memcpy(text, sheet.at, sheet.len);
    s->text = text;
    s->len = sheet.len;
    pthread_mutex_init(&s->lock, NULL);
    duel_clock_cond(&s->changed);
    return s;
}

ggp_study *ggp_study_begin(ggp_studies *all, duel_str sheet)
{
    int place = free_place(all);
    ggp_study *s = place < 0 ? NULL : new_study(sheet);
    if (s == NULL)
        return NULL;
    if (pthread_create(&s->thread, NULL, study_sheet, s) != 0) {
        pthread_cond_destroy(&s->changed);
        pthread_mutex_destroy(&s->lock);
        free(s->text);
        free(s);
        return NULL;
    }
    return all->at[place] = s;
}

bool ggp_study_done(ggp_study *s, double until)
{
    bool goes_on = true;
    if (s == NULL)
        return true;
    pthread_mutex_lock(&s->lock);
    while (!s->done && goes_on)
        goes_on = duel_clock_wait(&s->changed, &s->lock, until);
    bool done = s->done;
    pthread_mutex_unlock(&s->lock);
    return done;
}

const duel_game *ggp_study_game(ggp_study *s)
{
    return s && ggp_study_done(s, 0) && s->game ? sheets_table(s->game) : NULL;
}

void ggp_study_leave(ggp_study *s)
{
    if (s == NULL)
        return;
    pthread_mutex_lock(&s->lock);
    s->left = true;
    pthread_mutex_unlock(&s->lock);
}

void ggp_studies_end(ggp_studies *all)
{
    for (int i = 0; i < GGP_STUDIES; i++)
        if (all->at[i])
            free_study(all->at[i]);
}
