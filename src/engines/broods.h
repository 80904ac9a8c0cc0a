/* engines/broods.h -- values every position below a root, as acyclic.h does, for games that
 * make many children at the price of one.
 *
 * Depth-first, but by generations: of the positions at hand that are not known yet, some are
 * opened together; their children are the next ones at hand, and once all those are known, so
 * are they. What lies in memory besides the table is the generations under each other, one for
 * each ply. Results, table and limits are those of acyclic.h; one thread, and no nim-values.
 *
 * For games, too, in which all ways to a position are of one length, or most: what ways of
 * different lengths lead to may be opened several times. */
#ifndef DUEL_ENGINES_BROODS_H
#define DUEL_ENGINES_BROODS_H

#include "engines/acyclic.h"

/* As acyclic_solve. *crossed: it is DUEL_STOPPED because so many positions were opened several
 * times that another way is better. */
duel_status broods_solve(acyclic *a, const void *root, bool *crossed, duel_msg *why);

#endif
