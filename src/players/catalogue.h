/* players/catalogue.h -- where games and engines are met by name: catalogue.def, as tables.
 *
 * Behind the games of catalogue.def stand those loaded from files while the program runs. That
 * shelf is the one thing in the house that changes for everybody: games are put on it by the
 * thread that reads the user's wishes, and taken down when the program ends. */
#pragma once

#include "core/engine.h"

enum { DUEL_SHELF = 64 }; /* room for games from files */

/* NULL-ended, in the order of catalogue.def, then those from files. */
extern const duel_game *const *const duel_games;
extern const duel_engine *const duel_engines[];

/* Where lists show a game; a template is shown to those who write games only. */
typedef enum duel_group { DUEL_MAIN_GAME, DUEL_LABORATORY_GAME, DUEL_TEMPLATE_GAME } duel_group;
duel_group duel_group_of(const duel_game *game); /* one that is not built in: the laboratory */

const duel_game *duel_find_game(duel_str id);
/* The same, or a message that lists what there is. */
duel_status duel_need_game(duel_str id, const duel_game **out, duel_msg *why);

/* A game by its name, or by the name of a file (.lua, .pl, .kif, .so), which is loaded and put
 * on the shelf under the file's own name. For what the user of this machine types, never for
 * what comes over the network. */
duel_status duel_open_game(duel_str name, const duel_game **out, duel_msg *why);
/* Takes one file down, which nobody uses any more; one that is built in stays. */
void duel_close_game(const duel_game *game);
/* How fast the functions of a file in Lua run by themselves (script_pace), for who measures:
 * positions, the seconds of a plain loop over them, and those the file's process has used
 * before. */
duel_status duel_pace_file(const duel_variant *v, uint64_t *positions, double *seconds,
                           double *before, duel_msg *why);
/* No file keeps anybody waiting from now on (script/load.h): for a program that ends. */
void duel_hush_games(void);
/* Takes all files down. No game from a file may be in use any more. */
void duel_close_games(void);

/* An engine of the game itself, else a generic one. */
const duel_engine *duel_find_engine(const duel_game *game, duel_str name);

/* Where the page can take what is seen in a view apart by other means: an address of it, behind
 * "#/" ("logic/proven/A%3EB"). Nothing is written where there is nothing to take apart, as in
 * most games. */
void duel_study_address(const duel_variant *v, const void *view, duel_sink *out);
