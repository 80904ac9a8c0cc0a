/* front/short_lessons.h -- six short lessons about how machines think and what a proof is, for
 * a reader of sixteen: text, films, and exercises. No exercise knows its answer: what is tried
 * is judged by the house, by its engines, its checker of derivations and its truth tables. */
#pragma once

#include "front/json.h"

typedef enum short_lesson_kind {
    SHORT_LESSON_SAY,
    SHORT_LESSON_TRACE, /* a film: an engine at work (front/search_film.h), */
    SHORT_LESSON_LOGIC, /* or a method of logic (front/logic_methods.h) */
    /* Exercises, and what is tried: */
    SHORT_LESSON_MOVE,     /* a move: worth as much as any, says the engine `of` */
    SHORT_LESSON_FIRST,    /* a move: tried first, it makes the search `of` look at the fewest
                            * positions
                            */
    SHORT_LESSON_PLAYS,    /* a move: the one `of` plays */
    SHORT_LESSON_WORTH,    /* +1, 0 or -1: how the position ends, says the engine `of` */
    SHORT_LESSON_CUTS,     /* a number: the cuts in the film of `of` */
    SHORT_LESSON_CLAIM,    /* safe, danger or open: what follows about the thing `ask` */
    SHORT_LESSON_FOLLOWS,  /* yes or no: does `ask` follow from `lines`? */
    SHORT_LESSON_TOGETHER, /* yes or no: can the lines all be true? */
    SHORT_LESSON_MODELS,   /* a number: of the cases in which all lines are true */
    SHORT_LESSON_FORCED,   /* a letter or its negation, no line itself, that follows from the
                              lines */
    SHORT_LESSON_MODEL,    /* letters and negations that make every line true */
    SHORT_LESSON_MEANS,    /* a formula that says the same as `ask` */
    SHORT_LESSON_DERIVE,   /* lines of a derivation of `ask` that begins with the lines */
    SHORT_LESSON_KINDS
} short_lesson_kind;

typedef struct short_lesson_part {
    short_lesson_kind kind;
    const char *text; /* a message; NULL ends a lesson */
    const char *game, *variant, *position, *of;
    const char *lines, *ask;
} short_lesson_part;

typedef struct short_lesson_lesson {
    const char *id; /* "matches"; NULL ends the table */
    const char *title, *about;
    const short_lesson_part *part;
} short_lesson_lesson;

extern const short_lesson_lesson primer_lessons[]; /* short_lessons_text.c */

/* NULL with a reason: there is none of this name. */
const short_lesson_lesson *short_lesson_find(duel_str id, duel_msg *why);
/* "lessons": id, title, about, exercises */
json_t *short_lesson_list(duel_lang lang);
/* A lesson with its parts. */
json_t *short_lesson_show(const short_lesson_lesson *l, duel_lang lang);
/* Of a part about a position: that position. */
duel_status short_lesson_position(const short_lesson_part *p, duel_variant *v,
                                  duel_state *state, duel_msg *why);
/* "right", and "text" in a sentence. DUEL_INVALID: what is tried cannot be read. */
duel_status short_lesson_try(const short_lesson_lesson *l, int64_t part, duel_str tried,
                             duel_lang lang, json_t **out, duel_msg *why);
