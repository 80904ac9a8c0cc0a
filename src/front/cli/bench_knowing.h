/* front/cli/bench_knowing.h -- `duel bench knowing`. */
#ifndef DUEL_FRONT_CLI_BENCH_KNOWING_H
#define DUEL_FRONT_CLI_BENCH_KNOWING_H

#include "core/command.h"

duel_status bench_knowing(const duel_console *c, duel_msg *why);

#endif
