/* tests/check.h -- what every test program includes: cmocka, and a few words to build games. */
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
