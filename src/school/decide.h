/* school/decide.h -- a way to a goal whenever it follows, for goals to which no plain way is
 * found.
 *
 * What is given is taken apart until nothing new comes of it; what is wanted becomes an
 * assumption to be refuted; and where that is not enough, some part of what is known is
 * assumed, refuted, and then denied. Each assumption decides one more part of what is given, so
 * this ends: the calculus KE (D'Agostino and Mondadori, "The Taming of the Cut", Journal of
 * Logic and Computation 4(3), 1994), written as lines after Fitch. Lines that nothing needs are
 * left out. */
#ifndef DUEL_SCHOOL_DECIDE_H
#define DUEL_SCHOOL_DECIDE_H

#include "school/seek.h"

/* Lines from the facts to the goal, which is the last of them at depth 0; none if it is a fact.
 * The depth of a line is counted from where the facts stand. False: the goal does not follow,
 * or what may be tried, or written, was used up. */
bool school_decide(prop_pool *pool, const prop_id *fact, int facts, prop_id goal, int patience,
                   seek_found *out);

#endif
