/* tiers/inside.h -- what the files that solve by tiers share. */
#pragma once

#include "core/value.h"
#include "tiers/solve.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* ---- a solve on its way (solve.c) ---------------------------------------------------- */

typedef struct tiers_run {
    const tiers_job *job;
    const tiers_folder *folder;
    const duel_variant *v;
    const tiers_peers *peers; /* at work on this way; NULL: nobody else is */
    tiers_key *key;
    value_format format;
    char scratch[PATH_MAX];
    double begin;
    uint32_t highest; /* tier of the root, or the highest wanted */
    uint64_t fresh;
    /* progress of one way */
    bool backwards;
    double way_begin;
    uint64_t positions, total, before; /* found; to be done; done when this way began */
    atomic_uint_fast64_t done;
    atomic_bool damaged; /* a block could not be read, or is of no position */
} tiers_run;

bool tiers_must_stop(const tiers_run *r);
/* Worker 0 tells people how far it is; everybody counts what is done. */
void run_count(tiers_run *r, int worker, uint32_t tier, uint64_t positions);
duel_status run_stopped(duel_msg *why);
duel_status run_damaged(uint32_t tier, duel_msg *why);
/* How many positions a tier may have whose keys are gathered in memory, so that what comes
 * later of it has room, too; and the refusal of one that has more. */
uint64_t run_most_positions(const tiers_run *r);
duel_status run_too_many(const tiers_run *r, uint32_t tier, duel_msg *why);
/* A file of the folder. Where another program has written it, it may take a while to be seen
 * from here. */
duel_status run_open(const tiers_run *r, tier_kind kind, uint32_t tier, tier_file *out,
                     duel_msg *why);

/* All keys below the root, tier by tier; or all there are, as the game lists them. */
duel_status forward_solve(tiers_run *r, duel_msg *why);
duel_status listing_solve(tiers_run *r, duel_msg *why);
/* The results of one tier, those below being there. */
duel_status backward_solve(tiers_run *r, uint32_t tier, const tiers_list *solved,
                           duel_msg *why);
/* What a position takes while those of its tier are settled together: what is known of it, and
 * of its place. Moves inside the tier come on top. */
size_t loops_bytes_each(const tiers_run *r);

/* ---- several threads at one piece of work (solve.c) ---------------------------------- */

enum { THREADS_MOST = 64 };

/* Calls work(job, i) for i = 0 to threads - 1, each on a thread of its own, the first on this
 * one, and waits for all. Where threads are short, fewer are called: the work is not divided
 * by their number but taken from a common heap. What the game fails at anywhere is told to the
 * guard of this thread (core/fault_guard.h). */
void threads_run(const duel_game *game, int threads, void (*work)(void *job, int i), void *job);

/* ---- positions opened (forward.c) ---------------------------------------------------- */

/* Positions of a tier from their keys, and what moves make of them, many at a time. */
typedef struct expander {
    const duel_variant *v;
    tiers_key *key;        /* pack or canon */
    unsigned char *states; /* of a block */
    uint32_t count, opened;
    duel_children brood;
    uint32_t first; /* the state to which the children at hand belong first, */
    int done, made; /* of how many states they are, and how many they are */
    uint64_t *child_key;
    uint32_t *child_tier;
} expander;

/* False: no memory; expander_fini is due all the same. */
bool expander_init(expander *o, const duel_variant *v, tiers_key *key);
void expander_fini(expander *o);

/* Begins with the positions of a block of keys; false: there is no such position. */
bool expander_begin(expander *o, const uint64_t *key, uint32_t count);
/* Makes the children of the next of them, with their keys and tiers: child i belongs to state
 * `first` + brood.parent[i]. False: all are opened. */
bool expander_next(expander *o);

static inline const void *expander_state(const expander *o, uint32_t i)
{
    return o->states + (size_t)i * o->v->state_size;
}

static inline const void *expander_child(const expander *o, int i)
{
    return (const unsigned char *)o->brood.child + (size_t)i * o->v->state_size;
}

/* ---- keys in order (gather.c) --------------------------------------------------------- */

/* Sorts the keys, leaves each once, and returns how many that is. `room` is for as many keys,
 * and of no meaning afterwards. */
size_t sorting_unique(uint64_t *key, uint64_t *room, size_t count);

/* The place of the first key that is not below `least`. */
size_t sorting_seek(const uint64_t *key, size_t count, uint64_t least);

/* ---- piles of children (gather.c) ----------------------------------------------------- */

/* The positions that moves lead to, gathered by tier: forwards, every position is met as often
 * as moves lead to it, and kept once.
 *
 *     basket (of a thread) ──full──▶ chunk, sorted ──memory full──▶ run on the scratch disk
 *
 * A pile is of one tier. When nothing can come to it any more its chunks and runs become the
 * sorted keys of that tier: cut into ranges that fit the cache, each is gathered from all of
 * them, sorted and made unique, by as many threads as there are. */

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

typedef struct key_gathering {
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
    /* Where others are at the same work (exchange_keys.c): what of the uppermost pile is ours,
     * what they have sent of it and how much of that memory takes, and what they know of
     * `since`. */
    key_range own;
    pile inbox;
    size_t inbox_room;
    uint32_t since;
    duel_status status;
    duel_msg why;
} key_gathering;

/* False: no memory, and nothing is to be closed. */
bool gathering_init(key_gathering *p, const duel_game *game, int threads, const char *scratch,
                    size_t memory);
void gathering_fini(key_gathering *p);

/* What one thread gathers. */
typedef struct basket {
    uint32_t tier, lowest_source, highest_source;
    uint64_t *key, *aside; /* `aside`: for sorting */
    size_t count, room;
} basket;
typedef struct baskets {
    key_gathering *to;
    basket *list;
    size_t count;
} baskets;

/* A move leads from `source` to a position of this tier. False: it failed; to->status tells. */
bool baskets_add(baskets *b, uint32_t source, uint32_t tier, uint64_t key);
/* Empties all of them into the piles, and frees them. */
void baskets_fini(baskets *b);

/* The uppermost pile; NULL: there is none. */
const pile *gathering_top(const key_gathering *p);
/* The highest tier from which moves lead to a pile below `tier`, or `tier` itself. */
uint32_t gathering_since(const key_gathering *p, uint32_t tier);
/* Takes keys, in order; false: it has failed. */
typedef bool gathering_fn(void *to, const uint64_t *key, size_t count);
/* Into a file being written, which is `to`. */
gathering_fn piles_take_to_write;
/* Gives the keys of the uppermost pile to `take`, those that are ours, in order, a stretch at a
 * time, and removes the pile. */
duel_status gather_each(key_gathering *p, gathering_fn *take, void *to, duel_msg *why);

/* Where others are at the same work: */

/* The pile of this tier, made if there is none; NULL: no memory. */
pile *gathering_at(key_gathering *p, uint32_t tier);
/* How many keys a pile has, each as often as it came. */
uint64_t pile_size(const pile *of);
/* Keys of the pile that stand at equal distances from each other, more or less. False: no
 * memory. An empty pile has none: zeroes. */
bool pile_quantiles(const pile *of, uint64_t *out, size_t count);
/* Those of sorted keys that are in the range: how many, and where they begin. */
size_t keys_in_range(const uint64_t *key, size_t count, const key_range *r,
                     const uint64_t **begin);
/* Takes over sorted keys that another has sent. False: it failed; p->status tells. */
bool gathering_receive(key_gathering *p, uint64_t *key, size_t count);
/* What was received becomes part of the uppermost pile. */
bool gathering_settle(key_gathering *p);

/* ---- several programs (exchange_keys.c) ---------------------------------------------------
 */

/* The keys of a tier where several programs look for them (peers.h).
 *
 *     each has a pile ──slices──▶ the one that owns the range
 *                                 ──sorted, each once──▶ rank 0: one file
 *
 * When a tier is complete its keys are cut into as many ranges as there are programs, by
 * samples of all piles, so that each gets about as many. Of its pile each sends every other one
 * what lies in its range: slices of chunks and runs, which are sorted already, as gaps, many in
 * a block. What comes is one more chunk of the pile. Nobody waits for an answer. */

/* All come with their status. After it the uppermost piles of all are of the same tier, or
 * there is none, and each has all keys of that tier that it owns. */
duel_status exchange_keys(tiers_run *r, key_gathering *p, duel_status status, duel_msg *why);

/* Those of rank 0 have been taken; gives it those of all others, in order. The others pour
 * their uppermost pile for it. */
duel_status exchange_collect(tiers_run *r, duel_status status, gathering_fn *take, void *to,
                             duel_msg *why);
duel_status exchange_hand_in(tiers_run *r, key_gathering *p, duel_msg *why);

/* ---- what lies below (results_in_memory.c)
 * ------------------------------------------------------ */

/* Solved tiers, or stretches of them, in memory: the results of positions by their keys, found
 * at the price of a few cache lines.
 *
 * The keys of a stretch are divided into pens by their high bits, about four to a pen; of each
 * only what the pen does not tell is kept, in four bytes where that is enough. Where no key is
 * missing between the first and the last there is nothing to keep: a key tells its place. */

/* A tier on disk with its results. */
typedef struct window_source {
    const tier_file *keys, *codes;
} window_source;

typedef struct window_part {
    uint32_t tier;
    uint64_t least, most; /* keys between which it knows all */
    bool dense;           /* they are all there, and what follows is empty but for the codes */
    uint32_t shift;       /* what is left of a key beside its pen */
    uint64_t pens;
    uint32_t *begin;    /* by pen, and one more */
    uint32_t *low;      /* what is left of each key, */
    uint64_t *low_wide; /* where it needs more bits */
    void *code;         /* code_bytes each */
} window_part;

typedef struct window {
    window_part *part;
    size_t parts;
    uint32_t code_bytes; /* 1, 2, 4 or 8 */
} window;

/* Where the next window begins: all before it have been. */
typedef struct window_place {
    size_t source;
    uint64_t block;
} window_place;

/* Bytes that a code of so many bits takes in memory. */
uint32_t window_code_bytes(uint32_t code_bits);

/* Takes in as much as `memory` allows, from *place on, which it moves on; at least a block.
 * DUEL_FAILED: a source is damaged. After it, whatever comes, window_fini is due. */
duel_status window_load(window *w, const duel_game *game, int threads,
                        const window_source *source, size_t sources, uint32_t code_bits,
                        size_t memory, window_place *place, duel_msg *why);
/* A whole tier by its keys alone, for window_place_of: one part, without codes. */
duel_status window_load_keys(window *w, const duel_game *game, int threads,
                             const tier_file *keys, duel_msg *why);
void window_fini(window *w);

/* The part that knows all keys around this one; NULL: none does. */
static inline const window_part *window_part_of(const window *w, uint32_t tier, uint64_t key)
{
    for (size_t i = 0; i < w->parts; i++) {
        const window_part *p = &w->part[i];
        if (p->tier == tier && key >= p->least && key <= p->most)
            return p;
    }
    return NULL;
}

/* To be called some time before what follows: first one for many keys, then the other. */
static inline void results_prefetch(const window_part *p, uint64_t key)
{
    if (!p->dense)
        __builtin_prefetch(&p->begin[(key - p->least) >> p->shift]);
}

static inline void results_prefetch_line(const window *w, const window_part *p, uint64_t key)
{
    uint64_t at = p->dense ? key - p->least : p->begin[(key - p->least) >> p->shift];
    if (p->low)
        __builtin_prefetch(&p->low[at]);
    else if (!p->dense)
        __builtin_prefetch(&p->low_wide[at]);
    __builtin_prefetch((const char *)p->code + (size_t)at * w->code_bytes);
}

/* Where among its positions a key stands, WINDOW_NOWHERE if it does not. */
enum { WINDOW_NOWHERE = -1 };
int64_t window_place_of(const window_part *p, uint64_t key);
/* The code of a key that the part knows; 0: there is no such position. */
uint64_t window_find(const window *w, const window_part *p, uint64_t key);

static inline uint64_t window_code(const void *codes, uint32_t code_bytes, size_t at)
{
    switch (code_bytes) {
    case 1:
        return ((const uint8_t *)codes)[at];
    case 2:
        return ((const uint16_t *)codes)[at];
    case 4:
        return ((const uint32_t *)codes)[at];
    default:
        return ((const uint64_t *)codes)[at];
    }
}

static inline void window_set_code(void *codes, uint32_t code_bytes, size_t at, uint64_t code)
{
    switch (code_bytes) {
    case 1:
        ((uint8_t *)codes)[at] = (uint8_t)code;
        return;
    case 2:
        ((uint16_t *)codes)[at] = (uint16_t)code;
        return;
    case 4:
        ((uint32_t *)codes)[at] = (uint32_t)code;
        return;
    default:
        ((uint64_t *)codes)[at] = code;
    }
}

/* ---- a tier whose results are being found (backward.c, loopy_tier.c) ----------------------
 */

typedef struct backward_tier {
    tiers_run *run;
    uint32_t tier;
    tier_file keys;
    uint64_t from, upto; /* blocks of it that are this program's share */
    size_t kept;         /* positions from block `from` on whose codes are kept here */
    tier_file *below;    /* keys and codes of each tier that moves lead to */
    window_source *source;
    size_t sources;
    void *codes; /* what is known so far, from block `from` on; 0: nothing */
    uint32_t code_bytes;
    window window;
    bool first_pass;
    atomic_uint_fast64_t next, children, found;
    atomic_bool failed, stopped;
} backward_tier;

/* The keys of block `i` opened; false: it is damaged, which is noted. */
bool backward_tier_open_block(backward_tier *a, uint64_t i, expander *o);
/* Whether to go on with another block, and which: a->next counts them. */
bool backward_tier_next_block(backward_tier *a, uint64_t *i);
/* What came of a piece of work that all threads took part in. */
duel_status backward_tier_status(const backward_tier *a, duel_msg *why);
duel_status backward_tier_too_large(const backward_tier *a, duel_msg *why);

/* Where moves stay inside the tier: a->codes has the best that each position gets by a move
 * that leaves it, or its end. Makes of it what each is worth. */
duel_status loops_solve(backward_tier *a, duel_msg *why);

/* ---- peers.c ----------------------------------------------------------------------------- */

/* The share of this one in so many blocks: those from *from on, up to *upto. */
void peers_blocks(const tiers_peers *p, uint64_t blocks, uint64_t *from, uint64_t *upto);

/* Bytes to one that does nothing but receive; then an empty block, which ends them. */
void peers_send(const tiers_peers *p, int to, const void *bytes, size_t size);
void peers_end(const tiers_peers *p, int to);
/* The next block of this one, waited for; false: it was the empty one. */
bool peers_receive(const tiers_peers *p, int from, void *block, size_t *size);
