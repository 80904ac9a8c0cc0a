/* sheets/load.h -- a sheet of the Game Description Language becomes a game (docs/rules.md). */
#pragma once

#include "core/game.h"

typedef struct sheets_game sheets_game;

/* The game lives until sheets_close. DUEL_INVALID, DUEL_REFUSED: the sheet is at fault, or is
 * none that can be played here, and *why says which. */
duel_status sheets_open(const char *path, sheets_game **out, duel_msg *why);
/* The same of a text. `ground`: it is tried; else the sheet is proved from at once. */
duel_status sheets_open_text(const char *id, duel_str source, bool ground, sheets_game **out,
                             duel_msg *why);
void sheets_close(sheets_game *g);
const duel_game *sheets_table(const sheets_game *g);

/* Cuts the next term off *rest, with all its brackets. False: nothing is left, or a bracket is
 * missing (then *rest stays). */
bool term_ids_cut(duel_str *rest, duel_str *term);
