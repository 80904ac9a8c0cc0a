/* engines/loopy.h -- values every position below a root, for games that may never end.
 *
 * Retrograde analysis: the positions are numbered, the moves laid out backwards, and results
 * flow from the ends of the game: first wins and losses, then ties among what is left. What
 * no result reaches is a draw: nobody can force an end. A player prefers a tie to a draw.
 *
 * Where states carry a margin (accel->carried) those that differ in it alone are one position,
 * and its result is of what lies ahead (core/value.h). */
#ifndef DUEL_ENGINES_LOOPY_H
#define DUEL_ENGINES_LOOPY_H

#include "core/value.h"
#include "engines/intern.h"
#include "engines/limits.h"

typedef struct loopy {
    const duel_variant *v;
    size_t memory;
    limits limits;
    intern states;       /* every position below the root; the root is number 0 */
    duel_result *result; /* by number, for the seat to move; NULL: not solved */
} loopy;

/* The state under which a position is numbered; false: it has none. */
bool loopy_bare(const duel_variant *v, const void *state, duel_state *out);
duel_status loopy_solve(loopy *l, const void *root, duel_msg *why);
void loopy_fini(loopy *l);

#endif
