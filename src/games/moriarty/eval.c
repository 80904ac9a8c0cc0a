/* games/moriarty/eval.c -- the two evaluations and their weights: see eval.h; and the trained
 * one in its plain version, for what is not a search. */
#include "games/moriarty/eval.h"

#include "games/moriarty/pattern_kernel.h"

/* ---- the trained one ------------------------------------------------------------- */

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

/* ---- the table of both ----------------------------------------------------------- */

/* By stage: 0, 10, 20, 30, 40, 50 and 60 empties; 64 is one disc. */
const moriarty_weights moriarty_handmade_weights = {{
#include "games/moriarty/weights.def"
}};

const moriarty_eval moriarty_handmade = {
    .estimate =
        {
            [MORIARTY_PORTABLE] = moriarty_handmade_portable,
#if defined __x86_64__
            [MORIARTY_AVX2] = moriarty_handmade_avx2,
            [MORIARTY_AVX512] = moriarty_handmade_avx2,
#endif
        },
    .weights = &moriarty_handmade_weights,
};

#define TRAINED(table)                                                                         \
    {                                                                                          \
        .estimate = {moriarty_trained_estimate, moriarty_trained_estimate,                     \
                     moriarty_trained_estimate},                                               \
        .weights = (table), .patterns = (table), .spread = 3.87, .power = 0.39                 \
    }

const moriarty_eval moriarty_trained = TRAINED(&moriarty_trained_patterns);

moriarty_eval moriarty_eval_of(const moriarty_patterns *patterns)
{
    return (moriarty_eval)TRAINED(patterns);
}
