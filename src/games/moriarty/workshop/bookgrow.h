/* moriarty/workshop/bookgrow.h -- `./dev workshop moriarty book FILE`: the opening book, grown
 * by searches of our own from the opening alone.
 *
 * In rounds: the positions that are worth most to know (bookdraft.h) are searched, all to the
 * same depth with every move, by as many threads as there are; then they are in the book, and
 * everything is worked out anew. What a round searches depends on the book alone, and a search
 * on nothing but its position: so the book depends on the settings, not on the number of
 * threads, nor on interruptions. FILE is written after every round, and the same command goes
 * on from there. */
#ifndef MORIARTY_BOOKGROW_H
#define MORIARTY_BOOKGROW_H

#include "core/command.h"
#include "games/moriarty/workshop/bookdraft.h"

typedef struct moriarty_growing {
    uint32_t positions; /* that the book is to have; whole rounds are searched */
    int depth;          /* plies, of a search */
    uint64_t seed;      /* decides among positions that are worth the same */
    int threads;
    double seconds;   /* no round is begun after so many; 0: no limit */
    const char *file; /* NULL: none */
    /* Called now and then; may be NULL. */
    void (*progress)(void *user, uint64_t positions);
    void *user;
} moriarty_growing;

/* Goes on from the draft until it has the positions, or is as large as a book may be. */
duel_status moriarty_book_grow(const moriarty_growing *g, moriarty_book_draft *d,
                               duel_msg *why);

extern const duel_option moriarty_book_options[];
duel_status moriarty_run_book(const duel_console *c, const duel_args *a, duel_msg *why);

#endif
