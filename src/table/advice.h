/* table/advice.h -- an answer with a reason: what to play, how sure, and why not the other.
 */
#ifndef DUEL_TABLE_ADVICE_H
#define DUEL_TABLE_ADVICE_H

#include "core/reason.h"
#include "core/worth.h"
#include "table/contrast.h"
#include "table/judge.h"

typedef struct duel_advice {
    duel_answer answer;  /* plan[0] is the move advised */
    duel_judged judged;  /* which judgement this was read from */
    duel_reason told;    /* of the whole plan: a hint of every level, then the reasons, none of
                          * which speaks against it */
    duel_reason why;     /* the reasons alone */
    bool compared;       /* another move was asked about: */
    duel_contrast other; /* why not that one */
} duel_advice;

/* Explains the judgement of t->view. `instead` may be NULL; to answer why not that move, the
 * judge looks behind it, within the same limits once more. The advice is large: keep it on the
 * heap. */
duel_status duel_advise(duel_judge *j, const duel_variant *v, const duel_think *t,
                        const duel_move *instead, duel_advice *out, duel_msg *why);

/* Step 1..DUEL_HINTS of a hint towards the plan: the facts that give away so much, the game's
 * own or else what can be said of any game (seek.h), a few candidates, the move. The move stays
 * while its reasons are told. */
void duel_hint(const duel_advice *a, int step, duel_reason *out);

/* A move among those rated; NULL if it is not there. */
const duel_rated *duel_find_rated(const duel_answer *a, duel_move move);
/* The moves that keep the value of the position, best first; all that resist longest in a lost
 * one. Returns how many were written to out[DUEL_MOVES_MAX]. */
int duel_best_moves(const duel_variant *v, const duel_answer *a, duel_move out[]);

#endif
