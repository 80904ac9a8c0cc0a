/* tests/tui/test_parts.c -- the parts of the terminal interface that need no terminal: text in
 * windows, the layout, typing, situations, and boards found in drawings. */
#include "check.h"

#include "front/tui/app.h"

/* ---- text in windows --------------------------------------------------------------------- */

static const struct wrapped {
    const char *text, *shown; /* in 12 columns, 4 rows */
    int lines;
} wraps[] = {{"one two three four", "one two\nthree four\n\n\n", 2},
             {"", "\n\n\n\n", 0},
             {"a\n\nb", "a\n\nb\n\n", 3},
             {"twelve chars next", "twelve chars\nnext\n\n\n", 2},
             {"unbreakablelongword", "unbreakablel\nongword\n\n\n", 2},
             {"k=1  its help text", "k=1  its\n     help\n     text\n\n", 3},
             {"est-ce vrai ? oui", "est-ce\nvrai ? oui\n\n\n", 2},
             {"trois et « ceci »", "trois et\n« ceci »\n\n\n", 2},
             {"é è à ç ô û ï â î", "é è à ç ô û\nï â î\n\n\n", 2}};

TEST(text_is_broken_at_blanks_and_tables_keep_their_columns)
{
    for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++) {
        tui_canvas c;
        tui_rect all = {0, 0, 4, 12};
        tui_canvas_init(&c, true);
        assert_true(tui_canvas_resize(&c, 4, 12));
        int lines = tui_canvas_paragraphs(&c, all, duel_str_of(wraps[i].text), 0, DUEL_PLAIN);
        CHECK_BUF(out);
        tui_canvas_print(&c, &out.sink);
        assert_string_equal(out.text, wraps[i].shown);
        assert_int_equal(lines, wraps[i].lines);
        tui_canvas_fini(&c);
    }
}

TEST(without_utf8_every_cell_is_ascii)
{
    tui_canvas c;
    tui_canvas_init(&c, false);
    assert_true(tui_canvas_resize(&c, 1, 40));
    tui_canvas_text(&c, 0, 0, 40, duel_str_of("Échap « çà » — … ● ┃ 漢 \xFF\x01x"), DUEL_PLAIN);
    CHECK_BUF(out);
    tui_canvas_print(&c, &out.sink);
    assert_string_equal(out.text, "Echap \" ca \" - . o | ? ?x\n");
    tui_canvas_fini(&c);
}

TEST(controls_have_no_cell)
{
    tui_canvas c;
    tui_canvas_init(&c, true);
    assert_true(tui_canvas_resize(&c, 1, 40));
    tui_canvas_text(&c, 0, 0, 40,
                    duel_str_of("a\033[2J\t\x7f\xC2\x9B"
                                "b\xE2\x80\xAE\xE2\x81\xA6"
                                "c\xED\xA0\x80"),
                    DUEL_PLAIN);
    CHECK_BUF(out);
    tui_canvas_print(&c, &out.sink);
    assert_string_equal(out.text, "a[2Jbc???\n");
    tui_canvas_fini(&c);
}

/* ---- windows ----------------------------------------------------------------------------- */

static bool apart(tui_rect a, tui_rect b)
{
    return a.row + a.rows <= b.row || b.row + b.rows <= a.row ||
           a.column + a.columns <= b.column || b.column + b.columns <= a.column;
}

TEST(windows_never_touch_and_grow_with_the_terminal)
{
    for (int rows = TUI_LEAST_ROWS; rows < 120; rows++) {
        for (int columns = TUI_LEAST_COLUMNS; columns < 240; columns++) {
            tui_layout l = tui_layout_of(rows, columns, rows % 3 ? 0 : rows / 2);
            tui_rect r[] = {l.menu, l.surface, l.player, l.expert, l.untitled};
            assert_true(l.fits);
            for (int i = 0; i < 5; i++) {
                assert_true(r[i].rows > 0 && r[i].columns > 0);
                assert_true(r[i].row >= 0 && r[i].row + r[i].rows <= rows);
                assert_true(r[i].column >= 0 && r[i].column + r[i].columns <= columns);
                for (int j = 0; j < i; j++)
                    assert_true(apart(r[i], r[j]));
            }
        }
    }
    tui_layout usual = tui_layout_of(25, 80, 0);
    assert_int_equal(usual.surface.columns, 76);
    assert_int_equal(usual.surface.rows, 15);
    assert_int_equal(tui_layout_of(25, 80, 12).surface.rows, 12);
    assert_int_equal(tui_layout_of(25, 80, 12).player.rows, 8);
    assert_false(tui_layout_of(TUI_LEAST_ROWS - 1, 80, 0).fits);
}

TEST(every_choice_has_a_key_and_a_twin)
{
    static const char *const twins[] = {"hgrcwq", "hspoblvcwqe"};
    static const int functions[][11] = {{1, 2, 4, 8, 9, 10},
                                        {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12}};
    for (int place = TUI_AT_DUEL; place <= TUI_AT_GAME; place++) {
        for (int i = 0; twins[place][i]; i++) {
            tui_key letter = {.code = TUI_TEXT, .text = {twins[place][i]}};
            tui_key f = {.code = TUI_F0 + functions[place][i]};
            tui_menu menu = {.place = (tui_place)place, .lesson = true, .cut = true};
            tui_choice choice = tui_menu_choice(&menu, &letter, 80);
            assert_int_not_equal(choice, TUI_NOTHING);
            assert_int_equal(choice, tui_menu_choice(&menu, &f, 80));
        }
    }
}

/* ---- typing ------------------------------------------------------------------------------ */

static void type(tui_line *l, const char *text)
{
    for (; *text; text++) {
        tui_key k = {.code = TUI_TEXT, .text = {*text}};
        assert_true(tui_line_key(l, &k));
    }
}

static void press(tui_line *l, int code)
{
    tui_key k = {.code = code};
    assert_true(tui_line_key(l, &k));
}

/* Positions are drawn of the kinds there are; letters are left to moves. */
TEST(what_was_solved_is_chosen_by_its_kind)
{
    static const struct {
        int function, twin;
        tui_choice choice;
        unsigned kind; /* without which it is not there */
    } keys[] = {{2, 'B', TUI_AT_TABLE, 0},
                {3, 'L', TUI_LONGEST, 1u << DUEL_UNSOLVED},
                {4, 'G', TUI_A_WIN, 1u << DUEL_WIN},
                {5, 'P', TUI_A_LOSS, 1u << DUEL_LOSS},
                {6, 'N', TUI_A_TIE, 1u << DUEL_TIE},
                {11, 'F', TUI_ENDLESS, 1u << DUEL_DRAW},
                {10, 'X', TUI_LEAVE, 0}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        tui_key f = {.code = TUI_F0 + keys[i].function};
        tui_key control = {.code = TUI_CTRL + keys[i].twin};
        tui_key letter = {.code = TUI_TEXT, .text = {(char)keys[i].twin}};
        tui_menu all = {.place = TUI_AT_EXPLORE, .kinds = ~0u};
        tui_menu without = {.place = TUI_AT_EXPLORE, .kinds = ~keys[i].kind};
        tui_choice left = keys[i].kind ? TUI_NOTHING : keys[i].choice;
        assert_int_equal(tui_menu_choice(&all, &f, 80), keys[i].choice);
        assert_int_equal(tui_menu_choice(&all, &control, 80), keys[i].choice);
        assert_int_equal(tui_menu_choice(&all, &letter, 80), TUI_NOTHING);
        assert_int_equal(tui_menu_choice(&without, &f, 80), left);
    }
}

static void expect_second(const tui_menu *m, int room, const char *text)
{
    CHECK_BUF(out);
    tui_menu_second(m, 78, room, &out.sink);
    assert_string_equal(out.text, text);
}

TEST(what_missed_the_bar_stands_elsewhere_as_far_as_there_is_room)
{
    tui_menu menu = {.place = TUI_AT_GAME, .lesson = true};
    expect_second(&menu, 26, "F6 l Lesson, F12 e Explore");
    expect_second(&menu, 25, "F6 l Lesson");
    expect_second(&menu, 11, "F6 l Lesson");
    expect_second(&menu, 10, "");
    expect_second(&menu, -3, "");
}

TEST(lines_are_edited_remembered_and_completed)
{
    tui_line *l = calloc(1, sizeof *l);
    CHECK_BUF(fits);
    type(l, "b2x");
    press(l, TUI_BACKSPACE);
    press(l, TUI_HOME);
    type(l, "a1-");
    assert_string_equal(l->text, "a1-b2");
    tui_line_remember(l);
    tui_line_clear(l);
    type(l, "zz");
    press(l, TUI_UP);
    assert_string_equal(l->text, "a1-b2");
    press(l, TUI_UP);
    assert_string_equal(l->text, "a1-b2");
    press(l, TUI_DOWN_KEY);
    assert_string_equal(l->text, "zz");
    tui_line_set(l, "A2");
    assert_int_equal(tui_line_complete(l, duel_str_of("a2-b2\na2-a1\na3-b3\n"), &fits.sink), 2);
    assert_string_equal(l->text, "a2-");
    assert_string_equal(fits.text, "a2-b2 a2-a1");
    type(l, "b");
    assert_int_equal(tui_line_complete(l, duel_str_of("a2-b2\na2-a1\n"), &fits.sink), 1);
    assert_string_equal(l->text, "a2-b2");
    tui_line_set(l, "x");
    assert_int_equal(tui_line_complete(l, duel_str_of("a2-b2\n"), &fits.sink), 0);
    assert_string_equal(l->text, "x");
    free(l);
}

TEST(a_full_line_takes_no_more_and_keeps_its_end)
{
    tui_line *l = calloc(1, sizeof *l);
    for (int i = 0; i < 2 * TUI_LINE_TEXT; i++)
        type(l, "x");
    assert_int_equal(strlen(l->text), TUI_LINE_TEXT - 1);
    assert_int_equal(l->length, TUI_LINE_TEXT - 1);
    for (int i = 0; i < 3 * TUI_HISTORY; i++) {
        l->text[0] = (char)('a' + i % 26);
        tui_line_remember(l);
    }
    assert_int_equal(l->past_count, TUI_HISTORY);
    free(l);
}

/* ---- situations -------------------------------------------------------------------------- */

static const struct situation {
    const char *game, *typed, *position; /* NULL: refused */
} situations[] = {{"nim", "", "19-0/1"},
                  {"nim", "11", "11-0/1"},
                  {"nim", "12-3/2", "12-3/2"},
                  {"nim", "30", "30-0/1"},
                  {"nim", "max=4 25", NULL},
                  {"nim", "matches=25 max=4 22", "22-0/1"},
                  {"nim", "nonsense", NULL},
                  {"nim", "matches=0", NULL},
                  {"allumettes", "7", "7/1"},
                  {"connect4", "width=4 height=4", "..../..../..../...."},
                  {"tictactoe", "X...O....", "X...O...."}};

TEST(situations_are_typed_as_in_1995_and_beyond)
{
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        tui_setup s;
        duel_state position;
        duel_msg why;
        const duel_game *g = catalogue_find_game(duel_str_of(situations[i].game));
        CHECK_BUF(text);
        assert_ok(tui_setup_init(&s, g, &why));
        duel_variant before = s.v;
        duel_status status = tui_setup_read(&s, duel_str_of(situations[i].typed), &why);
        if (situations[i].position == NULL) {
            assert_int_not_equal(status, DUEL_OK);
            assert_memory_equal(&before, &s.v, sizeof before);
        } else {
            assert_ok(status);
            assert_ok(tui_setup_state(&s, &position, &why));
            duel_print(&s.v, &position, &text.sink);
            assert_string_equal(text.text, situations[i].position);
        }
        tui_setup_fini(&s);
    }
}

static const struct seating {
    const char *typed, *seats; /* NULL: refused */
} seatings[] = {{"", "human expert"},
                {"1", "human expert"},
                {"2", "expert human"},
                {"3", "human human"},
                {"4", "expert expert"},
                {"level:3", "human level:3"},
                {"random, human", "random human"},
                {"human", "human human"},
                {"human,human,human", NULL},
                {"nobody", NULL}};

TEST(players_are_seated_by_number_or_by_name)
{
    for (size_t i = 0; i < sizeof seatings / sizeof *seatings; i++) {
        tui_setup s;
        duel_msg why;
        session_opening o;
        char room[DUEL_SEATS][PLAYER_SPEC_TEXT];
        CHECK_BUF(text);
        assert_ok(tui_setup_init(&s, catalogue_find_game(duel_str_of("nim")), &why));
        duel_status status = tui_setup_seats(&s, duel_str_of(seatings[i].typed), &why);
        assert_int_equal(status == DUEL_OK, seatings[i].seats != NULL);
        if (status == DUEL_OK) {
            assert_ok(tui_setup_opening(&s, room, &o, &why));
            duel_putf(&text.sink, "%s %s", room[0], room[1]);
            assert_string_equal(text.text, seatings[i].seats);
        }
        tui_setup_fini(&s);
    }
}

/* ---- things in drawings ----------------------------------------------------------------- */

static const struct shown {
    const char *game, *thing;
    int row, column; /* where the drawing begins to show it */
} shown[] = {{"tictactoe", "cell:0:0", 0, 4}, {"tictactoe", "cell:1:1", 2, 8},
             {"connect4", "cell:0:0", 0, 4},  {"connect4", "cell:1:1", 1, 6},
             {"chomp", "square:1:1", 2, 7},   {"lgame", "neutral:1", 0, 4},
             {"lgame", "ell:1:0", 0, 7},      {"dodgem", "exit:top:0", 0, 4},
             {"dodgem", "car:0:0", 1, 4},     {"nim", "match:4", 0, 11},
             {"nim", "match:5", 0, 14},       {"kayles", "row:0:gap:0", 0, 4},
             {"moriarty", "disc:3:3", 4, 19}, {"chicago", "pile:2", 0, 16},
             {"wumpus", "cell:1:0", 7, 9},    {"duo", "row:2", 3, 2}};

TEST(drawings_tell_what_they_show)
{
    for (size_t i = 0; i < 2 * (sizeof shown / sizeof *shown); i++) {
        const struct shown *s = &shown[i / 2];
        duel_variant v;
        duel_msg why;
        tui_drawing d;
        tui_run r = {0};
        tui_brush brush = {DUEL_FR, i % 2 != 0, i % 2 != 0, NULL, NULL};
        const duel_game *g = catalogue_find_game(duel_str_of(s->game));
        assert_ok(duel_variant_make(g, NULL, 0, &v, &why));
        duel_state start = check_dealt(&v, 1);
        tui_drawing_init(&d, i % 2 != 0);
        assert_true(tui_drawing_make(&d, &brush, &v, &start, 0));
        do
            assert_true(tui_drawing_next_run(&d, &r));
        while (strcmp(d.name[r.thing - 1].text, s->thing) != 0);
        assert_int_equal(r.row, s->row);
        if (strcmp(s->game, "chicago") != 0 || i % 2) /* signs of goods are wider in UTF-8 */
            assert_int_equal(r.column, s->column);
        tui_drawing_fini(&d);
    }
}

/* ---- picking in drawings ---------------------------------------------------------------- */

static void expect_progress(const duel_variant *v, duel_progress p, const char *text)
{
    tui_worker w = {.order = {.v = v, .explain = true}};
    CHECK_BUF(said);
    assert_ok(duel_deal(v, duel_str_of("1"), &w.order.view));
    tui_words_progress(DUEL_EN, &w, &p, 2.7, &said.sink);
    assert_string_equal(said.text, text);
}

/* A solver has no depth and no move yet; a search has both from its first level on. */
TEST(thinking_is_told_as_it_goes_on)
{
    duel_variant v;
    assert_ok(duel_variant_make(catalogue_find_game(duel_str_of("nim")), NULL, 0, &v, NULL));
    expect_progress(&v, (duel_progress){.positions = 7, .memory = 3 << 20, .best = 2},
                    "Thinking… 2 s (Esc: answer now)\n7 positions, 3 MB\n");
    expect_progress(&v, (duel_progress){.depth = 1, .nodes = 9, .best = 2},
                    "Thinking… 2 s (Esc: answer now)\ndepth 1, 9 positions looked at\n"
                    "best so far: 2\n");
}

typedef struct board {
    duel_variant v;
    duel_state state;
    tui_drawing drawing;
    tui_pick pick;
} board;

static void open_board(board *b, const char *game, const char *position)
{
    tui_brush brush = {DUEL_EN, false, false, NULL, NULL};
    const duel_game *g = catalogue_find_game(duel_str_of(game));
    assert_ok(duel_variant_make(g, NULL, 0, &b->v, NULL));
    assert_ok(duel_read(&b->v, duel_str_of(position), &b->state, NULL));
    tui_drawing_init(&b->drawing, false);
    tui_pick_init(&b->pick);
    int seat = g->turn(&b->v, &b->state);
    assert_true(tui_drawing_make(&b->drawing, &brush, &b->v, &b->state, seat));
    assert_true(tui_pick_open(&b->pick, &b->v, &b->state, seat, &b->drawing));
}

static void close_board(board *b)
{
    tui_pick_fini(&b->pick);
    tui_drawing_fini(&b->drawing);
}

/* The drawing with what is picked and marked in it, in a window of so many rows and columns
 * that shows it from (top, left) on; all of it if there are none. */
static void expect_window(const board *b, tui_rect window, const char *text)
{
    tui_canvas c;
    int top = window.row, left = window.column;
    tui_rect r = {0, 0, window.rows, window.columns};
    tui_canvas_init(&c, false);
    CHECK_BUF(out);
    assert_true(tui_canvas_resize(&c, r.rows, r.columns));
    tui_drawing_paint(&b->drawing, &c, r, &top, &left);
    tui_pick_paint(&b->pick, &c, r, top, left);
    tui_canvas_print(&c, &out.sink);
    assert_string_equal(out.text, text);
    tui_canvas_fini(&c);
}

static void expect_board(const board *b, const char *text)
{
    const tui_canvas *sheet = &b->drawing.sheet;
    expect_window(b, (tui_rect){0, 0, sheet->rows, sheet->columns}, text);
}

static const char *cursor(const board *b)
{
    return b->pick.at < 0 ? "" : b->pick.spot[b->pick.at].target.text;
}

TEST(arrows_walk_between_what_can_be_picked)
{
    static const struct {
        int dx, dy;
        const char *to;
    } steps[] = {{1, 0, "cell:1:0"}, {1, 0, "cell:2:0"},  {1, 0, "cell:2:0"},
                 {0, 1, "cell:2:1"}, {-1, 0, "cell:0:1"}, {0, -1, "cell:1:0"},
                 {0, 1, "cell:1:2"}, {0, 1, "cell:1:2"},  {-1, 0, "cell:0:2"}};
    board b;
    open_board(&b, "tictactoe", "X...O....");
    assert_string_equal(cursor(&b), "");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        tui_pick_walk(&b.pick, steps[i].dx, steps[i].dy);
        assert_string_equal(cursor(&b), steps[i].to);
    }
    close_board(&b);
}

TEST(a_click_is_on_a_thing_or_right_beside_it)
{
    board b;
    duel_move move;
    open_board(&b, "tictactoe", "X...O....");
    assert_false(tui_pick_take(&b.pick, &move)); /* nothing is pointed at */
    assert_false(tui_pick_meant(&b.pick, &move));
    assert_false(tui_pick_point(&b.pick, 0, 5)); /* X stands there */
    assert_false(tui_pick_point(&b.pick, 1, 9)); /* a rule */
    assert_false(tui_pick_point(&b.pick, 4, 2));
    assert_true(tui_pick_point(&b.pick, 4, 3));
    assert_string_equal(cursor(&b), "cell:0:2");
    assert_true(tui_pick_point(&b.pick, 2, 12));
    assert_string_equal(cursor(&b), "cell:2:1");
    assert_true(tui_pick_point(&b.pick, 2, 15));
    assert_false(tui_pick_point(&b.pick, 2, 16));
    tui_rect place = tui_pick_place(&b.pick);
    assert_int_equal(place.row, 2);
    assert_int_equal(place.column, 12);
    assert_int_equal(place.rows, 1);
    assert_int_equal(place.columns, 3);
    assert_true(tui_pick_meant(&b.pick, &move) && move == 5);
    move = 0;
    assert_true(tui_pick_take(&b.pick, &move) && move == 5);
    close_board(&b);
}

TEST(what_is_picked_is_framed)
{
    board b;
    duel_move move;
    duel_target other = {"cell:0:2"};
    open_board(&b, "dodgem", "R..R...UU/1");
    tui_pick_walk(&b.pick, 0, 1);
    tui_pick_walk(&b.pick, 0, 1);
    assert_false(tui_pick_take(&b.pick, &move)); /* a car, then where it goes */
    tui_pick_mark(&b.pick, &other);
    tui_pick_mark(&b.pick, &other);
    assert_int_equal(b.pick.marks, 1);
    expect_board(&b, "     ^   ^   ^\n  3  R |   |     >\n    ---+---+---\n"
                     "  2 [R]|[ ]|     >\n    ---+---+---\n"
                     "  1 [ ]| U | U   >\n     a   b   c\n");
    assert_true(tui_pick_give_back(&b.pick));
    assert_false(tui_pick_give_back(&b.pick));
    expect_board(&b, "     ^   ^   ^\n  3  R |   |     >\n    ---+---+---\n"
                     "  2 [R]|   |     >\n    ---+---+---\n"
                     "  1 [ ]| U | U   >\n     a   b   c\n");
    close_board(&b);
}

/* All cells of a column mean the same; a window shows the part that it has room for. */
TEST(a_window_shows_what_it_can_of_it)
{
    board b;
    open_board(&b, "connect4", "......./......./......./......./......./...X...");
    for (int i = 0; i < 3; i++)
        tui_pick_walk(&b.pick, 1, 0);
    expect_board(&b, "  | . .[.]. . . . |\n  | . .[.]. . . . |\n  | . .[.]. . . . |\n"
                     "  | . .[.]. . . . |\n  | . .[.]. . . . |\n  | . .[.]X . . . |\n"
                     "  +---------------+\n    1 2 3 4 5 6 7\n");
    expect_window(&b, (tui_rect){4, 6, 3, 6}, ".[.].\n.[.]X\n------\n");
    expect_window(&b, (tui_rect){5, 8, 1, 4}, ". X\n"); /* no room for a frame */
    expect_window(&b, (tui_rect){5, 3, 1, 6}, " . . .\n");
    expect_window(&b, (tui_rect){5, 3, 1, 5}, " . .\n");
    close_board(&b);
}

TEST(things_have_names)
{
    board b;
    duel_target cell = {"cell:1:0"}, mark = {"mark:0"}, none = {"cell:7:7"};
    CHECK_BUF(text);
    open_board(&b, "tictactoe", "X...O....");
    assert_true(tui_pick_shows(&b.pick, &cell) && tui_pick_shows(&b.pick, &mark));
    assert_false(tui_pick_shows(&b.pick, &none));
    tui_pick_name(&b.pick, &cell, DUEL_FR, &text.sink);
    duel_put(&text.sink, ", ");
    tui_pick_name(&b.pick, &mark, DUEL_FR, &text.sink);
    duel_put(&text.sink, ", ");
    tui_pick_name(&b.pick, &none, DUEL_FR, &text.sink);
    assert_string_equal(text.text, "colonne 2, rangée 1, X en a3, cell:7:7");
    close_board(&b);
}
