/* moriarty/fit.h -- the evaluation's weights, worked out from self-played games.
 *
 * Every game begins with random moves, is played on by short searches with a rare random move
 * among them, and ends with a proof; each position of it is labelled with the proved score it
 * led to. Least squares then give the weights (eval.h) that come nearest to the labels. Sums
 * are whole numbers, so that the result depends on the settings alone, not on the number of
 * threads. */
#ifndef MORIARTY_FIT_H
#define MORIARTY_FIT_H

#include "core/command.h"
#include "games/moriarty/eval.h"

typedef struct moriarty_fit {
    uint64_t seed, games;
    uint64_t nodes; /* of a search in the middle of a game */
    int threads;
} moriarty_fit;

typedef struct moriarty_fitted {
    moriarty_weights weights;
    uint64_t positions; /* labelled, in the games fitted to */
    double error, test; /* root mean square, in discs: fitted games, and one in ten kept
                         * apart */
    double before;      /* of the weights in use, on the games kept apart */
} moriarty_fitted;

duel_status moriarty_fit_run(const moriarty_fit *f, moriarty_fitted *out, duel_msg *why);

extern const duel_option moriarty_fit_options[];
duel_status moriarty_run_fit(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
