/* wumpus/proof.h -- which percepts and which rules a conclusion rests on: laws and percepts as
 * premises (sat/premises.h), and what each of them stands for.
 *
 * Used twice: a contradiction is a set of premises that cannot all hold (conflict.h), an
 * explanation one that cannot hold together with the contrary of what is explained (explain.h).
 */
#ifndef DUEL_WUMPUS_PROOF_H
#define DUEL_WUMPUS_PROOF_H

#include "games/wumpus/clauses.h"
#include "sat/premises.h"

typedef enum wumpus_premise_kind {
    WUMPUS_PREMISE_FELT,  /* breeze, stench or glitter, or its absence, on a known cell */
    WUMPUS_PREMISE_HOLDS, /* what lies on a known cell: mostly nothing */
    WUMPUS_PREMISE_ARROW, /* the outcome of a shot */
    WUMPUS_PREMISE_LAW    /* a rule of the world */
} wumpus_premise_kind;

typedef struct wumpus_premise {
    wumpus_premise_kind kind;
    wumpus_cell cell;
    wumpus_sign sign; /* felt: which; what lies there: which thing, if there is one */
    bool holds;       /* felt: there or absent; what lies there: something or nothing */
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

/* The premises as the solver has them; a proof's own is at the same place. */
sat_premises *wumpus_proof_premises(const wumpus_proof *p);
const wumpus_premise *wumpus_proof_premise(const wumpus_proof *p, int i);

#endif
