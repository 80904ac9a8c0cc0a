/* front/json.h -- what the command line and the page both say in JSON, each object written
 * once.
 *
 * docs/json.md names every field. Everything made here from a game is made from a view: a state
 * that `hide` has been over. New references are returned; texts that are not UTF-8 become "?".
 */
#pragma once

#include "core/command.h"
#include "core/worth.h"
#include "store/store.h"
#include "table/advice.h"
#include "teach/high_scores.h"

#include <jansson.h>

/* ---- texts, failures --------------------------------------------------------------------- */

json_t *json_text(duel_str s);
json_t *json_take_text(duel_buf *b); /* and ends the buffer */
json_t *json_say(duel_lang lang, const duel_msg *m);
/* Says and renders at once. */
json_t *json_tell(duel_lang lang, const char *id, const char *kinds, ...);
void json_set(json_t *object, const char *key, json_t *value); /* takes over the reference */

/* "no", "bad", "full", "stopped", "failed" */
const char *json_kind(duel_status status);
/* {"kind","message"}, and the same as the "error" of an object */
json_t *json_error(duel_lang lang, const char *kind, const duel_msg *why);
json_t *json_failure(duel_lang lang, duel_status status, const duel_msg *why);

/* ---- games ------------------------------------------------------------------------------- */

json_t *json_game_options(const duel_game *g, duel_lang lang); /* with what people call them */
json_t *json_rules(const duel_game *g, duel_lang lang);
json_t *json_position(const duel_variant *v, const void *view); /* a text */
json_t *json_scores(const duel_variant *v, const int32_t score[]);
/* A saved game; NULL if its game is not there in that version. */
json_t *json_saved(const saved_game *g, duel_lang lang);
/* Best scores: a list of classes. */
json_t *json_ranking(const duel_game *game, const high_scores *r, duel_lang lang);

/* ---- moves ------------------------------------------------------------------------------- */

json_t *json_move(const duel_variant *v, const void *view, duel_move move); /* a text */
json_t *json_path(const duel_variant *v, const void *view, duel_move move);
void json_set_said(json_t *j, const duel_variant *v, const void *view, duel_move move,
                   duel_lang lang);
/* [{"move","path","said"}…], all that are legal */
json_t *json_moves(const duel_variant *v, const void *view, duel_lang lang);
/* Moves in a row, each written in the position it is played in: as far as a view lets one
 * follow them, or from a state that is known. */
json_t *json_line(const duel_variant *v, const void *view, const duel_move *move, int count);
json_t *json_played(const duel_variant *v, const void *state, const duel_move *move, int count);

/* ---- what they are worth ----------------------------------------------------------------- */

/* What is known of a position or a move, for the seat that moves. */
typedef struct json_worth {
    duel_worth worth;
    int32_t estimate; /* that it comes from, where it is not proved */
} json_worth;

json_worth json_worth_of_answer(const duel_variant *v, const duel_answer *a);
/* Sets value, score, remoteness, proved, share, worth and text; estimate, points and unclear
 * where they say something. */
void json_set_worth(json_t *object, const duel_variant *v, json_worth w, duel_lang lang);
/* Every move with what it is worth, the best first. */
json_t *json_rated(const duel_variant *v, const void *view, const duel_answer *a,
                   duel_lang lang);
json_t *json_reasons(const duel_reason *r, duel_lang lang);
/* What an answer is about. To imagine what is hidden may take long, so who tells the answer
 * need not be who does it. */
typedef struct json_about {
    const duel_variant *v;
    const void *view;
    const void *imagined; /* what lines go on from; NULL: they end after one move */
} json_about;

json_about json_imagine(const duel_variant *v, const void *view, void *room);
/* The move to play (null where there is none), its plan and worth, every move. */
json_t *json_answer(const json_about *s, const duel_answer *a, duel_lang lang);
json_t *json_advice(const json_about *s, const table_advice *a, duel_lang lang);
