/* tests/check.h -- what every test program includes: cmocka, and a few words to build games.
 *
 * A test is written once, `TEST(what_holds) { … }`, and is run by tests/check.c in the order of
 * its file; TESTS_BETWEEN names what is done before the first and after the last of them, and
 * group_state what it left. */
#ifndef DUEL_TESTS_CHECK_H
#define DUEL_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name) TEST_WITH(name, NULL, NULL)
/* One with a set-up and a tear-down of its own. */
#define TEST_WITH(name, before, after)                                                         \
    static void name(void **group_state);                                                      \
    __attribute__((constructor)) static void name##_is_a_test(void)                            \
    {                                                                                          \
        check_add(__COUNTER__, (struct CMUnitTest){#name, name, before, after, NULL});         \
    }                                                                                          \
    static void name(__attribute__((unused)) void **group_state)

#define TESTS_BETWEEN(before, after)                                                           \
    __attribute__((constructor)) static void tests_between(void)                               \
    {                                                                                          \
        check_between(before, after);                                                          \
    }

void check_add(int at, struct CMUnitTest test);
void check_between(CMFixtureFunction before, CMFixtureFunction after);

#define assert_ok(status) assert_int_equal(status, DUEL_OK)

/* The long properties are sampled unless DUEL_FULL is set. */
static inline bool check_full(void)
{
    const char *full = getenv("DUEL_FULL");
    return full && full[0];
}

static inline int check_sample(int some, int all)
{
    return check_full() ? all : some;
}

/* The variant of a game written "nim matches=11"; must exist. */
static inline duel_variant check_variant(const char *text)
{
    duel_variant v;
    duel_msg why = {0};
    duel_str rest = duel_str_of(text), id;
    duel_str_word(&rest, " ", &id);
    const duel_game *g = duel_find_game(id);
    assert_non_null(g);
    assert_int_equal(duel_variant_read(g, rest, &v, &why), DUEL_OK);
    return v;
}

/* A position of it; must be right. */
static inline void check_position(const duel_variant *v, const char *text, duel_state *out)
{
    duel_msg why = {0};
    assert_int_equal(duel_read(v, duel_str_of(text), out, &why), DUEL_OK);
}

/* A message in English, in a buffer that the next call uses again. */
static inline const char *check_english(const duel_msg *m)
{
    static char text[1024];
    duel_buf b;
    duel_buf_init(&b);
    duel_render(DUEL_EN, m, &b.sink);
    snprintf(text, sizeof text, "%s", b.text);
    duel_buf_fini(&b);
    return text;
}

#endif
