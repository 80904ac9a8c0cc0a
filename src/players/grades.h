/* players/grades.h -- how strong the levels of a game are, as a tournament among them has
 * found.
 *
 * The numbers stand in levels.def, which tools/levels makes; docs/levels.md tells how. They are
 * of a game as it is usually played. */
#ifndef DUEL_PLAYERS_GRADES_H
#define DUEL_PLAYERS_GRADES_H

#include "core/game.h"

enum { DUEL_GRADE_MEAN = 1500 }; /* of the ten levels of a game */

/* The rating of a level, 1 to DUEL_LEVELS; 0: nobody has measured it. */
int duel_grade_of(const duel_game *g, int level);
/* Points to be expected of 100 games, a tie half, by the difference of two ratings. */
int duel_grade_points(int rating, int against);

#endif
