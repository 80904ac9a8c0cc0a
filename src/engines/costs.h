/* engines/costs.h -- what it costs to play otherwise than by the mixes that nobody can beat:
 * what one who knew would win more, a game, in payoffs.
 *
 * A reply is worked out where mixing.h keeps what choices are worth; they are worked out again
 * before anything is returned. */
#ifndef DUEL_ENGINES_COSTS_H
#define DUEL_ENGINES_COSTS_H

#include "engines/mixing.h"

/* The seat goes by what it sees alone: sets that look alike have one mix. More than the other
 * is sure of in any case; INFINITY: there is no memory to work it out. */
double costs_by_view(mixing *m, int seat);
/* The seat always plays the same in this set: cost[i] is that of its choice i, more than the
 * other wins against the mix. */
void costs_of_habits(mixing *m, int seat, uint32_t set, double cost[]);

#endif
