/* moriarty/workshop/spread.h -- `./dev workshop moriarty spread GAMES`: how far shallow
 * searches are from deep ones.
 *
 * A selective search (node_kernel.h) leaves out what a shallow search finds clear; how clear it
 * must be comes from here. Positions of games kept apart from the training are searched to
 * every depth, and to the end where that is near; differences between depths of the same parity
 * are gathered, and spread and power (eval.h) fitted to them. */
#ifndef MORIARTY_SPREAD_H
#define MORIARTY_SPREAD_H

#include "core/command.h"

extern const duel_option moriarty_spread_options[];
duel_status moriarty_run_spread(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
