/* match/book.h -- openings from a file, one a line.
 *
 *     # a comment
 *     moves d3 c5 d6                 from the deal, in games that are always dealt alike
 *     ---- … OX … X                  or a position, in the game's notation
 *
 * The whole file is checked before anything is played; a wrong line is named by its number. */
#ifndef DUEL_MATCH_BOOK_H
#define DUEL_MATCH_BOOK_H

#include "core/record.h"

typedef struct duel_book duel_book;

duel_status duel_book_read(const char *path, const duel_variant *v, duel_book **out,
                           duel_msg *why);
void duel_book_free(duel_book *b);

/* The one for a number, whatever it is: from the front again after the last. */
const duel_record *duel_book_line(const duel_book *b, uint64_t number);

#endif
