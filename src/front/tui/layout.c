/* front/tui/layout.c -- see layout.h. */
#include "front/tui/layout.h"

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

static void rule(tui_canvas *c, int row, tui_corner left, tui_corner right)
{
    tui_canvas_line(c, row, 0, left);
    for (int x = 1; x < c->columns - 1; x++)
        tui_canvas_line(c, row, x, TUI_ACROSS);
    tui_canvas_line(c, row, c->columns - 1, right);
}

static void title(tui_canvas *c, int row, int column, int room, duel_str text)
{
    if (text.len == 0)
        return;
    tui_canvas_put(c, row, column, " ", TUI_TITLE);
    int used = tui_canvas_text(c, row, column + 1, room - 2, text, TUI_TITLE);
    tui_canvas_put(c, row, column + 1 + used, " ", TUI_TITLE);
}

void tui_layout_frames(tui_canvas *c, const tui_layout *l, const tui_titles *t)
{
    int top = l->surface.row - 1, middle = l->player.row - 1;
    int bottom = l->player.row + l->player.rows, split = c->columns / 2;
    rule(c, top, TUI_TOP_LEFT, TUI_TOP_RIGHT);
    rule(c, middle, TUI_TEE_LEFT, TUI_TEE_RIGHT);
    rule(c, bottom, TUI_BOTTOM_LEFT, TUI_BOTTOM_RIGHT);
    for (int row = top + 1; row < bottom; row++) {
        if (row == middle)
            continue;
        tui_canvas_line(c, row, 0, TUI_DOWN);
        tui_canvas_line(c, row, c->columns - 1, TUI_DOWN);
        if (row > middle)
            tui_canvas_line(c, row, split, TUI_DOWN);
    }
    tui_canvas_line(c, middle, split, TUI_TEE_TOP);
    tui_canvas_line(c, bottom, split, TUI_TEE_BOTTOM);
    int note = tui_canvas_width(t->note);
    title(c, top, 2, c->columns - 8 - note, t->surface);
    title(c, top, c->columns - 4 - note, note + 2, t->note);
    title(c, middle, 2, split - 4, t->player);
    title(c, middle, split + 2, c->columns - split - 4, t->expert);
}
