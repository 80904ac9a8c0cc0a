/* sheets/picture.h -- the picture of a sheet: its board, and what does not lie on it in words.
 *
 * Moves whose arguments name places are paths of cells; where the board's columns alone are
 * named, of columns. Others are a list: of moves, or where they are many of the words that they
 * are made of, one after the other. Where that leaves two moves alike, or one the beginning of
 * another, the move itself is the last thing to pick. */
#ifndef DUEL_SHEETS_PICTURE_H
#define DUEL_SHEETS_PICTURE_H

#include "sheets/board.h"
#include "sheets/loaded.h"
#include "sheets/stacks.h"

#include <pthread.h>

enum { PICK_MOST = DUEL_PATH - 1 };

/* What is picked: one of the kinds below, and a number. */
typedef enum pick_kind { PICK_CELL, PICK_COLUMN, PICK_WORD, PICK_MOVE } pick_kind;
typedef struct pick {
    uint16_t kind, step; /* of a word: the how manieth part of the move it is */
    uint32_t number;     /* of a cell row by row, a column, a word's first move, a move */
} pick;

typedef struct route {
    uint32_t move;
    bool listed; /* it names no place */
    int count;
    pick pick[DUEL_PATH];
} route;

/* The ways to all moves of a state. */
typedef struct routes {
    route *at;
    int count;
    bool columns; /* cells stand for their columns */
} routes;

struct picture {
    board board;
    stacks stacks;       /* where there is no board */
    bool blank_at_start; /* of what is not known by its name, most of the start is empty space:
                          */
    char blank[64];      /* this */
    pthread_mutex_t lock;
    routes last;             /* of this state: whoever asks for one way asks for all */
    unsigned char *of_state; /* NULL: of none yet */
};

/* Finds the ways to all moves of a state. False: no memory. */
bool routes_find(const duel_variant *v, const void *view, routes *out);

duel_status sheets_picture_find(sheets_game *g, duel_msg *why);
void sheets_picture_fini(sheets_game *g);
void sheets_picture_install(sheets_game *g);
/* paths.c */
int sheets_path(const duel_variant *v, const void *view, duel_move move, duel_target out[]);
duel_target pick_target(const pick *p, const board *b);

#endif
