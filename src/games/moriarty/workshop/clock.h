/* moriarty/workshop/clock.h -- `./dev workshop moriarty clock`: how much of the time it is
 * given the expert uses.
 */
#ifndef MORIARTY_CLOCK_H
#define MORIARTY_CLOCK_H

#include "core/command.h"

extern const duel_option moriarty_clock_options[];
duel_status moriarty_run_clock(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
