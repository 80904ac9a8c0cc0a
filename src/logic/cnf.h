/* logic/cnf.h -- conjunctive normal form, by the four steps every textbook shows.
 *
 * A clause is a set of literals in one byte; over four letters only 3^4 - 1 = 80 of them are
 * neither empty nor tautologies. Distribution is therefore done on sets of clauses: whatever
 * the line, it takes at most 80 x 80 unions for each OR, and nothing can explode. */
#ifndef DUEL_LOGIC_CNF_H
#define DUEL_LOGIC_CNF_H

#include "logic/formula.h"

/* Bit k: the letter k; bit k + 4: its negation. Also used for one literal, and for the set of
 * literals a partial model makes true. */
typedef uint8_t logic_literals;

static inline logic_literals logic_literal(unsigned letter, bool positive)
{
    return (logic_literals)(1U << (positive ? letter : letter + LOGIC_LETTERS));
}

/* The opposite literals. */
static inline logic_literals logic_opposite(logic_literals set)
{
    return (logic_literals)(set << LOGIC_LETTERS | set >> LOGIC_LETTERS);
}

enum { LOGIC_CLAUSES_MAX = 81 }; /* the empty clause included */

/* Without tautologies and duplicates, in increasing order. */
typedef struct logic_clauses {
    unsigned count;
    logic_literals clause[LOGIC_CLAUSES_MAX];
} logic_clauses;

typedef enum logic_cnf_step {
    LOGIC_CNF_GIVEN,
    LOGIC_CNF_IMPLICATIONS,    /* X>Y becomes ~X|Y */
    LOGIC_CNF_DE_MORGAN,       /* ~(X&Y) becomes ~X|~Y, ~(X|Y) becomes ~X&~Y */
    LOGIC_CNF_DOUBLE_NEGATION, /* ~~X becomes X */
    LOGIC_CNF_DISTRIBUTION,    /* X|(Y&Z) becomes (X|Y)&(X|Z); repetitions and clauses that are
                                  always true left out, but for one if all are */
    LOGIC_CNF_STEPS
} logic_cnf_step;

typedef struct logic_cnf {
    logic_id step[LOGIC_CNF_STEPS]; /* each equivalent to the one before */
    logic_clauses clauses;          /* the last, without clauses implied by a smaller one */
} logic_cnf;

/* Converts a formula of the pool, where the steps are added; DUEL_FULL if they do not fit (they
 * do, for four lines in a fresh pool). */
duel_status logic_cnf_of(logic_pool *pool, logic_id formula, logic_cnf *cnf);

/* The clauses of a whole proof. */
duel_status logic_proof_clauses(logic_pool *pool, const logic_proof *proof,
                                logic_clauses *clauses);

/* A step's name: a text marked for translation. */
const char *logic_cnf_step_name(logic_cnf_step step);

logic_table logic_clause_table(logic_literals clause);
void logic_put_clause(logic_literals clause, logic_style style, duel_sink *out);

/* The DIMACS format of SAT competitions: letter k is variable k + 1. */
void logic_put_dimacs(const logic_clauses *clauses, duel_sink *out);

#endif
