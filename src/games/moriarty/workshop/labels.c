/* moriarty/workshop/labels.c -- see labels.h. */
#include "games/moriarty/workshop/labels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POSITION_BYTES = 17, LINE = 256 };

duel_status moriarty_labels_add(moriarty_labels *l, const moriarty_labelled_game *g,
                                duel_msg *why)
{
    size_t need = l->count + (size_t)g->count;
    if (need > l->room) {
        size_t room = need + need / 2 + 1024;
        moriarty_labelled *bigger = realloc(l->at, room * sizeof *bigger);
        if (bigger == NULL)
            return duel_full(why);
        l->at = bigger;
        l->room = room;
    }
    if (g->count)
        memcpy(l->at + l->count, g->position, (size_t)g->count * sizeof g->position[0]);
    l->count = need;
    l->games++;
    return DUEL_OK;
}

void moriarty_labels_fini(moriarty_labels *l)
{
    free(l->at);
    *l = (moriarty_labels){0};
}

/* ---- the file -----------------------------------------------------------------------------
 */

static duel_status file_trouble(const char *name, duel_msg *why)
{
    return duel_fail(why, "Cannot write {0}: {1}.", "cc", name, strerror(errno));
}

static bool read_position(FILE *file, moriarty_labelled *p)
{
    uint8_t bytes[POSITION_BYTES];
    if (fread(bytes, sizeof bytes, 1, file) != 1)
        return false;
    p->board = (moriarty_board){0, 0};
    for (int i = 0; i < 8; i++) {
        p->board.mover |= (uint64_t)bytes[i] << 8 * i;
        p->board.other |= (uint64_t)bytes[8 + i] << 8 * i;
    }
    p->score = (int8_t)bytes[16];
    return (p->board.mover & p->board.other) == 0 && p->score >= -64 && p->score <= 64;
}

static bool read_game(FILE *file, moriarty_labelled_game *g)
{
    g->count = getc(file);
    if (g->count == EOF || g->count > MORIARTY_MOST_LABELS)
        return false;
    for (int i = 0; i < g->count; i++)
        if (!read_position(file, &g->position[i]))
            return false;
    return true;
}

/* Reads all whole games; *end is where the last of them ends. */
static duel_status take_games(moriarty_label_file *f, moriarty_take_game take, void *user,
                              long *end, duel_msg *why)
{
    moriarty_labelled_game g;
    *end = ftell(f->file);
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && read_game(f->file, &g)) {
        status = take(user, f->games++, &g, why);
        *end = ftell(f->file);
    }
    return status;
}

static duel_status cut_behind(FILE *file, const char *name, long end, duel_msg *why)
{
    if (fseek(file, end, SEEK_SET) != 0 || ftruncate(fileno(file), end) != 0)
        return file_trouble(name, why);
    return DUEL_OK;
}

/* The first line must be the settings; a new file gets them. */
static duel_status meet_settings(FILE *file, const char *name, const char *settings,
                                 duel_msg *why)
{
    char line[LINE];
    if (fgets(line, sizeof line, file) == NULL) {
        rewind(file);
        return fprintf(file, "%s\n", settings) > 0 ? DUEL_OK : file_trouble(name, why);
    }
    line[strcspn(line, "\n")] = '\0';
    if (strcmp(line, settings) == 0)
        return DUEL_OK;
    return duel_refuse(why, "{0} holds games that were played otherwise.", "c", name);
}

duel_status moriarty_label_file_open(const char *name, const char *settings,
                                     moriarty_take_game take, void *user,
                                     moriarty_label_file *out, duel_msg *why)
{
    moriarty_label_file f = {.file = fopen(name, "r+b")};
    if (f.file == NULL)
        f.file = fopen(name, "w+b");
    if (f.file == NULL)
        return file_trouble(name, why);
    long end = 0;
    duel_status status = meet_settings(f.file, name, settings, why);
    if (status == DUEL_OK && fseek(f.file, 0, SEEK_CUR) == 0)
        status = take_games(&f, take, user, &end, why);
    if (status == DUEL_OK)
        status = cut_behind(f.file, name, end, why);
    if (status == DUEL_OK)
        *out = f;
    else
        fclose(f.file);
    return status;
}

duel_status moriarty_label_file_read(const char *name, moriarty_take_game take, void *user,
                                     duel_msg *why)
{
    char line[LINE];
    long end;
    moriarty_label_file f = {.file = fopen(name, "rb")};
    if (f.file == NULL)
        return duel_bad(why, "Cannot read {0}: {1}.", "cc", name, strerror(errno));
    duel_status status = DUEL_OK;
    if (fgets(line, sizeof line, f.file))
        status = take_games(&f, take, user, &end, why);
    fclose(f.file);
    if (status == DUEL_OK && f.games == 0)
        return duel_bad(why, "{0} holds no games of a training.", "c", name);
    return status;
}

duel_status moriarty_label_file_add(moriarty_label_file *f, const char *name,
                                    const moriarty_labelled_game *g, duel_msg *why)
{
    uint8_t bytes[1 + MORIARTY_MOST_LABELS * POSITION_BYTES] = {(uint8_t)g->count}, *at = bytes;
    at++;
    for (int i = 0; i < g->count; i++) {
        const moriarty_labelled *p = &g->position[i];
        for (int k = 0; k < 8; k++) {
            at[k] = (uint8_t)(p->board.mover >> 8 * k);
            at[8 + k] = (uint8_t)(p->board.other >> 8 * k);
        }
        at[16] = (uint8_t)p->score;
        at += POSITION_BYTES;
    }
    if (fwrite(bytes, (size_t)(at - bytes), 1, f->file) != 1 || fflush(f->file) != 0)
        return file_trouble(name, why);
    f->games++;
    return DUEL_OK;
}

void moriarty_label_file_close(moriarty_label_file *f)
{
    fclose(f->file);
}
