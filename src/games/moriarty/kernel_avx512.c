/* games/moriarty/kernel_avx512.c -- the hot code for processors that have AVX-512's
 * instructions for registers of 256 bits: see kernel.h. Wider registers cost more than they
 * bring here; what is gained is the leading zeros of four rays at once.
 *
 * Compiled as kernel_avx2.c is, and as static: no such instruction can leak. */
#include "games/moriarty/kernel.h"
#include "games/moriarty/search_thread.h"

#if defined __x86_64__
#include <immintrin.h>

#if defined __clang__
#pragma clang attribute push(                                                                  \
    __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512cd"))),           \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt,avx512f,avx512vl,avx512cd")
#endif

#define MORIARTY_VECTOR    2
#define MORIARTY_THIS_PATH MORIARTY_AVX512
#include "games/moriarty/search_kernel.h"

#if defined __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const moriarty_kernel moriarty_kernel_avx512 = MORIARTY_KERNEL_TABLE;

#else
typedef int moriarty_no_such_kernel; /* an empty file is not C */
#endif
