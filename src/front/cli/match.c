/* front/cli/match.c -- engines against engines: a match, or the ladder of the levels. */
#include "service/match.h"
#include "core/play.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/json.h"
#include "front/work.h"

#include <stdio.h>
#include <stdlib.h>

static const duel_option match_options[] = {
    {"ladder", DUEL_YESNO, 0, 0, 1, NULL,
     N_("every level from 3 to 10 against the one two below")},
    {"games", DUEL_NUMBER, 100, 1, INT64_C(1) << 40, NULL,
     N_("games to play, of each step of a ladder")},
    {"nodes", DUEL_NUMBER, 0, 0, INT64_C(1) << 40, NULL,
     N_("positions looked at for a turn; then no time limit unless one is given")},
    WORK_SECONDS(100000, N_("for a turn, where a player's spec says nothing")),
    WORK_THREADS,
    WORK_MEMORY,
    WORK_LAST};
static const duel_flag match_texts[] = {
    SUBJECT_TEXTS,
    {"players", "SPEC,SPEC…", N_("the players, as many as the game has seats")},
    {"openings", "PLIES[,balanced]",
     N_("begin with so many plies at random; balanced: the most even of several")},
    SUBJECT_LAST_TEXT};

static duel_status read_players(const duel_args *a, duel_match *m, duel_msg *why)
{
    const char *text = duel_args_text(a, "players", NULL);
    if (text == NULL)
        return duel_bad(why, N_("Who plays? Write --players SPEC,SPEC."), "");
    duel_str rest = duel_str_of(text), spec;
    int count = 0;
    while (duel_str_part(&rest, ',', &spec)) {
        if (count < DUEL_SEATS)
            m->spec[count] = spec;
        count++;
    }
    if (count != m->v->seats)
        return duel_bad(why, N_("{0} has {1} {1:player|players}; --players names {2}."), "cii",
                        m->v->game->id, (int64_t)m->v->seats, (int64_t)count);
    return DUEL_OK;
}

static duel_status read_match(const duel_args *a, duel_match *m, duel_msg *why)
{
    const char *openings = duel_args_text(a, "openings", NULL);
    m->games = (uint64_t)duel_args_value(a, "games");
    m->threads = (int)duel_args_value(a, "threads");
    m->nodes = (uint64_t)duel_args_value(a, "nodes");
    m->memory = work_memory(a);
    /* with a limit of positions the clock plays no part, unless it is asked to */
    m->seconds = m->nodes && !duel_args_has(a, "seconds") ? 0 : duel_args_decimal(a, "seconds");
    duel_status status = subject_seed(a, &m->seed, why);
    if (status == DUEL_OK && openings)
        status = duel_openings_read(duel_str_of(openings), &m->openings, why);
    return status;
}

static json_t *forfeits_json(const duel_match_points *p, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < DUEL_FORFEITS && p->forfeit[i].games; i++)
        json_array_append_new(list,
                              json_pack("{sIso}", "games", (json_int_t)p->forfeit[i].games,
                                        "reason", json_say(lang, &p->forfeit[i].reason)));
    return list;
}

static void print_forfeits(const duel_console *c, const duel_match_points *p)
{
    for (int i = 0; i < DUEL_FORFEITS && p->forfeit[i].games; i++) {
        duel_put(c->out, "    ");
        duel_tell(c->lang, c->out, N_("{0} {0:game|games} forfeited:"), "i",
                  (int64_t)p->forfeit[i].games);
        duel_put(c->out, " ");
        duel_render(c->lang, &p->forfeit[i].reason, c->out);
        duel_put(c->out, "\n");
    }
}

static json_t *standing_json(duel_str spec, const duel_match_points *p, uint64_t games,
                             bool elo)
{
    double value, error, low, high;
    bool told = elo && duel_match_elo(p, games, &value, &error);
    duel_match_interval(p, games, &low, &high);
    json_t *j = json_pack("{ss%sIsIsIsf}", "spec", spec.at, spec.len, "wins",
                          (json_int_t)p->wins, "ties", (json_int_t)p->ties, "losses",
                          (json_int_t)p->losses, "points", p->points);
    json_object_set_new(j, "elo", told ? json_real(value) : json_null());
    json_object_set_new(j, "elo_error", told ? json_real(error) : json_null());
    json_object_set_new(j, "interval", json_pack("[ff]", low, high));
    json_object_set_new(j, "mean_margin", json_real(games ? p->margin / (double)games : 0));
    return j;
}

static void print_standing(const duel_console *c, duel_str spec, const duel_match_points *p,
                           uint64_t games, bool elo)
{
    double value, error, low, high;
    duel_match_interval(p, games, &low, &high);
    duel_putf(c->out, "%-28.*s %6llu %6llu %6llu  %5.1f %%  [%.1f, %.1f]", (int)spec.len,
              spec.at, (unsigned long long)p->wins, (unsigned long long)p->ties,
              (unsigned long long)p->losses, 100 * p->points / (double)games, 100 * low,
              100 * high);
    if (elo && duel_match_elo(p, games, &value, &error))
        duel_putf(c->out, "  Elo %+.0f ± %.0f", value, error);
    duel_put(c->out, "\n");
}

static void print_match(const duel_console *c, const duel_match *m, const duel_match_result *x)
{
    int seats = m->v->seats;
    if (c->json) {
        json_t *players = json_array();
        for (int i = 0; i < seats; i++) {
            json_t *j = standing_json(m->spec[i], &x->player[i], x->games, seats == 2);
            json_object_set_new(j, "forfeits", forfeits_json(&x->player[i], c->lang));
            json_array_append_new(players, j);
        }
        c->print_json(c,
                      json_pack("{sIsosIsf}", "games", (json_int_t)x->games, "players", players,
                                "plies", (json_int_t)x->plies, "seconds", x->seconds));
        return;
    }
    duel_putf(c->out, "%-28s ", "");
    duel_tell(c->lang, c->out, N_("  wins   ties losses  points, 95 % interval\n"), "");
    for (int i = 0; x->games && i < seats; i++) {
        print_standing(c, m->spec[i], &x->player[i], x->games, seats == 2);
        print_forfeits(c, &x->player[i]);
    }
}

typedef struct match_meter {
    work_meter meter;
    uint64_t before, total; /* games of earlier steps; of all */
} match_meter;

static void show_done(void *watcher, uint64_t done)
{
    match_meter *m = watcher;
    work_bar(&m->meter, m->before + done, m->total);
}

static duel_status play_match(const duel_console *c, const duel_args *a, duel_match *m,
                              duel_msg *why)
{
    duel_match_result result = {0};
    match_meter meter = {{c, -1}, 0, m->games};
    duel_status status = read_players(a, m, why);
    m->watcher = &meter;
    if (status == DUEL_OK)
        status = duel_match_run(m, &result, why);
    work_clear(&meter.meter);
    if (status == DUEL_OK)
        print_match(c, m, &result);
    return status;
}

/* ---- the ladder ---------------------------------------------------------------------------
 */

enum { LOWEST = 3, HIGHEST = 10, APART = 2, STEPS = HIGHEST - LOWEST + 1 };

typedef struct rung { /* a level against the one two below, which has all the other seats */
    int level;
    uint64_t games;
    duel_match_points standing;
    double low, high; /* of its share of points, 95 % */
    bool holds;       /* surely more than its part */
} rung;

static duel_status climb(duel_match *m, int level, rung *out, duel_msg *why)
{
    char upper[24], lower[24];
    duel_match_result result = {0};
    snprintf(upper, sizeof upper, "level:%d", level);
    snprintf(lower, sizeof lower, "level:%d", level - APART);
    for (int i = 0; i < m->v->seats; i++)
        m->spec[i] = duel_str_of(i ? lower : upper);
    duel_status status = duel_match_run(m, &result, why);
    if (status != DUEL_OK)
        return status;
    *out = (rung){.level = level, .games = result.games, .standing = result.player[0]};
    duel_match_interval(&out->standing, out->games, &out->low, &out->high);
    out->holds = out->low > 1.0 / m->v->seats;
    return DUEL_OK;
}

static void print_rung(const duel_console *c, const rung *g)
{
    const duel_match_points *p = &g->standing;
    double games = (double)g->games;
    duel_putf(c->out, "%5d %7d %6llu %6llu %6llu  %5.1f %%  [%.1f, %.1f]  %s\n", g->level,
              g->level - APART, (unsigned long long)p->wins, (unsigned long long)p->ties,
              (unsigned long long)p->losses, 100 * p->points / games, 100 * g->low,
              100 * g->high, duel_text(c->lang, g->holds ? N_("yes") : N_("no")));
}

static json_t *rung_json(const rung *g)
{
    const duel_match_points *p = &g->standing;
    return json_pack("{sisisIsIsIsIsfs[ff]sb}", "level", g->level, "against", g->level - APART,
                     "games", (json_int_t)g->games, "wins", (json_int_t)p->wins, "ties",
                     (json_int_t)p->ties, "losses", (json_int_t)p->losses, "points", p->points,
                     "interval", g->low, g->high, "holds", g->holds);
}

static void print_ladder(const duel_console *c, const rung rungs[], int count)
{
    if (c->json) {
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, rung_json(&rungs[i]));
        c->print_json(c, json_pack("{so}", "ladder", list));
        return;
    }
    duel_tell(c->lang, c->out,
              N_("level against   wins   ties losses  points, 95 % interval  stronger\n"), "");
    for (int i = 0; i < count; i++)
        print_rung(c, &rungs[i]);
}

/* DUEL_NO without a word: some level is not surely stronger than the one two below. */
static duel_status play_ladder(const duel_console *c, duel_match *m, duel_msg *why)
{
    rung rungs[STEPS];
    match_meter meter = {{c, -1}, 0, STEPS * m->games};
    duel_status status = DUEL_OK;
    int count = 0;
    m->watcher = &meter;
    if (m->v->seats < 2)
        status = duel_refuse(why, N_("A ladder needs at least two players."), "");
    for (; status == DUEL_OK && count < STEPS && !atomic_load(&work_stop); count++) {
        status = climb(m, LOWEST + count, &rungs[count], why);
        meter.before += m->games;
    }
    work_clear(&meter.meter);
    if (status != DUEL_OK)
        return status;
    print_ladder(c, rungs, count);
    bool holds = count == STEPS;
    for (int i = 0; i < count; i++)
        holds = holds && rungs[i].holds;
    return holds ? DUEL_OK : DUEL_NO;
}

static duel_status run_match(const duel_console *c, const duel_args *a, duel_msg *why)
{
    subject s;
    bool ladder = duel_args_value(a, "ladder");
    duel_status status = subject_read(a, 0, &s, why);
    if (status != DUEL_OK)
        return status;
    duel_match m = {.v = &s.v, .stop = &work_stop, .progress = show_done};
    status = read_match(a, &m, why);
    if (status == DUEL_OK && ladder && duel_args_has(a, "players"))
        status = duel_bad(why, N_("Write --players or --ladder, not both."), "");
    work_begin();
    if (status == DUEL_OK)
        status = ladder ? play_ladder(c, &m, why) : play_match(c, a, &m, why);
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
