/* games/wumpus/cell_status.h -- the status of cells by whichever reasoner takes the rules: the
 * fast one, else counting, else (too entangled to count) the solver. */
#pragma once

#include "games/wumpus/world_count.h"

/* DUEL_REFUSED when what is known contradicts itself; DUEL_NO_SPACE, never with rules that the
 * fast one takes, when memory is short. */
duel_status wumpus_judge(const wumpus_rules *rules, const wumpus_knowledge *k,
                         const wumpus_set *cells, wumpus_verdicts *out, duel_msg *why);

/* The same for who must not wait: DUEL_STOPPED where counting would go on beyond milliseconds;
 * DUEL_NO_SPACE when memory is short. */
duel_status wumpus_judge_soon(const wumpus_rules *rules, const wumpus_knowledge *k,
                              const wumpus_set *cells, wumpus_verdicts *out, duel_msg *why);

/* The exact risk of every cell. DUEL_REFUSED: no world agrees; DUEL_NO_SPACE: too entangled. */
duel_status wumpus_risk_of(const wumpus_rules *rules, const wumpus_knowledge *k,
                           wumpus_risk *out, duel_msg *why);

/* "safe", "pit", "wumpus", "danger", "unknown": for programs, not translated. */
const char *wumpus_status_name(wumpus_status status);
