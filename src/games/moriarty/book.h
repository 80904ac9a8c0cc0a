/* games/moriarty/book.h -- the opening book: positions that were searched beforehand, and what
 * every move is worth in each of them.
 *
 * A position stands once for all eight symmetries, seen by the mover, who always has a move:
 * what follows a move is the position after it, or after the pass that it forces. The value of
 * a move is minus the best of the position that follows, if the book has that; else what the
 * search said. Values are estimates, in quarters of a disc, and never more.
 *
 * How much a value is to be doubted is told, too: how far the last ply of depth moved it, at
 * the end of the book's line of best play; a quarter less for each ply from there. */
#pragma once

#include "games/moriarty/bitboard.h"

enum {
    MORIARTY_BOOK_UNITS = 16,  /* a quarter of a disc, in units (eval.h) */
    MORIARTY_BOOK_MOST = 127,  /* quarters: what is beyond counts as that */
    MORIARTY_BOOK_UNCLEAR = 5, /* quarters: what is doubted that much is left alone */
};

typedef struct moriarty_book_entry {
    moriarty_board board; /* the least of its images */
    uint32_t first;       /* of its moves' values; moves in the order of the squares */
    uint8_t searched;     /* the doubt that its own search left, in quarters */
    uint8_t doubt;        /* the same, from the end of the line */
    uint16_t unused;
} moriarty_book_entry;

typedef struct moriarty_book { /* owns nothing */
    uint32_t count;
    const moriarty_book_entry *entry; /* by ascending board */
    const int8_t *value;              /* quarters of a disc, for the mover */
} moriarty_book;

/* The one that the program carries; made by make_tables.c from book.bin. */
extern const moriarty_book moriarty_carried_book;

/* What follows a move, as the book has it. */
typedef struct moriarty_book_next {
    moriarty_board board; /* the least of its images */
    int sign;             /* of its value, for who made the move: -1, or 1 if a pass follows */
    bool over;            /* the game: nothing follows */
} moriarty_book_next;
moriarty_book_next moriarty_book_after(moriarty_board b, int move);

/* The entry of a board that is the least of its images; NULL: there is none. */
const moriarty_book_entry *moriarty_book_find(const moriarty_book *book, moriarty_board least);

typedef struct moriarty_book_move {
    int move, value; /* quarters of a disc */
    bool followed;   /* the book knows what comes after it */
} moriarty_book_move;

typedef struct moriarty_book_page {
    int count;
    moriarty_book_move move[MORIARTY_MAX_MOVES]; /* the best first */
    int doubt;                                   /* quarters of a disc */
} moriarty_book_page;

/* Opens the book at a board; false if it does not have it. */
bool moriarty_book_open(const moriarty_book *book, moriarty_board b, moriarty_book_page *out);
/* Whether to go by it: what the best move leads to is known, and not in doubt. */
bool moriarty_book_clear(const moriarty_book_page *page);
/* How many moves, from the best on, are within `margin` quarters of it and followed; they are
 * brought to the front. */
int moriarty_book_choices(moriarty_book_page *page, int margin);
