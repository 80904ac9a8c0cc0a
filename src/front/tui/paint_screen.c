/* front/tui/paint_screen.c -- the whole screen, from the whole state, every time: see app.h. */
#include "base/clock.h"
#include "core/play.h"
#include "front/tui/app.h"

#include <stdio.h>
#include <string.h>

typedef struct cursor {
    int row, column; /* row < 0: hidden */
} cursor;

/* ---- where the windows are --------------------------------------------------------------- */

enum {
    USUAL_ROWS = 25,
    AROUND = 5,      /* rows that are bar, frames and the untitled window */
    SPOKEN_ROWS = 5, /* of Player and Expert in the usual size */
    MARGIN = 2       /* a frame and a blank */
};

/* Of the rows beyond the usual, a third goes to the windows that hold words. */
static int spoken_rows(int rows)
{
    if (rows >= USUAL_ROWS)
        return SPOKEN_ROWS + (rows - USUAL_ROWS) / 3;
    return rows < 20 ? SPOKEN_ROWS - 1 : SPOKEN_ROWS;
}

static int lent_rows(int rows, int spoken, int drawn)
{
    int spare = drawn ? rows - AROUND - spoken - drawn : 0;
    return spare < 0 ? 0 : spare > spoken ? spoken : spare;
}

tui_layout tui_layout_of(int rows, int columns, int drawn)
{
    tui_layout l = {.fits = rows >= TUI_LEAST_ROWS && columns >= TUI_LEAST_COLUMNS};
    int spoken = spoken_rows(rows), middle = columns / 2;
    spoken += lent_rows(rows, spoken, drawn);
    int words = rows - 2 - spoken;
    l.menu = (tui_rect){0, 1, 1, columns - 2};
    l.surface = (tui_rect){2, MARGIN, rows - AROUND - spoken, columns - 2 * MARGIN};
    l.player = (tui_rect){words, MARGIN, spoken, middle - 1 - MARGIN};
    l.expert = (tui_rect){words, middle + MARGIN, spoken, columns - middle - 2 * MARGIN};
    l.untitled = (tui_rect){rows - 1, MARGIN, 1, columns - 2 * MARGIN};
    return l;
}

static void put_stroke(tui_canvas *c, int row, int column, const char *stroke)
{
    tui_canvas_put(c, row, column, stroke, TUI_FRAME);
}

static void rule(tui_canvas *c, int row, const char *left, const char *right)
{
    put_stroke(c, row, 0, left);
    for (int x = 1; x < c->columns - 1; x++)
        put_stroke(c, row, x, "─");
    put_stroke(c, row, c->columns - 1, right);
}

static void title(tui_canvas *c, int row, int column, int room, const duel_buf *text)
{
    if (text->len == 0)
        return;
    tui_canvas_put(c, row, column, " ", TUI_TITLE);
    int used = tui_canvas_text(c, row, column + 1, room - 2, duel_buf_str(text), TUI_TITLE);
    tui_canvas_put(c, row, column + 1 + used, " ", TUI_TITLE);
}

/* What stands in the frames: titles of the windows, and a note at the right of the surface's.
 */
enum { SURFACE, PLAYER, EXPERT, NOTE, TITLES };

static void put_frames(tui_canvas *c, const tui_layout *l, const duel_buf text[TITLES])
{
    int top = l->surface.row - 1, middle = l->player.row - 1;
    int bottom = l->player.row + l->player.rows, split = c->columns / 2;
    rule(c, top, "┌", "┐");
    rule(c, middle, "├", "┤");
    rule(c, bottom, "└", "┘");
    for (int row = top + 1; row < bottom; row++) {
        if (row == middle)
            continue;
        put_stroke(c, row, 0, "│");
        put_stroke(c, row, c->columns - 1, "│");
        if (row > middle)
            put_stroke(c, row, split, "│");
    }
    put_stroke(c, middle, split, "┬");
    put_stroke(c, bottom, split, "┴");
    int note = tui_canvas_width(duel_buf_str(&text[NOTE]));
    title(c, top, 2, c->columns - 8 - note, &text[SURFACE]);
    title(c, top, c->columns - 4 - note, note + 2, &text[NOTE]);
    title(c, middle, 2, split - 4, &text[PLAYER]);
    title(c, middle, split + 2, c->columns - split - 4, &text[EXPERT]);
}

/* ---- titles ------------------------------------------------------------------------------ */

static void put_title(const tui_app *a, const char *name, const char *more, duel_buf *out)
{
    duel_put(&out->sink, duel_text(a->lang, name));
    if (more && more[0])
        duel_putf(&out->sink, " %s %s", a->utf8 ? "—" : "-", more);
}

/* The machine of a seat; NULL: a person's, or nobody's yet. */
static const char *machine_at(const game_table *t, int seat)
{
    table_chair_state chair = table_chair(t, seat, 0);
    return chair.human ? NULL : chair.spec;
}

/* The machine whose words Expert tells; before any, the one whose turn it is, or else the
 * first. */
static const char *machine_of(const tui_app *a)
{
    const game_table *t = a->table.at.table;
    const char *spec = NULL;
    int seats = t ? tui_table_variant(&a->table)->seats : 0;
    if (t && a->expert.len && a->speaker < seats)
        spec = machine_at(t, a->speaker);
    if (t && spec == NULL)
        spec = machine_at(t, table_turn(t));
    for (int i = 0; spec == NULL && i < seats; i++)
        spec = machine_at(t, i);
    if (spec == NULL || strcmp(spec, "expert") == 0)
        return NULL;
    const duel_machine *named = player_find_machine(a->table.game, duel_str_of(spec));
    return named ? duel_text(a->lang, named->title) : spec;
}

/* How far a lesson has come. */
static void put_step(const tui_app *a, duel_buf *out)
{
    const duel_learner *l = a->table.learner;
    int length = duel_lesson_length(l->lesson), at = l->step < length ? l->step + 1 : length;
    duel_tell(a->lang, &out->sink, N_("step {0} of {1}"), "ii", (int64_t)at, (int64_t)length);
}

/* The seat to move, and its player. */
static void put_mover(const tui_app *a, duel_buf *out)
{
    static const seat_names nobody;
    const tui_table *t = &a->table;
    if (a->place == TUI_AT_EXPLORE) {
        tui_explore_mover(a, &out->sink);
        return;
    }
    seat_names_put(t->learner ? &nobody : &t->setup.seat_names, a->lang, &out->sink,
                   tui_table_variant(t), tui_table_turn(t));
}

/* Whether who is to move is told besides: at other times it can be only one. */
static bool names_mover(const tui_app *a)
{
    const tui_table *t = &a->table;
    if (a->place == TUI_AT_EXPLORE)
        return tui_explore_moves(a) > 0;
    return !t->learner && tui_table_people(t) >= 2 && tui_table_waits(t);
}

/* What the expert's window is about. */
static void put_topic(const tui_app *a, duel_buf *out)
{
    const char *machine = a->place == TUI_AT_EXPLORE ? NULL : machine_of(a);
    if (a->table.learner)
        put_step(a, out);
    else if (a->place == TUI_AT_EXPLORE && tui_explore_moves(a))
        duel_tell(a->lang, &out->sink, N_("{0} {0:move|moves}"), "i",
                  (int64_t)tui_explore_moves(a));
    else if (machine)
        duel_put(&out->sink, machine);
}

/* Arrows for where a page or a drawing goes on. */
static void put_more(const tui_app *a, duel_buf *out)
{
    const tui_rect *r = &a->layout.surface;
    if (a->layer == TUI_PAGE || a->layer == TUI_QUESTION) {
        duel_put(&out->sink, a->page_top > 0 ? "↑" : "");
        duel_put(&out->sink, a->page_top + r->rows < a->page_lines ? "↓" : "");
        return;
    }
    if (a->table.game == NULL && a->layer == TUI_BARE) {
        duel_put(&out->sink, a->game_top > 0 ? "↑" : "");
        duel_put(&out->sink, tui_ask_game(a->game_top + r->rows) ? "↓" : "");
    }
    if (a->table.game == NULL || a->layer != TUI_BARE)
        return;
    if (a->left > 0)
        duel_put(&out->sink, "←");
    if (a->top > 0)
        duel_put(&out->sink, "↑");
    if (a->top + r->rows < a->drawing.sheet.rows)
        duel_put(&out->sink, "↓");
    if (a->left + r->columns < a->drawing.sheet.columns)
        duel_put(&out->sink, "→");
}

static void paint_frames(tui_app *a)
{
    duel_buf text[TITLES], topic, mover;
    duel_buf_init(&topic);
    duel_buf_init(&mover);
    for (int i = 0; i < TITLES; i++)
        duel_buf_init(&text[i]);
    put_title(a, N_("Game surface"),
              a->table.game ? duel_text(a->lang, a->table.game->title) : NULL, &text[SURFACE]);
    if (names_mover(a))
        put_mover(a, &mover);
    put_title(a, N_("Player"), mover.len ? mover.text : NULL, &text[PLAYER]);
    put_topic(a, &topic);
    put_title(a, N_("Expert"), topic.len ? topic.text : NULL, &text[EXPERT]);
    put_more(a, &text[NOTE]);
    put_frames(&a->canvas, &a->layout, text);
    duel_buf_fini(&mover);
    duel_buf_fini(&topic);
    for (int i = 0; i < TITLES; i++)
        duel_buf_fini(&text[i]);
}

/* ---- the surface ------------------------------------------------------------------------- */

static void paint_page(tui_app *a)
{
    const tui_rect r = a->layout.surface;
    tui_rect none = {r.row, r.column, 0, r.columns};
    int lines = tui_canvas_paragraphs(&a->canvas, none, duel_buf_str(&a->page), 0, DUEL_PLAIN);
    int most = lines > r.rows ? lines - r.rows : 0;
    a->page_top = a->page_top < 0 ? 0 : a->page_top > most ? most : a->page_top;
    a->page_lines = lines;
    tui_canvas_paragraphs(&a->canvas, r, duel_buf_str(&a->page), a->page_top, DUEL_PLAIN);
}

static void paint_saved(tui_app *a)
{
    const tui_rect r = a->layout.surface;
    int top = a->saved_at >= r.rows ? a->saved_at - r.rows + 1 : 0;
    for (int i = 0; i < r.rows && top + i < a->saved_count; i++) {
        bool here = top + i == a->saved_at;
        tui_canvas_text(&a->canvas, r.row + i, r.column, 2, duel_str_of(here ? "> " : "  "),
                        DUEL_PICK);
        tui_canvas_text(&a->canvas, r.row + i, r.column + 2, r.columns - 2,
                        duel_str_of(a->saved[top + i].line), here ? DUEL_PICK : DUEL_PLAIN);
    }
}

static void paint_cover(tui_app *a)
{
    const tui_rect r = a->layout.surface;
    duel_buf text, mover;
    duel_buf_init(&text);
    duel_buf_init(&mover);
    put_mover(a, &mover);
    duel_tell(a->lang, &text.sink,
              N_("The screen goes to {0}. Press Enter when you are there."), "s",
              duel_buf_str(&mover));
    duel_buf_fini(&mover);
    int width = tui_canvas_width(duel_buf_str(&text));
    for (int i = 0; i < r.rows * r.columns; i++)
        if ((i / r.columns + i % r.columns) % 4 == 0)
            tui_canvas_put(&a->canvas, r.row + i / r.columns, r.column + i % r.columns, "·",
                           DUEL_SOFT);
    int row = r.row + r.rows / 2, column = r.column + (r.columns - width) / 2;
    for (int y = -1; y <= 1; y++)
        for (int x = -2; x < width + 2; x++)
            tui_canvas_put(&a->canvas, row + y, column + x, " ", DUEL_PLAIN);
    tui_canvas_text(&a->canvas, row, column < r.column ? r.column : column, r.columns,
                    duel_buf_str(&text), TUI_TITLE);
    duel_buf_fini(&text);
}

/* Before any game: all of them. What the chosen one is about stands in the window of the
 * player. */
static void paint_games(tui_app *a)
{
    const tui_rect r = a->layout.surface;
    int top = a->game_top;
    top = a->game_at < top ? a->game_at : top;
    a->game_top = a->game_at >= top + r.rows ? a->game_at - r.rows + 1 : top;
    for (int i = 0; i < r.rows && tui_ask_game(a->game_top + i); i++) {
        const duel_game *g = tui_ask_game(a->game_top + i);
        bool here = a->game_top + i == a->game_at;
        char line[128];
        snprintf(line, sizeof line, "%s %-11s  %s", here ? ">" : " ", g->id,
                 duel_text(a->lang, g->title));
        tui_canvas_text(&a->canvas, r.row + i, r.column, r.columns, duel_str_of(line),
                        here ? DUEL_PICK : DUEL_PLAIN);
    }
}

static void paint_opening(tui_app *a)
{
    int top = 0, left = 0;
    const tui_canvas *sheet = &a->drawing.sheet;
    tui_rect r =
        tui_drawing_place(a->layout.surface, (tui_rect){0, 0, sheet->rows, sheet->columns});
    tui_drawing_paint(&a->drawing, &a->canvas, r, &top, &left);
}

static void paint_position(tui_app *a)
{
    const tui_rect r = tui_turn_place(a);
    tui_drawing_reach(tui_pick_place(&a->pick), r.rows, r.columns, &a->top, &a->left);
    tui_drawing_paint(&a->drawing, &a->canvas, r, &a->top, &a->left);
    tui_pick_paint(&a->pick, &a->canvas, r, a->top, a->left);
}

static void paint_surface(tui_app *a)
{
    switch (a->layer) {
    case TUI_PAGE:
    case TUI_QUESTION:
        paint_page(a);
        break;
    case TUI_LIST:
        paint_saved(a);
        break;
    case TUI_COVER:
        paint_cover(a);
        break;
    case TUI_OPENING:
        paint_opening(a);
        break;
    case TUI_BARE:
        if (a->table.game)
            paint_position(a);
        else
            paint_games(a);
        break;
    }
}

/* ---- Player and Expert ------------------------------------------------------------------- */

/* Paragraphs in a window of words; the last line says so when there are more. */
static void paint_words(tui_app *a, tui_rect r, const duel_buf *text)
{
    int lines = tui_canvas_paragraphs(&a->canvas, r, duel_buf_str(text), 0, DUEL_PLAIN);
    if (lines <= r.rows)
        return;
    a->cut = true;
    if (r.rows > 0)
        tui_canvas_put(&a->canvas, r.row + r.rows - 1, r.column + r.columns - 1, "…",
                       DUEL_SOFT);
}

static bool works_at(const tui_app *a, tui_job job)
{
    return a->worker.running && a->worker.order.job == job;
}

static bool typing(const tui_app *a)
{
    if (a->place == TUI_AT_EXPLORE)
        return a->layer == TUI_BARE && tui_explore_moves(a) > 0;
    bool here = a->place == TUI_AT_PLAY || a->place == TUI_AT_LESSON;
    return here && a->layer == TUI_BARE && !works_at(a, TUI_THINK_MOVE) &&
           tui_table_waits(&a->table);
}

static bool picking(const tui_app *a)
{
    return a->place != TUI_AT_EXPLORE && a->pick.open && a->pick.at >= 0 && a->line.length == 0;
}

/* What the arrow keys have come to: the move it makes, once there is only one. */
static void print_pick(const tui_app *a, duel_buf *out)
{
    duel_state view;
    duel_move move;
    const tui_spot *spot = &a->pick.spot[a->pick.at];
    tui_table_mover(&a->table, &view);
    if (tui_pick_meant(&a->pick, &move))
        duel_print_move(a->pick.v, &view, move, &out->sink);
    else
        duel_put(&out->sink, spot->label.id ? "…" : spot->target.text);
}

/* What Enter would play while nothing is typed. */
static bool print_meant(const tui_app *a, duel_buf *out)
{
    if (a->place == TUI_AT_EXPLORE && a->line.length == 0)
        tui_explore_move(a, a->tour.at, &out->sink);
    else if (picking(a))
        print_pick(a, out);
    return out->len > 0;
}

/* And what it is called, above what else there is to say; on a board the cursor shows it. */
static void print_spot(const tui_app *a, duel_buf *out)
{
    const tui_spot *spot = &a->pick.spot[a->pick.at];
    if (spot->label.id == NULL || spot->seen)
        return;
    duel_render(a->lang, &spot->label, &out->sink);
    duel_put(&out->sink, "\n");
}

static cursor paint_prompt(tui_app *a)
{
    const tui_table *t = &a->table;
    const tui_rect r = a->layout.player;
    int row = r.row + r.rows - 1, column = r.column;
    duel_buf mover;
    duel_buf_init(&mover);
    put_mover(a, &mover);
    column += tui_canvas_text(&a->canvas, row, column, r.columns / 2, duel_buf_str(&mover),
                              TUI_TITLE);
    duel_buf_fini(&mover);
    bool ready = a->place != TUI_AT_EXPLORE && tui_table_ready(t);
    column += tui_canvas_text(&a->canvas, row, column, 3, duel_str_of(ready ? " = " : " > "),
                              TUI_TITLE);
    int room = r.column + r.columns - column, at = column;
    duel_buf text;
    duel_buf_init(&text);
    if (print_meant(a, &text))
        tui_canvas_text(&a->canvas, row, column, room, duel_buf_str(&text), DUEL_PICK);
    else
        at = tui_line_paint(&a->line, &a->canvas, row, column, room);
    duel_buf_fini(&text);
    return (cursor){row, at};
}

/* The moves of an unfinished turn. */
static void print_draft(const tui_app *a, duel_buf *out)
{
    const duel_move *move;
    int count = a->table.learner ? 0 : table_drafted(a->table.at.table, &move);
    if (count == 0)
        return;
    duel_tell(a->lang, &out->sink, N_("This turn: "), "");
    tui_words_moves(tui_table_variant(&a->table), &a->turn_view, move, count, &out->sink);
    duel_put(&out->sink, "\n");
}

/* What stands above all else: what has no room below, and what a begun move is asked. */
static void print_first(const tui_app *a, duel_buf *out)
{
    duel_state view;
    typed_turn h = tui_turn_begun(a);
    if (tui_app_spills(a) && a->layer != TUI_QUESTION) {
        duel_put_str(&out->sink, duel_buf_str(&a->message));
        duel_put(&out->sink, "\n");
    }
    if (h.depth && a->place != TUI_AT_EXPLORE && typing(a)) {
        tui_table_mover(&a->table, &view);
        typed_move_ask(a->lang, tui_table_variant(&a->table), &view, tui_table_turn(&a->table),
                       &h, &out->sink);
        duel_put(&out->sink, "\n");
    }
    if (a->table.game == NULL && a->layer == TUI_BARE)
        duel_put(&out->sink, duel_text(a->lang, tui_ask_game(a->game_at)->tagline));
}

/* All the words of the window, but for the figures of a search. */
void tui_paint_words(const tui_app *a, duel_buf *out)
{
    print_first(a, out);
    if (typing(a) && a->place != TUI_AT_EXPLORE)
        print_draft(a, out);
    if (typing(a) && picking(a))
        print_spot(a, out);
    duel_put_str(&out->sink,
                 duel_buf_str(a->place == TUI_AT_EXPLORE ? &a->tour.words : &a->player));
    if (a->place == TUI_AT_PLAY && tui_table_people(&a->table) == 0)
        duel_tell(a->lang, &out->sink,
                  a->watching_paused ? N_("A pause. Space goes on, F10 leaves.")
                                     : N_("You watch. Space makes a pause, F10 leaves."),
                  "");
}

static void print_progress(tui_app *a, duel_buf *out)
{
    duel_progress p;
    bool news = tui_worker_progress(&a->worker, &p);
    tui_words_progress(a->lang, &a->worker, news ? &p : NULL, duel_clock() - a->worker.began,
                       &out->sink);
}

static void print_work(tui_app *a, duel_buf *out)
{
    if (works_at(a, TUI_THINK_ADVICE)) {
        duel_buf_clear(out);
        print_progress(a, out);
    } else if (works_at(a, TUI_GO_THROUGH)) {
        tui_words_reviewing(a->lang, &a->worker, &out->sink);
    } else if (works_at(a, TUI_COUNT_SOLVED)) {
        tui_words_counting(a->lang, duel_clock() - a->worker.began, &out->sink);
    }
}

static cursor paint_player(tui_app *a)
{
    tui_rect r = a->layout.player;
    cursor c = {-1, 0};
    duel_buf text;
    duel_buf_init(&text);
    tui_paint_words(a, &text);
    print_work(a, &text);
    if (typing(a)) {
        c = paint_prompt(a);
        r.rows--;
    }
    if (a->layer != TUI_COVER)
        paint_words(a, r, &text);
    duel_buf_fini(&text);
    return c;
}

static void paint_expert(tui_app *a)
{
    duel_buf text;
    if (a->place == TUI_AT_EXPLORE) {
        tui_explore_paint(a);
        return;
    }
    duel_buf_init(&text);
    if (works_at(a, TUI_THINK_MOVE))
        print_progress(a, &text);
    else if (a->table.game == NULL && a->layer == TUI_BARE)
        duel_putf(&text.sink, "DUELLISTE\n%s %s",
                  duel_text(a->lang, N_("games of pure reasoning,")),
                  duel_text(a->lang, N_("solved, played and explained")));
    else
        duel_put_str(&text.sink, duel_buf_str(&a->expert));
    paint_words(a, a->layout.expert, &text);
    duel_buf_fini(&text);
}

/* ---- the untitled window ----------------------------------------------------------------- */

static int message_width(const tui_app *a)
{
    return tui_app_spills(a) ? 0 : tui_canvas_width(duel_buf_str(&a->message));
}

/* What just missed its place in the bar stands at the right, if the message leaves room. */
static void paint_second_choices(tui_app *a)
{
    const tui_rect r = a->layout.untitled;
    tui_menu menu = tui_app_menu(a);
    duel_buf text;
    duel_buf_init(&text);
    tui_menu_second(&menu, a->layout.menu.columns, r.columns - 2 - message_width(a),
                    &text.sink);
    int width = tui_canvas_width(duel_buf_str(&text));
    tui_canvas_text(&a->canvas, r.row, r.column + r.columns - width, width, duel_buf_str(&text),
                    DUEL_SOFT);
    duel_buf_fini(&text);
}

static cursor paint_untitled(tui_app *a)
{
    const tui_rect r = a->layout.untitled;
    if (a->layer == TUI_QUESTION) {
        int used = tui_canvas_text(&a->canvas, r.row, r.column, r.columns,
                                   duel_str_of(tui_ask_prompt(a)), TUI_TITLE);
        int column = r.column + used + 1;
        return (cursor){r.row, tui_line_paint(&a->answer, &a->canvas, r.row, column,
                                              r.column + r.columns - column)};
    }
    if (!tui_app_spills(a))
        tui_canvas_text(&a->canvas, r.row, r.column, r.columns, duel_buf_str(&a->message),
                        a->alert ? TUI_ALERT : DUEL_PLAIN);
    paint_second_choices(a);
    return (cursor){-1, 0};
}

/* ---- all of it --------------------------------------------------------------------------- */

static void paint_too_small(tui_app *a)
{
    duel_buf text;
    tui_rect all = {0, 0, a->canvas.rows, a->canvas.columns};
    duel_buf_init(&text);
    duel_tell(a->lang, &text.sink,
              N_("The terminal is too small: {0} columns and {1} rows are needed."), "ii",
              (int64_t)TUI_LEAST_COLUMNS, (int64_t)TUI_LEAST_ROWS);
    tui_canvas_paragraphs(&a->canvas, all, duel_buf_str(&text), 0, DUEL_PLAIN);
    duel_buf_fini(&text);
}

void tui_paint_all(tui_app *a)
{
    cursor place = {-1, 0};
    tui_canvas_clear(&a->canvas);
    a->cut = false;
    if (a->layout.fits) {
        paint_surface(a);
        paint_frames(a);
        cursor player = paint_player(a);
        paint_expert(a);
        cursor untitled = paint_untitled(a);
        place = untitled.row >= 0 ? untitled : player;
        tui_menu menu = tui_app_menu(a); /* last: it depends on what fitted */
        tui_menu_paint(&menu, &a->canvas, a->layout.menu);
    } else {
        paint_too_small(a);
    }
    tui_screen_show(&a->canvas, place.row, place.column);
}
