/* wumpus/puzzle.h -- a cave half explored: which dark cell must be safe?
 *
 * Promises: of the dark cells next to explored ones, at least three, exactly one is safe in
 * every world that agrees with what was felt; nobody stands beside it on a cell where nothing
 * is felt; and the fewest facts that prove it are at least WUMPUS_PUZZLE_FACTS. Nothing was
 * risked to get there, no arrow was shot and no lifeline used. */
#ifndef DUEL_WUMPUS_PUZZLE_H
#define DUEL_WUMPUS_PUZZLE_H

#include "core/puzzle.h"

enum { WUMPUS_PUZZLE_FACTS = 2, WUMPUS_PUZZLE_CELLS = 3 };

extern const duel_puzzler wumpus_puzzles;

#endif
