/* chicago/expert.c -- the best there is for two players.
 *
 * Where every token is seen: the exact solver; where a limit stops it, look-ahead as deep as
 * what is left allows. Where only the tops are seen, the hidden tokens are guessed again and
 * again, each guess is solved as if it were open, and the move that is best on average over the
 * guesses is chosen (determinization; what it is worth and why it errs: J. Long, N. Sturtevant,
 * M. Buro and T. Furtak, AAAI 2010).
 *
 * Three and four players are left to the expert that knows no game: tree search that samples
 * whole games beat both max^n and paranoid look-ahead on the lead (docs/chicago.md).
 *
 * Under a limit of nodes nothing is remembered from call to call. */
#include "games/chicago/engines.h"

#include "base/clock.h"
#include "core/play.h"

#include <string.h>

enum {
    SOLVER_LEAST = 2000, /* nodes below which solving is not tried: look-ahead sees as far */
    QUICK = 20000,       /* nodes of look-ahead when time, not nodes, ran out */
    WORLDS = 400,        /* guesses that are enough */
    WORLD_SHARES = 12,   /* into how many guesses a limit of nodes is divided … */
    WORLD_LEAST = 40,    /* … if each gets so many */
    HUNDREDTHS = 100     /* of a point, where points are averaged */
};
static const double USUAL_SECONDS = 1; /* where there is no limit and no end */

typedef struct effort {
    chicago_brain *b;
    const duel_think *t;
    double begin, seconds; /* seconds: 0 = no limit */
    uint64_t used;         /* nodes */
    int depth;
} effort;

static uint64_t nodes_left(const effort *e)
{
    return e->t->nodes > e->used ? e->t->nodes - e->used : 1;
}

static double seconds_left(const effort *e)
{
    double left = e->seconds - (duel_clock() - e->begin);
    return e->seconds <= 0 ? 0 : left > 1e-6 ? left : 1e-6;
}

/* Whether so many nodes more would be too many. */
static bool out_of_limits(const effort *e, uint64_t nodes)
{
    return (e->t->stop && atomic_load(e->t->stop)) ||
           (e->seconds > 0 && duel_clock() - e->begin >= e->seconds) ||
           (e->t->nodes && e->used + nodes > e->t->nodes);
}

static int komi_of(const effort *e)
{
    int seat = e->b->v->game->turn(e->b->v, e->t->view);
    return chicago_komi(e->b->v, seat) - chicago_komi(e->b->v, !seat);
}

/* ---- every token seen --------------------------------------------------------------- */

/* Half of the nodes are kept for look-ahead, should they not suffice. */
static bool solve_within(effort *e, const chicago_board *board, bool all, uint64_t nodes,
                         chicago_answer *a)
{
    chicago_limits limits = {nodes / 2, seconds_left(e), e->t->stop};
    if (nodes && nodes < SOLVER_LEAST)
        return false;
    duel_status status = (all ? chicago_solve_all : chicago_solve)(e->b->solver, &e->b->rules,
                                                                   board, &limits, a);
    e->used += a->nodes;
    return status == DUEL_OK;
}

static void look_ahead(effort *e, const chicago_board *board, uint64_t nodes,
                       int value[CHICAGO_MOVES])
{
    uint64_t used;
    e->depth = chicago_deepen(&e->b->rules, board, nodes ? nodes : QUICK, value, &used);
    e->used += used;
}

/* When not all moves could be valued in time, the value itself may have been proved. */
static void think_open(effort *e, duel_answer *out)
{
    chicago_answer a = {.low = 0, .high = 1};
    const duel_think *t = e->t;
    if (solve_within(e, t->view, t->every_move, t->nodes, &a) || a.low == a.high) {
        chicago_tell_proved(e->b->v, t, &a, out);
        return;
    }
    int value[CHICAGO_MOVES] = {0}, komi = komi_of(e);
    int32_t estimate[CHICAGO_MOVES] = {0};
    look_ahead(e, t->view, t->nodes ? nodes_left(e) : 0, value);
    for (int i = 0; i < CHICAGO_MOVES; i++)
        estimate[i] = value[i] + komi;
    chicago_tell_estimates(e->b->v, t, estimate, 1, out);
}

/* ---- guesses ------------------------------------------------------------------------ */

/* The value of every move of a board without hidden tokens; false if it was cut short. */
static bool value_world(effort *e, const chicago_board *world, uint64_t nodes,
                        int value[CHICAGO_MOVES])
{
    chicago_answer a;
    uint64_t before = e->used;
    if (solve_within(e, world, true, nodes, &a)) {
        memcpy(value, a.move_low, (size_t)a.count * sizeof *value);
        return true;
    }
    uint64_t spent = e->used - before;
    look_ahead(e, world, nodes > spent ? nodes - spent : nodes ? 1 : 0, value);
    return nodes != 0; /* look-ahead is as good as it gets under a limit of nodes */
}

/* What one guess may cost; 0: whatever solving it takes. */
static uint64_t world_share(const effort *e)
{
    uint64_t nodes = e->t->nodes, share = nodes / WORLD_SHARES;
    return share > WORLD_LEAST ? share : nodes < WORLD_LEAST ? nodes : WORLD_LEAST;
}

/* Averages over guesses; the first counts even if it was cut short, so that there is one. */
static duel_status think_guessing(effort *e, duel_answer *out, duel_msg *why)
{
    duel_rng rng;
    int64_t sum[CHICAGO_MOVES] = {0};
    int32_t estimate[CHICAGO_MOVES] = {0};
    int worlds = 0;
    duel_rng_init_number(&rng, e->t->seed);
    uint64_t share = world_share(e);
    while (worlds == 0 || (worlds < WORLDS && !out_of_limits(e, share))) {
        chicago_board world = *(const chicago_board *)e->t->view;
        int value[CHICAGO_MOVES] = {0};
        duel_status status = chicago_guess_lower(&world, &rng, why);
        if (status != DUEL_OK)
            return status;
        if (!value_world(e, &world, share, value) && worlds)
            break;
        for (int i = 0; i < CHICAGO_MOVES; i++)
            sum[i] += value[i];
        worlds++;
    }
    int komi = komi_of(e);
    for (int i = 0; i < CHICAGO_MOVES; i++)
        estimate[i] = (int32_t)(HUNDREDTHS * sum[i] / worlds) + HUNDREDTHS * komi;
    chicago_tell_estimates(e->b->v, e->t, estimate, HUNDREDTHS, out);
    out->positions = (uint64_t)worlds;
    return DUEL_OK;
}

/* ---- thinking ----------------------------------------------------------------------- */

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    return v->seats == 2 ? DUEL_OK
                         : duel_refuse(why, N_("This engine plays for two players only."), "");
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    chicago_brain *b = self;
    bool secrets = duel_has_secrets(b->v);
    effort e = {.b = b, .t = t, .begin = duel_clock(), .seconds = t->seconds};
    duel_status status = DUEL_OK;
    if (chicago_begin_answer(b->v, t, out))
        return DUEL_OK;
    if (t->nodes)
        chicago_solver_forget(b->solver);
    if (secrets && t->nodes == 0 && t->seconds <= 0)
        e.seconds = USUAL_SECONDS;
    if (secrets)
        status = think_guessing(&e, out, why);
    else
        think_open(&e, out);
    out->nodes = e.used;
    out->depth = e.depth;
    out->seconds = duel_clock() - e.begin;
    return status;
}

const duel_engine chicago_expert = {
    .name = "expert",
    .about = N_("perfect where every token is seen; where not, the best move on average"),
    .fits = fits,
    .open = chicago_brain_open_solver,
    .think = think,
    .forget = chicago_brain_forget,
    .close = chicago_brain_close,
};
