/* school/dpll.h -- the procedure of Davis, Putnam, Logemann and Loveland, telling what it does:
 * clauses of one literal first, then letters that occur on one side only, then a case split. */
#ifndef DUEL_SCHOOL_DPLL_H
#define DUEL_SCHOOL_DPLL_H

#include "base/film.h"
#include "school/clauses.h"

/* Whether the clauses can all be true; *model is how. `film`, which may be NULL, is the tree of
 * what was supposed and what was forced by it. */
school_outcome school_dpll(const school_clauses *c, school_clause *model, duel_film *film);

#endif
