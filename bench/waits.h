/* bench/waits.h -- how long things took: collected, and told by their shares. */
#ifndef DUEL_BENCH_WAITS_H
#define DUEL_BENCH_WAITS_H

#include <stddef.h>

typedef struct waits {
    double *at;
    size_t count, room;
} waits;

void waits_add(waits *w, double seconds);
/* Prints them in milliseconds on a line; gives the 99th of a hundred. */
double waits_tell(const char *what, waits *w);
void waits_free(waits *w);

#endif
