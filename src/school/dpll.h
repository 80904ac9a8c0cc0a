/* school/dpll.h -- the procedure of Davis, Putnam, Logemann and Loveland, telling what it does:
 * clauses of one literal first, then letters that occur on one side only, then a case split. */
#ifndef DUEL_SCHOOL_DPLL_H
#define DUEL_SCHOOL_DPLL_H

#include "school/clauses.h"
#include "school/story.h"

/* Whether the clauses can all be true; *model is how. `story` may be NULL. */
bool school_dpll(const school_clauses *c, school_clause *model, school_story *story);

#endif
