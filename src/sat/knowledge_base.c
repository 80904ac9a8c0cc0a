/* sat/knowledge_base.c -- see knowledge_base.h: "exactly so many" as clauses, DIMACS, and
 * CaDiCaL asked incrementally, questions as assumptions.
 *
 * Invariants of a base: (1) under the switch `on` the solver holds the rules and exactly the
 * facts given since it was last forgotten  (2) older switches are off for good. */
#include "sat/knowledge_base.h"
#include "base/long_work.h"
#include "base/status.h"

#include <ccadical.h>
#include <stdlib.h>
#include <string.h>

/* ---- how many --------------------------------------------------------------------------- */

static void exactly_one(sat_sink *out, int group, int first, int count)
{
    int all[SAT_COUNTED] = {0};
    for (int i = 0; i < count; i++)
        all[i] = first + i;
    out->clause(out, group, all, count);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            out->clause(out, group, (const int[]){-all[i], -all[j]}, 2);
}

/* A literal that may be a constant: the counter's first row and column are. */
enum { ALWAYS = 1 << 30, NEVER = -ALWAYS };

static void give_clause_of(sat_sink *out, int group, const int *part, int count)
{
    int kept[3], size = 0;
    for (int i = 0; i < count; i++) {
        if (part[i] == ALWAYS)
            return;
        if (part[i] != NEVER)
            kept[size++] = part[i];
    }
    out->clause(out, group, kept, size);
}

/* The sequential counter (C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality
 * constraints", 2005), as equivalences so that every model has one assignment of its counters:
 * now[j] <=> at least j of the variables seen so far, for j up to wanted + 1. */
static void count_in_sequence(sat_sink *out, int group, int first, int count, int wanted,
                              int *variables)
{
    int before[SAT_COUNTED + 2], now[SAT_COUNTED + 2];
    for (int j = 0; j <= wanted + 1; j++)
        before[j] = j == 0 ? ALWAYS : NEVER;
    for (int i = 0; i < count; i++) {
        int x = first + i;
        now[0] = ALWAYS;
        for (int j = 1; j <= wanted + 1; j++) {
            now[j] = j <= i + 1 ? ++*variables : NEVER;
            if (now[j] == NEVER)
                continue;
            give_clause_of(out, group, (const int[]){-before[j], now[j]}, 2);
            give_clause_of(out, group, (const int[]){-x, -before[j - 1], now[j]}, 3);
            give_clause_of(out, group, (const int[]){-now[j], before[j], x}, 3);
            give_clause_of(out, group, (const int[]){-now[j], before[j], before[j - 1]}, 3);
        }
        memcpy(before, now, sizeof before);
    }
    give_clause_of(out, group, (const int[]){before[wanted]}, 1);
    give_clause_of(out, group, (const int[]){-before[wanted + 1]}, 1);
}

void sat_exactly(sat_sink *out, int group, int first, int count, int wanted, int *variables)
{
    DUEL_REQUIRE(count > 0 && count <= SAT_COUNTED && wanted >= 0 && wanted <= count);
    if (wanted == 1 && !out->compact)
        exactly_one(out, group, first, count);
    else
        count_in_sequence(out, group, first, count, wanted, variables);
}

/* ---- DIMACS ----------------------------------------------------------------------------- */

typedef struct clause_counter {
    sat_sink sink;
    int clauses;
} clause_counter;

static void count_clause(sat_sink *self, int group, const int *literal, int count)
{
    ((clause_counter *)self)->clauses++;
}

typedef struct clause_printer {
    sat_sink sink;
    duel_sink *out;
} clause_printer;

static void print_clause(sat_sink *self, int group, const int *literal, int count)
{
    duel_sink *out = ((clause_printer *)self)->out;
    for (int i = 0; i < count; i++)
        duel_putf(out, "%d ", literal[i]);
    duel_put(out, "0\n");
}

void sat_print_dimacs(int (*give)(const void *something, sat_sink *out), const void *something,
                      duel_sink *out)
{
    clause_counter counter = {.sink = {.clause = count_clause}, 0};
    int variables = give(something, &counter.sink);
    duel_putf(out, "p cnf %d %d\n", variables, counter.clauses);
    clause_printer printer = {.sink = {.clause = print_clause}, out};
    give(something, &printer.sink);
}

/* ---- a knowledge base ------------------------------------------------------------------- */

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

struct sat_base {
    sat_sink sink; /* first, so that a sink is its base */
    CCaDiCaL *solver;
    int on; /* the switch of the facts; 0 while the rules are given */
};

static void add_clause(sat_sink *self, int group, const int *literal, int count)
{
    sat_base *b = (sat_base *)self;
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
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    return ccadical_solve(b->solver) == SATISFIABLE;
}

sat_answer sat_base_try(sat_base *b, int one, int other, int conflicts)
{
    assume(b, one, other);
    ccadical_limit(b->solver, "conflicts", conflicts);
    duel_long_work_door(DUEL_LONG_WORK_SOLVE);
    int answer = ccadical_solve(b->solver);
    return answer == SATISFIABLE ? SAT_YES : answer == UNSATISFIABLE ? SAT_NO : SAT_GIVEN_UP;
}

bool sat_base_holds(const sat_base *b, int literal)
{
    return ccadical_val(b->solver, literal) > 0;
}
