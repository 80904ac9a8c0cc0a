/* wumpus/crowd.h -- several wumpuses and golds: where they can be by the marks that were met,
 * and whether reasoning alone leads to the gold past all of them.
 *
 * Why it is exact. With the wumpuses and golds laid, the argument of fast.c holds: the largest
 * set of pits decides. Fewer of them beside entered cells leave more room for pits, so of all
 * ways to lay them only the smallest that explain every mark need to be looked at, the rest
 * lying where no entered cell is near; where too few such cells are left, some lie beside
 * entered cells without need. Whether a cell can hold a wumpus is asked with one wumpus more.
 */
#ifndef DUEL_WUMPUS_CROWD_H
#define DUEL_WUMPUS_CROWD_H

#include "games/wumpus/world.h"

/* Cells, each beside a mark that the others leave unexplained. */
typedef struct wumpus_cover {
    wumpus_set cells;
    int size;
} wumpus_cover;

/* An entered cell has at most three dark neighbours, and at most four things are laid. */
enum { WUMPUS_COVERS = 3 * 3 * 3 * 3 };
_Static_assert(WUMPUS_MOST == 4, "WUMPUS_COVERS counts on it");

/* All smallest sets of at most `most` cells of `open` that have a member beside every mark, and
 * perhaps some that are not smallest; marks have at most three open neighbours. Returns how
 * many there are: 1, the empty one, without a mark. */
int wumpus_covers_of(int n, const wumpus_set *marks, const wumpus_set *open, int most,
                     wumpus_cover out[WUMPUS_COVERS]);

/* Whether the gold, or every gold, can be reached on proved cells only, without an arrow. For
 * strict rules with the seed's percepts, any number of wumpuses and golds, pits not counted. */
bool wumpus_crowd_deducible(const wumpus_rules *rules, const wumpus_world *world);

#endif
