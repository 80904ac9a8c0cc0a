/* moriarty/reasons.h -- what the facts of a move claim, so that tests can work them out anew.
 *
 * Sets of squares are words as in bits.h. "Before" is the position to move in, "after" the one
 * the move leads to; "own" is the side that moves, "theirs" the other. */
#ifndef MORIARTY_REASONS_H
#define MORIARTY_REASONS_H

#include "core/reason.h"

enum moriarty_fact {
    MORIARTY_FACT_FORCED,   /* the only move is to pass; no numbers */
    MORIARTY_FACT_ENDS,     /* own and their final score */
    MORIARTY_FACT_RESULT,   /* own lead at the end if nobody errs from here on */
    MORIARTY_FACT_CORNER,   /* the corner taken: a set */
    MORIARTY_FACT_GIVES,    /* corners they may take after and might not have before: a set */
    MORIARTY_FACT_SHUTS,    /* they have no move after; no numbers */
    MORIARTY_FACT_X,        /* the empty corner that the move lies diagonally next to: a set */
    MORIARTY_FACT_C,        /* the empty corner that it lies beside, on the edge: a set */
    MORIARTY_FACT_MOBILITY, /* own moves before and after, their moves before and after, as if
                             * each had the turn */
    MORIARTY_FACT_QUIET,    /* discs turned, none of which touches an empty square: a set */
    MORIARTY_FACT_PARITY,   /* the region of empty squares played in: a set */
    MORIARTY_FACT_STABLE,   /* own discs that nothing can turn any more: before, after */
    MORIARTY_FACT_TURNED,   /* discs turned: a set */
    MORIARTY_FACT_COUNTED   /* at the end: discs of either side, empty squares */
};

void moriarty_explain(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                      int count, duel_reason *out);
void moriarty_ending(const duel_variant *v, const void *view, int seat, duel_reason *out);

#endif
