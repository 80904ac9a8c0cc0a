/* engines/plan.c -- turns made of moves: see plan.h. */
#include "engines/plan.h"
#include "core/play.h"

#include <string.h>

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
        if (!moves_again(v, view, seat, move, rng, &again) || !duel_same(v, &first, &again))
            return false;
    memcpy(next, &first, v->state_size);
    return true;
}

duel_status plan_turn(const duel_variant *v, const duel_think *t, duel_rng *rng,
                      plan_choose *choose, void *self, duel_answer *out, duel_msg *why)
{
    duel_state view, next;
    memcpy(&view, t->view, v->state_size);
    bool more = !duel_is_over(v, &view);
    while (more && out->plan_count < DUEL_PLAN) {
        duel_move move;
        duel_status status = choose(self, &view, &move, why);
        if (status != DUEL_OK)
            return status;
        out->plan[out->plan_count++] = move;
        more = plan_goes_on(v, &view, move, rng, &next);
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
