/* moriarty/kernel.c -- which kernel: see kernel.h. The processor is asked at every call, which
 * costs a load and a test; so nothing has to be initialised or remembered. */
#include "games/moriarty/kernel.h"

#include <assert.h>

bool moriarty_path_works(moriarty_path path)
{
    if (path != MORIARTY_AVX2)
        return true;
#if defined __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

moriarty_path moriarty_path_chosen(moriarty_path path)
{
    if (path != MORIARTY_BEST_PATH)
        return path;
    return moriarty_path_works(MORIARTY_AVX2) ? MORIARTY_AVX2 : MORIARTY_PORTABLE;
}

const moriarty_kernel *moriarty_kernel_of(moriarty_path path)
{
    path = moriarty_path_chosen(path);
    assert(moriarty_path_works(path));
#if defined __x86_64__
    if (path == MORIARTY_AVX2)
        return &moriarty_kernel_avx2;
#endif
    return &moriarty_kernel_portable;
}
