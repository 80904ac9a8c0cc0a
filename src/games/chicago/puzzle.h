/* games/chicago/puzzle.h -- positions in which one move only keeps the result.
 *
 * Promises: two players, open piles; at least 6 plies are left however the game is played on;
 * the position is won or tied for the side to move; exactly one legal move keeps that; neither
 * the move that gains most at once nor the one that makes the own score largest is it. */
#pragma once

#include "core/puzzle.h"
#include "games/chicago/solver.h"

enum { PUZZLE_PLIES = 6 };

typedef struct chicago_puzzle {
    chicago_board board;
    chicago_answer answer; /* every move valued; its best move is the solution */
    int given;           /* points the side to move has been given more than the other: komi */
    chicago_move greedy; /* what gains most at once, and fails */
    int greedy_value;
} chicago_puzzle;

/* The fewest plies the game can last on: so many tokens must go for two piles to be left. */
int chicago_least_plies(const chicago_board *board);
/* The puzzle of a seed; DUEL_REFUSED if none was found in very many positions, or none can be:
 * more players, hidden tokens. DUEL_STOPPED once *stop (which may be NULL) is set. */
duel_status chicago_puzzle_make(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                                chicago_puzzle *out, duel_msg *why);
extern const duel_puzzler chicago_puzzles;
