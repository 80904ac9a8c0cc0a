/* games/moriarty/search_kernel.h -- template: all that a kernel is made of, in the order in
 * which one part follows the other. Who includes it has said MORIARTY_VECTOR,
 * MORIARTY_THIS_PATH. */
#include "games/moriarty/bitboard_kernel.h"

#include "games/moriarty/perft_kernel.h"

#include "games/moriarty/pattern_kernel.h"

#include "games/moriarty/endgame_kernel.h"

#include "games/moriarty/order_kernel.h"

#include "games/moriarty/node_kernel.h"

#define MORIARTY_KERNEL_TABLE                                                                  \
    {                                                                                          \
        .moves = kernel_moves, .flips = kernel_flips, .perft = kernel_perft,                   \
        .search = kernel_search                                                                \
    }
