/* base/clock.c -- see clock.h. */
#include "base/clock.h"

#include <time.h>

static double seconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double duel_clock(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double duel_clock_cpu(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}
