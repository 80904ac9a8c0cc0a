/* games/ergo/expert.h -- the strong opponents, and the command that makes one of them. */
#ifndef GAMES_ERGO_EXPERT_H
#define GAMES_ERGO_EXPERT_H

#include "games/ergo/rules.h"

extern const duel_engine ergo_expert, ergo_tuned;

#define ERGO_TUNE_USAGE                                                                        \
    "[--generations N] [--population N] [--games N] [--seed N] [--state FILE] [--test N]"
#define ERGO_TUNE_HELP N_("Searches numbers for the player tuned, by self-play.")
int ergo_tune(const duel_console *c, int argc, char **argv);

#endif
