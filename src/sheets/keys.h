/* sheets/keys.h -- what is true in every state of a sheet, proved, and the keys it gives.
 *
 * Often at most one fact of a group holds: one thing in each cell, one player to move. Groups
 * are looked for among the states met in random games and then proved by induction: they hold
 * at the start, and no step from a state in which all of them hold leads to one in which one
 * does not. What cannot be proved is dropped, until the rest stands. So a state needs no bit
 * for each fact but a few for each group. */
#ifndef DUEL_SHEETS_KEYS_H
#define DUEL_SHEETS_KEYS_H

#include "core/game.h"

struct sheets_game;

/* Refuses facts that no state of the game has together. */
duel_status keys_check(const struct sheets_game *g, const void *state, duel_msg *why);

#endif
