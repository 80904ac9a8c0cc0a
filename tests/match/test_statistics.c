/* tests/match/test_statistics.c -- what may be said of games, held to players whose strength is
 * known: coins with ties, from openings that favour one side. */
#include "check.h"

#include "match/inside.h"
#include "match/match.h"

#include <math.h>

/* ---- coins ------------------------------------------------------------------------------ */

static double toss(uint64_t *x) /* xorshift64*, in [0, 1) */
{
    *x ^= *x >> 12, *x ^= *x << 25, *x ^= *x >> 27;
    return (double)(*x * UINT64_C(2685821657736338717) >> 11) * 0x1p-53;
}

/* A player of a true score, against one of 1 - score. Whoever has the good side of an opening
 * expects `bias` more, so the two games of a pair are anything but independent. */
typedef struct coin {
    double score, ties, bias;
} coin;

static double game(double score, double ties, uint64_t *x)
{
    double most = 2 * (score < 1 - score ? score : 1 - score), tied = ties < most ? ties : most;
    double u = toss(x);
    return u < tied ? 0.5 : u < tied + (score - tied / 2);
}

static double pair(const coin *c, uint64_t *x)
{
    double room = c->score < 0.5 ? c->score : 1 - c->score;
    double bias = (c->bias < room ? c->bias : room) * (toss(x) < 0.5 ? 1 : -1);
    return (game(c->score + bias, c->ties, x) + game(c->score - bias, c->ties, x)) / 2;
}

/* ---- intervals -------------------------------------------------------------------------- */

static double coverage(const coin *c, int matches, int pairs, uint64_t *x)
{
    int covered = 0;
    for (int i = 0; i < matches; i++) {
        match_evidence e = {0};
        double low, high;
        for (int j = 0; j < pairs; j++)
            statistics_add(&e, pair(c, x), true);
        assert_true(statistics_interval(&e, &low, &high));
        covered += low <= c->score && c->score <= high;
    }
    return (double)covered / matches;
}

/* 95 % intervals hold the truth in 94.3 to 95.7 % of 10,000 matches; a sample of them in what
 * four standard errors of the sample allow. */
TEST(intervals_cover_the_truth)
{
    static const coin coins[] = {{0.2, 0.1, 0.0}, {0.2, 0.3, 0.15}, {0.35, 0.0, 0.3},
                                 {0.5, 0.4, 0.4}, {0.5, 0.0, 0.0},  {0.64, 0.2, 0.3},
                                 {0.8, 0.0, 0.2}, {0.8, 0.2, 0.1}};
    int matches = check_sample(400, 10000);
    double slack = check_full() ? 0.007 : 4 * sqrt(0.05 * 0.95 / matches);
    uint64_t x = 7;
    for (size_t i = 0; i < sizeof coins / sizeof *coins; i++) {
        double found = coverage(&coins[i], matches, 400, &x);
        print_message("# score %.2f, ties %.1f, bias %.2f: %.2f %%\n", coins[i].score,
                      coins[i].ties, coins[i].bias, 100 * found);
        assert_true(fabs(found - 0.95) <= slack);
    }
}

/* Few pairs: never far below what is promised. */
TEST(intervals_of_few_pairs_are_not_too_sure)
{
    static const coin coins[] = {{0.5, 0.3, 0.3}, {0.65, 0.1, 0.2}, {0.8, 0.2, 0.1}};
    uint64_t x = 11;
    for (size_t i = 0; i < sizeof coins / sizeof *coins; i++)
        for (int pairs = MATCH_FEWEST_SETS; pairs <= 40; pairs *= 2)
            assert_true(coverage(&coins[i], check_sample(1000, 20000), pairs, &x) > 0.93);
}

static match_evidence of_five(const uint64_t five[MATCH_PENTANOMIAL])
{
    match_evidence e = {0};
    for (int i = 0; i < MATCH_PENTANOMIAL; i++)
        for (uint64_t j = 0; j < five[i]; j++)
            statistics_add(&e, i / 4.0, true);
    return e;
}

TEST(pairs_are_told_in_elo)
{
    const uint64_t five[MATCH_PENTANOMIAL] = {10, 50, 200, 100, 40};
    match_evidence e = of_five(five);
    double mean = (50 * 0.25 + 200 * 0.5 + 100 * 0.75 + 40) / 400, squares = 0;
    double elo, error, normalised, chance, low, high;
    for (int i = 0; i < MATCH_PENTANOMIAL; i++)
        squares += (double)five[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    double spread = sqrt(squares / 400);
    assert_true(fabs(statistics_mean(&e) - mean) < 1e-12);
    assert_memory_equal(e.five, five, sizeof five);
    assert_true(statistics_interval(&e, &low, &high));
    assert_true(fabs(low - (mean - 1.966 * spread / 20)) < 0.002);
    assert_true(fabs(high - (mean + 1.966 * spread / 20)) < 0.002);
    assert_true(statistics_elo(&e, &elo, &error));
    assert_true(fabs(elo - 400 * log10(mean / (1 - mean))) < 1e-9);
    assert_true(fabs(error - 1.966 * spread / 20 * 400 / (log(10) * mean * (1 - mean))) < 0.5);
    assert_true(statistics_normalised(&e, &normalised, &error));
    assert_true(fabs(normalised - (mean - 0.5) / (sqrt(2) * spread) * 800 / log(10)) < 1e-9);
    assert_true(statistics_superiority(&e, &chance));
    assert_true(chance > 0.999);
}

/* The error of normalised Elo is that of a second way: many matches, and how they differ. */
TEST(the_error_of_normalised_elo_is_its_spread)
{
    const coin c = {0.7, 0.2, 0.2};
    int matches = check_sample(400, 4000);
    double sum = 0, squares = 0, told = 0;
    uint64_t x = 3;
    for (int i = 0; i < matches; i++) {
        match_evidence e = {0};
        double elo, error;
        for (int j = 0; j < 300; j++)
            statistics_add(&e, pair(&c, &x), true);
        assert_true(statistics_normalised(&e, &elo, &error));
        sum += elo, squares += elo * elo, told += error / 1.968;
    }
    double mean = sum / matches, spread = sqrt(squares / matches - mean * mean);
    assert_true(fabs(told / matches / spread - 1) < 4 / sqrt(2.0 * matches) + 0.01);
}

/* ---- what is not said ------------------------------------------------------------------- */

TEST(repeated_sets_are_no_evidence)
{
    match_evidence same = {0}, half = {0}, whole = {0};
    double low, high, wide, narrow, unused;
    for (int i = 0; i < 200; i++)
        statistics_add(&same, 0.5, i == 0);
    assert_false(statistics_interval(&same, &low, &high));
    assert_false(statistics_elo(&same, &low, &high));
    assert_false(statistics_normalised(&same, &low, &high));
    assert_false(statistics_superiority(&same, &unused));
    for (int i = 0; i < 200; i++) {
        statistics_add(&half, (i % 5) / 4.0, i % 2);
        statistics_add(&whole, (i % 5) / 4.0, true);
    }
    assert_true(statistics_mean(&half) == statistics_mean(&whole));
    statistics_interval(&half, &low, &high), wide = high - low;
    statistics_interval(&whole, &low, &high), narrow = high - low;
    assert_true(fabs(wide / narrow - sqrt(2)) < 0.02);
}

/* Where all sets scored the same there is still an error. */
TEST(sets_that_agree_leave_an_error)
{
    match_evidence even = {0}, won = {0};
    double low, high;
    for (int i = 0; i < 20; i++) {
        statistics_add(&even, 0.5, true);
        statistics_add(&won, 1, true);
    }
    assert_true(statistics_interval(&even, &low, &high));
    assert_true(low < 0.46 && low > 0.35 && high > 0.54 && high < 0.65);
    assert_true(statistics_interval(&won, &low, &high));
    assert_true(low > 0.7 && low < 0.9 && high == 1);
    assert_false(statistics_elo(&won, &low, &high));
}

/* ---- the test that ends itself ---------------------------------------------------------- */

static double share_of(sprt_verdict wrong, const sprt_test *s, const coin *c, int tests,
                       uint64_t *x)
{
    int found = 0;
    for (int i = 0; i < tests; i++) {
        match_evidence e = {0};
        sprt_state now = {.verdict = SPRT_OPEN};
        while (now.verdict == SPRT_OPEN) {
            statistics_add(&e, pair(c, x), true);
            now = sprt_look(s, &e);
        }
        found += now.verdict == wrong;
    }
    return (double)found / tests;
}

/* Its normalised Elo, by all that can happen in a pair. */
static double true_elo(const coin *c)
{
    double room = c->score < 0.5 ? c->score : 1 - c->score, squares = 0;
    double bias = c->bias < room ? c->bias : room;
    for (int i = 0; i < 2; i++) { /* the two games of a pair, independent but for the bias */
        double score = c->score + (i ? bias : -bias), even = score < 0.5 ? score : 1 - score;
        double tied = c->ties < 2 * even ? c->ties : 2 * even;
        squares += tied / 4 + (score - tied / 2) - score * score;
    }
    return (c->score - 0.5) / sqrt(squares / 4) / statistics_normalised_distance(1);
}

static coin coin_of(double elo, double ties, double bias)
{
    double low = 0.2, high = 0.8;
    while (high - low > 1e-12) {
        coin c = {(low + high) / 2, ties, bias};
        *(true_elo(&c) < elo ? &low : &high) = c.score;
    }
    return (coin){low, ties, bias};
}

TEST(coins_have_the_elo_they_are_made_for)
{
    coin c = coin_of(40, 0.4, 0.3);
    match_evidence e = {0};
    double elo, error;
    uint64_t x = 9;
    for (int i = 0; i < check_sample(100000, 4000000); i++)
        statistics_add(&e, pair(&c, &x), true);
    assert_true(statistics_normalised(&e, &elo, &error));
    assert_true(fabs(elo - 40) < 2 * error);
}

TEST(a_test_is_wrong_as_seldom_as_it_says)
{
    static const struct {
        sprt_test test;
        double ties, bias;
    } cases[] = {{{0, 5, 0.05, 0.05}, 0.4, 0.3},
                 {{-10, 10, 0.05, 0.1}, 0.0, 0.0},
                 {{0, 40, 0.02, 0.05}, 0.7, 0.1},
                 {{0, 100, 0.05, 0.05}, 0.2, 0.45}};
    int tests = check_sample(150, 2000);
    uint64_t x = 5;
    for (size_t i = check_full() ? 0 : 2; i < sizeof cases / sizeof *cases; i++) {
        const sprt_test *s = &cases[i].test;
        coin low = coin_of(s->elo0, cases[i].ties, cases[i].bias);
        coin high = coin_of(s->elo1, cases[i].ties, cases[i].bias);
        double first = share_of(SPRT_ELO1, s, &low, tests, &x);
        double second = share_of(SPRT_ELO0, s, &high, tests, &x);
        print_message("# %g, %g: %.4f wrong of %g, %.4f of %g\n", s->elo0, s->elo1, first,
                      s->alpha, second, s->beta);
        double slack = check_full() ? 0.01 : 4 * sqrt(0.05 * 0.95 / tests);
        assert_true(first <= s->alpha + slack && second <= s->beta + slack);
    }
}

TEST(a_test_of_games_that_repeat_does_not_end)
{
    const sprt_test s = {0, 5, 0.05, 0.05};
    match_evidence e = {0};
    for (int i = 0; i < 100000; i++)
        statistics_add(&e, i % 3 ? 1 : 0, i < 2);
    assert_int_equal(sprt_look(&s, &e).verdict, SPRT_OPEN);
}

TEST(tests_are_read)
{
    static const struct {
        const char *text;
        duel_status status;
        sprt_test is;
    } cases[] = {{"elo0=0,elo1=5", DUEL_OK, {0, 5, 0.05, 0.05}},
                 {"elo0=-3.5,elo1=1,alpha=0.01,beta=0.1", DUEL_OK, {-3.5, 1, 0.01, 0.1}},
                 {"elo1=2", DUEL_OK, {0, 2, 0.05, 0.05}},
                 {"elo0=5,elo1=5", DUEL_INVALID, {0, 0, 0, 0}},
                 {"elo0=0,elo1=5,alpha=-0.1", DUEL_INVALID, {0, 0, 0, 0}},
                 {"elo0=0,elo1=5,alpha=0.5", DUEL_INVALID, {0, 0, 0, 0}},
                 {"elo0", DUEL_INVALID, {0, 0, 0, 0}},
                 {"", DUEL_INVALID, {0, 0, 0, 0}},
                 {"elo0=--1,elo1=5", DUEL_INVALID, {0, 0, 0, 0}},
                 {"elo2=5", DUEL_INVALID, {0, 0, 0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sprt_test s = {0};
        duel_msg why = {0};
        assert_int_equal(sprt_read(duel_str_of(cases[i].text), &s, &why), cases[i].status);
        assert_true(s.elo0 == cases[i].is.elo0 && s.elo1 == cases[i].is.elo1);
        assert_true(fabs(s.alpha - cases[i].is.alpha) + fabs(s.beta - cases[i].is.beta) < 1e-9);
    }
}

/* ---- strengths -------------------------------------------------------------------------- */

enum { CROWD = 5, MEETINGS = CROWD * (CROWD - 1) / 2 };

static double score_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* A round robin of players of known Elo, with openings that favour one side. */
static void play_round(const double elo[CROWD], int pairs, match_meeting met[MEETINGS],
                       uint64_t *x)
{
    int count = 0;
    for (int a = 0; a < CROWD; a++)
        for (int b = 0; b < a; b++) {
            coin c = {score_of(elo[a] - elo[b]), 0.2, 0.15};
            match_meeting *m = &met[count++];
            *m = (match_meeting){.a = a, .b = b};
            for (int i = 0; i < pairs; i++)
                statistics_add(&m->score, pair(&c, x), true);
        }
}

/* Strengths come out as they were put in, within the error that is told, as often as it says.
 */
TEST(strengths_are_found_within_their_errors)
{
    static const double elo[CROWD] = {-180, -60, 0, 90, 150};
    int rounds = check_sample(200, 4000), covered = 0;
    double sum[CROWD] = {0};
    uint64_t x = 13;
    for (int i = 0; i < rounds; i++) {
        match_meeting met[MEETINGS];
        match_strength found[CROWD];
        play_round(elo, 60, met, &x);
        assert_ok(match_strengths(met, MEETINGS, CROWD, found, NULL));
        for (int j = 0; j < CROWD; j++) {
            sum[j] += found[j].elo;
            assert_true(found[j].told);
            covered += fabs(found[j].elo - elo[j]) <= found[j].error;
        }
    }
    print_message("# covered %.2f %%\n", 100.0 * covered / (CROWD * rounds));
    assert_true(fabs((double)covered / (CROWD * rounds) - 0.95) <
                (check_full() ? 0.012 : 0.04));
    for (int j = 0; j < CROWD; j++)
        assert_true(fabs(sum[j] / rounds - elo[j]) < 6);
}

/* The score that a player got is the one that its strength expects: where the likelihood is
 * greatest, but for the set that everybody is thought to have tied. */
TEST(strengths_explain_the_scores)
{
    static const double elo[CROWD] = {-180, -60, 0, 90, 150};
    match_meeting met[MEETINGS];
    match_strength found[CROWD];
    uint64_t x = 17;
    play_round(elo, 2000, met, &x);
    assert_ok(match_strengths(met, MEETINGS, CROWD, found, NULL));
    for (int j = 0; j < CROWD; j++) {
        double got = 0, due = 0;
        for (int i = 0; i < MEETINGS; i++) {
            double score = statistics_mean(&met[i].score);
            double expected = score_of(found[met[i].a].elo - found[met[i].b].elo);
            got += met[i].a == j ? score : met[i].b == j ? 1 - score : 0;
            due += met[i].a == j ? expected : met[i].b == j ? 1 - expected : 0;
        }
        assert_true(fabs(got - due) < 0.001);
    }
}

TEST(who_won_everything_has_no_error)
{
    match_meeting met[2] = {{.a = 0, .b = 1}, {.a = 1, .b = 2}};
    match_strength found[3];
    for (int i = 0; i < 50; i++) {
        statistics_add(&met[0].score, 1, true);
        statistics_add(&met[1].score, (i % 5) / 4.0, true);
    }
    assert_ok(match_strengths(met, 2, 3, found, NULL));
    assert_true(!found[0].told && found[1].told && found[2].told);
    assert_true(found[0].elo > found[1].elo + 400 && isfinite(found[0].elo));
}
