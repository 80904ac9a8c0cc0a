/* school/resolution.h -- from two clauses that disagree about a letter a third follows, and
 * the empty one from whatever cannot be true. */
#ifndef DUEL_SCHOOL_RESOLUTION_H
#define DUEL_SCHOOL_RESOLUTION_H

#include "school/clauses.h"
#include "school/story.h"

enum { SCHOOL_RESOLVENTS = 8192 };

typedef enum school_outcome {
    SCHOOL_CONSISTENT,
    SCHOOL_REFUTED,
    SCHOOL_GAVE_UP
} school_outcome;

/* Resolves until the empty clause is found, or nothing new. The story of a refutation has the
 * clauses it needs, numbered, and no others; without one, every clause there is in the end. */
school_outcome school_resolve(const school_clauses *c, school_story *story);

#endif
