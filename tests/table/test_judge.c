/* tests/table/test_judge.c -- a judgement is one: every reader is told the same, it grows and
 * never shrinks, and it is that of the view, whatever was asked before. */
#include "check.h"

#include "core/worth.h"
#include "table/advice.h"
#include "table/inside.h"

enum { MEMORY = 32 << 20 };

static table_judge *judge_of(const duel_variant *v)
{
    player_context t = {.v = v};
    table_judge *j = NULL;
    assert_ok(judge_new(&t, NULL, MEMORY, &j, NULL));
    return j;
}

static duel_think question(const duel_variant *v, const duel_state *view, uint64_t nodes)
{
    return (duel_think){
        .view = view, .seat = v->game->turn(v, view), .nodes = nodes, .threads = 1, .seed = 1};
}

static const duel_move_value *rated_move(const duel_answer *a, duel_move move)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == move)
            return &a->rated[i];
    return NULL;
}

/* The worth of a position whose best move alone is proved is that move's, as far as it goes. */
static duel_worth best_worth(const duel_variant *v, const duel_answer *a,
                             const duel_move_value *best)
{
    duel_worth w = duel_worth_of_move_value(v, a, best);
    return a->at_least ? duel_worth_at_least(w) : w;
}

/* Nothing in an answer denies something else in it. */
static void check_answer(const duel_variant *v, const void *view, const duel_answer *a)
{
    assert_true(a->plan_count > 0 && duel_legal(v, view, a->plan[0]));
    duel_worth whole = duel_worth_of_answer(v, a);
    assert_int_equal(a->proved, whole.proved);
    const duel_move_value *planned = rated_move(a, a->plan[0]);
    if (a->rated_count == 0)
        return;
    assert_non_null(planned);
    duel_worth chosen = duel_worth_of_move_value(v, a, planned),
               best = best_worth(v, a, planned);
    assert_int_equal(duel_worth_compare(v, &best, &whole), 0);
    for (int i = 0; i < a->rated_count; i++) {
        duel_worth other = duel_worth_of_move_value(v, a, &a->rated[i]);
        assert_false(duel_worth_better(v, &other, &chosen));
    }
}

static void assert_same_answer(const duel_answer *a, const duel_answer *b)
{
    assert_int_equal(a->plan[0], b->plan[0]);
    assert_memory_equal(&a->result, &b->result, sizeof a->result);
    assert_int_equal(a->estimate, b->estimate);
    assert_int_equal(a->rated_count, b->rated_count);
    assert_memory_equal(a->rated, b->rated, (size_t)a->rated_count * sizeof a->rated[0]);
}

/* Advice, a value and every hint of a view are one judgement; another judge, who was asked
 * nothing else before, says the same. */
static void check_view(const duel_variant *v, const duel_state *view, table_judge *j,
                       table_advice *advice, duel_answer *value)
{
    judge_result judged;
    duel_think t = question(v, view, 400);
    assert_ok(advice_give(j, v, &t, NULL, advice, NULL));
    check_answer(v, view, &advice->answer);
    t.nodes = 100; /* whoever wants less is told what is known */
    assert_ok(judge_ask(j, &t, value, &judged, NULL));
    assert_int_equal(judged.number, advice->judged.number);
    assert_same_answer(value, &advice->answer);
    table_judge *other = judge_of(v);
    t.nodes = 400;
    assert_ok(judge_ask(other, &t, value, &judged, NULL));
    assert_same_answer(value, &advice->answer);
    judge_free(other);
}

TEST(every_reader_is_told_the_same)
{
    table_advice *advice = malloc(sizeof *advice);
    CHECK_ANSWER(value);
    for (int g = 0; duel_games[g]; g++) {
        duel_variant v = check_variant(duel_games[g]->id);
        table_judge *j = judge_of(&v);
        duel_state view;
        duel_rng rng = check_rng(5);
        duel_state now = check_dealt(&v, 3);
        for (int ply = 0; ply < check_sample(6, 40) && !duel_is_over(&v, &now); ply++) {
            duel_move list[DUEL_MOVES_MAX];
            duel_view(&v, &now, v.game->turn(&v, &now), &view);
            check_view(&v, &view, j, advice, value);
            uint32_t count = (uint32_t)v.game->moves(&v, &now, list);
            v.game->play(&v, &now, list[duel_rng_below(&rng, count)]);
        }
        judge_free(j);
    }
    free(advice);
}

/* More time makes it better, under a higher number; less changes nothing. */
TEST(a_judgement_grows)
{
    duel_variant v = check_variant("connect4");
    table_judge *j = judge_of(&v);
    CHECK_ANSWER(a);
    judge_result judged;
    int64_t before = 0;
    duel_state now = check_dealt(&v, 1);
    for (uint64_t nodes = 500; nodes <= 8000; nodes *= 4) {
        duel_think t = question(&v, &now, nodes);
        assert_ok(judge_ask(j, &t, a, &judged, NULL));
        assert_int_equal(judged.number, before + 1);
        before = judged.number;
        t.nodes = nodes / 2;
        assert_ok(judge_ask(j, &t, a, &judged, NULL));
        assert_int_equal(judged.number, before);
    }
    judge_free(j);
}

/* A thought that was stopped before it came to anything takes no judgement's place, however
 * long it might have been. */
TEST(a_stopped_thought_replaces_nothing)
{
    duel_variant v = check_variant("connect4");
    table_judge *j = judge_of(&v);
    duel_answer *a = malloc(sizeof *a), *stopped = malloc(sizeof *stopped);
    atomic_bool stop = true;
    judge_result judged;
    duel_state now = check_dealt(&v, 1);
    duel_think t = question(&v, &now, 40000);
    assert_ok(judge_ask(j, &t, a, &judged, NULL));
    t.nodes *= 100;
    t.stop = &stop;
    assert_ok(judge_ask(j, &t, stopped, &judged, NULL));
    assert_int_equal(judged.number, 1);
    assert_same_answer(a, stopped);
    free(a);
    free(stopped);
    judge_free(j);
}

/* Once all is proved nobody thinks any more; and what is over is known. */
TEST(what_is_proved_is_settled)
{
    static const char *const positions[] = {"XX.OO....", "XXXOO...."};
    duel_variant v = check_variant("tictactoe");
    table_judge *j = judge_of(&v);
    CHECK_ANSWER(a);
    for (int over = 0; over < 2; over++) {
        judge_result judged;
        duel_state now = check_state(&v, positions[over]);
        for (int i = 0; i < 3; i++) {
            duel_think t = {.view = &now, .seat = v.game->turn(&v, &now), .seconds = 1 + i};
            assert_ok(judge_ask(j, &t, a, &judged, NULL));
            assert_int_equal(judged.number, 1);
            assert_true(a->proved);
            assert_int_equal(a->result.value, over ? DUEL_LOSS : DUEL_WIN);
            assert_int_equal(a->plan_count > 0, !over);
        }
    }
    judge_free(j);
}

/* Every move of what a game can prove is proved, and none is called an estimate. */
TEST(what_can_be_proved_is)
{
    static const char *const games[] = {"chicago", "dodgem", "nim", "allumettes", "kayles"};
    CHECK_ANSWER(a);
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        duel_variant v = check_variant(games[g]);
        table_judge *j = judge_of(&v);
        judge_result judged;
        duel_state now = check_dealt(&v, 2);
        duel_think t = question(&v, &now, UINT64_C(100000000));
        assert_ok(judge_ask(j, &t, a, &judged, NULL));
        assert_true(judged.settled && a->proved && a->rated_count > 1);
        for (int i = 0; i < a->rated_count; i++)
            assert_int_not_equal(a->rated[i].result.value, DUEL_UNSOLVED);
        judge_free(j);
    }
}

static void begin_near_the_end(const duel_variant *v, uint64_t seed, duel_state *now)
{
    enum { PLIES = 50 };
    duel_rng rng = check_rng(seed);
    assert_ok(duel_deal(v, duel_str_of("1"), now));
    for (int ply = 0; ply < PLIES && !duel_is_over(v, now); ply++) {
        duel_move list[DUEL_MOVES_MAX];
        uint32_t count = (uint32_t)v->game->moves(v, now, list);
        v->game->play(v, now, list[duel_rng_below(&rng, count)]);
    }
    assert_false(duel_is_over(v, now));
}

/* What is called proved is so: as a whole, or as the bound that it is. Whether it is a bound.
 */
static bool check_claim(const duel_variant *v, const duel_answer *a, const duel_worth *truth)
{
    duel_worth whole = duel_worth_of_answer(v, a);
    duel_worth planned = duel_worth_of_move_value(v, a, rated_move(a, a->plan[0]));
    if (a->at_least)
        assert_false(duel_worth_better(v, &planned, truth));
    else if (a->proved)
        assert_true(duel_worth_same(&whole, truth));
    return a->at_least;
}

static duel_worth true_worth(const duel_variant *v, const duel_think *much, duel_answer *room)
{
    table_judge *j = judge_of(v);
    judge_result judged;
    assert_ok(judge_ask(j, much, room, &judged, NULL));
    assert_true(judged.settled);
    judge_free(j);
    return duel_worth_of_answer(v, room);
}

/* Asks between looks behind one move after another, each time for a little more: for a search
 * that proves nothing itself. How many answers were bounds. */
static int check_sights(const duel_variant *v, const duel_state *now, duel_answer *a)
{
    table_judge *j = judge_of(v);
    judge_result judged;
    duel_worth seen;
    duel_move list[DUEL_MOVES_MAX];
    duel_think much = question(v, now, 10000000), little = question(v, now, 1);
    duel_worth truth = true_worth(v, &much, a);
    int bounds = 0, count = v->game->moves(v, now, list);
    for (int i = 0; i < count; i++, little.nodes++) {
        assert_ok(judge_ask(j, &little, a, &judged, NULL));
        check_answer(v, now, a);
        bounds += check_claim(v, a, &truth);
        assert_ok(judge_after_move(j, &much, list[i], a, &seen, NULL));
    }
    judge_free(j);
    return bounds;
}

/* A win that was seen behind one move leaves open by how much the position is won. */
TEST(one_move_proved_proves_no_more)
{
    duel_variant v = check_variant("moriarty");
    CHECK_ANSWER(a);
    int bounds = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        duel_state now;
        begin_near_the_end(&v, seed, &now);
        bounds += check_sights(&v, &now, a);
    }
    assert_true(bounds > 0);
}

static int64_t number_of(table_judge *j, const duel_variant *v, int matches, uint64_t nodes,
                         duel_answer *a)
{
    char text[16];
    judge_result judged;
    snprintf(text, sizeof text, "%d", matches);
    duel_state now = check_state(v, text);
    duel_think t = question(v, &now, nodes);
    assert_ok(judge_ask(j, &t, a, &judged, NULL));
    return judged.number;
}

/* The oldest judgement goes when there are too many, and begins anew when somebody asks. */
TEST(only_so_many_are_kept)
{
    enum { KEPT = 256 };
    duel_variant v = check_variant("nim matches=1000");
    CHECK_ANSWER(a);
    for (int others = KEPT - 1; others <= KEPT; others++) {
        player_context t = {.v = &v};
        table_judge *j = NULL;
        assert_ok(judge_new(&t, "random", MEMORY, &j, NULL));
        assert_int_equal(number_of(j, &v, 1, 10, a), 1);
        assert_int_equal(number_of(j, &v, 1, 20, a), 2);
        for (int i = 0; i < others; i++)
            assert_int_equal(number_of(j, &v, 2 + i, 10, a), 1);
        assert_int_equal(number_of(j, &v, 1, 10, a), others < KEPT ? 2 : 1);
        judge_free(j);
    }
}
