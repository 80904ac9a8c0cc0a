/* tests/front/test_puzzle_sheet.c -- pages to print: a PDF whose every place is where it says,
 * an SVG that is closed as it was opened, and pictures of every game on them. */
#include "check.h"

#include "core/scene.h"
#include "front/print_canvas.h"
#include "front/puzzle_sheet.h"

#include <math.h>

/* ---- a reader of PDF, as far as ours goes ----------------------------------------------- */

static const char *find_in(const duel_buf *file, size_t from, const char *what)
{
    const char *at = strstr(file->text + from, what);
    assert_non_null(at);
    return at;
}

/* Every object is where the table says, every stream as long as it says; the number of pages.
 */
static int read_pdf(const duel_buf *file)
{
    size_t table, objects, at;
    assert_memory_equal(file->text, "%PDF-1.4\n", 9);
    assert_int_equal(strlen(file->text), file->len);
    assert_int_equal(
        sscanf(find_in(file, file->len - 40, "startxref"), "startxref\n%zu", &table), 1);
    assert_int_equal(sscanf(file->text + table, "xref\n0 %zu\n", &objects), 1);
    const char *row = strchr(strchr(file->text + table, '\n') + 1, '\n') + 1;
    for (size_t i = 1; i < objects; i++) {
        char head[32];
        assert_int_equal(sscanf(row + 20 * i, "%10zu 00000 n", &at), 1);
        snprintf(head, sizeof head, "%zu 0 obj\n", i);
        assert_memory_equal(file->text + at, head, strlen(head));
        size_t length;
        const char *stream = strstr(file->text + at, "<</Length ");
        const char *end = find_in(file, at, "endobj");
        if (stream && stream < end) {
            assert_int_equal(sscanf(stream, "<</Length %zu", &length), 1);
            assert_memory_equal(find_in(file, at, "stream\n") + 7 + length, "\nendstream", 10);
        }
    }
    int pages;
    assert_int_equal(sscanf(find_in(file, 0, "/Count "), "/Count %d", &pages), 1);
    return pages;
}

static void count_marks(const duel_buf *text, const char *mark, int *count)
{
    for (const char *at = text->text; (at = strstr(at, mark)) != NULL; at++)
        ++*count;
}

/* ---- what is drawn ---------------------------------------------------------------------- */

TEST(test_words)
{
    print_canvas e;
    assert_true(fabs(print_width(10, duel_str_of("Ill")) - 7.22) < 1e-9);
    print_init(&e, PRINT_PDF);
    print_new_page(&e);
    print_put_text(&e, 10, 10, 12, PRINT_LEFT, false, duel_str_of("É ⇒ (x)"));
    double y =
        print_put_paragraph(&e, 0, 0, 50, 10, duel_str_of("one two three four five six"));
    assert_true(y > 12.5 * 2);
    CHECK_BUF(file);
    print_write_pdf(&e, &file.sink);
    assert_int_equal(read_pdf(&file), 1);
    assert_non_null(strstr(file.text, "(\\311\\040) Tj /F3 12.00 Tf (\\336) Tj /F1"));
    print_fini(&e);
}

TEST(test_markup_in_words)
{
    print_canvas e;
    print_init(&e, PRINT_SVG);
    print_new_page(&e);
    print_put_text(&e, 0, 0, 9, PRINT_MIDDLE, true, duel_str_of("a<b & \"c\"\n>"));
    CHECK_BUF(file);
    print_write_svg(&e, 0, &file.sink);
    assert_non_null(strstr(file.text, ">a&lt;b &amp; \"c\"&gt;</text>"));
    print_fini(&e);
}

/* Every game's picture has something to show, inside the place that it was given. */
TEST(test_pictures_of_all_games)
{
    for (int i = 0; duel_games[i]; i++) {
        duel_variant v;
        duel_state state;
        duel_scene s;
        print_canvas e;
        duel_msg why;
        int opened = 0;
        duel_scene_init(&s);
        assert_ok(duel_variant_make(duel_games[i], NULL, 0, &v, &why));
        assert_ok(duel_deal(&v, duel_str_of("sheet"), &state));
        duel_view(&v, &state, v.game->turn(&v, &state), &state);
        duel_scene_make(&v, &state, v.game->turn(&v, &state), &s);
        print_init(&e, PRINT_SVG);
        print_new_page(&e);
        print_scene(&e, &s, 100, 100, 200, 150);
        if (s.count) {
            count_marks(&e.page[0], "<polygon", &opened);
            count_marks(&e.page[0], "<circle", &opened);
            count_marks(&e.page[0], "<text", &opened);
            assert_true(opened > 0);
        }
        print_fini(&e);
        duel_scene_fini(&s);
    }
}

TEST(test_a_sheet)
{
    enum { COUNT = 14 };
    static puzzle_sheet_puzzle list[COUNT];
    duel_variant v = check_variant("tictactoe");
    print_canvas e;
    for (int i = 0; i < COUNT; i++) {
        snprintf(list[i].name, sizeof list[i].name, "%d", i + 1);
        assert_ok(puzzle_find(&v, puzzle_seed(list[i].name, v.game), PUZZLE_MEMORY, NULL,
                              &list[i].found, NULL));
    }
    print_init(&e, PRINT_PDF);
    puzzle_sheet_draw(&e, DUEL_FR, list, COUNT);
    CHECK_BUF(file);
    print_write_pdf(&e, &file.sink);
    assert_int_equal(read_pdf(&file), 4); /* two pages, and their backs */
    assert_null(strstr(file.text, "\\077\\077"));
    for (int i = 0; i < COUNT; i++)
        found_puzzle_fini(&list[i].found);
    print_fini(&e);
}
