/* engines/acyclic.h -- values every position below a root, for games that cannot loop.
 *
 * A depth-first search on a stack of its own (a heap of a million matches is a million deep),
 * with every result kept in a table. Threads search the same tree from different ends and
 * share the table; a position somebody works on is marked, and others leave it for last. */
#ifndef DUEL_ENGINES_ACYCLIC_H
#define DUEL_ENGINES_ACYCLIC_H

#include "core/value.h"
#include "engines/intern.h"
#include "engines/limits.h"
#include "engines/packed.h"

typedef struct acyclic {
    const duel_variant *v;
    uint64_t (*key)(const duel_variant *v, const void *state); /* pack or canon */
    intern *states; /* for games without a key: states are numbered; one thread only */
    value_format format;
    packed *table;
    size_t memory; /* bytes allowed, stacks included */
    limits limits;
    uint64_t nodes; /* positions expanded, by all threads */
} acyclic;

/* Values `root` and all below it. DUEL_FULL at the memory limit, DUEL_STOPPED at another,
 * DUEL_FAILED where a game is longer than it says; what is in the table is right in every case.
 */
duel_status acyclic_solve(acyclic *a, const void *root, int threads, duel_msg *why);
/* Says why a search that ended so has not valued everything. */
duel_status acyclic_explain(const acyclic *a, duel_status status, duel_msg *why);
/* Says that a game is longer than it says. */
duel_status acyclic_too_long(const duel_variant *v, duel_msg *why);

/* A value no result has: somebody is, or was when stopped, at work on this position. */
enum { ACYCLIC_BUSY = 7 };

static inline bool acyclic_known(uint64_t code)
{
    return code != 0 && (code & 7) != ACYCLIC_BUSY;
}

static inline uint64_t acyclic_key(const acyclic *a, const void *state)
{
    return a->states ? intern_id(a->states, state) : a->key(a->v, state);
}

/* The code of a position, 0 if it is not there. Nothing is numbered by being looked up. */
static inline uint64_t acyclic_code(const acyclic *a, const void *state)
{
    uint32_t number;
    if (a->states == NULL)
        return packed_get(a->table, a->key(a->v, state));
    return intern_find(a->states, state, &number) ? packed_get(a->table, number) : 0;
}

#endif
