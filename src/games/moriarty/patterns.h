/* moriarty/patterns.h -- the trained evaluation: what the patterns of a board are worth.
 *
 * A view is the numbers of all lanes (families.h) as the mover sees them. A search makes one at
 * its root, and then each from the one before (pattern_kernel.h). */
#ifndef MORIARTY_PATTERNS_H
#define MORIARTY_PATTERNS_H

#include "games/moriarty/bits.h"
#include "games/moriarty/families.h"

enum {
    MORIARTY_TRAINED_STAGES = 13, /* at 0, 5, … 60 empties; between them, interpolated */
    MORIARTY_STAGE_EMPTIES = 5,
    MORIARTY_WEIGHT_UNITS = 8,  /* a weight of 1, in units */
    MORIARTY_WEIGHT_BIAS = 128, /* what a byte of the tables has more than its weight */
};

/* Two bytes an entry, each a weight and the bias: the lower one of this stage, the higher one
 * of the next, so that one access brings what lies between two stages. */
typedef struct moriarty_patterns {
    moriarty_entries from[MORIARTY_TRAINED_STAGES - 1];
} moriarty_patterns;

typedef struct moriarty_view {
    _Alignas(32) int16_t at[MORIARTY_LANES_ROOM]; /* by lane; the last two stay 0 */
} moriarty_view;

/* What the mover's disc on a square adds to each lane. */
extern const int16_t moriarty_steps[64][MORIARTY_LANES_ROOM];
/* The weights that the program carries. */
extern const moriarty_patterns moriarty_trained_patterns;

void moriarty_view_of(moriarty_board b, moriarty_view *out);
/* An estimate for a full-size board, as eval.h wants it. */
int moriarty_trained_estimate(const void *patterns, moriarty_board b, uint64_t playable);

#endif
