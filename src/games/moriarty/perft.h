/* moriarty/perft.h -- leaf counts of the game tree: the usual proof that the rules are right.
 *
 * A game that ends before the depth is reached counts as one leaf. The last ply is counted in
 * bulk, without playing it. */
#ifndef MORIARTY_PERFT_H
#define MORIARTY_PERFT_H

#include "games/moriarty/kernel.h"

typedef enum moriarty_pass_rule {
    MORIARTY_PASS_COSTS_A_PLY, /* the usual convention */
    MORIARTY_PASS_IS_FREE
} moriarty_pass_rule;

uint64_t moriarty_perft(moriarty_board b, uint64_t playable, int depth, moriarty_pass_rule rule,
                        moriarty_path path);

#endif
