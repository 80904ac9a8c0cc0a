/* core/puzzle.h -- a puzzle: a position, a question, and the moves that answer it.
 *
 * Where everything can be solved, teach/puzzle_search.h finds positions in which one move only
 * is right. A game that hides things, or has a better question to ask, brings puzzles of its
 * own.
 *
 *     seed ──make──▶ position, question, answer          a turn ──judge──▶ right, or why not
 *
 * Promises: the same seed makes the same puzzle; the position is not over, and its text and
 * that of the view read back; the answer is legal and judged right, move by move of one turn;
 * a turn is judged by the position alone, so that a puzzle can be kept as text. */
#pragma once

#include "core/engine.h"
#include "core/reason.h"

typedef struct duel_puzzle {
    duel_state state;  /* all of it; who solves is shown the view of the seat to move */
    duel_msg question; /* what to look for, in one or two sentences */
    int count;
    duel_move answer[DUEL_PLAN]; /* the moves that do it, all of one turn */
    int line_count;
    duel_move line[DUEL_LINE]; /* the answer, and how the game may go on */
    duel_reason why;           /* what shows that it is right, the most telling first */
} duel_puzzle;

typedef struct duel_puzzler {
    /* DUEL_REFUSED: none for this variant or this seed. DUEL_STOPPED once *stop is set, which
     * may be NULL. */
    duel_status (*make)(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                        duel_puzzle *out, duel_msg *why);
    /* DUEL_OK: these legal moves of one turn do what was asked. DUEL_REFUSED: they do not, and
     * *why tells what they come to, without the answer. Quick enough to be asked at every try.
     */
    duel_status (*judge)(const duel_variant *v, const void *state, const duel_move turn[],
                         int count, duel_msg *why);
} duel_puzzler;
