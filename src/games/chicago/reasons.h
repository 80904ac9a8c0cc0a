/* chicago/reasons.h -- the kinds of facts that explain a move, and what their numbers mean.
 *
 * Every number can be worked out again from the position and the move. "Lead" is the mover's
 * score minus the best other one, at the present prices, komi included. */
#ifndef DUEL_CHICAGO_REASONS_H
#define DUEL_CHICAGO_REASONS_H

typedef enum chicago_fact {
    /* mover's final score, the best other one */
    CHICAGO_FACT_ENDS,
    /* final lead if both sides make no mistake from here */
    CHICAGO_FACT_RESULT,
    /* good kept, its price after the sale, change of the lead */
    CHICAGO_FACT_GAIN,
    /* good sold, its new price, tokens the mover then holds, those of the others */
    CHICAGO_FACT_FALLS,
    /* largest change of the next player's own lead, the first move that makes it (packed), how
     * many moves do */
    CHICAGO_FACT_REPLY,
    /* good kept, of which none is left in the piles; tokens the mover holds; price */
    CHICAGO_FACT_SOLDOUT,
    /* good kept, tokens of it left in the piles, tokens the mover holds */
    CHICAGO_FACT_LEFT,
    /* piles that vanish, piles left */
    CHICAGO_FACT_EMPTIES,
    /* pile landed on (from 1), tokens uncovered before and after it (good + 1; 0: the pile
     * vanishes) */
    CHICAGO_FACT_LANDS,
    /* seat (from 1), what it holds is worth, komi: at the end */
    CHICAGO_FACT_RECKONED
} chicago_fact;

#endif
