/* sheets/keys.h -- what is true in every state of a sheet, proved, and the keys it gives.
 *
 * Often at most one fact of a group holds: one thing in each cell, one player to move. Groups
 * are looked for in the states that random games met, and proved (sheets/proof.h). A state then
 * needs no bit for each fact but one of a few numbers for each group; and where that makes few
 * enough of them together, states have keys. */
#ifndef DUEL_SHEETS_KEYS_H
#define DUEL_SHEETS_KEYS_H

#include "core/game.h"

struct sheets_game;

/* Finds them, and whether nothing can come back. What cannot be proved is done without. */
duel_status keys_find(struct sheets_game *g, duel_msg *why);
void keys_fini(struct sheets_game *g);

/* Refuses facts that no state of the game has together. */
duel_status keys_check(const struct sheets_game *g, const void *state, duel_msg *why);

/* How many bits a key has; 0: there are none. */
uint32_t keys_bits(const struct sheets_game *g);
uint64_t keys_pack(const duel_variant *v, const void *state);
/* No game has more steps; 0: nobody knows, and a state may come back. */
uint32_t keys_longest(const struct sheets_game *g);

#endif
