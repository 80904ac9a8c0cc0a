/* sheets/proof.h -- what no step of a sheet can change, proved with a satisfiability solver.
 *
 * The flat program becomes clauses: the facts of any state that is not over, a legal move of
 * each role, and the facts of the state that follows. What holds at the start, and in every
 * state that follows one in which it holds, holds in all of them. */
#ifndef DUEL_SHEETS_PROOF_H
#define DUEL_SHEETS_PROOF_H

#include "gdl/flat.h"

/* Facts of which at most one holds, and where `some` is set one always does: believed, until it
 * is proved. */
typedef struct fact_group {
    uint32_t *fact, count;
    bool alone, some; /* at most one; at least one */
} fact_group;

typedef struct proof proof;

/* NULL: no memory, or the program is too large to be proved from. */
proof *proof_new(const gdl_flat *f, const fact_group *group, uint32_t groups);
void proof_free(proof *p);

/* Takes back what is not proved, until the rest stands together. */
void proof_keep_true(proof *p, fact_group *group);
/* Whether every step leads on, so that nothing can come back: something that never appears
 * vanishes, something that stays appears, or a group steps forward in the order of its facts.
 * No game has more than *longest steps then. */
bool proof_leads_on(proof *p, const fact_group *group, uint32_t *longest);

#endif
