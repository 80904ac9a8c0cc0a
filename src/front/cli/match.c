/* front/cli/match.c -- engines against engines: a match, or the ladder of the levels. */
#include "service/match.h"
#include "core/play.h"
#include "front/cli/subject.h"
#include "front/commands.h"
#include "front/work.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static const flag match_flags[] = {
    SUBJECT_FLAGS,
    {"--players", "SPEC,SPEC…", N_("the players, as many as the game has seats")},
    {"--ladder", NULL, N_("every level from 3 to 10 against the one two below")},
    {"--games", "N", N_("games to play (default 100), of each step of a ladder")},
    {"--openings", "PLIES[,balanced]",
     N_("begin with so many plies at random; balanced: the most even of several")},
    {"--threads", "N", N_("threads to use (default 1)")},
    {"--seconds", "S", N_("for a turn, where a player's spec says nothing (default 0.1)")},
    {"--nodes", "N", N_("the same in positions looked at; no time limit unless one is given")},
    WORK_MEMORY_FLAG,
    {NULL, NULL, NULL}};

static duel_status read_players(const request *r, duel_match *m, duel_msg *why)
{
    const char *text = args_text(r, "--players");
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

/* With a limit of positions the clock plays no part, unless it is asked to. */
static duel_status read_budget(const request *r, duel_match *m, duel_msg *why)
{
    int64_t nodes;
    duel_status status = args_number(r, "--nodes", 0, INT64_C(1) << 40, 0, &nodes, why);
    if (status == DUEL_OK)
        status = args_decimal(r, "--seconds", nodes ? 0 : 0.1, &m->seconds, why);
    if (status == DUEL_OK)
        m->nodes = (uint64_t)nodes;
    return status;
}

static duel_status read_match(const request *r, duel_match *m, duel_msg *why)
{
    int64_t games, threads;
    const char *seed = args_text(r, "--seed"), *openings = args_text(r, "--openings");
    duel_status status = args_number(r, "--games", 1, INT64_C(1) << 40, 100, &games, why);
    if (status == DUEL_OK)
        status = args_number(r, "--threads", 1, 64, 1, &threads, why);
    if (status == DUEL_OK)
        status = read_budget(r, m, why);
    if (status == DUEL_OK && openings)
        status = duel_openings_read(duel_str_of(openings), &m->openings, why);
    if (status == DUEL_OK)
        status = work_memory(r, &m->memory, why);
    if (status != DUEL_OK)
        return status;
    m->games = (uint64_t)games;
    m->threads = (int)threads;
    m->seed = seed ? strtoull(seed, NULL, 10) : 1;
    return DUEL_OK;
}

static json_t *forfeits_json(const duel_match_points *p, duel_lang lang)
{
    json_t *list = json_array();
    for (int i = 0; i < DUEL_FORFEITS && p->forfeit[i].games; i++) {
        duel_buf text;
        duel_buf_init(&text);
        duel_render(lang, &p->forfeit[i].reason, &text.sink);
        json_array_append_new(
            list,
            json_pack("{sIss}", "games", (json_int_t)p->forfeit[i].games, "reason", text.text));
        duel_buf_fini(&text);
    }
    return list;
}

static void print_forfeits(const request *r, const duel_match_points *p)
{
    for (int i = 0; i < DUEL_FORFEITS && p->forfeit[i].games; i++) {
        duel_put(r->console.out, "    ");
        duel_tell(r->console.lang, r->console.out, N_("{0} {0:game|games} forfeited:"), "i",
                  (int64_t)p->forfeit[i].games);
        duel_put(r->console.out, " ");
        duel_render(r->console.lang, &p->forfeit[i].reason, r->console.out);
        duel_put(r->console.out, "\n");
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

static void print_standing(const request *r, duel_str spec, const duel_match_points *p,
                           uint64_t games, bool elo)
{
    double value, error, low, high;
    duel_match_interval(p, games, &low, &high);
    duel_putf(r->console.out, "%-28.*s %6llu %6llu %6llu  %5.1f %%  [%.1f, %.1f]",
              (int)spec.len, spec.at, (unsigned long long)p->wins, (unsigned long long)p->ties,
              (unsigned long long)p->losses, 100 * p->points / (double)games, 100 * low,
              100 * high);
    if (elo && duel_match_elo(p, games, &value, &error))
        duel_putf(r->console.out, "  Elo %+.0f ± %.0f", value, error);
    duel_put(r->console.out, "\n");
}

static void print_match(const request *r, const duel_match *m, const duel_match_result *x)
{
    int seats = m->v->seats;
    if (r->console.json) {
        json_t *players = json_array();
        for (int i = 0; i < seats; i++) {
            json_t *j = standing_json(m->spec[i], &x->player[i], x->games, seats == 2);
            json_object_set_new(j, "forfeits", forfeits_json(&x->player[i], r->console.lang));
            json_array_append_new(players, j);
        }
        args_print_json(r, json_pack("{sIsosIsf}", "games", (json_int_t)x->games, "players",
                                     players, "plies", (json_int_t)x->plies, "seconds",
                                     x->seconds));
        return;
    }
    duel_putf(r->console.out, "%-28s ", "");
    duel_tell(r->console.lang, r->console.out,
              N_("  wins   ties losses  points, 95 % interval\n"), "");
    for (int i = 0; x->games && i < seats; i++) {
        print_standing(r, m->spec[i], &x->player[i], x->games, seats == 2);
        print_forfeits(r, &x->player[i]);
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

static duel_status play_match(const request *r, duel_match *m, duel_msg *why)
{
    duel_match_result result = {0};
    match_meter meter = {{r, -1}, 0, m->games};
    duel_status status = read_players(r, m, why);
    m->watcher = &meter;
    if (status == DUEL_OK)
        status = duel_match_run(m, &result, why);
    work_clear(&meter.meter);
    if (status == DUEL_OK)
        print_match(r, m, &result);
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
    char upper[16], lower[16];
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

static void print_rung(const request *r, const rung *g)
{
    const duel_match_points *p = &g->standing;
    double games = (double)g->games;
    duel_putf(r->console.out, "%5d %7d %6llu %6llu %6llu  %5.1f %%  [%.1f, %.1f]  %s\n",
              g->level, g->level - APART, (unsigned long long)p->wins,
              (unsigned long long)p->ties, (unsigned long long)p->losses,
              100 * p->points / games, 100 * g->low, 100 * g->high,
              duel_text(r->console.lang, g->holds ? N_("yes") : N_("no")));
}

static json_t *rung_json(const rung *g)
{
    const duel_match_points *p = &g->standing;
    return json_pack("{sisisIsIsIsIsfs[ff]sb}", "level", g->level, "against", g->level - APART,
                     "games", (json_int_t)g->games, "wins", (json_int_t)p->wins, "ties",
                     (json_int_t)p->ties, "losses", (json_int_t)p->losses, "points", p->points,
                     "interval", g->low, g->high, "holds", g->holds);
}

static void print_ladder(const request *r, const rung rungs[], int count)
{
    if (r->console.json) {
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, rung_json(&rungs[i]));
        args_print_json(r, json_pack("{so}", "ladder", list));
        return;
    }
    duel_tell(r->console.lang, r->console.out,
              N_("level against   wins   ties losses  points, 95 % interval  stronger\n"), "");
    for (int i = 0; i < count; i++)
        print_rung(r, &rungs[i]);
}

/* *holds: every level is surely stronger than the one two below. */
static duel_status play_ladder(const request *r, duel_match *m, bool *holds, duel_msg *why)
{
    rung rungs[STEPS];
    match_meter meter = {{r, -1}, 0, STEPS * m->games};
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
    print_ladder(r, rungs, count);
    *holds = count == STEPS;
    for (int i = 0; i < count; i++)
        *holds = *holds && rungs[i].holds;
    return DUEL_OK;
}

static int run_match(request *r)
{
    duel_msg why;
    subject s;
    bool ladder = args_has(r, "--ladder"), holds = true;
    duel_status status = subject_read(r, 0, &s, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    duel_match m = {.v = &s.v, .stop = &work_stop, .progress = show_done};
    status = read_match(r, &m, &why);
    if (status == DUEL_OK && ladder && args_has(r, "--players"))
        status = duel_bad(&why, N_("Write --players or --ladder, not both."), "");
    work_begin();
    if (status == DUEL_OK)
        status = ladder ? play_ladder(r, &m, &holds, &why) : play_match(r, &m, &why);
    subject_fini(&s);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    return holds ? EXIT_DONE : EXIT_NO;
}

const command command_match = {"match", "GAME --players SPEC,SPEC | --ladder [opt=value…]",
                               N_("Plays engines against each other and reports the result."),
                               match_flags, run_match};
