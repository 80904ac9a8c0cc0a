/* teach/inside.h -- what the files of this room alone share, and what its tests look at. */
#pragma once

#include "teach/level_advice.h"
#include "teach/mistakes.h"
#include "teach/puzzle_path.h"

/* ---- level_advice.c
 * ---------------------------------------------------------------------------- */

/* After a game against level `met`: 1 won, 0 tied, -1 lost. */
level_advice level_advice_after(level_advice l, int met, int outcome);
/* The level of the machines at a table, "human level:3"; 0: there are none, or of several kinds
 * or by other names. */
int level_advice_met(duel_str seats);

/* ---- mistakes.c -------------------------------------------------------------------------- */

/* What follows an answer that was right, or not. */
spaced_repetition spacing_after(spaced_repetition s, bool right, int64_t now);

/* What is kept of a mistake besides its record: lines of text. A text that is none of this
 * position is refused. */
void mistake_print(const game_mistake *m, duel_sink *out);
duel_status mistake_read(duel_str record, duel_str told, game_mistake *out, duel_msg *why);

/* ---- review.c ---------------------------------------------------------------------------- */

/* As game_review_run, of the last move alone, without the reasons of a better one. */
duel_status game_review_last(const game_review_request *q, move_review *out, duel_msg *why);

/* ---- puzzle_path.c
 * --------------------------------------------------------------------------- */

/* Days in a row up to today or yesterday, and the most there ever were: from days with
 * something solved, as numbers, the last first. */
void puzzle_streak(const int64_t day[], size_t count, int64_t today, int *now, int *longest);
