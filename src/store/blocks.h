/* store/blocks.h -- learned positions by the thousand, as few bytes.
 *
 * A block is positions by ascending key, each with its code (core/value.h). As bytes:
 *
 *     format 1 · width of a code 1 · count 2 · first key 8 · codes, bit-packed · gaps · check 8
 *
 * A gap is the distance to the key before, less one, seven bits a byte, low ones first. Numbers
 * have their low byte first. The check is SipHash-2-4 (libsodium) of all that stands before it,
 * keyed by what the positions are of: the game, its rules, the variant and the kind of keys. A
 * block that was brought under another variant is refused like a damaged one. Format 1, of the
 * first two editions, has a check without a topic; it is read, and not written any more.
 * A check tells accidents, not malice, so decoding relies on nothing it reads: data of any
 * bytes are either a well-formed block or refused, and nothing outside them is touched.
 *
 * Invariants of a block: keys ascend strictly; no code is 0; BLOCK_BYTES are enough for it. */
#ifndef DUEL_STORE_BLOCKS_H
#define DUEL_STORE_BLOCKS_H

#include "store/learned.h"

/* With its row a block of BLOCK_BYTES fills a database page of 4096, and one look-up reads one
 * page. The count is what fits if every gap took one byte and every code two bits. */
enum { BLOCK_BYTES = 4024, BLOCK_POSITIONS = 3203 };

typedef struct block {
    uint32_t count;
    uint32_t width;   /* bits of the largest code */
    size_t gap_bytes; /* that the gaps take */
    uint64_t key[BLOCK_POSITIONS], code[BLOCK_POSITIONS];
} block;

/* Puts a position at the end; false, and nothing changed, when there is no room for it. The key
 * is above the last one and the code is not 0. A block begins as {.count = 0}. */
bool block_add(block *b, uint64_t key, uint64_t code);
static inline void block_clear(block *b)
{
    b->count = b->width = 0;
    b->gap_bytes = 0;
}

/* What a block is of: the key of its check. */
typedef struct block_seal {
    uint8_t key[16];
} block_seal;
block_seal block_seal_of(duel_str game, unsigned rules, duel_str variant, bool symmetric);

/* The number of bytes written; the block has at least one position. */
size_t block_encode(const block *b, const block_seal *of, uint8_t out[BLOCK_BYTES]);
/* DUEL_FAILED if the data are damaged, or of something else; *out is of no use then. */
duel_status block_decode(const uint8_t *data, size_t size, const block_seal *of, block *out);

/* The index of the first key that is not below `key`; count if there is none. */
uint32_t block_seek(const block *b, uint64_t key);
/* The code of a key, 0 if it is not there. */
uint64_t block_find(const block *b, uint64_t key);

/* ---- runs of blocks in the base ---------------------------------------------------------- */

typedef struct store_run {
    int64_t id; /* never used again for another run */
    bool symmetric;
    uint64_t positions, bytes;
} store_run;

enum { STORE_BLOCK = 4096 };
typedef struct store_block {
    uint64_t first, last; /* keys */
    uint32_t count;
    uint32_t size; /* of data; 0 if what is stored cannot be a block */
    uint8_t data[STORE_BLOCK];
} store_block;

/* The runs of one topic, through a connection of its own: reading here never waits for games
 * being saved, nor they for it. For one thread at a time. */
typedef struct store_shelf store_shelf;
duel_status store_shelf_open(duel_store *s, const store_topic *topic, store_shelf **out,
                             duel_msg *why);
void store_shelf_close(store_shelf *shelf); /* NULL does nothing */
const store_topic *store_shelf_topic(const store_shelf *shelf);
/* The runs there are, the largest first, to be freed by the caller. */
duel_status store_shelf_runs(store_shelf *shelf, store_run **out, size_t *count, duel_msg *why);
/* Whether another connection may have written since this was last asked. */
bool store_shelf_changed(store_shelf *shelf);
/* The first block of a run that ends at `key` or later. DUEL_NO: there is none. */
duel_status store_shelf_seek(store_shelf *shelf, int64_t run, uint64_t key, store_block *out);

/* A new run: its blocks wait in a temporary file, then all enter the base at once, in place of
 * the `old` runs. DUEL_NO: one of these is no longer there, and nothing was done. Nobody else
 * waits but for the last step. */
duel_status store_shelf_stage(store_shelf *shelf, const store_block *b, duel_msg *why);
duel_status store_shelf_shelve(store_shelf *shelf, const store_run *run, int64_t now,
                               const int64_t *old, size_t old_count, duel_msg *why);
/* Gives the room of what was deleted back to the disk. */
duel_status store_shelf_shrink(store_shelf *shelf, duel_msg *why);

/* By game, rules and variant; of one game, or of all if `game` is empty. */
duel_status store_learned_list(duel_store *s, duel_str game, store_learned_take *take, void *to,
                               duel_msg *why);
/* Deletes the runs of one game, or of all if `game` is empty, and gives the room back. */
duel_status store_learned_forget(duel_store *s, duel_str game, duel_msg *why);

/* ---- folders of tiers beside it ---------------------------------------------------------- */

/* What was solved by tiers (tiers/solve.h) as part of what is learned: folders inside `tiers/`,
 * beside the base, read where they lie.
 *
 * A folder that is put there is found; one that is damaged counts as far as it can be read. */

/* The folder in which those of the store stand; false: its name is too long. */
bool tier_shelf_path(const duel_store *store, char out[], size_t room);

typedef struct tier_shelf tier_shelf;

/* Of a variant, which must outlive it. NULL: no memory. A variant that cannot be solved by
 * tiers has an empty one. */
tier_shelf *tier_shelf_open(const duel_store *store, const duel_variant *v);
void tier_shelf_close(tier_shelf *s); /* NULL does nothing */
/* The code of a position, 0 if none of the folders has it. */
uint64_t tier_shelf_find(tier_shelf *s, uint64_t pack, uint64_t canon);
/* Every position, folder by folder; *damaged counts what could not be read. */
void tier_shelf_each(tier_shelf *s, duel_take *take, void *to, uint64_t *damaged);

/* Calls `each` for every folder there is, until it returns false. */
void tier_shelf_walk(const duel_store *store, bool (*each)(void *to, const char *path),
                     void *to);
/* A row for each folder in which something is solved, as store_learned_list gives those of the
 * base. */
void tier_shelf_list(const duel_store *store, duel_str game, store_learned_take *take,
                     void *to);
/* Removes the folders of a game, or all. */
duel_status tier_shelf_forget(const duel_store *store, duel_str game, duel_msg *why);

/* ---- whatever way positions were solved -------------------------------------------------- */

/* Under the smallest key of those that a symmetry carries into each other; under its own. */
typedef enum learned_way { LEARNED_TIERS, LEARNED_CANON, LEARNED_PACK } learned_way;

/* Every position of a variant that was solved this way, by ascending key in the base, until
 * `take` has enough; *damaged counts blocks passed over. */
duel_status learned_pass(duel_store *store, const duel_variant *v, learned_way way,
                         duel_take *take, void *to, uint64_t *damaged, duel_msg *why);

#endif
