/* moriarty/bookplay.h -- what the expert says from the opening book, instead of searching. */
#ifndef MORIARTY_BOOKPLAY_H
#define MORIARTY_BOOKPLAY_H

#include "games/moriarty/book.h"
#include "games/moriarty/moriarty.h"

/* True, with the answer filled in, where the book is clear about the view. Every value in it is
 * an estimate. Of moves that are about as good one is drawn; the fewer nodes the call allows,
 * the less it must be. */
bool moriarty_book_answer(const moriarty_book *book, const duel_variant *v, const duel_think *t,
                          duel_answer *out);

#endif
