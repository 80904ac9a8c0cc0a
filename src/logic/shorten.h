/* logic/shorten.h -- the shortest derivation, if it is short, among all that a run has met.
 *
 * A run settles formulas by the size of their derivation written as a tree; a derivation that
 * uses a step several times can be shorter than its tree. Finding it is a search: choose for
 * each formula needed the edge it comes by, with iterative deepening on the number of steps. */
#ifndef DUEL_LOGIC_SHORTEN_H
#define DUEL_LOGIC_SHORTEN_H

#include "logic/derive.h"

enum { SHORTEN_PATIENCE = 4000000 }; /* edges tried before giving up */

/* Looks for a derivation of `goal` of fewer than *size steps, its present size, and of at most
 * LOGIC_SHORT. If there is one, the shortest replaces the reasons in `f` and its size *size.
 * The graph loses edges that are of no use for this. False if patience ran out. */
bool shorten(derive_graph *g, derive_facts *f, logic_id goal, unsigned *size);

#endif
