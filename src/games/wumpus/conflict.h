/* wumpus/conflict.h -- percepts that contradict each other: which cells, and the sentence that
 * names them. */
#ifndef DUEL_WUMPUS_CONFLICT_H
#define DUEL_WUMPUS_CONFLICT_H

#include "games/wumpus/knowledge.h"

typedef struct wumpus_conflict {
    wumpus_set cells; /* none of them can be left out; empty when the rules alone contradict */
    bool arrow;       /* an arrow's outcome is part of it */
} wumpus_conflict;

/* DUEL_OK: there are worlds that agree with all this. DUEL_NO: none; *out and *why tell which
 * cells cannot be true together. Beyond: DUEL_BAD, DUEL_FULL. */
duel_status wumpus_check_knowledge(const wumpus_rules *rules, const wumpus_knowledge *k,
                                   wumpus_conflict *out, duel_msg *why);

#endif
