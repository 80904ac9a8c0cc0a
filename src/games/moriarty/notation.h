/* moriarty/notation.h -- squares and boards as text: d3, and 64 letters from a1 to h8. */
#ifndef MORIARTY_NOTATION_H
#define MORIARTY_NOTATION_H

#include "base/text.h"
#include "games/moriarty/bits.h"

/* Reads 64 characters X O - (also x o * .), rank by rank from a1, blanks and `/` skipped. The
 * side that moves is `side` ('X' or 'O'). False, and *out untouched, on anything else. */
bool moriarty_read_board(duel_str text, char side, moriarty_board *out);
/* Reads "d3" or "D3"; "pass", "pa", "ps" and "--" are MORIARTY_PASS. */
bool moriarty_read_square(duel_str text, int *out);
/* Writes "d3" or "pass". */
void moriarty_print_square(duel_sink *out, int square);

#endif
