/* tiers/piles.h -- the positions that moves lead to, gathered by tier: forwards, every position
 * is met as often as moves lead to it, and kept once.
 *
 *     basket (of a thread) ──full──▶ chunk, sorted ──memory full──▶ run on the scratch disk
 *
 * A pile is of one tier. When nothing can come to it any more its chunks and runs become the
 * sorted keys of that tier: cut into ranges that fit the cache, each is gathered from all of
 * them, sorted and made unique, by as many threads as there are. */
#ifndef DUEL_TIERS_PILES_H
#define DUEL_TIERS_PILES_H

#include "core/game.h"
#include "tiers/file.h"

#include <pthread.h>

typedef struct pile_chunk {
    uint64_t *key;
    size_t count;
} pile_chunk;

typedef struct pile {
    uint32_t tier;
    uint32_t lowest_source, highest_source; /* tiers from which moves lead here */
    pile_chunk *chunk;
    size_t chunks, chunk_room, keys; /* `keys`: of all chunks */
    tier_file *run;
    unsigned *run_number;
    size_t runs;
} pile;

/* Keys between two limits, both included; none if `from` is above `to`. */
typedef struct key_range {
    uint64_t from, to;
} key_range;

typedef struct piles {
    const duel_game *game;
    int threads;
    const char *scratch; /* a folder that is there */
    size_t memory;       /* bytes that chunks may take */
    size_t basket;       /* keys that a basket takes */
    pthread_mutex_t lock;
    pile *list; /* by descending tier */
    size_t count;
    size_t held; /* bytes of all chunks */
    unsigned runs_made;
    /* Where others are at the same work (exchange.h): what of the uppermost pile is ours, what
     * they have sent of it and how much of that memory takes, and what they know of `since`. */
    key_range own;
    pile inbox;
    size_t inbox_room;
    uint32_t since;
    duel_status status;
    duel_msg why;
} piles;

/* False: no memory, and nothing is to be closed. */
bool piles_init(piles *p, const duel_game *game, int threads, const char *scratch,
                size_t memory);
void piles_fini(piles *p);

/* What one thread gathers. */
typedef struct basket {
    uint32_t tier, lowest_source, highest_source;
    uint64_t *key, *aside; /* `aside`: for sorting */
    size_t count, room;
} basket;
typedef struct baskets {
    piles *to;
    basket *list;
    size_t count;
} baskets;

/* A move leads from `source` to a position of this tier. False: it failed; piles_end tells. */
bool baskets_add(baskets *b, uint32_t source, uint32_t tier, uint64_t key);
/* Empties all of them into the piles, and frees them. */
void baskets_fini(baskets *b);

/* The uppermost pile; NULL: there is none. */
const pile *piles_top(const piles *p);
/* The highest tier from which moves lead to a pile below `tier`, or `tier` itself. */
uint32_t piles_since(const piles *p, uint32_t tier);
/* Gives the keys of the uppermost pile to `take`, those that are ours, in order, a stretch at a
 * time, and removes the pile. `take` returns false if it has failed. */
duel_status piles_pour(piles *p, bool (*take)(void *to, const uint64_t *key, size_t count),
                       void *to, duel_msg *why);

/* ---- where others are at the same work --------------------------------------------------- */

/* The pile of this tier, made if there is none; NULL: no memory. */
pile *piles_at(piles *p, uint32_t tier);
/* How many keys a pile has, each as often as it came. */
uint64_t pile_size(const pile *of);
/* Keys of the pile that stand at equal distances from each other, more or less. False: no
 * memory. An empty pile has none: zeroes. */
bool pile_quantiles(const pile *of, uint64_t *out, size_t count);
/* Those of sorted keys that are in the range: how many, and where they begin. */
size_t keys_in_range(const uint64_t *key, size_t count, const key_range *r,
                     const uint64_t **begin);
/* Takes over sorted keys that another has sent. False: it failed; p->status tells. */
bool piles_receive(piles *p, uint64_t *key, size_t count);
/* What was received becomes part of the uppermost pile. */
bool piles_settle(piles *p);

#endif
