/* lab/verify.h -- claims checked by code that shares no file with the engines.
 *
 * A claim about a position is `value=win`, `score=4`, `remoteness=5`, `nimber=2` or
 * `line=MOVE,MOVE,…`: a line of best play, in which every move keeps the value of the position
 * before it and which runs to the end of the game. */
#ifndef DUEL_LAB_VERIFY_H
#define DUEL_LAB_VERIFY_H

#include "lab/respond.h"

/* DUEL_OK: it holds. DUEL_NO: it does not, and *why says what is true. DUEL_BAD: not a claim.
 * DUEL_FULL: more than `most` positions would have to be looked at. */
duel_status duel_verify(const duel_variant *v, const void *state, duel_str claim, size_t most,
                        duel_msg *why);

/* A strategy for both seats of a game with secrets, and the bounds of the value that it claims:
 * each must be what a best reply leaves to one of its seats, to 10^-9. DUEL_NO says what that
 * is. */
duel_status duel_verify_strategy(const duel_variant *v, double low, double high,
                                 respond_strategy *strategy, void *self, uint64_t most,
                                 duel_msg *why);

#endif
