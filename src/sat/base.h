/* sat/base.h -- a knowledge base on a satisfiability solver: rules that stay, and facts that
 * grow or are all forgotten. Questions are asked under assumptions.
 *
 *     new ──▶ rules… ──▶ settle ──▶ facts… ──▶ possible? value…  ──▶ free
 *                                      ▲            │
 *                                      └── forget ◀─┘
 *
 * The rules are given to the solver once. Facts hold under a switch, so that forgetting them
 * only needs another one; giving the rules again would cost more than all questions. */
#ifndef DUEL_SAT_BASE_H
#define DUEL_SAT_BASE_H

#include "sat/clauses.h"

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

#endif
