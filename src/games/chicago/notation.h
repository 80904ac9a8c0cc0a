/* chicago/notation.h -- positions and moves of Chicago Stock Exchange as text.
 *
 * Position: piles (top first, joined by /), trader from 1, the six prices, a reserve for each
 * player (letters or -), the player to move from 1:
 *   MRWW/WMSR/CSKR/CMSM/KMWS/RCSW/CWSK/MKKC/RRCK 2 7,6,6,6,6,6 - - 1
 * A hidden token is written ?. Move: 2CK walks two piles, keeps coffee, sells cocoa. */
#ifndef DUEL_CHICAGO_NOTATION_H
#define DUEL_CHICAGO_NOTATION_H

#include "games/chicago/board.h"

char chicago_good_letter(int good);

void chicago_print(const chicago_rules *rules, const chicago_board *board, duel_sink *out);
/* Reads and checks a position completely; *board is written only if all is well. */
duel_status chicago_parse(const chicago_rules *rules, duel_str text, chicago_board *board,
                          duel_msg *why);

void chicago_print_move(chicago_move move, duel_sink *out);
/* Reads 2CK, "2 c k", "2 café cacao", "2 keep coffee sell cocoa" (French, English, any case,
 * with or without accents) and checks that the move is legal here. The good kept is enough, as
 * in 2C; a walk alone is answered with the two tokens it leads to. */
duel_status chicago_parse_move(const chicago_rules *rules, const chicago_board *board,
                               duel_str text, chicago_move *move, duel_msg *why);

#endif
