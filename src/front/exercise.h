/* front/exercise.h -- a mistake as an exercise, in words as its player sees it, and as JSON:
 * alike in all front ends. */
#pragma once

#include "front/json.h"
#include "teach/mistakes.h"

/* "You played b1 here and let a win slip away. Find something better." */
void drill_question(duel_lang lang, duel_sink *out, const duel_mistake *m);
/* "Right: you win in 3 moves.", "No: after b1, you lose in 4 moves." */
void drill_verdict(duel_lang lang, duel_sink *out, const duel_mistake *m, const duel_try *t);
/* "Play c3: you win in 3 moves." */
void drill_solution(duel_lang lang, duel_sink *out, const duel_mistake *m);
/* When a right one comes back: "It comes back in 3 days." */
void drill_plan(duel_lang lang, duel_sink *out, const duel_asked *a, int64_t now);
/* Why nothing is asked, of all games or of one: "None of your mistakes is due: …" */
void drill_nothing(duel_lang lang, duel_sink *out, const duel_agenda *a, bool one_game,
                   int64_t now);
/* Sentence i of the reasons for a verdict; false: there is none. */
bool drill_reason(duel_lang lang, duel_sink *out, const duel_mistake *m, const duel_try *t,
                  int i);

/* game, title, variant, position, turn, played, mark, question */
json_t *drill_json(duel_lang lang, const duel_mistake *m);
/* right, move, mark, text, why; what the move is worth */
json_t *drill_try_json(duel_lang lang, const duel_mistake *m, const duel_try *t);
/* text, line: the answer, given away */
json_t *drill_solution_json(duel_lang lang, const duel_mistake *m);
/* due, put_off, later, next, retired, unreviewed */
json_t *drill_agenda_json(const duel_agenda *a);
