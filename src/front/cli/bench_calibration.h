/* front/cli/bench_calibration.h -- `duel bench calibration GAME`. */
#ifndef DUEL_FRONT_CLI_BENCH_CALIBRATION_H
#define DUEL_FRONT_CLI_BENCH_CALIBRATION_H

#include "core/command.h"

/* The words from the second on are a game, perhaps a position, and settings. */
duel_status bench_calibration(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
