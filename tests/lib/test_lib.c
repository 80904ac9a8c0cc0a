/* tests/lib/test_lib.c -- libduel as another program meets it: through duel.h alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <duel.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static libduel_game *open_game(const char *name, const char *options)
{
    libduel_error why = {0};
    libduel_game *g = libduel_game_open(name, options, NULL, &why);
    if (g == NULL)
        fail_msg("%s: %s", name, why.text);
    return g;
}

static libduel_state *deal(libduel_game *g, const char *seed)
{
    libduel_state *s = libduel_deal(g, seed, NULL);
    assert_non_null(s);
    return s;
}

/* Compares, and gives both back. */
static void same_text(char *a, char *b)
{
    assert_non_null(a);
    assert_non_null(b);
    assert_string_equal(a, b);
    libduel_free(a);
    libduel_free(b);
}

static void assert_holds(char *text, const char *part)
{
    assert_non_null(text);
    if (strstr(text, part) == NULL)
        fail_msg("“%s” is not in %s", part, text);
    libduel_free(text);
}

/* ---- every game ------------------------------------------------------------------------- */

/* In range, told apart, marked in the mask, and each found again by its text. */
static void check_actions(const libduel_state *s, const libduel_shape *shape, uint8_t *mask)
{
    const uint32_t *action;
    int count = libduel_actions(s, &action);
    uint32_t marked = 0;
    libduel_mask(s, mask);
    for (uint32_t a = 0; a < shape->actions; a++)
        marked += mask[a];
    assert_int_equal(marked, count);
    for (int i = 0; i < count; i += 1 + count / 5) {
        uint32_t back = UINT32_MAX;
        char *text = libduel_action_text(s, action[i]);
        assert_true(action[i] < shape->actions);
        assert_int_equal(mask[action[i]], 1);
        assert_int_equal(libduel_action_read(s, text, &back, NULL), LIBDUEL_OK);
        assert_int_equal(back, action[i]);
        libduel_free(text);
    }
}

/* The record leads to the same game, and so does playing its actions again. */
static void check_past(libduel_game *g, const libduel_state *s, const char *seed)
{
    uint32_t past[400];
    size_t plies = libduel_history(s, past, 400);
    char *record = libduel_record(s);
    libduel_state *replayed = libduel_replay(g, record, NULL), *again = deal(g, seed);
    assert_non_null(replayed);
    for (size_t i = 0; i < plies; i++)
        assert_true(libduel_play(again, past[i], NULL) >= 0);
    same_text(libduel_print(s, LIBDUEL_ALL), libduel_print(replayed, LIBDUEL_ALL));
    same_text(libduel_print(s, LIBDUEL_ALL), libduel_print(again, LIBDUEL_ALL));
    assert_int_equal(libduel_known(s, 0), libduel_known(again, 0));
    assert_int_equal(libduel_known(s, 0), libduel_known(replayed, 0));
    libduel_state_free(replayed);
    libduel_state_free(again);
    libduel_free(record);
}

static void check_end(const libduel_state *s, const libduel_shape *shape)
{
    int32_t score[LIBDUEL_SEATS];
    double worth[LIBDUEL_SEATS], sum = 0;
    assert_int_equal(libduel_scores(s, score), 1);
    assert_int_equal(libduel_returns(s, worth), 1);
    for (int seat = 0; seat < shape->seats; seat++)
        sum += worth[seat];
    if (shape->seats == 2)
        assert_true(sum == 0);
}

static void play_through(libduel_game *g, const libduel_shape *shape, const char *seed)
{
    enum { MOST = 300 };
    const uint32_t *action;
    uint8_t *mask = malloc(shape->actions);
    libduel_state *s = deal(g, seed);
    int count = libduel_actions(s, &action), plies = 0;
    for (; count > 0 && plies < MOST; plies++) {
        if (plies % 7 == 0)
            check_actions(s, shape, mask);
        count = libduel_play(s, action[(plies * 7 + 3) % count], NULL);
        assert_true(count >= 0);
        libduel_actions(s, &action);
    }
    check_past(g, s, seed);
    if (count == 0)
        check_end(s, shape);
    else
        assert_true(shape->loopy || shape->max_plies > MOST);
    libduel_state_free(s);
    free(mask);
}

static void every_game_is_played(void **state)
{
    (void)state;
    const char *name;
    int games = 0;
    for (; (name = libduel_game_name(games)) != NULL; games++) {
        libduel_shape shape;
        libduel_game *g = open_game(name, NULL);
        libduel_game_shape(g, &shape);
        assert_true(shape.fixed_actions);
        play_through(g, &shape, "7");
        assert_holds(libduel_game_about(g), name);
        libduel_game_close(g);
    }
    assert_true(games > 10);
}

static void a_file_is_a_game(void **state)
{
    (void)state;
    char path[500];
    libduel_shape shape;
    snprintf(path, sizeof path, "%s/kuhn.lua", getenv("DUEL_EXAMPLES"));
    libduel_game *g = open_game(path, NULL);
    libduel_game_shape(g, &shape);
    assert_false(shape.fixed_actions); /* nobody can list its moves beforehand */
    assert_true(shape.secrets && shape.margin);
    play_through(g, &shape, "7");
    libduel_game_close(g);
    libduel_end();
}

/* ---- secrets ---------------------------------------------------------------------------- */

/* Of many deals those that look the same to a seat have the same numbers, and the view itself
 * says no more than its text: read back, it is the view. */
static void deals_that_look_alike_are_alike(void **state)
{
    (void)state;
    enum { DEALS = 400 };
    libduel_game *g = open_game("duo", NULL);
    libduel_shape shape;
    libduel_game_shape(g, &shape);
    float *tensor = calloc(DEALS * shape.tensor, sizeof *tensor);
    uint64_t known[DEALS];
    int twins = 0;
    for (int i = 0; i < DEALS; i++) {
        char seed[12];
        snprintf(seed, sizeof seed, "%d", i);
        libduel_state *s = deal(g, seed);
        known[i] = libduel_known(s, 1);
        libduel_tensor(s, 1, tensor + (size_t)i * shape.tensor);
        libduel_state_free(s);
    }
    for (int i = 0; i < DEALS; i++)
        for (int j = 0; j < i; j++) {
            bool same =
                memcmp(tensor + (size_t)i * shape.tensor, tensor + (size_t)j * shape.tensor,
                       shape.tensor * sizeof *tensor) == 0;
            assert_int_equal(same, known[i] == known[j]);
            twins += same;
        }
    assert_true(twins > 100);
    free(tensor);
    libduel_game_close(g);
}

static void a_view_holds_no_more(void **state)
{
    (void)state;
    libduel_game *g = open_game("duo", NULL);
    libduel_state *s = deal(g, "5"), *view = libduel_view(s, 1), *own = libduel_view(s, 0);
    libduel_error why;
    const uint32_t *action;
    same_text(libduel_print(s, 1), libduel_print(view, LIBDUEL_ALL));
    assert_int_equal(libduel_actions(view, &action), 0); /* it is not its turn */
    assert_true(libduel_actions(own, &action) > 0);
    assert_int_equal(libduel_play(own, action[0], &why), -LIBDUEL_NO);
    assert_string_equal(why.text, "A view cannot be played on.");
    assert_null(libduel_record(view));
    assert_int_equal(libduel_known(view, 1), 0);
    assert_null(libduel_view(s, 2));
    libduel_state_free(own);
    libduel_state_free(view);
    libduel_state_free(s);
    libduel_game_close(g);
}

/* ---- failures --------------------------------------------------------------------------- */

static void failures_are_sentences(void **state)
{
    (void)state;
    libduel_error why;
    assert_null(libduel_game_open("nimm", NULL, NULL, &why));
    assert_int_equal(why.status, LIBDUEL_BAD);
    assert_non_null(strstr(why.text, "There is no game “nimm”"));
    assert_null(libduel_game_open("nim", "matches=0", NULL, &why));
    assert_null(libduel_game_open("none.lua", NULL, NULL, NULL));
    libduel_game *g = libduel_game_open("nim", "matches=11", "fr", NULL);
    assert_null(libduel_engine_open(g, "exacte", 0, &why));
    assert_null(libduel_deal(g, "a b", &why));
    assert_null(libduel_read(g, "x", &why));
    assert_non_null(strstr(why.text, "allumettes"));
    libduel_state *s = deal(g, NULL);
    assert_int_equal(libduel_play(s, 9, &why), -LIBDUEL_NO);
    same_text(libduel_print(s, LIBDUEL_ALL), libduel_print(s, 0));
    assert_int_equal(libduel_turn(s), 0);
    libduel_game *other = libduel_game_open("nim", NULL, NULL, NULL);
    char *record = libduel_record(s);
    assert_null(libduel_replay(other, record, &why));
    assert_string_equal(why.text, "The record is of a game with other options.");
    libduel_free(record);
    libduel_state_free(s);
    libduel_game_close(other);
    libduel_game_close(g);
}

/* ---- engines ---------------------------------------------------------------------------- */

static void engines_think(void **state)
{
    (void)state;
    libduel_game *g = open_game("tictactoe", NULL);
    libduel_engine *exact = libduel_engine_open(g, "exact", 0, NULL);
    libduel_state *s = libduel_read(g, "XX.OO....", NULL);
    uint32_t action = 99, other = 8;
    assert_int_equal(libduel_think(exact, s, NULL, &action, NULL), LIBDUEL_OK);
    assert_int_equal(action, 2);
    assert_holds(libduel_answer(exact, s, NULL, NULL), "\"value\":\"win\"");
    assert_holds(libduel_advise(s, NULL, &other, NULL), "\"reasons\":[{\"text\":");
    libduel_engine_forget(exact);
    while (libduel_play(s, action, NULL) > 0)
        assert_int_equal(libduel_think(exact, s, NULL, &action, NULL), LIBDUEL_OK);
    assert_int_equal(libduel_think(exact, s, NULL, &action, NULL), LIBDUEL_NO);
    assert_null(libduel_advise(s, NULL, NULL, NULL));
    libduel_state_free(s);
    libduel_engine_close(exact);
    libduel_game_close(g);
}

static void players_meet(void **state)
{
    (void)state;
    const char *spec[] = {"exact", "random"};
    libduel_points points[2];
    libduel_limits limits = {.seed = 4};
    libduel_game *g = open_game("tictactoe", NULL);
    assert_int_equal(libduel_match(g, spec, 20, &limits, points, NULL), LIBDUEL_OK);
    assert_int_equal(points[0].losses, 0);
    assert_int_equal(points[0].wins + points[0].ties, 20);
    assert_int_equal(points[1].losses, points[0].wins);
    libduel_game_close(g);
}

static void secrets_are_solved(void **state)
{
    (void)state;
    char path[500];
    double low, high;
    libduel_limits limits = {.seconds = 20, .seed = 1};
    snprintf(path, sizeof path, "%s/kuhn.lua", getenv("DUEL_EXAMPLES"));
    libduel_game *g = open_game(path, NULL);
    libduel_engine *e = libduel_engine_open(g, "equilibrium", 0, NULL);
    assert_int_equal(libduel_whole(e, &limits, &low, &high, NULL), LIBDUEL_OK);
    assert_true(low <= -1.0 / 18 + 1e-9 && high >= -1.0 / 18 - 1e-9 && high - low < 0.01);
    libduel_engine_close(e);
    libduel_game_close(g);
    libduel_end();
}

/* ---- many games ------------------------------------------------------------------------- */

/* A batch plays as single states do: its first games, from the same positions. */
static void a_batch_plays_as_states_do(void **state)
{
    (void)state;
    enum { GAMES = 16, STEPS = 60, ACTIONS = 7, SIZE = 84 };
    libduel_game *g = open_game("connect4", NULL);
    libduel_batch *b = libduel_batch_new(g, GAMES, 3, NULL);
    libduel_state *single[GAMES];
    uint32_t action[GAMES];
    uint8_t mask[GAMES * ACTIONS], own_mask[ACTIONS], ended[GAMES];
    float reward[GAMES * 2], tensor[GAMES * SIZE], own_tensor[SIZE];
    int32_t turn[GAMES];
    int ends = 0;
    for (int i = 0; i < GAMES; i++)
        single[i] = deal(g, "1");
    for (int step = 0; step < STEPS; step++) {
        libduel_batch_draw(b, action);
        libduel_batch_look(b, turn, mask, tensor);
        for (int i = 0; i < GAMES; i++) {
            assert_int_equal(turn[i], libduel_turn(single[i]));
            libduel_mask(single[i], own_mask);
            libduel_tensor(single[i], turn[i], own_tensor);
            assert_memory_equal(own_mask, mask + i * ACTIONS, ACTIONS);
            assert_memory_equal(own_tensor, tensor + i * SIZE, sizeof own_tensor);
        }
        assert_int_equal(libduel_batch_step(b, action, reward, ended, NULL), LIBDUEL_OK);
        for (int i = 0; i < GAMES; i++) {
            double worth[LIBDUEL_SEATS] = {0};
            assert_int_equal(libduel_play(single[i], action[i], NULL) == 0, ended[i]);
            libduel_returns(single[i], worth);
            assert_true(reward[2 * i] == (float)worth[0] &&
                        reward[2 * i + 1] == (float)worth[1]);
            if (ended[i]) {
                libduel_state_free(single[i]);
                single[i] = deal(g, "1");
                ends++;
            }
        }
    }
    assert_true(ends > GAMES);
    for (int i = 0; i < GAMES; i++)
        libduel_state_free(single[i]);
    libduel_batch_free(b);
    libduel_game_close(g);
}

static void one_wrong_action_stops_all(void **state)
{
    (void)state;
    libduel_error why;
    libduel_game *g = open_game("tictactoe", NULL);
    libduel_batch *b = libduel_batch_new(g, 3, 3, NULL);
    uint32_t wrong[3] = {4, 4, 9};
    uint8_t mask[3 * 9];
    assert_int_equal(libduel_batch_step(b, wrong, NULL, NULL, &why), LIBDUEL_NO);
    assert_string_equal(why.text, "Game 2: 9 is not a legal action.");
    libduel_batch_look(b, NULL, mask, NULL);
    assert_int_equal(mask[4], 1);
    libduel_batch_free(b);
    libduel_game_close(g);
}

static void one_version(void **state)
{
    (void)state;
    assert_string_equal(libduel_version(), LIBDUEL_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played),
        cmocka_unit_test(a_file_is_a_game),
        cmocka_unit_test(deals_that_look_alike_are_alike),
        cmocka_unit_test(a_view_holds_no_more),
        cmocka_unit_test(failures_are_sentences),
        cmocka_unit_test(engines_think),
        cmocka_unit_test(players_meet),
        cmocka_unit_test(secrets_are_solved),
        cmocka_unit_test(a_batch_plays_as_states_do),
        cmocka_unit_test(one_wrong_action_stops_all),
        cmocka_unit_test(one_version),
    };
    setlocale(LC_ALL,
              ""); /* as programs do that speak to people: there may be a decimal comma */
    return cmocka_run_group_tests_name("lib", tests, NULL, NULL);
}
