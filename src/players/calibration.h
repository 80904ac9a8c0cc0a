/* players/calibration.h -- which estimates people may be told as numbers.
 *
 * An engine says what share of the win, or how many points, it expects. Whether that is so is
 * seen in games alone: `duel bench calibration` lets an engine play against itself, and
 * tools/calibration writes what came of it into calibration.def (docs/calibration.md). An
 * estimate without a table may order moves, but is told in words. */
#ifndef DUEL_PLAYERS_CALIBRATION_H
#define DUEL_PLAYERS_CALIBRATION_H

#include "core/engine.h"

/* Of a built-in game, with exactly these settings; NULL: nobody has measured it. */
const duel_calibration *duel_calibration_of(const duel_variant *v, const char *engine);

/* ---- making one ---------------------------------------------------------------------------
 */

/* An estimate and what was reached: of a seat, in one of so many games. The samples of a game
 * stand side by side. */
typedef struct duel_sample {
    double said, reached;
    int game;
} duel_sample;

/* Shares, or else points. What is told of a game in the bins comes from knots of other games,
 * so that no game bears out itself. False: no memory. */
bool duel_calibration_fit(const duel_sample sample[], size_t count, bool shares,
                          duel_calibration *out);

#endif
