/* tests/front/test_review_text.c -- what a move cost, in words, from the chair of who reads;
 * the course of a game; and how a review is read as a whole. */
#include "check.h"

#include "front/review_text.h"

enum { NOBODY = DUEL_NOBODY };

/* A worth that is proved, or for DUEL_UNSOLVED the chance of a half. */
static duel_worth worth_of(const duel_variant *v, duel_value value, int32_t score)
{
    duel_result r = {.value = value, .score = score, .remoteness = 4};
    if (value != DUEL_UNSOLVED)
        return duel_worth_of_result(v, &r);
    return (duel_worth){.known = true, .share = 0.5};
}

static move_review judged(const duel_variant *v, duel_worth had, duel_worth got)
{
    move_review d = {.had = had, .got = got, .cost = duel_worth_lost(v, &had, &got)};
    d.mark = duel_mark_of(v, &d.cost);
    return d;
}

static const struct priced {
    const char *game;
    duel_value had, got;
    int32_t before, after; /* margins, where they count */
    int reader;
    const char *english, *french;
} prices[] = {
    {"connect4", DUEL_WIN, DUEL_LOSS, 0, 0, 0, "You gave the win away: you lose now.",
     "Vous avez laissé passer la victoire : maintenant, vous perdez."},
    {"connect4", DUEL_WIN, DUEL_LOSS, 0, 0, NOBODY, "First gave the win away, and loses now.",
     "Le premier : la victoire est manquée, la partie perdue."},
    {"connect4", DUEL_WIN, DUEL_LOSS, 0, 0, 1, "First gave the win away: you win now.",
     "Le premier : la victoire est manquée, c’est vous qui gagnez maintenant."},
    {"chicago", DUEL_TIE, DUEL_LOSS, 0, -6, 1,
     "First gave the tie away: you win now. First gave away 6 points.",
     "Le premier : l’égalité est manquée, c’est vous qui gagnez maintenant. Le premier : 6 "
     "points de cédés."},
    {"connect4", DUEL_WIN, DUEL_TIE, 0, 0, NOBODY, "First gave the win away: it is a tie now.",
     "Le premier : la victoire est manquée, c’est maintenant une égalité."},
    {"connect4", DUEL_TIE, DUEL_LOSS, 0, 0, 0, "You gave the tie away: you lose now.",
     "Vous avez laissé passer l’égalité : maintenant, vous perdez."},
    {"connect4", DUEL_WIN, DUEL_UNSOLVED, 0, 0, 0,
     "You gave the win away: the game is open again.",
     "Vous avez laissé passer la victoire : la partie est de nouveau ouverte."},
    {"connect4", DUEL_UNSOLVED, DUEL_LOSS, 0, 0, 0, "The game was open: you lose now.",
     "La partie était ouverte : maintenant, vous perdez."},
    {"connect4", DUEL_WIN, DUEL_WIN, 0, 0, 0, "Nothing was given away.", "Rien n’a été cédé."},
    {"dodgem", DUEL_WIN, DUEL_DRAW, 0, 0, 0, "You gave the win away: nobody wins now.",
     "Vous avez laissé passer la victoire : plus personne ne gagne."},
    {"moriarty", DUEL_WIN, DUEL_WIN, 5, 4, 0, "You gave away 1 point.",
     "Vous avez cédé 1 point."},
    {"moriarty", DUEL_WIN, DUEL_LOSS, 5, -3, 1,
     "Activator gave the win away: you win now. Activator gave away 8 points.",
     "Activateur : la victoire est manquée, c’est vous qui gagnez maintenant. Activateur : 8 "
     "points de cédés."},
};

static void check_words(const review_text *x, const move_review *d, const char *expected)
{
    CHECK_BUF(text);
    review_cost(x, d, &text.sink);
    assert_string_equal(text.text, expected);
}

TEST(a_cost_is_told_to_who_reads)
{
    for (size_t i = 0; i < sizeof prices / sizeof *prices; i++) {
        const struct priced *p = &prices[i];
        duel_record record;
        duel_variant v = check_variant(p->game);
        duel_record_init(&record, &v);
        move_review d =
            judged(&v, worth_of(&v, p->had, p->before), worth_of(&v, p->got, p->after));
        review_text x = {.record = &record, .lang = DUEL_EN, .reader = p->reader};
        check_words(&x, &d, p->english);
        x.lang = DUEL_FR;
        check_words(&x, &d, p->french);
        duel_record_fini(&record);
    }
}

TEST(an_estimate_is_about_so_much)
{
    duel_record record;
    duel_variant v = check_variant("moriarty");
    duel_worth ahead = {
        .known = true, .scored = true, .calibrated = true, .share = 0.8, .points = 6.5};
    duel_worth behind = {
        .known = true, .scored = true, .calibrated = true, .share = 0.3, .points = -2};
    duel_record_init(&record, &v);
    move_review d = judged(&v, ahead, behind), unknown = {.mark = DUEL_UNMARKED};
    review_text x = {.record = &record, .lang = DUEL_EN, .reader = 0};
    check_words(&x, &d, "You gave away about 8.5 points.");
    check_words(&x, &unknown, "What it cost nobody can tell.");
    x.lang = DUEL_FR;
    check_words(&x, &d, "Vous avez cédé environ 8,5 points.");
    behind.calibrated = false;
    d = judged(&v, ahead, behind);
    check_words(&x, &d, "Un autre coup semble meilleur.");
    duel_record_fini(&record);
}

TEST(a_mark_has_a_sign_and_a_name)
{
    assert_string_equal(review_sign(DUEL_UNMARKED), "");
    assert_string_equal(review_mark(DUEL_UNMARKED), "");
    assert_string_equal(review_sign(DUEL_INACCURATE), "?!");
    assert_string_equal(review_sign(DUEL_MISTAKE), "?");
    assert_string_equal(review_sign(DUEL_BLUNDER), "??");
    assert_string_equal(review_mark(DUEL_BLUNDER), "a blunder");
}

/* NIM, won by taking 3 of 11, and given away by taking 1. */
TEST(a_game_is_told_as_a_whole)
{
    duel_record record;
    game_review found;
    game_curve g;
    curve_point point[7];
    assert_ok(
        duel_record_read(duel_str_of("duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\n"
                                     "moves 1 2 1 3 1 3\nresult 0 1\n"),
                         catalogue_find_game, &record, NULL));
    game_review_request q = {
        .record = &record, .engine = "exact", .memory = 64 << 20, .threads = 1};
    assert_ok(game_review_run(&q, &found, NULL));
    review_text x = {&record, &found, DUEL_EN, 1};
    assert_true(review_graph(&x, point, &g));
    assert_int_equal(g.count, 7);
    assert_int_equal(g.marked, 1);
    assert_true(point[0].value == 1 && point[0].proved && point[1].value == -1);
    json_t *j = review_json(&x, 0), *moves = json_object_get(j, "moves");
    const json_t *first = json_array_get(moves, 0);
    assert_int_equal(json_array_size(moves), 6);
    assert_int_equal(json_integer_value(json_object_get(j, "turning")), 1);
    assert_string_equal(json_string_value(json_object_get(first, "text")),
                        "First gave the win away: you win now.");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(first, "got"), "text")),
        "you win in 6 moves"); /* to the other one */
    assert_int_equal(json_array_size(json_object_get(first, "reasons")), 0); /* not one's own */
    json_decref(j);
    for (x.reader = NOBODY; x.reader <= 0; x.reader++) {
        j = review_json(&x, 0);
        moves = json_object_get(j, "moves");
        first = json_array_get(moves, 0);
        assert_true(json_array_size(json_object_get(first, "reasons")) > 0);
        assert_int_equal(json_array_size(json_object_get(json_array_get(moves, 1), "reasons")),
                         0);
        json_decref(j);
    }
    game_review_fini(&found);
    duel_record_fini(&record);
}

/* A player alone has won by each of these moves; what they cost nobody has counted. */
TEST(points_that_are_not_weighed_are_not_said_to_be_kept)
{
    duel_variant v = check_variant("wumpus");
    duel_record record;
    game_curve g;
    curve_point point[3];
    duel_record_init(&record, &v);
    duel_result end = {.value = DUEL_WIN, .score = 863, .remoteness = 9};
    duel_worth scored = duel_worth_of_result(&v, &end), won = duel_worth_at_least(scored);
    move_review move[2] = {judged(&v, won, won), judged(&v, won, scored)};
    game_review found = {.count = 2, .move = move, .turning = 2};
    review_text x = {&record, &found, DUEL_EN, 0};
    check_words(&x, &move[0], "The win was not given away; points are not weighed.");
    CHECK_BUF(text);
    review_sum(&x, &text.sink);
    assert_string_equal(text.text, "Every value is proved.\n"
                                   "No move gave the win away. Points are not weighed.\n");
    assert_true(review_graph(&x, point, &g));
    assert_false(g.points); /* 863 points are known of the end alone */
    duel_record_fini(&record);
}

/* What is told in words has no number on the axis either, in a terminal or on the page. */
TEST(the_axis_has_numbers_where_all_are_told)
{
    duel_variant v = check_variant("chicago");
    for (int told = 0; told < 2; told++) {
        duel_record record;
        game_curve g;
        curve_point point[2];
        duel_buf text;
        duel_pen pen = {.out = &text.sink};
        duel_record_init(&record, &v);
        duel_worth had = {.known = true, .scored = true, .calibrated = true, .points = 6.5};
        duel_worth got = {.known = true, .scored = true, .calibrated = told, .points = 2};
        move_review d = judged(&v, had, got);
        game_review found = {.count = 1, .move = &d, .turning = 1};
        review_text x = {&record, &found, DUEL_EN, 0};
        assert_true(review_graph(&x, point, &g));
        assert_true(g.points);
        duel_buf_init(&text);
        curve_draw(&g, &pen, 60);
        assert_int_equal(strpbrk(text.text, "0123456789") != NULL, told);
        duel_buf_clear(&text);
        curve_svg(&g, DUEL_EN, &text.sink);
        assert_int_equal(strstr(text.text, ">+7<") != NULL, told);
        duel_buf_fini(&text);
        json_t *j = review_json(&x, 0), *curve = json_object_get(j, "curve");
        assert_int_equal(json_is_true(json_object_get(curve, "calibrated")), told);
        json_decref(j);
        duel_record_fini(&record);
    }
}

/* Totals speak to the reader, and name the others. */
TEST(the_reader_is_you_in_the_totals)
{
    duel_variant v = check_variant("moriarty");
    duel_record record;
    duel_record_init(&record, &v);
    move_review d = judged(&v, worth_of(&v, DUEL_WIN, 5), worth_of(&v, DUEL_LOSS, -3));
    game_review found = {.count = 1, .move = &d};
    found.given[0] = found.given[1] =
        (duel_cost){.known = true, .scored = true, .told = true, .points = 8};
    review_text x = {&record, &found, DUEL_EN, 1};
    CHECK_BUF(text);
    review_sum(&x, &text.sink);
    assert_string_equal(text.text, "Every value is proved.\nActivator gave away 8 in all.\n"
                                   "You gave away 8 in all.\nTurning point: move 1.\n");
    duel_record_fini(&record);
}
