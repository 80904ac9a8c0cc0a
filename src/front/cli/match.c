/* front/cli/match.c -- players against players: a match, a tournament, the ladder of the
 * levels. */
#include "match/match.h"
#include "base/clock.h"
#include "front/cli/ladder.h"
#include "front/cli/match_told.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/work.h"
#include "store/files.h"

#include <ctype.h>

enum { PLAYERS = 64, GAMES = 100 };
#define GAMES_MOST (INT64_C(1) << 40)

enum { FORM_MATCH, FORM_ROUND, FORM_GAUNTLET };
static const char *const forms[] = {"match", "round", "gauntlet", NULL};

static const duel_option match_options[] = {
    {"ladder", DUEL_YESNO, 0, 0, 1, NULL, N_("every level against one below, up to level 10")},
    {"step", DUEL_NUMBER, 2, 1, DUEL_LEVELS - 1, NULL,
     N_("how many levels below, on a ladder")},
    {"form", DUEL_CHOICE, FORM_MATCH, FORM_MATCH, FORM_GAUNTLET, forms,
     N_("match: all together; round: everybody with everybody; gauntlet: the first with all")},
    {"games", DUEL_NUMBER, GAMES, 1, GAMES_MOST, NULL,
     N_("games to play, of each encounter; a test ends by itself unless this is given")},
    {"nodes", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("positions looked at for a turn; then no time limit unless one is given")},
    {"strict", DUEL_YESNO, 0, 0, 1, NULL, N_("who takes longer than its seconds has lost")},
    {"prove", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("end games that a solver proves by looking at so many positions")},
    WORK_SECONDS(100000, N_("for a turn, where a player's spec says nothing")),
    WORK_THREADS,
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag match_texts[] = {
    SUBJECT_TEXTS,
    {"players", "SPEC,SPEC…|@FILE",
     N_("the players; levels: level:1 to level:10; or a file with one on each line")},
    {"openings", "PLIES[,balanced]|FILE",
     N_("begin with so many plies at random; balanced: the most even of several; or a file of "
        "openings")},
    {"sprt", "elo0=0,elo1=5",
     N_("test whether the first player is better by elo1 or only by elo0 (normalised), with "
        "errors alpha=0.05,beta=0.05")},
    {"keep", "FOLDER", N_("keep every game there; the same command again goes on")},
    SUBJECT_LAST_TEXT};

typedef struct contest { /* all that a match is made of */
    duel_match m;
    duel_schedule schedule;
    duel_str spec[PLAYERS];
    int players;
    duel_buf file; /* their names, where they come from one */
    duel_book *book;
} contest;

/* ---- who plays -----------------------------------------------------------------------------
 */

static duel_status add_player(contest *k, duel_str spec, duel_msg *why)
{
    if (k->players == PLAYERS)
        return duel_bad(why, N_("At most {0} players may take part."), "i", (int64_t)PLAYERS);
    k->spec[k->players++] = spec;
    return DUEL_OK;
}

/* "levels" is all of them. */
static duel_status add_players(contest *k, duel_str spec, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (!duel_str_is(spec, "levels"))
        return add_player(k, spec, why);
    for (int i = 0; status == DUEL_OK && i < DUEL_LEVELS; i++)
        status = add_player(k, ladder_specs()[i], why);
    return status;
}

static duel_status read_player_file(contest *k, const char *path, duel_msg *why)
{
    duel_status status = duel_file_read(path, &k->file, why);
    duel_str rest = duel_buf_str(&k->file), line;
    while (status == DUEL_OK && duel_str_part(&rest, '\n', &line)) {
        line = duel_str_trim(line);
        if (line.len && line.at[0] != '#')
            status = add_players(k, line, why);
    }
    return status;
}

static duel_status read_players(const duel_args *a, contest *k, duel_msg *why)
{
    const char *text = duel_args_text(a, "players", NULL);
    duel_status status = DUEL_OK;
    if (text == NULL)
        return duel_bad(why, N_("Who plays? Write --players SPEC,SPEC."), "");
    if (text[0] == '@')
        return read_player_file(k, text + 1, why);
    duel_str rest = duel_str_of(text), spec;
    while (status == DUEL_OK && duel_str_part(&rest, ',', &spec))
        status = add_players(k, spec, why);
    return status;
}

static duel_status read_form(const duel_args *a, contest *k, duel_msg *why)
{
    const duel_variant *v = k->m.v;
    int64_t form = duel_args_value(a, "form");
    if (form == FORM_ROUND)
        return duel_schedule_round(v->seats, k->players, &k->schedule, why);
    if (form == FORM_GAUNTLET)
        return duel_schedule_gauntlet(v->seats, k->players, &k->schedule, why);
    if (k->players != v->seats)
        return duel_bad(why, N_("{0} has {1} {1:player|players}; --players names {2}."), "cii",
                        v->game->id, (int64_t)v->seats, (int64_t)k->players);
    return duel_schedule_together(v->seats, k->players, &k->schedule, why);
}

static duel_status read_schedule(const duel_args *a, contest *k, duel_msg *why)
{
    bool ladder = duel_args_value(a, "ladder");
    duel_status status = DUEL_OK;
    if (ladder && duel_args_has(a, "players"))
        return duel_bad(why, N_("Write --players or --ladder, not both."), "");
    if (ladder) {
        k->m.spec = ladder_specs();
        status = ladder_schedule(k->m.v, (int)duel_args_value(a, "step"), &k->schedule, why);
    } else {
        k->m.spec = k->spec;
        status = read_players(a, k, why);
        if (status == DUEL_OK)
            status = read_form(a, k, why);
    }
    k->m.schedule = &k->schedule;
    return status;
}

/* ---- how -----------------------------------------------------------------------------------
 */

static duel_status read_openings(const char *text, contest *k, duel_msg *why)
{
    k->m.openings_text = text;
    if (isdigit((unsigned char)text[0]))
        return duel_openings_read(duel_str_of(text), &k->m.openings, why);
    duel_status status = duel_book_read(text, k->m.v, &k->book, why);
    k->m.openings.book = k->book;
    return status;
}

static duel_status read_sprt(const duel_args *a, contest *k, duel_msg *why)
{
    const char *text = duel_args_text(a, "sprt", NULL);
    k->schedule.games = (uint64_t)duel_args_value(a, "games");
    if (text == NULL)
        return DUEL_OK;
    if (k->schedule.encounters != 1 || k->m.v->seats < 2)
        return duel_bad(why, N_("A test is of one encounter."), "");
    if (!duel_args_has(a, "games"))
        k->schedule.games = GAMES_MOST;
    return duel_sprt_read(duel_str_of(text), &k->m.sprt, why);
}

static duel_status read_match(const duel_args *a, contest *k, duel_msg *why)
{
    duel_match *m = &k->m;
    const char *openings = duel_args_text(a, "openings", NULL);
    m->threads = (int)duel_args_value(a, "threads");
    m->nodes = (uint64_t)duel_args_value(a, "nodes");
    m->prove = (uint64_t)duel_args_value(a, "prove");
    m->strict = duel_args_value(a, "strict");
    m->memory = work_memory(a);
    m->keep = duel_args_text(a, "keep", NULL);
    /* with a limit of positions the clock plays no part, unless it is asked to */
    m->seconds = m->nodes && !duel_args_has(a, "seconds") ? 0 : duel_args_decimal(a, "seconds");
    duel_status status = subject_seed(a, &m->seed, why);
    if (status == DUEL_OK && openings)
        status = read_openings(openings, k, why);
    if (status == DUEL_OK)
        status = read_schedule(a, k, why);
    return status == DUEL_OK ? read_sprt(a, k, why) : status;
}

/* ---- the command ---------------------------------------------------------------------------
 */

static duel_status play_contest(const duel_console *c, const duel_args *a, contest *k,
                                duel_msg *why)
{
    duel_tally *tally = NULL;
    live_table live = {.c = c, .m = &k->m, .shown = -1};
    double begin = duel_clock();
    k->m.stop = &work_stop;
    k->m.progress = told_live;
    k->m.watcher = &live;
    work_begin();
    duel_status status = duel_match_run(&k->m, &tally, why);
    told_live_clear(&live);
    if (status != DUEL_OK)
        return status;
    if (duel_args_value(a, "ladder"))
        status = ladder_told(c, &k->m, tally);
    else
        told_match(c, &k->m, tally, duel_clock() - begin);
    duel_tally_free(tally);
    return status;
}

static duel_status run_match(const duel_console *c, const duel_args *a, duel_msg *why)
{
    subject s;
    duel_status status = subject_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    contest k = {.m.v = &s.v};
    duel_buf_init(&k.file);
    status = read_match(a, &k, why);
    if (status == DUEL_OK)
        status = play_contest(c, a, &k, why);
    duel_schedule_fini(&k.schedule);
    duel_book_free(k.book);
    duel_buf_fini(&k.file);
    subject_fini(&s);
    return status;
}

const duel_command command_match = {
    "match",
    "GAME --players SPEC,SPEC | --ladder [opt=value…]",
    N_("Plays engines against each other and reports the result."),
    match_options,
    match_texts,
    DUEL_GAME_WORDS,
    run_match};
