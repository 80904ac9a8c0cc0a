/* sheets/board.h -- the board of a sheet, found in the states that random games met.
 *
 * Facts of one word are told apart by their arguments. Where some arguments are places that
 * have an order (numbers, letters, what a relation like succ puts in a row) and never two facts
 * of a state have the same place, the rest of the arguments is what stands there: one argument
 * makes a row, two a board, three several boards side by side, four a board of boards. An
 * argument like `b3` is two words in one. The word with the most places makes the board; other
 * words whose places are among the same ones lie on it. Where things may meet in a place
 * (a pellet, and who comes to eat it) the board is crowded, and the best of those is taken if
 * there is no other that it does not hold. */
#ifndef DUEL_SHEETS_BOARD_H
#define DUEL_SHEETS_BOARD_H

#include "sheets/survey.h"

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
duel_status board_find(const machine *m, const survey *s, const gdl_sheet *sheet,
                       const char *const *role, const char *but, board *out, duel_msg *why);
void board_fini(board *b);

/* The layer of a fact; NULL: it does not lie on the board. */
const board_layer *board_layer_of(const board *b, const named *fact);
/* Where a fact of the layer lies; false: beside the board. */
bool board_place_of(const board *b, const board_layer *l, const named *fact, int *x, int *y);
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

#endif
