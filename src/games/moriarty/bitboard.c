/* games/moriarty/bitboard.c -- the rules on two words, in plain versions for everything that is
 * not a search, and the tables of lines that all versions look into: see bitboard.h. */
#include "games/moriarty/bitboard.h"

#define MORIARTY_VECTOR 0
#include "games/moriarty/bitboard_kernel.h"

uint64_t moriarty_playable(int side)
{
    switch (side) {
    case 4:
        return UINT64_C(0x00003C3C3C3C0000);
    case 6:
        return UINT64_C(0x007E7E7E7E7E7E00);
    case 8:
        return MORIARTY_ALL;
    default:
        return 0;
    }
}

uint64_t moriarty_corners(uint64_t playable)
{
    int first = moriarty_first(playable), last = 63 - __builtin_clzll(playable);
    return moriarty_bit(first) | moriarty_bit(last) | moriarty_bit((first & 56) | (last & 7)) |
           moriarty_bit((last & 56) | (first & 7));
}

moriarty_board moriarty_opening(void)
{
    return (moriarty_board){UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
}

uint64_t moriarty_moves(moriarty_board b, uint64_t playable)
{
    return kernel_moves(b.mover, b.other) & playable;
}

uint64_t moriarty_flips(moriarty_board b, int square)
{
    if ((b.mover | b.other) & moriarty_bit(square))
        return 0;
    return kernel_flips(b.mover, b.other, square);
}

moriarty_board moriarty_play(moriarty_board b, int move)
{
    if (move == MORIARTY_PASS)
        return moriarty_passed(b);
    return moriarty_next(b, move, kernel_flips(b.mover, b.other, move));
}

bool moriarty_over(moriarty_board b, uint64_t playable)
{
    return moriarty_moves(b, playable) == 0 &&
           moriarty_moves(moriarty_passed(b), playable) == 0;
}

uint64_t moriarty_stable(uint64_t own, uint64_t other)
{
    return kernel_stable(own, other);
}

int moriarty_margin(moriarty_board b)
{
    return moriarty_count(b.mover) - moriarty_count(b.other);
}

int moriarty_final(moriarty_board b, uint64_t playable)
{
    int margin = moriarty_margin(b);
    int empties = moriarty_count(playable & ~(b.mover | b.other));
    return margin > 0 ? margin + empties : margin < 0 ? margin - empties : 0;
}

/* ---- tables of lines ----------------------------------------------------------------------
 *
 * The compiler computes every entry from its definition: no number has to be believed. */

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
