/* front/cli/match_told.h -- what is told of a match: while it is played, and at its end. */
#ifndef DUEL_FRONT_CLI_MATCH_TOLD_H
#define DUEL_FRONT_CLI_MATCH_TOLD_H

#include "core/command.h"
#include "match/match.h"

/* The table that grows on the terminal; a duel_match.progress whose watcher it is. */
typedef struct live_table {
    const duel_console *c;
    const duel_match *m;
    double shown; /* when; -1: never */
    int lines;    /* of it on the screen, above the cursor */
} live_table;
void told_live(void *live, const duel_tally *t);
void told_live_clear(live_table *live);

/* The whole result, in words or as JSON. */
void told_match(const duel_console *c, const duel_match *m, const duel_tally *t,
                double seconds);

/* The share of points in hundredths with its 95 % interval: "  55.0 %  [44.1, 65.4]". What
 * follows stands in line if the interval, which may be missing, has a width. */
enum { TOLD_INTERVAL = 13 };
void told_share(const duel_points *s, int width, duel_sink *out);

#endif
