/* lab/reach.h -- moves that lead to a position, looked for breadth first from where a game
 * begins. */
#ifndef DUEL_LAB_REACH_H
#define DUEL_LAB_REACH_H

#include "core/game.h"

typedef struct reachable reachable;

/* The positions that a game comes to, up to so many; NULL: no memory. */
reachable *reachable_new(const duel_variant *v, size_t most);
void reachable_free(reachable *r);
size_t reachable_count(const reachable *r);
/* Writes the fewest moves that lead there, with commas between; false: none were found. */
bool reachable_moves(const reachable *r, const void *state, duel_sink *out);

#endif
