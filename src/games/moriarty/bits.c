/* moriarty/bits.c -- see bits.h: the plain versions, for everything that is not a search. */
#include "games/moriarty/bits.h"

#define MORIARTY_VECTOR 0
#include "games/moriarty/bits_kernel.h"

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
