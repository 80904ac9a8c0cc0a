/* lab/sayings.h -- all that the source of a game says it knows (game.h, `sayings`), gone
 * through once and held to a search.
 *
 * The law about it looks where random games lead; a statement may speak of a position that none
 * of them comes to, of one that no game at all comes to, or of nothing that is a position. The
 * search is lab/plain.h's, from each state that the game's own functions accept. What it may
 * take is counted in positions: a source that says more than that is gone through in part, and
 * the report tells how far. */
#ifndef DUEL_LAB_SAYINGS_H
#define DUEL_LAB_SAYINGS_H

#include "core/guard.h"

enum { SAYINGS_NAMED = 100 }; /* false ones that are named; others are counted */

typedef struct duel_falsehood {
    uint64_t number;   /* of the statement */
    duel_buf text;     /* the statement, as the source has it */
    duel_msg found;    /* what is so */
    duel_buf position; /* empty: it speaks of none */
    duel_buf other;    /* the same with another seat to move, where that makes no difference */
    bool reached;      /* a game was found that comes there: */
    duel_buf variant, moves;
} duel_falsehood;

typedef struct duel_sayings {
    uint64_t all;          /* statements in the source, */
    uint64_t seen;         /* from the first on, before the search had taken enough; of those */
    uint64_t held;         /* were held to a search, or need none, */
    uint64_t large;        /* would take too large a search, or have too large a state, */
    uint64_t open;         /* are rules with cases that cannot be listed */
    uint64_t wrong;        /* of those held */
    duel_falsehood *named; /* some of the false ones, in their order: */
    int names;             /* so many */
    duel_msg fault;        /* why the source could not be read on; id NULL: it could */
} duel_sayings;

/* `guard` is open over the game. Games with secrets are left alone. */
duel_status sayings_check(const duel_variant *v, duel_guard *guard, duel_sayings *out,
                          duel_msg *why);
void sayings_fini(duel_sayings *s);

#endif
