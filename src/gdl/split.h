/* gdl/split.h -- rules with many variables cut into rules with fewer, before they are ground.
 *
 * A rule is run over all values of its variables together. Where a variable stands in some
 * conditions only, and not in the conclusion, those conditions can be a rule of their own that
 * concludes what they have in common with the others ("bucket elimination": R. Dechter, "Bucket
 * elimination: a unifying framework for reasoning", 1999). That a cell stays as it is when some
 * other move is made then is, for each cell, one thing about the move, and not one for each
 * cell and each thing in it. */
#ifndef DUEL_GDL_SPLIT_H
#define DUEL_GDL_SPLIT_H

#include "gdl/sheet.h"

/* Rewrites a sheet that nobody proves from state by state: what the new rules conclude is told
 * only of values that the rest of the rule may have. */
void gdl_split(gdl_sheet *s);

#endif
