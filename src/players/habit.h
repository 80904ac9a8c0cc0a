/* players/habit.h -- how a player plays in one view, as chances.
 *
 * One that mixes tells them. Any other is asked again and again with other seeds, and how often
 * it plays what is taken for its chances. */
#ifndef DUEL_PLAYERS_HABIT_H
#define DUEL_PLAYERS_HABIT_H

#include "players/player.h"

enum { DUEL_HABIT_SEEDS = 40 }; /* that are enough to see a habit */

/* For t->view, where t->seat has `count` moves; the seeds are those that follow t->seed.
 * `told`: the player mixes and has told its chances, but for its carelessness; else they were
 * counted. */
duel_status duel_habit_ask(duel_player *p, const duel_think *t, int seeds,
                           const duel_move move[], int count, double chance[], bool *told,
                           duel_msg *why);

#endif
