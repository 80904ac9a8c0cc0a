/* players/catalogue.h -- finds games and engines by name: catalogue.def, as tables.
 *
 * Behind the games of catalogue.def stand those loaded from files while the program runs. That
 * shelf is the one thing in the house that changes for everybody: games are put on it by the
 * thread that reads the user's wishes, and taken down when the program ends. */
#pragma once

#include "core/engine.h"

enum { CATALOGUE_FILES_MAX = 64 }; /* room for games from files */

/* NULL-ended, in the order of catalogue.def, then those from files. */
extern const duel_game *const *const duel_games;
extern const duel_engine *const duel_engines[];

/* Where lists show a game; a template is shown to those who write games only. */
typedef enum catalogue_group {
    CATALOGUE_MAIN_GAME,
    CATALOGUE_LABORATORY_GAME,
    CATALOGUE_TEMPLATE_GAME
} catalogue_group;
catalogue_group
catalogue_group_of(const duel_game *game); /* one that is not built in: the laboratory */

const duel_game *catalogue_find_game(duel_str id);
/* The same, or a message that lists what there is. */
duel_status catalogue_need_game(duel_str id, const duel_game **out, duel_msg *why);

/* A game by its name, or by the name of a file (.lua, .pl, .kif, .so), which is loaded and put
 * on the shelf under the file's own name. For what the user of this machine types, never for
 * what comes over the network. */
duel_status catalogue_open_game(duel_str name, const duel_game **out, duel_msg *why);
/* Takes one file down, which nobody uses any more; one that is built in stays. */
void catalogue_close_game(const duel_game *game);
/* How fast the functions of a file in Lua run by themselves (script_time_functions), for who
 * measures: positions, the seconds of a plain loop over them, and those the file's process has
 * used before. */
duel_status catalogue_time_file(const duel_variant *v, uint64_t *positions, double *seconds,
                                double *before, duel_msg *why);
/* No file keeps anybody waiting from now on (script/load.h): for a program that ends. */
void catalogue_stop_files(void);
/* Takes all files down. No game from a file may be in use any more. */
void catalogue_close_games(void);

/* An engine of the game itself, else a generic one. */
const duel_engine *catalogue_find_engine(const duel_game *game, duel_str name);

/* Where the page can take what is seen in a view apart by other means: an address of it, behind
 * "#/" ("logic/proven/A%3EB"). Nothing is written where there is nothing to take apart, as in
 * most games. */
void catalogue_analysis_address(const duel_variant *v, const void *view, duel_sink *out);
