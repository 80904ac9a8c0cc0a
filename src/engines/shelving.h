/* engines/shelving.h -- mixes as what is learned (core/engine.h): a number for each choice.
 *
 * Its key is made of what the seat knows and of the place of the choice among the others; its
 * code is the chance in parts of 2^40, and one more. Chances that were rounded so are still a
 * mix, and whoever recalls them works out anew what they are sure of. */
#ifndef DUEL_ENGINES_SHELVING_H
#define DUEL_ENGINES_SHELVING_H

#include "engines/mixing.h"

typedef enum shelf {
    SHELF_EMPTY,
    SHELF_WHOLE,  /* there are mixes for every set, in m->best */
    SHELF_DAMAGED /* for some of them, or such as cannot be */
} shelf;

shelf shelving_recall(mixing *m, const duel_learned *learned);
/* Gives the best mixes to `take`, by ascending key. */
duel_status shelving_hand_over(const mixing *m, duel_take *take, void *to);

#endif
