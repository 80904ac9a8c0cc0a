/* sat/knowledge_base.h -- clauses on their way to whoever wants them, a solver, a DIMACS file,
 * a test; and a knowledge base of them on a satisfiability solver: rules that stay, and facts
 * that grow or are all forgotten. Questions are asked under assumptions.
 *
 * A literal is a variable's number, 1 or more, or its negative; a clause says that one of its
 * literals holds. Each belongs to a group, the law it is part of, so that a proof can tell
 * which laws it needs; what a group means is the giver's.
 *
 *     new ──▶ rules… ──▶ settle ──▶ facts… ──▶ possible? value…  ──▶ free
 *                                      ▲            │
 *                                      └── forget ◀─┘
 *
 * The rules are given to the solver once. Facts hold under a switch, so that forgetting them
 * only needs another one; giving the rules again would cost more than all questions. */
#pragma once

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

/* ---- a knowledge base ------------------------------------------------------------------- */

typedef struct sat_base sat_base;

/* NULL: no memory. The caller frees. */
sat_base *sat_base_new(void);
void sat_base_free(sat_base *b);

/* What takes its clauses: rules until `settle`, facts from then on. */
sat_sink *sat_base_sink(sat_base *b);
/* The rules are whole and use so many variables. */
void sat_base_settle(sat_base *b, int variables);
void sat_base_forget(sat_base *b);

/* Whether rules and facts leave both literals possible; 0: none. */
bool sat_base_possible(sat_base *b, int one, int other);
/* The same for who has no more patience than for so many conflicts: always as far, wherever it
 * is asked. */
typedef enum sat_answer { SAT_NO, SAT_YES, SAT_GIVEN_UP } sat_answer;
sat_answer sat_base_try(sat_base *b, int one, int other, int conflicts);
/* Whether the literal holds in the model by which something was last found possible. */
bool sat_base_holds(const sat_base *b, int literal);
