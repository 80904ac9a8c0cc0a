/* engines/looks.c -- see looks.h. */
#include "engines/looks.h"
#include "core/play.h"
#include "core/value.h"

#include <math.h>

enum { GAMES = 24, PLIES = 60 };

typedef struct sampling {
    int count;
    double looks[GAMES * PLIES]; /* of a position, for the first seat */
    double share[GAMES * PLIES]; /* of the win that it got in the end */
} sampling;

static bool has_evaluation(const duel_variant *v)
{
    return v->game->accel && v->game->accel->evaluate;
}

/* A game that does not end in time tells nothing, but for what it carries. */
static void sample_game(const duel_variant *v, duel_rng *rng, sampling *s)
{
    const duel_game *g = v->game;
    duel_move list[DUEL_MOVES_MAX];
    duel_state state = {{0}};
    int32_t score[DUEL_SEATS];
    int count = s->count, most = count + PLIES;
    bool dealt = g->deal(v, rng, &state) == DUEL_OK;
    for (; dealt && count < most && !duel_is_over(v, &state); count++) {
        uint32_t moves = (uint32_t)g->moves(v, &state, list);
        s->looks[count] = g->accel->evaluate(v, &state, 0);
        g->play(v, &state, list[duel_rng_below(rng, moves)]);
    }
    if (!dealt || (!g->over(v, &state, score) && !value_carries(v)))
        return;
    if (!duel_is_over(v, &state))
        value_broken_off(v, &state, score);
    for (; s->count < count; s->count++)
        s->share[s->count] = duel_share(v, score, 0);
}

/* How much better a logistic that is a little steeper would foretell: falls as it gets
 * steeper, and is 0 at the best. */
static double gain_of_steepness(const sampling *s, double steepness)
{
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += s->looks[i] * (s->share[i] - 1 / (1 + exp(-steepness * s->looks[i])));
    return sum;
}

static double usual_size(const sampling *s)
{
    double sum = 0;
    for (int i = 0; i < s->count; i++)
        sum += fabs(s->looks[i]);
    return sum > 0 ? sum / s->count : 1;
}

/* Between a quarter of what evaluations usually come to and sixteen times that: a few games say
 * no more. */
static double measure_spread(const duel_variant *v)
{
    enum { HALVINGS = 20 };
    sampling s = {.count = 0};
    duel_rng root, rng;
    duel_rng_init_number(&root, 1);
    for (uint64_t i = 0; i < GAMES && has_evaluation(v); i++) {
        duel_rng_fork(&root, i, &rng);
        sample_game(v, &rng, &s);
    }
    double least = usual_size(&s) / 4, most = usual_size(&s) * 16;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = sqrt(least * most);
        if (gain_of_steepness(&s, 1 / middle) > 0)
            most = middle;
        else
            least = middle;
    }
    return most;
}

duel_scale looks_scale(const duel_variant *v, double *spread)
{
    if (*spread <= 0)
        *spread = measure_spread(v);
    return (duel_scale){.meaning = DUEL_MEANS_LOOKS, .unit = 1, .spread = *spread};
}
