/* wumpus/stats.h -- the seed's experiment: how many of so many grids with so many pits can be
 * deduced, and at what interest. */
#ifndef DUEL_WUMPUS_STATS_H
#define DUEL_WUMPUS_STATS_H

#include "games/wumpus/world.h"

enum { WUMPUS_INTERESTS = 5 }; /* 0, 1, 2, 3, and 4 or more */

typedef struct wumpus_stats {
    int size, pits;
    int64_t grids;
    int64_t deducible[WUMPUS_INTERESTS]; /* by interest */
    int64_t not_deducible;               /* these and the deducible make up all grids */
    int64_t not_valid; /* counted apart: a grid may be deducible and not valid */
} wumpus_stats;

/* The names of the columns, in the order of wumpus_stats_values. */
enum { WUMPUS_COLUMNS = 10 };
extern const char *const wumpus_stats_names[WUMPUS_COLUMNS];
void wumpus_stats_values(const wumpus_stats *row, int64_t out[WUMPUS_COLUMNS]);

/* Draws `grids` worlds of the seed's kind. Equal generators give equal rows. */
duel_status wumpus_stats_row(int size, int pits, int64_t grids, duel_rng *rng,
                             wumpus_stats *out, duel_msg *why);

#endif
