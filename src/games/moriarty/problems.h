/* moriarty/problems.h -- files of problems: .obf, and tables with a column for the board.
 *
 * .obf: a line holds the 64 squares from a1 on, a blank, the side to move, then `; move:score`
 * any number of times; `%` begins a comment. Tables (.tsv): columns parted by tabs and named
 * by the first line that is no comment (#): `board`, `side`, and if wanted `number` and
 * `exact_score`. Scores are for the side to move, the winner taking the empty squares.
 * A file is read as a whole or not at all. */
#ifndef MORIARTY_PROBLEMS_H
#define MORIARTY_PROBLEMS_H

#include "games/moriarty/moriarty.h"

typedef struct moriarty_problem {
    moriarty_state state;
    int64_t number; /* its own, or its place in the file, from 1 */
    bool scored;
    int score; /* what the file says: the best of the moves it lists */
} moriarty_problem;

typedef struct moriarty_problems {
    moriarty_problem *list;
    size_t count, room;
} moriarty_problems;

/* `v` is the full board. On failure *out is empty and *line the number of the wrong line, 0
 * when no line is to blame. */
duel_status moriarty_problems_read(const duel_variant *v, duel_str text, bool table,
                                   moriarty_problems *out, size_t *line, duel_msg *why);
void moriarty_problems_fini(moriarty_problems *p);

#endif
