/* front/cli/bench_files.h -- `duel bench files`. */
#ifndef DUEL_FRONT_CLI_BENCH_FILES_H
#define DUEL_FRONT_CLI_BENCH_FILES_H

#include "core/command.h"

duel_status bench_files(const duel_console *c, duel_msg *why);

#endif
