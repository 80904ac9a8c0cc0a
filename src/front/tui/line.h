/* front/tui/line.h -- one line being typed: editing, history, completion. */
#ifndef DUEL_FRONT_TUI_LINE_H
#define DUEL_FRONT_TUI_LINE_H

#include "front/tui/screen.h"

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
/* Goes back (-1) or forth (+1) in the history. */
void tui_line_history(tui_line *l, int step);

/* Completes the text from words joined by '\n'. Gives how many begin with the text; the text
 * grows to what they share, ASCII case set aside. The words that fit are written to `fits`,
 * with blanks between them. */
int tui_line_complete(tui_line *l, duel_str words, duel_sink *fits);

/* Shows the end of the line around the cursor within `columns`; gives the cursor's column. */
int tui_line_paint(const tui_line *l, tui_canvas *c, int row, int column, int columns);

#endif
