/* front/lib/engine.c -- libduel: engines that choose, solve and advise, and players against
 * players.
 *
 * An engine gets the view of the seat to move, whatever the state that is handed in holds. */
#include "core/fault_guard.h"
#include "core/play.h"
#include "front/json.h"
#include "front/lib/inside.h"
#include "match/match.h"
#include "players/player.h"
#include "table/advice.h"

#include <stdlib.h>

struct libduel_engine {
    const libduel_game *game;
    machine_player *player;
    duel_answer answer; /* large */
};

libduel_engine *libduel_engine_open(libduel_game *g, const char *spec, size_t memory,
                                    libduel_error *error)
{
    duel_msg why = {0};
    libduel_engine *e = calloc(1, sizeof *e);
    if (e == NULL) {
        lib_full(g, error);
        return NULL;
    }
    e->game = g;
    duel_status status = player_open(duel_str_of(spec), &g->v, memory ? memory : LIB_MEMORY,
                                     NULL, &e->player, &why);
    if (status == DUEL_OK)
        return e;
    lib_fail(g, status, &why, error);
    free(e);
    return NULL;
}

void libduel_engine_close(libduel_engine *e)
{
    if (e)
        player_close(e->player);
    free(e);
}

void libduel_engine_forget(libduel_engine *e)
{
    player_forget(e->player);
}

/* ---- thinking ---------------------------------------------------------------------------- */

/* A question about the view of the seat to move, which is written to *view. */
static duel_think question_of(const libduel_state *s, const libduel_limits *limits,
                              duel_state *view)
{
    duel_view(&s->game->v, s->bytes, s->turn, view);
    duel_think t = {.view = view, .seat = s->turn, .known = libduel_known(s, s->turn)};
    if (limits) {
        t.seconds = limits->seconds;
        t.nodes = limits->nodes;
        t.seed = limits->seed;
        t.threads = limits->threads;
    }
    return t;
}

static duel_status has_a_choice(const libduel_state *s, duel_msg *why)
{
    return s->count ? DUEL_OK : duel_refuse(why, N_("The game is over."), "");
}

static duel_status think_about(libduel_engine *e, const libduel_state *s,
                               const libduel_limits *limits, bool every_move, duel_state *view,
                               duel_msg *why)
{
    duel_fault_guard guard;
    duel_status status = has_a_choice(s, why);
    if (status != DUEL_OK)
        return status;
    duel_fault_guard_begin(&guard, s->game->v.game);
    duel_think t = question_of(s, limits, view);
    t.every_move = every_move;
    status = player_think(e->player, &t, &e->answer, why);
    return duel_fault_guard_end(&guard, status, why);
}

libduel_status libduel_think(libduel_engine *e, const libduel_state *s,
                             const libduel_limits *limits, uint32_t *action,
                             libduel_error *error)
{
    duel_state view;
    duel_msg why = {0};
    duel_status status = think_about(e, s, limits, false, &view, &why);
    if (status != DUEL_OK)
        return lib_fail(s->game, status, &why, error);
    for (int i = 0; i < s->count; i++)
        if (s->list[i] == e->answer.plan[0])
            *action = s->action[i];
    return LIBDUEL_OK;
}

static char *text_of_json(const libduel_game *g, json_t *j, libduel_error *error)
{
    char *text = json_dumps(j, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(j);
    if (text == NULL)
        lib_full(g, error);
    return text;
}

char *libduel_answer(libduel_engine *e, const libduel_state *s, const libduel_limits *limits,
                     libduel_error *error)
{
    duel_state view, imagined;
    duel_msg why = {0};
    const libduel_game *g = s->game;
    duel_status status = think_about(e, s, limits, true, &view, &why);
    if (status != DUEL_OK) {
        lib_fail(g, status, &why, error);
        return NULL;
    }
    json_about about = json_imagine(&g->v, &view, &imagined);
    json_t *j = json_answer(&about, &e->answer, g->lang);
    json_set(j, "nodes", json_integer((json_int_t)e->answer.nodes));
    json_set(j, "positions", json_integer((json_int_t)e->answer.positions));
    return text_of_json(g, j, error);
}

libduel_status libduel_whole(libduel_engine *e, const libduel_limits *limits, double *low,
                             double *high, libduel_error *error)
{
    duel_full_solution whole;
    duel_msg why = {0};
    duel_fault_guard guard;
    duel_think t = {.seconds = limits ? limits->seconds : 0,
                    .nodes = limits ? limits->nodes : 0,
                    .seed = limits ? limits->seed : 0};
    duel_fault_guard_begin(&guard, e->game->v.game);
    duel_status status = player_solution(e->player, &t, &whole, &why);
    status = duel_fault_guard_end(&guard, status, &why);
    if (status != DUEL_OK)
        return lib_fail(e->game, status, &why, error);
    *low = whole.low;
    *high = whole.high;
    return LIBDUEL_OK;
}

/* ---- advice ------------------------------------------------------------------------------ */

typedef struct advising {
    duel_state view;
    table_judge *judge;
    table_advice advice; /* large */
} advising;

static duel_status advise_on(const libduel_state *s, const libduel_limits *limits,
                             const duel_move *instead, advising *w, duel_msg *why)
{
    duel_fault_guard guard;
    player_context troupe = {.v = &s->game->v};
    duel_fault_guard_begin(&guard, s->game->v.game);
    duel_think t = question_of(s, limits, &w->view);
    duel_status status = judge_new(&troupe, NULL, LIB_MEMORY, &w->judge, why);
    if (status == DUEL_OK)
        status = advice_give(w->judge, &s->game->v, &t, instead, &w->advice, why);
    judge_free(w->judge);
    return duel_fault_guard_end(&guard, status, why);
}

static duel_status find_instead(const libduel_state *s, const uint32_t *action, int *at,
                                duel_msg *why)
{
    duel_status status = has_a_choice(s, why);
    *at = action && status == DUEL_OK ? lib_find(s, *action) : -1;
    if (action && status == DUEL_OK && *at < 0)
        status = duel_refuse(why, N_("“{0}” is not a legal move here."), "i", (int64_t)*action);
    return status;
}

char *libduel_advise(const libduel_state *s, const libduel_limits *limits,
                     const uint32_t *instead, libduel_error *error)
{
    const libduel_game *g = s->game;
    duel_msg why = {0};
    int at;
    char *text = NULL;
    advising *w = calloc(1, sizeof *w);
    duel_status status = w ? find_instead(s, instead, &at, &why) : duel_no_space(&why);
    if (status == DUEL_OK)
        status = advise_on(s, limits, at < 0 ? NULL : &s->list[at], w, &why);
    if (status == DUEL_OK) {
        duel_state imagined;
        json_about about = json_imagine(&g->v, &w->view, &imagined);
        text = text_of_json(g, json_advice(&about, &w->advice, g->lang), error);
    } else {
        lib_fail(g, status, &why, error);
    }
    free(w);
    return text;
}

/* ---- players against players ------------------------------------------------------------- */

static duel_status play_match(const libduel_game *g, const duel_str spec[],
                              const match_schedule *schedule, const libduel_limits *limits,
                              match_score **tally, duel_msg *why)
{
    match_setup m = {.v = &g->v,
                     .spec = spec,
                     .schedule = schedule,
                     .threads = 1,
                     .memory = LIB_MEMORY,
                     .seed = 1};
    if (limits) {
        m.seed = limits->seed;
        m.threads = limits->threads > 0 ? limits->threads : 1;
        m.seconds = limits->seconds;
        m.nodes = limits->nodes;
    }
    return match_run(&m, tally, why);
}

static void tell_points(const match_score *t, int players, libduel_points out[])
{
    for (int i = 0; i < players; i++) {
        match_points p = match_score_total(t, i);
        out[i] = (libduel_points){p.wins, p.ties, p.losses, p.points, p.margin};
    }
}

libduel_status libduel_match(libduel_game *g, const char *const spec[], uint64_t games,
                             const libduel_limits *limits, libduel_points out[],
                             libduel_error *error)
{
    duel_msg why = {0};
    duel_str name[DUEL_SEATS];
    match_schedule schedule;
    match_score *tally = NULL;
    int seats = g->v.seats;
    for (int i = 0; i < seats; i++)
        name[i] = duel_str_of(spec[i]);
    duel_status status = match_schedule_together(seats, seats, &schedule, &why);
    if (status != DUEL_OK)
        return lib_fail(g, status, &why, error);
    schedule.games = games;
    status = play_match(g, name, &schedule, limits, &tally, &why);
    if (status == DUEL_OK) {
        tell_points(tally, seats, out);
        match_score_free(tally);
    }
    match_schedule_fini(&schedule);
    return status == DUEL_OK ? LIBDUEL_OK : lib_fail(g, status, &why, error);
}
