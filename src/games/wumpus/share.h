/* wumpus/share.h -- many like jobs done by several threads, with a bar for who watches.
 *
 * Jobs are numbered and depend on their number alone, so the results do not depend on how many
 * threads there are. */
#ifndef DUEL_WUMPUS_SHARE_H
#define DUEL_WUMPUS_SHARE_H

#include "core/command.h"

/* Does job `number`; `self` is shared by all threads: a job writes to its own place only. */
typedef duel_status wumpus_job(void *self, int64_t number, duel_msg *why);

/* Does jobs 0 … count - 1. The first failure stops all and is returned. `console` may be NULL:
 * no bar. */
duel_status wumpus_share(const duel_console *console, int64_t count, int threads,
                         wumpus_job *job, void *self, duel_msg *why);

#endif
