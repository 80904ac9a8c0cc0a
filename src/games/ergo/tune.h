/* games/ergo/tune.h -- a genetic search for weights, by self-play, and its command.
 *
 * A generation: everybody plays the same deals, at tables of two and of four, against
 * seed-score and against the best of the generation before; the better half goes on and has
 * children. Results of those who go on add up, so that luck does not last. All chance comes
 * from the seed and the number of the generation: stopped anywhere between two generations and
 * taken up again, the search goes the same way. */
#pragma once

#include "games/ergo/turns.h"

enum { BREED_LEAST = 4, BREED_MOST = 200 };

typedef struct breed_one {
    ergo_weights weights;
    int64_t
        points; /* 12 for a game won alone at a table of two, 36 at one of four; ties share */
    int64_t games;
} breed_one;

typedef struct breed {
    int64_t seed, size, games; /* games: of each in a generation */
    int64_t generation;        /* played so far */
    breed_one one[BREED_MOST]; /* the best first */
} breed;

/* The first generation: seed-score and variations of it. */
void breed_begin(breed *b, int64_t seed, int64_t size, int64_t games);

/* Who watches: may end the search, and hears how many of a generation have played. Both may be
 * NULL. */
typedef struct breed_watch {
    bool (*stop)(void *self);
    void (*progress)(void *self, int64_t done, int64_t total);
    void *self;
} breed_watch;

/* Plays a generation and makes the next. DUEL_STOPPED, DUEL_NO_SPACE: nothing has changed. */
duel_status breed_step(breed *b, const breed_watch *watch);

/* A match with seats rotated: the share of wins of `a` against `b` at all the other seats. */
double breed_match(const ergo_weights *a, const ergo_weights *b, int players, int64_t games,
                   int64_t seed);

extern const duel_option ergo_tune_options[];
extern const duel_flag ergo_tune_texts[];
duel_status ergo_tune(const duel_console *c, const duel_args *a, duel_msg *why);
