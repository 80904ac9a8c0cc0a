/* moriarty/workshop/fit.h -- `./dev workshop moriarty fit`: the weights of the trained
 * evaluation, from nothing but the rules and the hand-made one.
 *
 * A generation plays games against itself (selfplay.h) with the weights of the one before, the
 * first with the hand-made evaluation; then the weights are fitted to all games so far
 * (regression.h). One game in ten is kept apart and tells how good they are. With a folder,
 * games and weights are kept there, and the same command goes on where it was interrupted. The
 * result depends on the settings alone, not on the number of threads. */
#ifndef MORIARTY_FIT_H
#define MORIARTY_FIT_H

#include "core/command.h"
#include "games/moriarty/workshop/weightfile.h"

typedef struct moriarty_fit {
    uint64_t seed, games; /* games: of a generation */
    uint64_t nodes;       /* of a search in the middle of a game */
    int generations, threads, steps;
    double hold;
    const char *folder; /* NULL: nothing is kept */
    /* Called now and then; may be NULL. */
    void (*progress)(void *user, const char *what, uint64_t done, uint64_t of);
    void *user;
} moriarty_fit;

typedef struct moriarty_fitted {
    moriarty_packed_weights weights;
    uint64_t games, positions; /* fitted to */
    double error;              /* root mean square in discs, on the games kept apart */
    double stage_error[MORIARTY_TRAINED_STAGES]; /* the same, by the stage just below */
} moriarty_fitted;

/* `done` is called after every generation, numbered from 1. */
duel_status moriarty_fit_run(const moriarty_fit *f,
                             void (*done)(void *user, int generation, const moriarty_fitted *r),
                             void *user, duel_msg *why);

extern const duel_option moriarty_fit_options[];
extern const duel_flag moriarty_fit_texts[];
duel_status moriarty_run_fit(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
