/* wumpus/proof.h -- which percepts and which rules a conclusion rests on: a solver in which
 * every premise can be left out.
 *
 * Used twice: a contradiction is a set of premises that cannot all hold (conflict.h), an
 * explanation one that cannot hold together with the contrary of what is explained (explain.h).
 */
#ifndef DUEL_WUMPUS_PROOF_H
#define DUEL_WUMPUS_PROOF_H

#include "games/wumpus/clauses.h"

typedef enum wumpus_premise_kind {
    WUMPUS_PREMISE_FELT,  /* breeze, stench or glitter, or its absence, on a known cell */
    WUMPUS_PREMISE_HOLDS, /* what lies on a known cell: mostly nothing */
    WUMPUS_PREMISE_ARROW, /* the outcome of a shot */
    WUMPUS_PREMISE_LAW    /* a rule of the world */
} wumpus_premise_kind;

typedef struct wumpus_premise {
    wumpus_premise_kind kind;
    wumpus_cell cell;
    wumpus_sign sign; /* felt: which */
    bool holds;       /* felt: there or absent */
    int shot;
    wumpus_law law;
} wumpus_premise;

enum { WUMPUS_PREMISES = 4 * WUMPUS_CELLS + WUMPUS_SHOTS + WUMPUS_LAWS };

typedef struct wumpus_proof wumpus_proof;

/* All that is known, and the laws, as premises; with `whole_cells` all that is known of a cell
 * is one premise (WUMPUS_PREMISE_HOLDS). The caller frees. */
duel_status wumpus_proof_new(const wumpus_rules *rules, const wumpus_knowledge *k,
                             bool whole_cells, wumpus_proof **out, duel_msg *why);
void wumpus_proof_free(wumpus_proof *p);

int wumpus_proof_count(const wumpus_proof *p);
const wumpus_premise *wumpus_proof_premise(const wumpus_proof *p, int i);

/* What is to be refuted besides the premises: a clause, empty for a plain contradiction, and
 * literals that all hold. */
typedef struct wumpus_contrary {
    int clause[2], clause_size;
    int literal[2], literals;
} wumpus_contrary;

/* Whether the premises `on` leave the contrary possible. */
bool wumpus_proof_possible(wumpus_proof *p, const wumpus_contrary *contrary, const bool *on);

/* A set of premises that refutes the contrary, from which none can be dropped: first as few
 * percepts as can be when `smallest` (laws are not counted; the search gives up far beyond what
 * a person would read), else a set found by dropping one
 * after the other; then no law too many. False when all premises together leave it possible. */
bool wumpus_proof_find(wumpus_proof *p, const wumpus_contrary *contrary, bool smallest,
                       bool *on);

#endif
