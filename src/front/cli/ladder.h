/* front/cli/ladder.h -- the ladder of the levels: is each surely stronger than one below? */
#ifndef DUEL_FRONT_CLI_LADDER_H
#define DUEL_FRONT_CLI_LADDER_H

#include "core/command.h"
#include "match/match.h"

/* Every level against the one so far below, which has all the other seats. */
duel_status ladder_schedule(const duel_variant *v, int apart, duel_schedule *out,
                            duel_msg *why);
/* The players of that schedule: level:1 and so on. */
const duel_str *ladder_specs(void);

/* Tells who holds its place; DUEL_NO without a word: not every level does. */
duel_status ladder_told(const duel_console *c, const duel_match *m, const duel_tally *t);

#endif
