/* engines/inside.h -- what the engines share: when to stop, how long to think, a whole turn
 * chosen move by move, and what estimates mean. */
#pragma once

#include "base/clock.h"
#include "core/engine.h"
#include "core/play.h"

/* ---- limits -------------------------------------------------------------------------- */

/* When an engine must stop: time, nodes, or because it was asked to. The clock is read once in
 * a while, the flag and the nodes every time. */
typedef struct limits {
    const duel_think *think;
    double begin;
} limits;

static inline void limits_begin(limits *l, const duel_think *t)
{
    *l = (limits){t, duel_clock()};
}

static inline double limits_seconds(const limits *l)
{
    return duel_clock() - l->begin;
}

static inline bool limits_asked(const limits *l)
{
    return l->think->stop && atomic_load_explicit(l->think->stop, memory_order_relaxed);
}

static inline bool limits_nodes(const limits *l, uint64_t nodes)
{
    return l->think->nodes && nodes >= l->think->nodes;
}

static inline bool limits_time(const limits *l)
{
    return l->think->seconds > 0 && limits_seconds(l) >= l->think->seconds;
}

/* How far it has come, to whoever wants to know. */
static inline void limits_tell(const limits *l, uint64_t nodes, uint64_t positions,
                               size_t memory)
{
    if (l->think->progress == NULL)
        return;
    duel_progress p = {
        .nodes = nodes, .positions = positions, .memory = memory, .seconds = limits_seconds(l)};
    l->think->progress(l->think->watcher, &p);
}

/* ---- how long it thinks -------------------------------------------------------------- */

/* What the caller allows, made narrower by the engine's own options, and one second where
 * nobody set a limit. */

/* A day is the most; options with decimals count in millionths. */
#define BUDGET_MICROS INT64_C(1000000)
#define BUDGET_MOST   (86400 * BUDGET_MICROS)

static inline double budget_least_time(double a, double b)
{
    return a > 0 && (b <= 0 || a < b) ? a : b;
}

static inline uint64_t budget_least(uint64_t a, uint64_t b)
{
    return a && (b == 0 || a < b) ? a : b;
}

/* `bounded`: the engine stops by itself even without a limit. */
static inline duel_think budget_of(const duel_think *t, int64_t micros, int64_t nodes,
                                   bool bounded)
{
    duel_think own = *t;
    own.seconds = budget_least_time((double)micros / (double)BUDGET_MICROS, t->seconds);
    own.nodes = budget_least((uint64_t)nodes, t->nodes);
    if (own.seconds <= 0 && own.nodes == 0 && !bounded)
        own.seconds = 1;
    return own;
}

/* ---- a whole turn -------------------------------------------------------------------- */

/* Chosen move by move, on nothing but a view. A turn may be several moves of one seat. What the
 * view becomes after a move of its own is certain only if every completion of the view agrees
 * on it: plan_goes_on compares a few guesses, and where they differ (a move that uncovers
 * something) the plan ends. A player alone has no turn to end: each move is a turn. */

/* Chooses one move of `view`, which is not over. */
typedef duel_status plan_choose(void *self, const void *view, duel_move *move, duel_msg *why);

/* Fills the plan (and the line with it) by asking `choose` until the turn ends. An ended view
 * gets an empty plan. What has to be guessed is guessed by a chance of its own, forked from
 * `rng`. */
duel_status plan_turn(const duel_variant *v, const duel_think *t, const duel_rng *rng,
                      plan_choose *choose, void *self, duel_answer *out, duel_msg *why);

/* Whether the seat moves again after `move`, in a view it is sure of: written to *next. */
bool plan_goes_on(const duel_variant *v, const void *view, duel_move move, duel_rng *rng,
                  duel_state *next);

/* A full state that may lie behind the view; the view itself in a game without secrets. */
duel_status plan_complete(const duel_variant *v, const void *view, duel_rng *rng,
                          duel_state *state, duel_msg *why);

/* Refuses a game whose secrets nobody can guess. */
duel_status plan_fits_guesses(const duel_variant *v, duel_msg *why);

/* An ended state on the scale of estimates, for `seat`: beyond every evaluation (±1000000),
 * a tie 0, and by its margin where margins matter. */
enum { PLAN_WON = 2000000, PLAN_MARGINS = 1000000 };
int32_t plan_worth_of_end(const duel_variant *v, const int32_t score[], int seat);

/* What a seat has seen and done, while it chooses the moves of one turn. */
typedef struct turn_info {
    int seat;
    uint64_t known; /* where the next move is chosen; 0: nobody says */
    bool begun;     /* a move of the turn was chosen: */
    duel_move last; /* this one */
} turn_info;

static inline turn_info turn_info_begin(const duel_think *t)
{
    return (turn_info){.seat = t->seat, .known = t->known};
}

/* The view in which the next move is chosen. */
static inline void turn_info_observe(turn_info *o, const duel_variant *v, const void *view)
{
    if (o->begun && o->known)
        o->known = duel_info_set_after(v, o->known, true, o->last, view);
}

static inline duel_move turn_info_move(turn_info *o, duel_move move)
{
    o->begun = true;
    o->last = move;
    return move;
}

/* ---- what evaluations mean ----------------------------------------------------------- */

/* A game evaluates on any scale. How much is much is measured once for a variant, on a few
 * games at random, always the same: the spread is the one with which a logistic foretells best
 * who wins them. */

/* The scale of estimates that are evaluations. *spread is kept by the caller, 0 to begin with:
 * it is measured the first time. */
duel_scale eval_scale_of(const duel_variant *v, double *spread);
