/* core/lesson.c -- see lesson.h. */
#include "core/lesson.h"
#include "core/play.h"
#include "core/variant.h"

#include <string.h>

static const char dealt_from[] = "lesson"; /* the seed of a lesson that sets up nothing */

/* Cuts the next word off *list; false at its end. */
static bool next_word(const char **list, duel_str *word)
{
    const char *at = *list + strspn(*list, " ");
    *word = (duel_str){at, strcspn(at, " ")};
    *list = at + word->len;
    return word->len > 0;
}

const duel_step *duel_learner_step(const duel_learner *l)
{
    const duel_step *s = &l->lesson->steps[l->step];
    return s->say ? s : NULL;
}

int duel_lesson_length(const duel_lesson *lesson)
{
    int count = 0;
    while (lesson->steps[count].say)
        count++;
    return count;
}

static duel_status set_up(duel_learner *l, duel_msg *why)
{
    const duel_step *s = duel_learner_step(l);
    if (s == NULL || s->at == NULL)
        return DUEL_OK;
    l->turn_count = 0;
    return duel_read_again(&l->v, duel_str_of(s->at), &l->state, why);
}

/* Plays a move, which begins a turn or goes on with the last one. */
static void play_step(duel_learner *l, duel_move move)
{
    const duel_game *g = l->v.game;
    bool goes_on = l->turn_count && l->turn_count < DUEL_STEP_TURN && l->v.seats > 1 &&
                   g->turn(&l->v, &l->before) == g->turn(&l->v, &l->state);
    if (!goes_on) {
        l->before = l->state;
        l->turn_count = 0;
    }
    l->turn[l->turn_count++] = move;
    g->play(&l->v, &l->state, move);
}

duel_status duel_learner_begin(const duel_game *game, duel_learner *out, duel_msg *why)
{
    if (game->teaching.lesson == NULL)
        return duel_refuse(why, N_("There is no lesson for {0} yet."), "w", game->title);
    memset(out, 0, sizeof *out);
    out->lesson = game->teaching.lesson;
    duel_status status =
        duel_variant_read(game, duel_str_of(game->teaching.lesson->options), &out->v, why);
    if (status == DUEL_OK)
        status = duel_deal(&out->v, duel_str_of(dealt_from), &out->state);
    return status == DUEL_OK ? set_up(out, why) : status;
}

/* Whether `move` is one of the moves a step accepts. */
static duel_status accepts(const duel_learner *l, const duel_step *s, duel_move move,
                           bool *good, duel_msg *why)
{
    const char *list = s->good;
    duel_str word;
    *good = strcmp(list, "*") == 0;
    while (!*good && next_word(&list, &word)) {
        duel_move listed;
        duel_status status = duel_read_move(&l->v, &l->state, word, &listed, why);
        if (status != DUEL_OK)
            return status;
        *good = listed == move;
    }
    return DUEL_OK;
}

static duel_status play_all(duel_learner *l, const char *list, duel_msg *why)
{
    duel_str word;
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && list && next_word(&list, &word)) {
        duel_move move;
        status = duel_read_move(&l->v, &l->state, word, &move, why);
        if (status == DUEL_OK)
            play_step(l, move);
    }
    return status;
}

static duel_status go_on(duel_learner *l, const duel_step *s, duel_move move, duel_msg *why)
{
    duel_learner next = *l;
    next.turn_count = 0;
    play_step(&next, move);
    duel_status status = play_all(&next, s->reply, why);
    next.step++;
    if (status == DUEL_OK)
        status = set_up(&next, why);
    if (status == DUEL_OK)
        *l = next;
    return status;
}

duel_status duel_learner_try(duel_learner *l, duel_str text, duel_msg *word)
{
    const duel_step *s = duel_learner_step(l);
    duel_move move;
    bool good;
    if (s == NULL)
        return duel_refuse(word, N_("The lesson is over."), "");
    duel_status status = duel_read_move(&l->v, &l->state, text, &move, word);
    if (status == DUEL_OK)
        status = accepts(l, s, move, &good, word);
    if (status != DUEL_OK)
        return status;
    if (!good)
        return duel_refuse(word, s->wrong, "");
    status = go_on(l, s, move, word);
    if (status == DUEL_OK) {
        memset(word, 0, sizeof *word);
        if (s->right)
            duel_say(word, s->right, "");
    }
    return status;
}

duel_status duel_learner_go(duel_learner *l, int step, duel_msg *why)
{
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && l->step < step) {
        const duel_step *s = duel_learner_step(l);
        duel_move list[DUEL_MOVES_MAX];
        duel_str word;
        if (s == NULL)
            return duel_refuse(why, N_("The lesson is over."), "");
        const char *good = s->good;
        if (strcmp(good, "*") == 0)
            l->v.game->moves(&l->v, &l->state, list);
        else if (next_word(&good, &word))
            status = duel_read_move(&l->v, &l->state, word, &list[0], why);
        if (status == DUEL_OK)
            status = go_on(l, s, list[0], why);
    }
    return status;
}
