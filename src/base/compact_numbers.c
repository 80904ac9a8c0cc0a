/* base/compact_numbers.c -- see compact_numbers.h. */
#include "base/compact_numbers.h"

#include <sodium.h>

_Static_assert(CODING_CHECK == crypto_shorthash_BYTES, "a check is a hash");
_Static_assert(crypto_shorthash_KEYBYTES == 16, "a purpose is its key");

static uint8_t *put_gap(uint8_t *p, uint64_t gap)
{
    for (; gap >= 0x80; gap >>= 7)
        *p++ = (uint8_t)(gap | 0x80);
    *p++ = (uint8_t)gap;
    return p;
}

/* NULL if the number does not end before `end`, or is larger than 64 bits. */
static const uint8_t *get_gap(const uint8_t *p, const uint8_t *end, uint64_t *gap)
{
    uint64_t n = 0;
    for (int i = 0; i < CODING_GAP_MAX && p < end; i++) {
        uint64_t part = *p & 0x7F;
        if (i == CODING_GAP_MAX - 1 && part > 1)
            return NULL;
        n |= part << 7 * i;
        if (*p++ < 0x80) {
            *gap = n;
            return p;
        }
    }
    return NULL;
}

uint8_t *coding_put_keys(uint8_t *p, const uint64_t *key, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        p = put_gap(p, key[i] - key[i - 1] - 1);
    return p;
}

bool coding_get_keys(const uint8_t *p, const uint8_t *end, uint64_t first, uint64_t *key,
                     uint32_t count)
{
    uint64_t at = first;
    key[0] = at;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t gap;
        if (p < end && *p < 0x80)
            gap = *p++;
        else if ((p = get_gap(p, end, &gap)) == NULL)
            return false;
        if (gap >= UINT64_MAX - at)
            return false;
        at += gap + 1;
        key[i] = at;
    }
    return p == end;
}

static uint64_t mask_of(uint32_t width)
{
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Bits are gathered in a word and leave it a byte at a time; a code of more than 56 bits may
 * not fit beside what waits, so it comes in two parts. */
uint8_t *coding_put_codes(uint8_t *p, const uint64_t *codes, uint32_t count, uint32_t width)
{
    uint64_t waiting = 0;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t code = codes[i];
        for (uint32_t left = width, part; left; left -= part, code >>= part % 64) {
            part = left < 32 ? left : 32;
            waiting |= (code & mask_of(part)) << bits;
            for (bits += part; bits >= 8; bits -= 8, waiting >>= 8)
                *p++ = (uint8_t)waiting;
        }
    }
    if (bits)
        *p++ = (uint8_t)waiting;
    return p;
}

static inline uint64_t bits_at(const uint8_t *p, size_t at, uint64_t mask)
{
    const uint8_t *from = p + at / 8;
    uint64_t bits = coding_get64(from) >> at % 8;
    if (at % 8)
        bits |= (uint64_t)from[8] << (64 - at % 8);
    return bits & mask;
}

uint64_t coding_code_at(const uint8_t *p, uint32_t i, uint32_t width)
{
    return bits_at(p, (size_t)i * width, mask_of(width));
}

void coding_get_codes(const uint8_t *p, uint64_t *code, uint32_t count, uint32_t width)
{
    uint64_t mask = mask_of(width);
    for (uint32_t i = 0; i < count; i++)
        code[i] = bits_at(p, (size_t)i * width, mask);
}

uint64_t coding_check(const uint8_t *data, size_t size, const char purpose[16])
{
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, data, size, (const uint8_t *)purpose);
    return coding_get64(hash);
}
