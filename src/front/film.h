/* front/film.h -- films (base/film.h) for those who look: as JSON for the page, which draws
 * them all alike, and as text. */
#ifndef DUEL_FRONT_FILM_H
#define DUEL_FRONT_FILM_H

#include "base/film.h"
#include "front/json.h"

/* Lays the film out and adds "kind", "heads", "steps" and "cut" (docs/json.md). DUEL_FULL:
 * there was no memory for it. */
duel_status film_tell(duel_film *f, duel_lang lang, json_t *to, duel_msg *why);

/* The sentences of such an object, each as far to the right as the cases it stands under. */
void film_print_steps(const json_t *film, duel_sink *out);

/* The picture of a tree after its last step, as an SVG file. */
void film_put_svg(const json_t *film, duel_sink *out);

#endif
