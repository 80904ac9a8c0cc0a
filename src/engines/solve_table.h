/* engines/solve_table.h -- the hash table of the solver: keys of few bits with their results, 4
 * or 8 bytes each.
 *
 * A key is scrambled, one to one, into a number; the number says which line (64 bytes) it lies
 * in, and only what the line does not say of it is kept there, with the code (quotienting: J.
 * Cleary, "Compact hash tables using bidirectional linear probing", IEEE Transactions on
 * Computers, 1984). A slot, from the low end:
 *     code | lines from its own | rest of the number          0: empty, since no code is 0
 * A full line overflows into those behind it, as many as a slot has bits to count, up to 255;
 * the few entries that find no room there lie in a list. The larger the table the fewer bits a
 * rest has: slots have 4 bytes as soon as that is enough. Lines lie in the order of the
 * numbers, so a table grows in one sweep through both, and gives the old lines back on the way.
 * Any number of threads may read and write at once; only growing must be alone. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined __SSE2__ && !defined __SANITIZE_THREAD__
#include <emmintrin.h>
#endif

enum { PACKED_LINE = 64, PACKED_LEAST_FAR_BITS = 4, PACKED_FAR_BITS = 8 };

/* Of a size of the table: what leads from a number to its line, and back. */
typedef struct packed_layout {
    unsigned char *lines;
    size_t count;     /* of lines, those included that only overflow reaches */
    uint64_t width;   /* numbers that share a line, by their upper bits */
    uint64_t inverse; /* 2^64 / width, rounded up; 0: the width is 1 */
    bool wide;        /* slots of 8 bytes */
    uint32_t far_bits;
    uint64_t far; /* a number is in its line or in one of the far - 1 behind it */
} packed_layout;

typedef struct packed_entry {
    uint64_t key, code;
} packed_entry;

/* What found no room in the lines. */
typedef struct packed_spill {
    pthread_mutex_t lock;
    packed_entry *entry;
    size_t room;
    atomic_size_t count;
} packed_spill;

typedef struct packed {
    packed_layout now, old; /* old: while it grows */
    uint32_t key_bits, code_bits;
    uint32_t fold, low_bits; /* of scrambling; bits of a number below the upper ones */
    uint64_t key_mask, code_mask, low_mask;
    atomic_size_t moved, left; /* of old lines: parts somebody has begun to move; not moved */
    atomic_uint_fast64_t used; /* counted in lots by the writers: see packed_account */
    atomic_bool failed;        /* an entry was lost for want of memory */
    packed_spill *spill;
    packed_entry *old_entry; /* while it grows: what had found no room */
    size_t old_entries;
} packed;

/* False when memory is short. Keys of key_bits, at least 1, and codes of code_bits, at least 1:
 * 64 together at most. */
bool packed_init(packed *t, uint32_t key_bits, uint32_t code_bits);
void packed_fini(packed *t);

/* Bytes held now; and at the worst moment of the next growth by so many threads, or of handing
 * over what the table then has. */
size_t packed_bytes(const packed *t);
size_t packed_bytes_grown(const packed *t, int threads);
/* More slots in use than probing stays short with: time to grow. */
bool packed_crowded(const packed *t);
/* The same once so many more are in it. */
bool packed_crowded_by(const packed *t, uint64_t more);
/* False: no memory, and the table is as it was. */
bool packed_grow(packed *t);
/* The same by several threads: one begins, all share the moving, and nobody may read or write
 * before the last has come back from it. */
bool packed_grow_begin(packed *t);
void packed_grow_share(packed *t, bool shared);
/* A writer reports what it has inserted since it last did. */
void packed_account(packed *t, uint64_t inserted);

typedef bool packed_each_fn(void *to, uint64_t key, uint64_t code);
/* Calls `each` on every entry, in no order, until it returns false. */
void packed_each(const packed *t, packed_each_fn *each, void *to);
/* Adds to counts[i] how many codes have i in their three lowest bits. */
void packed_count(const packed *t, uint64_t counts[8]);
/* Calls `each` by ascending keys, some at a time, with `spare` bytes besides: half of the
 * table's at most, an eighth at least. False: there is no memory for them. */
bool packed_each_sorted(const packed *t, size_t spare, packed_each_fn *each, void *to);

/* Where a key is looked for; good until the table grows. */
typedef struct packed_place {
    const unsigned char *line;
    uint64_t key, want; /* want: its slot, but for the code */
} packed_place;

/* One to one on numbers of key_bits bits; packed_unscramble leads back. */
static inline uint64_t packed_scramble(const packed *t, uint64_t key)
{
    uint64_t n = key * UINT64_C(0x9E3779B97F4A7C15) & t->key_mask;
    n ^= n >> t->fold;
    return n * UINT64_C(0xD6E8FEB86659FD93) & t->key_mask;
}

uint64_t packed_unscramble(const packed *t, uint64_t number);

__extension__ typedef unsigned __int128 packed_product;

static inline packed_place packed_place_in(const packed *t, const packed_layout *l,
                                           uint64_t number)
{
    uint64_t upper = number >> t->low_bits;
    uint64_t line = l->inverse ? (uint64_t)((packed_product)upper * l->inverse >> 64) : upper;
    uint64_t rest = (upper - line * l->width) << t->low_bits | (number & t->low_mask);
    return (packed_place){.line = l->lines + line * PACKED_LINE,
                          .want = rest << l->far_bits << t->code_bits};
}

/* Asks the processor to fetch the line too. */
static inline packed_place packed_place_of(const packed *t, uint64_t key)
{
    packed_place p = packed_place_in(t, &t->now, packed_scramble(t, key));
    p.key = key;
    __builtin_prefetch(p.line);
    return p;
}

uint64_t packed_get_spilled(const packed *t, uint64_t key);

#define PACKED_ONE_WIDTH static inline __attribute__((always_inline))

PACKED_ONE_WIDTH uint64_t packed_load(const unsigned char *line, size_t slot, bool wide)
{
    if (wide)
        return __atomic_load_n((const uint64_t *)(const void *)line + slot, __ATOMIC_RELAXED);
    return __atomic_load_n((const uint32_t *)(const void *)line + slot, __ATOMIC_RELAXED);
}

PACKED_ONE_WIDTH size_t packed_slots(bool wide)
{
    return PACKED_LINE / (wide ? sizeof(uint64_t) : sizeof(uint32_t));
}

/* Lines fill from the front: behind an empty slot there are none but empty ones. packed_filled
 * tells how many are not; packed_find which of them holds `want`, whatever its code, or that
 * none does, and then how many are not empty; packed_read_code that code, 0 for none, or false:
 * it may be in the next line. */
#if defined __SSE2__ && !defined __SANITIZE_THREAD__
/* All slots at once. A line is read once: what others write meanwhile is there or not. */
typedef struct packed_line {
    __m128i a, b, c, d;
} packed_line;

PACKED_ONE_WIDTH packed_line packed_read(const unsigned char *line)
{
    const __m128i *part = (const __m128i *)(const void *)line;
    return (packed_line){_mm_load_si128(part), _mm_load_si128(part + 1),
                         _mm_load_si128(part + 2), _mm_load_si128(part + 3)};
}

/* Which slots are `want` in the bits of `mask`: a bit for each 4 bytes, the lower one for a
 * wide slot. */
PACKED_ONE_WIDTH uint32_t packed_equal(const packed_line *l, uint64_t want, uint64_t mask,
                                       bool wide)
{
    __m128i w = wide ? _mm_set1_epi64x((int64_t)want) : _mm_set1_epi32((int)want);
    __m128i m = wide ? _mm_set1_epi64x((int64_t)mask) : _mm_set1_epi32((int)mask);
    __m128i a = _mm_cmpeq_epi32(_mm_and_si128(l->a, m), w);
    __m128i b = _mm_cmpeq_epi32(_mm_and_si128(l->b, m), w);
    __m128i c = _mm_cmpeq_epi32(_mm_and_si128(l->c, m), w);
    __m128i d = _mm_cmpeq_epi32(_mm_and_si128(l->d, m), w);
    __m128i all = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d));
    uint32_t seen = (uint32_t)_mm_movemask_epi8(all);
    return wide ? seen & seen >> 1 & 0x5555 : seen;
}

PACKED_ONE_WIDTH size_t packed_first(uint32_t seen, bool wide)
{
    return seen ? (size_t)__builtin_ctz(seen) >> wide : packed_slots(wide);
}

PACKED_ONE_WIDTH size_t packed_filled(const unsigned char *line, bool wide)
{
    packed_line l = packed_read(line);
    return packed_first(packed_equal(&l, 0, UINT64_MAX, wide), wide);
}

PACKED_ONE_WIDTH bool packed_find(const unsigned char *line, uint64_t want, uint64_t mask,
                                  bool wide, size_t *slot)
{
    packed_line l = packed_read(line);
    uint32_t own = packed_equal(&l, want, mask, wide);
    if (want == 0) /* like an empty slot */
        own &= ~packed_equal(&l, 0, UINT64_MAX, wide);
    *slot = packed_first(own ? own : packed_equal(&l, 0, UINT64_MAX, wide), wide);
    return own != 0;
}

/* An empty slot may be taken for the one that holds `want`, where that is 0. Another thread may
 * have written another key there since: `want` was not there then. */
PACKED_ONE_WIDTH bool packed_read_code(const unsigned char *line, uint64_t want,
                                       uint64_t code_mask, bool wide, uint64_t *code)
{
    packed_line l = packed_read(line);
    uint32_t own = packed_equal(&l, want, ~code_mask, wide);
    size_t slot = own ? (size_t)__builtin_ctz(own) >> wide : packed_slots(wide) - 1;
    uint64_t word = packed_load(line, slot, wide);
    *code = (word & ~code_mask) == want ? word & code_mask : 0;
    return own || word == 0;
}
#else
PACKED_ONE_WIDTH size_t packed_filled(const unsigned char *line, bool wide)
{
    size_t slot = 0;
    while (slot < packed_slots(wide) && packed_load(line, slot, wide))
        slot++;
    return slot;
}

PACKED_ONE_WIDTH bool packed_find(const unsigned char *line, uint64_t want, uint64_t mask,
                                  bool wide, size_t *slot)
{
    for (*slot = 0; *slot < packed_slots(wide); ++*slot) {
        uint64_t word = packed_load(line, *slot, wide);
        if (word == 0)
            return false;
        if ((word & mask) == want)
            return true;
    }
    return false;
}

PACKED_ONE_WIDTH bool packed_read_code(const unsigned char *line, uint64_t want,
                                       uint64_t code_mask, bool wide, uint64_t *code)
{
    size_t slot;
    bool found = packed_find(line, want, ~code_mask, wide, &slot);
    *code = found ? packed_load(line, slot, wide) & code_mask : 0;
    return found || slot < packed_slots(wide);
}
#endif

PACKED_ONE_WIDTH uint64_t packed_get_sized(const packed *t, const packed_place *p, bool wide)
{
    const unsigned char *line = p->line;
    uint64_t want = p->want, code;
    for (uint64_t far = t->now.far; far; far--, line += PACKED_LINE) {
        if (packed_read_code(line, want, t->code_mask, wide, &code))
            return code;
        want += t->code_mask + 1;
    }
    return packed_get_spilled(t, p->key);
}

/* The code of the key, 0 if it is not there. */
static inline uint64_t packed_get_at(const packed *t, const packed_place *p)
{
    return t->now.wide ? packed_get_sized(t, p, true) : packed_get_sized(t, p, false);
}

static inline uint64_t packed_get(const packed *t, uint64_t key)
{
    packed_place p = packed_place_of(t, key);
    return packed_get_at(t, &p);
}

/* Sets the code of a key. True if the key was not there before. */
bool packed_put(packed *t, uint64_t key, uint64_t code, bool shared);
bool packed_put_at(packed *t, const packed_place *p, uint64_t code, bool shared);
/* Sets it only if the key is not there. True if it was not. */
bool packed_claim(packed *t, uint64_t key, uint64_t code);
