/* games/chicago/workshop/bench.h -- how long single openings take to solve. */
#pragma once

#include "games/chicago/solver.h"

/* Sorted, the shortest first. */
typedef struct chicago_pace {
    int openings;
    double *seconds, *nodes; /* freed by chicago_pace_fini */
    double all_seconds, all_nodes;
} chicago_pace;
duel_status chicago_pace_measure(const chicago_rules *rules, uint64_t seed, int openings,
                                 bool every_move, chicago_pace *out);
void chicago_pace_fini(chicago_pace *p);
