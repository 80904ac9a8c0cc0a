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

enum { SOLVE_TABLE_LINE = 64, SOLVE_TABLE_LEAST_FAR_BITS = 4, SOLVE_TABLE_FAR_BITS = 8 };

/* Of a size of the table: what leads from a number to its line, and back. */
typedef struct solve_table_layout {
    unsigned char *lines;
    size_t count;     /* of lines, those included that only overflow reaches */
    uint64_t width;   /* numbers that share a line, by their upper bits */
    uint64_t inverse; /* 2^64 / width, rounded up; 0: the width is 1 */
    bool wide;        /* slots of 8 bytes */
    uint32_t far_bits;
    uint64_t far; /* a number is in its line or in one of the far - 1 behind it */
} solve_table_layout;

typedef struct solve_table_entry {
    uint64_t key, code;
} solve_table_entry;

/* What found no room in the lines. */
typedef struct solve_table_spill {
    pthread_mutex_t lock;
    solve_table_entry *entry;
    size_t room;
    atomic_size_t count;
} solve_table_spill;

typedef struct solve_table {
    solve_table_layout now, old; /* old: while it grows */
    uint32_t key_bits, code_bits;
    uint32_t fold, low_bits; /* of scrambling; bits of a number below the upper ones */
    uint64_t key_mask, code_mask, low_mask;
    atomic_size_t moved, left; /* of old lines: parts somebody has begun to move; not moved */
    atomic_uint_fast64_t
        used;           /* counted in lots by the writers: see solve_table_add_inserted */
    atomic_bool failed; /* an entry was lost for want of memory */
    solve_table_spill *spill;
    solve_table_entry *old_entry; /* while it grows: what had found no room */
    size_t old_entries;
} solve_table;

/* False when memory is short. Keys of key_bits, at least 1, and codes of code_bits, at least 1:
 * 64 together at most. */
bool solve_table_init(solve_table *t, uint32_t key_bits, uint32_t code_bits);
void solve_table_fini(solve_table *t);

/* Bytes held now; and at the worst moment of the next growth by so many threads, or of handing
 * over what the table then has. */
size_t solve_table_bytes(const solve_table *t);
size_t solve_table_bytes_grown(const solve_table *t, int threads);
/* More slots in use than probing stays short with: time to grow. */
bool solve_table_must_grow(const solve_table *t);
/* The same once so many more are in it. */
bool solve_table_crowded_by(const solve_table *t, uint64_t more);
/* False: no memory, and the table is as it was. */
bool solve_table_grow(solve_table *t);
/* The same by several threads: one begins, all share the moving, and nobody may read or write
 * before the last has come back from it. */
bool solve_table_grow_begin(solve_table *t);
void solve_table_grow_share(solve_table *t, bool shared);
/* A writer reports what it has inserted since it last did. */
void solve_table_add_inserted(solve_table *t, uint64_t inserted);

typedef bool solve_table_each_fn(void *to, uint64_t key, uint64_t code);
/* Calls `each` on every entry, in no order, until it returns false. */
void solve_table_each(const solve_table *t, solve_table_each_fn *each, void *to);
/* Adds to counts[i] how many codes have i in their three lowest bits. */
void solve_table_count(const solve_table *t, uint64_t counts[8]);
/* Calls `each` by ascending keys, some at a time, with `spare` bytes besides: half of the
 * table's at most, an eighth at least. False: there is no memory for them. */
bool solve_table_each_sorted(const solve_table *t, size_t spare, solve_table_each_fn *each,
                             void *to);

/* Where a key is looked for; good until the table grows. */
typedef struct solve_table_place {
    const unsigned char *line;
    uint64_t key, want; /* want: its slot, but for the code */
} solve_table_place;

/* One to one on numbers of key_bits bits; solve_table_unscramble leads back. */
static inline uint64_t solve_table_scramble(const solve_table *t, uint64_t key)
{
    uint64_t n = key * UINT64_C(0x9E3779B97F4A7C15) & t->key_mask;
    n ^= n >> t->fold;
    return n * UINT64_C(0xD6E8FEB86659FD93) & t->key_mask;
}

uint64_t solve_table_unscramble(const solve_table *t, uint64_t number);

__extension__ typedef unsigned __int128 packed_product;

static inline solve_table_place
solve_table_place_in(const solve_table *t, const solve_table_layout *l, uint64_t number)
{
    uint64_t upper = number >> t->low_bits;
    uint64_t line = l->inverse ? (uint64_t)((packed_product)upper * l->inverse >> 64) : upper;
    uint64_t rest = (upper - line * l->width) << t->low_bits | (number & t->low_mask);
    return (solve_table_place){.line = l->lines + line * SOLVE_TABLE_LINE,
                               .want = rest << l->far_bits << t->code_bits};
}

/* Asks the processor to fetch the line too. */
static inline solve_table_place solve_table_place_of(const solve_table *t, uint64_t key)
{
    solve_table_place p = solve_table_place_in(t, &t->now, solve_table_scramble(t, key));
    p.key = key;
    __builtin_prefetch(p.line);
    return p;
}

uint64_t solve_table_get_spilled(const solve_table *t, uint64_t key);

#define PACKED_ONE_WIDTH static inline __attribute__((always_inline))

PACKED_ONE_WIDTH uint64_t solve_table_load(const unsigned char *line, size_t slot, bool wide)
{
    if (wide)
        return __atomic_load_n((const uint64_t *)(const void *)line + slot, __ATOMIC_RELAXED);
    return __atomic_load_n((const uint32_t *)(const void *)line + slot, __ATOMIC_RELAXED);
}

PACKED_ONE_WIDTH size_t solve_table_slots(bool wide)
{
    return SOLVE_TABLE_LINE / (wide ? sizeof(uint64_t) : sizeof(uint32_t));
}

/* Lines fill from the front: behind an empty slot there are none but empty ones.
 * solve_table_filled tells how many are not; solve_table_find which of them holds `want`,
 * whatever its code, or that none does, and then how many are not empty; solve_table_read_code
 * that code, 0 for none, or false: it may be in the next line. */
#if defined __SSE2__ && !defined __SANITIZE_THREAD__
/* All slots at once. A line is read once: what others write meanwhile is there or not. */
typedef struct solve_table_line {
    __m128i a, b, c, d;
} solve_table_line;

PACKED_ONE_WIDTH solve_table_line solve_table_read(const unsigned char *line)
{
    const __m128i *part = (const __m128i *)(const void *)line;
    return (solve_table_line){_mm_load_si128(part), _mm_load_si128(part + 1),
                              _mm_load_si128(part + 2), _mm_load_si128(part + 3)};
}

/* Which slots are `want` in the bits of `mask`: a bit for each 4 bytes, the lower one for a
 * wide slot. */
PACKED_ONE_WIDTH uint32_t solve_table_equal(const solve_table_line *l, uint64_t want,
                                            uint64_t mask, bool wide)
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

PACKED_ONE_WIDTH size_t solve_table_first(uint32_t seen, bool wide)
{
    return seen ? (size_t)__builtin_ctz(seen) >> wide : solve_table_slots(wide);
}

PACKED_ONE_WIDTH size_t solve_table_filled(const unsigned char *line, bool wide)
{
    solve_table_line l = solve_table_read(line);
    return solve_table_first(solve_table_equal(&l, 0, UINT64_MAX, wide), wide);
}

PACKED_ONE_WIDTH bool solve_table_find(const unsigned char *line, uint64_t want, uint64_t mask,
                                       bool wide, size_t *slot)
{
    solve_table_line l = solve_table_read(line);
    uint32_t own = solve_table_equal(&l, want, mask, wide);
    if (want == 0) /* like an empty slot */
        own &= ~solve_table_equal(&l, 0, UINT64_MAX, wide);
    *slot = solve_table_first(own ? own : solve_table_equal(&l, 0, UINT64_MAX, wide), wide);
    return own != 0;
}

/* An empty slot may be taken for the one that holds `want`, where that is 0. Another thread may
 * have written another key there since: `want` was not there then. */
PACKED_ONE_WIDTH bool solve_table_read_code(const unsigned char *line, uint64_t want,
                                            uint64_t code_mask, bool wide, uint64_t *code)
{
    solve_table_line l = solve_table_read(line);
    uint32_t own = solve_table_equal(&l, want, ~code_mask, wide);
    size_t slot = own ? (size_t)__builtin_ctz(own) >> wide : solve_table_slots(wide) - 1;
    uint64_t word = solve_table_load(line, slot, wide);
    *code = (word & ~code_mask) == want ? word & code_mask : 0;
    return own || word == 0;
}
#else
PACKED_ONE_WIDTH size_t solve_table_filled(const unsigned char *line, bool wide)
{
    size_t slot = 0;
    while (slot < solve_table_slots(wide) && solve_table_load(line, slot, wide))
        slot++;
    return slot;
}

PACKED_ONE_WIDTH bool solve_table_find(const unsigned char *line, uint64_t want, uint64_t mask,
                                       bool wide, size_t *slot)
{
    for (*slot = 0; *slot < solve_table_slots(wide); ++*slot) {
        uint64_t word = solve_table_load(line, *slot, wide);
        if (word == 0)
            return false;
        if ((word & mask) == want)
            return true;
    }
    return false;
}

PACKED_ONE_WIDTH bool solve_table_read_code(const unsigned char *line, uint64_t want,
                                            uint64_t code_mask, bool wide, uint64_t *code)
{
    size_t slot;
    bool found = solve_table_find(line, want, ~code_mask, wide, &slot);
    *code = found ? solve_table_load(line, slot, wide) & code_mask : 0;
    return found || slot < solve_table_slots(wide);
}
#endif

PACKED_ONE_WIDTH uint64_t solve_table_get_sized(const solve_table *t,
                                                const solve_table_place *p, bool wide)
{
    const unsigned char *line = p->line;
    uint64_t want = p->want, code;
    for (uint64_t far = t->now.far; far; far--, line += SOLVE_TABLE_LINE) {
        if (solve_table_read_code(line, want, t->code_mask, wide, &code))
            return code;
        want += t->code_mask + 1;
    }
    return solve_table_get_spilled(t, p->key);
}

/* The code of the key, 0 if it is not there. */
static inline uint64_t solve_table_get_at(const solve_table *t, const solve_table_place *p)
{
    return t->now.wide ? solve_table_get_sized(t, p, true) : solve_table_get_sized(t, p, false);
}

static inline uint64_t solve_table_get(const solve_table *t, uint64_t key)
{
    solve_table_place p = solve_table_place_of(t, key);
    return solve_table_get_at(t, &p);
}

/* Sets the code of a key. True if the key was not there before. */
bool solve_table_put(solve_table *t, uint64_t key, uint64_t code, bool shared);
bool solve_table_put_at(solve_table *t, const solve_table_place *p, uint64_t code, bool shared);
/* Sets it only if the key is not there. True if it was not. */
bool solve_table_put_new(solve_table *t, uint64_t key, uint64_t code);
