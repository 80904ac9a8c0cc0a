/* fitch/pattern.h -- patterns of rules.h held to formulas.
 *
 * A pattern is gone through twice: what is opposed to a variable can be judged only once the
 * variable is bound, which may happen further on. */
#ifndef DUEL_FITCH_PATTERN_H
#define DUEL_FITCH_PATTERN_H

#include "fitch/rules.h"

enum { PATTERN_VARIABLES = 3 };

/* What stands for X, Y and Z; PROP_NONE: nothing yet. */
typedef struct pattern_binding {
    prop_id is[PATTERN_VARIABLES];
    bool strict; /* the second time: whatever is opposed to something is held to it */
} pattern_binding;

pattern_binding pattern_unbound(void);
/* Whether a formula, or a fact, has the shape; variables not bound yet are bound. */
bool pattern_fits(const prop_pool *pool, const char *pattern, prop_id id, pattern_binding *b);
bool pattern_fits_fact(const prop_pool *pool, const char *pattern, const fitch_fact *f,
                       pattern_binding *b);
/* The formula with the variables put in; PROP_NONE if one is not bound, or the pool is full. */
prop_id pattern_build(prop_pool *pool, const char *pattern, const pattern_binding *b);

#endif
