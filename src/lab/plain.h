/* lab/plain.h -- the plainest solver: lists all positions, then values them by sweeps.
 *
 * It exists to check others: it uses the contract's six functions and nothing that makes the
 * engines fast (no keys, no symmetry, no table of theirs), and shares no file with them. */
#ifndef DUEL_LAB_PLAIN_H
#define DUEL_LAB_PLAIN_H

#include "core/game.h"

/* DUEL_FULL when more than `most` positions lie below; DUEL_NO for a game that it cannot solve
 * (hidden information, more than two seats). */
duel_status plain_solve(const duel_variant *v, const void *state, size_t most, duel_result *out,
                        duel_msg *why);

#endif
