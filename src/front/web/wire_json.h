/* front/web/wire_json.h -- pictures, moves, options and messages as JSON, in the reader's
 * language.
 *
 * Everything made here from a game is made from a view: a state that `hide` has been over. New
 * references are returned; texts that are not UTF-8 become "?". */
#ifndef DUEL_FRONT_WEB_WIRE_JSON_H
#define DUEL_FRONT_WEB_WIRE_JSON_H

#include "core/game.h"
#include "core/lesson.h"
#include "service/advice.h"

#include <jansson.h>

json_t *wire_string(duel_str s);
json_t *wire_say(duel_lang lang, const duel_msg *m);
/* Says and renders at once. */
json_t *wire_tell(duel_lang lang, const char *id, const char *kinds, ...);

/* {"w","h","el":[…]}, with the elements of the lenses whose bits are set; a bare one has no
 * names, labels and targets: a miniature. NULL if the game has no picture. */
json_t *wire_scene(const duel_variant *v, const void *view, int seat, duel_lang lang,
                   unsigned lenses, bool bare);
/* The same for somebody who sets a position up (core/scene.h). */
json_t *wire_setup_scene(const duel_variant *v, const void *state, int seat, duel_lang lang);
/* Counters with a course carry "past": what they showed before, to which the numbers of an
 * earlier picture are added in turn. */
bool wire_has_course(json_t *scene);
void wire_add_course(json_t *scene, const struct duel_scene *earlier);
json_t *wire_opening(const duel_learner *l, duel_lang lang); /* NULL: none */
/* The text drawing, for games without a scene. */
json_t *wire_drawing(const duel_variant *v, const void *view, int seat, duel_lang lang);
/* [{"m":"c3","p":["cell:2:2"]}…] */
json_t *wire_moves(const duel_variant *v, const void *view);
json_t *wire_move(const duel_variant *v, const void *view, duel_move move);
json_t *wire_path(const duel_variant *v, const void *view, duel_move move);

json_t *wire_options(const duel_game *g, duel_lang lang);
json_t *wire_rules(const duel_game *g, duel_lang lang);
json_t *wire_value(const duel_variant *v, const duel_result *r, duel_lang lang);
/* The same where nothing is proved: an engine's estimate, in points if it has a unit. */
json_t *wire_judged(const duel_variant *v, const duel_result *r, int32_t estimate, int32_t unit,
                    duel_lang lang);
/* Between -1 and 1: a result, or else an engine's estimate brought there. */
double wire_worth(const duel_result *r, int32_t estimate, int32_t unit);
const char *wire_value_word(duel_value value);
json_t *wire_facts(const duel_reason *r, duel_lang lang);
/* Every move with its value, proved or estimated, the best first. */
json_t *wire_values(const duel_variant *v, const void *view, const duel_answer *a,
                    duel_lang lang);
json_t *wire_advice(const duel_variant *v, const void *view, const duel_advice *a,
                    duel_lang lang);

#endif
