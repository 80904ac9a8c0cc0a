/* front/inside.h -- what the files of this folder alone share: JSON, numbers and films that the
 * front ends get as parts of larger things. */
#pragma once

#include "front/console.h"
#include "front/json.h"
#include "front/search_film.h"
#include "front/short_lessons.h"
#include "front/wording.h"

/* ---- console.c --------------------------------------------------------------------------- */

/* "duel solve GAME …", what it does, its flags and those of every command. */
void console_help(const duel_console *c, const char *called, const duel_command *command);

/* Tells a failure: a line on the error stream, or as JSON the one object of the answer. Gives
 * the exit status that goes with it. */
int console_fail(const duel_console *c, duel_status status, const duel_msg *why);

/* ---- json.c ------------------------------------------------------------------------------ */

/* The print_json of a console. */
void json_print(const duel_console *c, json_t *object);

/* What a command takes: "command", "words", "help", "options", "texts". */
json_t *json_command(const char *called, const duel_command *command, duel_lang lang);

/* As json_move, as people say it, and under "said" where that is another thing. */
json_t *json_told_move(const duel_variant *v, const void *view, duel_move move, duel_lang lang);
/* As json_played, as people say it. */
json_t *json_told_line(const duel_variant *v, const void *state, const duel_move *move,
                       int count, duel_lang lang);

json_t *json_mark(duel_mark mark); /* "inaccurate", "mistake", "blunder"; null: none */

/* ---- wording.c ----------------------------------------------------------------------------
 */

/* A number as people write it: with a decimal unless it is exact, a comma in French. */
enum { WORDING_NUMBER = 32 };
const char *wording_number(duel_lang lang, double number, bool exact,
                           char text[WORDING_NUMBER]);

int64_t wording_per_cent(double share); /* of an estimate: 1 to 99 */

/* ---- search_film.c
 * ----------------------------------------------------------------------------- */

/* Lays the film out and adds "kind", "heads", "steps" and "cut" (docs/json.md). DUEL_NO_SPACE:
 * there was no memory for it. */
duel_status film_report(duel_film *f, duel_lang lang, json_t *to, duel_msg *why);

/* ---- why_not_text.c
 * ---------------------------------------------------------------------------- */

/* How the two moves compare, a sentence: "3 wins, 1 loses." */
void why_not_verdict(duel_lang lang, duel_sink *out, const duel_variant *v, const void *view,
                     const table_advice *a);

/* ---- opponents.c ------------------------------------------------------------------------- */

/* What an opponent knows, in a sentence; nothing of other engines. */
void opponent_about(duel_lang lang, duel_sink *out, const duel_game *g, const char *spec);

/* ---- short_lessons.c
 * ---------------------------------------------------------------------------- */

/* Whether something is tried in this part. */
bool short_lesson_is_exercise(const short_lesson_part *p);
