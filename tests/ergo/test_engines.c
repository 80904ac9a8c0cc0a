/* tests/ergo/test_engines.c -- whole turns without repetition, and the opponents of the seed.
 *
 * The worth of a turn is worked out again here from the texts of positions, by the formula of
 * the specification, and the engine must have found a turn of the largest. */
#include "hands.h"

#include "games/ergo/turns.h"

static void think(const duel_variant *v, const duel_engine *e, const void *view, uint64_t seed,
                  duel_answer *out)
{
    duel_think t = {.view = view, .seat = ergo_turn(v, view), .seed = seed, .every_move = true};
    think_once(v, e, &t, out);
}

/* ---- the formula, the plain way --------------------------------------------------------- */

static int cost_of(char card)
{
    static const char *const by_cost[] = {"", "ABCD&|>~", "()F", "", "JTR", "VOE"};
    for (int cost = 1; cost <= 5; cost++)
        if (strchr(by_cost[cost], card))
            return cost;
    fail_msg("no card %c", card);
    return 0;
}

static double proof_value(const duel_variant *v, const ergo *s, int own)
{
    logic_proof proof = {0};
    int n = 0, sum = 0;
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        logic_line line = {.count = s->length[i]};
        memcpy(line.symbol, s->line[i], line.count);
        logic_to_rpn(&line, ergo_precedence(v), &proof.line[i]);
        n += line.count;
    }
    logic_verdict verdict = logic_proof_verdict(&proof);
    if (verdict.paradox)
        return 0;
    for (int letter = 0; letter < LOGIC_LETTERS; letter++) {
        bool proven = logic_letter_verdict(&verdict, (unsigned)letter) == 'T';
        sum += letter == own ? (proven ? 10 : -10) : (proven ? -5 : 5);
    }
    return n * sum;
}

/* One card by its text, on the state before it. */
static double card_value(const ergo *s, const char *move)
{
    if (move[0] == 'J')
        return 1;
    if (strcmp(move + 1, "=J") == 0)
        return 1 - cost_of(move[0]);
    if (move[0] == 'F') {
        int victim = move[1] - '1';
        return -cost_of('F') + 0.1 * (10 + s->score[victim]) * (3 - s->fallacy[victim]);
    }
    return -cost_of(move[0] == 'x' ? move[1] : move[0]);
}

static bool is_ergo(const char *move)
{
    return move[strlen(move) - 1] == 'E' && move[0] != 'x';
}

/* Plays a turn, card by card; its worth. */
static double turn_value(const duel_variant *v, const ergo *view, const duel_move *moves,
                         int count, ergo *after)
{
    double value = 0, k = 1;
    *after = *view;
    for (int i = 0; i < count; i++) {
        CHECK_BUF(text);
        ergo_print_move(v, after, moves[i], &text.sink);
        assert_false(text.failed);
        value += card_value(after, text.text);
        k = is_ergo(text.text) ? 2 : k;
        ergo_play(v, after, moves[i]);
    }
    return value + k * proof_value(v, after, view->turn);
}

/* The best over all pairs of cards, repetitions included. */
static double best_value(const duel_variant *v, const ergo *view)
{
    duel_move first[DUEL_MOVES_MAX], second[DUEL_MOVES_MAX], turn[2];
    double best = -1e9;
    int count = ergo_moves(v, view, first);
    for (int i = 0; i < count; i++) {
        ergo half = *view, after;
        turn[0] = first[i];
        ergo_play(v, &half, first[i]);
        bool ended = half.stage != ERGO_PLAYING;
        int seconds = ended ? 1 : ergo_moves(v, &half, second);
        for (int k = 0; k < seconds; k++) {
            turn[1] = ended ? 0 : second[k];
            double value = turn_value(v, view, turn, ended ? 1 : 2, &after);
            best = value > best ? value : best;
        }
    }
    return best;
}

TEST(test_score_is_the_formula)
{
    static const char *const tables[] = {"players=2", "players=3", "players=4 preset=official",
                                         "players=4"};
    static duel_answer answer;
    duel_rng rng = check_rng(21);
    for (int i = 0; i < check_sample(80, 2000); i++) {
        duel_variant v = check_settings("ergo", tables[i % 4]);
        ergo view, after;
        draw_turn(&v, &rng, &view);
        ergo_hide(&v, &view, view.turn);
        think(&v, &ergo_seed_score, &view, (uint64_t)i, &answer);
        double value = turn_value(&v, &view, answer.plan, answer.plan_count, &after);
        assert_true(after.turn != view.turn || after.stage != ERGO_PLAYING);
        assert_int_equal((int)(10 * value + (value < 0 ? -0.5 : 0.5)), answer.estimate);
        assert_int_equal((int)(10 * best_value(&v, &view) + (value < 0 ? -0.5 : 0.5)),
                         answer.estimate);
    }
}

TEST(test_ergo_when_it_pays)
{
    static duel_answer answer;
    duel_variant v = check_settings("ergo", "");
    duel_state s;
    /* A alone is proven with n = 8: with Ergo 2 · 8 · 25 - 5, and no card adds as much */
    assert_ok(duel_read(&v, duel_str_of("A,B|C|D,~B,;JJJTR(E,?????;?35;;1:1;0,0;?"), &s, NULL));
    think(&v, &ergo_seed_score, &s, 1, &answer);
    assert_int_equal(ergo_unpack(answer.plan[0]).act, ERGO_END);
    assert_int_equal(answer.plan_count, 1);
    assert_int_equal(answer.estimate, 10 * (2 * 8 * 25 - 5));
    /* blocked: Justification brings 1, then a letter proves A: 1 - 1 + 1 · 25 */
    assert_ok(duel_read(&v, duel_str_of(",,,;AJTR(FE,?????;?42;;1:1;0f3,0;?"), &s, NULL));
    think(&v, &ergo_seed_score, &s, 1, &answer);
    assert_int_equal(ergo_unpack(answer.plan[0]).act, ERGO_JUSTIFY);
    assert_int_equal(ergo_unpack(answer.plan[1]).act, ERGO_PLACE);
    assert_int_equal(answer.estimate, 10 * (1 - 1 + 25));
}

/* ---- outcomes --------------------------------------------------------------------------- */

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(ergo));
}

/* All outcomes by playing every pair, sorted, without repetition. */
static int all_outcomes(const duel_variant *v, const ergo *view, ergo **out)
{
    duel_move first[DUEL_MOVES_MAX], second[DUEL_MOVES_MAX];
    int count = ergo_moves(v, view, first), total = 0, room = 1 << 12, kept = 0;
    ergo *all = malloc((size_t)room * sizeof *all);
    for (int i = 0; i < count; i++) {
        ergo half = *view;
        ergo_play(v, &half, first[i]);
        int seconds = half.stage == ERGO_PLAYING ? ergo_moves(v, &half, second) : 1;
        for (int k = 0; k < seconds; k++) {
            if (total == room)
                all = realloc(all, (size_t)(room *= 2) * sizeof *all);
            assert_non_null(all);
            all[total] = half;
            if (half.stage == ERGO_PLAYING)
                ergo_play(v, &all[total], second[k]);
            total++;
        }
    }
    qsort(all, (size_t)total, sizeof *all, by_bytes);
    for (int i = 0; i < total; i++)
        if (i == 0 || by_bytes(&all[i], &all[i - 1]) != 0)
            all[kept++] = all[i];
    *out = all;
    return kept;
}

TEST(test_turns_are_all_outcomes_once)
{
    duel_rng rng = check_rng(4);
    for (int i = 0; i < check_sample(80, 2000); i++) {
        duel_variant v =
            check_settings("ergo", i % 2 ? "players=3" : "players=2 preset=official");
        ergo view, *all;
        ergo_turns t;
        draw_turn(&v, &rng, &view);
        ergo_hide(&v, &view, view.turn);
        ergo_turns_init(&t);
        assert_ok(ergo_turns_find(&v, &view, NULL, NULL, &t, NULL));
        int count = all_outcomes(&v, &view, &all);
        assert_int_equal(t.count, count);
        for (uint32_t k = 0; k < t.count; k++) {
            ergo after = view;
            for (int m = 0; m < t.way[k].count; m++)
                ergo_play(&v, &after, t.way[k].move[m]);
            assert_non_null(bsearch(&after, all, (size_t)count, sizeof after, by_bytes));
        }
        free(all);
        ergo_turns_fini(&t);
    }
}

/* With a hand of few outcomes each comes as often as the others. */
TEST(test_random_is_uniform)
{
    static duel_answer answer;
    duel_variant v = check_settings("ergo", "");
    ergo outcome[64];
    int hits[64] = {0}, kinds = 0, draws = check_sample(4000, 100000);
    duel_state s = check_state(&v, ",,,;FFJJEEA,?????;?42;;1:1;0f1,0;?");
    for (int i = 0; i < draws; i++) {
        ergo after = *(const ergo *)&s;
        int at = 0;
        think(&v, &ergo_seed_random, &s, (uint64_t)i, &answer);
        for (int k = 0; k < answer.plan_count; k++)
            ergo_play(&v, &after, answer.plan[k]);
        while (at < kinds && by_bytes(&outcome[at], &after) != 0)
            at++;
        assert_true(at < 64);
        outcome[at] = after;
        hits[at]++;
        kinds = at == kinds ? kinds + 1 : kinds;
    }
    double mean = (double)draws / kinds, sum = 0;
    for (int i = 0; i < kinds; i++)
        sum += (hits[i] - mean) * (hits[i] - mean) / mean;
    assert_true(kinds > 10);
    assert_true(sum < 2.0 * kinds + 20);
}

/* The same call gives the same answer; every plan is a legal turn, in the middle of one, too.
 */
TEST(test_plans_are_turns)
{
    static duel_answer once, again;
    const duel_engine *const engines[] = {&ergo_seed_random, &ergo_seed_score};
    duel_rng rng = check_rng(8);
    for (int i = 0; i < check_sample(20, 400); i++) {
        duel_variant v =
            check_settings("ergo", i % 2 ? "players=4" : "preset=official points=20");
        duel_state s;
        assert_ok(ergo_deal(&v, &rng, &s));
        for (int turn = 0; turn < 60 && !duel_is_over(&v, &s); turn++) {
            duel_state view;
            int seat = ergo_turn(&v, &s);
            duel_view(&v, &s, seat, &view);
            think(&v, engines[turn % 2], &view, (uint64_t)turn, &once);
            think(&v, engines[turn % 2], &view, (uint64_t)turn, &again);
            assert_memory_equal(&once.plan, &again.plan, sizeof once.plan);
            assert_true(once.plan_count > 0 && once.rated_count > 0);
            for (int k = 0; k < once.plan_count; k++) {
                assert_int_equal(ergo_turn(&v, &s), seat);
                assert_true(duel_legal(&v, &s, once.plan[k]));
                ergo_play(&v, &s, once.plan[k]);
            }
            assert_true(ergo_turn(&v, &s) != seat || duel_is_over(&v, &s));
        }
    }
}
