/* store/result_blocks.h -- blocks of stored results: thousands of positions in few bytes.
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
#pragma once

#include "store/results.h"

/* With its row a block of BLOCK_BYTES fills a database page of 4096, and one look-up reads one
 * page. The count is what fits if every gap took one byte and every code two bits. */
enum { BLOCK_BYTES = 4024, BLOCK_POSITIONS = 3203 };

typedef struct block {
    uint32_t count;
    uint32_t width;   /* bits of the largest code */
    size_t gap_bytes; /* that the gaps take */
    uint64_t key[BLOCK_POSITIONS], code[BLOCK_POSITIONS];
} block;

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

/* DUEL_FAILED if the data are damaged, or of something else; *out is of no use then. */
duel_status block_decode(const uint8_t *data, size_t size, const block_seal *of, block *out);

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

/* ---- folders of tiers beside it ---------------------------------------------------------- */

/* What was solved by tiers (tiers/solve.h) as part of what is learned: folders inside `tiers/`,
 * beside the base, read where they lie.
 *
 * A folder that is put there is found; one that is damaged counts as far as it can be read. */

/* The folder in which those of the store stand; false: its name is too long. */
bool tier_results_path(const data_store *store, char out[], size_t room);

/* Calls `each` for every folder there is, until it returns false. */
void tier_results_walk(const data_store *store, bool (*each)(void *to, const char *path),
                       void *to);
