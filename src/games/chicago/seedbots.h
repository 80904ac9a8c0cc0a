/* chicago/seedbots.h -- the three machines of the Prolog report the game comes from.
 *
 * They are kept as they were, as labelled curiosities: the two minimax look for the largest of
 * the smallest scores the opponent can be left with, which does the opponent no harm. What the
 * report leaves open is settled thus: moves are tried in the order of chicago_moves, and only a
 * strictly better one replaces the best so far (its code compares with >), so that among equals
 * the first is played; a line that ends early counts the scores as they are at its end. */
#ifndef DUEL_CHICAGO_SEEDBOTS_H
#define DUEL_CHICAGO_SEEDBOTS_H

#include "core/engine.h"
#include "games/chicago/board.h"

typedef enum chicago_seedbot {
    CHICAGO_SEED_SCORE,    /* depth 1: the largest own score at once */
    CHICAGO_SEED_MINIMAX1, /* depth 2; as depth 1 below 5 piles */
    CHICAGO_SEED_MINIMAX2  /* depth 4; as depth 1 below 8 piles */
} chicago_seedbot;

/* The move it plays. The game must not be over; the minimax know two players only. They look
 * below the tops, so every token must be known to them. Who looks on (NULL: nobody) is told
 * scores of the seat whose score they look at. */
chicago_move chicago_seedbot_move(chicago_seedbot bot, const chicago_rules *rules,
                                  const chicago_board *board, duel_witness *witness);

#endif
