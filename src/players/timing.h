/* players/timing.h -- the time a player has: so much for a turn, or a clock for the whole game.
 *
 * The house measures it on its own side, from asking to the answer, without the start of a
 * program. What the machine and the pipe take is not the player's fault, so a little is let
 * pass (DUEL_GRACE); what goes beyond is counted and told, and loses where it is said so. */
#ifndef DUEL_PLAYERS_TIMING_H
#define DUEL_PLAYERS_TIMING_H

#include "base/status.h"

static const double DUEL_GRACE = 0.05; /* seconds */

typedef struct duel_control { /* a clock */
    double base, increment;   /* seconds; added after each turn. Base 0: there is none */
} duel_control;

typedef struct duel_lateness { /* turns that took longer than they might */
    uint64_t turns;
    double most; /* seconds too much, at most */
} duel_lateness;

/* Reads "10+0.1" or "10". */
duel_status duel_control_read(duel_str text, duel_control *out, duel_msg *why);

/* What of a clock an engine may spend on one turn, if it has no better idea. */
double duel_control_share(double left, double increment);

/* Counts a turn of so many seconds, of which `limit` were given; true if it was too long. */
bool duel_lateness_count(duel_lateness *l, double took, double limit);
void duel_lateness_add(duel_lateness *to, const duel_lateness *more);

#endif
