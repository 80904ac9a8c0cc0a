/* games/wumpus/reasoner.h -- the interface of all reasoners: a satisfiability solver
 * (reasoner_sat.c), the fast exact engine (reasoner_fast.c), counting of models
 * (world_count.c).
 *
 * All three answer alike on what they accept. Knowledge only grows between two `learn`; when
 * it does not (an undo), a reasoner starts afresh by itself. */
#pragma once

#include "games/wumpus/knowledge.h"

typedef enum wumpus_answer { WUMPUS_NO, WUMPUS_YES, WUMPUS_OPEN } wumpus_answer;

typedef enum wumpus_status {
    WUMPUS_IS_UNKNOWN,
    WUMPUS_IS_SAFE,   /* no pit and no live wumpus in any model */
    WUMPUS_IS_PIT,    /* a pit in every model */
    WUMPUS_IS_WUMPUS, /* a live wumpus in every model */
    WUMPUS_IS_DANGER  /* one of the two in every model, not always the same */
} wumpus_status;

/* Disjoint sets; a judged cell in none of them is unknown. */
typedef struct wumpus_verdicts {
    wumpus_set safe, pit, wumpus, danger;
} wumpus_verdicts;

static inline wumpus_status wumpus_status_of(const wumpus_verdicts *v, int x, int y)
{
    return wumpus_has(&v->safe, x, y)     ? WUMPUS_IS_SAFE
           : wumpus_has(&v->pit, x, y)    ? WUMPUS_IS_PIT
           : wumpus_has(&v->wumpus, x, y) ? WUMPUS_IS_WUMPUS
           : wumpus_has(&v->danger, x, y) ? WUMPUS_IS_DANGER
                                          : WUMPUS_IS_UNKNOWN;
}

typedef struct wumpus_reasoner {
    const char *name;
    /* DUEL_REFUSED with a reason when these rules are beyond this reasoner. */
    duel_status (*open)(const wumpus_rules *rules, void **self, duel_msg *why);
    duel_status (*learn)(void *self, const wumpus_facts *facts, duel_msg *why);
    /* Both: DUEL_REFUSED when the facts contradict each other, DUEL_INVALID for no literal. */
    duel_status (*ask)(void *self, int literal, wumpus_answer *out, duel_msg *why);
    duel_status (*judge)(void *self, const wumpus_set *cells, wumpus_verdicts *out,
                         duel_msg *why);
    void (*close)(void *self);
} wumpus_reasoner;

extern const wumpus_reasoner wumpus_sat, wumpus_fast, wumpus_counting;

/* A question the knowledge base asks itself: can these literals (b may be 0) hold together? */
typedef struct wumpus_question {
    wumpus_cell cell; /* that is judged */
    int a, b;
    bool possible;
    bool before; /* a world found before shows it: the solver was not asked */
} wumpus_question;
typedef void wumpus_heard(void *listener, const wumpus_question *q);

/* Of wumpus_sat, opened as `self`: who is told every question of a judgement. */
void wumpus_sat_listen(void *self, wumpus_heard *heard, void *listener);

/* The fast one without memory of its own: what needs no more can never fail for want of it.
 * DUEL_REFUSED with a reason when these rules are beyond it; they must have been taken before.
 */
duel_status wumpus_fast_takes(const wumpus_rules *rules, duel_msg *why);
duel_status wumpus_fast_judge(const wumpus_rules *rules, const wumpus_facts *facts,
                              const wumpus_set *cells, wumpus_verdicts *out, duel_msg *why);

/* The refusal of all three; explain.h finds the cells. */
duel_status wumpus_contradiction(duel_msg *why);
