/* match/strengths.h -- the Elo of all who took part, from everything they played together.
 *
 * Two players' score is the logistic curve of the difference of their Elo (R. Bradley and M.
 * Terry 1952; ties count half): the strengths are those that make the scores most likely. The
 * errors come from the spread of sets of games (evidence.h), not from single games, so that
 * they are not too small where openings decide much or games repeat. At a table of more than
 * two everybody is compared with everybody, by who ended above whom. */
#ifndef DUEL_MATCH_STRENGTHS_H
#define DUEL_MATCH_STRENGTHS_H

#include "base/status.h"
#include "match/evidence.h"

typedef struct duel_strength {
    double elo, error; /* the mean of all is 0; half the width of the 95 % interval */
    bool told;         /* there is an error: enough was played, and not all of it won or lost */
} duel_strength;

typedef struct duel_meeting { /* of two */
    int a, b;
    duel_evidence score; /* of `a` */
} duel_meeting;

/* Strengths of players 0 to count - 1. */
duel_status duel_strengths(const duel_meeting meeting[], int meetings, int count,
                           duel_strength out[], duel_msg *why);

#endif
