/* core/knowing.h -- what a seat has seen and done, as one number.
 *
 * A view tells what a seat sees now. What it knows is more: all that it has seen, and its own
 * moves, in their order; a card shown for a moment stays known, and a move of one's own tells
 * what one had in hand. A running hash of both stands for it. It is made of views alone, so
 * that it can be given to whoever may have those. */
#ifndef DUEL_CORE_KNOWING_H
#define DUEL_CORE_KNOWING_H

#include "core/game.h"

typedef struct duel_knowing {
    uint64_t seat[DUEL_SEATS]; /* never 0 */
} duel_knowing;

/* As the game begins, in this state. */
void duel_knowing_begin(const duel_variant *v, const void *state, duel_knowing *k);
/* `mover` has played `move`, which led to the state `after`. */
void duel_knowing_step(const duel_variant *v, int mover, duel_move move, const void *after,
                       duel_knowing *k);

/* The same for one seat, from its views: */
uint64_t duel_known_first(const duel_variant *v, const void *view, int seat);
uint64_t duel_known_after(const duel_variant *v, uint64_t known, bool own, duel_move move,
                          const void *view);

#endif
