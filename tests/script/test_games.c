/* Games from files against the same games in C: all positions, all values, both ways. */
#include "examples.h"
#include "seen.h"

#include "kept.h"
#include "script/inside.h"
#include "script/load.h"
#include "table/inside.h"

#include <pthread.h>
#include <signal.h>

/* ---- two games walked side by side ------------------------------------------------------ */

typedef struct pair {
    duel_variant v[2];
    machine_player *solver[2];
    duel_answer *answer[2];
    seen met; /* of the first game */
} pair;

static void solve_both(pair *p, const duel_state state[2])
{
    for (int i = 0; i < 2; i++) {
        duel_think t = {.view = &state[i], .seat = p->v[i].game->turn(&p->v[i], &state[i])};
        duel_msg why = {0};
        assert_ok(player_think(p->solver[i], &t, p->answer[i], &why));
    }
    const duel_result *a = &p->answer[0]->result, *b = &p->answer[1]->result;
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->remoteness, b->remoteness);
    assert_int_equal(a->score, b->score);
    if (p->v[0].traits & DUEL_NIMBERS)
        assert_int_equal(a->nimber, b->nimber);
}

/* The same turn, end, scores, moves (in the file's words, read by both) and results. */
static void walk(pair *p, const duel_state state[2])
{
    duel_move list[2][64];
    int32_t score[2][DUEL_SEATS] = {{0}};
    bool over[2];
    int count[2];
    if (is_seen(&p->met, &p->v[0], &state[0]))
        return;
    for (int i = 0; i < 2; i++) {
        const duel_game *g = p->v[i].game;
        over[i] = g->over(&p->v[i], &state[i], score[i]);
        count[i] = g->moves(&p->v[i], &state[i], list[i]);
    }
    assert_int_equal(over[0], over[1]);
    assert_int_equal(count[0], count[1]);
    assert_memory_equal(score[0], score[1], sizeof score[0]);
    assert_int_equal(p->v[0].game->turn(&p->v[0], &state[0]),
                     p->v[1].game->turn(&p->v[1], &state[1]));
    solve_both(p, state);
    for (int i = 0; i < count[1]; i++) {
        duel_state next[2] = {state[0], state[1]};
        duel_move move;
        CHECK_BUF(text);
        duel_print_move(&p->v[1], &state[1], list[1][i], &text.sink);
        assert_ok(duel_read_move(&p->v[0], &state[0], duel_buf_str(&text), &move, NULL));
        p->v[0].game->play(&p->v[0], &next[0], move);
        p->v[1].game->play(&p->v[1], &next[1], list[1][i]);
        walk(p, next);
    }
}

static void compare(const char *built_in, const char *file, const char *settings,
                    size_t positions)
{
    pair p = {.met = {NULL, 0, 0}};
    duel_state state[2];
    char text[128];
    snprintf(text, sizeof text, "%s %s", built_in, settings);
    p.v[0] = check_variant(text);
    p.v[1] = example(file, settings);
    for (int i = 0; i < 2; i++) {
        p.answer[i] = malloc(sizeof *p.answer[i]);
        assert_ok(player_open(duel_str_of("exact:symmetry=no"), &p.v[i], (size_t)256 << 20,
                              NULL, &p.solver[i], NULL));
        memset(&state[i], 0, sizeof state[i]);
        assert_ok(duel_deal(&p.v[i], duel_str_of("1"), &state[i]));
    }
    walk(&p, state);
    if (positions)
        assert_int_equal(p.met.count, positions);
    for (int i = 0; i < 2; i++) {
        player_close(p.solver[i]);
        free(p.answer[i]);
    }
    free(p.met.at);
}

TEST(allumettes_is_the_same_game)
{
    compare("allumettes", "allumettes.lua", "matches=60", 0);
}

TEST(nim_is_the_same_game)
{
    compare("nim", "nim.lua", "matches=60", 0);
}

TEST(tictactoe_is_the_same_game)
{
    compare("tictactoe", "tictactoe.lua", "", 5478);
}

/* ---- known results ---------------------------------------------------------------------- */

static duel_value value_of(const duel_variant *v)
{
    CHECK_ANSWER(a);
    duel_state state = check_dealt(v, 1);
    machine_player *p = check_player("exact", v, (size_t)256 << 20);
    duel_think t = {.view = &state};
    assert_ok(player_think(p, &t, a, NULL));
    duel_value value = a->result.value;
    player_close(p);
    return value;
}

TEST(fibonacci_numbers_are_lost)
{
    for (int n = 2, a = 2, b = 3; n <= check_sample(35, 90); n++) {
        char settings[32];
        snprintf(settings, sizeof settings, "matches=%d", n);
        duel_variant v = example("fibonacci.lua", settings);
        bool fibonacci = n == a;
        if (fibonacci) {
            b += a;
            a = b - a;
        }
        assert_int_equal(value_of(&v), fibonacci ? DUEL_LOSS : DUEL_WIN);
    }
}

TEST(cold_positions_are_lost)
{
    static const int cold[][2] = {{1, 2}, {3, 5}, {4, 7}, {6, 10}};
    int most = check_sample(7, 10);
    for (int left = 0; left <= most; left++) {
        for (int right = left ? left : 1; right <= most; right++) {
            char settings[48];
            bool lost = false;
            for (size_t i = 0; i < sizeof cold / sizeof *cold; i++)
                lost = lost || (cold[i][0] == left && cold[i][1] == right);
            snprintf(settings, sizeof settings, "left=%d right=%d", left, right);
            duel_variant v = example("wythoff.lua", settings);
            assert_int_equal(value_of(&v), lost ? DUEL_LOSS : DUEL_WIN);
        }
    }
}

/* ---- texts ------------------------------------------------------------------------------ */

TEST(texts_come_in_both_languages)
{
    duel_variant v = example("allumettes.lua", "");
    assert_string_equal(duel_text(DUEL_FR, v.game->title), "Allumettes (Lua)");
    assert_string_equal(duel_text(DUEL_EN, v.game->title), "Matches (Lua)");
    assert_true(duel_has_french(v.game->rules[0]));
}

/* ---- failures and guards ---------------------------------------------------------------- */

static const char late[] = "../tests/script/mistakes/late.lua";
enum { BEFORE = 3, FAILS = 3, FINE = 1 }; /* moves of that file: the first, then one of two */

/* A failure is told once, to the guard, and play stays harmless with one and without. */
TEST(a_failure_is_told_to_the_guard)
{
    duel_variant v = example("../tests/script/mistakes/nan.lua", "");
    duel_state state;
    duel_fault_guard g;
    duel_msg why = {0};
    int32_t score[DUEL_SEATS];
    duel_state first = check_dealt(&v, 1);
    v.game->play(&v, &first, 3); /* to 7, where play divides 0 by 0 */
    for (int guarded = 0; guarded < 2; guarded++) {
        if (guarded)
            duel_fault_guard_begin(&g, v.game);
        state = first;
        v.game->play(&v, &state, 1);
        assert_true(v.game->over(&v, &state, score));
    }
    assert_int_equal(duel_fault_guard_take(&g, &why), DUEL_FAILED);
    assert_non_null(strstr(check_english(&why), "NaN"));
    assert_non_null(strstr(check_english(&why), "result.ratio"));
    assert_int_equal(duel_fault_guard_end(&g, DUEL_REFUSED, &why), DUEL_REFUSED);
}

typedef struct player_of_late {
    const duel_variant *v;
    duel_move move;
    duel_status expected;
    int wrong; /* how often it was told something else */
} player_of_late;

static void *play_late(void *self)
{
    player_of_late *p = self;
    for (int i = 0; i < 300; i++) {
        duel_fault_guard g;
        duel_fault_guard_begin(&g, p->v->game);
        duel_state state = check_dealt(p->v, 1);
        p->v->game->play(p->v, &state, BEFORE);
        p->v->game->play(p->v, &state, p->move);
        duel_is_over(p->v, &state);
        p->wrong += duel_fault_guard_end(&g, DUEL_OK, NULL) != p->expected;
    }
    return NULL;
}

/* Two threads play the same file; what one of them fails at is nothing to the other. */
TEST(a_failure_stays_in_its_thread)
{
    duel_variant v = example(late, "");
    player_of_late players[] = {{&v, FAILS, DUEL_FAILED, 0}, {&v, FINE, DUEL_OK, 0}};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, play_late, &players[i]), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(players[i].wrong, 0);
    }
}

static void *deal_once(void *self)
{
    duel_state state;
    duel_fault_guard g;
    const duel_variant *v = self;
    duel_fault_guard_begin(&g, v->game);
    duel_status status = duel_deal(v, duel_str_of("1"), &state);
    return duel_fault_guard_end(&g, status, NULL) == DUEL_FAILED ? self : NULL;
}

/* Its process is stopped, so whoever asks would wait for as long as a file may take. */
TEST(a_hushed_file_keeps_nobody_waiting)
{
    script_file file;
    duel_variant v;
    pthread_t thread;
    void *failed;
    assert_ok(script_open(example_path("kuhn.lua"), &file, NULL));
    assert_true(file.game->traits & DUEL_SLOW);
    assert_ok(duel_variant_read(file.game, duel_str_of(""), &v, NULL));
    kill(script_of(&v)->host.pid, SIGSTOP);
    assert_int_equal(pthread_create(&thread, NULL, deal_once, &v), 0);
    script_stop_all(&file);
    pthread_join(thread, &failed);
    assert_ptr_equal(failed, &v);
    assert_ptr_equal(deal_once(&v), &v);
    script_close(&file);
}

static bool count_kept(void *kept, uint64_t key, uint64_t code)
{
    (void)key, (void)code;
    ++*(int *)kept;
    return true;
}

/* What was found out before the file failed, and after, is not kept for later. */
TEST(a_failed_search_is_told_and_forgotten)
{
    const duel_engine *engine;
    void *self;
    bool symmetric;
    int kept = 0;
    duel_variant v = example(late, "");
    duel_msg why = {0};
    CHECK_ANSWER(answer);
    duel_fault_guard g;
    duel_state state = check_dealt(&v, 1);
    assert_true(v.key_bits > 0); /* or it would be solved by one thread */
    machine_player *solver = check_player("exact", &v, (size_t)1 << 26);
    duel_fault_guard_begin(&g, v.game);
    for (int i = 0; i < 2; i++) {
        duel_think t = {.view = &state, .threads = 4};
        assert_int_equal(player_think(solver, &t, answer, &why), DUEL_FAILED);
        assert_non_null(strstr(check_english(&why), "thirty-four"));
    }
    assert_ok(duel_fault_guard_end(&g, DUEL_OK, &why));
    assert_true(player_prover(solver, &engine, &self));
    assert_ok(engine->harvest(self, &symmetric, count_kept, &kept));
    assert_int_equal(kept, 0);
    player_close(solver);
}

static game_session *table_of(const duel_variant *v)
{
    session_opening o = {.variant = v,
                         .seed = duel_str_of("1"),
                         .seats = {duel_str_of("human"), duel_str_of("human")}};
    game_session *s = NULL;
    assert_ok(session_new(&o, 0, &s, NULL));
    assert_ok(session_store_change(NULL, s, NULL));
    return s;
}

/* A move to where the file fails is not made; the other table of the file goes on. */
TEST(a_table_that_fails_leaves_the_other_alone)
{
    duel_variant v = example(late, "");
    game_session *one = table_of(&v), *other = table_of(&v);
    duel_msg why = {0};
    int32_t score[DUEL_SEATS];
    assert_ok(kept(NULL, one, session_play(one, BEFORE, 0, &why)));
    assert_ok(kept(NULL, other, session_play(other, BEFORE, 0, &why)));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(session_play(one, FAILS, 0, &why), DUEL_FAILED);
        assert_non_null(strstr(check_english(&why), "thirty-four"));
        assert_false(session_over(one, score));
        assert_int_equal(session_turn(one), 1);
        assert_ok(kept(NULL, other, session_play(other, FINE, 0, &why)));
    }
    assert_ok(kept(NULL, one, session_play(one, FINE, 0, &why)));
    session_free(one);
    session_free(other);
}

/* ---- what was answered is dropped whenever it can be ------------------------------------ */

static script_file forgetful(const char *file)
{
    script_file f;
    duel_msg why = {0};
    if (script_open_lua(example_path(file), &f, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    ((script_game *)f.self)->graph_most = 0;
    return f;
}

/* The position that came back was dropped before the game that met it was over. */
TEST(a_loop_is_told_from_what_was_dropped)
{
    script_file f = forgetful("../tests/script/mistakes/dawdle.lua");
    duel_variant v;
    duel_msg why = {0};
    assert_int_equal(duel_variant_read(f.game, duel_str_of(""), &v, &why), DUEL_FAILED);
    assert_non_null(strstr(check_english(&why), "the moves 0 lead back to it"));
    script_close(&f);
}

TEST(what_was_dropped_is_asked_again)
{
    script_file f = forgetful("nim.lua");
    duel_variant v;
    duel_move list[DUEL_MOVES_MAX], back;
    assert_ok(duel_variant_read(f.game, duel_str_of(""), &v, NULL));
    duel_fault_guard g;
    duel_fault_guard_begin(&g, v.game);
    duel_state state = check_dealt(&v, 1);
    while (!duel_is_over(&v, &state)) {
        int count = v.game->moves(&v, &state, list);
        for (int i = 0; i < count; i++) {
            CHECK_BUF(text);
            duel_print_move(&v, &state, list[i], &text.sink);
            assert_ok(duel_read_move(&v, &state, duel_buf_str(&text), &back, NULL));
            assert_int_equal(back, list[i]);
        }
        v.game->play(&v, &state, list[count - 1]);
    }
    assert_ok(duel_fault_guard_end(&g, DUEL_OK, NULL));
    script_close(&f);
}

TEST(keys_leave_out_the_seat_of_impartial_games)
{
    duel_variant v = example("nim.lua", "");
    duel_state b;
    duel_state a = check_state(&v, "12-3/1");
    check_position(&v, "12-3/2", &b);
    assert_true(v.key_bits > 0);
    assert_int_equal(v.game->accel->pack(&v, &a), v.game->accel->pack(&v, &b));
    check_position(&v, "12-2/1", &b);
    assert_int_not_equal(v.game->accel->pack(&v, &a), v.game->accel->pack(&v, &b));
}

/* A question's limit of processor time must not hold up the clock by which its loop is timed: a
 * kernel that watches such a limit moves the clock of the process from tick to tick. */
TEST(even_a_short_loop_takes_time)
{
    duel_variant v = example("nim.lua", "");
    for (int i = 0; i < 10; i++) {
        uint64_t positions;
        double seconds, before;
        duel_msg why = {0};
        assert_ok(catalogue_time_file(&v, &positions, &seconds, &before, &why));
        assert_true(positions > 0);
        assert_true(seconds > 0);
        assert_true(before > 0);
    }
}

static int take_down(void **unused)
{
    (void)unused;
    catalogue_close_games();
    return 0;
}

TESTS_BETWEEN(NULL, take_down)
