/* front/tui/menu.h -- the menus: what can be chosen where, by which key.
 *
 * Every choice has a function key and a plain-key twin, shown beside it, since not every
 * terminal sends function keys. While moves are typed the twins are control keys. */
#ifndef DUEL_FRONT_TUI_MENU_H
#define DUEL_FRONT_TUI_MENU_H

#include "front/tui/screen.h"

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

/* What a key chooses. A mouse click on the bar chooses what is written there. */
tui_choice tui_menu_choice(const tui_menu *m, const tui_key *k, int columns);
/* The bar. Choices that are also found elsewhere give way where there is no room for all. */
void tui_menu_paint(const tui_menu *m, tui_canvas *c, tui_rect r);
/* The choices that have no place in a bar of so many columns, nothing if all have: of the first
 * that had to give way as many as `room` columns hold; or all of them in a line. */
void tui_menu_second(const tui_menu *m, int columns, int room, duel_sink *out);
void tui_menu_rest(const tui_menu *m, int columns, duel_sink *out);

#endif
