/* school/yard.h -- the shunting-yard at work: a formula becomes reverse Polish before one's
 * eyes. */
#ifndef DUEL_SCHOOL_YARD_H
#define DUEL_SCHOOL_YARD_H

#include "fitch/prop.h"
#include "school/story.h"

/* Reads the formula and tells every step with what is put out and what waits. *polish, made
 * with duel_buf_init, gets the result; *at is the place of a mistake, in characters from 0. */
duel_status school_polish(prop_pool *pool, duel_str text, school_story *story, duel_buf *polish,
                          size_t *at, duel_msg *why);

#endif
