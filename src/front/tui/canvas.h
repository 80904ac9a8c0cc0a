/* front/tui/canvas.h -- the screen as a sheet of cells, before any terminal shows it.
 *
 * Everything the terminal shows is first written here, one character and one style to a cell.
 * So the whole screen can be painted again at any moment (a resize, a return from Ctrl-Z), can
 * be written to a text file, and is the same whatever the terminal can do.
 *
 * Invariants: (1) a cell holds one printable character of one column; (2) on a sheet without
 * UTF-8 every cell holds an ASCII character. */
#ifndef DUEL_FRONT_TUI_CANVAS_H
#define DUEL_FRONT_TUI_CANVAS_H

#include "core/game.h"

/* Styles are the tones of games, then those of the windows around them. */
typedef enum tui_style {
    TUI_FRAME = DUEL_UNKNOWN + 1,
    TUI_TITLE,
    TUI_BAR, /* the menu's line */
    TUI_KEY, /* a key named in it */
    TUI_TYPED,
    TUI_ALERT,
    TUI_CURSOR, /* what an arrow key has come to */
    TUI_STYLES
} tui_style;

/* Added to a style: the last turn changed what stands here. */
enum { TUI_CHANGED = 0x80 };
_Static_assert((int)TUI_STYLES < (int)TUI_CHANGED, "a style and its flag fit in a byte");

typedef struct tui_cell {
    char text[5]; /* UTF-8, NUL-ended */
    uint8_t style;
    uint16_t thing; /* what of a drawing stands here, by its number there; 0: nothing */
} tui_cell;

typedef struct tui_canvas {
    int rows, columns;
    bool utf8;
    tui_cell *cell; /* row by row */
} tui_canvas;

typedef struct tui_rect {
    int row, column, rows, columns;
} tui_rect;

/* Empty until its first resize. */
void tui_canvas_init(tui_canvas *c, bool utf8);
void tui_canvas_fini(tui_canvas *c);
/* Blank again, in a new size; false (and as before) when there is no memory. */
bool tui_canvas_resize(tui_canvas *c, int rows, int columns);
void tui_canvas_clear(tui_canvas *c);

/* The cell at a place, or NULL outside. */
tui_cell *tui_canvas_at(const tui_canvas *c, int row, int column);
/* One character, cut off *text; false at its end. What does not print is dropped. */
bool tui_canvas_next(duel_str *text, bool utf8, char out[5]);
int tui_canvas_width(duel_str text);

void tui_canvas_put(tui_canvas *c, int row, int column, const char *character, int style);
/* A text within `columns`, cut with … if it is longer; gives the columns used. */
int tui_canvas_text(tui_canvas *c, int row, int column, int columns, duel_str text, int style);
/* Paragraphs (a line each) broken at blanks within `r`, from line `skip` on. Gives the number
 * of lines the whole text has. */
int tui_canvas_paragraphs(tui_canvas *c, tui_rect r, duel_str text, int skip, int style);
/* Horizontal and vertical lines, and the corners between them. */
typedef enum tui_corner {
    TUI_ACROSS,
    TUI_DOWN,
    TUI_TOP_LEFT,
    TUI_TOP_RIGHT,
    TUI_BOTTOM_LEFT,
    TUI_BOTTOM_RIGHT,
    TUI_TEE_LEFT,
    TUI_TEE_RIGHT,
    TUI_TEE_TOP,
    TUI_TEE_BOTTOM
} tui_corner;
void tui_canvas_line(tui_canvas *c, int row, int column, tui_corner piece);

/* The sheet as text, blanks at the ends of lines left out. */
void tui_canvas_print(const tui_canvas *c, duel_sink *out);

#endif
