/* engines/greedy.c -- the move that looks best at once: one ply, no reply considered.
 *
 * A move that ends the game counts by its result, any other by the game's evaluation of what
 * it leads to, or 0 if the game has none. What is hidden is guessed a few times, the same
 * guesses for every move, and the worths are averaged. Equals are chosen among by chance. */
#include "core/play.h"
#include "engines/inside.h"

#include <stdlib.h>
#include <string.h>

enum { GUESSES = 12 };

typedef struct greedy {
    const duel_variant *v;
    duel_rng rng;
    const duel_think *think;
    duel_answer *out;
    double spread; /* of the game's evaluation; 0: not measured yet */
    int64_t *sum;  /* by move: worth over the guesses so far */
    duel_move *list;
} greedy;

static void close_greedy(void *self)
{
    greedy *g = self;
    free(g->sum);
    free(g->list);
    free(g);
}

static duel_status open_greedy(const duel_variant *v, const duel_settings *settings,
                               size_t memory, void **self, duel_msg *why)
{
    (void)settings, (void)memory;
    greedy *g = calloc(1, sizeof *g);
    if (g == NULL)
        return duel_no_space(why);
    g->v = v;
    g->sum = malloc(v->max_moves * sizeof *g->sum);
    g->list = malloc(v->max_moves * sizeof *g->list);
    if (g->sum == NULL || g->list == NULL) {
        close_greedy(g);
        return duel_no_space(why);
    }
    *self = g;
    return DUEL_OK;
}

static int32_t worth_after(const duel_variant *v, const duel_state *state, duel_move move,
                           int seat)
{
    duel_state after;
    int32_t score[DUEL_SEATS];
    memcpy(&after, state, v->state_size);
    v->game->play(v, &after, move);
    if (v->game->over(v, &after, score))
        return plan_worth_of_end(v, score, seat);
    const duel_accel *accel = v->game->accel;
    return accel && accel->evaluate ? accel->evaluate(v, &after, seat) : 0;
}

/* Adds up the worth of every move over some guesses; *guesses tells how many were made. */
static duel_status weigh_moves(greedy *g, const void *view, int count, int *guesses,
                               duel_msg *why)
{
    const duel_variant *v = g->v;
    int seat = v->game->turn(v, view), wanted = duel_has_secrets(v) ? GUESSES : 1;
    memset(g->sum, 0, (size_t)count * sizeof *g->sum);
    for (*guesses = 0; *guesses < wanted; ++*guesses) {
        duel_state state;
        if (g->think->stop && atomic_load(g->think->stop))
            break;
        duel_status status = plan_complete(v, view, &g->rng, &state, why);
        if (status != DUEL_OK)
            return status;
        for (int i = 0; i < count; i++)
            g->sum[i] += worth_after(v, &state, g->list[i], seat);
        g->out->nodes += (uint64_t)count;
    }
    return DUEL_OK;
}

static int best_of(greedy *g, int count)
{
    int best = 0;
    uint32_t equals = 1;
    for (int i = 1; i < count; i++) {
        if (g->sum[i] > g->sum[best])
            best = i, equals = 1;
        else if (g->sum[i] == g->sum[best] && duel_rng_below(&g->rng, ++equals) == 0)
            best = i;
    }
    return best;
}

/* The ratings of an answer are those of the first move of the turn. */
static void tell_ratings(greedy *g, int count, int best, int guesses)
{
    if (g->out->rated_count || guesses == 0)
        return;
    for (int i = 0; i < count; i++)
        g->out->rated[i] =
            (duel_move_value){.move = g->list[i], .estimate = (int32_t)(g->sum[i] / guesses)};
    g->out->rated_count = count;
    g->out->estimate = g->out->rated[best].estimate;
    g->out->scale = eval_scale_of(g->v, &g->spread);
    g->out->depth = 1;
}

static duel_status choose_greedily(void *self, const void *view, duel_move *move, duel_msg *why)
{
    greedy *g = self;
    int guesses, count = g->v->game->moves(g->v, view, g->list);
    duel_status status = weigh_moves(g, view, count, &guesses, why);
    if (status != DUEL_OK)
        return status;
    int best = best_of(g, count);
    tell_ratings(g, count, best, guesses);
    *move = g->list[best];
    return DUEL_OK;
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    greedy *g = self;
    double begin = duel_clock();
    memset(out, 0, sizeof *out);
    g->think = t;
    g->out = out;
    duel_rng_init_number(&g->rng, t->seed);
    duel_status status = plan_turn(g->v, t, &g->rng, choose_greedily, g, out, why);
    out->seconds = duel_clock() - begin;
    return status;
}

const duel_engine duel_engine_greedy = {
    .name = "greedy",
    .about = N_("takes what looks best at once"),
    .fits = plan_fits_guesses,
    .open = open_greedy,
    .think = think,
    .close = close_greedy,
};
