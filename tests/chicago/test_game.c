/* tests/chicago/test_game.c -- Chicago as a game of the house: the laws, the cases through the
 * engine that `duel solve` asks, options, hidden tokens, texts and pictures. */
#include "check.h"

#include "core/scene.h"
#include "lab/held.h"

TEST(the_laws_hold)
{
    keeps_laws(catalogue_find_game(duel_str_of("chicago")), 3, check_sample(6, 60),
               check_sample(8, 40), 100);
}

/* ---- the cases ---------------------------------------------------------------------- */

/* "1WC=4,1CW=2,…" */
static void print_rated(const duel_variant *v, const duel_state *s, const duel_answer *a,
                        duel_buf *out)
{
    for (int i = 0; i < a->rated_count; i++) {
        duel_put(&out->sink, i ? "," : "");
        duel_print_move(v, s, a->rated[i].move, &out->sink);
        duel_putf(&out->sink, "=%d", a->rated[i].result.score);
    }
}

static void check_value(const duel_result *r, int score)
{
    assert_int_equal(r->score, score);
    assert_int_equal(r->value, score > 0 ? DUEL_WIN : score < 0 ? DUEL_LOSS : DUEL_TIE);
}

/* The line is legal and leads to the end with the score promised. */
static void check_line(const duel_variant *v, duel_state s, const duel_answer *a)
{
    int32_t score[DUEL_SEATS];
    int seat = v->game->turn(v, &s);
    for (int i = 0; i < a->line_count; i++) {
        assert_true(duel_legal(v, &s, a->line[i]));
        v->game->play(v, &s, a->line[i]);
    }
    assert_true(v->game->over(v, &s, score));
    assert_int_equal(duel_margin(v, score, seat), a->result.score);
    assert_true(a->plan_count == 1 && a->plan[0] == a->line[0]);
}

static void check_case(const char *engine, const char *position, int value, const char *moves)
{
    duel_variant v = check_variant("chicago");
    machine_player *p = check_player(engine, &v, 64 << 20);
    CHECK_ANSWER(a);
    duel_state s = check_state(&v, position);
    duel_think t = {.view = &s, .seat = v.game->turn(&v, &s), .every_move = true};
    CHECK_BUF(text);
    assert_ok(player_think(p, &t, a, NULL));
    assert_true(a->proved);
    check_value(&a->result, value);
    assert_true(a->result.remoteness == DUEL_NO_REMOTENESS);
    print_rated(&v, &s, a, &text);
    assert_string_equal(text.text, moves);
    check_line(&v, s, a);
    player_close(p);
}

static void check_row(void *none, char *cell[])
{
    (void)none;
    check_case("exact", cell[1], atoi(cell[2]), cell[4]);
    check_case("expert", cell[1], atoi(cell[2]), cell[4]);
}

TEST(cases)
{
    assert_true(check_rows("chicago_cases.tsv", 7, check_row, NULL) >= 10);
}

TEST(komi_shifts_the_result)
{
    static const char opening[] =
        "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1";
    static const struct {
        const char *variant;
        int score;
    } shifts[] = {{"chicago", 4}, {"chicago komi=4", 0}, {"chicago komi=6", -2}};
    CHECK_ANSWER(a);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        duel_variant v = check_variant(shifts[i].variant);
        machine_player *p = check_player("exact", &v, 64 << 20);
        duel_msg why = {0};
        duel_state s = check_state(&v, opening);
        duel_think t = {.view = &s};
        assert_ok(player_think(p, &t, a, &why));
        check_value(&a->result, shifts[i].score);
        check_line(&v, s, a);
        player_close(p);
    }
}

/* ---- options ------------------------------------------------------------------------ */

TEST(options_make_variants)
{
    duel_variant v = check_variant("chicago");
    assert_true(v.seats == 2 && v.traits == DUEL_MARGIN && !duel_has_secrets(&v));
    v = check_variant("chicago players=4 expert=yes");
    assert_int_equal(v.seats, 4);
    v = check_variant("chicago view=tops");
    assert_true(duel_has_secrets(&v));
    duel_msg why = {0};
    const duel_game *g = catalogue_find_game(duel_str_of("chicago"));
    assert_int_equal(duel_variant_read(g, duel_str_of("players=3 komi=2"), &v, &why),
                     DUEL_INVALID);
    assert_string_equal(check_english(&why), "Komi is for two players.");
    assert_int_equal(duel_variant_read(g, duel_str_of("players=5"), &v, &why), DUEL_INVALID);
    assert_int_equal(duel_variant_read(g, duel_str_of("view=all"), &v, &why), DUEL_INVALID);
}

TEST(engines_that_cannot_play_say_so)
{
    static const struct {
        const char *variant, *spec, *why;
    } refused[] = {
        {"chicago players=3", "exact", "This engine plays for two players only."},
        {"chicago players=3", "seed-minimax2", "This engine plays for two players only."},
        {"chicago view=tops", "exact",
         "There are about 3·10^42 ways to deal: more than 3000000 are not listed."},
        {"chicago view=tops", "lookahead",
         "This engine must see every token: it plays view=open only."}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        duel_variant v = check_variant(refused[i].variant);
        machine_player *p;
        duel_msg why = {0};
        assert_int_equal(
            player_open(duel_str_of(refused[i].spec), &v, 64 << 20, NULL, &p, &why),
            DUEL_REFUSED);
        assert_string_equal(check_english(&why), refused[i].why);
    }
}

/* What is seen of MRW/WM/CSKR/KSM; a backslash keeps ??/ from being a trigraph. */
#define TOPS "M?\?/W?/C?\?\?/K?\? 2 6,5,6,6,6,6 - - 1"

/* ---- hidden tokens ------------------------------------------------------------------ */

static void print_view(const duel_variant *v, int seat, const duel_state *s, duel_buf *out)
{
    duel_state view;
    duel_view(v, s, seat, &view);
    duel_buf_clear(out);
    duel_print(v, &view, &out->sink);
}

TEST(tops_only_hides_what_lies_below)
{
    static const char full[] = "MRW/WM/CSKR/KSM 2 6,5,6,6,6,6 - - 1";
    CHECK_BUF(text);
    duel_variant open = check_variant("chicago"), tops = check_variant("chicago view=tops");
    duel_state s = check_state(&tops, full);
    for (int seat = DUEL_NOBODY; seat < 2; seat++) {
        print_view(&tops, seat, &s, &text);
        assert_string_equal(text.text, TOPS);
        print_view(&open, seat, &s, &text);
        assert_string_equal(text.text, full);
    }
    print_view(&tops, DUEL_SEES_ALL, &s, &text);
    assert_string_equal(text.text, full);
    duel_msg why = {0};
    assert_int_equal(duel_read(&open, duel_str_of(TOPS), &s, &why), DUEL_INVALID);
}

/* Beyond a view nothing unknown can be taken, and asking for it is answered politely. */
TEST(unknown_tops_cannot_be_taken)
{
    duel_variant v = check_variant("chicago view=tops");
    duel_move move, list[DUEL_MOVES_MAX];
    duel_msg why = {0};
    duel_state s = check_state(&v, TOPS);
    assert_ok(duel_read_move(&v, &s, duel_str_of("1WK"), &move, &why));
    v.game->play(&v, &s, move);
    int count = v.game->moves(&v, &s, list); /* 1CM 1MC 3MC 3CM, and nothing at 2 */
    assert_int_equal(count, 4);
    for (int i = 0; i < count; i++)
        assert_true((list[i] & 0xFF) != 2);
    assert_int_equal(duel_read_move(&v, &s, duel_str_of("2WK"), &move, &why), DUEL_REFUSED);
    assert_string_equal(check_english(&why),
                        "After 2 piles the tokens on both sides of the trader are a hidden "
                        "token and a hidden token: keep one and sell the other.");
}

/* ---- texts -------------------------------------------------------------------------- */

TEST(refusals_name_the_rule)
{
    static const struct {
        const char *position, *rule;
    } refused[] = {{"XRWW/WM/CS 1 7,6,6,6,6,6 - - 1", "is not a good"},
                   {"MRWWS/WM/CS 1 7,6,6,6,6,6 - - 1", "a pile has 1 to 4"},
                   {"MR/WM/CS 1 7,1,6,6,6,6 - - 1", "a price cannot be smaller"},
                   {"MRW/WM/CS 1 7,6,6,6,6,6 - - 1", "must be even"},
                   {"MR/WM/CS 1 7,6,6,6,6,6 - - 3", "The player to move"},
                   {"MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 2",
                    "player 1 is to move"}};
    duel_variant v = check_variant("chicago");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        duel_state s;
        duel_msg why = {0};
        assert_int_equal(duel_read(&v, duel_str_of(refused[i].position), &s, &why),
                         DUEL_INVALID);
        if (strstr(check_english(&why), refused[i].rule) == NULL)
            fail_msg("%s: %s", refused[i].position, check_english(&why));
    }
}

/* First the walk alone: the answer shows the two tokens; then what to keep. */
TEST(a_move_can_be_typed_in_two_steps)
{
    duel_variant v = check_variant("chicago");
    duel_move move;
    duel_msg why = {0};
    duel_state s =
        check_state(&v, "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1");
    assert_int_equal(duel_read_move(&v, &s, duel_str_of("2"), &move, &why), DUEL_INVALID);
    assert_string_equal(
        check_english(&why),
        "“2” is not complete: after 2 piles the tokens on both sides are coffee "
        "and cocoa; name the one kept, as in 2C.");
    duel_move whole;
    assert_ok(duel_read_move(&v, &s, duel_str_of("2 café"), &move, &why));
    assert_ok(duel_read_move(&v, &s, duel_str_of("2CK"), &whole, &why));
    assert_true(move == whole);
}

/* ---- pictures ----------------------------------------------------------------------- */

static int columns_of(const char *line, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)line[i] & 0xC0) != 0x80;
    return columns;
}

/* A drawing fits the terminal's 76 × 15, in every variant, language and charset. */
TEST(drawings_fit)
{
    static const char *const variants[] = {"chicago komi=12", "chicago players=4",
                                           "chicago view=tops"};
    for (size_t i = 0; i < 3; i++) {
        duel_variant v = check_variant(variants[i]);
        duel_state view;
        duel_state s = check_dealt(&v, 9);
        duel_view(&v, &s, 0, &view);
        for (int how = 0; how < 4; how++) {
            CHECK_BUF(text);
            duel_pen pen = {
                .out = &text.sink, .lang = how & 1 ? DUEL_FR : DUEL_EN, .utf8 = how & 2};
            v.game->draw(&v, &view, 0, &pen);
            int lines = 0;
            for (char *line = text.text, *end; (end = strchr(line, '\n')); line = end + 1) {
                assert_in_range(columns_of(line, (size_t)(end - line)), 0, 76);
                lines++;
            }
            assert_in_range(lines, 8, 15);
        }
    }
}

TEST(the_drawing_is_readable)
{
    static const char expected[] =
        "    1 [M]RW  >  2>[W]M   v\n"
        " ^  4 [K]SM  <  3 [C]SKR\n"
        "\n"
        "                     wheat   maize    rice   sugar  coffee   cocoa   score\n"
        "                         W       M       R       S       C       K\n"
        "  price                  6       5       6       6       6       6\n"
        "  First                  1       .       .       .       .       .       6\n"
        "  Second                 .       .       .       .       2       .      15\n"
        "  in the piles           2       3       2       2       1       2\n"
        "  Every token is seen, by the machine too.\n"
        "  The score of Second has 3 points given from the start.\n";
    duel_variant v = check_variant("chicago komi=3");
    CHECK_BUF(text);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN};
    duel_state s = check_state(&v, "MRW/WM/CSKR/KSM 2 6,5,6,6,6,6 W CC 1");
    v.game->draw(&v, &s, 0, &pen);
    assert_string_equal(text.text, expected);
}

TEST(paths_name_pile_and_good)
{
    duel_variant v = check_variant("chicago");
    duel_target path[DUEL_PATH];
    duel_state s =
        check_state(&v, "MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1");
    duel_move move = check_read_move(&v, &s, "2CK");
    assert_int_equal(duel_path(&v, &s, move, path), 2);
    assert_string_equal(path[0].text, "pile:4");
    assert_string_equal(path[1].text, "keep:C");
}

/* Every element lies inside the picture, and no two have the same id. */
TEST(the_scene_is_sound)
{
    duel_variant v = check_variant("chicago players=4");
    duel_scene scene;
    duel_state s = check_dealt(&v, 4);
    duel_scene_init(&scene);
    duel_scene_make(&v, &s, 0, &scene);
    for (int i = 0; i < scene.count; i++) {
        const duel_element *e = &scene.element[i];
        assert_true(e->x >= 0 && e->y >= 0 && e->w > 0 && e->h > 0);
        assert_true(e->x + e->w <= scene.width && e->y + e->h <= scene.height);
        for (int j = 0; j < i; j++)
            if (strcmp(e->id, scene.element[j].id) == 0)
                fail_msg("%s twice", e->id);
    }
    int without_choices = 9 + 36 + 1 + 1 + 6 + 4 * (2 + 6);
    assert_in_range(scene.count - without_choices, 2, 6);
    duel_scene_fini(&scene);
}
