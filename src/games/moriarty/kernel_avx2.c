/* games/moriarty/kernel_avx2.c -- the hot code for processors with AVX2 and BMI: see kernel.h.
 *
 * Everything below the pragma, templates included, is compiled for such a processor. All of it
 * is static but the evaluation, which is reached only by a search on this path: no such
 * instruction can leak into a function that another processor runs. */
#include "games/moriarty/kernel.h"
#include "games/moriarty/search_thread.h"

#if defined __x86_64__
#include <immintrin.h>

#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))),                  \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

#define MORIARTY_VECTOR    1
#define MORIARTY_THIS_PATH MORIARTY_AVX2
#include "games/moriarty/search_kernel.h"

#include "games/moriarty/eval_kernel.h"

int moriarty_handmade_avx2(const void *weights, moriarty_board b, uint64_t playable)
{
    return estimate_by_hand(weights, b, playable);
}

#if defined __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const moriarty_kernel moriarty_kernel_avx2 = MORIARTY_KERNEL_TABLE;

#else
typedef int moriarty_no_such_kernel; /* an empty file is not C */
#endif
