/* games/moriarty/eval.h -- how good a position looks, without searching.
 *
 * An estimate is the expected final score of the mover, in units of 1/64 disc. An evaluation
 * is a struct: the searches know no other. The hand-made one below weighs features that every
 * book on the game teaches; the trained one the patterns of patterns.h. */
#pragma once

#include "games/moriarty/kernel.h"

enum { MORIARTY_UNIT = 64 }; /* estimates of one disc */

typedef struct moriarty_eval {
    /* One function for each kernel; all give the same number, within ±64 discs. */
    int (*estimate[MORIARTY_PATHS])(const void *weights, moriarty_board b, uint64_t playable);
    const void *weights;
    /* Not NULL: the weights, and a search keeps a view for them instead of calling. */
    const struct moriarty_patterns *patterns;
    /* How far a shallow search is from a deep one, root mean square in discs:
     * spread * ((depth - shallow) / (shallow + 1)) ^ power. 0: not known. */
    double spread, power;
} moriarty_eval;

/* Every feature counts the mover's less the other side's, unless said otherwise. */
enum moriarty_feature {
    MORIARTY_MOBILITY, /* moves one has: who has none plays badly */
    MORIARTY_FRONTIER, /* empty squares next to enemy discs: moves to come */
    MORIARTY_TAKE,     /* corners the mover can take at once; the mover's only */
    MORIARTY_THREAT,   /* corners the other side could take; its only */
    MORIARTY_CORNER,   /* corners held */
    MORIARTY_X_SQUARE, /* discs diagonally next to an empty corner: they give it away */
    MORIARTY_C_SQUARE, /* discs beside an empty corner, on the edge: they may */
    MORIARTY_EDGE,     /* the other discs on the edge */
    MORIARTY_STABLE,   /* discs that can never turn, corners left out */
    MORIARTY_DISCS,    /* all discs: few are good until the end comes */
    MORIARTY_ODD,      /* 1 with an odd number of empties, else -1: who plays last gains */
    MORIARTY_FEATURES
};

enum { MORIARTY_STAGES = 7 }; /* at 0, 10, … 60 empties; weights between are interpolated */

typedef struct moriarty_weights {
    int16_t of[MORIARTY_FEATURES][MORIARTY_STAGES]; /* units */
} moriarty_weights;

extern const moriarty_weights moriarty_handmade_weights;
extern const moriarty_eval moriarty_handmade;
/* The trained evaluation (patterns.h); for full-size boards only. */
extern const moriarty_eval moriarty_trained;
moriarty_eval moriarty_eval_of(const struct moriarty_patterns *patterns);

int moriarty_handmade_portable(const void *weights, moriarty_board b, uint64_t playable);
int moriarty_handmade_avx2(const void *weights, moriarty_board b, uint64_t playable);
