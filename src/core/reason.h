/* core/reason.h -- why a move is good or bad, as facts that can be checked.
 *
 * A fact has a kind and numbers of the game's own, from which tests recompute it, and the
 * sentence a person reads. Advice compares the facts of two moves to answer "why not mine?",
 * so the facts of a move come in an order: the most telling first. */
#ifndef DUEL_CORE_REASON_H
#define DUEL_CORE_REASON_H

#include "core/game.h"
#include "core/scene.h"

enum { DUEL_FACTS = 8, DUEL_FACT_TARGETS = 12 };

/* Things of the picture to be seen in groups: the elements with the ids `of`:from to
 * `of`:(from + count - 1), `size` of them in a group. Size 0: nothing is grouped. */
typedef struct duel_groups {
    char of[DUEL_TARGET_TEXT];
    int from, count, size;
} duel_groups;

typedef struct duel_fact {
    int kind;       /* the game's own numbering */
    int64_t arg[4]; /* what the sentence claims, for the checker */
    duel_msg text;
    int speaks;  /* 1 for the move, -1 against it, 0 neither */
    int targets; /* elements of the scene to highlight */
    duel_target target[DUEL_FACT_TARGETS];
    duel_groups groups;
} duel_fact;

typedef struct duel_reason {
    int count;
    duel_fact fact[DUEL_FACTS];
} duel_reason;

/* The next fact to fill in, cleared; once all are used the last is given again. */
duel_fact *duel_reason_add(duel_reason *r, int kind);
bool duel_fact_same(const duel_fact *a, const duel_fact *b); /* kind and numbers, not words */
/* The facts of `move`, none if the game does not explain. */
void duel_explain(const duel_variant *v, const void *view, int seat, duel_move move,
                  duel_reason *out);

/* What the mark on `target` is worth and why: nothing if marks mean nothing in the game. */
duel_claim duel_judge_mark(const duel_variant *v, const void *view, int seat,
                           const duel_target *target, duel_reason *out);

#endif
