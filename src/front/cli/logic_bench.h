/* front/cli/logic_bench.h -- formulas decided before one's eyes, by any of several methods. */
#ifndef DUEL_FRONT_CLI_LOGIC_BENCH_H
#define DUEL_FRONT_CLI_LOGIC_BENCH_H

#include "core/command.h"

/* Runs the method that the first word names, on the formulas behind it; *known is false, and
 * nothing done, if there is no such method. */
duel_status logic_bench(const duel_console *c, const duel_args *a, bool *known, duel_msg *why);

#endif
