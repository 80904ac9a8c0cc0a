/* games/moriarty/patterns.h -- the patterns of the trained evaluation: which squares, seen how,
 * and what those of a board are worth.
 *
 * A pattern is a few squares read as a number in balanced base three: an empty square is 0, the
 * mover's disc 1, the other side's -1. Seen by the other side every number changes its sign,
 * and a move adds a constant for each square that it changes; so numbers follow the play by a
 * few additions. A family is a pattern and its images under the symmetries of the board, which
 * share their weights: each image is a lane.
 *
 * The shapes are those of Buro, "From simple features to sophisticated evaluation functions"
 * (Computers and Games 1998): edges with their X squares, corners, lines and diagonals.
 *
 * A view is the numbers of all lanes as the mover sees them. A search makes one at its root,
 * and then each from the one before (pattern_kernel.h). */
#pragma once

#include "games/moriarty/bitboard.h"

#include <stddef.h>

/* name, squares, images, the squares of the first image; the square read first weighs most */
#define MORIARTY_FAMILIES(FAMILY)                                                              \
    FAMILY(edge, 10, 4, "a1b1c1d1e1f1g1h1b2g2")                                                \
    FAMILY(corner, 9, 4, "a1b1c1a2b2c2a3b3c3")                                                 \
    FAMILY(block, 10, 8, "a1b1c1d1e1a2b2c2d2e2")                                               \
    FAMILY(row_2, 8, 4, "a2b2c2d2e2f2g2h2")                                                    \
    FAMILY(row_3, 8, 4, "a3b3c3d3e3f3g3h3")                                                    \
    FAMILY(row_4, 8, 4, "a4b4c4d4e4f4g4h4")                                                    \
    FAMILY(diagonal_8, 8, 2, "a1b2c3d4e5f6g7h8")                                               \
    FAMILY(diagonal_7, 7, 4, "a2b3c4d5e6f7g8")                                                 \
    FAMILY(diagonal_6, 6, 4, "a3b4c5d6e7f8")                                                   \
    FAMILY(diagonal_5, 5, 4, "a4b5c6d7e8")                                                     \
    FAMILY(diagonal_4, 4, 4, "a5b6c7d8")

/* How many numbers so many squares can be; they go from -half to half. */
enum {
    MORIARTY_NUMBERS_4 = 81,
    MORIARTY_NUMBERS_5 = 243,
    MORIARTY_NUMBERS_6 = 729,
    MORIARTY_NUMBERS_7 = 2187,
    MORIARTY_NUMBERS_8 = 6561,
    MORIARTY_NUMBERS_9 = 19683,
    MORIARTY_NUMBERS_10 = 59049
};

enum {
    MORIARTY_LANES = 46,       /* images of all families */
    MORIARTY_LANES_ROOM = 48,  /* whole vectors of sixteen */
    MORIARTY_MOST_SQUARES = 10 /* of a pattern */
};

/* An entry for every number of every family, in their order. */
#define MORIARTY_FAMILY_ENTRIES(name, squares, images, text)                                   \
    uint16_t name[MORIARTY_NUMBERS_##squares];
typedef struct moriarty_entries {
    MORIARTY_FAMILIES(MORIARTY_FAMILY_ENTRIES)
} moriarty_entries;
#undef MORIARTY_FAMILY_ENTRIES

enum {
    MORIARTY_ENTRIES = sizeof(moriarty_entries) / sizeof(uint16_t),
    MORIARTY_PACKED = 113877 /* entries, mirrored ones taken as one */
};

/* The entry of number 0 in a family, counted from the first of all. */
#define MORIARTY_CENTRE(name, squares)                                                         \
    ((int)(offsetof(moriarty_entries, name) / sizeof(uint16_t)) +                              \
     MORIARTY_NUMBERS_##squares / 2)

/* The same for each lane, as an initializer. */
#define MORIARTY_IMAGES_2(entry) entry, entry
#define MORIARTY_IMAGES_4(entry) MORIARTY_IMAGES_2(entry), MORIARTY_IMAGES_2(entry)
#define MORIARTY_IMAGES_8(entry) MORIARTY_IMAGES_4(entry), MORIARTY_IMAGES_4(entry)
#define MORIARTY_FAMILY_CENTRES(name, squares, images, text)                                   \
    MORIARTY_IMAGES_##images(MORIARTY_CENTRE(name, squares)),
#define MORIARTY_LANE_CENTRES                                                                  \
    {                                                                                          \
        MORIARTY_FAMILIES(MORIARTY_FAMILY_CENTRES)                                             \
    }

/* The squares of a lane, the heaviest first; returns how many, 0 if there is no such lane. */
int moriarty_lane_squares(int lane, int square[MORIARTY_MOST_SQUARES]);
/* For each entry the number of its weight, the same for an entry and its mirror images; gives
 * how many there are, MORIARTY_PACKED. */
int moriarty_pack(uint32_t weight_of[MORIARTY_ENTRIES]);

/* ---- what they are worth --------------------------------------------------------- */

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
