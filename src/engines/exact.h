/* engines/exact.h -- the parts of the solver (exact.c): three ways to value every position
 * below a root, and numbers for states. Its memory is in solve_table.h. */
#pragma once

#include "core/value.h"
#include "engines/inside.h"
#include "engines/solve_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- numbers for states (state_ids.c) --------------------------------------------------- */

/* Numbers for states: the same bytes get the same number, from 0 up.
 *
 * For games without a packed key, and for loopy games, whose graph is laid out by number. Most
 * of the time goes into waiting for memory, a state here and a state there; so who has many to
 * ask for asks for all at once, and what they need is on its way together. */

typedef struct state_ids {
    size_t item; /* bytes of a state */
    unsigned char *items;
    uint64_t *slot; /* 0: empty; else a mark, the upper half of the state's hash, above its
                     * number + 1. They lie in the order of their marks, as far as room goes */
    uint32_t slot_bits;
    uint32_t count, room;
    bool failed; /* out of memory: numbers given since are all 0 */
} state_ids;

bool state_ids_init(state_ids *t, size_t item);
void state_ids_fini(state_ids *t);
/* Bytes held now, and at the worst moment of the next growth. */
size_t state_ids_bytes(const state_ids *t);
size_t state_ids_bytes_grown(const state_ids *t);
/* The number of a state, a new one if it has none yet. */
uint32_t state_ids_id(state_ids *t, const void *state);
/* Of `count` states that lie one behind the other. */
void state_ids_list(state_ids *t, const void *states, size_t count, uint32_t *id);
/* The same without numbering anything; false: the state has no number. */
bool state_ids_find(const state_ids *t, const void *state, uint32_t *id);
const void *state_ids_at(const state_ids *t, uint32_t id);

/* ---- games that cannot loop (solve_acyclic.c) ----------------------------------------------
 */

/* Values every position below a root, for games that cannot loop.
 *
 * A depth-first search on a stack of its own (a heap of a million matches is a million deep),
 * with every result kept in a table. Threads search the same tree from different ends and
 * share the table; a position somebody works on is marked, and others leave it for last. */

typedef struct acyclic {
    const duel_variant *v;
    uint64_t (*key)(const duel_variant *v, const void *state); /* pack or canon */
    state_ids *states; /* for games without a key: states are numbered; one thread only */
    value_format format;
    solve_table *table;
    size_t memory; /* bytes allowed, stacks included */
    limits limits;
    uint64_t nodes; /* positions expanded, by all threads */
} acyclic;

/* Values `root` and all below it. DUEL_NO_SPACE at the memory limit, DUEL_STOPPED at another,
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
    return a->states ? state_ids_id(a->states, state) : a->key(a->v, state);
}

/* The code of a position, 0 if it is not there. Nothing is numbered by being looked up. */
static inline uint64_t acyclic_code(const acyclic *a, const void *state)
{
    uint32_t number;
    if (a->states == NULL)
        return solve_table_get(a->table, a->key(a->v, state));
    return state_ids_find(a->states, state, &number) ? solve_table_get(a->table, number) : 0;
}

/* ---- the same by generations (solve_batched.c) ----------------------------------------------
 */

/* Values every position below a root, as acyclic_solve does, for games that make many
 * children at the price of one.
 *
 * Depth-first, but by generations: of the positions at hand that are not known yet, some are
 * opened together; their children are the next ones at hand, and once all those are known, so
 * are they. What lies in memory besides the table is the generations under each other, one for
 * each ply. Results, table and limits are those of acyclic_solve; one thread, and no
 * nim-values.
 *
 * For games, too, in which all ways to a position are of one length, or most: what ways of
 * different lengths lead to may be opened several times. */

/* As acyclic_solve. *crossed: it is DUEL_STOPPED because so many positions were opened several
 * times that another way is better. */
duel_status solve_in_batches(acyclic *a, const void *root, bool *crossed, duel_msg *why);

/* ---- games that may never end (retrograde.c) ----------------------------------------------
 */

/* Values every position below a root, for games that may never end.
 *
 * Retrograde analysis: the positions are numbered, the moves laid out backwards, and results
 * flow from the ends of the game: first wins and losses, then ties among what is left. What
 * no result reaches is a draw: nobody can force an end. A player prefers a tie to a draw.
 *
 * Where states carry a margin (accel->carried) those that differ in it alone are one position,
 * and its result is of what lies ahead (core/value.h). */

typedef struct retrograde {
    const duel_variant *v;
    size_t memory;
    limits limits;
    state_ids states;    /* every position below the root; the root is number 0 */
    duel_result *result; /* by number, for the seat to move; NULL: not solved */
} retrograde;

/* The state under which a position is numbered; false: it has none. */
bool retrograde_strip_margin(const duel_variant *v, const void *state, duel_state *out);
duel_status retrograde_solve(retrograde *l, const void *root, duel_msg *why);
void retrograde_fini(retrograde *l);
