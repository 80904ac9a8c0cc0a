/* school/shunting_yard.h -- films of formulas being read: the shunting-yard that makes reverse
 * Polish of them, and the tree that they are. */
#pragma once

#include "base/film.h"
#include "fitch/formula.h"

/* One formula after the other in the same film, which may be NULL. First all 0 but the film. */
typedef struct school_yard {
    duel_film *film;
    int first, things; /* of the formula that is there, in the film; of all so far */
} school_yard;

/* Of the film: what is still to be read, what is put out, what waits. */
enum { YARD_TO_READ, YARD_OUT, YARD_WAITING };

/* Reads the formula and tells every step with what is put out and what waits. *polish, made
 * with duel_buf_init, gets the result; *at is the place of a mistake, in characters from 0. */
duel_status school_polish(prop_pool *pool, duel_str text, school_yard *yard, duel_buf *polish,
                          size_t *at, duel_msg *why);

/* The tree of a formula, from its letters up; `things` as above. */
void school_show_formula(const prop_pool *pool, prop_id id, duel_film *film, int *things);
