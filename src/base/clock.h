/* base/clock.h -- time, as a number of seconds that never goes back. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

double duel_clock(void);     /* seconds since some fixed moment */
double duel_clock_cpu(void); /* seconds of processor time of this process */
double duel_clock_own(void); /* the same of this thread */

/* A condition that can be waited for until a moment of this clock. */
void duel_clock_cond(pthread_cond_t *c);
/* False: that moment has come. True: it was signalled, or may have been. */
bool duel_clock_wait(pthread_cond_t *c, pthread_mutex_t *lock, double until);
