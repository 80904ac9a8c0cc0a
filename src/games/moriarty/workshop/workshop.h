/* games/moriarty/workshop/workshop.h -- what makes the weights and the book that the engine
 * carries, and measures it: the parts from the games it plays against itself to the commands.
 */
#pragma once

#include "games/moriarty/moriarty.h"
#include "games/moriarty/workshop/book_draft.h"

#include <stdio.h>

/* ---- games that the engine plays against itself (self_play.c) ----------------------- */

enum { MORIARTY_MOST_LABELS = 64 }; /* of a game */

typedef struct moriarty_labelled {
    moriarty_board board;
    int8_t score; /* for the mover, in discs */
} moriarty_labelled;

typedef struct moriarty_labelled_game {
    int count;
    moriarty_labelled position[MORIARTY_MOST_LABELS];
} moriarty_labelled_game;

typedef struct moriarty_selfplay {
    uint64_t seed, nodes; /* nodes: of a search */
    const moriarty_eval *eval;
    int threads;
} moriarty_selfplay;

/* Plays the games numbered first, first + 1, … */
duel_status moriarty_play_games(const moriarty_selfplay *settings, uint64_t first, int count,
                                moriarty_labelled_game out[], duel_msg *why);

/* ---- labelled positions, in memory and in a file that grows (self_play.c) ----------- */

typedef struct moriarty_labels {
    moriarty_labelled *at; /* owned */
    size_t count, room;
    uint64_t games;
} moriarty_labels;

enum { MORIARTY_KEPT_APART = 10 }; /* one game in so many tests the fit */

duel_status moriarty_labels_add(moriarty_labels *l, const moriarty_labelled_game *g,
                                duel_msg *why);
void moriarty_labels_fini(moriarty_labels *l);

typedef struct moriarty_label_file {
    FILE *file;     /* closed by whoever opened it */
    uint64_t games; /* whole ones in it */
} moriarty_label_file;

/* What to do with each game found. */
typedef duel_status (*moriarty_take_game)(void *user, uint64_t number,
                                          const moriarty_labelled_game *g, duel_msg *why);

/* Opens or makes the file `name` of games played as `settings` says (one line), gives the games
 * in it to `take`, and stands ready to add more. */
duel_status moriarty_label_file_open(const char *name, const char *settings,
                                     moriarty_take_game take, void *user,
                                     moriarty_label_file *out, duel_msg *why);
/* Gives the games of a file, however they were played. */
duel_status moriarty_label_file_read(const char *name, moriarty_take_game take, void *user,
                                     duel_msg *why);
duel_status moriarty_label_file_add(moriarty_label_file *f, const char *name,
                                    const moriarty_labelled_game *g, duel_msg *why);

/* ---- the weights that come nearest to labels (regression.c) ---------------------- */

typedef struct moriarty_regression {
    int steps;   /* of conjugate gradients */
    double hold; /* positions that speak for zero */
    int threads; /* less than one: one */
    /* Called after every step with its number and the error left; may be NULL. */
    void (*progress)(void *user, int step, double error);
    void *user;
} moriarty_regression;

/* Puts the labels in another order: by the number of empty squares. */
duel_status moriarty_regress(const moriarty_regression *r, moriarty_labels *labels,
                             moriarty_packed_weights *out, duel_msg *why);

/* ---- training (fit.c) ------------------------------------------------------------ */

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

typedef struct moriarty_fit_point {
    uint64_t positions; /* fitted to */
    double error;       /* root mean square in discs, on the games kept apart */
    double stage_error[MORIARTY_TRAINED_STAGES]; /* the same, by the stage just below */
} moriarty_fit_point;

typedef struct moriarty_fitted {
    moriarty_packed_weights weights;
    uint64_t games;
    moriarty_fit_point point;
} moriarty_fitted;

/* `done` is called after every generation, numbered from 1. */
duel_status moriarty_fit_run(const moriarty_fit *f,
                             void (*done)(void *user, int generation, const moriarty_fitted *r),
                             void *user, duel_msg *why);

extern const duel_option moriarty_fit_options[];
extern const duel_flag moriarty_fit_texts[];
duel_status moriarty_run_fit(const duel_console *c, const duel_args *a, duel_msg *why);

/* ---- how a training went, drawn (fit.c) ------------------------------------------ */

enum { MORIARTY_CURVE_POINTS = 100 }; /* generations at most */

typedef struct moriarty_fit_curve {
    int count;
    moriarty_fit_point point[MORIARTY_CURVE_POINTS];
} moriarty_fit_curve;

void moriarty_curve_add(moriarty_fit_curve *c, const moriarty_fitted *r);
void moriarty_curve_svg(const moriarty_fit_curve *c, duel_lang lang, duel_sink *out);

/* ---- how far shallow searches are from deep ones (spread.c) ---------------------- */

extern const duel_option moriarty_spread_options[];
duel_status moriarty_run_spread(const duel_console *c, const duel_args *a, duel_msg *why);

/* ---- how much of its time the expert uses (time_use.c) ------------------------------ */

extern const duel_option moriarty_clock_options[];
duel_status moriarty_run_clock(const duel_console *c, const duel_args *a, duel_msg *why);

/* ---- the opening book, grown (book_grow.c) ---------------------------------------- */

typedef struct moriarty_growing {
    uint32_t positions; /* that the book is to have; whole rounds are searched */
    int depth;          /* plies, of a search */
    uint64_t seed;      /* decides among positions that are worth the same */
    int threads;
    double seconds;   /* no round is begun after so many; 0: no limit */
    const char *file; /* NULL: none */
    /* Called now and then; may be NULL. */
    void (*progress)(void *user, uint64_t positions);
    void *user;
} moriarty_growing;

/* Goes on from the draft until it has the positions, or is as large as a book may be. */
duel_status moriarty_book_grow(const moriarty_growing *g, moriarty_book_draft *d,
                               duel_msg *why);

extern const duel_option moriarty_book_options[];
duel_status moriarty_run_book(const duel_console *c, const duel_args *a, duel_msg *why);
