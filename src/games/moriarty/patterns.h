/* moriarty/patterns.h -- the trained evaluation: what the patterns of a board are worth.
 *
 * A view is the numbers of all lanes (families.h) as the mover sees them. A search makes one at
 * its root, and then each from the one before (pattern_kernel.h). */
#ifndef MORIARTY_PATTERNS_H
#define MORIARTY_PATTERNS_H

#include "games/moriarty/bits.h"
#include "games/moriarty/weightfile.h"

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
