/* front/cli/bench_tiers.h -- `duel bench tiers`: a game solved on disk, and asked there. */
#ifndef DUEL_FRONT_CLI_BENCH_TIERS_H
#define DUEL_FRONT_CLI_BENCH_TIERS_H

#include "core/command.h"

duel_status bench_tiers(const duel_console *c, duel_msg *why);

#endif
