/* moriarty/liking.c -- see liking.h. */
#include "games/moriarty/liking.h"

#include "games/moriarty/eval.h"
#include "games/moriarty/patterns.h"

int moriarty_worth_after(moriarty_board own_first)
{
    return -moriarty_trained_estimate(&moriarty_trained_patterns, moriarty_passed(own_first),
                                      MORIARTY_ALL);
}

static moriarty_board without(moriarty_board b, uint64_t squares)
{
    return (moriarty_board){b.mover & ~squares, b.other & ~squares};
}

int moriarty_worth_of_discs(moriarty_board own_first, uint64_t squares)
{
    return moriarty_worth_after(own_first) - moriarty_worth_after(without(own_first, squares));
}

/* The square of the set whose disc is worth most, or with a sign of -1 least; by a disc at
 * least. 0: none. */
static uint64_t best_disc(moriarty_board b, uint64_t set, int sign)
{
    uint64_t best = 0;
    int most = MORIARTY_UNIT - 1;
    for (; set; set &= set - 1) {
        uint64_t square = set & -set;
        int worth = sign * moriarty_worth_of_discs(b, square);
        if (worth > most) {
            most = worth;
            best = square;
        }
    }
    return best;
}

uint64_t moriarty_liked_discs(moriarty_board own_first, uint64_t among, bool disliked)
{
    int sign = disliked ? -1 : 1;
    uint64_t liked = 0, left = among & own_first.mover, next;
    for (int i = 0; i < MORIARTY_LIKED_SQUARES && (next = best_disc(own_first, left, sign));
         i++) {
        liked |= next;
        left &= ~next;
    }
    bool together = sign * moriarty_worth_of_discs(own_first, liked) >= MORIARTY_UNIT;
    return together ? liked : 0;
}
