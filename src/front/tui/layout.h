/* front/tui/layout.h -- where the five windows are.
 *
 *     ┌ row 0 ──────────────────────────────┐  Menu, a bar
 *     │ Game surface, 76 × 15 at 80 × 25     │  grows with the terminal
 *     ├ Player ───────────┬ Expert ──────────┤
 *     └───────────────────┴──────────────────┘
 *       the untitled one                        the last row
 *
 * Smaller terminals shrink the surface first; below LEAST there is no room to play. */
#ifndef DUEL_FRONT_TUI_LAYOUT_H
#define DUEL_FRONT_TUI_LAYOUT_H

#include "front/tui/canvas.h"

enum { TUI_LEAST_ROWS = 14, TUI_LEAST_COLUMNS = 40 };

typedef struct tui_layout {
    bool fits;
    tui_rect menu, surface, player, expert, untitled; /* insides, without frames */
} tui_layout;

/* `drawn`: rows of the surface that are needed; what it has beyond them goes to the windows of
 * words, up to twice their usual size. 0: the surface keeps all it has. */
tui_layout tui_layout_of(int rows, int columns, int drawn);

/* Frames with the titles of the windows; `note` stands at the right of the surface's. */
typedef struct tui_titles {
    duel_str surface, player, expert, note;
} tui_titles;
void tui_layout_frames(tui_canvas *c, const tui_layout *l, const tui_titles *t);

#endif
