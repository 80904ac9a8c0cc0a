/* engines/answer.c -- completes an engine's answer: a whole turn of moves, and the meaning of
 * its estimates. See inside.h. */
#include "core/play.h"
#include "core/value.h"
#include "engines/inside.h"

#include <math.h>
#include <string.h>

/* ---- a whole turn -------------------------------------------------------------------- */

enum { SURE = 4 }; /* completions that must agree on what a move leads to */

duel_status plan_fits_guesses(const duel_variant *v, duel_msg *why)
{
    if (duel_has_secrets(v) && v->game->guess == NULL)
        return duel_refuse(why,
                           N_("This engine must imagine what is hidden, and this game does "
                              "not tell how."),
                           "");
    return DUEL_OK;
}

duel_status plan_complete(const duel_variant *v, const void *view, duel_rng *rng,
                          duel_state *state, duel_msg *why)
{
    memcpy(state, view, v->state_size);
    return duel_has_secrets(v) ? v->game->guess(v, state, rng, why) : DUEL_OK;
}

/* Plays `move` on a completion of the view: true if `seat` then moves again. */
static bool moves_again(const duel_variant *v, const void *view, int seat, duel_move move,
                        duel_rng *rng, duel_state *after)
{
    if (plan_complete(v, view, rng, after, NULL) != DUEL_OK)
        return false;
    v->game->play(v, after, move);
    if (duel_is_over(v, after) || v->game->turn(v, after) != seat)
        return false;
    duel_hide(v, after, seat);
    return true;
}

bool plan_goes_on(const duel_variant *v, const void *view, duel_move move, duel_rng *rng,
                  duel_state *next)
{
    bool secrets = duel_has_secrets(v);
    if (v->seats == 1 || (secrets && v->game->guess == NULL))
        return false;
    int seat = v->game->turn(v, view);
    duel_state first, again;
    if (!moves_again(v, view, seat, move, rng, &first))
        return false;
    for (int i = 1; secrets && i < SURE; i++)
        if (!moves_again(v, view, seat, move, rng, &again) ||
            !duel_states_equal(v, &first, &again))
            return false;
    memcpy(next, &first, v->state_size);
    return true;
}

duel_status plan_turn(const duel_variant *v, const duel_think *t, const duel_rng *rng,
                      plan_choose *choose, void *self, duel_answer *out, duel_msg *why)
{
    duel_state view, next;
    duel_rng sure;
    duel_rng_fork(rng, 1, &sure);
    memcpy(&view, t->view, v->state_size);
    bool more = !duel_is_over(v, &view);
    while (more && out->plan_count < DUEL_PLAN) {
        duel_move move;
        duel_status status = choose(self, &view, &move, why);
        if (status != DUEL_OK)
            return status;
        out->plan[out->plan_count++] = move;
        more = plan_goes_on(v, &view, move, &sure, &next);
        if (more)
            memcpy(&view, &next, v->state_size);
    }
    size_t bytes = (size_t)out->plan_count * sizeof *out->line;
    if (out->line_count < out->plan_count || memcmp(out->line, out->plan, bytes) != 0) {
        memcpy(out->line, out->plan, bytes);
        out->line_count = out->plan_count;
    }
    return DUEL_OK;
}

static int32_t limited(int32_t margin)
{
    return margin > PLAN_MARGINS    ? PLAN_MARGINS
           : margin < -PLAN_MARGINS ? -PLAN_MARGINS
                                    : margin;
}

int32_t plan_worth_of_end(const duel_variant *v, const int32_t score[], int seat)
{
    int32_t margin = duel_margin(v, score, seat);
    int32_t extra = v->traits & DUEL_MARGIN ? limited(margin) : 0;
    return margin > 0 ? PLAN_WON + extra : margin < 0 ? -PLAN_WON + extra : 0;
}

/* ---- what evaluations mean ----------------------------------------------------------- */

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
    if (!dealt || (!g->over(v, &state, score) && !value_has_margin(v)))
        return;
    if (!duel_is_over(v, &state))
        value_scores_unfinished(v, &state, score);
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

duel_scale eval_scale_of(const duel_variant *v, double *spread)
{
    if (*spread <= 0)
        *spread = measure_spread(v);
    return (duel_scale){.meaning = DUEL_MEANS_EVALUATION, .unit = 1, .spread = *spread};
}
