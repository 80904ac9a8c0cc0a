/* moriarty/symmetry.h -- the eight symmetries of the board.
 *
 * Turning over and transposing in turn runs through all of them: symmetry n is n such steps,
 * the odd ones turning over. Each step undoes itself. */
#ifndef MORIARTY_SYMMETRY_H
#define MORIARTY_SYMMETRY_H

#include "games/moriarty/bits.h"

enum { MORIARTY_SYMMETRIES = 8 };

/* Rows become columns: blocks of one, two, then four squares change places across the
 * diagonal (Warren, "Hacker's Delight", 7-3). */
static inline uint64_t moriarty_transposed(uint64_t set)
{
    uint64_t t = (set ^ set >> 7) & UINT64_C(0x00AA00AA00AA00AA);
    set ^= t ^ t << 7;
    t = (set ^ set >> 14) & UINT64_C(0x0000CCCC0000CCCC);
    set ^= t ^ t << 14;
    t = (set ^ set >> 28) & UINT64_C(0x00000000F0F0F0F0);
    return set ^ t ^ t << 28;
}

/* Step n of the eight, from 1 on. */
static inline uint64_t moriarty_symmetry_step(uint64_t set, int step)
{
    return step % 2 ? __builtin_bswap64(set) : moriarty_transposed(set);
}

static inline int moriarty_square_step(int square, int step)
{
    return step % 2 ? square ^ 56 : (square & 7) << 3 | square >> 3;
}

/* The square that symmetry n brings to `square`. */
static inline int moriarty_square_back(int square, int symmetry)
{
    for (int step = symmetry; step >= 1; step--)
        square = moriarty_square_step(square, step);
    return square;
}

static inline bool moriarty_board_less(moriarty_board a, moriarty_board b)
{
    return a.mover != b.mover ? a.mover < b.mover : a.other < b.other;
}

/* The least of the eight images of a board; *symmetry leads there. */
static inline moriarty_board moriarty_canonical(moriarty_board b, int *symmetry)
{
    moriarty_board least = b;
    *symmetry = 0;
    for (int step = 1; step < MORIARTY_SYMMETRIES; step++) {
        b.mover = moriarty_symmetry_step(b.mover, step);
        b.other = moriarty_symmetry_step(b.other, step);
        if (moriarty_board_less(b, least)) {
            least = b;
            *symmetry = step;
        }
    }
    return least;
}

#endif
