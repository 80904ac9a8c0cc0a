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

/* Whether a condition of a rule may come to hold of more while the rule is applied to its end;
 * of rules ordered by rank that is gdl_in_circle. */
typedef bool gdl_circular(const gdl_sheet *s, const gdl_rule *r, const gdl_literal *l);
/* Whether a rule takes part. */
typedef bool gdl_chooses(const void *context, const gdl_rule *r);

/* Collects rules of the sheet, by rank; r->facts, ignores, context and replan are set. */
void gdl_rounds_collect(gdl_rounds *r, const gdl_sheet *s, gdl_circular *circular,
                        gdl_chooses *chooses, const void *context);
/* Applies them rank by rank, each to the end. */
void gdl_rounds_by_rank(gdl_rounds *r);
/* Applies them all together to the end. */
void gdl_rounds_together(gdl_rounds *r);

#endif
