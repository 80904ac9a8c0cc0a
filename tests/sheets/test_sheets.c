/* tests/sheets/test_sheets.c -- rule sheets as games: laws, turns, secrets, faults, texts,
 * keys. */
#include "sheets/opened.h"

#include "core/deals.h"
#include "core/reason.h"
#include "core/scene.h"
#include "core/scene_text.h"
#include "lab/held.h"

static sheets_game *open_sheet_text(const char *text, bool ground)
{
    sheets_game *g = NULL;
    duel_msg why = {0};
    if (sheets_open_text("text.kif", duel_str_of(text), ground, &g, &why) != DUEL_OK)
        print_error("%s\n", check_english(&why));
    assert_non_null(g);
    return g;
}

static duel_variant variant_of_sheet(const sheets_game *g)
{
    duel_variant v;
    assert_ok(duel_variant_make(sheets_table(g), NULL, 0, &v, NULL));
    return v;
}

/* ---- laws ------------------------------------------------------------------------------- */

static const char *const files[] = {"allumettes.kif", "chicago.kif",   "chomp.kif",
                                    "connect4.kif",   "dodgem.kif",    "kayles.kif",
                                    "moriarty4.kif",  "moriarty6.kif", "morra.kif",
                                    "nim.kif",        "pig.kif",       "tictactoe.kif"};

TEST(test_laws)
{
    int count = sizeof files / sizeof *files;
    for (int i = 0; i < count; i++) {
        sheets_game *g = open_sheet_file(files[i]);
        keeps_laws(sheets_table(g), 1, check_sample(2, 20), 0, 0);
        sheets_close(g);
    }
}

/* A game of stones in which both ways of working it out are held to the laws. */
static const char stones[] =
    "(role a)(role b)(succ 0 1)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 5)"
    "(init (stones 5))(init (control a))(other a b)(other b a)"
    "(<= (legal ?r (take ?n)) (true (control ?r)) (true (stones ?n)) (succ ?m ?n))"
    "(<= (legal ?r (leave ?m)) (true (control ?r)) (true (stones ?n)) (succ ?m ?n) (succ 0 ?m))"
    "(<= (legal ?r noop) (true (control ?s)) (other ?r ?s))"
    "(<= (next (stones ?m)) (true (stones ?n)) (succ ?m ?n))"
    "(<= (next (control ?s)) (true (control ?r)) (other ?r ?s))"
    "(<= terminal (true (stones 0)))"
    "(<= (goal ?r 100) (true (control ?r)))(<= (goal ?s 0) (true (control ?r)) (other ?s ?r))";

/* Every state of the ground sheet is one of the other, with the same moves, ends and scores. */
static void walk_both(const duel_variant v[2], const duel_state at[2], int depth)
{
    duel_move list[2][64];
    int32_t score[2][DUEL_SEATS] = {{0}};
    int count[2];
    bool over[2];
    duel_buf text[2];
    for (int i = 0; i < 2; i++) {
        duel_buf_init(&text[i]);
        duel_print(&v[i], &at[i], &text[i].sink);
        count[i] = v[i].game->moves(&v[i], &at[i], list[i]);
        over[i] = v[i].game->over(&v[i], &at[i], score[i]);
    }
    assert_string_equal(text[0].text, text[1].text);
    assert_int_equal(count[0], count[1]);
    assert_int_equal(over[0], over[1]);
    assert_memory_equal(score[0], score[1], sizeof score[0]);
    assert_int_equal(v[0].game->turn(&v[0], &at[0]), v[1].game->turn(&v[1], &at[1]));
    for (int k = 0; k < count[0] && depth; k++) {
        duel_state next[2] = {at[0], at[1]};
        duel_move same;
        duel_buf_clear(&text[0]);
        duel_print_move(&v[0], &at[0], list[0][k], &text[0].sink);
        assert_ok(duel_read_move(&v[1], &at[1], duel_buf_str(&text[0]), &same, NULL));
        v[0].game->play(&v[0], &next[0], list[0][k]);
        v[1].game->play(&v[1], &next[1], same);
        walk_both(v, next, depth - 1);
    }
    duel_buf_fini(&text[0]);
    duel_buf_fini(&text[1]);
}

TEST(test_proved_is_ground)
{
    sheets_game *g[2] = {open_sheet_text(stones, true), open_sheet_text(stones, false)};
    duel_variant v[2] = {variant_of_sheet(g[0]), variant_of_sheet(g[1])};
    duel_state at[2];
    for (int i = 0; i < 2; i++)
        assert_ok(duel_deal(&v[i], duel_str_of("1"), &at[i]));
    walk_both(v, at, 8);
    walk_both(v, at, 8); /* what was proved is remembered now, and the same */
    assert_false(v[0].traits & DUEL_SLOW);
    assert_true(v[1].traits & DUEL_SLOW);
    keeps_laws(sheets_table(g[1]), 1, 1, 0, 0);
    sheets_close(g[0]);
    sheets_close(g[1]);
}

/* ---- turns and secrets ------------------------------------------------------------------ */

/* Seats choose one after the other; the second does not see what the first has chosen. */
TEST(test_sealed_choices)
{
    sheets_game *g = open_sheet_file("morra.kif");
    duel_variant v = variant_of_sheet(g);
    duel_state view;
    duel_move move;
    assert_true(v.traits & DUEL_SECRETS);
    duel_state state = check_dealt(&v, 1);
    assert_ok(duel_read_move(&v, &state, duel_str_of("show 2"), &move, NULL));
    v.game->play(&v, &state, move);
    assert_int_equal(v.game->turn(&v, &state), 1);
    CHECK_BUF(text);
    duel_view(&v, &state, 1, &view);
    duel_print(&v, &view, &text.sink);
    assert_string_equal(text.text, "(points even 0) (points odd 0) (round 0) || (does odd ?)");
    duel_buf_clear(&text);
    duel_view(&v, &state, 0, &view);
    duel_print(&v, &view, &text.sink);
    assert_non_null(strstr(text.text, "(does odd (show 2))"));
    assert_ok(duel_read_move(&v, &state, duel_str_of("(show 1)"), &move, NULL));
    v.game->play(&v, &state, move);
    duel_buf_clear(&text);
    duel_print(&v, &state, &text.sink);
    assert_string_equal(text.text, "(points even 0) (points odd 1) (round 1) (shown even 1) "
                                   "(shown odd 2) ||");
    sheets_close(g);
}

/* The same seed rolls the same; others do not, and who looks on sees no seed. */
TEST(test_chance_is_dealt)
{
    sheets_game *g = open_sheet_file("pig.kif");
    duel_variant v = variant_of_sheet(g);
    int sums = 0;
    duel_state first;
    assert_int_equal(v.seats, 2);
    for (int i = 0; i < 12; i++) {
        char seed[12];
        duel_state state, again, view;
        duel_move list[8];
        snprintf(seed, sizeof seed, "%d", i);
        duel_deal(&v, duel_str_of(seed), &state);
        duel_deal(&v, duel_str_of(seed), &again);
        assert_int_equal(v.game->moves(&v, &state, list), 2);
        duel_view(&v, &state, 0, &view);
        CHECK_BUF(text);
        duel_print(&v, &view, &text.sink);
        assert_non_null(strstr(text.text, "(seed ?)"));
        v.game->play(&v, &state, list[1]);
        v.game->play(&v, &again, list[1]);
        assert_true(duel_states_equal(&v, &state, &again));
        duel_hide(&v, &state, DUEL_NOBODY);
        if (i == 0)
            first = state;
        sums += !duel_states_equal(&v, &state, &first);
    }
    assert_in_range(sums, 4, 11);
    sheets_close(g);
}

/* The seed is one of too many to be gone through, and whoever tries is told so. */
TEST(test_chance_is_not_listed)
{
    sheets_game *g = open_sheet_file("pig.kif");
    duel_variant v = variant_of_sheet(g);
    assert_int_equal(duel_deals_look(&v, DUEL_DEALS_MOST, NULL), DUEL_REFUSED);
    sheets_close(g);
}

/* Whoever moves again after chance has spoken hears it first: another seat nods. */
TEST(test_nod_after_chance)
{
    sheets_game *g = open_sheet_file("pig.kif");
    duel_variant v = variant_of_sheet(g);
    duel_state state;
    duel_move list[8];
    check_position(&v,
                   "(points first 0) (points second 0) (sum 2) (turn first) || (seed 5) "
                   "(heard first)",
                   &state);
    assert_int_equal(v.game->turn(&v, &state), 1);
    assert_int_equal(v.game->moves(&v, &state, list), 1);
    v.game->play(&v, &state, list[0]);
    assert_int_equal(v.game->turn(&v, &state), 0);
    assert_int_equal(v.game->moves(&v, &state, list), 2);
    sheets_close(g);
}

/* ---- what is refused, and what is at fault ---------------------------------------------- */

static void refuse_sheet(const char *text, const char *words)
{
    sheets_game *g = NULL;
    duel_msg why = {0};
    assert_int_not_equal(sheets_open_text("x.kif", duel_str_of(text), true, &g, &why), DUEL_OK);
    if (strstr(check_english(&why), words) == NULL)
        fail_msg("%s", check_english(&why));
}

TEST(test_refused)
{
    refuse_sheet("(role a)(role b)(role c)(role d)(role e)(legal a x)", "5 players");
    refuse_sheet("(role random)(legal random x)", "nobody plays");
    refuse_sheet("(role a)(init (p))(legal a x)(sees a x)", "sees");
    refuse_sheet("(role a)(init (p)", "racket");
    refuse_sheet(
        "(role a)(legal a x)(init p)(next p)(<= terminal (true q))(next q)(goal a 99999)",
        "99999");
}

static void check_end(const char *text, const char *rule, const char *why_over, int32_t score)
{
    sheets_game *g = open_sheet_text(text, true);
    duel_variant v = variant_of_sheet(g);
    duel_move list[8];
    int32_t got[DUEL_SEATS] = {-1};
    CHECK_BUF(rules);
    for (int i = 0; sheets_table(g)->rules[i]; i++)
        duel_put(&rules.sink, duel_text(DUEL_EN, sheets_table(g)->rules[i]));
    assert_non_null(strstr(rules.text, rule));
    duel_state state = check_dealt(&v, 1);
    while (v.game->moves(&v, &state, list))
        v.game->play(&v, &state, list[0]);
    assert_true(v.game->over(&v, &state, got));
    assert_int_equal(got[0], score);
    duel_reason reason = {.count = 0};
    duel_explain_ending(&v, &state, 0, &reason);
    assert_non_null(strstr(check_english(&reason.fact[0].text), why_over));
    keeps_laws(sheets_table(g), 1, 2, 0, 0);
    sheets_close(g);
}

TEST(test_faults_are_named)
{
    check_end("(role a)(init (s 1))(succ 1 2)(succ 2 3)(<= (legal a go) (true (s 1)))"
              "(<= (next (s ?m)) (true (s ?n)) (succ ?n ?m))(<= terminal (true (s 3)))"
              "(<= (goal a 30) (true (s 2)))",
              "without a move", "no move", 30);
    check_end("(role a)(init (s 1))(legal a go)(<= (next (s 2)) (true (s 1)))"
              "(<= terminal (true (s 2)))",
              "no goal", "no goal", 0);
    check_end("(role a)(init (s 1))(legal a go)(<= (next (s 2)) (true (s 1)))"
              "(<= terminal (true (s 2)))(goal a 1)(goal a 2)",
              "several", "several", 0);
}

/* ---- texts ------------------------------------------------------------------------------ */

TEST(test_positions)
{
    static const struct {
        const char *text, *words;
    } bad[] = {{"(turn x) (mark 1 1 x) (mark 1 1 x)", "twice"},
               {"(turn x) (mark 1 9 x)", "no fact"},
               {"(turn x) (mark 1 1 x", "racket"},
               {"(turn x) (mark 1 1 x) (mark 1 1 o)", "more than one"},
               {"(mark 1 1 x)", "none"},
               {"(turn x) || (does x (put 1 1))", "behind"}};
    sheets_game *g = open_sheet_file("tictactoe.kif");
    duel_variant v = variant_of_sheet(g);
    duel_state a;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        duel_msg why = {0};
        assert_int_not_equal(duel_read(&v, duel_str_of(bad[i].text), &a, &why), DUEL_OK);
        if (strstr(check_english(&why), bad[i].words) == NULL)
            fail_msg("%s: %s", bad[i].text, check_english(&why));
    }
    check_position(&v, "(turn x) (mark 1 1 o)", &a);
    duel_state b = check_state(&v, " ( mark  1 1 o )(turn x) ");
    assert_true(duel_states_equal(&v, &a, &b));
    sheets_close(g);
}

/* ---- proofs ----------------------------------------------------------------------------- */

/* Two facts of a group hold only once a counter that no random game runs down has run down: it
 * is believed from the states met, and must not be. */
TEST(test_what_is_not_so_is_not_proved)
{
    CHECK_BUF(text);
    duel_put(&text.sink, "(role a)(init (at 0))(init (cell 1 x))(legal a on)(legal a back)");
    for (int i = 0; i < 40; i++)
        duel_putf(&text.sink, "(succ %d %d)", i, i + 1);
    duel_put(&text.sink,
             "(<= (next (at ?m)) (does a on) (true (at ?n)) (succ ?n ?m))"
             "(<= (next (at 0)) (does a back))(<= (next (cell 1 x)) (true (cell 1 x)))"
             "(<= (next (cell 1 y)) (true (at 39)))(<= terminal (true (at 40)))"
             "(<= (goal a 100) (true (cell 1 y)))"
             "(<= (goal a 0) (not (true (cell 1 y))))");
    sheets_game *g = open_sheet_text(text.text, true);
    duel_variant v = variant_of_sheet(g);
    duel_move move;
    duel_state state = check_dealt(&v, 1);
    for (int i = 0; i < 40; i++) {
        assert_ok(duel_read_move(&v, &state, duel_str_of("on"), &move, NULL));
        v.game->play(&v, &state, move);
    }
    duel_buf_clear(&text);
    duel_print(&v, &state, &text.sink);
    assert_string_equal(text.text, "(at 40) (cell 1 x) (cell 1 y)");
    assert_ok(duel_read(&v, duel_buf_str(&text), &state, NULL));
    assert_true(v.traits & DUEL_LOOPY);
    sheets_close(g);
}

static void check_key(const char *file, uint32_t bits, bool loopy)
{
    sheets_game *g = open_sheet_file(file);
    duel_variant v = variant_of_sheet(g);
    assert_int_equal(v.key_bits, bits);
    assert_int_equal((v.traits & DUEL_LOOPY) != 0, loopy);
    sheets_close(g);
}

/* 4^9 would be the cells of tic-tac-toe by themselves, 3^9 · 2 all states: 16 bits. */
TEST(test_keys)
{
    check_key("tictactoe.kif", 16, false);
    check_key("nim.kif", 8, false);
    check_key("kayles.kif", 11, false);
    check_key("dodgem.kif", 16, true);
    check_key("morra.kif", 0, false);
}

/* ---- pictures --------------------------------------------------------------------------- */

static void check_drawing(const char *file, const char *position, const char *expected)
{
    sheets_game *g = open_sheet_file(file);
    duel_variant v = variant_of_sheet(g);
    duel_state state;
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN, .utf8 = true};
    if (position)
        check_position(&v, position, &state);
    else
        duel_deal(&v, duel_str_of("1"), &state);
    duel_draw(&v, &state, 0, &pen);
    assert_string_equal(text.text, expected);
    sheets_close(g);
}

TEST(test_pictures)
{
    check_drawing("tictactoe.kif", "(mark 1 1 x) (mark 2 3 o) (turn x)",
                  "  3    │ O │   \n    ───┼───┼───\n  2    │   │   \n    ───┼───┼───\n"
                  "  1  X │   │   \n     1   2   3\n");
    check_drawing("dodgem.kif", NULL,
                  "  3  ● │   │   \n    ───┼───┼───\n  2  ● │   │   \n    ───┼───┼───\n"
                  "  1    │ ○ │ ○ \n     a   b   c\n");
    check_drawing("morra.kif", NULL, "  points even 0\n  points odd 0\n  round 0\n");
}

/* A sheet of one player, who goes on until the clock stands at 3, and its first picture. */
static void check_first_drawing(const char *facts, const char *expected)
{
    CHECK_BUF(sheet);
    CHECK_BUF(text);
    duel_putf(&sheet.sink,
              "(role you)(init (clock 0))(after 0 1)(after 1 2)(after 2 3)(legal you go)"
              "(<= (next (clock ?n)) (true (clock ?m)) (after ?m ?n))"
              "(<= terminal (true (clock 3)))(goal you 100)%s",
              facts);
    sheets_game *g = open_sheet_text(sheet.text, true);
    duel_variant v = variant_of_sheet(g);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN, .utf8 = true};
    duel_state state = check_dealt(&v, 1);
    duel_draw(&v, &state, 0, &pen);
    assert_string_equal(text.text, expected);
    sheets_close(g);
}

TEST(test_places_in_one_word)
{
    check_first_drawing("(init (cell a1 red))(init (cell a2 none))(init (cell b1 none))"
                        "(init (cell b2 blue))(init (cell b3 none))(init (cell c2 none))"
                        "(<= (next (cell ?p ?c)) (true (cell ?p ?c)))",
                        "  3    │   │\n    ───┼───┼───\n  2    │ b │   \n    ───┼───┼───\n"
                        "  1  r │   │\n     a   b   c\n  clock 0\n");
}

TEST(test_things_that_meet)
{
    check_first_drawing(
        "(init (at cat 1 1))(init (at mouse 3 2))(init (at crumb 1 1))(init (at crumb 2 1))"
        "(init (at crumb 2 2))(init (wall 2 2))(init (wall 1 1))(init (wall 1 2))(<= (next (wall ?x ?y)) (true (wall ?x ?y)))"
        "(<= (next (at ?t ?x ?y)) (true (at ?t ?x ?y)) (distinct ?t cat))"
        "(<= (next (at cat ?n ?y)) (true (at cat ?m ?y)) (after ?m ?n))",
        "  2    │ c │ m \n    ───┼───┼───\n  1  c │ c │   \n     1   2   3\n  clock 0\n");
}

TEST(test_things_on_each_other)
{
    const char *go_on = "(<= (next (on ?a ?b)) (true (on ?a ?b)))";
    char facts[512];
    snprintf(facts, sizeof facts,
             "(init (on disc1 disc2))(init (on disc2 pole1))(init (on disc3 pole3))"
             "(init (on disc4 disc3))(<= (next (on disc1 disc4)) (true (clock 0)))%s",
             "(<= (next (on ?a ?b)) (true (on ?a ?b)) (distinct ?a disc1))"
             "(<= (next (on disc1 ?b)) (true (on disc1 ?b)) (not (true (clock 0))))");
    check_first_drawing(facts, "   d d\n   d d\n   p p\n  clock 0\n");
    snprintf(facts, sizeof facts,
             "(init (on table e))(init (on e f))(init (on f g))(init (on table h))"
             "(init (on h i))%s",
             go_on);
    check_first_drawing(facts, "   g\n   f i\n   e h\n  clock 0\n");
}

TEST(test_rows)
{
    check_first_drawing(
        "(init (pit p1 s3))(init (pit p2 s0))(init (pit p10 s2))(init (pit p4 s1))"
        "(init (pit p5 s1))(init (pit p6 s9))(init (pit home s7))"
        "(<= (next (pit ?p ?s)) (true (pit ?p ?s)))",
        "   s s s s s s s\n  clock 0\n");
}

static void check_path(const duel_variant *v, const duel_state *s, const char *text,
                       const char *expected)
{
    duel_target path[DUEL_PATH];
    char whole[256] = "";
    duel_move move = check_read_move(v, s, text);
    int count = duel_path(v, s, move, path);
    for (int i = 0; i < count; i++)
        snprintf(whole + strlen(whole), sizeof whole - strlen(whole), "%s%s", i ? " " : "",
                 path[i].text);
    assert_string_equal(whole, expected);
}

TEST(test_paths)
{
    static const struct {
        const char *file, *move, *path;
    } ways[] = {{"tictactoe.kif", "(put 1 3)", "cell:0:0"},
                {"dodgem.kif", "(drive a 2 a 1)", "cell:0:1 cell:0:2"},
                {"connect4.kif", "(drop 4)", "column:3"}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        sheets_game *g = open_sheet_file(ways[i].file);
        duel_variant v = variant_of_sheet(g);
        duel_state state = check_dealt(&v, 1);
        check_path(&v, &state, ways[i].move, ways[i].path);
        sheets_close(g);
    }
}
