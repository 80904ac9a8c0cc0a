/* engines/packed.h -- the solver's memory: keys of few bits with their codes, 8 bytes each.
 *
 * A slot is one 64-bit word: the key in the low bits, the code above it; 0 is an empty slot,
 * since a code is never 0. Slots are found by linear probing inside one of 16 segments, which
 * grow one after the other, so that growing never needs twice the memory. Any number of threads
 * may read and write at once; only packed_grow must be alone. */
#ifndef DUEL_ENGINES_PACKED_H
#define DUEL_ENGINES_PACKED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PACKED_SEGMENTS = 16 };

typedef struct packed {
    uint64_t *segment[PACKED_SEGMENTS];
    uint32_t slot_bits; /* of a segment */
    uint32_t key_bits;
    uint64_t key_mask;
    uint64_t *old[PACKED_SEGMENTS]; /* while it grows: the segments before */
    atomic_int moved;               /* segments somebody has begun to move */
    atomic_uint_fast64_t used;      /* counted in lots by the writers: see packed_account */
} packed;

/* False when memory is short. Keys of key_bits and codes of up to 64 - key_bits bits. */
bool packed_init(packed *t, uint32_t key_bits);
void packed_fini(packed *t);

/* Bytes held now, and at the worst moment of the next growth. */
size_t packed_bytes(const packed *t);
size_t packed_bytes_grown(const packed *t);
/* More slots in use than probing stays short with: time to grow. */
bool packed_crowded(const packed *t);
bool packed_grow(packed *t);
/* The same by several threads: one begins, all share the moving, and nobody may read or write
 * before the last has come back from it. */
bool packed_grow_begin(packed *t);
void packed_grow_share(packed *t);
/* A writer reports what it has inserted since it last did. */
void packed_account(packed *t, uint64_t inserted);

/* Calls `each` on every entry, in no order, until it returns false. */
void packed_each(const packed *t, bool (*each)(void *to, uint64_t key, uint64_t code),
                 void *to);
/* Moves all words to the front of one array, sorted by key, and hands it over with their
 * number: free it with packed_free_words. The table is empty afterwards. */
uint64_t *packed_take_sorted(packed *t, size_t *count);
void packed_free_words(uint64_t *words, size_t count);

static inline uint64_t *packed_home(const packed *t, uint64_t key, uint64_t *at)
{
    uint64_t h = (key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15);
    *at = (h << 4) >> (64 - t->slot_bits);
    return t->segment[h >> 60];
}

static inline void packed_prefetch(const packed *t, uint64_t key)
{
    uint64_t at;
    uint64_t *slots = packed_home(t, key, &at);
    __builtin_prefetch(&slots[at]);
}

/* The code of a key, 0 if it is not there. */
static inline uint64_t packed_get(const packed *t, uint64_t key)
{
    uint64_t at, mask = (UINT64_C(1) << t->slot_bits) - 1;
    uint64_t *slots = packed_home(t, key, &at);
    for (;; at = (at + 1) & mask) {
        uint64_t word = __atomic_load_n(&slots[at], __ATOMIC_RELAXED);
        if (word == 0)
            return 0;
        if ((word & t->key_mask) == key)
            return word >> t->key_bits;
    }
}

/* Sets the code of a key. True if the key was not there before. */
bool packed_put(packed *t, uint64_t key, uint64_t code, bool shared);
/* Sets it only if the key is not there. True if it was not. */
bool packed_claim(packed *t, uint64_t key, uint64_t code);

#endif
