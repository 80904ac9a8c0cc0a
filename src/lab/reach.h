/* lab/reach.h -- moves that lead to a position, looked for breadth first from where a game
 * begins. */
#ifndef DUEL_LAB_REACH_H
#define DUEL_LAB_REACH_H

#include "core/game.h"

typedef struct reach reach;

/* The positions that a game comes to, up to so many; NULL: no memory. */
reach *reach_new(const duel_variant *v, size_t most);
void reach_free(reach *r);
size_t reach_count(const reach *r);
/* Writes the fewest moves that lead there, with commas between; false: none were found. */
bool reach_moves(const reach *r, const void *state, duel_sink *out);

#endif
