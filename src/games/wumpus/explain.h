/* wumpus/explain.h -- why a cell is safe, a pit, the wumpus's or dangerous: the fewest facts
 * that prove it, with the rules they need, as typed facts and as sentences. */
#ifndef DUEL_WUMPUS_EXPLAIN_H
#define DUEL_WUMPUS_EXPLAIN_H

#include "games/wumpus/proof.h"
#include "games/wumpus/reason.h"

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

/* Explains `status` of the cell. DUEL_NO when it does not follow, or when it is "unknown". */
duel_status wumpus_explain(const wumpus_rules *rules, const wumpus_knowledge *k,
                           wumpus_cell cell, wumpus_status status, wumpus_explanation *out,
                           duel_msg *why);

/* ---- sentences (sentence.c) --------------------------------------------------------- */

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

#endif
