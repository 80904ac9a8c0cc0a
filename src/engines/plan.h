/* engines/plan.h -- a whole turn, chosen move by move, on nothing but a view.
 *
 * A turn may be several moves of one seat. What the view becomes after a move of its own is
 * certain only if every completion of the view agrees on it: plan_goes_on compares a few
 * guesses, and where they differ (a move that uncovers something) the plan ends. A player
 * alone has no turn to end: each move is a turn. */
#ifndef DUEL_ENGINES_PLAN_H
#define DUEL_ENGINES_PLAN_H

#include "core/engine.h"

/* Chooses one move of `view`, which is not over. */
typedef duel_status plan_choose(void *self, const void *view, duel_move *move, duel_msg *why);

/* Fills the plan (and the line with it) by asking `choose` until the turn ends. An ended view
 * gets an empty plan. */
duel_status plan_turn(const duel_variant *v, const duel_think *t, duel_rng *rng,
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

#endif
