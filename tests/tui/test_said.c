/* tests/tui/test_said.c -- all that is said can be read at 80 × 25: on the screen, or with
 * Read. Every message of the program is told while a person is to move, in both languages, and
 * the screen is painted, with no terminal to show it. */
#include "base/french.h"
#include "check.h"
#include "front/tui/app.h"

enum { ROWS = 25, COLUMNS = 80 };

/* ---- a game of NIM on the screen -------------------------------------------------------- */

static tui_app *open_app(duel_lang lang)
{
    tui_app *a = calloc(1, sizeof *a);
    assert_non_null(a);
    a->lang = lang;
    a->utf8 = true;
    tui_canvas_init(&a->canvas, true);
    tui_drawing_init(&a->drawing, true);
    tui_drawing_init(&a->before, true);
    tui_pick_init(&a->pick);
    duel_buf *const bufs[] = {&a->page, &a->player,  &a->expert,
                              &a->said, &a->message, &a->tour.words};
    for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
        duel_buf_init(bufs[i]);
    assert_ok(tui_worker_init(&a->worker, NULL));
    assert_true(tui_canvas_resize(&a->canvas, ROWS, COLUMNS));
    tui_app_arrange(a);
    assert_ok(tui_table_choose(&a->table, catalogue_find_game(duel_str_of("nim")), NULL));
    assert_ok(tui_setup_seats(&a->table.setup, duel_str_of("3"), NULL));
    a->place = TUI_AT_GAME;
    tui_turn_study(a);
    tui_turn_begin(a);
    assert_int_equal(a->place, TUI_AT_PLAY);
    return a;
}

static void close_app(tui_app *a)
{
    tui_table_clear(&a->table);
    tui_worker_fini(&a->worker);
    tui_canvas_fini(&a->canvas);
    tui_drawing_fini(&a->drawing);
    tui_drawing_fini(&a->before);
    tui_pick_fini(&a->pick);
    duel_buf *const bufs[] = {&a->page, &a->player,  &a->expert,
                              &a->said, &a->message, &a->tour.words};
    for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
        duel_buf_fini(bufs[i]);
    free(a);
}

/* ---- what a reader sees ----------------------------------------------------------------- */

/* Blanks say nothing here: lines are broken at them. */
static void put_solid(duel_buf *out, const char *text)
{
    duel_str rest = duel_str_of(text);
    while (rest.len) {
        duel_str one = rest;
        uint32_t code;
        duel_str_character(&rest, &code);
        one.len -= rest.len;
        char plain = duel_char_plain(code);
        if (plain != ' ' && plain != '\n' && plain != '\t')
            duel_put_str(&out->sink, one);
    }
}

static void put_window(const tui_app *a, tui_rect r, duel_buf *out)
{
    for (int y = 0; y < r.rows; y++)
        for (int x = 0; x < r.columns; x++)
            put_solid(out, tui_canvas_at(&a->canvas, r.row + y, r.column + x)->text);
}

static void press(tui_app *a, int code)
{
    tui_key k = {.code = code};
    tui_keys_obey(a, &k);
    tui_paint_all(a);
}

/* All pages of Read, one behind the other. */
static void put_pages(tui_app *a, duel_buf *out)
{
    press(a, TUI_F0 + 2);
    assert_int_equal(a->layer, TUI_PAGE);
    put_window(a, a->layout.surface, out);
    for (int last = -1; last != a->page_top && a->page_lines > a->layout.surface.rows;) {
        tui_rect bottom = a->layout.surface;
        last = a->page_top;
        press(a, TUI_DOWN_KEY);
        bottom.row += bottom.rows - 1;
        bottom.rows = 1;
        if (a->page_top != last)
            put_window(a, bottom, out);
    }
    press(a, TUI_ENTER);
}

static bool is_readable(tui_app *a, const duel_msg *m)
{
    CHECK_BUF(told);
    CHECK_BUF(seen);
    put_solid(&told, a->message.text);
    tui_paint_all(a);
    put_window(a, a->layout.untitled, &seen);
    duel_put(&seen.sink, "\n");
    put_window(a, a->layout.player, &seen);
    duel_put(&seen.sink, "\n");
    if (a->cut)
        put_pages(a, &seen);
    bool readable = strstr(seen.text, told.text) != NULL;
    if (!readable)
        print_error("%s\n%s\n", m->id, seen.text);
    return readable;
}

TEST(every_message_can_be_read_to_its_end)
{
    static const char word[] = "le joueur suivant";
    for (int lang = DUEL_EN; lang <= DUEL_FR; lang++) {
        tui_app *a = open_app((duel_lang)lang);
        for (size_t i = 0; i < duel_french_count; i++) {
            duel_msg m;
            duel_say(&m, duel_french[i].id, "cccccc", word, word, word, word, word, word);
            tui_app_complain(a, &m);
            if (duel_french[i].id[0])
                assert_true(is_readable(a, &m));
        }
        close_app(a);
    }
}

/* ---- a begun move ----------------------------------------------------------------------- */

static void type_line(tui_app *a, const char *text)
{
    tui_line_set(&a->line, text);
    press(a, TUI_ENTER);
}

TEST(a_begun_move_is_asked_on_and_read_whole)
{
    static const struct {
        const char *rest;
        int64_t depth; /* picked then; 0: the move was made */
    } cases[] = {{"cafe.", 0}, {"CAFÉ", 0}, {"coffee", 0}, {"2WM", 0}, {"1KC", 0}, {"xyz", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_msg why;
        tui_app *a = open_app(DUEL_FR);
        tui_table_clear(&a->table);
        assert_ok(
            tui_table_choose(&a->table, catalogue_find_game(duel_str_of("chicago")), &why));
        assert_ok(tui_setup_read(&a->table.setup,
                                 duel_str_of("CW/WW/KW/MM/KM/RR 1 7,6,6,6,6,6 - - 1"), &why));
        assert_ok(tui_setup_seats(&a->table.setup, duel_str_of("3"), &why));
        tui_turn_study(a);
        tui_turn_begin(a);
        type_line(a, "1.");
        assert_int_equal(a->pick.depth, 1);
        CHECK_BUF(seen);
        put_window(a, a->layout.player, &seen);
        assert_non_null(strstr(seen.text, "garder:caféoucacao?"));
        type_line(a, cases[i].rest);
        assert_int_equal(a->pick.depth, cases[i].depth);
        assert_int_equal(table_record(a->table.at.table)->count, cases[i].depth == 0);
        close_app(a);
    }
}

/* A machine's reasons speak of "the other player", who would read them. */
TEST(a_machine_gives_no_reasons_to_its_opponent)
{
    duel_msg why;
    tui_app *a = open_app(DUEL_EN);
    tui_table_clear(&a->table);
    assert_ok(tui_table_choose(&a->table, catalogue_find_game(duel_str_of("nim")), &why));
    assert_ok(tui_setup_seats(&a->table.setup, duel_str_of("human,expert"), &why));
    tui_turn_study(a);
    tui_turn_begin(a);
    type_line(a, "2");
    tui_worker_wait(&a->worker);
    tui_order o = a->worker.order;
    assert_true(o.job == TUI_THINK_MOVE && o.explain && o.reader == 0 && o.seat == 1);
    assert_ok(a->worker.status);
    assert_int_equal(a->worker.advice->why.count, 0);
    o.reader = DUEL_NOBODY; /* as where two machines play */
    assert_ok(tui_worker_start(&a->worker, &o, &why));
    tui_worker_wait(&a->worker);
    assert_true(a->worker.advice->why.count > 0);
    close_app(a);
}
