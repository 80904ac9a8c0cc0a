/* tests/front/test_wording.c -- results and values, told from the chair of who reads. */
#include "check.h"

#include "core/value.h"
#include "front/inside.h"
#include "front/why_not_text.h"
#include "front/wording.h"

enum { NOBODY = DUEL_NOBODY };

static const struct told {
    const char *game;
    duel_ending how;
    int loser; /* unless it ended by the rules */
    int32_t score[DUEL_SEATS];
    int reader;
    const char *english, *french;
} endings[] = {
    {"tictactoe", DUEL_BY_RULES, 0, {1, 0}, 0, "You win.", "Vous gagnez."},
    {"tictactoe", DUEL_BY_RULES, 0, {1, 0}, 1, "You lose.", "Vous perdez."},
    {"tictactoe", DUEL_BY_RULES, 0, {0, 0}, 1, "You tie.", "Vous êtes à égalité."},
    {"tictactoe", DUEL_BY_RULES, 0, {0, 0}, NOBODY, "A tie.", "Égalité."},
    {"tictactoe",
     DUEL_BY_RULES,
     0,
     {1, 0},
     NOBODY,
     "The game goes to Crosses.",
     "Croix l’emporte."},
    {"moriarty",
     DUEL_BY_RULES,
     0,
     {10, 54},
     0,
     "You lose by 44. (10–54)",
     "Vous perdez de 44. (10–54)"},
    {"moriarty",
     DUEL_BY_RULES,
     0,
     {10, 54},
     1,
     "You win by 44. (54–10)",
     "Vous gagnez de 44. (54–10)"},
    {"moriarty",
     DUEL_BY_RULES,
     0,
     {10, 54},
     NOBODY,
     "The game goes to Inhibitor, by 44. (10–54)",
     "Inhibiteur l’emporte de 44. (10–54)"},
    {"moriarty",
     DUEL_BY_RESIGNING,
     0,
     {0, 1},
     0,
     "You resigned: the game goes to Inhibitor.",
     "Vous avez abandonné. Inhibiteur l’emporte."},
    {"moriarty",
     DUEL_BY_RESIGNING,
     0,
     {0, 1},
     1,
     "You win: Activator resigned.",
     "Activateur abandonne : vous gagnez."},
    {"moriarty",
     DUEL_BY_TIME,
     1,
     {1, 0},
     1,
     "You ran out of time: the game goes to Activator.",
     "Votre temps est écoulé. Activateur l’emporte."},
    {"moriarty",
     DUEL_BY_TIME,
     1,
     {1, 0},
     NOBODY,
     "Inhibitor ran out of time: the game goes to Activator.",
     "Inhibiteur n’a plus de temps. Activateur l’emporte."},
    {"ergo players=4",
     DUEL_BY_RULES,
     0,
     {20, 30, 30, 10},
     1,
     "You share the win. (30–20–30–10)",
     "Vous partagez la victoire. (30–20–30–10)"},
    {"ergo players=4",
     DUEL_BY_RULES,
     0,
     {20, 30, 30, 10},
     3,
     "You lose: others share the win. (10–20–30–30)",
     "Vous perdez : d’autres se partagent la victoire. (10–20–30–30)"},
    {"ergo players=4",
     DUEL_BY_RULES,
     0,
     {20, 30, 40, 10},
     0,
     "You lose: the game goes to Letter C. (20–30–40–10)",
     "Vous perdez. Lettre C l’emporte. (20–30–40–10)"},
    {"ergo players=4",
     DUEL_BY_RESIGNING,
     2,
     {1, 1, 0, 1},
     0,
     "You share the win: Letter C resigned.",
     "Lettre C abandonne : vous partagez la victoire."},
    {"wumpus",
     DUEL_BY_RULES,
     0,
     {973},
     0,
     "Your final score: 973.",
     "Votre score final : 973."},
    {"wumpus", DUEL_BY_RESIGNING, 0, {-1}, 0, "You resigned.", "Vous avez abandonné."},
    {"wumpus",
     DUEL_BY_RESIGNING,
     0,
     {-1},
     NOBODY,
     "Explorer resigned.",
     "Explorateur abandonne."}};

TEST(the_end_is_told_to_who_reads)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const struct told *c = &endings[i];
        duel_record r = {
            .variant = check_variant(c->game), .ending = c->how, .loser = c->loser};
        for (duel_lang lang = DUEL_EN; lang <= DUEL_FR; lang++) {
            CHECK_BUF(text);
            duel_pen pen = {.out = &text.sink, .lang = lang, .utf8 = true};
            wording_ending(&pen, &r, c->score, c->reader);
            assert_string_equal(text.text, lang == DUEL_EN ? c->english : c->french);
        }
    }
}

TEST(a_value_is_told_to_who_reads)
{
    static const struct {
        const char *game;
        duel_result result;
        wording_chair chair;
        const char *text;
    } cases[] = {
        {"nim", {DUEL_WIN, 1, 5, 0}, WORDING_APART, "a win in 5 moves"},
        {"nim", {DUEL_WIN, 1, 5, 0}, WORDING_MOVER, "you win in 5 moves"},
        {"nim", {DUEL_WIN, 1, 5, 0}, WORDING_OTHER, "you lose in 5 moves"},
        {"nim", {DUEL_LOSS, -1, 1, 0}, WORDING_OTHER, "you win in 1 move"},
        {"nim", {DUEL_LOSS, -1, 0, 0}, WORDING_APART, "a loss"}, /* over: nothing to count */
        {"chicago", {DUEL_LOSS, -3, 9, 0}, WORDING_MOVER, "you lose by 3"},
        {"chicago", {DUEL_LOSS, -3, 9, 0}, WORDING_OTHER, "you win by 3"},
        {"chicago", {DUEL_TIE, 0, 9, 0}, WORDING_OTHER, "a tie"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_variant(cases[i].game);
        CHECK_BUF(text);
        wording_value(DUEL_EN, &text.sink, &v, &cases[i].result, cases[i].chair);
        assert_string_equal(text.text, cases[i].text);
    }
}

TEST(a_lead_is_told_to_who_reads)
{
    static const struct {
        double points;
        wording_chair chair;
        const char *text;
    } cases[] = {{2.5, WORDING_APART, "environ 2,5 d’avance"},
                 {2.5, WORDING_OTHER, "vous avez environ 2,5 de retard"},
                 {-2.5, WORDING_OTHER, "vous avez environ 2,5 d’avance"},
                 {0.2, WORDING_OTHER, "à peu près égal"}};
    duel_variant v = check_variant("chicago");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_BUF(text);
        duel_worth w = {.known = true,
                        .scored = true,
                        .calibrated = true,
                        .share = 0.6,
                        .points = cases[i].points};
        wording_worth(DUEL_FR, &text.sink, &v, &w, cases[i].chair);
        assert_string_equal(text.text, cases[i].text);
    }
}

static void expect_worth(const duel_variant *v, const duel_worth *w, duel_lang lang,
                         wording_chair chair, const char *expected)
{
    CHECK_BUF(text);
    wording_worth(lang, &text.sink, v, w, chair);
    assert_string_equal(text.text, expected);
}

/* Of what no game has borne out, only an order is said. */
TEST(an_estimate_without_a_table_is_told_in_words)
{
    static const struct {
        double share;
        wording_chair chair;
        bool unclear;
        const char *english, *french;
    } cases[] = {
        {0.8, WORDING_APART, false, "looks good", "semble bien engagé"},
        {0.8, WORDING_MOVER, false, "it looks good for you",
         "cela semble bien engagé pour vous"},
        {0.8, WORDING_OTHER, false, "it looks bad for you", "cela semble mal engagé pour vous"},
        {0.2, WORDING_APART, false, "looks bad", "semble mal engagé"},
        {0.2, WORDING_OTHER, false, "it looks good for you",
         "cela semble bien engagé pour vous"},
        {0.52, WORDING_MOVER, false, "unclear", "peu clair"},
        {0.8, WORDING_MOVER, true, "unclear", "peu clair"}};
    duel_variant v = check_variant("connect4");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_worth w = {.known = true, .share = cases[i].share, .unclear = cases[i].unclear};
        expect_worth(&v, &w, DUEL_EN, cases[i].chair, cases[i].english);
        expect_worth(&v, &w, DUEL_FR, cases[i].chair, cases[i].french);
    }
    duel_worth borne_out = {.known = true, .calibrated = true, .share = 0.8};
    expect_worth(&v, &borne_out, DUEL_EN, WORDING_OTHER, "your chance is about 20 %");
}

/* Whatever the game, its seats and its scale. */
TEST(no_number_is_told_without_a_table)
{
    for (int g = 0; duel_games[g]; g++)
        for (int i = 0; i < 2 * 3 * 2 * 21; i++) {
            duel_variant v = check_variant(duel_games[g]->id);
            duel_worth w = {.known = true,
                            .scored = i % 2,
                            .share = (i / 12 + 0.5) / 21,
                            .points = 10.3 * (i / 12 - 10)};
            CHECK_BUF(text);
            wording_worth(i / 6 % 2 ? DUEL_FR : DUEL_EN, &text.sink, &v, &w,
                          (wording_chair)(i / 2 % 3));
            assert_null(strpbrk(text.text, "0123456789%"));
        }
}

/* Nobody is there to be ahead of: points are told, from every chair and of every worth. */
TEST(one_who_plays_alone_is_told_points)
{
    static const char *const rivals[] = {"ahead",  "behind", "win",  "loss",  "lose", "chance",
                                         "avance", "retard", "gain", "perte", NULL};
    duel_variant v = check_variant("wumpus");
    for (int points = -1000; points <= 1000; points += 250)
        for (int i = 0; i < 12; i++) {
            duel_result r = {.value = value_of_sign(points), .score = points, .remoteness = 3};
            duel_worth w = i / 6 ? duel_worth_of_result(&v, &r)
                                 : (duel_worth){.known = true,
                                                .scored = true,
                                                .calibrated = true,
                                                .share = 0.5,
                                                .points = points};
            CHECK_BUF(text);
            wording_worth(i % 2 ? DUEL_FR : DUEL_EN, &text.sink, &v, &w,
                          (wording_chair)(i / 2 % 3));
            assert_non_null(strstr(text.text, "point"));
            for (int k = 0; rivals[k]; k++)
                assert_null(strstr(text.text, rivals[k]));
        }
    duel_worth expected = {
        .known = true, .scored = true, .calibrated = true, .share = 0.5, .points = -32.4};
    expect_worth(&v, &expected, DUEL_EN, WORDING_MOVER, "about -32 points");
}

/* A win is proved of one line at least: what it scores at best nobody has counted. */
TEST(a_score_that_is_not_known_is_not_told)
{
    duel_variant v = check_variant("wumpus");
    duel_worth won = {
        .known = true, .proved = true, .share = 1, .points = 863, .plies = DUEL_NO_REMOTENESS};
    expect_worth(&v, &won, DUEL_EN, WORDING_APART, "a win");
    expect_worth(&v, &won, DUEL_EN, WORDING_MOVER, "you win");
    expect_worth(&v, &won, DUEL_FR, WORDING_APART, "un gain");
    duel_worth lost = {.known = true, .proved = true};
    expect_worth(&v, &lost, DUEL_EN, WORDING_APART, "a loss");
    won.scored = true;
    expect_worth(&v, &won, DUEL_EN, WORDING_APART, "863 points");
}

/* With one chair at the screen its owner reads; with several, or none, nobody in particular. */
TEST(who_reads_has_one_seat)
{
    assert_int_equal(wording_reader(0), DUEL_NOBODY);
    assert_int_equal(wording_reader(2), 1);
    assert_int_equal(wording_reader(3), DUEL_NOBODY);
    duel_variant two = check_variant("nim"), four = check_variant("ergo players=4");
    assert_int_equal(wording_chair_of(&two, 0, 0), WORDING_MOVER);
    assert_int_equal(wording_chair_of(&two, 0, 1), WORDING_OTHER);
    assert_int_equal(wording_chair_of(&four, 0, 1), WORDING_APART);
    assert_int_equal(wording_chair_of(&two, DUEL_NOBODY, 1), WORDING_APART);
}

/* "The other player then makes four" would be said to that player. */
TEST(reasons_are_told_to_who_moves)
{
    static const struct {
        int reader, seat, kept;
    } cases[] = {{0, 0, 2}, {1, 1, 2}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}, {NOBODY, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_reason r = {.count = 0};
        duel_say(&duel_reason_add(&r, 1)->text, N_("It makes four in a row."), "");
        duel_say(&duel_reason_add(&r, 2)->text, N_("({0},{1}) is a pit: you have seen it."),
                 "ii", (int64_t)1, (int64_t)1);
        wording_keep_reasons(cases[i].reader, cases[i].seat, &r);
        assert_int_equal(r.count, cases[i].kept);
    }
}

/* A move in French may begin with a vowel: "une flèche vers l’ouest". */
static void check_elision(const duel_variant *v, const void *view, const table_advice *a)
{
    static const char *const words[] = {" que ", " de "};
    CHECK_BUF(text);
    why_not_verdict(DUEL_FR, &text.sink, v, view, a);
    assert_non_null(strstr(text.text, "une flèche"));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = text.text; (at = strstr(at, words[i])) != NULL; at++)
            if (strchr("aeiou", at[strlen(words[i])]))
                fail_msg("%s", text.text);
}

TEST(words_before_a_move_need_no_elision)
{
    static const duel_worth worths[][2] = {
        {{.known = true, .share = 0.8}, {.known = true, .share = 0.2}},
        {{.known = true, .proved = true, .share = 1, .plies = 3},
         {.known = true, .share = 0.5}},
        {{.known = true, .proved = true, .scored = true, .share = 1, .points = 90},
         {.known = true, .proved = true, .scored = true, .points = -40}},
        {{.known = true, .calibrated = true, .scored = true, .share = 0.7, .points = 90},
         {.known = true, .calibrated = true, .scored = true, .share = 0.5, .points = 40}}};
    duel_variant v = check_variant("wumpus");
    duel_state view;
    duel_move move[2];
    duel_state deal = check_dealt(&v, 1);
    duel_view(&v, &deal, 0, &view);
    assert_ok(duel_read_move(&v, &view, duel_str_of("1:0"), &move[0], NULL));
    assert_ok(duel_read_move(&v, &view, duel_str_of("shoot:n"), &move[1], NULL));
    for (size_t i = 0; i < sizeof worths / sizeof *worths; i++)
        for (int first = 0; first < 2; first++) {
            static table_advice a;
            a.answer = (duel_answer){.plan_count = 1, .plan = {move[first]}};
            a.other = (why_not_answer){.move = move[1 - first],
                                       .how = WHY_NOT_WORSE,
                                       .advised = worths[i][0],
                                       .worth = worths[i][1]};
            check_elision(&v, &view, &a);
        }
}

TEST(options_are_told_in_words)
{
    static const struct {
        const char *game, *variant, *told[2];
    } cases[] = {{"wumpus", "", {"", ""}},
                 {"wumpus",
                  "size=8 difficulty=hard",
                  {"Side of the grid: 8 · hard", "Côté de la grille : 8 · difficile"}},
                 {"wumpus",
                  "golds=2 goal=all",
                  {"Golds: 2 · every gold", "Tas d’or : 2 · tous les tas d’or"}},
                 {"wumpus",
                  "strict=no",
                  {"a wumpus and a gold never share a cell: no",
                   "un wumpus et un or ne partagent jamais une case : non"}},
                 {"nim", "gone=3", {"gone=3", "gone=3"}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int french = 0; french < 2; french++) {
            CHECK_BUF(text);
            const duel_game *g = catalogue_find_game(duel_str_of(cases[i].game));
            wording_settings(french ? DUEL_FR : DUEL_EN, &text.sink, g,
                             duel_str_of(cases[i].variant));
            assert_string_equal(text.text ? text.text : "", cases[i].told[french]);
        }
}
