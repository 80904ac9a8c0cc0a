/* front/short_lessons.h -- six short lessons about how machines think and what a proof is, for
 * a reader of sixteen: text, films, and exercises. No exercise knows its answer: what is tried
 * is judged by the house, by its engines, its checker of derivations and its truth tables. */
#pragma once

#include "front/json.h"

typedef enum primer_kind {
    PRIMER_SAY,
    PRIMER_TRACE, /* a film: an engine at work (front/search_film.h), */
    PRIMER_LOGIC, /* or a method of logic (front/logic_methods.h) */
    /* Exercises, and what is tried: */
    PRIMER_MOVE,  /* a move: worth as much as any, says the engine `of` */
    PRIMER_FIRST, /* a move: tried first, it makes the search `of` look at the fewest positions
                   */
    PRIMER_PLAYS, /* a move: the one `of` plays */
    PRIMER_WORTH, /* +1, 0 or -1: how the position ends, says the engine `of` */
    PRIMER_CUTS,  /* a number: the cuts in the film of `of` */
    PRIMER_CLAIM, /* safe, danger or open: what follows about the thing `ask` */
    PRIMER_FOLLOWS,  /* yes or no: does `ask` follow from `lines`? */
    PRIMER_TOGETHER, /* yes or no: can the lines all be true? */
    PRIMER_MODELS,   /* a number: of the cases in which all lines are true */
    PRIMER_FORCED,   /* a letter or its negation, no line itself, that follows from the lines */
    PRIMER_MODEL,    /* letters and negations that make every line true */
    PRIMER_MEANS,    /* a formula that says the same as `ask` */
    PRIMER_DERIVE,   /* lines of a derivation of `ask` that begins with the lines */
    PRIMER_KINDS
} primer_kind;

typedef struct primer_part {
    primer_kind kind;
    const char *text; /* a message; NULL ends a lesson */
    const char *game, *variant, *position, *of;
    const char *lines, *ask;
} primer_part;

typedef struct primer_lesson {
    const char *id; /* "matches"; NULL ends the table */
    const char *title, *about;
    const primer_part *part;
} primer_lesson;

extern const primer_lesson primer_lessons[]; /* short_lessons_text.c */

/* NULL with a reason: there is none of this name. */
const primer_lesson *primer_find(duel_str id, duel_msg *why);
/* "lessons": id, title, about, exercises */
json_t *primer_list(duel_lang lang);
/* A lesson with its parts. */
json_t *primer_show(const primer_lesson *l, duel_lang lang);
/* Of a part about a position: that position. */
duel_status primer_position(const primer_part *p, duel_variant *v, duel_state *state,
                            duel_msg *why);
/* "right", and "text" in a sentence. DUEL_BAD: what is tried cannot be read. */
duel_status primer_try(const primer_lesson *l, int64_t part, duel_str tried, duel_lang lang,
                       json_t **out, duel_msg *why);
