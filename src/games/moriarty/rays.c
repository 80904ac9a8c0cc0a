/* moriarty/rays.c -- see rays.h. The compiler computes every entry from its definition, so
 * that no number has to be believed. */
#include "games/moriarty/rays.h"

#define ON(x, y)  ((x) >= 0 && (x) < 8 && (y) >= 0 && (y) < 8)
#define BIT(x, y) (ON(x, y) ? UINT64_C(1) << ((8 * (y) + (x)) & 63) : 0)
#define RAY(x, y, dx, dy)                                                                      \
    (BIT((x) + (dx), (y) + (dy)) | BIT((x) + 2 * (dx), (y) + 2 * (dy)) |                       \
     BIT((x) + 3 * (dx), (y) + 3 * (dy)) | BIT((x) + 4 * (dx), (y) + 4 * (dy)) |               \
     BIT((x) + 5 * (dx), (y) + 5 * (dy)) | BIT((x) + 6 * (dx), (y) + 6 * (dy)) |               \
     BIT((x) + 7 * (dx), (y) + 7 * (dy)))

#define ROW(ENTRY, y)                                                                          \
    ENTRY(0, y), ENTRY(1, y), ENTRY(2, y), ENTRY(3, y), ENTRY(4, y), ENTRY(5, y), ENTRY(6, y), \
        ENTRY(7, y)
#define BOARD(ENTRY)                                                                           \
    ROW(ENTRY, 0), ROW(ENTRY, 1), ROW(ENTRY, 2), ROW(ENTRY, 3), ROW(ENTRY, 4), ROW(ENTRY, 5),  \
        ROW(ENTRY, 6), ROW(ENTRY, 7)

#define EIGHT(x, y)                                                                            \
    {                                                                                          \
        RAY(x, y, 1, 0), RAY(x, y, 0, 1), RAY(x, y, 1, 1), RAY(x, y, -1, 1), RAY(x, y, -1, 0), \
            RAY(x, y, 0, -1), RAY(x, y, -1, -1), RAY(x, y, 1, -1)                              \
    }
_Alignas(64) const uint64_t moriarty_rays[64][8] = {BOARD(EIGHT)};

#define AROUND(x, y)                                                                           \
    (BIT((x)-1, (y)-1) | BIT((x), (y)-1) | BIT((x) + 1, (y)-1) | BIT((x)-1, (y)) |             \
     BIT((x) + 1, (y)) | BIT((x)-1, (y) + 1) | BIT((x), (y) + 1) | BIT((x) + 1, (y) + 1))
const uint64_t moriarty_around[64] = {BOARD(AROUND)};

#define DIAGONALS(x, y)                                                                        \
    {                                                                                          \
        RAY(x, y, 1, 1) | RAY(x, y, -1, -1), RAY(x, y, -1, 1) | RAY(x, y, 1, -1)               \
    }
const uint64_t moriarty_diagonals[64][2] = {BOARD(DIAGONALS)};

/* Squares passed over before the mover's first disc, upwards and downwards; none if there is
 * no such disc. `| 256` and `| 1` only keep the counting defined in the branch not taken. */
#define UPWARDS(x, line)                                                                       \
    ((line) >> ((x) + 1) ? __builtin_ctz((unsigned)(line) >> ((x) + 1) | 256) : 0)
#define BELOW(x, line) ((unsigned)(line) & ((1U << (x)) - 1))
#define DOWNWARDS(x, line)                                                                     \
    (BELOW(x, line) ? (x)-1 - (31 - __builtin_clz(BELOW(x, line) | 1)) : 0)
#define GAIN(x, line) (uint8_t)(2 * (UPWARDS(x, line) + DOWNWARDS(x, line)))
#define GAIN4(x, n)   GAIN(x, n), GAIN(x, n + 1), GAIN(x, n + 2), GAIN(x, n + 3)
#define GAIN16(x, n)  GAIN4(x, n), GAIN4(x, n + 4), GAIN4(x, n + 8), GAIN4(x, n + 12)
#define GAIN64(x, n)  GAIN16(x, n), GAIN16(x, n + 16), GAIN16(x, n + 32), GAIN16(x, n + 48)
#define GAINS(x)                                                                               \
    {                                                                                          \
        GAIN64(x, 0), GAIN64(x, 64), GAIN64(x, 128), GAIN64(x, 192)                            \
    }
_Alignas(64) const uint8_t moriarty_line_gain[8][256] = {
    GAINS(0), GAINS(1), GAINS(2), GAINS(3), GAINS(4), GAINS(5), GAINS(6), GAINS(7)};
