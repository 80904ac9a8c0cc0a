/* tests/core/test_worth.c -- the one order over values: its laws, and value_better as its
 * witness; shares; estimates; what a move costs. */
#include "check.h"

#include "core/value.h"
#include "core/worth.h"
#include "maze.h"

#include <math.h>

enum { MEMORY = 256 << 20, RESULTS = 300 };

/* ---- laws ------------------------------------------------------------------------------- */

static bool chance(duel_rng *rng)
{
    return duel_rng_below(rng, 2);
}

/* Few different numbers, so that many are equal. */
static duel_worth drawn_worth(duel_rng *rng)
{
    static const double proved[] = {0, 0.25, 1.0 / 3, 0.5, 1}, near[] = {0.25, 0.4, 0.5, 0.51};
    duel_worth w = {.known = duel_rng_below(rng, 8) > 0};
    if (!w.known)
        return w;
    w.proved = chance(rng);
    w.scored = chance(rng);
    w.points = w.scored ? (double)duel_rng_below(rng, 5) - 2 : 0;
    w.share = w.proved ? proved[duel_rng_below(rng, 5)] : near[duel_rng_below(rng, 4)];
    w.endless = w.proved && chance(rng);
    w.plies = w.proved && chance(rng) ? duel_rng_below(rng, 3) : 0;
    return w;
}

TEST(the_order_is_total_and_transitive)
{
    static const char *const variants[] = {"nim", "moriarty size=4", "chicago players=3",
                                           "chicago players=4", "wumpus"};
    duel_rng rng = check_rng(1);
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        for (int n = 0; n < 20000; n++) {
            duel_worth a = drawn_worth(&rng), b = drawn_worth(&rng), c = drawn_worth(&rng);
            int ab = duel_worth_compare(&v, &a, &b), bc = duel_worth_compare(&v, &b, &c),
                ac = duel_worth_compare(&v, &a, &c);
            assert_int_equal(duel_worth_compare(&v, &a, &a), 0);
            assert_int_equal(ab, -duel_worth_compare(&v, &b, &a));
            if (ab >= 0 && bc >= 0)
                assert_int_equal(ac, ab > 0 || bc > 0);
        }
    }
}

/* ---- value_better as the witness -------------------------------------------------------- */

typedef struct met {
    const duel_variant *v;
    duel_result result[RESULTS];
    int count, kinds[5];
} met;

static bool same_result(const duel_result *a, const duel_result *b)
{
    return a->value == b->value && a->score == b->score && a->remoteness == b->remoteness;
}

static void meet(met *m, const duel_result *r)
{
    if (r->value == DUEL_UNSOLVED)
        return;
    for (int i = 0; i < m->count; i++)
        if (same_result(&m->result[i], r))
            return;
    if (m->count < RESULTS)
        m->result[m->count++] = *r;
    m->kinds[r->value]++;
}

static void compare_all_pairs(const met *m)
{
    for (int i = 0; i < m->count; i++) {
        for (int j = 0; j < m->count; j++) {
            const duel_result *a = &m->result[i], *b = &m->result[j];
            duel_worth x = duel_worth_of_result(m->v, a), y = duel_worth_of_result(m->v, b);
            duel_result back = duel_result_of_worth(&x);
            assert_int_equal(duel_worth_better(m->v, &x, &y), value_better(a, b));
            assert_int_equal(back.value, a->value);
        }
    }
}

/* Every move of every position of random games, as far as the solver gets. */
static void meet_game(met *m, machine_player *solver, duel_rng *rng, duel_answer *answer)
{
    const duel_variant *v = m->v;
    duel_state state = {{0}};
    assert_ok(v->game->deal(v, rng, &state));
    for (int ply = 0; ply < 40 && !duel_is_over(v, &state); ply++) {
        duel_think t = {.view = &state,
                        .seat = v->game->turn(v, &state),
                        .nodes = 200000,
                        .every_move = true};
        duel_status status = player_think(solver, &t, answer, NULL);
        assert_true(status == DUEL_OK || status == DUEL_STOPPED);
        meet(m, &answer->result);
        for (int i = 0; i < answer->rated_count; i++)
            meet(m, &answer->rated[i].result);
        duel_move list[DUEL_MOVES_MAX];
        uint32_t count = (uint32_t)v->game->moves(v, &state, list);
        v->game->play(v, &state, list[duel_rng_below(rng, count)]);
    }
}

static met meet_variant(const duel_variant *v, int games)
{
    met m = {.v = v};
    CHECK_ANSWER(answer);
    duel_rng rng = check_rng(3);
    machine_player *solver = check_player("exact", v, MEMORY);
    for (int i = 0; i < games; i++)
        meet_game(&m, solver, &rng, answer);
    player_close(solver);
    return m;
}

TEST(on_proved_results_it_is_value_better)
{
    static const char *const variants[] = {"nim matches=15",  "allumettes matches=12",
                                           "kayles pins=8",   "chomp rows=3 cols=4",
                                           "tictactoe",       "col",
                                           "dodgem",          "lgame",
                                           "moriarty size=4", "connect4 width=4 height=4",
                                           "chicago"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        met m = meet_variant(&v, 2);
        assert_true(m.count > 1);
        compare_all_pairs(&m);
    }
}

/* Games that may go round for ever and end in ties as well. */
TEST(in_mazes_too)
{
    met all = {.v = NULL};
    for (int number = 1; number <= 40; number++) {
        duel_variant v;
        char options[32];
        snprintf(options, sizeof options, "maze=%d", number);
        assert_ok(duel_variant_read(&duel_game_maze, duel_str_of(options), &v, NULL));
        met m = meet_variant(&v, 3);
        compare_all_pairs(&m);
        for (int i = DUEL_LOSS; i <= DUEL_WIN; i++)
            all.kinds[i] += m.kinds[i];
    }
    for (int i = DUEL_LOSS; i <= DUEL_WIN; i++)
        assert_true(all.kinds[i] > 0);
}

/* ---- shares ----------------------------------------------------------------------------- */

TEST(shares_of_an_end_add_up)
{
    static const char *const variants[] = {
        "connect4",          "moriarty",          "duo",
        "chicago players=3", "chicago players=4", "ergo players=4"};
    duel_rng rng = check_rng(5);
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        for (int n = 0; n < 500; n++) {
            int32_t score[DUEL_SEATS];
            double sum = 0;
            for (int seat = 0; seat < v.seats; seat++)
                score[seat] = (int32_t)duel_rng_below(&rng, 3);
            for (int seat = 0; seat < v.seats; seat++) {
                duel_worth w = duel_worth_of_end(&v, score, seat);
                assert_true(w.proved && w.share == duel_share(&v, score, seat));
                sum += w.share;
            }
            assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
        }
    }
}

/* A tie is shared by those who tie, and an end without end by all. */
TEST(ties_of_three_and_four)
{
    duel_variant v = check_variant("chicago players=4");
    const int32_t two[] = {7, 3, 7, 1}, three[] = {5, 5, 1, 5}, four[] = {2, 2, 2, 2};
    assert_true(duel_worth_of_end(&v, two, 0).share == 0.5);
    assert_true(duel_worth_of_end(&v, two, 1).share == 0);
    assert_true(duel_worth_of_end(&v, three, 3).share == 1.0 / 3);
    assert_true(duel_worth_of_end(&v, four, 2).share == 0.25);
    duel_worth draw = duel_worth_of_result(&v, &(duel_result){.value = DUEL_DRAW});
    duel_worth of_two = duel_worth_of_end(&v, two, 0), of_four = duel_worth_of_end(&v, four, 0);
    assert_true(draw.share == 0.25 && draw.endless);
    assert_true(duel_worth_better(&v, &of_two, &of_four));
    assert_true(duel_worth_better(&v, &of_four, &draw));
}

TEST(across_the_table)
{
    duel_variant v = check_variant("moriarty");
    duel_rng rng = check_rng(9);
    for (int n = 0; n < 1000; n++) {
        duel_worth a = drawn_worth(&rng), b = drawn_worth(&rng);
        duel_worth x = duel_worth_across(a), y = duel_worth_across(b), back;
        if (!a.known || !b.known)
            continue;
        back = duel_worth_across(x);
        assert_true(a.share + x.share == 1 && a.points + x.points == 0);
        assert_true(fabs(back.share - a.share) < 1e-12 && back.points == a.points);
        if (a.share > b.share)
            assert_true(duel_worth_better(&v, &y, &x));
    }
}

/* ---- estimates -------------------------------------------------------------------------- */

TEST(estimates_lie_strictly_between)
{
    static const duel_scale scales[] = {
        {.meaning = DUEL_MEANS_SHARE, .unit = 1000},
        {.meaning = DUEL_MEANS_SHARE, .zero = -1000, .unit = 2000},
        {.meaning = DUEL_MEANS_POINTS, .unit = 100, .spread = 4},
        {.meaning = DUEL_MEANS_EVALUATION, .unit = 1, .spread = 37.5},
        {.meaning = DUEL_MEANS_POINTS, .unit = 0.5, .spread = 10, .swing = 20},
        {.meaning = DUEL_MEANS_EVALUATION, .unit = 1, .spread = 1e6, .swing = 3}};
    static const char *const variants[] = {"connect4", "moriarty", "chicago players=3",
                                           "wumpus"};
    for (size_t i = 0; i < 4 * sizeof scales / sizeof *scales; i++) {
        duel_variant v = check_variant(variants[i % 4]);
        const duel_scale *s = &scales[i / 4];
        duel_worth last = {.known = false};
        for (int32_t e = -3000000; e <= 3000000; e += e > -2000 && e < 2000 ? 7 : 9973) {
            duel_worth w = duel_worth_of_estimate(&v, s, e);
            assert_true(w.known && !w.proved && w.share > 0 && w.share < 1);
            assert_false(duel_worth_better(&v, &last, &w));
            last = w;
        }
        assert_false(duel_worth_of_estimate(&v, s, DUEL_NO_ESTIMATE).known);
    }
    duel_variant v = check_variant("connect4");
    assert_false(duel_worth_of_estimate(&v, &(duel_scale){.unit = 1}, 5).known);
}

/* An estimate of 0 is even; the chance of a mean is the mean; two depths that disagree who is
 * ahead leave it unclear. */
TEST(estimates_mean_what_they_say)
{
    duel_variant two = check_variant("connect4"), four = check_variant("chicago players=4");
    duel_scale looks = {.meaning = DUEL_MEANS_EVALUATION, .unit = 1, .spread = 20, .swing = 5},
               mean = {.meaning = DUEL_MEANS_SHARE, .unit = 1000};
    assert_true(duel_worth_of_estimate(&two, &looks, 0).share == 0.5);
    assert_true(duel_worth_of_estimate(&four, &looks, 0).share == 0.25);
    assert_true(duel_worth_of_estimate(&two, &mean, 620).share == 0.62);
    assert_true(duel_worth_of_estimate(&two, &looks, 20).share > 0.73);
    assert_true(duel_worth_of_estimate(&two, &looks, -4).unclear);
    assert_false(duel_worth_of_estimate(&two, &looks, 5).unclear);
}

static void check_scale(const duel_answer *a)
{
    bool told = a->scale.meaning != DUEL_MEANS_NOTHING;
    for (int i = 0; i < a->rated_count && !told; i++)
        assert_true(a->rated[i].result.value != DUEL_UNSOLVED || a->rated[i].estimate == 0);
    assert_true(told || a->estimate == 0 || a->proved);
    if (told)
        assert_true(a->scale.unit > 0);
    if (a->scale.meaning == DUEL_MEANS_EVALUATION || a->scale.meaning == DUEL_MEANS_POINTS)
        assert_true(a->scale.spread > 0 && a->scale.swing >= 0);
}

static void check_engine(const duel_variant *v, const duel_state *state, const char *name,
                         duel_answer *answer)
{
    machine_player *p;
    duel_state view;
    int seat = v->game->turn(v, state);
    if (player_open(duel_str_of(name), v, MEMORY, NULL, &p, NULL) != DUEL_OK)
        return; /* it does not play this */
    duel_view(v, state, seat, &view);
    for (int every = 0; every < 2; every++) {
        duel_think t = {.view = &view, .seat = seat, .nodes = 100, .every_move = every};
        duel_status status = player_think(p, &t, answer, NULL);
        if (status == DUEL_REFUSED)
            break; /* a game with secrets that is too large to be laid out */
        assert_ok(status);
        check_scale(answer);
    }
    player_close(p);
}

TEST(every_engine_says_what_its_numbers_mean)
{
    CHECK_ANSWER(answer);
    for (int g = 0; duel_games[g]; g++) {
        duel_variant v;
        duel_state start = {{0}};
        assert_ok(duel_variant_read(duel_games[g], duel_str_of(""), &v, NULL));
        assert_ok(duel_deal(&v, duel_str_of("1"), &start));
        for (int i = 0; duel_games[g]->engines && duel_games[g]->engines[i]; i++)
            check_engine(&v, &start, duel_games[g]->engines[i]->name, answer);
        for (int i = 0; duel_engines[i]; i++)
            check_engine(&v, &start, duel_engines[i]->name, answer);
    }
}

/* ---- costs ------------------------------------------------------------------------------ */

static duel_worth proved(const duel_variant *v, duel_value value, int32_t score, uint32_t plies)
{
    return duel_worth_of_result(
        v, &(duel_result){.value = value, .score = score, .remoteness = plies});
}

static duel_mark mark_between(const duel_variant *v, duel_worth had, duel_worth got)
{
    duel_cost c = duel_worth_lost(v, &had, &got);
    return duel_mark_of(v, &c);
}

TEST(marks_go_by_share)
{
    duel_variant v = check_variant("connect4");
    duel_worth win = proved(&v, DUEL_WIN, 1, 3), tie = proved(&v, DUEL_TIE, 0, 9),
               draw = proved(&v, DUEL_DRAW, 0, 0), loss = proved(&v, DUEL_LOSS, -1, 4);
    assert_int_equal(mark_between(&v, win, loss), DUEL_BLUNDER);
    assert_int_equal(mark_between(&v, win, tie), DUEL_BLUNDER);
    assert_int_equal(mark_between(&v, tie, loss), DUEL_BLUNDER);
    assert_int_equal(mark_between(&v, tie, draw), DUEL_UNMARKED);
    assert_int_equal(mark_between(&v, loss, win), DUEL_UNMARKED);
    assert_int_equal(mark_between(&v, win, proved(&v, DUEL_WIN, 1, 31)), DUEL_UNMARKED);
    assert_int_equal(mark_between(&v, proved(&v, DUEL_LOSS, -1, 40), loss), DUEL_UNMARKED);
    static const struct {
        int32_t had, got;
        duel_mark mark;
    } cases[] = {
        {600, 560, DUEL_UNMARKED},   {600, 540, DUEL_INACCURATE}, {600, 440, DUEL_MISTAKE},
        {950, 560, DUEL_INACCURATE}, /* ahead it was, and is */
        {440, 10, DUEL_INACCURATE},  {600, 290, DUEL_BLUNDER},    {290, 600, DUEL_UNMARKED}};
    const duel_scale mean = {.meaning = DUEL_MEANS_SHARE, .unit = 1000};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(mark_between(&v, duel_worth_of_estimate(&v, &mean, cases[i].had),
                                      duel_worth_of_estimate(&v, &mean, cases[i].got)),
                         cases[i].mark);
    duel_worth even = duel_worth_of_estimate(&v, &mean, 500);
    assert_int_equal(mark_between(&v, win, even), DUEL_BLUNDER);
    assert_int_equal(mark_between(&v, even, loss), DUEL_BLUNDER);
    assert_int_equal(mark_between(&v, even, (duel_worth){.known = false}), DUEL_UNMARKED);
}

/* Where a win stays a win, points are never worse than inaccurate; of estimates they count by
 * what they are of the board; for a seat alone they are all there is. */
TEST(points_come_second)
{
    duel_variant v = check_variant("moriarty"), alone = check_variant("wumpus");
    duel_worth much = proved(&v, DUEL_WIN, 40, 9), little = proved(&v, DUEL_WIN, 2, 9);
    duel_cost c = duel_worth_lost(&v, &much, &little);
    assert_true(c.scored && c.points == 38 && c.share == 0);
    assert_int_equal(duel_mark_of(&v, &c), DUEL_INACCURATE);
    assert_int_equal(mark_between(&v, little, proved(&v, DUEL_LOSS, -2, 9)), DUEL_BLUNDER);
    static const struct {
        int32_t had, got;
        duel_mark mark;
    } estimates[] = {
        {-20, -50, DUEL_BLUNDER},    {-20, -40, DUEL_BLUNDER},  {50, 20, DUEL_BLUNDER},
        {-20, -30, DUEL_MISTAKE},    {30, 20, DUEL_MISTAKE},    {-20, -24, DUEL_INACCURATE},
        {-20, -21, DUEL_INACCURATE}, {-20, -20, DUEL_UNMARKED}, {-30, -20, DUEL_UNMARKED}};
    const duel_scale discs = {.meaning = DUEL_MEANS_POINTS, .unit = 1, .spread = 8};
    for (size_t i = 0; i < sizeof estimates / sizeof *estimates; i++)
        assert_int_equal(mark_between(&v, duel_worth_of_estimate(&v, &discs, estimates[i].had),
                                      duel_worth_of_estimate(&v, &discs, estimates[i].got)),
                         estimates[i].mark);
    duel_worth best = proved(&alone, DUEL_WIN, alone.max_score, 9),
               half = proved(&alone, DUEL_WIN, alone.max_score / 2, 9),
               near = proved(&alone, DUEL_WIN, alone.max_score - 1, 9);
    assert_true(duel_worth_better(&alone, &best, &half));
    assert_int_equal(mark_between(&alone, best, half), DUEL_BLUNDER);
    assert_int_equal(mark_between(&alone, best, near), DUEL_INACCURATE);
}
