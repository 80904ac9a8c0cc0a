/* sat/clauses.h -- clauses on their way to whoever wants them: a solver, a DIMACS file, a test.
 *
 * A literal is a variable's number, 1 or more, or its negative; a clause says that one of its
 * literals holds. Each belongs to a group, the law it is part of, so that a proof can tell
 * which laws it needs; what a group means is the giver's. */
#ifndef DUEL_SAT_CLAUSES_H
#define DUEL_SAT_CLAUSES_H

#include "base/text.h"

typedef struct sat_sink sat_sink;
struct sat_sink {
    void (*clause)(sat_sink *self, int group, const int *literal, int count);
    bool compact; /* "exactly one", too, with variables of its own: far fewer clauses */
};

enum { SAT_COUNTED = 1024 }; /* the most variables that are counted together */

/* Of the variables first, first + 1, … `count` in all, exactly so many are true. Counting takes
 * variables of its own from *variables + 1 on, and raises it. */
void sat_exactly(sat_sink *out, int group, int first, int count, int wanted, int *variables);

/* All clauses of something as a DIMACS file. `give` sends them, always the same, and returns
 * how many variables they use. */
void sat_print_dimacs(int (*give)(const void *something, sat_sink *out), const void *something,
                      duel_sink *out);

#endif
