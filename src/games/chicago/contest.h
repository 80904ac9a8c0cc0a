/* chicago/contest.h -- everybody against everybody, each pair from both seats: how strong the
 * ways to play are. Two players, open piles, no komi. */
#ifndef DUEL_CHICAGO_CONTEST_H
#define DUEL_CHICAGO_CONTEST_H

#include "games/chicago/solver.h"

typedef enum chicago_entrant {
    CONTEST_RANDOM,
    CONTEST_DEPTH1,
    CONTEST_MINIMAX2,
    CONTEST_MINIMAX4,
    CONTEST_LOOK2,
    CONTEST_LOOK4,
    CONTEST_LOOK6,
    CONTEST_EXACT,
    CONTEST_ENTRANTS
} chicago_entrant;

typedef struct chicago_tally { /* for the one who begins */
    uint64_t wins, ties, losses;
    int64_t margin; /* sum of the final differences */
} chicago_tally;

typedef struct chicago_contest {
    uint64_t openings;
    chicago_tally pair[CONTEST_ENTRANTS][CONTEST_ENTRANTS]; /* [first player][second player] */
} chicago_contest;

const char *chicago_entrant_name(int entrant); /* the spec that names it */

/* Plays every pair once on each of the openings of a seed (study.h). */
duel_status chicago_contest_run(uint64_t seed, uint64_t openings,
                                void (*progress)(void *watcher, uint64_t done), void *watcher,
                                chicago_contest *out);

#endif
