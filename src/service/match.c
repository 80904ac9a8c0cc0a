/* service/match.c -- see match.h. */
#include "service/match.h"
#include "base/clock.h"
#include "core/guard.h"
#include "core/play.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 64 };

typedef struct arena { /* what the threads share */
    const duel_match *m;
    pthread_mutex_t lock;
    uint64_t next, done;
    duel_match_result result;
    duel_status status; /* the first failure, and why */
    duel_msg why;
    atomic_bool failed; /* there was one: read without the lock by those who play meanwhile */
} arena;

typedef struct ring { /* one thread's players */
    arena *a;
    duel_player *player[DUEL_SEATS];
    duel_player *judge; /* of openings; NULL: not needed */
    duel_answer *answer;
    int loser; /* the seat whose player failed in this game; -1: none */
    duel_msg reason;
} ring;

static bool stopped(const arena *a)
{
    return atomic_load(&a->failed) || (a->m->stop && atomic_load(a->m->stop));
}

/* With the lock held. The first failure ends the match, and is the one told. */
static void fail(arena *a, duel_status status, const duel_msg *why)
{
    if (a->status != DUEL_OK)
        return;
    a->status = status;
    a->why = *why;
    atomic_store(&a->failed, true);
}

/* Which player sits at a seat in a game: rotated by one from game to game. */
static int player_at(const duel_match *m, uint64_t game, int seat)
{
    uint64_t seats = (uint64_t)m->v->seats;
    return (int)(((uint64_t)seat + game) % seats);
}

static duel_status think_in_ring(ring *r, const duel_state *state, uint64_t seed, int player,
                                 duel_msg *why)
{
    const duel_variant *v = r->a->m->v;
    duel_state view;
    int seat = v->game->turn(v, state);
    duel_view(v, state, seat, &view);
    duel_think t = {.view = &view,
                    .seat = seat,
                    .seconds = r->a->m->seconds,
                    .nodes = r->a->m->nodes,
                    .threads = 1,
                    .seed = seed,
                    .stop = r->a->m->stop};
    return duel_player_think(r->player[player], &t, r->answer, why);
}

/* Plays the plan until the turn ends. An engine that plans anything illegal is wrong, and the
 * match says so. */
static duel_status follow_plan(ring *r, duel_state *state, uint64_t *plies, int player,
                               duel_msg *why)
{
    const duel_variant *v = r->a->m->v;
    int seat = v->game->turn(v, state);
    bool ended = false;
    for (int i = 0; !ended && i < r->answer->plan_count; i++) {
        if (!duel_legal(v, state, r->answer->plan[i]))
            return duel_fail(why, N_("The player {0} answered with an illegal move."), "c",
                             duel_player_spec(r->player[player]));
        v->game->play(v, state, r->answer->plan[i]);
        ++*plies;
        ended = duel_turn_ended(v, seat, state);
    }
    if (r->answer->plan_count == 0)
        return duel_fail(why, N_("The player {0} answered without a move."), "c",
                         duel_player_spec(r->player[player]));
    return DUEL_OK;
}

/* A program from outside that failed has lost; the others share the win. */
static duel_status adjudicate(ring *r, int seat, int32_t score[])
{
    for (int i = 0; i < r->a->m->v->seats; i++)
        score[i] = i != seat;
    r->loser = seat;
    return DUEL_OK;
}

static duel_status play_match_game(ring *r, uint64_t game, int32_t score[], uint64_t *plies,
                                   duel_msg *why)
{
    enum { LOOPY_PLIES = 500 };
    const duel_match *m = r->a->m;
    const duel_variant *v = m->v;
    duel_rng root, rng;
    duel_state state;
    uint64_t longest = v->traits & DUEL_LOOPY ? LOOPY_PLIES : UINT64_MAX;
    duel_rng_init_number(&root, m->seed);
    duel_rng_fork(&root, game / (uint64_t)v->seats,
                  &rng); /* an opening for each set of rotations */
    duel_status status =
        duel_opening_draw(&m->openings, v, &rng, r->judge, r->answer, &state, why);
    duel_rng_fork(&root, ~game, &rng); /* engines' seeds come from elsewhere */
    for (int i = 0; i < v->seats; i++)
        duel_player_forget(r->player[i]);
    memset(score, 0, DUEL_SEATS * sizeof *score);
    r->loser = -1;
    while (status == DUEL_OK && *plies < longest && !v->game->over(v, &state, score)) {
        if (stopped(r->a))
            return DUEL_STOPPED;
        int seat = v->game->turn(v, &state), player = player_at(m, game, seat);
        status = think_in_ring(r, &state, duel_rng_next(&rng), player, why);
        if (duel_player_forfeits(r->player[player], &r->reason))
            return adjudicate(r, seat, score);
        if (status == DUEL_OK)
            status = follow_plan(r, &state, plies, player, why);
    }
    return status;
}

static void count_forfeit(duel_match_points *p, const duel_msg *reason)
{
    int at = 0;
    while (at < DUEL_FORFEITS - 1 && p->forfeit[at].games &&
           p->forfeit[at].reason.id != reason->id)
        at++;
    if (p->forfeit[at].games == 0)
        p->forfeit[at].reason = *reason;
    p->forfeit[at].games++;
    p->forfeits++;
}

static void count(arena *a, uint64_t game, const int32_t score[], uint64_t plies)
{
    const duel_variant *v = a->m->v;
    a->result.games++;
    a->result.plies += plies;
    for (int seat = 0; seat < v->seats; seat++) {
        duel_match_points *p = &a->result.player[player_at(a->m, game, seat)];
        double share = duel_share(v, score, seat);
        p->wins += share == 1.0;
        p->ties += share > 0.0 && share < 1.0;
        p->losses += share == 0.0;
        p->points += share;
        p->squares += share * share;
        p->margin += duel_margin(v, score, seat);
    }
}

static duel_status open_ring(ring *r, duel_msg *why)
{
    const duel_match *m = r->a->m;
    size_t memory = m->memory / (size_t)(m->threads * (m->v->seats + 1));
    duel_status status = DUEL_OK;
    r->answer = malloc(sizeof *r->answer);
    if (r->answer == NULL)
        status = duel_full(why);
    for (int i = 0; status == DUEL_OK && i < m->v->seats; i++)
        status = duel_player_open(m->spec[i], m->v, memory, NULL, &r->player[i], why);
    for (int i = 0; status == DUEL_OK && i < m->v->seats; i++)
        status = duel_player_start(r->player[i], why);
    if (status == DUEL_OK && m->openings.balanced)
        status = duel_player_open(duel_str_of("expert"), m->v, memory, NULL, &r->judge, why);
    return status;
}

static void close_ring(ring *r)
{
    for (int i = 0; i < DUEL_SEATS; i++)
        duel_player_close(r->player[i]);
    duel_player_close(r->judge);
    free(r->answer);
}

static bool take_game(arena *a, uint64_t *game)
{
    pthread_mutex_lock(&a->lock);
    bool more = !stopped(a) && a->next < a->m->games;
    if (more)
        *game = a->next++;
    pthread_mutex_unlock(&a->lock);
    return more;
}

static void finish_game(ring *r, uint64_t game, const int32_t score[], uint64_t plies)
{
    arena *a = r->a;
    count(a, game, score, plies);
    if (r->loser >= 0)
        count_forfeit(&a->result.player[player_at(a->m, game, r->loser)], &r->reason);
    if (a->m->progress)
        a->m->progress(a->m->watcher, ++a->done);
}

static void *work_in_arena(void *arg)
{
    arena *a = arg;
    ring r = {.a = a};
    uint64_t game;
    duel_msg why = {0};
    pthread_mutex_lock(&a->lock); /* players are opened one after the other */
    duel_status status = open_ring(&r, &why);
    if (status != DUEL_OK)
        fail(a, status, &why);
    pthread_mutex_unlock(&a->lock);
    while (status == DUEL_OK && take_game(a, &game)) {
        int32_t score[DUEL_SEATS];
        uint64_t plies = 0;
        duel_guard g;
        duel_guard_begin(&g, a->m->v->game);
        status = play_match_game(&r, game, score, &plies, &why);
        status = duel_guard_end(&g, status, &why);
        pthread_mutex_lock(&a->lock);
        if (status == DUEL_OK)
            finish_game(&r, game, score, plies);
        else if (status != DUEL_STOPPED)
            fail(a, status, &why);
        pthread_mutex_unlock(&a->lock);
    }
    close_ring(&r);
    return NULL;
}

duel_status duel_match_run(const duel_match *m, duel_match_result *out, duel_msg *why)
{
    pthread_t id[MOST_THREADS];
    duel_match match = *m;
    duel_status fits = duel_openings_fit(&m->openings, m->v, why);
    if (fits != DUEL_OK)
        return fits;
    match.threads = m->threads < 1 ? 1 : m->threads > MOST_THREADS ? MOST_THREADS : m->threads;
    arena a = {.m = &match};
    double begin = duel_clock();
    pthread_mutex_init(&a.lock, NULL);
    int started = 1;
    while (started < match.threads &&
           pthread_create(&id[started], NULL, work_in_arena, &a) == 0)
        started++;
    work_in_arena(&a);
    for (int i = 1; i < started; i++)
        pthread_join(id[i], NULL);
    pthread_mutex_destroy(&a.lock);
    a.result.seconds = duel_clock() - begin;
    if (a.status == DUEL_OK)
        *out = a.result;
    else if (why)
        *why = a.why;
    return a.status;
}

/* ---- statistics ---------------------------------------------------------------------------
 */

static double spread(const duel_match_points *p, double n)
{
    double mean = p->points / n;
    double variance = p->squares / n - mean * mean;
    return variance > 0 ? sqrt(variance / n) : 0;
}

static double elo_of(double share)
{
    return 400 * log10(share / (1 - share));
}

/* Elo by the logistic curve; its error by the delta method on the mean share of points. */
bool duel_match_elo(const duel_match_points *p, uint64_t games, double *elo, double *error)
{
    double n = (double)games, mean = games ? p->points / n : 0;
    if (mean <= 0 || mean >= 1)
        return false;
    *elo = elo_of(mean);
    *error = 1.96 * spread(p, n) * 400 / (log(10) * mean * (1 - mean));
    return true;
}

void duel_match_interval(const duel_match_points *p, uint64_t games, double *low, double *high)
{
    const double z = 1.96;
    double n = (double)games, mean = games ? p->points / n : 0.5;
    if (games == 0) {
        *low = 0, *high = 1;
        return;
    }
    double centre = (mean + z * z / (2 * n)) / (1 + z * z / n);
    double half = z / (1 + z * z / n) * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n));
    *low = centre > half ? centre - half : 0;
    *high = centre + half < 1 ? centre + half : 1;
}
