/* gdl/join.h -- a rule run over the facts: all values of its variables for which its conditions
 * hold.
 *
 * A plan says in which order the conditions are looked up, and by which columns. Conditions
 * that only test (distinct, not) are asked as soon as their variables are bound. A plan may
 * begin with the new rows of one condition: so what follows from new facts is found without
 * finding again what followed from the old. */
#ifndef DUEL_GDL_JOIN_H
#define DUEL_GDL_JOIN_H

#include "gdl/facts.h"
#include "gdl/sheet.h"

/* A condition as a plan uses it. */
typedef struct gdl_lookup {
    const gdl_literal *literal;
    uint32_t number; /* in the body */
    uint32_t view, index;
    uint64_t mask; /* the columns whose variables are bound before */
    bool whole;    /* all of them: a row is there or not, and no index is needed */
    uint32_t columns;
    uint8_t *variable; /* by column */
} gdl_lookup;

typedef struct gdl_plan {
    const gdl_rule *rule;
    gdl_lookup *step; /* conditions that must hold, in the order of asking */
    uint32_t steps;
    gdl_lookup *test; /* the others, in the order of the steps after which they are asked */
    uint32_t tests;
    uint32_t *tests_before; /* by step, and once more: how many were asked before it */
    uint32_t first; /* the condition whose new rows come first; GDL_NOTHING: none, all rows */
    bool ready;
} gdl_plan;

/* Leaves out conditions for which this is true: as if they held. */
typedef bool gdl_ignores(const void *context, const gdl_literal *l);

void gdl_plan_init(gdl_plan *p, gdl_job *j, const gdl_rule *r, uint32_t first);
void gdl_plan_fini(gdl_plan *p, gdl_job *j);
/* Orders the conditions by what the relations hold now. */
void gdl_plan_make(gdl_plan *p, gdl_facts *f, gdl_ignores *ignores, const void *context);
/* Rows of the first condition; 0 if it has none. */
uint32_t gdl_plan_rows(const gdl_plan *p, const gdl_facts *f);

typedef struct gdl_run gdl_run;
struct gdl_run {
    gdl_facts *facts;
    const gdl_plan *plan;
    uint32_t from, to; /* rows of the first condition, where the plan begins with one */
    void (*found)(gdl_run *r);
    gdl_term value[GDL_VARIABLES]; /* by variable */
    uint32_t *row;                 /* by condition: the row of its view; NULL: nobody asks */
};

/* Calls `found` for each; it may add facts. Follows the relations first. */
void gdl_join(gdl_run *r);

#endif
