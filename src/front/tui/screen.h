/* front/tui/screen.h -- the terminal itself, through ncurses: colours, keys, the mouse.
 *
 * The only file that knows ncurses. It is handed whole sheets (canvas.h) and sends what has
 * changed, so nothing flickers. One terminal to a process: the library keeps it. */
#ifndef DUEL_FRONT_TUI_SCREEN_H
#define DUEL_FRONT_TUI_SCREEN_H

#include "front/tui/canvas.h"

/* How tones are shown. Marks: no colour at all, only bold, underlined and turned round. */
typedef enum tui_palette { TUI_COLOURS, TUI_COLOUR_BLIND, TUI_MARKS, TUI_PALETTES } tui_palette;

/* A key as the rest of the terminal interface sees it: TUI_TEXT with its character, a key with
 * a name, or TUI_CTRL + letter. */
enum {
    TUI_NO_KEY,
    TUI_TEXT,
    TUI_ENTER,
    TUI_ESCAPE,
    TUI_TAB,
    TUI_BACKSPACE,
    TUI_DELETE,
    TUI_UP,
    TUI_DOWN_KEY,
    TUI_LEFT,
    TUI_RIGHT,
    TUI_HOME,
    TUI_END,
    TUI_PAGE_UP,
    TUI_PAGE_DOWN,
    TUI_SHIFT_LEFT,
    TUI_SHIFT_RIGHT,
    TUI_MOUSE,
    TUI_OTHER,
    TUI_F0 = 1000, /* beyond any character */
    TUI_CTRL = 2000
};
typedef struct tui_key {
    int code;
    char text[5];
    int row, column; /* of the mouse */
} tui_key;

/* Needs a terminal on standard input and output. */
duel_status tui_screen_open(tui_palette palette, duel_msg *why);
/* Gives the terminal back; tui_screen_resized and tui_screen_show take it again. */
void tui_screen_close(void);
bool tui_screen_has_colours(void);
void tui_screen_set_palette(tui_palette palette);

void tui_screen_size(int *rows, int *columns);
/* Takes the terminal's present size over; everything must be painted again. */
void tui_screen_resized(void);
/* Shows the sheet; the cursor at a place of it, hidden when `row` is negative. */
void tui_screen_show(const tui_canvas *c, int row, int column);

/* The next key that waits; false: none does. */
bool tui_screen_key(tui_key *out);

#endif
