/* moriarty/patterns.c -- see patterns.h: the plain versions, for what is not a search. */
#include "games/moriarty/patterns.h"

#include "games/moriarty/pattern_kernel.h"

void moriarty_view_of(moriarty_board b, moriarty_view *out)
{
    *out = (moriarty_view){{0}};
    for (int side = 0; side < 2; side++)
        for (uint64_t set = side ? b.other : b.mover; set; set &= set - 1)
            for (int lane = 0; lane < MORIARTY_LANES_ROOM; lane++) {
                int step = moriarty_steps[moriarty_first(set)][lane];
                out->at[lane] = (int16_t)(out->at[lane] + (side ? -step : step));
            }
}

int moriarty_trained_estimate(const void *patterns, moriarty_board b, uint64_t playable)
{
    moriarty_view view;
    moriarty_view_of(b, &view);
    return weigh_view(patterns, &view, moriarty_count(playable & ~(b.mover | b.other)));
}
