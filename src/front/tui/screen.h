/* front/tui/screen.h -- what the terminal interface stands on, and what knows no game at a
 * table: cells and drawings made of them, windows, the terminal and its keys, a line typed,
 * menus. */
#pragma once

#include "base/status.h"
#include "core/game.h"
#include "core/lesson.h"
#include "front/board_flags.h"

/* ---- canvas.c ---------------------------------------------------------------------------- */

/* The screen as a sheet of cells, before any terminal shows it.
 *
 * Everything the terminal shows is first written here, one character and one style to a cell.
 * So the whole screen can be painted again at any moment (a resize, a return from Ctrl-Z), can
 * be written to a text file, and is the same whatever the terminal can do.
 *
 * Invariants: (1) a cell holds one printable character of one column; (2) on a sheet without
 * UTF-8 every cell holds an ASCII character. */

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

/* The sheet as text, blanks at the ends of lines left out. */
void tui_canvas_print(const tui_canvas *c, duel_sink *out);

/* ---- board_cells.c
 * --------------------------------------------------------------------------- */

/* What a game draws, kept as cells: it can then be larger than the surface, be compared with
 * the drawing before, and be pointed at. Each cell knows which thing of the scene it shows, as
 * the pen was told. */

typedef struct tui_drawing {
    tui_canvas sheet;  /* exactly as large as what was drawn; rows == 0: nothing */
    duel_target *name; /* the ids of the things in it: thing N of a cell is name[N - 1] */
    int names;
} tui_drawing;

/* Neighbours in a row that show the same thing. */
typedef struct tui_run {
    int row, column, columns;
    int thing;
} tui_run;

void tui_drawing_init(tui_drawing *d, bool utf8);
void tui_drawing_fini(tui_drawing *d);

/* How a drawing is to be made. */
typedef struct tui_brush {
    duel_lang lang;
    bool utf8, tones;
    const duel_lens *lens; /* whose text stands under the drawing; NULL: none */
    const flags *flags;    /* that the person has put; NULL: none */
} tui_brush;

/* What the game draws of a view. False (and *d as before) when memory runs out. */
bool tui_drawing_make(tui_drawing *d, const tui_brush *brush, const duel_variant *v,
                      const void *view, int seat);
/* The first picture of a lesson that has one. */
bool tui_drawing_opening(tui_drawing *d, const tui_brush *brush, const duel_learner *l);
/* The smallest rectangle with all that differs, if a window of rows × columns has room for it;
 * else the first cell, in reading order. rows == 0: nothing differs, or one of them is empty.
 */
tui_rect tui_drawing_change(const tui_drawing *a, const tui_drawing *b, int rows, int columns);
void tui_drawing_copy(tui_drawing *to, const tui_drawing *from);
/* Flags what shows a thing that was not there before, or looked otherwise. */
void tui_drawing_mark_changes(const tui_drawing *before, tui_drawing *now);
/* The next run of a thing in reading order, after *r; all zeros begin. False: there is none. */
bool tui_drawing_next_run(const tui_drawing *d, tui_run *r);

/* Where the drawing is shown in the window `r`, once `room` (the largest drawing of the game so
 * far) stands in its middle: small boards do not jump about while they shrink. */
tui_rect tui_drawing_place(tui_rect r, tui_rect room);
/* Shows the part that begins at (*top, *left) in `r`, after moving both so that no space is
 * wasted. */
void tui_drawing_paint(const tui_drawing *d, tui_canvas *c, tui_rect r, int *top, int *left);
/* Moves (*top, *left) as little as needed to show `part` in a window of rows × columns. */
void tui_drawing_reach(tui_rect part, int rows, int columns, int *top, int *left);

/* ---- paint_screen.c
 * ----------------------------------------------------------------------------- */

/* Where the five windows are.
 *
 *     ┌ row 0 ──────────────────────────────┐  Menu, a bar
 *     │ Game surface, 76 × 15 at 80 × 25     │  grows with the terminal
 *     ├ Player ───────────┬ Expert ──────────┤
 *     └───────────────────┴──────────────────┘
 *       the untitled one                        the last row
 *
 * Smaller terminals shrink the surface first; below LEAST there is no room to play. */

enum { TUI_LEAST_ROWS = 14, TUI_LEAST_COLUMNS = 40 };

typedef struct tui_layout {
    bool fits;
    tui_rect menu, surface, player, expert, untitled; /* insides, without frames */
} tui_layout;

/* `drawn`: rows of the surface that are needed; what it has beyond them goes to the windows of
 * words, up to twice their usual size. 0: the surface keeps all it has. */
tui_layout tui_layout_of(int rows, int columns, int drawn);

/* ---- screen.c ---------------------------------------------------------------------------- */

/* The terminal itself, through ncurses: colours, keys, the mouse.
 *
 * The only file that knows ncurses. It is handed whole sheets and sends what has changed, so
 * nothing flickers. One terminal to a process: the library keeps it. */

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

/* What wakes the terminal's loop besides keys: signals and worker threads.
 *
 * Both write a letter into a pipe, so that the loop can sleep in one poll() and miss nothing.
 */

typedef enum tui_event {
    TUI_KEYS = 1,      /* the terminal has something to read */
    TUI_WORKER = 2,    /* a worker reports */
    TUI_RESIZED = 4,   /* another size, or back from Ctrl-Z */
    TUI_INTERRUPT = 8, /* Ctrl-C */
    TUI_LOST = 16,     /* the terminal is gone, or the program is asked to end */
    TUI_SUSPEND = 32   /* Ctrl-Z */
} tui_event;

/* Opens the pipe and takes the signals over, after the terminal library has taken its own. */
duel_status tui_wake_open(duel_msg *why);
void tui_wake_close(void);
/* Sleeps until something happens or `seconds` are over (negative: no limit). Gives the events,
 * 0 when the time is over. */
unsigned tui_wake_wait(double seconds);
/* Stops the whole program, as Ctrl-Z does, until it is told to go on. */
void tui_wake_suspend(void);
/* For worker threads. */
void tui_wake_from_worker(void);

/* ---- line.c ------------------------------------------------------------------------------ */

/* One line being typed: editing, history, completion. */
enum { TUI_LINE_TEXT = 256, TUI_HISTORY = 32 };

typedef struct tui_line {
    char text[TUI_LINE_TEXT]; /* UTF-8, NUL-ended */
    size_t length, at;        /* bytes; the cursor stands before byte `at` */
    char past[TUI_HISTORY][TUI_LINE_TEXT];
    int past_count, past_at;  /* past_at == past_count: the line itself is shown */
    char kept[TUI_LINE_TEXT]; /* the line, while history is shown */
} tui_line;

void tui_line_clear(tui_line *l); /* the text, not the history */
void tui_line_forget(tui_line *l);
void tui_line_set(tui_line *l, const char *text);
duel_str tui_line_text(const tui_line *l);
/* Remembers the text for the up arrow. */
void tui_line_remember(tui_line *l);
/* False: the key means nothing to a line. */
bool tui_line_key(tui_line *l, const tui_key *k);

/* Completes the text from words joined by '\n'. Gives how many begin with the text; the text
 * grows to what they share, ASCII case set aside. The words that fit are written to `fits`,
 * with blanks between them. */
int tui_line_complete(tui_line *l, duel_str words, duel_sink *fits);

/* Shows the end of the line around the cursor within `columns`; gives the cursor's column. */
int tui_line_paint(const tui_line *l, tui_canvas *c, int row, int column, int columns);

/* ---- menu.c ------------------------------------------------------------------------------ */

/* The menus: what can be chosen where, by which key.
 *
 * Every choice has a function key and a plain-key twin, shown beside it, since not every
 * terminal sends function keys. While moves are typed the twins are control keys. */

typedef enum tui_place {
    TUI_AT_DUEL,
    TUI_AT_GAME,
    TUI_AT_PLAY,
    TUI_AT_LESSON,
    TUI_AT_REVIEW,
    TUI_AT_EXPLORE
} tui_place;

typedef enum tui_choice {
    TUI_NOTHING,
    TUI_HELP,
    TUI_GAME,
    TUI_RESUME,
    TUI_RULES,
    TUI_SITUATION,
    TUI_PLAY,
    TUI_PLAYERS,
    TUI_LESSON,
    TUI_READ, /* all the words of the two windows */
    TUI_ADVICE,
    TUI_HINT,
    TUI_FLAG, /* on what is pointed at */
    TUI_LENS,
    TUI_UNDO,
    TUI_REVIEW,    /* the game that is over */
    TUI_ALL_MOVES, /* of a review, as a page */
    TUI_BETTER,    /* the next move of the better line */
    TUI_TURNING,   /* to the turning point */
    TUI_TRY_AGAIN, /* from the position before the move */
    TUI_EXPLORE,   /* what was solved */
    TUI_AT_TABLE,  /* of it the position at the table, */
    TUI_LONGEST,   /* the longest win, */
    TUI_A_WIN,     /* and any one by its value */
    TUI_A_LOSS,
    TUI_A_TIE,
    TUI_ENDLESS,
    TUI_PALETTE,
    TUI_WRITE,
    TUI_LEAVE
} tui_choice;

/* A menu as it stands: some choices are there only when they mean something. */
typedef struct tui_menu {
    tui_place place;
    duel_lang lang;
    bool lesson, lenses, flags; /* the game has them */
    bool review;                /* there is a game to be reviewed */
    unsigned kinds;             /* of positions that were solved: see tui_explore_kinds */
    bool cut;                   /* a window holds more words than it shows */
} tui_menu;

/* Whether it draws a position of those that were solved, and of what value. */
bool tui_menu_draws(tui_choice choice, duel_value *wanted);
/* What a key chooses. A mouse click on the bar chooses what is written there. */
tui_choice tui_menu_choice(const tui_menu *m, const tui_key *k, int columns);
/* The bar. Choices that are also found elsewhere give way where there is no room for all. */
void tui_menu_paint(const tui_menu *m, tui_canvas *c, tui_rect r);
/* The choices that have no place in a bar of so many columns, nothing if all have: of the first
 * that had to give way as many as `room` columns hold; or all of them in a line. */
void tui_menu_second(const tui_menu *m, int columns, int room, duel_sink *out);
void tui_menu_rest(const tui_menu *m, int columns, duel_sink *out);
