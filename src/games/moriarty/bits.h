/* moriarty/bits.h -- an Othello position as two words of 64 bits, and its rules.
 *
 * Bit 0 is a1, bit 7 is h1, bit 63 is h8. The first word is always the side to move.
 * Invariants: (1) mover & other == 0  (2) (mover | other) lies inside the playable squares.
 *
 * A smaller board is the same board with fewer playable squares: what lies outside is never
 * occupied, hence never flips, and is taken out of the moves. The functions here are the plain
 * ones, for rules, screens and tests; the searches use the same operations, made for the
 * machine at hand, from bits_kernel.h. */
#ifndef MORIARTY_BITS_H
#define MORIARTY_BITS_H

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

#endif
