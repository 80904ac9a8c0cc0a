/* engines/packed.c -- growing, emptying and sorting the solver's memory: see packed.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "engines/packed.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_SLOT_BITS = 12, PAGE = 4096, HUGE_PAGE = 1 << 21 };

/* Anonymous pages come zeroed and go back to the system at once; large ones are asked for,
 * since most look-ups would otherwise miss the translation cache too. */
static void *get_pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
#if defined MADV_HUGEPAGE
    if (bytes >= HUGE_PAGE)
        madvise(p, bytes, MADV_HUGEPAGE);
#endif
    return p;
}

/* Writes to each page before anybody reads there. A page that is read first is given as the
 * shared page of zeroes, and its first write then interrupts every processor that runs this
 * program: with two threads that took a tenth of the time. */
static void touch(void *pages, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PAGE)
        *(volatile unsigned char *)((unsigned char *)pages + at) = 0;
}

static size_t segment_bytes(uint32_t slot_bits)
{
    return sizeof(uint64_t) << slot_bits;
}

bool packed_init(packed *t, uint32_t key_bits)
{
    memset(t, 0, sizeof *t);
    t->slot_bits = FIRST_SLOT_BITS;
    t->key_bits = key_bits;
    t->key_mask = (UINT64_C(1) << key_bits) - 1;
    for (int i = 0; i < PACKED_SEGMENTS; i++) {
        t->segment[i] = get_pages(segment_bytes(t->slot_bits));
        if (t->segment[i] == NULL) {
            packed_fini(t);
            return false;
        }
    }
    return true;
}

void packed_fini(packed *t)
{
    for (int i = 0; i < PACKED_SEGMENTS; i++) {
        if (t->segment[i])
            munmap(t->segment[i], segment_bytes(t->slot_bits));
        t->segment[i] = NULL;
    }
    atomic_store(&t->used, 0);
}

size_t packed_bytes(const packed *t)
{
    return PACKED_SEGMENTS * segment_bytes(t->slot_bits);
}

size_t packed_bytes_grown(const packed *t)
{
    return 2 * packed_bytes(t) + segment_bytes(t->slot_bits);
}

/* At 13/16 full a search for an absent key looks at some 15 neighbours: two cache lines. */
bool packed_crowded(const packed *t)
{
    uint64_t slots = (uint64_t)PACKED_SEGMENTS << t->slot_bits;
    return atomic_load_explicit(&t->used, memory_order_relaxed) > slots / 16 * 13;
}

void packed_account(packed *t, uint64_t inserted)
{
    atomic_fetch_add_explicit(&t->used, inserted, memory_order_relaxed);
}

/* All or nothing: the pages of every segment are reserved first (they cost nothing until they
 * are touched), so a refusal leaves the table as it was. */
bool packed_grow_begin(packed *t)
{
    size_t bytes = segment_bytes(t->slot_bits + 1);
    for (int i = 0; i < PACKED_SEGMENTS; i++) {
        t->old[i] = get_pages(bytes);
        if (t->old[i] == NULL) {
            while (i-- > 0)
                munmap(t->old[i], bytes);
            return false;
        }
    }
    for (int i = 0; i < PACKED_SEGMENTS; i++) {
        uint64_t *smaller = t->segment[i];
        t->segment[i] = t->old[i];
        t->old[i] = smaller;
    }
    t->slot_bits++;
    atomic_store(&t->moved, 0);
    return true;
}

void packed_grow_share(packed *t)
{
    size_t slots = (size_t)1 << (t->slot_bits - 1);
    for (int i; (i = atomic_fetch_add(&t->moved, 1)) < PACKED_SEGMENTS;) {
        touch(t->segment[i], segment_bytes(t->slot_bits));
        for (size_t s = 0; s < slots; s++) {
            uint64_t word = __atomic_load_n(&t->old[i][s], __ATOMIC_RELAXED);
            if (word)
                packed_put(t, word & t->key_mask, word >> t->key_bits, false);
        }
        munmap(t->old[i], segment_bytes(t->slot_bits - 1));
    }
}

bool packed_grow(packed *t)
{
    if (!packed_grow_begin(t))
        return false;
    packed_grow_share(t);
    return true;
}

bool packed_put(packed *t, uint64_t key, uint64_t code, bool shared)
{
    uint64_t at, mask = (UINT64_C(1) << t->slot_bits) - 1, word = code << t->key_bits | key;
    uint64_t *slots = packed_home(t, key, &at);
    for (;; at = (at + 1) & mask) {
        uint64_t found = __atomic_load_n(&slots[at], __ATOMIC_RELAXED);
        if (found && (found & t->key_mask) != key)
            continue;
        if (!shared || found) { /* a slot with this key belongs to it for good */
            __atomic_store_n(&slots[at], word, __ATOMIC_RELAXED);
            return found == 0;
        }
        if (__atomic_compare_exchange_n(&slots[at], &found, word, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return found == 0;
        at = (at - 1) & mask; /* somebody was faster here: look at the same slot again */
    }
}

bool packed_claim(packed *t, uint64_t key, uint64_t code)
{
    uint64_t at, mask = (UINT64_C(1) << t->slot_bits) - 1, word = code << t->key_bits | key;
    uint64_t *slots = packed_home(t, key, &at);
    for (;; at = (at + 1) & mask) {
        uint64_t found = __atomic_load_n(&slots[at], __ATOMIC_RELAXED);
        if (found == 0 && __atomic_compare_exchange_n(&slots[at], &found, word, false,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
        if ((found & t->key_mask) == key)
            return false;
    }
}

void packed_each(const packed *t, bool (*each)(void *to, uint64_t key, uint64_t code), void *to)
{
    for (int i = 0; i < PACKED_SEGMENTS; i++) {
        for (size_t s = 0; s < (size_t)1 << t->slot_bits; s++) {
            uint64_t word = __atomic_load_n(&t->segment[i][s], __ATOMIC_RELAXED);
            if (word && !each(to, word & t->key_mask, word >> t->key_bits))
                return;
        }
    }
}

/* ---- sorting ---------------------------------------------------------------------------- */

enum { DIGIT = 8, DIGITS = 1 << DIGIT, SMALL = 48 };

static void insertion_sort(uint64_t *words, size_t count, uint64_t mask)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t w = words[i];
        size_t j = i;
        for (; j > 0 && (words[j - 1] & mask) > (w & mask); j--)
            words[j] = words[j - 1];
        words[j] = w;
    }
}

/* In-place radix sort from the highest digit (McIlroy, Bostic and McIlroy's "American flag
 * sort", Computing Systems 1993): no second array is needed, so saving what was learned takes
 * no memory beyond what solving took. Recursion is as deep as a key has digits, at most 8. */
static void flag_sort(uint64_t *words, size_t count, uint32_t shift, uint64_t mask)
{
    if (count <= SMALL) {
        insertion_sort(words, count, mask);
        return;
    }
    size_t end[DIGITS] = {0}, next[DIGITS];
    for (size_t i = 0; i < count; i++)
        end[(words[i] & mask) >> shift & (DIGITS - 1)]++;
    size_t sum = 0;
    for (int d = 0; d < DIGITS; d++) {
        next[d] = sum;
        sum += end[d];
        end[d] = sum;
    }
    for (int d = 0; d < DIGITS; d++) {
        while (next[d] < end[d]) {
            uint64_t w = words[next[d]];
            for (uint64_t own; (own = (w & mask) >> shift & (DIGITS - 1)) != (uint64_t)d;) {
                uint64_t other = words[next[own]];
                words[next[own]++] = w;
                w = other;
            }
            words[next[d]++] = w;
        }
    }
    if (shift == 0)
        return;
    uint32_t lower = shift > DIGIT ? shift - DIGIT : 0;
    for (int d = 0; d < DIGITS; d++) {
        size_t begin = d ? end[d - 1] : 0;
        flag_sort(words + begin, end[d] - begin, lower, mask);
    }
}

/* The words are gathered into pages of their own while each emptied segment is given back. */
uint64_t *packed_take_sorted(packed *t, size_t *count)
{
    size_t total = 0, bytes;
    for (int i = 0; i < PACKED_SEGMENTS; i++)
        for (size_t s = 0; s < (size_t)1 << t->slot_bits; s++)
            total += __atomic_load_n(&t->segment[i][s], __ATOMIC_RELAXED) != 0;
    bytes = (total ? total : 1) * sizeof(uint64_t);
    uint64_t *words = get_pages(bytes);
    if (words == NULL)
        return NULL;
    size_t n = 0;
    for (int i = 0; i < PACKED_SEGMENTS; i++) {
        for (size_t s = 0; s < (size_t)1 << t->slot_bits; s++) {
            uint64_t word = __atomic_load_n(&t->segment[i][s], __ATOMIC_RELAXED);
            if (word)
                words[n++] = word;
        }
        munmap(t->segment[i], segment_bytes(t->slot_bits));
        t->segment[i] = NULL;
    }
    packed_fini(t);
    flag_sort(words, n, t->key_bits > DIGIT ? t->key_bits - DIGIT : 0, t->key_mask);
    *count = n;
    return words;
}

void packed_free_words(uint64_t *words, size_t count)
{
    if (words)
        munmap(words, (count ? count : 1) * sizeof(uint64_t));
}
