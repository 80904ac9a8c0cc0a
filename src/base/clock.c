/* base/clock.c -- see clock.h. */
#include "base/clock.h"

#include <time.h>

/* Where the time of the processor is not counted, time that passes is taken for it. */
static double seconds(clockid_t id)
{
    struct timespec t;
    if (clock_gettime(id, &t) != 0)
        clock_gettime(CLOCK_MONOTONIC, &t);
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

double duel_clock_own(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

void duel_clock_cond(pthread_cond_t *c)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(c, &attr);
    pthread_condattr_destroy(&attr);
}

bool duel_clock_wait(pthread_cond_t *c, pthread_mutex_t *lock, double until)
{
    struct timespec at = {.tv_sec = (time_t)until};
    at.tv_nsec = (long)((until - (double)at.tv_sec) * 1e9);
    return pthread_cond_timedwait(c, lock, &at) == 0;
}
