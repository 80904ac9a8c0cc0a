/* wumpus/tour.h -- the agent sent through many worlds: how often it wins, and its mean score.
 */
#ifndef DUEL_WUMPUS_TOUR_H
#define DUEL_WUMPUS_TOUR_H

#include "games/wumpus/grade.h"
#include "games/wumpus/share.h"
#include "games/wumpus/state.h"

/* Which worlds. */
typedef struct wumpus_tour {
    const char *name; /* for programs, not translated */
    bool textbook;
    int least, most;   /* sides, each as likely */
    int pits;          /* the seed's rules: how many; the textbook's: each cell 1 in 5 */
    wumpus_grade only; /* grids of this grade; WUMPUS_NOT_DEDUCIBLE: all */
    bool dry_gold; /* textbook: only worlds whose gold is not in a pit, untold to the agent */
    int wumpuses, golds; /* 0: one; every gold must be found */
} wumpus_tour;

typedef struct wumpus_tally_sheet {
    int64_t worlds, won;
    int64_t valid, valid_won; /* the seed's rules */
    int64_t deducible, deducible_won;
    double sum, squares; /* of the scores */
    double turning;      /* of the scores, if turning round cost a point as well */
} wumpus_tally_sheet;

/* Worlds 0 … count - 1 of the seed; equal calls give equal results, however many threads. */
duel_status wumpus_tour_run(const duel_console *console, const wumpus_tour *tour, int64_t count,
                            uint64_t seed, int threads, wumpus_tally_sheet *out, duel_msg *why);

/* The agent alone in one world of the seed's kind: does it win? */
duel_status wumpus_tour_wins(const wumpus_rules *rules, const wumpus_world *world, bool *won,
                             duel_msg *why);

/* Half the width of the 95 % interval of the mean score. */
double wumpus_tour_error(const wumpus_tally_sheet *t);
/* The 95 % interval of a rate (E. B. Wilson, 1927). */
void wumpus_tour_interval(int64_t won, int64_t of, double *low, double *high);

#endif
