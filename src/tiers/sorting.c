/* tiers/sorting.c -- see sorting.h.
 *
 * Radix sort from the lowest digit, over those bits only in which the keys differ: keys that
 * were gathered between two limits have few of them. */
#include "tiers/sorting.h"
#include "base/coding.h"

#include <string.h>

enum { DIGIT = 11, DIGITS = 1 << DIGIT, FEW = 64 };

static void insert_sorted(uint64_t *key, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t k = key[i];
        size_t j = i;
        for (; j > 0 && key[j - 1] > k; j--)
            key[j] = key[j - 1];
        key[j] = k;
    }
}

static void sort_by_digit(const uint64_t *from, uint64_t *to, size_t count, uint32_t shift,
                          uint32_t bits)
{
    size_t next[DIGITS] = {0}, sum = 0;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (size_t i = 0; i < count; i++)
        next[from[i] >> shift & mask]++;
    for (uint64_t d = 0; d <= mask; d++) {
        size_t here = next[d];
        next[d] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[next[from[i] >> shift & mask]++] = from[i];
}

static size_t leave_once(const uint64_t *from, uint64_t *to, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        to[kept] = from[i];
        kept += i + 1 == count || from[i] != from[i + 1];
    }
    return kept;
}

/* The bits in which keys differ lie below the highest one of these. */
static uint32_t bits_that_differ(const uint64_t *key, size_t count)
{
    uint64_t differ = 0;
    for (size_t i = 1; i < count; i++)
        differ |= key[i] ^ key[0];
    return coding_bits(differ);
}

size_t sorting_unique(uint64_t *key, uint64_t *room, size_t count)
{
    if (count <= FEW) {
        insert_sorted(key, count);
        return leave_once(key, key, count);
    }
    uint64_t *from = key, *to = room;
    uint32_t bits = bits_that_differ(key, count), digits = (bits + DIGIT - 1) / DIGIT;
    for (uint32_t d = 0, shift = 0; d < digits; d++) {
        uint32_t width = (bits - shift + digits - d - 1) / (digits - d);
        sort_by_digit(from, to, count, shift, width);
        shift += width;
        uint64_t *other = from;
        from = to;
        to = other;
    }
    return leave_once(from, key, count);
}

size_t sorting_seek(const uint64_t *key, size_t count, uint64_t least)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key[middle] < least)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
