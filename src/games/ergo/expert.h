/* games/ergo/expert.h -- the strong opponents, and the command that makes one of them. */
#ifndef GAMES_ERGO_EXPERT_H
#define GAMES_ERGO_EXPERT_H

#include "games/ergo/rules.h"

extern const duel_engine ergo_expert, ergo_tuned;

extern const duel_option ergo_tune_options[];
extern const duel_flag ergo_tune_texts[];
duel_status ergo_tune(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
