/* games/moriarty/bitboard.h -- an Othello position as two words of 64 bits, and its rules.
 *
 * Bit 0 is a1, bit 7 is h1, bit 63 is h8. The first word is always the side to move.
 * Invariants: (1) mover & other == 0  (2) (mover | other) lies inside the playable squares.
 *
 * A smaller board is the same board with fewer playable squares: what lies outside is never
 * occupied, hence never flips, and is taken out of the moves. The functions here are the plain
 * ones, for rules, screens and tests; the searches use the same operations, made for the
 * machine at hand, from bitboard_kernel.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct moriarty_board {
    uint64_t mover, other;
} moriarty_board;

enum {
    MORIARTY_SQUARES = 64,
    MORIARTY_PASS = 64,     /* a move: the turn goes over */
    MORIARTY_NO_MOVE = 65,  /* no move at all: the game is over, or nothing is known */
    MORIARTY_MAX_MOVES = 64 /* room for a list of moves; strewn discs allow 35 and more */
};

#define MORIARTY_ALL     UINT64_C(0xFFFFFFFFFFFFFFFF)
#define MORIARTY_CORNERS UINT64_C(0x8100000000000081)

static inline uint64_t moriarty_bit(int square)
{
    return UINT64_C(1) << square;
}

static inline int moriarty_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline int moriarty_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Empty squares of a full-size board. */
static inline int moriarty_empties(moriarty_board b)
{
    return MORIARTY_SQUARES - moriarty_count(b.mover | b.other);
}

static inline moriarty_board moriarty_passed(moriarty_board b)
{
    return (moriarty_board){b.other, b.mover};
}

/* The board once `flips` have turned for a disc put on `square`; seen by the next mover. */
static inline moriarty_board moriarty_next(moriarty_board b, int square, uint64_t flips)
{
    return (moriarty_board){b.other ^ flips, b.mover ^ flips ^ moriarty_bit(square)};
}

/* The squares of a centred board of 4, 6 or 8 squares a side; 0 for any other size. */
uint64_t moriarty_playable(int side);
/* The corners of such a board. */
uint64_t moriarty_corners(uint64_t playable);
/* The opening, the Activator (d5, e4 and the first move) being the mover. */
moriarty_board moriarty_opening(void);

/* Empty squares where the mover may play, among the playable ones. */
uint64_t moriarty_moves(moriarty_board b, uint64_t playable);
/* Discs turned by the mover on an empty square; none when the move is not allowed. */
uint64_t moriarty_flips(moriarty_board b, int square);
/* Plays a square, or MORIARTY_PASS. Presumes that the move is allowed. */
moriarty_board moriarty_play(moriarty_board b, int move);
/* Neither side can move. */
bool moriarty_over(moriarty_board b, uint64_t playable);
/* Discs of `own` on a full-size board which no play can ever turn. A lower bound: every disc
 * given is safe, some safe ones may be missing. */
uint64_t moriarty_stable(uint64_t own, uint64_t other);

/* Disc difference for the mover as counted on the board, and as used by solvers, where the
 * winner takes the empty squares. */
int moriarty_margin(moriarty_board b);
int moriarty_final(moriarty_board b, uint64_t playable);

/* ---- tables of lines ------------------------------------------------------------- */

/* The squares seen from a square in the eight directions, the square itself left out: first
 * the four towards h8 (+1 +8 +9 +7), then the four towards a1, in the same order. */
extern const uint64_t moriarty_rays[64][8];
/* The squares around a square. */
extern const uint64_t moriarty_around[64];
/* Both diagonals through a square, the square left out: rising (+9), then falling (+7). */
extern const uint64_t moriarty_diagonals[64][2];
/* [place][line]: twice the discs turned by a disc put on `place` of a line of eight squares
 * in which `line` is the mover's and all the rest is the other side's. */
extern const uint8_t moriarty_line_gain[8][256];

/* ---- the eight symmetries -----------------------------------------------------------------
 *
 * Turning over and transposing in turn runs through all of them: symmetry n is n such steps,
 * the odd ones turning over. Each step undoes itself. */

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
