/* base/film.h -- a film: the steps of a method, each with a sentence and with what it changes
 * in a picture.
 *
 * A picture is a set of things of one kind: nodes of a tree, cells of a table, or signs in
 * lanes. A step puts things there, or puts them there again, changed. After k steps the picture
 * is what the first k have put, the last word on each thing counting, so that whoever shows a
 * film can go back as well as on, and knows nothing of what it is about. */
#pragma once

#include "base/status.h"

enum { FILM_STEPS = 1024, FILM_HEADS = 7, FILM_NOWHERE = -1 };

typedef enum film_kind { FILM_TREE, FILM_TABLE, FILM_LANES, FILM_KINDS } film_kind;

typedef enum film_tone {
    FILM_PLAIN,
    FILM_YES,
    FILM_NO,
    FILM_CUT,   /* not looked at */
    FILM_FACT,  /* forced, or proved */
    FILM_GUESS, /* supposed, or estimated */
    FILM_HEAD,
    FILM_TONES
} film_tone;

typedef struct film_thing {
    int id; /* from 0 on; of a node greater than that of the one above */
    int in; /* the node above, the row, or the lane; FILM_NOWHERE: a root, or taken away */
    int column;
    film_tone tone;
    const char *text; /* copied; in no language, or marked for translation. NULL: nothing */
    const char *note; /* the same, in small letters */
} film_thing;

/* A thing as a step has put it. */
typedef struct film_put {
    int id, in, column;
    film_tone tone;
    size_t text, note; /* where they begin in the film's bytes; 0: nothing */
    int x, y, w;       /* of a node, once the film is laid out: its middle and its width, in
                        * letters; its level */
} film_put;

typedef struct film_step {
    int depth; /* cases it stands under */
    duel_msg say;
    size_t first; /* of its puts; they end where those of the next step begin */
    int look[3];  /* things it is about, beside those it puts; FILM_NOWHERE: no more */
} film_step;

typedef struct duel_film {
    film_kind kind;
    const char *head[FILM_HEADS]; /* of columns and lanes: messages; NULL: none */
    int count;
    bool cut; /* there was more than it can hold */
    film_step *step;
    film_put *put;
    size_t puts, put_room;
    int step_room;
    duel_buf bytes;
    bool failed; /* memory ran out: what there is of it is worth nothing */
} duel_film;

void film_init(duel_film *f, film_kind kind);
void film_fini(duel_film *f);

/* Begins a step and gives the place of its sentence. Once there is no room it is the last one
 * again and again, and nothing is put. A film that is NULL, here and below: nobody looks. */
duel_msg *film_next(duel_film *f, int depth);
void film_set(duel_film *f, const film_thing *t);
/* The step is about this thing, too. */
void film_look(duel_film *f, int id);

/* Once a tree is complete: where its nodes stand. */
void film_lay_out(duel_film *f);

const char *film_text(const duel_film *f, size_t at); /* "" for 0 */
size_t film_puts_end(const duel_film *f, int step);
const char *film_kind_name(film_kind kind); /* "tree" */
const char *film_tone_name(film_tone tone); /* "plain" */
