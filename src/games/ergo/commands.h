/* games/ergo/commands.h -- what the game's own commands share: the ends they come to, and where
 * each is. The table of them stands in command.c. */
#ifndef GAMES_ERGO_COMMANDS_H
#define GAMES_ERGO_COMMANDS_H

#include "games/ergo/rules.h"

/* `duel ergo bench`: how fast the rules are (bench.c). */
duel_status ergo_bench(const duel_console *c, const duel_args *a, duel_msg *why);
#endif
