/* games/wumpus/explain.h -- what a conclusion rests on: laws and percepts as premises
 * (sat/minimal_core.h), the cells of a contradiction, and why a cell is safe, a pit, the
 * wumpus's or dangerous: the fewest facts that prove it, with the rules they need, as typed
 * facts and as sentences.
 *
 * A contradiction is a set of premises that cannot all hold, an explanation one that cannot
 * hold together with the contrary of what is explained. */
#pragma once

#include "games/wumpus/clauses.h"
#include "games/wumpus/reasoner.h"
#include "sat/minimal_core.h"

/* ---- premises ----------------------------------------------------------------------- */

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

/* ---- contradictions ----------------------------------------------------------------- */

typedef struct wumpus_conflict {
    wumpus_set cells; /* none of them can be left out; empty when the rules alone contradict */
    bool arrow;       /* an arrow's outcome is part of it */
} wumpus_conflict;

/* DUEL_OK: there are worlds that agree with all this. DUEL_REFUSED: none; *out and *why tell
 * which cells cannot be true together. Beyond: DUEL_INVALID, DUEL_NO_SPACE. */
duel_status wumpus_check_knowledge(const wumpus_rules *rules, const wumpus_knowledge *k,
                                   wumpus_conflict *out, duel_msg *why);

/* ---- explanations ------------------------------------------------------------------- */

enum { WUMPUS_REASONS = 64 };

typedef struct wumpus_explanation {
    wumpus_cell cell;
    wumpus_status status;
    bool dead; /* a wumpus there would be dead: only pits count */
    int facts; /* of premise[]; laws follow them */
    int count;
    wumpus_premise premise[WUMPUS_REASONS];
    wumpus_set cells; /* to highlight: where these facts are */
} wumpus_explanation;

/* Explains `status` of the cell. DUEL_REFUSED when it does not follow, or when it is "unknown".
 */
duel_status wumpus_explain(const wumpus_rules *rules, const wumpus_knowledge *k,
                           wumpus_cell cell, wumpus_status status, wumpus_explanation *out,
                           duel_msg *why);

/* ---- sentences (explain_text.c) --------------------------------------------------------- */

/* "(2,0) is safe: there is no breeze at (1,0)…" in one sentence, whatever the number of facts;
 * true when it tells them all, false when it only points at their cells. */
bool wumpus_say_explanation(const wumpus_explanation *e, duel_msg *out);

/* The facts of one kind together: "There is a stench at (1,2), (2,3)." */
typedef struct wumpus_group {
    wumpus_sign sign; /* breeze, stench or glitter; or a pit, wumpus or gold that was seen */
    bool holds;
    wumpus_set cells;
} wumpus_group;
enum { WUMPUS_GROUPS = 9 };
/* What is felt and what was seen, by kind; returns how many kinds. */
int wumpus_groups_of(const wumpus_explanation *e, wumpus_group out[WUMPUS_GROUPS]);
void wumpus_say_group(const wumpus_group *g, duel_msg *out);
/* One premise, fact or law, as a sentence. */
void wumpus_say_premise(const wumpus_premise *premise, duel_msg *out);

/* What must be impossible for the status to follow. False for "unknown". */
bool wumpus_contrary_of(const wumpus_rules *rules, wumpus_cell cell, wumpus_status status,
                        bool dead, sat_contrary *out);
