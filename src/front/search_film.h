/* front/search_film.h -- the search of an engine as a film, and films in words: the engine
 * itself thinks about a position, and everything it tells who looks on (duel_search_observer)
 * becomes a step. */
#pragma once

#include "base/film.h"
#include "core/engine.h"
#include "front/json.h"

typedef struct search_film_asked {
    const duel_variant *v;
    const void *view;
    duel_str engine;        /* "minimax", "alphabeta:depth=3", "exact"; or a reel of the game */
    const duel_move *first; /* to be tried before all others; NULL: as the engine likes */
    const atomic_bool *stop;
} search_film_asked;

/* The film of the last depth that was looked at, which ends where it gets too long; besides
 * "engine", "entered", "searched", "cuts" counted over all depths, and what was answered:
 * "move", "nodes", "proved", "value". A reel is a film and nothing besides. */
duel_status search_film_engine(const search_film_asked *asked, duel_lang lang, json_t **out,
                               duel_msg *why);

/* The position of a text; without one a deal, always the same. */
duel_status search_film_position(const duel_variant *v, duel_str text, duel_state *state,
                                 duel_msg *why);

/* What can be watched in a variant: "of", to be asked for, and "name". */
json_t *search_film_ways(const duel_variant *v, duel_lang lang);

/* ---- films (base/film.h) for those who look ---------------------------------------------- */

/* The sentences of a film as JSON, each as far to the right as the cases it stands under. */
void film_print_steps(const json_t *film, duel_sink *out);

/* The picture of a tree after its last step, as an SVG file. */
void film_put_svg(const json_t *film, duel_sink *out);
