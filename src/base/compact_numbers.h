/* base/compact_numbers.h -- writes and reads numbers in few bytes, low bytes first, for files
 * and the database.
 *
 * A gap is a number of seven bits a byte, low ones first, all bytes but the last with their
 * highest bit set. Codes are numbers of equal width, bit behind bit. Whoever decodes relies on
 * nothing it reads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CODING_GAP_MAX = 10, CODING_CHECK = 8 }; /* bytes */

static inline uint64_t coding_get64(const uint8_t *p)
{
    uint64_t n = 0;
    for (int i = 0; i < 8; i++)
        n |= (uint64_t)p[i] << 8 * i;
    return n;
}

static inline void coding_put64(uint8_t *p, uint64_t n)
{
    for (int i = 0; i < 8; i++)
        p[i] = (uint8_t)(n >> 8 * i);
}

static inline uint32_t coding_bits(uint64_t n)
{
    return n ? 64 - (uint32_t)__builtin_clzll(n) : 0;
}

static inline size_t coding_gap_size(uint64_t gap)
{
    return gap ? (coding_bits(gap) + 6) / 7 : 1;
}

static inline size_t coding_codes_size(size_t count, uint32_t width)
{
    return (count * width + 7) / 8;
}

/* Keys that ascend strictly, all but the first: each as its distance from the one before, less
 * one. Returns the end of what was written, CODING_GAP_MAX bytes a key at most. */
uint8_t *coding_put_keys(uint8_t *p, const uint64_t *key, uint32_t count);
/* Reads `count` keys of which the first is given; false if they do not fill the bytes up to
 * `end`, or grow beyond 64 bits. */
bool coding_get_keys(const uint8_t *p, const uint8_t *end, uint64_t first, uint64_t *key,
                     uint32_t count);

uint8_t *coding_put_codes(uint8_t *p, const uint64_t *code, uint32_t count, uint32_t width);
/* Nine bytes from any code's first one must be there to be read: the codes, and a check. */
uint64_t coding_code_at(const uint8_t *p, uint32_t i, uint32_t width);
void coding_get_codes(const uint8_t *p, uint64_t *code, uint32_t count, uint32_t width);

/* SipHash-2-4 of the bytes: tells accidents, not malice. `purpose` is a text of 15 letters, so
 * that no part of one file is taken for another. */
uint64_t coding_check(const uint8_t *data, size_t size, const char purpose[16]);
