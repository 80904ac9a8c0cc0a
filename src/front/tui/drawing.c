/* front/tui/drawing.c -- see drawing.h. */
#include "front/tui/drawing.h"

#include <string.h>

void tui_drawing_init(tui_drawing *d, bool utf8)
{
    tui_canvas_init(&d->sheet, utf8);
}

void tui_drawing_fini(tui_drawing *d)
{
    tui_canvas_fini(&d->sheet);
}

/* ---- the pen ----------------------------------------------------------------------------- */

/* Tones travel inside the text, as a byte no text should have followed by the tone. */
enum { TONE_MARK = 0x01 };

static void mark_tone(duel_pen *pen, duel_tone tone)
{
    char mark[3] = {TONE_MARK, (char)('A' + (int)tone), '\0'};
    duel_put(pen->out, mark);
}

static bool take_mark(duel_str *line, int *tone)
{
    if (line->len < 2 || line->at[0] != TONE_MARK || line->at[1] < 'A' ||
        line->at[1] > 'A' + DUEL_UNKNOWN)
        return false;
    *tone = line->at[1] - 'A';
    line->at += 2, line->len -= 2;
    return true;
}

/* Up to the next mark, or the end. */
static duel_str take_run(duel_str *line)
{
    const char *mark = memchr(line->at, TONE_MARK, line->len);
    duel_str run = {line->at, mark ? (size_t)(mark - line->at) : line->len};
    line->at += run.len, line->len -= run.len;
    return run;
}

/* Writes the text on `to`, or only measures it when `to` is NULL. */
static tui_rect lay_out(duel_str text, tui_canvas *to)
{
    tui_rect size = {0, 0, 0, 0};
    duel_str line;
    int tone = DUEL_PLAIN;
    while (text.len && duel_str_part(&text, '\n', &line)) {
        int column = 0;
        while (line.len) {
            if (take_mark(&line, &tone))
                continue;
            duel_str run = take_run(&line);
            int width = tui_canvas_width(run);
            if (to)
                tui_canvas_text(to, size.rows, column, width, run, tone);
            column += width;
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
                      .tone = brush->tones ? mark_tone : NULL};
}

/* Takes over the text. */
static bool keep(tui_drawing *d, duel_buf *text)
{
    tui_rect size = lay_out(duel_buf_str(text), NULL);
    bool done = !text->failed && tui_canvas_resize(&d->sheet, size.rows, size.columns);
    if (done)
        lay_out(duel_buf_str(text), &d->sheet);
    duel_buf_fini(text);
    return done;
}

bool tui_drawing_make(tui_drawing *d, const tui_brush *brush, const duel_variant *v,
                      const void *view, int seat)
{
    duel_buf text;
    duel_pen pen = pen_on(&text, brush);
    v->game->draw(v, view, seat, &pen);
    if (brush->lens && brush->lens->draw)
        brush->lens->draw(v, view, seat, &pen);
    return keep(d, &text);
}

bool tui_drawing_opening(tui_drawing *d, const tui_brush *brush, const duel_learner *l)
{
    duel_buf text;
    duel_pen pen = pen_on(&text, brush);
    l->lesson->draw(&l->v, &pen);
    return keep(d, &text);
}

/* ---- comparing --------------------------------------------------------------------------- */

static bool differs(const tui_cell *a, const tui_cell *b)
{
    static const tui_cell blank = {" ", DUEL_PLAIN};
    return strcmp((a ? a : &blank)->text, (b ? b : &blank)->text) != 0;
}

tui_rect tui_drawing_difference(const tui_drawing *a, const tui_drawing *b)
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

tui_rect tui_drawing_first_difference(const tui_drawing *a, const tui_drawing *b)
{
    tui_rect all = tui_drawing_difference(a, b), first = {all.row, all.column, all.rows > 0, 1};
    while (all.rows && !differs(tui_canvas_at(&a->sheet, first.row, first.column),
                                tui_canvas_at(&b->sheet, first.row, first.column)))
        first.column++; /* the top row of the rectangle has one */
    return first;
}

void tui_drawing_copy(tui_drawing *to, const tui_drawing *from)
{
    const tui_canvas *f = &from->sheet;
    if (f->rows && tui_canvas_resize(&to->sheet, f->rows, f->columns))
        memcpy(to->sheet.cell, f->cell, (size_t)f->rows * (size_t)f->columns * sizeof *f->cell);
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

static void reach(int from, int length, int window, int *at)
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
    reach(part.row, part.rows, rows, top);
    reach(part.column, part.columns, columns, left);
}
