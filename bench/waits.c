/* bench/waits.c -- see waits.h. */
#include "waits.h"
#include "same_user.h"

#include <stdio.h>
#include <stdlib.h>

void waits_add(waits *w, double seconds)
{
    if (w->count == w->room) {
        w->room = w->room ? 2 * w->room : 1024;
        w->at = realloc(w->at, w->room * sizeof *w->at);
        if (w->at == NULL)
            bench_fail("no memory");
    }
    w->at[w->count++] = seconds;
}

static int compare_waits(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double share_of(const waits *w, double share)
{
    size_t at = (size_t)(share * (double)w->count);
    return w->count ? w->at[at < w->count ? at : w->count - 1] * 1000 : 0;
}

double waits_tell(const char *what, waits *w)
{
    if (w->count)
        qsort(w->at, w->count, sizeof *w->at, compare_waits);
    printf("%-28s %7zu: %6.1f ms (median) %6.1f ms (90 %%) %6.1f ms (99 %%) %6.1f ms (worst)\n",
           what, w->count, share_of(w, 0.5), share_of(w, 0.9), share_of(w, 0.99),
           share_of(w, 1));
    fflush(stdout);
    return share_of(w, 0.99);
}

void waits_free(waits *w)
{
    free(w->at);
    *w = (waits){.at = NULL};
}
