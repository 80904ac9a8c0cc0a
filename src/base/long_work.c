/* base/long_work.c -- see long_work.h. */
#include "base/long_work.h"

#include <stdio.h>
#include <stdlib.h>

/* What a thread may do is no parameter, like its guards (core/fault_guard.c): between who
 * forbids and who passes a door stand functions that know nothing of either. */
static _Thread_local unsigned forbidden;
static _Thread_local uint64_t pools;

unsigned duel_long_work_allow(unsigned work)
{
    unsigned before = DUEL_LONG_WORK_ANY & ~forbidden;
    forbidden = DUEL_LONG_WORK_ANY & ~work;
    return before;
}

void duel_long_work_door(duel_long_work what)
{
#ifndef NDEBUG
    if (forbidden & what) {
        fprintf(stderr, "heavy work %d is done on a thread that serves everybody\n", (int)what);
        abort();
    }
#else
#endif
}

uint64_t duel_long_work_pools(void)
{
    return pools;
}

void duel_long_work_pool_filled(void)
{
    pools++;
}
