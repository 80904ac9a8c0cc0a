/* tests/chicago/test_study.c -- studies repeat and add up; puzzles keep their promises; boards
 * of a chosen value have it. */
#include "check.h"

#include "games/chicago/puzzle.h"
#include "games/chicago/study.h"
#include "games/chicago/workshop/bench.h"
#include "plain.h"

static const chicago_rules usual = {2, false};

static chicago_spread run(uint64_t seed, uint64_t first, uint64_t openings, int threads)
{
    chicago_study study = {
        .rules = usual, .seed = seed, .first = first, .openings = openings, .threads = threads};
    chicago_spread s;
    assert_ok(chicago_study_run(&study, &s));
    s.seconds = 0; /* the rest must repeat */
    return s;
}

TEST(a_study_does_not_depend_on_threads)
{
    chicago_spread one = run(5, 0, 6, 1), three = run(5, 0, 6, 3);
    assert_memory_equal(&one, &three, sizeof one);
    assert_int_equal(one.openings, 6);
}

TEST(a_study_is_the_sum_of_its_parts)
{
    chicago_spread whole = run(6, 0, 5, 2), front = run(6, 0, 2, 1), back = run(6, 2, 3, 1);
    for (int i = 0; i < STUDY_VALUES; i++)
        assert_int_equal(whole.count[i], front.count[i] + back.count[i]);
    assert_int_equal(whole.nodes, front.nodes + back.nodes);
}

/* Kept from the run that docs/chicago.md tells of: the same openings, the same values. */
TEST(a_known_study)
{
    chicago_spread s = run(1, 0, (uint64_t)check_sample(10, 200), 1);
    static const uint64_t known[2][7] = {{0, 3, 6, 1, 0, 0, 0}, {8, 49, 91, 37, 13, 1, 1}};
    for (int value = 2; value <= 8; value++)
        assert_int_equal(s.count[value + STUDY_MOST], known[check_full()][value - 2]);
    assert_int_equal(chicago_spread_least(&s), check_full() ? 2 : 3);
    assert_int_equal(chicago_spread_most(&s), check_full() ? 8 : 5);
    if (!check_full()) {
        assert_true(chicago_spread_mean(&s) > 3.799 && chicago_spread_mean(&s) < 3.801);
        assert_true(chicago_spread_deviation(&s) > 0.632 &&
                    chicago_spread_deviation(&s) < 0.633);
    }
}

TEST(the_picture_is_svg)
{
    chicago_spread s = {.openings = 4};
    s.count[STUDY_MOST + 3] = 3;
    s.count[STUDY_MOST + 5] = 1;
    CHECK_BUF(text);
    chicago_spread_svg(&s, 9, &text.sink);
    assert_non_null(strstr(text.text, "<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_non_null(strstr(text.text, "4 openings, seed 9, mean +3.500"));
    assert_non_null(strstr(text.text, ">75.0 %<"));
    assert_non_null(strstr(text.text, "height=\"240.0\""));
    assert_non_null(strstr(text.text, "height=\"80.0\""));
    int bars = 0;
    for (const char *at = text.text; (at = strstr(at, "fill=\"#3b6ea5\"")); at++)
        bars++;
    assert_int_equal(bars, 3); /* 3, 4 and 5 */
    assert_string_equal(text.text + text.len - 7, "</svg>\n");
}

TEST(boards_have_the_value_asked_for)
{
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    chicago_solver *solver;
    assert_ok(chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver));
    for (int value = 3; value <= 5; value++) {
        chicago_board board;
        chicago_answer a;
        duel_msg why = {0};
        assert_ok(chicago_opening_of_value(
            &usual, &(chicago_wish){value, 20 + (uint64_t)value, 200, NULL, NULL}, &board,
            &why));
        assert_int_equal(board.piles, 9);
        assert_ok(chicago_solve(solver, &usual, &board, NULL, &a));
        assert_int_equal(a.low, value);
    }
    chicago_board board;
    duel_msg why = {0};
    chicago_wish in_vain = {.value = 30, .seed = 1, .tries = 3};
    assert_int_equal(chicago_opening_of_value(&usual, &in_vain, &board, &why), DUEL_REFUSED);
    assert_string_equal(check_english(&why), "None of 3 openings has the value 30.");
    free(memory);
}

/* ---- puzzles ------------------------------------------------------------------------ */

/* With komi the sign counts that the final scores have. */
TEST(komi_counts_in_puzzles)
{
    duel_variant v = check_variant("chicago komi=4");
    for (uint64_t seed = 1; seed <= (uint64_t)check_sample(4, 40); seed++) {
        chicago_puzzle p;
        int keep = 0;
        assert_ok(chicago_puzzle_make(&v, seed, NULL, &p, NULL));
        assert_int_equal(p.given, p.board.side == 1 ? 4 : -4);
        assert_true(p.answer.low + p.given >= 0);
        for (int i = 0; i < p.answer.count; i++) {
            duel_msg why = {.id = NULL};
            duel_move move = p.answer.move[i];
            bool right = chicago_puzzles.judge(&v, &p.board, &move, 1, &why) == DUEL_OK;
            int value = p.answer.move_low[i] + p.given;
            assert_true(right == (value > 0 || (value == 0 && p.answer.low + p.given == 0)));
            assert_true(right == (move == p.answer.best) && right == (why.id == NULL));
            keep += right;
        }
        assert_int_equal(keep, 1);
    }
}

TEST(no_puzzles_in_the_dark)
{
    static const char *const tables[] = {"chicago players=3", "chicago view=tops"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        duel_variant v = check_variant(tables[i]);
        chicago_puzzle p;
        duel_msg why = {0};
        assert_int_equal(chicago_puzzle_make(&v, 1, NULL, &p, &why), DUEL_REFUSED);
        assert_non_null(why.id);
    }
}

/* The shortest way to the end, by trying everything; no deeper than `most`. */
static int shortest(const plain *b, int most)
{
    if (b->piles <= 2 || most == 0)
        return 0;
    int best = most;
    for (int step = 1; step <= 3; step++) {
        char keep, sell;
        plain next = plain_play(*b, step, 0, &keep, &sell);
        int plies = 1 + shortest(&next, best - 1);
        best = plies < best ? plies : best;
    }
    return best;
}

static plain plain_of(const chicago_board *board)
{
    CHECK_BUF(text);
    chicago_print(&usual, board, &text.sink);
    plain p = plain_read(text.text);
    return p;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* What each move gains at once, by the plain rules: on the difference and on the own score. */
static void check_greed_fails(const chicago_puzzle *p)
{
    plain b = plain_of(&p->board);
    const chicago_answer *a = &p->answer;
    int best[2] = {-1000, -1000}, solution[2] = {0, 0};
    for (int i = 0; i < 6; i++) {
        char keep, sell;
        plain next = plain_play(b, 1 + i / 2, i % 2, &keep, &sell);
        int own = plain_score(&next, b.side), lead = own - plain_score(&next, 1 - b.side);
        chicago_move move = (uint64_t)(1 + i / 2) | (uint64_t)plain_good(keep) << 8 |
                            (uint64_t)plain_good(sell) << 16;
        best[0] = lead > best[0] ? lead : best[0];
        best[1] = own > best[1] ? own : best[1];
        if (move == a->best)
            solution[0] = lead, solution[1] = own;
        if (move == p->greedy)
            assert_true(move != a->best);
    }
    assert_true(solution[0] < best[0]);
}

TEST(puzzles_keep_their_promises)
{
    duel_variant v = check_variant("chicago");
    for (uint64_t seed = 1; seed <= (uint64_t)check_sample(6, 60); seed++) {
        chicago_puzzle p, again;
        duel_msg why = {0};
        assert_ok(chicago_puzzle_make(&v, seed, NULL, &p, &why));
        assert_ok(chicago_puzzle_make(&v, seed, NULL, &again, &why));
        assert_memory_equal(&p.board, &again.board, sizeof p.board);
        plain b = plain_of(&p.board);
        assert_int_equal(shortest(&b, PUZZLE_PLIES), PUZZLE_PLIES);
        assert_true(chicago_least_plies(&p.board) >= PUZZLE_PLIES && p.answer.low >= 0);
        int keep = 0;
        for (int i = 0; i < p.answer.count; i++) {
            bool same = sign(p.answer.move_low[i]) == sign(p.answer.low);
            keep += same;
            if (same)
                assert_true(p.answer.move[i] == p.answer.best);
        }
        assert_int_equal(keep, 1);
        check_greed_fails(&p);
    }
}

/* The bound on the plies left is never above the truth. */
TEST(least_plies_is_a_bound)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        chicago_board board;
        chicago_move move[CHICAGO_MOVES];
        duel_rng rng = check_rng(seed);
        chicago_deal(&rng, &board);
        for (int i = 0; i < 9; i++) {
            int count = chicago_moves(&usual, &board, move);
            chicago_play(&usual, &board, move[duel_rng_below(&rng, (uint32_t)count)]);
        }
        plain b = plain_of(&board);
        assert_in_range(chicago_least_plies(&board), 1, shortest(&b, 9));
    }
}

static void count_call(void *watcher, uint64_t done)
{
    uint64_t *calls = watcher;
    assert_int_equal(++*calls, done);
}

/* The sum of the values of a seed's first openings. */
static int64_t sum_of_values(const chicago_spread *s)
{
    int64_t sum = 0;
    for (int i = 0; i < STUDY_VALUES; i++)
        sum += (int64_t)s->count[i] * (i - STUDY_MOST);
    return sum;
}

TEST(a_contest_adds_up)
{
    uint64_t openings = (uint64_t)check_sample(1, 3);
    chicago_contest x, again;
    uint64_t calls = 0;
    assert_ok(chicago_contest_run(8, openings, count_call, &calls, &x));
    assert_ok(chicago_contest_run(8, openings, NULL, NULL, &again));
    assert_memory_equal(&x, &again, sizeof x);
    assert_int_equal(calls, openings);
    chicago_spread s = run(8, 0, openings, 1);
    for (int i = 0; i < CONTEST_ENTRANTS; i++) {
        const chicago_tally *first = &x.pair[CONTEST_EXACT][i];
        assert_int_equal(first->wins + first->ties + first->losses, openings);
        assert_true(first->margin >= sum_of_values(&s)); /* nobody holds it below the value */
        assert_true(x.pair[i][CONTEST_EXACT].margin <= sum_of_values(&s));
    }
    assert_int_equal(x.pair[CONTEST_EXACT][CONTEST_EXACT].margin, sum_of_values(&s));
}

TEST(pace_is_measured)
{
    chicago_pace p;
    assert_ok(chicago_pace_measure(&usual, 1, 3, false, &p));
    assert_true(p.nodes[0] > 1000 && p.nodes[0] <= p.nodes[1] && p.nodes[1] <= p.nodes[2]);
    assert_true(p.all_nodes == p.nodes[0] + p.nodes[1] + p.nodes[2]);
    chicago_pace_fini(&p);
}
