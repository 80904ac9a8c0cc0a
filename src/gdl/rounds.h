/* gdl/rounds.h -- rules applied to facts until nothing new follows (semi-naive evaluation). */
#ifndef DUEL_GDL_ROUNDS_H
#define DUEL_GDL_ROUNDS_H

#include "gdl/join.h"

/* A rule, and for each condition that it may add to itself the rows already used. */
typedef struct gdl_ruling {
    gdl_plan all;
    gdl_plan *fresh; /* by such a condition: begins with its new rows */
    uint32_t *used;
    uint32_t circular; /* how many such conditions there are */
} gdl_ruling;

typedef struct gdl_rounds {
    gdl_facts *facts;
    gdl_ruling *ruling; /* in the order of their ranks */
    uint32_t count;
    gdl_ignores *ignores; /* NULL: every condition counts */
    const void *context;
    bool replan; /* each time: sizes change as facts come; else once is enough */
} gdl_rounds;

/* `circular` tells whether a condition of the rule may come to hold of more while the rule is
 * applied to its end. */
void gdl_ruling_init(gdl_ruling *r, gdl_facts *f, const gdl_rule *rule,
                     bool (*circular)(const gdl_sheet *s, const gdl_rule *r,
                                      const gdl_literal *l),
                     const gdl_sheet *s);
/* Applies the rules from ruling[begin] to ruling[end - 1], together, to the end. */
void gdl_rounds_run(gdl_rounds *r, uint32_t begin, uint32_t end);

#endif
