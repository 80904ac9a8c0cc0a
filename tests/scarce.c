/* tests/scarce.c -- see scarce.h. Compiled like the tests, for which malloc is the real one. */
#include "scarce.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests,
                                   size_t count, CMFixtureFunction setup,
                                   CMFixtureFunction teardown);
int __real__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests,
                                   size_t count, CMFixtureFunction setup,
                                   CMFixtureFunction teardown);

/* ---- memory ----------------------------------------------------------------------------- */

enum { NEVER = -1 };

/* Of the program's calls, as threads make them: how many there were, which one is refused, and
 * the one from which on all are. */
static atomic_long asked, refused_at = NEVER, none_from = NEVER;
static atomic_bool refused;

static bool refuses(void)
{
    long number = atomic_fetch_add(&asked, 1) + 1, from = atomic_load(&none_from);
    bool short_of_it = number == atomic_load(&refused_at) || (from != NEVER && number >= from);
    if (short_of_it)
        atomic_store(&refused, true);
    return short_of_it;
}

void scarce_from(long calls)
{
    atomic_store(&refused, false);
    atomic_store(&none_from, calls < 0 ? NEVER : atomic_load(&asked) + calls);
}

bool scarce_end(void)
{
    atomic_store(&none_from, NEVER);
    return atomic_load(&refused);
}

void *__wrap_malloc(size_t size)
{
    return refuses() ? NULL : malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuses() ? NULL : calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return refuses() ? NULL : realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuses() ? NULL : aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return refuses() ? NULL : strdup(text);
}

/* ---- tests ------------------------------------------------------------------------------ */

/* Each test is a group of its own, so that its calls can be told from the others'. */
int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests,
                                   size_t count, CMFixtureFunction setup,
                                   CMFixtureFunction teardown)
{
    const char *at = getenv("DUEL_FAIL_AT"), *only = getenv("DUEL_FAIL_IN");
    int failed = 0;
    if (at == NULL)
        return __real__cmocka_run_group_tests(name, tests, count, setup, teardown);
    atomic_store(&refused_at, atol(at) > 0 ? atol(at) : NEVER);
    for (size_t i = 0; i < count && !atomic_load(&refused); i++) {
        if (only && strcmp(only, tests[i].name) != 0)
            continue;
        long before = atomic_load(&asked);
        failed += __real__cmocka_run_group_tests(name, &tests[i], 1, setup, teardown);
        fprintf(stderr, "asked %ld %s\n", atomic_load(&asked) - before, tests[i].name);
    }
    return failed;
}
