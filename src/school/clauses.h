/* school/clauses.h -- formulas made into clauses, by the steps every textbook shows, for any
 * letters. */
#pragma once

#include "base/film.h"
#include "fitch/formula.h"

/* What a method says of clauses that are all to be true. */
typedef enum school_outcome {
    SCHOOL_CONSISTENT,
    SCHOOL_REFUTED,
    SCHOOL_GAVE_UP /* it would take too long */
} school_outcome;

/* Literals: letters, and letters negated; bit k for letter k. */
typedef struct school_clause {
    uint32_t yes, no;
} school_clause;

enum { SCHOOL_CLAUSES = 1024 };

/* Without repetitions, clauses that are always true, and clauses that a smaller one implies. */
typedef struct school_clauses {
    unsigned count;
    school_clause clause[SCHOOL_CLAUSES];
} school_clauses;

typedef enum school_form {
    SCHOOL_GIVEN,
    SCHOOL_NO_EQUIVALENCE, /* X=Y becomes (X>Y)&(Y>X), X^Y becomes (X|Y)&~(X&Y) */
    SCHOOL_NO_IMPLICATION, /* X>Y becomes ~X|Y */
    SCHOOL_DE_MORGAN,      /* only letters are negated, once or twice: ~(X&Y) becomes ~X|~Y */
    SCHOOL_NO_DOUBLE,      /* ~~X becomes X */
    SCHOOL_FORMS
} school_form;

/* A form's name: a text marked for translation. */
const char *school_form_name(school_form form);

/* Each form is equivalent to the one before. DUEL_REFUSED if one gets too large to be looked
 * at. */
duel_status school_forms_of(prop_pool *pool, prop_id id, prop_id form[SCHOOL_FORMS],
                            duel_msg *why);
/* The clauses of the last form are added to those there, by distribution: X|(Y&Z) becomes
 * (X|Y)&(X|Z). DUEL_REFUSED if they get too many. */
duel_status school_add_clauses(const prop_pool *pool, prop_id last, school_clauses *out,
                               duel_msg *why);

static inline int school_clause_size(school_clause c)
{
    return __builtin_popcount(c.yes) + __builtin_popcount(c.no);
}

/* Whether the large one holds wherever the small one does. */
static inline bool school_clause_implies(school_clause small, school_clause large)
{
    return (small.yes & ~large.yes) == 0 && (small.no & ~large.no) == 0;
}

/* "A ¬B" */
void school_put_literals(school_clause c, duel_sink *out);
/* "{A, ¬B}"; ⊥ for the empty one. */
void school_put_clause(school_clause c, duel_sink *out);
/* Of so many letters at least, where more are asked about than occur. */
void school_put_dimacs(const school_clauses *c, int letters, duel_sink *out);
/* Reads "p cnf 3 2 …": variable k is the letter number k. */
duel_status school_read_dimacs(duel_str text, school_clauses *out, duel_msg *why);

/* True in all clauses: letters of `yes` true, of `no` false, the others either. */
bool school_satisfies(const school_clauses *c, school_clause model);

/* ---- methods ----------------------------------------------------------------------------- */

/* The procedure of Davis, Putnam, Logemann and Loveland, telling what it does: clauses of one
 * literal first, then letters that occur on one side only, then a case split. Whether the
 * clauses can all be true; *model is how. `film`, which may be NULL, is the tree of what was
 * supposed and what was forced by it. */
school_outcome school_dpll(const school_clauses *c, school_clause *model, duel_film *film);

/* From two clauses that disagree about a letter a third follows, and the empty one from
 * whatever cannot be true. Resolves until the empty clause is found, or nothing new. The film,
 * a table, has of a refutation the clauses it needs, numbered, and no others; without one,
 * every clause there is in the end. */
school_outcome school_resolve(const school_clauses *c, duel_film *film);
