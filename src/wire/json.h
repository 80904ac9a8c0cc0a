/* wire/json.h -- pictures as JSON, in the reader's language, and what the page is
 * told of an answer. Everything else is said as on the command line (front/json.h).
 *
 * Everything made here from a game is made from a view: a state that `hide` has been over. New
 * references are returned. */
#pragma once

#include "core/lesson.h"
#include "front/json.h"

/* {"w","h","el":[…]}, with the elements of the lenses whose bits are set; a bare one is a
 * miniature: without names, labels and targets, and told in short
 * ({"w","h","looks":[…],"at":[[look,x,y]…]}). NULL if the game has no picture. */
json_t *wire_scene(const duel_variant *v, const void *view, int seat, duel_lang lang,
                   bool bare);
/* A turn, and the state it was played from. */
typedef struct wire_turn {
    duel_state before;
    const duel_move *move;
    int count; /* 0: nothing was played yet */
} wire_turn;
/* The same picture, which tells what the turn that led to it has done. */
json_t *wire_scene_after(const duel_variant *v, const void *view, int seat, duel_lang lang,
                         const wire_turn *turn);
/* What lenses (bit i: lens i of the game) add to it, a list; NULL: there is no picture. They
 * may take long. */
json_t *wire_lens_layer(const duel_variant *v, const void *view, int seat, duel_lang lang,
                        unsigned lenses);
/* Why a game is over, a list of reasons. It may take long, too. */
json_t *wire_ending(const duel_variant *v, const void *view, int seat, duel_lang lang);
/* The picture for somebody who sets a position up (core/scene.h). */
json_t *wire_setup_scene(const duel_variant *v, const void *state, int seat, duel_lang lang);
/* Counters with a course carry "past": what they showed before, to which the numbers of an
 * earlier picture are added in turn. */
bool wire_has_course(json_t *scene);
void wire_add_course(json_t *scene, const struct duel_scene *earlier);
json_t *wire_opening(const duel_learner *l, duel_lang lang); /* NULL: none */
/* The text drawing, for games without a scene. */
json_t *wire_drawing(const duel_variant *v, const void *view, int seat, duel_lang lang);

/* What the page is told of an answer and of advice: imagined continuations of hidden games say
 * nothing. */
json_t *wire_values(const json_about *s, const duel_answer *a, duel_lang lang);
json_t *wire_advice(const json_about *s, const table_advice *a, duel_lang lang);
