/* games/moriarty/kernel.c -- which kernel: see kernel.h. The processor is asked at every call,
 * which costs a load and a test; so nothing has to be initialised or remembered. */
#include "games/moriarty/kernel.h"
#include "base/status.h"

#if defined __x86_64__

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}

bool moriarty_path_works(moriarty_path path)
{
    return path == MORIARTY_AVX512 ? has_avx512() : path != MORIARTY_AVX2 || has_avx2();
}

#else

bool moriarty_path_works(moriarty_path path)
{
    return path != MORIARTY_AVX2 && path != MORIARTY_AVX512;
}

#endif

moriarty_path moriarty_path_chosen(moriarty_path path)
{
    if (path != MORIARTY_BEST_PATH)
        return path;
    path = MORIARTY_PATHS - 1;
    while (!moriarty_path_works(path))
        path--;
    return path;
}

const moriarty_kernel *moriarty_kernel_of(moriarty_path path)
{
    static const moriarty_kernel *const kernels[MORIARTY_PATHS] = {
        [MORIARTY_PORTABLE] = &moriarty_kernel_portable,
#if defined __x86_64__
        [MORIARTY_AVX2] = &moriarty_kernel_avx2,
        [MORIARTY_AVX512] = &moriarty_kernel_avx512,
#endif
    };
    path = moriarty_path_chosen(path);
    DUEL_REQUIRE(moriarty_path_works(path));
    return kernels[path];
}

uint64_t moriarty_perft(moriarty_board b, uint64_t playable, int depth, moriarty_pass_rule rule,
                        moriarty_path path)
{
    int pass_cost = rule == MORIARTY_PASS_COSTS_A_PLY;
    return moriarty_kernel_of(path)->perft(b, playable, depth, pass_cost);
}
