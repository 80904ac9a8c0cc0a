/* engines/transpo.h -- a transposition table of fixed size: what a search found, by position.
 *
 * Slots come in pairs; a new entry takes the place of the same position, else of one left by
 * an earlier search, else of the shallower. A position is told from all others by its packed
 * key, or by 64 bits of a hash other than the one that chose the slot. */
#ifndef DUEL_ENGINES_TRANSPO_H
#define DUEL_ENGINES_TRANSPO_H

#include "core/game.h"

typedef enum transpo_bound {
    TRANSPO_LOWER = 1,
    TRANSPO_UPPER = 2,
    TRANSPO_EXACT = 3
} transpo_bound;

typedef struct transpo_key {
    uint64_t place, check;
} transpo_key;

typedef struct transpo_entry {
    uint64_t check;
    duel_move move; /* the best, or one that was good enough */
    int64_t worth;  /* for the side to move, ends counted from this position */
    int16_t depth;
    uint8_t bound;  /* transpo_bound; 0 in an empty slot */
    bool solid;     /* the bound is a fact, however deep one looks */
    uint16_t epoch; /* entries of other epochs are forgotten */
    uint16_t age;   /* the search that left it */
} transpo_entry;
_Static_assert(sizeof(transpo_entry) == 32, "two entries fill a cache line");

typedef struct transpo {
    transpo_entry *slot;
    uint64_t mask; /* slots - 1; there is an even number of them */
    uint64_t used; /* in this epoch */
    uint16_t epoch, age;
} transpo;

/* At most `bytes` large, at least one pair of slots; `positions`, if not 0, is all it may ever
 * have to hold. */
bool transpo_init(transpo *t, size_t bytes, uint64_t positions);
void transpo_fini(transpo *t);
void transpo_forget(transpo *t);
void transpo_age(transpo *t); /* a new search begins */

transpo_key transpo_key_of(const duel_variant *v, const void *state);
/* NULL if nothing is known; good until the next put. */
const transpo_entry *transpo_find(const transpo *t, transpo_key key);
/* Fills in what tells the entry from others, and keeps it. */
void transpo_put(transpo *t, transpo_key key, transpo_entry entry);

#endif
