/* wumpus/optimum.h -- the best that any explorer can do on small grids of the seed's rules: in
 * how many of the possible worlds the gold, or every gold, can be reached, by exhaustive
 * search.
 *
 * The explorer knows the number of pits and that every world of the list is as likely as any
 * other, has one arrow for each wumpus and no lifelines, and walks for nothing. */
#ifndef DUEL_WUMPUS_OPTIMUM_H
#define DUEL_WUMPUS_OPTIMUM_H

#include "games/wumpus/world.h"

enum { WUMPUS_OPTIMUM_SIDE = 4 };

/* Every world of these rules, which are of side 4 with a number of pits, strict; the caller
 * frees *out. */
duel_status wumpus_all_worlds(const wumpus_rules *rules, wumpus_world **out, int *count,
                              duel_msg *why);

/* In how many of these worlds, of side 4, the best explorer finds what the rules ask for. */
duel_status wumpus_optimum(const wumpus_rules *rules, const wumpus_world *worlds, int count,
                           int *out, duel_msg *why);

#endif
