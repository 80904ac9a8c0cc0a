/* front/tui_menu.h -- the menus: what can be chosen where, by which key.
 *
 * Every choice has a function key and a plain-key twin, shown beside it, since not every
 * terminal sends function keys. While moves are typed the twins are control keys. */
#ifndef DUEL_FRONT_TUI_MENU_H
#define DUEL_FRONT_TUI_MENU_H

#include "front/tui_screen.h"

typedef enum tui_place { TUI_AT_DUEL, TUI_AT_GAME, TUI_AT_PLAY } tui_place;

typedef enum tui_choice {
    TUI_NOTHING,
    TUI_HELP,
    TUI_GAME,
    TUI_RESUME,
    TUI_RULES,
    TUI_SITUATION,
    TUI_PLAY,
    TUI_PLAYERS,
    TUI_ADVICE,
    TUI_UNDO,
    TUI_PALETTE,
    TUI_WRITE,
    TUI_LEAVE
} tui_choice;

/* What a key chooses. A mouse click on the bar chooses what is written there. */
tui_choice tui_menu_choice(tui_place place, duel_lang lang, const tui_key *k, int columns);
/* The bar. Choices that are also found elsewhere give way where there is no room for all. */
void tui_menu_paint(tui_place place, duel_lang lang, tui_canvas *c, tui_rect r);

#endif
