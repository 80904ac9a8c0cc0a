/* games/ergo/reply.h -- the turn of a player who looks one turn ahead, found fast.
 *
 * What ergo_turns_find and a judge find in a tenth of a millisecond, for play-outs: cards that
 * change different lines are combined by truth table, without playing them. Left out are turns
 * with Tabula Rasa and another card in one line, and with Revolution and another card of the
 * proof; they are rare. */
#ifndef GAMES_ERGO_REPLY_H
#define GAMES_ERGO_REPLY_H

#include "games/ergo/weights.h"

/* A turn of the largest worth (ties at random), in a state in which the seat to move has used
 * no card yet and its hand is known. */
void ergo_reply(const duel_variant *v, const ergo *s, const ergo_scale *scale, duel_rng *rng,
                ergo_way *out);

#endif
