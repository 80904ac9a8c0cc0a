/* moriarty/perft.c -- see perft.h. */
#include "games/moriarty/perft.h"

uint64_t moriarty_perft(moriarty_board b, uint64_t playable, int depth, moriarty_pass_rule rule,
                        moriarty_path path)
{
    int pass_cost = rule == MORIARTY_PASS_COSTS_A_PLY;
    return moriarty_kernel_of(path)->perft(b, playable, depth, pass_cost);
}
