/* moriarty/count.h -- every position that play can reach from a state, each with its value.
 *
 * For boards and endings small enough to be listed; it prunes nothing. */
#ifndef MORIARTY_COUNT_H
#define MORIARTY_COUNT_H

#include "games/moriarty/moriarty.h"

typedef struct moriarty_census {
    uint64_t counts[5]; /* positions by duel_value, for the side to move in each */
    uint64_t positions;
    int score; /* of the state itself, for its mover */
} moriarty_census;

/* Uses at most about `memory` bytes, then DUEL_FULL; DUEL_STOPPED when `think` says so. */
duel_status moriarty_count_all(const duel_variant *v, const moriarty_state *s,
                               const duel_think *think, size_t memory, moriarty_census *out,
                               duel_msg *why);

#endif
