/* tests/games/test_morris.c -- men's morris: mills, what they take, how it ends, and what is
 * known of it. */
#include "check.h"

#include "core/engine.h"
#include "core/reason.h"
#include "core/scene.h"

extern const duel_engine duel_engine_exact;

/* The legal moves, in the order of the rules, with blanks between. */
static const char *moves_at(const char *variant, const char *position)
{
    static char text[8192];
    duel_variant v = check_variant(variant);
    duel_move list[DUEL_MOVES_MAX];
    duel_state state = check_state(&v, position);
    CHECK_BUF(out);
    int count = v.game->moves(&v, &state, list);
    for (int i = 0; i < count; i++) {
        duel_put(&out.sink, i ? " " : "");
        duel_print_move(&v, &state, list[i], &out.sink);
    }
    snprintf(text, sizeof text, "%s", out.text);
    return text;
}

static int count_moves(const char *variant, const char *position)
{
    duel_variant v = check_variant(variant);
    duel_move list[DUEL_MOVES_MAX];
    duel_state state = check_state(&v, position);
    return v.game->moves(&v, &state, list);
}

static bool is_over(const char *variant, const char *position)
{
    duel_variant v = check_variant(variant);
    duel_state state = check_state(&v, position);
    return duel_is_over(&v, &state);
}

/* Of all lines, the ends that lie on points. */
static size_t count_line_ends(const char *variant)
{
    duel_variant v = check_variant(variant);
    duel_scene scene;
    size_t ends = 0;
    duel_state state = check_dealt(&v, 1);
    duel_scene_init(&scene);
    duel_scene_make(&v, &state, 0, &scene);
    for (int i = 0; i < scene.count; i++)
        if (scene.element[i].kind == DUEL_CELL && scene.element[i].target.text[0])
            ends += strlen(scene.element[i].face);
    duel_scene_fini(&scene);
    return ends;
}

TEST(boards_have_their_points_and_lines)
{
    assert_int_equal(count_moves("morris board=nine", ".../.../.../....../.../.../...:1,9,9"),
                     24);
    assert_int_equal(count_moves("morris board=six", ".../.../..../.../...:1,6,6"), 16);
    assert_int_equal(count_moves("morris board=three", ".../.../...:1,3,3"), 9);
    assert_int_equal(count_line_ends("morris board=nine"), 2 * 32);
    assert_int_equal(count_line_ends("morris board=six"), 2 * 20);
    assert_int_equal(count_line_ends("morris board=three"), 2 * 16);
}

TEST(mills_take)
{
    const char *six = "morris board=six";
    /* the upper side is closed on c5: any loose man goes */
    assert_non_null(strstr(moves_at(six, "X.X/.../..../.../O.O:1,4,4"), "c5xa1 "));
    assert_non_null(strstr(moves_at(six, "X.X/.../..../.../O.O:1,4,4"), "c5xe1"));
    /* not one that stands in a mill, */
    const char *loose = moves_at(six, "X.X/.../O.../.../OOO:1,2,2");
    assert_null(strstr(loose, "c5xa1"));
    assert_non_null(strstr(loose, "c5xa3"));
    /* unless all do */
    assert_non_null(strstr(moves_at(six, "X.X/.../..../.../OOO:1,3,3"), "c5xa1"));
    /* with three men nothing is taken */
    assert_null(strstr(moves_at("morris", "X.X/OO./...:1,1,1"), "x"));
}

TEST(it_ends_as_the_rules_say)
{
    const char *six = "morris board=six";
    assert_true(is_over(six, "XXX/.../..../.../O.O:2,0,0"));
    assert_false(is_over(six, "XXX/.../..../.../O.O:2,1,2"));
    assert_true(is_over("morris", "XXX/OO./...:2,0,1"));
    /* shut in: no man of the second player has an empty point beside it */
    assert_true(is_over(six, "OOO/.X./X..X/.../...:2,0,0"));
    assert_false(is_over(six, "OOO/.X./X.X./.../...:2,0,0"));
}

TEST(who_has_three_of_nine_flies)
{
    const char *position = "X../.../.../....../.../.X./X.O:1,0,0";
    duel_variant v = check_variant("morris board=nine");
    duel_state s;
    duel_msg why;
    /* one who has lost before is no position */
    assert_int_equal(duel_read(&v, duel_str_of(position), &s, &why), DUEL_INVALID);
    assert_int_equal(count_moves("morris board=nine", "XO./.../.../O.O.../.../.X./X..:1,0,0"),
                     3 * 18);
}

/* Who begins in the centre wins three men's morris, and in no other way. */
TEST(three_men_are_won_from_the_centre)
{
    duel_variant v = check_variant("morris");
    duel_settings settings = {.option = {1}};
    CHECK_ANSWER(a);
    void *self;
    duel_state s = check_dealt(&v, 1);
    duel_think t = {.view = &s, .every_move = true};
    assert_ok(duel_engine_exact.open(&v, &settings, (size_t)64 << 20, &self, NULL));
    assert_ok(duel_engine_exact.think(self, &t, a, NULL));
    assert_int_equal(a->result.value, DUEL_WIN);
    for (int i = 0; i < a->rated_count; i++) {
        CHECK_BUF(text);
        duel_print_move(&v, &s, a->rated[i].move, &text.sink);
        bool centre = strcmp(text.text, "b2") == 0;
        assert_int_equal(a->rated[i].result.value == DUEL_WIN, centre);
    }
    duel_engine_exact.close(self);
}

/* Ways to go are told once men can go: of a move that was played when all are placed. */
TEST(ways_to_go_are_told_of_men_that_can_go)
{
    static const char *const boards[] = {"morris", "morris board=six", "morris board=nine"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        duel_variant v = check_variant(boards[i]);
        duel_move list[DUEL_MOVES_MAX];
        int told = 0, placing = 0;
        duel_rng rng = check_rng(5);
        duel_state s = check_dealt(&v, 1);
        for (int ply = 0; ply < 40 && !duel_is_over(&v, &s); ply++) {
            uint32_t count = (uint32_t)v.game->moves(&v, &s, list);
            duel_move move = list[duel_rng_below(&rng, count)];
            duel_reason why;
            duel_explain_why(&v, &s, v.game->turn(&v, &s), &move, 1, &why);
            v.game->play(&v, &s, move);
            CHECK_BUF(text);
            duel_print(&v, &s, &text.sink);
            int first = 0, second = 0;
            assert_int_equal(sscanf(strchr(text.text, ':'), ":%*d,%d,%d", &first, &second), 2);
            bool in_hand = first + second > 0;
            for (int k = 0; k < why.count; k++) {
                bool of_ways = strstr(check_english(&why.fact[k].text), "to go") != NULL;
                assert_false(of_ways && in_hand);
                told += of_ways;
            }
            placing += in_hand;
        }
        assert_true(placing > 3 && (told > 0 || i == 0));
    }
}
