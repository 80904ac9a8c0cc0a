/* front/ggp/player.h -- a player for servers of General Game Playing (docs/rules.md).
 *
 * It plays one match at a time, at the address at which it listens, until it is told to end. */
#pragma once

#include "core/command.h"

typedef struct ggp_player_setup {
    const char *host;
    int port;    /* 0: any that is free */
    double most; /* seconds of thought a turn; 0: as the clock allows */
} ggp_player_setup;

/* Returns after Ctrl-C, or a terminating signal. */
duel_status ggp_player_run(const duel_console *c, const ggp_player_setup *setup, duel_msg *why);
