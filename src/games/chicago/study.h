/* games/chicago/study.h -- many openings solved: how their values are spread, and an opening
 * of a wanted value.
 *
 * Opening number i of a seed is dealt from a stream of its own, so that results depend neither
 * on the number of threads nor on where a study begins. */
#pragma once

#include "games/chicago/solver.h"

enum { STUDY_MOST = 40, STUDY_VALUES = 2 * STUDY_MOST + 1 }; /* values from -40 to 40 */

typedef struct chicago_study {
    chicago_rules rules; /* two players */
    uint64_t seed, first, openings;
    int threads;
    void (*progress)(void *watcher, uint64_t done); /* may be NULL; one call at a time */
    void *watcher;
} chicago_study;

typedef struct chicago_spread {
    uint64_t openings;
    uint64_t count[STUDY_VALUES]; /* by value + STUDY_MOST, for the first player */
    uint64_t lowest, highest;     /* numbers of the first openings of the extreme values */
    uint64_t nodes;
    double seconds; /* of all threads together, while solving */
} chicago_spread;

void chicago_study_deal(uint64_t seed, uint64_t number, chicago_board *board);

/* DUEL_NO_SPACE without memory for the solvers. */
duel_status chicago_study_run(const chicago_study *study, chicago_spread *out);
int chicago_spread_least(const chicago_spread *s); /* smallest value met */
int chicago_spread_most(const chicago_spread *s);
double chicago_spread_mean(const chicago_spread *s);
double chicago_spread_deviation(const chicago_spread *s);
/* The spread as a picture in SVG, with its figures in words. */
void chicago_spread_svg(const chicago_spread *s, uint64_t seed, duel_sink *out);

/* What 100,000 openings were worth to the first player (docs/chicago.md): another value is not
 * worth looking for. */
enum { OPENING_LEAST = 0, OPENING_MOST = 9 };

typedef struct chicago_wish {
    int value; /* for the first player */
    uint64_t seed, tries;
    void (*progress)(void *watcher, uint64_t done); /* may be NULL */
    void *watcher;
} chicago_wish;

/* The first opening of the seed that has the value wished for; DUEL_REFUSED if none of those
 * tried has. */
duel_status chicago_opening_of_value(const chicago_rules *rules, const chicago_wish *wish,
                                     chicago_board *board, duel_msg *why);

/* ---- a contest --------------------------------------------------------------------------- */

/* Everybody against everybody, each pair from both seats: how strong the
 * ways to play are. Two players, open piles, no komi. */

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

/* Plays every pair once on each of the openings of a seed. */
duel_status chicago_contest_run(uint64_t seed, uint64_t openings,
                                void (*progress)(void *watcher, uint64_t done), void *watcher,
                                chicago_contest *out);
