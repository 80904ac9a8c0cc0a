/* games/ergo/reader.h -- reading texts of cards and numbers, a piece at a time.
 *
 * Each function takes its piece off the front of *text if it is there, and leaves *text as it
 * was otherwise (but for a number that is too large, whose digits are gone). */
#ifndef GAMES_ERGO_READER_H
#define GAMES_ERGO_READER_H

#include "games/ergo/rules.h"

extern const char ergo_symbols[LOGIC_SYMBOLS + 1]; /* "ABCD&|>~()" */

/* That byte. */
bool ergo_take(duel_str *text, char c);
/* A byte of the alphabet: its place there. */
bool ergo_take_of(duel_str *text, const char *alphabet, uint8_t *place);
/* Decimal digits: a number up to `most`. */
bool ergo_take_number(duel_str *text, unsigned most, unsigned *out);

#endif
