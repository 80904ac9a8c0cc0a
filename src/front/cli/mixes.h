/* front/cli/mixes.h -- `duel solve` of a game with secrets. */
#ifndef DUEL_FRONT_CLI_MIXES_H
#define DUEL_FRONT_CLI_MIXES_H

#include "front/cli/subject.h"

/* The arguments are those of solve. */
duel_status mixes_solve(const duel_console *c, const duel_args *a, const subject *s,
                        duel_msg *why);

#endif
