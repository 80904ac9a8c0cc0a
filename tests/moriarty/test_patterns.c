/* tests/moriarty/test_patterns.c -- the trained evaluation: views against squares read one by
 * one, its value against the definition, the file of weights, and the fit. */
#include "check.h"

#include "games/moriarty/pattern_kernel.h"
#include "games/moriarty/workshop/workshop.h"
#include "helper.h"

static moriarty_packed_weights weights;
static moriarty_patterns patterns;

/* Small weights without any order; millions, so by the cheapest of generators. */
static void draw_weights(uint64_t seed)
{
    for (int stage = 0; stage < MORIARTY_TRAINED_STAGES; stage++)
        for (int i = 0; i < MORIARTY_PACKED; i++) {
            seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            weights.of[stage][i] = (int8_t)((int)(seed >> 33) % 41 - 20);
        }
    assert_true(moriarty_expand(&weights, &patterns));
}

/* The number of a lane, read square by square. */
static int lane_number(moriarty_board b, int lane)
{
    int square[MORIARTY_MOST_SQUARES], number = 0;
    int count = moriarty_lane_squares(lane, square);
    for (int i = 0; i < count; i++) {
        int disc = naive_at(b, square[i] % 8, square[i] / 8);
        number = 3 * number + (disc == 1 ? 1 : disc == 2 ? -1 : 0);
    }
    return number;
}

static void check_view(moriarty_board b, const moriarty_view *view)
{
    for (int lane = 0; lane < MORIARTY_LANES; lane++)
        assert_int_equal(view->at[lane], lane_number(b, lane));
    assert_true(view->at[MORIARTY_LANES] == 0 && view->at[MORIARTY_LANES + 1] == 0);
}

TEST(views_follow_the_play)
{
    duel_rng rng = check_rng(3);
    for (int i = 0; i < 30; i++) {
        moriarty_board b = moriarty_opening();
        moriarty_view view, next;
        moriarty_view_of(b, &view);
        while (!moriarty_over(b, MORIARTY_ALL)) {
            check_view(b, &view);
            uint64_t moves = naive_moves(b);
            int move = moves ? any_of(&rng, moves) : MORIARTY_PASS;
            if (moves)
                view_after(&view, move, naive_flips(b, move), &next);
            else
                view_passed(&view, &next);
            b = moriarty_play(b, move);
            view = next;
        }
        moriarty_view_of(b, &next);
        assert_memory_equal(&view, &next, sizeof view);
    }
}

TEST(every_square_is_seen)
{
    int square[MORIARTY_MOST_SQUARES], seen[64] = {0};
    for (int lane = 0; lane < MORIARTY_LANES; lane++)
        for (int i = moriarty_lane_squares(lane, square) - 1; i >= 0; i--)
            seen[square[i]]++;
    for (int i = 0; i < 64; i++)
        assert_true(seen[i] >= 3);
    assert_int_equal(moriarty_lane_squares(MORIARTY_LANES, square), 0);
}

/* The value as patterns.h defines it: both stages, the nearer one counting more. */
static double defined_value(moriarty_board b, const uint32_t *weight_of)
{
    static const int centre[MORIARTY_LANES] = MORIARTY_LANE_CENTRES;
    int empties = 64 - moriarty_count(b.mover | b.other), now = 0, next = 0;
    int stage = empties == 60 ? 11 : empties / 5;
    for (int lane = 0; lane < MORIARTY_LANES; lane++) {
        uint32_t weight = weight_of[centre[lane] + lane_number(b, lane)];
        now += weights.of[stage][weight];
        next += weights.of[stage + 1][weight];
    }
    return now + (next - now) * (empties - 5 * stage) / 5.0;
}

TEST(estimates_are_as_defined)
{
    static uint32_t weight_of[MORIARTY_ENTRIES];
    duel_rng rng = check_rng(12);
    assert_int_equal(moriarty_pack(weight_of), MORIARTY_PACKED);
    draw_weights(5);
    for (int i = 0; i < 3000; i++) {
        moriarty_board b = random_discs(&rng, i % 61, 1 + duel_rng_below(&rng, 7));
        double wanted = defined_value(b, weight_of) * MORIARTY_WEIGHT_UNITS;
        int got = moriarty_trained_estimate(&patterns, b, MORIARTY_ALL);
        wanted = wanted > 4096 ? 4096 : wanted < -4096 ? -4096 : wanted;
        assert_true(got - wanted < 1 && wanted - got < 1);
    }
}

static uint64_t turned_set(uint64_t set)
{
    uint64_t out = 0;
    for (; set; set &= set - 1) {
        int square = moriarty_first(set);
        out |= moriarty_bit(8 * (square % 8) + 7 - square / 8);
    }
    return out;
}

static uint64_t mirrored_set(uint64_t set)
{
    uint64_t out = 0;
    for (; set; set &= set - 1)
        out |= moriarty_bit(moriarty_first(set) ^ 7);
    return out;
}

/* A board turned about or mirrored is worth the same: images share their weights. */
TEST(estimates_are_symmetric)
{
    duel_rng rng = check_rng(13);
    draw_weights(6);
    for (int i = 0; i < 500; i++) {
        moriarty_board b = random_discs(&rng, i % 60, 4);
        int value = moriarty_trained_estimate(&patterns, b, MORIARTY_ALL);
        for (int turn = 0; turn < 4; turn++) {
            b = (moriarty_board){turned_set(b.mover), turned_set(b.other)};
            moriarty_board mirror = {mirrored_set(b.mover), mirrored_set(b.other)};
            assert_int_equal(moriarty_trained_estimate(&patterns, b, MORIARTY_ALL), value);
            assert_int_equal(moriarty_trained_estimate(&patterns, mirror, MORIARTY_ALL), value);
        }
    }
}

/* ---- the file --------------------------------------------------------------------------- */

TEST(weight_files_are_read_or_refused)
{
    static uint8_t file[MORIARTY_FILE_SIZE + 1];
    static moriarty_packed_weights back;
    char made[MORIARTY_FILE_MADE];
    draw_weights(7);
    moriarty_file_write(&weights, "a test", file);
    assert_true(moriarty_file_read(file, MORIARTY_FILE_SIZE, &back, made));
    assert_memory_equal(&weights, &back, sizeof back);
    assert_string_equal(made, "a test");
    assert_false(moriarty_file_read(file, MORIARTY_FILE_SIZE - 1, &back, made));
    assert_false(moriarty_file_read(file, MORIARTY_FILE_SIZE + 1, &back, made));
    for (int i = 0; i < 60; i++) {
        int at = i < 30 ? i : i * 24001;
        file[at] ^= (uint8_t)(1 << i % 8);
        assert_false(moriarty_file_read(file, MORIARTY_FILE_SIZE, &back, made));
        file[at] ^= (uint8_t)(1 << i % 8);
    }
    assert_true(moriarty_file_read(file, MORIARTY_FILE_SIZE, &back, made));
}

/* What the program carries: each stage stands once as the later and once as the earlier one. */
TEST(carried_stages_join)
{
    bool joined = true;
    for (int stage = 0; stage + 2 < MORIARTY_TRAINED_STAGES; stage++) {
        const uint16_t *here = (const uint16_t *)&moriarty_trained_patterns.from[stage];
        const uint16_t *there = (const uint16_t *)&moriarty_trained_patterns.from[stage + 1];
        for (int i = 0; i < MORIARTY_ENTRIES; i++)
            joined = joined && here[i] >> 8 == (there[i] & 255);
    }
    assert_true(joined);
}

/* ---- the fit ---------------------------------------------------------------------------- */

/* Labels that weights can explain are explained. */
TEST(fitting_finds_what_is_there)
{
    moriarty_labels labels = {0};
    moriarty_regression r = {.steps = 12, .hold = 0.01};
    duel_rng rng = check_rng(23);
    draw_weights(8);
    for (int i = 0; i < 60; i++) {
        moriarty_labelled_game g = {.count = 32};
        for (int k = 0; k < g.count; k++) {
            moriarty_board b = random_discs(&rng, 20 + k % 5, 4);
            int units = moriarty_trained_estimate(&patterns, b, MORIARTY_ALL);
            g.position[k] = (moriarty_labelled){b, (int8_t)(units / MORIARTY_UNIT)};
        }
        assert_ok(moriarty_labels_add(&labels, &g, NULL));
    }
    assert_ok(moriarty_regress(&r, &labels, &weights, NULL));
    assert_true(moriarty_expand(&weights, &patterns));
    double off = 0, spread = 0;
    for (size_t i = 0; i < labels.count; i++) {
        double label = labels.at[i].score;
        double got = moriarty_trained_estimate(&patterns, labels.at[i].board, MORIARTY_ALL) /
                     (double)MORIARTY_UNIT;
        off += (got - label) * (got - label);
        spread += label * label;
    }
    assert_true(off < spread / 50);
    moriarty_labels_fini(&labels);
}

/* Enough of them for two slices. */
static moriarty_labels drawn_labels(uint64_t seed)
{
    moriarty_labels labels = {0};
    duel_rng rng = check_rng(seed);
    for (int i = 0; i < 350; i++) {
        moriarty_labelled_game g = {.count = 60};
        for (int k = 0; k < g.count; k++)
            g.position[k] = (moriarty_labelled){random_discs(&rng, 4 + k % 50, 4),
                                                (int8_t)duel_rng_below(&rng, 60)};
        assert_ok(moriarty_labels_add(&labels, &g, NULL));
    }
    return labels;
}

TEST(any_number_of_threads_fits_the_same)
{
    static moriarty_packed_weights by[2];
    for (int i = 0; i < 2; i++) {
        moriarty_labels labels = drawn_labels(29);
        moriarty_regression r = {.steps = 1, .hold = 3, .threads = 1 + i};
        assert_ok(moriarty_regress(&r, &labels, &by[i], NULL));
        moriarty_labels_fini(&labels);
    }
    assert_memory_equal(&by[0], &by[1], sizeof by[0]);
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    while ((text = strstr(text, part)) != NULL)
        text += strlen(part), count++;
    return count;
}

/* The places of the names at the right, one below the other. */
static void check_names_apart(const char *text)
{
    double x, y, last = 0;
    for (const char *at = text; (at = strstr(at, "<text x=\"")) != NULL; at++)
        if (sscanf(at, "<text x=\"%lf\" y=\"%lf\">", &x, &y) == 2 && x > 600 && x < 625) {
            assert_true(y >= last + 12.9);
            last = y;
        }
    assert_true(last > 0);
}

/* A curve for every stage that was met, one for all, each through every generation. */
TEST(a_training_is_drawn)
{
    static moriarty_fitted fitted;
    moriarty_fit_curve curve = {0};
    for (int generation = 0; generation < 3; generation++) {
        fitted.point.error = 9 - generation;
        for (int i = 0; i < 10; i++)
            fitted.point.stage_error[i] = 4 + i / 4.0 - generation;
        moriarty_curve_add(&curve, &fitted);
    }
    CHECK_BUF(svg);
    moriarty_curve_svg(&curve, DUEL_EN, &svg.sink);
    assert_int_equal(occurrences(svg.text, "<path class=\"stage\""), 10);
    assert_int_equal(occurrences(svg.text, "<path class=\"all\""), 1);
    assert_int_equal(occurrences(svg.text, "<text"), occurrences(svg.text, "</text>"));
    check_names_apart(svg.text);
}
