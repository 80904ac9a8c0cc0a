/* players/calibration.h -- what was measured of engines in games of theirs: which estimates
 * people may be told as numbers, and how strong the levels are. */
#pragma once

#include "core/engine.h"
#include "core/game.h"

/* ---- estimates --------------------------------------------------------------------------- */

/* An engine says what share of the win, or how many points, it expects. Whether that is so is
 * seen in games alone: `duel bench calibration` lets an engine play against itself, and
 * tools/calibration writes what came of it into calibration.def (docs/calibration.md). An
 * estimate without a table may order moves, but is told in words. */

/* ---- making one -------------------------------------------------------------------------- */

/* An estimate and what was reached: of a seat, in one of so many games. The samples of a game
 * stand side by side. */
typedef struct calibration_sample {
    double said, reached;
    int game;
} calibration_sample;

/* Shares, or else points. What is told of a game in the bins comes from knots of other games,
 * so that no game bears out itself. False: no memory. */
bool calibration_fit(const calibration_sample sample[], size_t count, bool shares,
                     duel_calibration *out);

/* ---- levels ------------------------------------------------------------------------------ */

/* How strong the levels of a game are, as a tournament among them has found. The numbers stand
 * in levels.def, which tools/levels makes; docs/levels.md tells how. They are of a game as it
 * is usually played. */

enum { LEVEL_RATING_MEAN = 1500 }; /* of the ten levels of a game */

/* The rating of a level, 1 to DUEL_LEVELS; 0: nobody has measured it. */
int level_rating_of(const duel_game *g, int level);
/* Points to be expected of 100 games, a tie half, by the difference of two ratings. */
int level_rating_points(int rating, int against);
