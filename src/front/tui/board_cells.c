/* front/tui/board_cells.c -- what a game draws, kept as cells: see screen.h. */
#include "base/grow.h"
#include "core/scene_text.h"
#include "front/tui/screen.h"

#include <stdlib.h>
#include <string.h>

void tui_drawing_init(tui_drawing *d, bool utf8)
{
    *d = (tui_drawing){.name = NULL};
    tui_canvas_init(&d->sheet, utf8);
}

void tui_drawing_fini(tui_drawing *d)
{
    tui_canvas_fini(&d->sheet);
    free(d->name);
    d->name = NULL;
    d->names = 0;
}

/* ---- the pen ----------------------------------------------------------------------------- */

/* Tones and things travel inside the text: a byte no text should have, and the tone; another
 * one, the id, and the same again. */
enum { TONE_MARK = 0x01, THING_MARK = 0x02 };

static void mark_tone(duel_pen *pen, duel_tone tone)
{
    char mark[3] = {TONE_MARK, (char)('A' + (int)tone), '\0'};
    duel_put(pen->out, mark);
}

static void mark_thing(duel_pen *pen, const char *id)
{
    duel_putf(pen->out, "%c%s%c", THING_MARK, id ? id : "", THING_MARK);
}

static bool take_tone(duel_str *line, int *tone)
{
    if (line->len < 2 || line->at[0] != TONE_MARK || line->at[1] < 'A' ||
        line->at[1] > 'A' + DUEL_UNKNOWN)
        return false;
    *tone = line->at[1] - 'A';
    line->at += 2, line->len -= 2;
    return true;
}

/* The number of a thing with this id, new or known; 0 for none, or when there is no memory. */
static int number_of_thing(tui_drawing *d, duel_str id)
{
    for (int i = 0; i < d->names; i++)
        if (duel_str_is(id, d->name[i].text))
            return i + 1;
    if (id.len == 0 || id.len >= DUEL_TARGET_TEXT || d->names == UINT16_MAX)
        return 0;
    if (!GROW_ONE(d->name, d->names))
        return 0;
    d->name[d->names] = duel_target_of("%.*s", (int)id.len, id.at);
    return ++d->names;
}

static bool take_thing(tui_drawing *d, duel_str *line, int *thing)
{
    if (line->len == 0 || line->at[0] != THING_MARK)
        return false;
    const char *end = memchr(line->at + 1, THING_MARK, line->len - 1);
    if (end == NULL)
        return false;
    duel_str id = {line->at + 1, (size_t)(end - line->at) - 1};
    *thing = number_of_thing(d, id);
    line->at += id.len + 2, line->len -= id.len + 2;
    return true;
}

/* Up to the next mark, or the end. */
static duel_str take_run(duel_str *line)
{
    duel_str run = {line->at, 0};
    while (run.len < line->len && run.at[run.len] != TONE_MARK && run.at[run.len] != THING_MARK)
        run.len++;
    line->at += run.len, line->len -= run.len;
    return run;
}

static void write_run(tui_canvas *to, int row, int column, duel_str run, int tone, int thing)
{
    int width = tui_canvas_width(run);
    tui_canvas_text(to, row, column, width, run, tone);
    for (int i = 0; i < width; i++)
        tui_canvas_at(to, row, column + i)->thing = (uint16_t)thing;
}

/* Writes the text on the sheet of `d`, or only measures it. */
static tui_rect lay_out_text(duel_str text, tui_drawing *d, bool write)
{
    tui_rect size = {0, 0, 0, 0};
    duel_str line;
    int tone = DUEL_PLAIN, thing = 0;
    while (text.len && duel_str_part(&text, '\n', &line)) {
        int column = 0;
        while (line.len) {
            if (take_tone(&line, &tone) || take_thing(d, &line, &thing))
                continue;
            duel_str run = take_run(&line);
            if (write)
                write_run(&d->sheet, size.rows, column, run, tone, thing);
            column += tui_canvas_width(run);
            if (run.len == 0 && line.len) /* no mark of this pen */
                line.at++, line.len--;
        }
        size.rows++;
        size.columns = column > size.columns ? column : size.columns;
    }
    return size;
}

static duel_pen pen_on(duel_buf *text, const tui_brush *brush)
{
    duel_buf_init(text);
    return (duel_pen){.out = &text->sink,
                      .lang = brush->lang,
                      .utf8 = brush->utf8,
                      .tone = brush->tones ? mark_tone : NULL,
                      .thing = mark_thing};
}

/* Takes over the text. */
static bool keep_drawing(tui_drawing *d, duel_buf *text)
{
    d->names = 0;
    tui_rect size = lay_out_text(duel_buf_str(text), d, false);
    bool done = !text->failed && tui_canvas_resize(&d->sheet, size.rows, size.columns);
    if (done)
        lay_out_text(duel_buf_str(text), d, true);
    duel_buf_fini(text);
    return done;
}

bool tui_drawing_make(tui_drawing *d, const tui_brush *brush, const duel_variant *v,
                      const void *view, int seat)
{
    duel_buf text;
    duel_pen pen = pen_on(&text, brush);
    if (brush->flags)
        flags_draw(brush->flags, v, view, seat, &pen);
    else
        duel_draw(v, view, seat, &pen);
    if (brush->lens && brush->lens->draw)
        brush->lens->draw(v, view, seat, &pen);
    return keep_drawing(d, &text);
}

bool tui_drawing_opening(tui_drawing *d, const tui_brush *brush, const duel_learner *l)
{
    duel_buf text;
    duel_pen pen = pen_on(&text, brush);
    l->lesson->draw(&l->v, &pen);
    return keep_drawing(d, &text);
}

/* ---- comparing --------------------------------------------------------------------------- */

static bool differs(const tui_cell *a, const tui_cell *b)
{
    static const tui_cell blank = {" ", DUEL_PLAIN, 0};
    return strcmp((a ? a : &blank)->text, (b ? b : &blank)->text) != 0;
}

/* The smallest rectangle with all that differs; rows == 0 if nothing does, or if one of them is
 * empty. */
static tui_rect all_that_differs(const tui_drawing *a, const tui_drawing *b)
{
    const tui_canvas *x = &a->sheet, *y = &b->sheet;
    int rows = x->rows > y->rows ? x->rows : y->rows;
    int columns = x->columns > y->columns ? x->columns : y->columns;
    int top = rows, bottom = -1, left = columns, right = -1;
    for (int i = 0; x->rows && y->rows && i < rows * columns; i++) {
        int row = i / columns, column = i % columns;
        if (!differs(tui_canvas_at(x, row, column), tui_canvas_at(y, row, column)))
            continue;
        top = row < top ? row : top;
        bottom = row;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    if (bottom < 0)
        return (tui_rect){0, 0, 0, 0};
    return (tui_rect){top, left, bottom - top + 1, right - left + 1};
}

tui_rect tui_drawing_change(const tui_drawing *a, const tui_drawing *b, int rows, int columns)
{
    tui_rect all = all_that_differs(a, b), first = {all.row, all.column, 1, 1};
    if (all.rows == 0 || (all.rows <= rows && all.columns <= columns))
        return all;
    while (!differs(tui_canvas_at(&a->sheet, first.row, first.column),
                    tui_canvas_at(&b->sheet, first.row, first.column)))
        first.column++; /* the top row of the rectangle has one */
    return first;
}

void tui_drawing_copy(tui_drawing *to, const tui_drawing *from)
{
    const tui_canvas *f = &from->sheet;
    to->names = 0;
    if (f->rows == 0 || !tui_canvas_resize(&to->sheet, f->rows, f->columns))
        return;
    memcpy(to->sheet.cell, f->cell, (size_t)f->rows * (size_t)f->columns * sizeof *f->cell);
    for (int i = 0; i < from->names; i++)
        number_of_thing(to, duel_str_of(from->name[i].text));
}

/* ---- things ------------------------------------------------------------------------------ */

bool tui_drawing_next_run(const tui_drawing *d, tui_run *r)
{
    int at = r->row * d->sheet.columns + r->column + r->columns;
    int all = d->sheet.rows * d->sheet.columns;
    while (at < all && d->sheet.cell[at].thing == 0)
        at++;
    if (at >= all)
        return false;
    *r = (tui_run){at / d->sheet.columns, at % d->sheet.columns, 1, d->sheet.cell[at].thing};
    while (r->column + r->columns < d->sheet.columns &&
           d->sheet.cell[at + r->columns].thing == r->thing)
        r->columns++;
    return true;
}

/* Whether the thing of run `r` stood somewhere before and looked the same. */
static bool looked_the_same(const tui_drawing *before, const tui_drawing *now, const tui_run *r)
{
    tui_run old = {0};
    while (tui_drawing_next_run(before, &old)) {
        if (strcmp(before->name[old.thing - 1].text, now->name[r->thing - 1].text) != 0)
            continue;
        bool same = old.columns == r->columns;
        for (int i = 0; same && i < r->columns; i++)
            same = !differs(tui_canvas_at(&before->sheet, old.row, old.column + i),
                            tui_canvas_at(&now->sheet, r->row, r->column + i));
        if (same)
            return true;
    }
    return false;
}

void tui_drawing_mark_changes(const tui_drawing *before, tui_drawing *now)
{
    enum { SIGN = 5 }; /* columns: what is wider is words, and those change all the time */
    tui_run r = {0};
    while (before->names && tui_drawing_next_run(now, &r)) {
        if (r.columns > SIGN || looked_the_same(before, now, &r))
            continue;
        for (int i = 0; i < r.columns; i++) {
            tui_cell *cell = tui_canvas_at(&now->sheet, r.row, r.column + i);
            if (cell->style != DUEL_PICK && strcmp(cell->text, " ") != 0)
                cell->style |= TUI_CHANGED;
        }
    }
}

/* ---- showing ----------------------------------------------------------------------------- */

static int clamp(int at, int whole, int window)
{
    int most = whole > window ? whole - window : 0;
    return at < 0 ? 0 : at > most ? most : at;
}

tui_rect tui_drawing_place(tui_rect r, tui_rect room)
{
    int rows = room.rows < r.rows ? room.rows : r.rows;
    int columns = room.columns < r.columns ? room.columns : r.columns;
    int down = (r.rows - rows) / 2, across = (r.columns - columns) / 2;
    return (tui_rect){r.row + down, r.column + across, r.rows - down, r.columns - across};
}

void tui_drawing_paint(const tui_drawing *d, tui_canvas *c, tui_rect r, int *top, int *left)
{
    *top = clamp(*top, d->sheet.rows, r.rows);
    *left = clamp(*left, d->sheet.columns, r.columns);
    for (int y = 0; y < r.rows; y++) {
        for (int x = 0; x < r.columns; x++) {
            const tui_cell *cell = tui_canvas_at(&d->sheet, *top + y, *left + x);
            if (cell)
                tui_canvas_put(c, r.row + y, r.column + x, cell->text, cell->style);
        }
    }
}

static void scroll_to(int from, int length, int window, int *at)
{
    if (from < *at || length > window)
        *at = from;
    else if (from + length > *at + window)
        *at = from + length - window;
}

void tui_drawing_reach(tui_rect part, int rows, int columns, int *top, int *left)
{
    if (part.rows == 0)
        return;
    scroll_to(part.row, part.rows, rows, top);
    scroll_to(part.column, part.columns, columns, left);
}
