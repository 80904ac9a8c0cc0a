/* sheets/picture.h -- how the position of a rule sheet is drawn: a board, things that lie on
 * each other or in heaps, and what words look like. */
#pragma once

#include "sheets/inside.h"

/* ---- board.c ---------------------------------------------------------------------------- */

enum { BOARD_PLACES = 4, BOARD_AXIS = 64 };

/* Words in order, by which a place is named. */
typedef struct board_axis {
    const char *word[BOARD_AXIS];
    int count;
} board_axis;

/* Facts of a word that are told apart by some of their arguments. */
typedef struct board_layer {
    const char *word;
    int parts;            /* of the fact, the word included */
    int at[BOARD_PLACES]; /* which parts name the place */
    int places;           /* how many */
    bool joined;          /* two, both in one part: `b3` */
    bool crowded;         /* there may be several facts in one */
    bool unseen;          /* they never change, and would hide what does */
} board_layer;

typedef struct board {
    int places; /* 0: there is none */
    bool joined;
    board_axis axis[BOARD_PLACES];
    board_layer *layer;
    int layers;
    int columns, rows;
    uint8_t *there; /* by place, row by row from the top: some fact speaks of it */
} board;

/* `sheet` for what it puts in a row; facts of the word `but` (NULL: none) are left out. *out is
 * the caller's to end, found or not. */
duel_status board_find(const machine *m, const sheet_sampling *s, const gdl_sheet *sheet,
                       const char *const *role, const char *but, board *out, duel_msg *why);
void board_fini(board *b);

/* The layer of a fact; NULL: it does not lie on the board. */
const board_layer *board_layer_of(const board *b, const term_id *fact);
/* Where a fact of the layer lies; false: beside the board. */
bool board_place_of(const board *b, const board_layer *l, const term_id *fact, int *x, int *y);
/* How many arguments name a place. */
int board_arguments(const board *b);
/* The same for words one behind the other, as many as it takes to name a place. */
bool board_place_named(const board *b, const char *const *word, int *x, int *y);
/* Where a word stands on an axis; -1: nowhere. */
int board_index(const board_axis *a, const char *word);

static inline bool board_has(const board *b, int x, int y)
{
    return b->there[y * b->columns + x];
}

/* ---- stacks.c --------------------------------------------------------------------------- */

typedef struct stacks {
    const char *word;     /* NULL: there are none */
    int thing, under;     /* parts of a fact */
    const char *ground;   /* NULL: feet only */
    const char *foot[16]; /* in their order */
    int feet;
} stacks;

/* Looked for in the states that random games met. */
void stacks_find(const machine *m, const sheet_sampling *s, stacks *out);
bool stacks_has(const stacks *s, const term_id *fact);
/* Adds those of a state, a column each, to a scene that is empty. */
void stacks_put(const stacks *s, const machine *m, const uint64_t *facts, duel_scene *out);

/* How many things the heap of a fact has; -1: it is none. */
int heaps_count(const term_id *fact);
/* Adds a heap below what is in the scene. */
void heaps_put(const term_id *fact, duel_scene *out);

/* ---- piece_style.c
 * ---------------------------------------------------------------------------- */

typedef struct piece_style {
    bool nothing; /* an empty place */
    bool perhaps; /* it may be one: `b` is blank, or black */
    int seat;     /* whose it is; -1: nobody's */
    const char *shape;
    char face[16];
} piece_style;

/* `seat` are the names of the seats. */
piece_style piece_style_of(const char *word, const char *const *seat, int seats);
/* Up to three letters of a word; "disc12" is "d12", which tells it from others of its kind. */
void piece_style_letters(const char *word, char face[16]);
/* Whether a word is a whole number and nothing else. */
bool piece_style_number(const char *word, long *n);
