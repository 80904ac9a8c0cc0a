/* games/chicago/solver.h -- perfect play for two players with every token in sight.
 *
 * A value is a final difference: the score of the side to move minus the other's (no komi).
 * A solver lives in memory given by the caller; it has no other state, so that as many as
 * wanted run side by side. It remembers what it proved as long as the boards it is given can
 * follow from the first one (a game and its review), and forgets by itself otherwise. */
#pragma once

#include "games/chicago/board.h"

#include <stdatomic.h>

typedef struct chicago_solver chicago_solver;

enum { CHICAGO_SOLVER_MEMORY = 8 << 20 }; /* bytes that serve any opening well */

typedef struct chicago_limits { /* zeros: no limit */
    uint64_t nodes;
    double seconds;
    const atomic_bool *stop;
} chicago_limits;

typedef struct chicago_answer {
    int low, high; /* the value lies between; equal = proved */
    chicago_move best;
    int length; /* of the best line; a whole game if proved, else as far as known */
    chicago_move line[CHICAGO_PLIES];
    int count; /* the legal moves, in the order of chicago_moves … */
    chicago_move move[CHICAGO_MOVES];
    int move_low[CHICAGO_MOVES], move_high[CHICAGO_MOVES]; /* … and the bounds of each */
    uint64_t nodes;
    double seconds;
} chicago_answer;

/* Places a solver at the start of `memory`, aligned as malloc does; all of it is used.
 * DUEL_NO_SPACE if it is too small. Nothing is to be freed but the memory. */
duel_status chicago_solver_init(void *memory, size_t bytes, chicago_solver **solver);

/* The same in CHICAGO_SOLVER_MEMORY bytes of its own, which free() takes; NULL: no memory. */
chicago_solver *chicago_solver_new(void);

/* What was proved is not used any more: the next answer takes the nodes of a new solver. */
void chicago_solver_forget(chicago_solver *solver);

/* The value, a best move and a best line. DUEL_STOPPED when a limit ended it first: the answer
 * then holds the bounds reached and a legal move (if the game is not over). */
duel_status chicago_solve(chicago_solver *solver, const chicago_rules *rules,
                          const chicago_board *board, const chicago_limits *limits,
                          chicago_answer *answer);
/* The same, and the value of every legal move. */
duel_status chicago_solve_all(chicago_solver *solver, const chicago_rules *rules,
                              const chicago_board *board, const chicago_limits *limits,
                              chicago_answer *answer);

/* Look-ahead: the difference `depth` plies from now (or at the end) if both sides steer it,
 * for every legal move, in the order of chicago_moves. Returns the number of moves. */
int chicago_lookahead(const chicago_rules *rules, const chicago_board *board, int depth,
                      int value[CHICAGO_MOVES]);
/* The same, deeper and deeper until `nodes` positions have been met (0: to the end of the
 * game, which only an ending allows). Returns the last depth completed, whose values stand. The
 * game must not be over. */
int chicago_deepen(const chicago_rules *rules, const chicago_board *board, uint64_t nodes,
                   int value[CHICAGO_MOVES], uint64_t *used);
