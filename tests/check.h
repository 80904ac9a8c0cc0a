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

#include "core/engine.h"
#include "core/play.h"
#include "core/variant.h"
#include "players/catalogue.h"
#include "players/player.h"

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

/* An empty buffer for text, given back at the end of its block. */
#define CHECK_BUF(name)                                                                        \
    __attribute__((cleanup(duel_buf_fini))) duel_buf name;                                     \
    duel_buf_init(&name)

static inline void check_answer_free(duel_answer **a)
{
    free(*a);
}

/* Room for an answer, given back at the end of its block. */
#define CHECK_ANSWER(name)                                                                     \
    __attribute__((cleanup(check_answer_free))) duel_answer *name = calloc(1, sizeof *name);   \
    assert_non_null(name)

static inline duel_rng check_rng(uint64_t number)
{
    duel_rng rng;
    duel_rng_init_number(&rng, number);
    return rng;
}

/* The long properties are sampled unless DUEL_NO_SPACE is set. */
static inline bool check_full(void)
{
    const char *full = getenv("DUEL_FULL");
    return full && full[0];
}

#define check_sample(some, all) (check_full() ? (all) : (some))

/* A game with settings, "matches=11" or ""; must exist. */
static inline duel_variant check_settings(const char *game, const char *settings)
{
    duel_variant v;
    duel_msg why = {0};
    const duel_game *g = catalogue_find_game(duel_str_of(game));
    assert_non_null(g);
    assert_ok(duel_variant_read(g, duel_str_of(settings), &v, &why));
    return v;
}

/* The same written "nim matches=11". */
static inline duel_variant check_variant(const char *text)
{
    char game[64];
    size_t len = strcspn(text, " ");
    assert_true(len < sizeof game);
    snprintf(game, sizeof game, "%.*s", (int)len, text);
    return check_settings(game, text + len + strspn(text + len, " "));
}

/* A position of it; must be right. */
static inline void check_position(const duel_variant *v, const char *text, duel_state *out)
{
    duel_msg why = {0};
    assert_ok(duel_read(v, duel_str_of(text), out, &why));
}

static inline duel_state check_state(const duel_variant *v, const char *text)
{
    duel_state state;
    check_position(v, text, &state);
    return state;
}

static inline duel_state check_dealt(const duel_variant *v, int seed)
{
    char text[16];
    duel_state state;
    snprintf(text, sizeof text, "%d", seed);
    assert_ok(duel_deal(v, duel_str_of(text), &state));
    return state;
}

/* The move that a player writes so; must be legal. */
static inline duel_move check_read_move(const duel_variant *v, const void *view,
                                        const char *text)
{
    duel_move move;
    assert_ok(duel_read_move(v, view, duel_str_of(text), &move, NULL));
    return move;
}

static inline void check_play(const duel_variant *v, duel_state *state, const char *text)
{
    v->game->play(v, state, check_read_move(v, state, text));
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

/* Somebody who plays, "exact" or "level:3", in so much memory. */
static inline machine_player *check_player(const char *spec, const duel_variant *v,
                                           size_t memory)
{
    machine_player *p = NULL;
    duel_msg why = {0};
    if (player_open(duel_str_of(spec), v, memory, NULL, &p, &why) != DUEL_OK)
        fail_msg("%s: %s", spec, check_english(&why));
    return p;
}

/* A table of known answers, of tests/data. */
FILE *check_data(const char *name);
/* Each row of it, cut at its tabs into so many cells, but for the first row, which names the
 * columns, and for comments (#). Returns how many there were. */
int check_rows(const char *name, int cells, void (*check)(void *to, char *cell[]), void *to);

#endif
