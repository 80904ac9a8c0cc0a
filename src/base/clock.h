/* base/clock.h -- time, as a number of seconds that never goes back. */
#ifndef DUEL_BASE_CLOCK_H
#define DUEL_BASE_CLOCK_H

double duel_clock(void);     /* seconds since some fixed moment */
double duel_clock_cpu(void); /* seconds of processor time of this process */

#endif
