/* games/ergo/race.h -- the chance to win the game from the scores between two rounds.
 *
 * A model, not a fact: in every round each seat scores, or not, independently of the others and
 * as likely as machines of equal strength were seen to; the first to have enough points wins,
 * and after the last round the one with most. */
#ifndef GAMES_ERGO_RACE_H
#define GAMES_ERGO_RACE_H

#include "games/ergo/rules.h"

typedef struct ergo_race ergo_race;

ergo_race *ergo_race_new(const duel_variant *v); /* NULL: no memory */
void ergo_race_free(ergo_race *r);

/* For a state in which no round is being played: certain if the game is over. */
double ergo_race_chance(const ergo_race *r, const ergo *s, int seat);

#endif
