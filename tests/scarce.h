/* tests/scarce.h -- memory that runs out: for programs whose calls for it the linker sends here
 * first (stand_ins in tests/meson.build). */
#ifndef DUEL_TESTS_SCARCE_H
#define DUEL_TESTS_SCARCE_H

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

enum { SCARCE_NOT = -1 };
static long scarce = SCARCE_NOT; /* so many calls less one are still answered; 0: none is */

static bool scarce_refuses(void)
{
    if (scarce > 0)
        scarce--;
    return scarce == 0;
}

void *__wrap_malloc(size_t size)
{
    return scarce_refuses() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return scarce_refuses() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return scarce_refuses() ? NULL : __real_realloc(old, size);
}

#endif
