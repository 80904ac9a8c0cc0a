/* players/inside.h -- what the files of this room alone share, and what its tests look at. */
#pragma once

#include "players/lazy_player.h"

/* ---- lazy_player.c
 * ----------------------------------------------------------------------------- */

bool memory_budget_is_short(const memory_budget *p); /* more is taken than there is */

/* ---- calibration.c ----------------------------------------------------------------------- */

/* Of a built-in game, with exactly these settings; NULL: nobody has measured it. */
const duel_calibration *calibration_of(const duel_variant *v, const char *engine);

/* ---- player.c ---------------------------------------------------------------------------- */

/* Reads "10+0.1" or "10". */
duel_status time_control_read(duel_str text, time_control *out, duel_msg *why);

/* What of a clock an engine may spend on one turn, if it has no better idea. */
double time_control_share(double left, double increment);

/* ---- strategy.c -------------------------------------------------------------------------- */

/* What the last line says of all that stands before it. */
uint64_t strategy_check(duel_str text);
