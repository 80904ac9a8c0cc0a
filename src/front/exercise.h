/* front/exercise.h -- a mistake as an exercise, in words as its player sees it, and as JSON:
 * alike in all front ends. */
#pragma once

#include "front/json.h"
#include "teach/mistakes.h"

/* "You played b1 here and let a win slip away. Find something better." */
void exercise_question(duel_lang lang, duel_sink *out, const game_mistake *m);
/* "Right: you win in 3 moves.", "No: after b1, you lose in 4 moves." */
void exercise_verdict(duel_lang lang, duel_sink *out, const game_mistake *m,
                      const exercise_try *t);
/* "Play c3: you win in 3 moves." */
void exercise_solution(duel_lang lang, duel_sink *out, const game_mistake *m);
/* When a right one comes back: "It comes back in 3 days." */
void exercise_plan(duel_lang lang, duel_sink *out, const exercise_asked *a, int64_t now);
/* Why nothing is asked, of all games or of one: "None of your mistakes is due: …" */
void exercise_nothing(duel_lang lang, duel_sink *out, const exercise_agenda *a, bool one_game,
                      int64_t now);
/* Sentence i of the reasons for a verdict; false: there is none. */
bool exercise_reason(duel_lang lang, duel_sink *out, const game_mistake *m,
                     const exercise_try *t, int i);

/* game, title, variant, position, turn, played, mark, question */
json_t *exercise_json(duel_lang lang, const game_mistake *m);
/* right, move, mark, text, why; what the move is worth */
json_t *exercise_try_json(duel_lang lang, const game_mistake *m, const exercise_try *t);
/* text, line: the answer, given away */
json_t *exercise_solution_json(duel_lang lang, const game_mistake *m);
/* due, put_off, later, next, retired, unreviewed */
json_t *exercise_agenda_json(const exercise_agenda *a);
