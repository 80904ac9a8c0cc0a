/* lab/respond.h -- the plainest best reply to a strategy in a game with secrets, to check
 * others.
 *
 * It lists the histories that a seat cannot tell apart, moves on ply by ply, and parts the list
 * wherever the seat sees a difference. It keeps no tree and no hash of its own, compares views
 * byte by byte, and shares no file with the engines. */
#ifndef DUEL_LAB_RESPOND_H
#define DUEL_LAB_RESPOND_H

#include "core/game.h"

/* What `seat` plays where it knows `known` (core/knowing.h): a chance for each of the `count`
 * moves of its view. False: the strategy says nothing there. */
typedef bool respond_strategy(void *self, int seat, uint64_t known, int count, double chance[]);

/* What `seat` wins at most, a game, against the strategy of the other: the difference of the
 * scores where margins count, else 1 for a win and -1 for a loss. DUEL_FULL beyond `most`
 * histories; DUEL_NO where the strategy says nothing, or no chances. */
duel_status respond_best(const duel_variant *v, int seat, respond_strategy *strategy,
                         void *self, uint64_t most, double *out, duel_msg *why);

#endif
