/* wumpus/command.h -- the commands `duel wumpus …`: what each takes, and how it runs. */
#ifndef DUEL_WUMPUS_COMMAND_H
#define DUEL_WUMPUS_COMMAND_H

#include "core/command.h"

extern const duel_command wumpus_commands[];

extern const duel_option wumpus_deduce_options[];
duel_status wumpus_run_deduce(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_stats_options[];
extern const duel_flag wumpus_stats_texts[];
duel_status wumpus_run_stats(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_generate_options[];
extern const duel_flag wumpus_generate_texts[];
duel_status wumpus_run_generate(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_agent_options[];
duel_status wumpus_run_agent(const duel_console *c, const duel_args *a, duel_msg *why);
extern const duel_option wumpus_optimum_options[];
duel_status wumpus_run_optimum(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
