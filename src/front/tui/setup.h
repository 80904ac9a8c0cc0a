/* front/tui/setup.h -- what is typed before a game: its starting situation, and who plays.
 *
 * A situation is settings (matches=11 max=4), a position in the game's notation, both, or
 * nothing. As in 1995 a number alone is enough: where it is no position it is the value of the
 * game's first setting. seed=… fixes the deal. */
#ifndef DUEL_FRONT_TUI_SETUP_H
#define DUEL_FRONT_TUI_SETUP_H

#include "core/record.h"
#include "front/host.h"
#include "table/session.h" /* what an opening is */

enum { TUI_SEATS_TEXT = 256 };

typedef struct tui_setup {
    duel_variant v;
    char seed[96];
    bool fixed_seed;            /* typed: every game begins with this deal */
    duel_buf start;             /* a position, or empty: dealt */
    char seats[TUI_SEATS_TEXT]; /* as typed; empty: the default */
    called called;              /* those of them who have a name */
} tui_setup;

/* The default situation of a game. */
duel_status tui_setup_init(tui_setup *s, const duel_game *g, duel_msg *why);
void tui_setup_fini(tui_setup *s);

/* *s changes only if the whole text is right. */
duel_status tui_setup_read(tui_setup *s, duel_str text, duel_msg *why);
/* A new deal, where no seed was typed. */
void tui_setup_new_deal(tui_setup *s);
/* The state that the game will begin with. */
duel_status tui_setup_state(const tui_setup *s, duel_state *out, duel_msg *why);

/* Who plays: 1 the person first, 2 the machine first, 3 people only, 4 machines only; or the
 * spec of the opponent, or of all seats joined by commas; human:Ada has a name. */
duel_status tui_setup_seats(tui_setup *s, duel_str text, duel_msg *why);
/* Fills in what a session needs; its texts live in `room`. */
duel_status tui_setup_opening(const tui_setup *s, char room[DUEL_SEATS][DUEL_SPEC_TEXT],
                              duel_opening *out, duel_msg *why);

#endif
