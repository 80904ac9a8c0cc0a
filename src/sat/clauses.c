/* sat/clauses.c -- see clauses.h. */
#include "sat/clauses.h"
#include "base/status.h"

#include <string.h>

/* ---- how many ----------------------------------------------------------------------- */

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

/* ---- DIMACS ------------------------------------------------------------------------- */

typedef struct clause_counter {
    sat_sink sink;
    int clauses;
} clause_counter;

static void count_clause(sat_sink *self, int group, const int *literal, int count)
{
    (void)group, (void)literal, (void)count;
    ((clause_counter *)self)->clauses++;
}

typedef struct clause_printer {
    sat_sink sink;
    duel_sink *out;
} clause_printer;

static void print_clause(sat_sink *self, int group, const int *literal, int count)
{
    (void)group;
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
