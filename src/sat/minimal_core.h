/* sat/minimal_core.h -- which premises refute something: a solver in which each can be left
 * out.
 *
 * Premises are laws, with as many clauses as they like, and facts, a few literals each. A
 * contradiction is a set of premises that cannot all hold; an explanation one that cannot hold
 * together with the contrary of what is explained. */
#pragma once

#include "sat/knowledge_base.h"

typedef struct sat_premises sat_premises;

/* For clauses over so many variables, and at most so many premises: the laws are 0 to laws - 1,
 * the facts follow in the order they come. NULL: no memory. The caller frees. */
sat_premises *sat_premises_new(int variables, int laws, int most);
void sat_premises_free(sat_premises *p);

/* What takes the clauses of the laws: the group of a clause is its law. */
sat_sink *sat_premises_laws(sat_premises *p);
/* A fact: all of the literals hold, or with `any` one of them. False: no memory. */
bool sat_premises_fact(sat_premises *p, const int *literal, int count, bool any);
int sat_premises_count(const sat_premises *p);

/* What is to be refuted besides the premises: a clause, empty for a plain contradiction, and
 * literals that all hold. */
typedef struct sat_contrary {
    int clause[2], clause_size;
    int literal[2], literals;
} sat_contrary;

/* Whether the premises `on` leave the contrary possible. */
bool sat_premises_possible(sat_premises *p, const sat_contrary *contrary, const bool *on);

/* A set of premises that refutes the contrary, from which none can be dropped: first as few
 * facts as can be when `smallest` (laws are not counted; the search gives up far beyond what a
 * person would read), else a set found by dropping one after the other; then no law too many.
 * After so many questions to the solver that no person has the patience, the set is as small as
 * it is by then. False when all premises together leave it possible, or that takes too long to
 * tell. */
bool sat_premises_refute(sat_premises *p, const sat_contrary *contrary, bool smallest,
                         bool *on);
