/* sat/base.c -- see base.h: CaDiCaL, incremental, questions as assumptions.
 *
 * Invariants: (1) under the switch `on` the solver holds the rules and exactly the facts given
 * since it was last forgotten  (2) older switches are off for good. */
#include "sat/base.h"
#include "base/heavy.h"

#include <ccadical.h>
#include <stdlib.h>

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

struct sat_base {
    sat_sink sink; /* first, so that a sink is its base */
    CCaDiCaL *solver;
    int on; /* the switch of the facts; 0 while the rules are given */
};

static void add_clause(sat_sink *self, int group, const int *literal, int count)
{
    sat_base *b = (sat_base *)self;
    (void)group;
    if (b->on != 0)
        ccadical_add(b->solver, -b->on);
    for (int i = 0; i < count; i++)
        ccadical_add(b->solver, literal[i]);
    ccadical_add(b->solver, 0);
}

sat_base *sat_base_new(void)
{
    sat_base *b = calloc(1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->sink.clause = add_clause;
    b->solver = ccadical_init();
    if (b->solver == NULL) {
        free(b);
        return NULL;
    }
    ccadical_set_option(b->solver, "quiet", 1);
    return b;
}

void sat_base_free(sat_base *b)
{
    if (b == NULL)
        return;
    ccadical_release(b->solver);
    free(b);
}

sat_sink *sat_base_sink(sat_base *b)
{
    return &b->sink;
}

void sat_base_settle(sat_base *b, int variables)
{
    b->on = variables + 1;
}

void sat_base_forget(sat_base *b)
{
    ccadical_add(b->solver, -b->on);
    ccadical_add(b->solver, 0);
    b->on++;
}

static void assume(sat_base *b, int one, int other)
{
    ccadical_assume(b->solver, b->on);
    if (one != 0)
        ccadical_assume(b->solver, one);
    if (other != 0)
        ccadical_assume(b->solver, other);
}

bool sat_base_possible(sat_base *b, int one, int other)
{
    assume(b, one, other);
    return ccadical_solve(b->solver) == SATISFIABLE;
}

sat_answer sat_base_try(sat_base *b, int one, int other, int conflicts)
{
    assume(b, one, other);
    ccadical_limit(b->solver, "conflicts", conflicts);
    duel_heavy_door(DUEL_HEAVY_SOLVE);
    int answer = ccadical_solve(b->solver);
    return answer == SATISFIABLE ? SAT_YES : answer == UNSATISFIABLE ? SAT_NO : SAT_GIVEN_UP;
}

bool sat_base_holds(const sat_base *b, int literal)
{
    return ccadical_val(b->solver, literal) > 0;
}
