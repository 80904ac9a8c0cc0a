/* tests/front/test_board_flags.c -- flags in a terminal: found by what is typed, put and taken
 * away, drawn into the picture, judged by what can be known. */
#include "check.h"

#include "core/scene.h"
#include "front/board_flags.h"

typedef struct cave {
    duel_variant v;
    duel_state view;
} cave;

static void enter_cave(cave *c)
{
    const duel_game *g = catalogue_find_game(duel_str_of("wumpus"));
    duel_msg why = {0};
    assert_ok(duel_variant_read(g, duel_str_of("size=4 pits=2"), &c->v, &why));
    assert_ok(duel_read(&c->v,
                        duel_str_of("? ? ? ? / ? ? ? ? / ? . ? ? / . . B ? ; at 1,1 4 ; "
                                    "view"),
                        &c->view, &why));
}

static void draw_with(const flags *f, const cave *c, bool utf8, duel_buf *out)
{
    duel_buf_init(out);
    duel_pen pen = {.out = &out->sink, .lang = DUEL_EN, .utf8 = utf8};
    flags_draw(f, &c->v, &c->view, 0, &pen);
}

TEST(test_found_put_and_drawn)
{
    cave c;
    flags f = {.count = 0};
    duel_target cell, other;
    duel_buf bare, flagged;
    enter_cave(&c);
    assert_true(flags_find(&c.v, &c.view, 0, duel_str_of("3:0"), &cell));
    assert_true(flags_find(&c.v, &c.view, 0, duel_str_of("cell:3:0"), &other));
    assert_string_equal(cell.text, "cell:3:0");
    assert_string_equal(other.text, "cell:3:0");
    assert_false(flags_find(&c.v, &c.view, 0, duel_str_of("4:0"), &other));
    assert_false(flags_find(&c.v, &c.view, 0, duel_str_of(""), &other));
    draw_with(&f, &c, false, &bare);
    assert_true(flags_toggle(&f, &cell));
    draw_with(&f, &c, false, &flagged);
    assert_null(strstr(bare.text, "F###"));
    assert_non_null(strstr(flagged.text, "F###"));
    assert_int_equal(flagged.len, bare.len); /* nothing moves */
    duel_buf_fini(&flagged);
    draw_with(&f, &c, true, &flagged);
    assert_non_null(strstr(flagged.text, "⚑"));
    assert_false(flags_toggle(&f, &cell));
    assert_int_equal(f.count, 0);
    duel_buf_fini(&bare);
    duel_buf_fini(&flagged);
}

TEST(test_judged)
{
    static const struct {
        const char *cell, *begins;
    } cases[] = {{"3:0", "✓ (3,0) is a pit"}, {"2:1", "✗ (2,1) is safe"}, {"0:3", "? "}};
    cave c;
    enter_cave(&c);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_target target;
        CHECK_BUF(said);
        assert_true(flags_find(&c.v, &c.view, 0, duel_str_of(cases[i].cell), &target));
        assert_true(flags_judge(&c.v, &c.view, 0, &target, DUEL_EN, &said.sink));
        assert_memory_equal(said.text, cases[i].begins, strlen(cases[i].begins));
    }
}

TEST(test_no_more_than_there_is_room_for)
{
    flags f = {.count = 0};
    for (int i = 0; i < FLAGS_MOST + 5; i++) {
        duel_target t = duel_target_of("cell:%d:%d", i % 32, i / 32);
        assert_int_equal(flags_toggle(&f, &t), i < FLAGS_MOST);
    }
    assert_int_equal(f.count, FLAGS_MOST);
}
