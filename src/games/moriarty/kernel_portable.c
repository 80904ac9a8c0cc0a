/* games/moriarty/kernel_portable.c -- the hot code for any machine: see kernel.h. */
#include "games/moriarty/kernel.h"
#include "games/moriarty/search_thread.h"

#define MORIARTY_VECTOR    0
#define MORIARTY_THIS_PATH MORIARTY_PORTABLE
#include "games/moriarty/search_kernel.h"

#include "games/moriarty/eval_kernel.h"

const moriarty_kernel moriarty_kernel_portable = MORIARTY_KERNEL_TABLE;

int moriarty_handmade_portable(const void *weights, moriarty_board b, uint64_t playable)
{
    return estimate_by_hand(weights, b, playable);
}
