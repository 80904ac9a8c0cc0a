/* school/resolution.h -- from two clauses that disagree about a letter a third follows, and
 * the empty one from whatever cannot be true. */
#ifndef DUEL_SCHOOL_RESOLUTION_H
#define DUEL_SCHOOL_RESOLUTION_H

#include "base/film.h"
#include "school/clauses.h"

enum { SCHOOL_RESOLVENTS = 8192 };

/* Resolves until the empty clause is found, or nothing new. The film, a table, has of a
 * refutation the clauses it needs, numbered, and no others; without one, every clause there is
 * in the end. */
school_outcome school_resolve(const school_clauses *c, duel_film *film);

#endif
