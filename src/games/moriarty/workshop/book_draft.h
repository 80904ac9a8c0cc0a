/* games/moriarty/workshop/book_draft.h -- the opening book while it grows, and its file.
 *
 * The file: a head (weight_file.h), whose command says how the book was grown; then, for every
 * position by ascending board, the mover's and the other's discs, the doubt of its search, and
 * a byte for what the search said of each move, in the order of the squares. What is not told
 * follows: which moves there are from the board, values and doubts along lines from the rest.
 * So a file is a draft to go on with. */
#pragma once

#include "games/moriarty/book.h"
#include "games/moriarty/workshop/weight_file.h"

enum { MORIARTY_BOOK_BYTES = 1000000 }; /* that a file never exceeds */

typedef struct moriarty_book_draft {
    moriarty_book_entry *entry; /* owned, as are the others; sorted by moriarty_draft_settle */
    int8_t *searched, *value;   /* by move: what the search said, and what it is worth */
    uint32_t count, moves;
    uint32_t entry_room, move_room;
} moriarty_book_draft;

/* What a search found out about a board. */
typedef struct moriarty_book_searched {
    moriarty_board board; /* the least of its images */
    int8_t value[MORIARTY_MAX_MOVES];
    uint8_t doubt;
} moriarty_book_searched;

void moriarty_draft_fini(moriarty_book_draft *d);
/* False: no memory. The board must be new. */
bool moriarty_draft_add(moriarty_book_draft *d, const moriarty_book_searched *s);
/* After additions: sorts, and works out values and doubts. */
void moriarty_draft_settle(moriarty_book_draft *d);
/* A settled draft as a book; good until something is added. */
moriarty_book moriarty_draft_book(const moriarty_book_draft *d);

size_t moriarty_draft_size(const moriarty_book_draft *d); /* of its file */
void moriarty_draft_write(const moriarty_book_draft *d, const char *made, uint8_t *file);
/* Into an empty draft, settled. False: no memory, or not a whole and sound file. */
bool moriarty_draft_read(const uint8_t *file, size_t size, moriarty_book_draft *d,
                         char made[MORIARTY_FILE_MADE]);

/* ---- what to search next --------------------------------------------------------- */

typedef struct moriarty_book_wish {
    moriarty_board board; /* the least of its images */
    int32_t cost;
    uint64_t lot; /* decides among equals */
} moriarty_book_wish;

/* The boards that come next, the cheapest first, at most `most` of them; -1: no memory. The
 * cost of a board is what the moves that lead to it give away, and something for each ply; what
 * is in doubt costs less, so that it is cleared up (after Lincke, "Strategies for the automatic
 * construction of opening books", Computers and Games 2000). */
int moriarty_draft_wishes(const moriarty_book_draft *d, uint64_t seed, int most,
                          moriarty_book_wish out[]);
