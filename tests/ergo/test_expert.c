/* tests/ergo/test_expert.c -- the strong opponents: legal, fair, repeatable, and strong.
 *
 * The fast one-turn player is held to the plain list of turns; the expert to positions whose
 * best turn a player can see, to two deals that it cannot tell apart, and to seed-score. */
#include "hands.h"

#include "front/console.h"
#include "games/ergo/tune.h"

#include <math.h>
#include <signal.h>
#include <unistd.h>

static duel_variant any_table(int i)
{
    static const char *const tables[] = {"players=4",
                                         "players=2",
                                         "players=3 preset=official",
                                         "players=2 preset=official",
                                         "players=3",
                                         "players=4 preset=official"};
    return check_settings("ergo", tables[i % 6]);
}

static void think_nodes(const duel_variant *v, const duel_engine *e, const void *view,
                        uint64_t nodes, uint64_t seed, duel_answer *out)
{
    duel_think t = {.view = view, .seat = ergo_turn(v, view), .nodes = nodes, .seed = seed};
    think_once(v, e, &t, out);
}

/* Plays the plan; every card must be legal and the turn must end with the last. */
static void assert_whole_turn(const duel_variant *v, const ergo *s, const duel_answer *a)
{
    ergo after = *s;
    assert_true(a->plan_count > 0);
    for (int i = 0; i < a->plan_count; i++) {
        assert_true(after.turn == s->turn && after.stage == s->stage);
        assert_true(duel_legal(v, &after, a->plan[i]));
        ergo_play(v, &after, a->plan[i]);
    }
    assert_true(after.turn != s->turn || after.stage != s->stage || s->stage == ERGO_BETWEEN);
}

/* ---- one turn deep ---------------------------------------------------------------------- */

static int64_t seed_judge(const duel_variant *v, const ergo *before, const ergo_way *way,
                          const ergo *after)
{
    return ergo_rate_turn(v, &ergo_seed_weights, before, way, after);
}

static int64_t best_worth(const ergo_turns *t)
{
    int64_t best = INT64_MIN;
    for (uint32_t i = 0; i < t->count; i++)
        best = t->way[i].worth > best ? t->way[i].worth : best;
    return best;
}

/* The weights of the seed are seed-score's numbers, ten times as fine. */
TEST(test_seed_weights_are_seed_score)
{
    static duel_answer answer;
    duel_rng rng = check_rng(31);
    for (int i = 0; i < check_sample(60, 2000); i++) {
        duel_variant v = any_table(i);
        ergo s;
        ergo_turns t;
        draw_turn(&v, &rng, &s);
        ergo_hide(&v, &s, s.turn);
        ergo_turns_init(&t);
        assert_ok(ergo_turns_find(&v, &s, seed_judge, NULL, &t, NULL));
        think_nodes(&v, &ergo_seed_score, &s, 0, 1, &answer);
        assert_int_equal(best_worth(&t), 10 * answer.estimate);
        ergo_turns_fini(&t);
    }
}

static bool has_rare_special(const ergo *s)
{
    return ergo_count(s->hand[s->turn], ERGO_RASA) ||
           ergo_count(s->hand[s->turn], ERGO_REVOLUTION);
}

/* Never more than the best turn is worth, always legal, and exactly the best when the hand has
 * none of the two cards whose combinations are left out. */
TEST(test_reply_is_the_best_turn)
{
    static const ergo_weights *const weights[] = {&ergo_seed_weights, &ergo_tuned_weights};
    int exact = 0, states = check_sample(300, 10000);
    duel_rng rng = check_rng(32);
    for (int i = 0; i < states; i++) {
        duel_variant v = any_table(i);
        ergo s, after;
        ergo_scale scale;
        ergo_way way;
        ergo_turns t;
        const ergo_weights *w = weights[i / 6 % 2];
        draw_turn(&v, &rng, &s);
        ergo_scale_init(&v, w, s.turn, &scale);
        ergo_reply(&v, &s, &scale, &rng, &way);
        after = s;
        for (int k = 0; k < way.count; k++) {
            assert_true(duel_legal(&v, &after, way.move[k]));
            ergo_play(&v, &after, way.move[k]);
        }
        assert_true(after.turn != s.turn || after.stage != ERGO_PLAYING);
        assert_int_equal(way.worth, ergo_rate_turn(&v, w, &s, &way, &after));
        ergo_turns_init(&t);
        if (w == &ergo_seed_weights) {
            assert_ok(ergo_turns_find(&v, &s, seed_judge, NULL, &t, NULL));
            assert_true(way.worth <= best_worth(&t));
            if (!has_rare_special(&s)) {
                assert_int_equal(way.worth, best_worth(&t));
                exact++;
            }
        }
        ergo_turns_fini(&t);
    }
    assert_true(exact > states / 4);
}

/* ---- the race --------------------------------------------------------------------------- */

static double chance_at(const duel_variant *v, const ergo_race *r, int round,
                        const uint16_t score[DUEL_SEATS], int seat)
{
    ergo s = {.stage = ERGO_BETWEEN, .round = (uint8_t)round};
    memcpy(s.score, score, sizeof s.score);
    (void)v;
    return ergo_race_chance(r, &s, seat);
}

TEST(test_chances_to_win)
{
    static const char *const tables[] = {"players=2", "players=3", "players=4",
                                         "players=4 points=500 rounds=99",
                                         "players=2 rounds=2"};
    duel_rng rng = check_rng(33);
    for (int i = 0; i < check_sample(300, 5000); i++) {
        duel_variant v = check_settings("ergo", tables[i % 5]);
        ergo_race *r = ergo_race_new(&v);
        uint16_t score[DUEL_SEATS] = {0};
        double sum = 0;
        int round = 1 + (int)duel_rng_below(&rng, (uint32_t)ergo_last_round(&v) - 1);
        assert_non_null(r);
        for (int seat = 0; seat < v.seats; seat++)
            score[seat] = (uint16_t)duel_rng_below(&rng, (uint32_t)v.option[ERGO_OPT_POINTS]);
        for (int seat = 0; seat < v.seats; seat++) {
            double chance = chance_at(&v, r, round, score, seat);
            assert_true(chance >= 0 && chance <= 1);
            for (int other = 0; other < v.seats; other++) /* who is ahead is better off */
                if (score[other] < score[seat])
                    assert_true(chance_at(&v, r, round, score, other) <= chance + 1e-6);
            sum += chance;
        }
        if (fabs(sum - 1) > 0.06)
            fail_msg("the chances of all seats sum to %f", sum);
        ergo_race_free(r);
    }
}

/* ---- the expert ------------------------------------------------------------------------- */

TEST(test_plans_are_whole_turns)
{
    static duel_answer answer;
    duel_rng rng = check_rng(34);
    for (int i = 0; i < check_sample(60, 1000); i++) {
        duel_variant v = any_table(i);
        ergo s, view;
        draw_turn(&v, &rng, &s);
        view = s;
        ergo_hide(&v, &view, s.turn);
        think_nodes(&v, &ergo_expert, &view, 300, (uint64_t)i, &answer);
        assert_whole_turn(&v, &s, &answer);
        assert_true(answer.estimate == DUEL_NO_ESTIMATE ||
                    (answer.estimate >= 0 && answer.estimate <= 1000));
        assert_true(answer.nodes < 300 + 60); /* the play-out that met the limit is finished */
        think_nodes(&v, &ergo_tuned, &view, 0, (uint64_t)i, &answer);
        assert_whole_turn(&v, &s, &answer);
    }
}

/* Half-way through a turn, between two rounds, and when all is over. */
TEST(test_odd_moments)
{
    static const duel_engine *const engines[] = {&ergo_expert, &ergo_tuned};
    static duel_answer answer;
    duel_variant v = check_settings("ergo", "players=3");
    int half = 0, between = 0, ended = 0;
    duel_rng rng = check_rng(35);
    for (int i = 0; i < check_sample(60, 600); i++) {
        ergo s;
        ergo_deal(&v, &rng, &s);
        for (uint32_t k = duel_rng_below(&rng, 300); k && s.stage != ERGO_ENDED; k--)
            ergo_play(&v, &s, ergo_sample(&v, &s, &rng));
        s.score[0] = i % 3 == 0 ? 60 : 0;
        ergo_hide(&v, &s, s.turn);
        half += s.used;
        between += s.stage == ERGO_BETWEEN;
        ended += s.stage == ERGO_ENDED;
        for (int e = 0; e < 2; e++) {
            think_nodes(&v, engines[e], &s, 100, 1, &answer);
            if (s.stage == ERGO_ENDED)
                assert_int_equal(answer.plan_count, 0);
            else
                assert_int_equal(duel_legal(&v, &s, answer.plan[0]), true);
        }
    }
    assert_true(half > 3 && between > 0);
    (void)ended;
}

/* Positions in which a player sees what is best: the last card of the plan. */
TEST(test_turns_a_player_can_see)
{
    static const struct {
        const char *variant, *position, *expected;
    } cases[] = {
        /* A alone is proven and Ergo in hand: with 42 points, eight more win the game */
        {"players=2", "A,B|C|D,~B,;JJJTR(E,?????;?35;;1:1;42,0;?", "E"},
        /* the other is proven, too, and would win the game by it: so not Ergo, for once */
        {"players=2", "A,C|B|D,B,;JJJ(((E,?????;?36;;1:1;0,45;?", "!E"},
        /* with NOT before that B nobody else is proven, and the game is won */
        {"players=2", "A,C|B|D,B,;JJJ~((E,?????;?36;;1:1;43,45;?", "E"},
    };
    static duel_answer answer;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_settings("ergo", cases[i].variant);
        duel_state s = check_state(&v, cases[i].position);
        think_nodes(&v, &ergo_expert, &s, 3000, 1, &answer);
        CHECK_BUF(text);
        ergo_print_move(&v, &s, answer.plan[answer.plan_count - 1], &text.sink);
        bool unwanted = cases[i].expected[0] == '!';
        bool as_expected = (strcmp(text.text, cases[i].expected + unwanted) == 0) != unwanted;
        if (!as_expected)
            fail_msg("case %zu", i);
    }
}

TEST(test_every_move_is_rated)
{
    static duel_answer answer;
    duel_rng rng = check_rng(36);
    for (int i = 0; i < check_sample(12, 200); i++) {
        duel_variant v = any_table(i);
        duel_move list[DUEL_MOVES_MAX];
        ergo s;
        draw_turn(&v, &rng, &s);
        ergo_hide(&v, &s, s.turn);
        duel_think t = {
            .view = &s, .seat = s.turn, .nodes = 2000, .seed = 3, .every_move = true};
        think_once(&v, &ergo_tuned, &t, &answer);
        int count = ergo_moves(&v, &s, list), listed = answer.rated_count;
        assert_true(listed > 0 && listed <= count);
        think_once(&v, &ergo_expert, &t, &answer);
        assert_int_equal(answer.rated_count, listed);
    }
}

TEST(test_limits)
{
    static duel_answer answer, again;
    duel_variant v = check_settings("ergo", "players=4");
    atomic_bool stop = true;
    ergo s;
    duel_rng rng = check_rng(37);
    draw_turn(&v, &rng, &s);
    ergo_hide(&v, &s, s.turn);
    duel_think t = {.view = &s, .seat = s.turn, .seed = 9, .stop = &stop};
    think_once(&v, &ergo_expert, &t, &answer);
    assert_true(answer.nodes == 0 && answer.plan_count > 0);
    stop = false;
    t.seconds = 0.02;
    think_once(&v, &ergo_expert, &t, &answer);
    assert_true(answer.nodes > 0);
    t.seconds = 0;
    t.nodes = 1500;
    think_once(&v, &ergo_expert, &t, &answer);
    think_once(&v, &ergo_expert, &t, &again);
    answer.seconds = again.seconds = 0;
    assert_memory_equal(&answer, &again, sizeof answer);
}

/* ---- two deals that the seat cannot tell apart ------------------------------------------ */

/* Everything the seat does not know is dealt again. */
static bool twin_of(const duel_variant *v, const ergo *s, duel_rng *rng, ergo *twin)
{
    *twin = *s;
    ergo_hide(v, twin, s->turn);
    assert_ok(ergo_guess(v, twin, rng, NULL));
    return memcmp(twin->hand, s->hand, sizeof s->hand) != 0;
}

TEST(test_no_peeking)
{
    static const duel_engine *const engines[] = {&ergo_expert, &ergo_tuned};
    static duel_answer answer[2];
    int pairs = check_sample(50, 1000), different = 0;
    duel_rng rng = check_rng(38);
    for (int i = 0; i < pairs; i++) {
        duel_variant v = any_table(i);
        ergo s[2];
        draw_turn(&v, &rng, &s[0]);
        different += twin_of(&v, &s[0], &rng, &s[1]);
        for (int k = 0; k < 2; k++)
            ergo_hide(&v, &s[k], s[k].turn);
        assert_memory_equal(&s[0], &s[1], sizeof s[0]);
        for (int e = 0; e < 2; e++) {
            for (int k = 0; k < 2; k++) {
                think_nodes(&v, engines[e], &s[k], 400, (uint64_t)i, &answer[k]);
                answer[k].seconds = 0;
            }
            assert_memory_equal(&answer[0], &answer[1], sizeof answer[0]);
        }
    }
    assert_true(different > pairs / 2);
}

/* ---- strength --------------------------------------------------------------------------- */

/* The share of `who` against seed-score at all other seats, seats in turn. */
static double match(const char *table, const duel_engine *who, int nodes, int games)
{
    static duel_answer answer;
    duel_variant v = check_settings("ergo", table);
    duel_rng rng;
    double sum = 0;
    duel_rng root = check_rng(39);
    for (int i = 0; i < games; i++) {
        ergo s, view;
        int32_t score[DUEL_SEATS] = {0};
        duel_rng_fork(&root, (uint64_t)i, &rng);
        ergo_deal(&v, &rng, &s);
        while (!ergo_over(&v, &s, score)) {
            bool own = s.turn == i % v.seats;
            view = s;
            ergo_hide(&v, &view, s.turn);
            think_nodes(&v, own ? who : &ergo_seed_score, &view, (uint64_t)nodes,
                        duel_rng_next(&rng), &answer);
            for (int k = 0; k < answer.plan_count; k++)
                ergo_play(&v, &s, answer.plan[k]);
        }
        sum += duel_share(&v, score, i % v.seats);
    }
    return sum / games;
}

/* By default a sample too small to show the strength, but large enough to show a blunder:
 * chance alone gives 25 % and 50 %. */
TEST(test_expert_beats_seed_score)
{
    double four =
        match("players=4", &ergo_expert, check_sample(1000, 3000), check_sample(8, 400));
    double two =
        match("players=2", &ergo_expert, check_sample(1000, 3000), check_sample(6, 400));
    print_message("# expert: %.1f %% against three, %.1f %% against one\n", 100 * four,
                  100 * two);
    assert_true(four >= (getenv("DUEL_FULL") ? 0.65 : 0.25));
    assert_true(two >= (getenv("DUEL_FULL") ? 0.75 : 0.5));
}

TEST(test_tuned_beats_seed_score)
{
    int games = check_sample(2000, 20000);
    double share = breed_match(&ergo_tuned_weights, &ergo_seed_weights, 2, games, 40);
    print_message("# tuned: %.1f %% against one\n", 100 * share);
    assert_true(share - 1.96 * sqrt(0.25 / games) > 0.5);
}

/* ---- duel ergo tune --------------------------------------------------------------------- */

static int tune(const char *line, duel_buf *out, duel_buf *err)
{
    char text[256], *argv[16];
    int argc = 0;
    duel_console c = {.out = &out->sink, .err = &err->sink, .lang = DUEL_EN};
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    duel_buf_clear(out);
    duel_buf_clear(err);
    static const duel_command command = {"tune",          "", "",       ergo_tune_options,
                                         ergo_tune_texts, 0,  ergo_tune};
    return console_run(&c, "ergo tune", &command, argc, argv);
}

/* Two generations at once, or one and then another from the file: the same numbers. */
TEST(test_tuning_goes_on_where_it_stopped)
{
    char path[] = "/tmp/ergo-tune-XXXXXX", line[128], whole[1024];
    int f = mkstemp(path);
    assert_true(f >= 0);
    close(f);
    unlink(path);
    CHECK_BUF(out);
    CHECK_BUF(err);
    assert_int_equal(tune("--generations 2 --population 4 --games 8 --test 0", &out, &err), 0);
    snprintf(whole, sizeof whole, "%s", out.text);
    snprintf(line, sizeof line, "--generations 1 --population 4 --games 8 --test 0 --state %s",
             path);
    assert_int_equal(tune(line, &out, &err), 0);
    assert_string_not_equal(out.text, whole);
    snprintf(line, sizeof line, "--generations 2 --test 0 --state %s", path);
    assert_int_equal(tune(line, &out, &err), 0);
    assert_string_equal(out.text, whole);
    snprintf(line, sizeof line, "--seed 7 --state %s", path);
    assert_int_equal(tune(line, &out, &err), 2);
    assert_non_null(strstr(err.text, "was begun with seed 1."));
    unlink(path);
}

/* Ctrl-C: what was found is printed, and the signal is used up. */
TEST(test_tuning_can_be_stopped)
{
    sigset_t interrupt, before, left;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &before);
    raise(SIGINT);
    CHECK_BUF(out);
    CHECK_BUF(err);
    assert_int_equal(tune("--generations 1000000 --test 0", &out, &err), 0);
    assert_non_null(strstr(out.text, "The best after 0 generations:"));
    sigpending(&left);
    assert_int_equal(sigismember(&left, SIGINT), 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

TEST(test_tuning_refuses)
{
    static const struct {
        const char *line, *message;
        int status;
    } cases[] = {
        {"--colour 3", "“ergo tune” has no flag --colour;", 2},
        {"--seed", "--seed needs a value.", 2},
        {"--games few", "few", 2},
        {"--state /dev/null", "/dev/null holds no search of duel ergo tune.", 1},
        {"--generations 1 --population 4 --games 4 --state /nowhere/at/all", "Cannot write", 2},
    };
    CHECK_BUF(out);
    CHECK_BUF(err);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(tune(cases[i].line, &out, &err), cases[i].status);
        assert_non_null(strstr(err.text, cases[i].message));
        assert_string_equal(out.text, "");
    }
}
