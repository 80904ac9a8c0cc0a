/* moriarty/eval.c -- the two evaluations and their weights: see eval.h. */
#include "games/moriarty/eval.h"

#include "games/moriarty/patterns.h"

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
