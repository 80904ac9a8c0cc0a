/* teach/inside.h -- what the files of this room alone share, and what its tests look at. */
#pragma once

#include "teach/level_advice.h"
#include "teach/mistakes.h"
#include "teach/puzzle_path.h"

/* ---- level_advice.c
 * ---------------------------------------------------------------------------- */

/* After a game against level `met`: 1 won, 0 tied, -1 lost. */
duel_ladder duel_ladder_after(duel_ladder l, int met, int outcome);
/* The level of the machines at a table, "human level:3"; 0: there are none, or of several kinds
 * or by other names. */
int duel_ladder_met(duel_str seats);

/* ---- mistakes.c -------------------------------------------------------------------------- */

/* What follows an answer that was right, or not. */
duel_spacing duel_spacing_after(duel_spacing s, bool right, int64_t now);

/* What is kept of a mistake besides its record: lines of text. A text that is none of this
 * position is refused. */
void duel_mistake_print(const duel_mistake *m, duel_sink *out);
duel_status duel_mistake_read(duel_str record, duel_str told, duel_mistake *out, duel_msg *why);

/* ---- review.c ---------------------------------------------------------------------------- */

/* As duel_review_run, of the last move alone, without the reasons of a better one. */
duel_status duel_review_last(const duel_review_request *q, duel_verdict *out, duel_msg *why);

/* ---- puzzle_path.c
 * --------------------------------------------------------------------------- */

/* Days in a row up to today or yesterday, and the most there ever were: from days with
 * something solved, as numbers, the last first. */
void duel_streak(const int64_t day[], size_t count, int64_t today, int *now, int *longest);
