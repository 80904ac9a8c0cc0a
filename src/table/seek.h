/* table/seek.h -- what kind of thing to look for, where a game itself does not say: found by
 * playing the best move and comparing it with the others. */
#ifndef DUEL_TABLE_SEEK_H
#define DUEL_TABLE_SEEK_H

#include "core/engine.h"
#include "core/reason.h"

/* What the sentence claims, as the kind of the fact. */
typedef enum duel_sought {
    DUEL_SEEK_ONLY_MOVE, /* there is one legal move */
    DUEL_SEEK_WIN,       /* the move ends the game, won */
    DUEL_SEEK_DOOM,      /* after every move the other of two can win at once */
    DUEL_SEEK_DEFENCE,   /* after some moves he can, and not after this one */
    DUEL_SEEK_CAPTURE,   /* it leaves fewer things of the others' in the picture */
    DUEL_SEEK_FEWEST,    /* after no move the next to play has fewer moves, after some more */
    DUEL_SEEK_MOST,      /* the same for a seat alone: after none more, after some fewer */
    DUEL_SEEK_STAKE      /* what the judgement says of the position */
} duel_sought;

/* A fact that gives away no more than that, of the choice of `a` in t->view. */
void duel_seek_general(const duel_variant *v, const duel_think *t, const duel_answer *a,
                       duel_fact *out);

#endif
