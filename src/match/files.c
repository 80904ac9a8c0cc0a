/* match/files.c -- the files of a match: its games are written, and read again by whoever
 * continues with it. See inside.h. */
#include "base/file.h"
#include "base/real.h"
#include "core/play.h"
#include "match/inside.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static duel_status path_in(const char *folder, const char *name, char out[PATH_MAX],
                           duel_msg *why)
{
    if (snprintf(out, PATH_MAX, "%s/%s", folder, name) < PATH_MAX)
        return DUEL_OK;
    return duel_invalid(why, N_("The file name is too long."), "");
}

duel_status match_files_begin(const char *folder, duel_str match, duel_msg *why)
{
    char path[PATH_MAX];
    duel_buf there;
    duel_status status = duel_folder_make(folder, why);
    if (status == DUEL_OK)
        status = path_in(folder, "match.txt", path, why);
    if (status != DUEL_OK)
        return status;
    if (access(path, F_OK) != 0)
        return duel_file_replace(path, match, why);
    duel_buf_init(&there);
    status = duel_file_read(path, DUEL_FILE_MOST, &there, why);
    if (status == DUEL_OK &&
        (there.len != match.len || memcmp(there.text, match.at, match.len) != 0))
        status = duel_refuse(why,
                             N_("{0} has the games of another match; what it is stands in "
                                "match.txt there."),
                             "c", folder);
    duel_buf_fini(&there);
    return status;
}

/* ---- notes: what a record does not say --------------------------------------------------- */

static const char *const end_words[] = {
    [MATCH_GAME_PROVED] = "proved", [MATCH_GAME_LONG] = "long"};

static void note_end(const match_game_result *b, int seats, duel_sink *out)
{
    duel_putf(out, "note ended %s", end_words[b->end]);
    for (int i = 0; i < seats; i++)
        duel_putf(out, " %d", b->score[i]);
    duel_put(out, "\n");
}

/* A note is a line, whatever a file or a program may be called. */
static void note_text(const char *name, const char *text, duel_sink *out)
{
    duel_putf(out, "note %s ", name);
    for (; *text; text++)
        duel_put_char(out, *text == '\n' ? ' ' : *text);
    duel_put(out, "\n");
}

static void put_notes(const match_game_result *b, int seats, const char *const names[],
                      duel_sink *out)
{
    static const char *const chairs[] = {"seat 1", "seat 2", "seat 3", "seat 4"};
    for (int i = 0; i < seats; i++)
        note_text(chairs[i], names[i], out);
    duel_putf(out, "note opening %llu\n", (unsigned long long)b->opening);
    if (b->end == MATCH_GAME_PROVED || b->end == MATCH_GAME_LONG)
        note_end(b, seats, out);
    if (b->reason) {
        note_text("lost-en", duel_text(DUEL_EN, b->reason), out);
        note_text("lost-fr", duel_text(DUEL_FR, b->reason), out);
    }
    for (int i = 0; i < seats; i++)
        if (b->late[i].turns)
            duel_putf(out, "note late %d %llu %.6f\n", i + 1,
                      (unsigned long long)b->late[i].turns, b->late[i].most);
    duel_put(out, "note whole\n");
}

duel_status match_files_write(const char *folder, uint64_t number, const duel_record *r,
                              const match_game_result *b, const char *const seats[],
                              duel_msg *why)
{
    char path[PATH_MAX], name[32];
    duel_buf text;
    snprintf(name, sizeof name, "%08llu.duel", (unsigned long long)number + 1);
    duel_status status = path_in(folder, name, path, why);
    duel_buf_init(&text);
    duel_record_print(r, &text.sink);
    put_notes(b, r->variant.seats, seats, &text.sink);
    if (status == DUEL_OK)
        status = duel_file_replace_with(path, &text, why);
    duel_buf_fini(&text);
    return status;
}

/* ---- reading them again ------------------------------------------------------------------ */

typedef struct notes {
    int seats;
    match_game_result *bout;
    duel_str lost[2]; /* by duel_lang */
    bool whole;
} notes;

static bool next_number(duel_str *rest, int64_t *out)
{
    duel_str word;
    return duel_str_word(rest, " ", &word) && duel_str_number(word, out);
}

static bool read_end(notes *n, duel_str rest)
{
    duel_str word;
    int64_t score;
    if (!duel_str_word(&rest, " ", &word))
        return false;
    n->bout->end = duel_str_is(word, "proved") ? MATCH_GAME_PROVED : MATCH_GAME_LONG;
    for (int i = 0; i < n->seats; i++) {
        if (!next_number(&rest, &score))
            return false;
        n->bout->score[i] = (int32_t)score;
    }
    return true;
}

static bool read_late(notes *n, duel_str rest)
{
    int64_t seat, turns;
    double most;
    if (!next_number(&rest, &seat) || seat < 1 || seat > n->seats ||
        !next_number(&rest, &turns) || !duel_str_real(duel_str_trim(rest), &most))
        return false;
    n->bout->late[seat - 1] = (player_lateness){(uint64_t)turns, most};
    return true;
}

/* False: it is not as it was written. Other notes are for people. */
static bool read_note(notes *n, duel_str rest)
{
    duel_str name;
    int64_t number;
    if (!duel_str_word(&rest, " ", &name))
        return true;
    if (duel_str_is(name, "opening") && next_number(&rest, &number) && number >= 0)
        n->bout->opening = (uint64_t)number;
    if (duel_str_is(name, "whole"))
        n->whole = true;
    if (duel_str_is(name, "lost-en"))
        n->lost[DUEL_EN] = duel_str_trim(rest);
    if (duel_str_is(name, "lost-fr"))
        n->lost[DUEL_FR] = duel_str_trim(rest);
    if (duel_str_is(name, "ended"))
        return read_end(n, rest);
    return !duel_str_is(name, "late") || read_late(n, rest);
}

static bool read_notes(notes *n, duel_str text)
{
    duel_str line, word;
    bool good = true;
    while (good && duel_str_part(&text, '\n', &line))
        if (duel_str_word(&line, " ", &word) && duel_str_is(word, "note"))
            good = read_note(n, line);
    return good && n->whole;
}

/* Both languages again as one text. */
static duel_status join_reason(notes *n, duel_msg *why)
{
    duel_str en = n->lost[DUEL_EN], fr = n->lost[DUEL_FR];
    if (en.at == NULL || fr.at == NULL)
        return DUEL_OK;
    char *both = calloc(1, en.len + fr.len + 3);
    if (both == NULL)
        return duel_no_space(why);
    both[0] = DUEL_BILINGUAL;
    memcpy(both + 1, en.at, en.len);
    memcpy(both + en.len + 2, fr.at, fr.len);
    n->bout->reason = both;
    return DUEL_OK;
}

/* Who lost, from the record; the rest from its notes. */
static duel_status bout_of(const duel_record *r, notes *n, duel_msg *why)
{
    match_game_result *b = n->bout;
    duel_state state;
    if (r->ending != DUEL_BY_RULES) {
        b->end = r->ending == DUEL_BY_TIME ? MATCH_GAME_TIME : MATCH_GAME_FAILED;
        b->loser = r->loser;
    }
    duel_status status = duel_record_replay(r, r->count, &state, why);
    bool ended = b->end != MATCH_GAME_RULES || duel_is_over(&r->variant, &state);
    if (status != DUEL_OK || !ended || b->opening > r->count)
        return status == DUEL_OK ? DUEL_REFUSED : status;
    match_game_sum_up(r, &state, b);
    return r->ending == DUEL_BY_RULES ? DUEL_OK : join_reason(n, why);
}

static bool same_variant(const duel_variant *a, const duel_variant *b)
{
    return a->game == b->game && memcmp(a->option, b->option, sizeof a->option) == 0;
}

duel_status match_files_parse(duel_str text, const duel_variant *v, match_game_result *out)
{
    duel_record r;
    match_game_result b = {.end = MATCH_GAME_RULES};
    notes n = {.seats = v->seats, .bout = &b};
    if (!read_notes(&n, text))
        return DUEL_REFUSED;
    duel_status status = duel_record_read_as(text, v->game, &r, NULL);
    if (status == DUEL_OK) {
        status = same_variant(&r.variant, v) ? bout_of(&r, &n, NULL) : DUEL_REFUSED;
        duel_record_fini(&r);
    }
    if (status == DUEL_OK)
        *out = b;
    return status == DUEL_OK || status == DUEL_NO_SPACE ? status : DUEL_REFUSED;
}

static duel_status read_kept_game(const char *path, const duel_variant *v,
                                  match_game_result *out)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_status status = duel_file_read(path, DUEL_FILE_MOST, &text, NULL);
    status = status == DUEL_OK ? match_files_parse(duel_buf_str(&text), v, out) : DUEL_REFUSED;
    duel_buf_fini(&text);
    return status;
}

/* "00000017.duel" is number 16. */
static bool number_of(const char *name, uint64_t *out)
{
    static const char tail[] = ".duel";
    size_t len = strlen(name), end = sizeof tail - 1;
    int64_t n;
    if (len <= end || strcmp(name + len - end, tail) != 0 ||
        !duel_str_number((duel_str){name, len - end}, &n) || n < 1)
        return false;
    *out = (uint64_t)n - 1;
    return true;
}

static duel_status take_file(const char *folder, const char *name, const duel_variant *v,
                             match_files_fn *take, void *to, duel_msg *why)
{
    char path[PATH_MAX];
    uint64_t number;
    match_game_result b = {.end = MATCH_GAME_RULES};
    if (!number_of(name, &number) || path_in(folder, name, path, NULL) != DUEL_OK)
        return DUEL_OK;
    duel_status status = read_kept_game(path, v, &b);
    if (status == DUEL_OK)
        status = take(to, number, &b, why);
    else if (status == DUEL_NO_SPACE)
        duel_no_space(why);
    match_game_fini(&b);
    return status == DUEL_REFUSED ? DUEL_OK : status;
}

duel_status match_files_read(const char *folder, const duel_variant *v, match_files_fn *take,
                             void *to, duel_msg *why)
{
    DIR *dir = opendir(folder);
    duel_status status = DUEL_OK;
    if (dir == NULL)
        return duel_fail(why, N_("Cannot read {0}: {1}."), "cc", folder, strerror(errno));
    for (struct dirent *e; status == DUEL_OK && (e = readdir(dir)) != NULL;)
        status = take_file(folder, e->d_name, v, take, to, why);
    closedir(dir);
    return status;
}
