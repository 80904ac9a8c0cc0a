/* wumpus/command.h -- the commands `duel wumpus …`, and what a benchmark of the house may call.
 */
#ifndef DUEL_WUMPUS_COMMAND_H
#define DUEL_WUMPUS_COMMAND_H

#include "core/command.h"

extern const duel_command wumpus_commands[];

int wumpus_command_deduce(const duel_console *c, int argc, char **argv);
int wumpus_command_stats(const duel_console *c, int argc, char **argv);
int wumpus_command_generate(const duel_console *c, int argc, char **argv);
int wumpus_command_agent(const duel_console *c, int argc, char **argv);
int wumpus_command_optimum(const duel_console *c, int argc, char **argv);
int wumpus_command_bench(const duel_console *c, int argc, char **argv);

#endif
