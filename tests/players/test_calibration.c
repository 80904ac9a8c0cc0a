/* tests/players/test_calibration.c -- which estimates may be told as numbers: tables made from
 * samples whose truth is known, the tables that are kept, and estimates of one legal move. */
#include "check.h"

#include "core/worth.h"
#include "players/calibration.h"
#include "players/inside.h"
#include "table/advice.h"
#include "table/judge.h"

#include <math.h>

enum { GAMES = 3000, TURNS = 4, MEMORY = 32 << 20 };

/* ---- tables ----------------------------------------------------------------------------- */

/* Games whose true chance drifts from turn to turn, and what an engine says of it. */
static size_t play_made_up(double (*say)(double chance, int turn, duel_rng *rng),
                           calibration_sample sample[])
{
    size_t count = 0;
    duel_rng rng = check_rng(7);
    for (int game = 0; game < GAMES; game++) {
        double chance = 0.02 + 0.96 * duel_rng_unit(&rng);
        int reached = duel_rng_unit(&rng) < chance;
        for (int turn = 0; turn < TURNS; turn++)
            sample[count++] = (calibration_sample){
                .said = say(chance, turn, &rng), .reached = reached, .game = game};
    }
    return count;
}

static double say_true(double chance, int turn, duel_rng *rng)
{
    (void)turn, (void)rng;
    return chance;
}

static double say_too_much(double chance, int turn, duel_rng *rng)
{
    (void)turn, (void)rng;
    return sqrt(sqrt(chance));
}

/* What is said at the first turn is flattered, and at the others as much too low. */
static double flatter_the_first(double chance, int turn, duel_rng *rng)
{
    (void)rng;
    return turn ? chance - 0.08 * chance : 0.3 + 0.7 * chance;
}

static duel_calibration fit(double (*say)(double, int, duel_rng *), size_t *count)
{
    static calibration_sample sample[GAMES * TURNS];
    duel_calibration c;
    *count = play_made_up(say, sample);
    assert_true(calibration_fit(sample, *count, true, &c));
    return c;
}

TEST(what_is_said_is_corrected)
{
    size_t count;
    duel_calibration honest = fit(say_true, &count), loud = fit(say_too_much, &count);
    assert_true(duel_calibration_holds(&honest) && duel_calibration_holds(&loud));
    for (double chance = 0.05; chance < 1; chance += 0.1) {
        assert_true(fabs(duel_calibrated(&honest, true, chance) - chance) < 0.08);
        assert_true(fabs(duel_calibrated(&loud, true, sqrt(sqrt(chance))) - chance) < 0.08);
    }
}

/* As an engine that plays well and flatters whoever begins: no bin shows it. */
TEST(the_first_turn_is_held_to_its_word)
{
    size_t count;
    duel_calibration c = fit(flatter_the_first, &count);
    assert_true(c.first.told > c.first.reached + 2.8 * c.first.error);
    assert_false(duel_calibration_holds(&c));
}

/* Estimates that games cannot tell apart stay in their order. */
TEST(the_order_stays)
{
    size_t count;
    duel_calibration c = fit(say_too_much, &count);
    for (int share = 0; share < 2; share++)
        for (int i = 1; i <= 1000; i++)
            assert_true(duel_calibrated(&c, share, i / 1000.0) >
                        duel_calibrated(&c, share, (i - 1) / 1000.0));
}

/* The same told forty times in a game is no more evidence than told once. */
TEST(games_are_counted_and_not_turns)
{
    enum { FEW = 100, AGAIN = 40 };
    static calibration_sample once[FEW], often[FEW * AGAIN];
    duel_calibration a, b;
    for (int i = 0; i < FEW; i++) {
        once[i] = (calibration_sample){.said = 0.5, .reached = i % 3 == 0, .game = i};
        for (int k = 0; k < AGAIN; k++)
            often[i * AGAIN + k] = once[i];
    }
    assert_true(calibration_fit(once, FEW, true, &a));
    assert_true(calibration_fit(often, (size_t)FEW * AGAIN, true, &b));
    for (int i = 0; i < DUEL_BINS; i++) {
        assert_int_equal(a.bin[i].games, b.bin[i].games);
        assert_true(fabs(a.bin[i].error - b.bin[i].error) < 0.005);
    }
}

static duel_worth worth_said(const duel_variant *v, const duel_calibration *c, int per_mille)
{
    duel_scale s = {.meaning = DUEL_MEANS_SHARE, .unit = 1000, .calibration = c};
    return duel_worth_of_estimate(v, &s, per_mille);
}

/* Not where no table is, where it does not hold, and where too few games came. */
TEST(a_number_may_be_told_where_games_bear_it_out)
{
    size_t count;
    duel_variant v = check_variant("connect4");
    duel_calibration c = fit(say_true, &count), flattering = fit(flatter_the_first, &count);
    assert_true(worth_said(&v, &c, 450).calibrated);
    assert_false(worth_said(&v, NULL, 450).calibrated);
    assert_false(worth_said(&v, &flattering, 450).calibrated);
    for (int i = 0; i < DUEL_BINS; i++)
        c.bin[i].games = i == 4 ? 3 : c.bin[i].games;
    assert_false(worth_said(&v, &c, 450).calibrated);
    assert_true(worth_said(&v, &c, 650).calibrated);
}

/* ---- who has one ------------------------------------------------------------------------ */

TEST(a_table_is_of_one_engine_and_one_variant)
{
    duel_variant v = check_variant("moriarty"), small = check_variant("moriarty size=6");
    assert_non_null(calibration_of(&v, "expert"));
    assert_null(calibration_of(&v, "mcts"));
    assert_null(calibration_of(&small, "expert"));
    duel_game copy = *v.game; /* as a game from a file that bears the name */
    v.game = &copy;
    assert_null(calibration_of(&v, "expert"));
}

static const duel_answer *answer_of(const duel_variant *v, const char *spec, const void *view,
                                    uint64_t nodes)
{
    static duel_answer a;
    duel_think t = {.view = view,
                    .seat = v->game->turn(v, view),
                    .nodes = nodes,
                    .seed = 1,
                    .every_move = true};
    machine_player *p = check_player(spec, v, MEMORY);
    assert_ok(player_think(p, &t, &a, NULL));
    player_close(p);
    return &a;
}

static duel_worth ask(const duel_variant *v, const char *spec, const void *view, uint64_t nodes)
{
    return duel_worth_of_answer(v, answer_of(v, spec, view, nodes));
}

/* An engine set up otherwise, or in too great a hurry, is not the one that was measured. */
TEST(only_what_was_measured_has_a_table)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_variant v = check_variant("moriarty");
    const duel_calibration *c = calibration_of(&v, "expert");
    assert_true(c && duel_calibration_holds(c));
    duel_state now = check_dealt(&v, 1);
    for (int ply = 0; ply < 12; ply++) { /* out of the book */
        assert_true(v.game->moves(&v, &now, list) > 0);
        v.game->play(&v, &now, list[0]);
    }
    assert_ptr_equal(answer_of(&v, "expert", &now, c->nodes)->scale.calibration, c);
    assert_null(answer_of(&v, "expert", &now, c->nodes / 10)->scale.calibration);
    assert_null(answer_of(&v, "mcts", &now, c->nodes)->scale.calibration);
}

/* ---- the tables that are kept ----------------------------------------------------------- */

static const struct {
    const char *game, *variant, *engine;
    const char *agrees;
    int nodes;
} kept[] = {
#define CALIBRATION(game, variant, engine, unit, nodes, games, turns, agrees, ...)             \
    {#game, variant, #engine, #agrees, nodes},
#include "players/calibration.def"
#undef CALIBRATION
};
enum { KEPT = sizeof kept / sizeof *kept };

static duel_variant variant_kept(int i)
{
    char text[128];
    snprintf(text, sizeof text, "%s %s", kept[i].game, kept[i].variant);
    return check_variant(text);
}

/* What the row says is what the program makes of its numbers. */
TEST(a_kept_table_holds_if_it_says_so)
{
    for (int i = 0; i < KEPT; i++) {
        duel_variant v = variant_kept(i);
        const duel_calibration *c = calibration_of(&v, kept[i].engine);
        assert_non_null(c);
        assert_int_equal(c->nodes, kept[i].nodes);
        assert_string_equal(kept[i].agrees, duel_calibration_holds(c) ? "yes" : "no");
    }
}

/* The lines of docs/calibration.md that begin and end as told. */
static int rows_of_page(const char *begin, const char *end)
{
    char path[4096], line[4096];
    int found = 0;
    snprintf(path, sizeof path, "%s/../../docs/calibration.md", getenv("DUEL_TEST_DATA"));
    FILE *page = fopen(path, "r");
    assert_non_null(page);
    while (fgets(line, sizeof line, page)) {
        size_t len = strlen(line), tail = strlen(end);
        found += strncmp(line, begin, strlen(begin)) == 0 && len >= tail &&
                 strcmp(line + len - tail, end) == 0;
    }
    fclose(page);
    return found;
}

TEST(the_page_has_a_row_for_each_table)
{
    char begin[256], end[16], nodes[32];
    for (int i = 0; i < KEPT; i++) {
        int thousands = kept[i].nodes / 1000;
        if (thousands)
            snprintf(nodes, sizeof nodes, "%d,%03d", thousands, kept[i].nodes % 1000);
        else
            snprintf(nodes, sizeof nodes, "%d", kept[i].nodes);
        snprintf(begin, sizeof begin, "| `%s%s%s` | %s, %s |", kept[i].game,
                 kept[i].variant[0] ? " " : "", kept[i].variant, kept[i].engine, nodes);
        snprintf(end, sizeof end, "| %s |\n", kept[i].agrees);
        if (rows_of_page(begin, end) != 1)
            fail_msg("docs/calibration.md has no row %s … %s", begin, end);
    }
    assert_int_equal(rows_of_page("| `", ""), KEPT);
}

/* Their estimates do not agree with games, or were not measured. */
TEST(games_that_are_told_without_a_number)
{
    static const char *const games[] = {
        "duo",  "connect4",       "chicago", "chicago view=tops",
        "ergo", "ergo players=3", "wumpus",  "wumpus rules=textbook"};
    static const duel_meaning meanings[] = {DUEL_MEANS_SHARE, DUEL_MEANS_POINTS};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        duel_variant v = check_variant(games[i]);
        const char *spec = judge_searcher(&v);
        duel_state view;
        duel_scale s = {.unit = 100, .spread = 10, .calibration = calibration_of(&v, spec)};
        for (size_t m = 0; m < sizeof meanings / sizeof *meanings; m++)
            for (int estimate = -2000; estimate <= 2000; estimate += 50) {
                s.meaning = meanings[m];
                assert_false(duel_worth_of_estimate(&v, &s, estimate).calibrated);
            }
        duel_state deal = check_dealt(&v, 1);
        duel_view(&v, &deal, v.game->turn(&v, &deal), &view);
        assert_false(ask(&v, spec, &view, 200).calibrated);
    }
}

/* ---- one legal move --------------------------------------------------------------------- */

/* What the only move leads to, for the seat that makes it: over guesses of what is hidden. */
static bool worth_behind(const duel_variant *v, const char *spec, const void *view,
                         duel_move only, uint64_t nodes, double *share)
{
    const int guesses = duel_has_secrets(v) ? 8 : 1;
    int seat = v->game->turn(v, view);
    duel_rng rng = check_rng(3);
    *share = 0;
    for (int i = 0; i < guesses; i++) {
        duel_state after, seen;
        int32_t score[DUEL_SEATS];
        memcpy(&after, view, v->state_size);
        if (duel_has_secrets(v) && v->game->guess(v, &after, &rng, NULL) != DUEL_OK)
            return false;
        v->game->play(v, &after, only);
        if (v->game->over(v, &after, score)) {
            *share += duel_share(v, score, seat) / guesses;
            continue;
        }
        int turn = v->game->turn(v, &after);
        duel_view(v, &after, turn, &seen);
        duel_worth w = duel_worth_behind(v, ask(v, spec, &seen, nodes), turn, seat);
        if (!w.known)
            return false;
        *share += w.share / guesses;
    }
    return true;
}

/* Two searches of so few nodes differ, and guesses more: what is caught is a value that has
 * nothing to do with the game. */
static int check_only_moves(const char *game, duel_rng *rng, int most)
{
    const double noise = 0.35;
    const uint64_t nodes = 400;
    duel_variant v = check_variant(game);
    const char *spec = judge_searcher(&v);
    duel_move list[DUEL_MOVES_MAX];
    duel_state state = {{0}}, view;
    int checked = 0;
    assert_ok(v.game->deal(&v, rng, &state));
    for (int ply = 0; ply < 200 && checked < most && !duel_is_over(&v, &state); ply++) {
        uint32_t count = (uint32_t)v.game->moves(&v, &state, list);
        double behind;
        duel_view(&v, &state, v.game->turn(&v, &state), &view);
        duel_worth here = {.known = false};
        if (count == 1)
            here = ask(&v, spec, &view, nodes);
        if (here.known && worth_behind(&v, spec, &view, list[0], nodes, &behind)) {
            if (fabs(here.share - behind) > noise)
                fail_msg("%s: %.3f here, %.3f behind the only move", game, here.share, behind);
            checked++;
        }
        v.game->play(&v, &state, list[duel_rng_below(rng, count)]);
    }
    return checked;
}

TEST(one_legal_move_is_worth_what_it_leads_to)
{
    int checked = 0;
    duel_rng rng;
    duel_rng root = check_rng(11);
    for (int g = 0; duel_games[g]; g++)
        for (int game = 0; game < check_sample(1, 10); game++) {
            duel_rng_fork(&root, (uint64_t)(100 * g + game), &rng);
            checked += check_only_moves(duel_games[g]->id, &rng, 4);
        }
    assert_true(checked > 4);
}

/* Told 0 % before, after no thinking; those to whom that was told won 15 of 32 games. */
TEST(one_legal_move_of_ergo_is_not_hopeless)
{
    duel_state view;
    duel_variant v = check_variant("ergo");
    check_position(&v,
                   ",A!,,((AC*)|C|~B>A);BCD>O,A&~~~R;J|BF~&((CDEEB&~A&;DD|>>((FFJJTE;1:2*;0,0;"
                   "640e78306ed704a2863024575bc7fbf9",
                   &view);
    duel_worth w = ask(&v, "expert", &view, 4000);
    assert_true(w.known && w.share > 0.1 && w.share < 0.9);
}

/* ---- why not mine ----------------------------------------------------------------------- */

/* What is said of the move advised in a comparison is what heads the advice: the other move is
 * weighed by the same judge, or not at all. */
static void check_comparisons(const char *game, const char *seed)
{
    enum { ASKED = 5 };
    static table_advice advice;
    static duel_move list[DUEL_MOVES_MAX];
    duel_variant v = check_variant(game);
    player_context troupe = {.v = &v};
    table_judge *j;
    duel_state state, view;
    assert_ok(duel_deal(&v, duel_str_of(seed), &state));
    duel_view(&v, &state, v.game->turn(&v, &state), &view);
    assert_ok(judge_new(&troupe, NULL, MEMORY, &j, NULL));
    int count = v.game->moves(&v, &view, list);
    duel_think t = {.view = &view,
                    .seat = v.game->turn(&v, &view),
                    .nodes = 200,
                    .seed = 1,
                    .every_move = true};
    for (int i = 0; i < count; i += 1 + count / ASKED) {
        assert_ok(advice_give(j, &v, &t, &list[i], &advice, NULL));
        duel_worth head = duel_worth_of_plan(&v, &advice.answer);
        assert_int_equal(advice.other.advised.known, head.known);
        assert_int_equal(duel_worth_compare(&v, &advice.other.advised, &head), 0);
        assert_int_equal(advice.other.advised.scored, head.scored);
        if (advice.other.worth.known)
            assert_int_equal(advice.other.worth.scored, head.scored);
    }
    judge_free(j);
}

TEST(both_sides_of_a_comparison_come_from_one_judge)
{
    check_comparisons("wumpus", "5");
    check_comparisons("wumpus rules=textbook", "3");
    check_comparisons("ergo", "1");
    check_comparisons("chicago view=tops", "1");
    check_comparisons("duo", "1");
}

/* It said that it was sure to win, by how safe the next step was. */
TEST(an_explorer_is_told_points)
{
    duel_state view;
    duel_variant v = check_variant("wumpus rules=textbook");
    duel_state start = check_dealt(&v, 1);
    duel_view(&v, &start, 0, &view);
    duel_worth w = ask(&v, "expert", &view, 2000);
    assert_true(w.known && w.scored && w.points > 0 && w.points < v.max_score);
}

/* Told "about 16 points" over "the game ends with -36 points", in one answer. What a move that
 * ends the game then scores is known, and no move that does not is told a number beside it. */
static int check_ends(const char *game, const char *seed)
{
    static table_advice advice;
    duel_variant v = check_variant(game);
    player_context troupe = {.v = &v};
    table_judge *j;
    duel_state now, view;
    duel_worth told = {.known = false};
    int32_t score[DUEL_SEATS];
    assert_ok(duel_deal(&v, duel_str_of(seed), &now));
    assert_ok(judge_new(&troupe, NULL, MEMORY, &j, NULL));
    while (!duel_is_over(&v, &now)) {
        duel_view(&v, &now, 0, &view);
        duel_think t = {.view = &view, .nodes = 200, .seed = 1, .every_move = true};
        assert_ok(advice_give(j, &v, &t, NULL, &advice, NULL));
        told = duel_worth_of_plan(&v, &advice.answer);
        assert_false(told.calibrated);
        v.game->play(&v, &now, advice.answer.plan[0]);
    }
    v.game->over(&v, &now, score);
    judge_free(j);
    if (told.proved) {
        assert_true(told.scored && told.points == score[0]);
        assert_int_equal(duel_result_of_worth(&told).value,
                         score[0] > 0 ? DUEL_WIN : DUEL_LOSS);
    }
    return told.proved;
}

TEST(the_end_of_a_game_is_told_exactly)
{
    int proved = 0, out_of_steps = 0;
    char seed[16];
    for (int i = 1; i <= check_sample(8, 100); i++) {
        snprintf(seed, sizeof seed, "%d", i);
        proved += check_ends("wumpus rules=textbook", seed);
        out_of_steps += check_ends("wumpus rules=textbook steps=6", seed);
    }
    assert_true(proved > 4 && out_of_steps > 0);
    assert_int_equal(check_ends("wumpus rules=textbook", "3"), 1);
}
