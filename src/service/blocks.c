/* service/blocks.c -- coding and decoding of blocks: see blocks.h. */
#include "service/blocks.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { FORMAT = 1, HEAD = 12, CHECK = crypto_shorthash_BYTES, GAP_BYTES_MAX = 10 };

_Static_assert(CHECK == 8, "reading a code may reach eight bytes past the codes");
_Static_assert(BLOCK_POSITIONS <= UINT16_MAX, "the count takes two bytes");
_Static_assert(HEAD + 10 * BLOCK_POSITIONS / 8 + CHECK >= BLOCK_BYTES - 1, "see blocks.h");

/* ---- numbers in bytes ------------------------------------------------------------------- */

static uint64_t get64(const uint8_t *p)
{
    uint64_t n = 0;
    for (int i = 0; i < 8; i++)
        n |= (uint64_t)p[i] << 8 * i;
    return n;
}

static void put64(uint8_t *p, uint64_t n)
{
    for (int i = 0; i < 8; i++)
        p[i] = (uint8_t)(n >> 8 * i);
}

static uint32_t bits_of(uint64_t n)
{
    return n ? 64 - (uint32_t)__builtin_clzll(n) : 0;
}

static size_t gap_size(uint64_t gap)
{
    return gap ? (bits_of(gap) + 6) / 7 : 1;
}

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
    for (int i = 0; i < GAP_BYTES_MAX && p < end; i++) {
        uint64_t part = *p & 0x7F;
        if (i == GAP_BYTES_MAX - 1 && part > 1)
            return NULL;
        n |= part << 7 * i;
        if (*p++ < 0x80) {
            *gap = n;
            return p;
        }
    }
    return NULL;
}

static uint64_t mask_of(uint32_t width)
{
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static size_t codes_size(size_t count, uint32_t width)
{
    return (count * width + 7) / 8;
}

static uint64_t check_of(const uint8_t *data, size_t size)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "Duelliste block";
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, data, size, key);
    return get64(hash);
}

/* ---- filling and coding ----------------------------------------------------------------- */

bool block_add(block *b, uint64_t key, uint64_t code)
{
    assert(code != 0 && (b->count == 0 || key > b->key[b->count - 1]));
    uint32_t own = bits_of(code), width = own > b->width ? own : b->width;
    size_t gaps = b->count ? b->gap_bytes + gap_size(key - b->key[b->count - 1] - 1) : 0;
    if (b->count == BLOCK_POSITIONS ||
        HEAD + codes_size(b->count + 1, width) + gaps + CHECK > BLOCK_BYTES)
        return false;
    b->key[b->count] = key;
    b->code[b->count++] = code;
    b->width = width;
    b->gap_bytes = gaps;
    return true;
}

/* Bits are gathered in a word and leave it a byte at a time; a code of more than 56 bits may
 * not fit beside what waits, so it comes in two parts. */
static uint8_t *put_codes(uint8_t *p, const block *b)
{
    uint64_t waiting = 0;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        uint64_t code = b->code[i];
        for (uint32_t left = b->width, part; left; left -= part, code >>= part % 64) {
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

size_t block_encode(const block *b, uint8_t out[BLOCK_BYTES])
{
    assert(b->count > 0);
    out[0] = FORMAT;
    out[1] = (uint8_t)b->width;
    out[2] = (uint8_t)b->count;
    out[3] = (uint8_t)(b->count >> 8);
    put64(out + 4, b->key[0]);
    uint8_t *p = put_codes(out + HEAD, b);
    for (uint32_t i = 1; i < b->count; i++)
        p = put_gap(p, b->key[i] - b->key[i - 1] - 1);
    size_t size = (size_t)(p - out);
    put64(p, check_of(out, size));
    return size + CHECK;
}

/* ---- decoding --------------------------------------------------------------------------- */

/* `p` is followed by the check, so that nine bytes from any code's first one can be read. */
static bool get_codes(const uint8_t *p, block *b)
{
    uint64_t mask = mask_of(b->width), zeros = 0;
    size_t at = 0;
    for (uint32_t i = 0; i < b->count; i++, at += b->width) {
        const uint8_t *from = p + at / 8;
        uint64_t code = get64(from) >> at % 8;
        if (at % 8)
            code |= (uint64_t)from[8] << (64 - at % 8);
        b->code[i] = code & mask;
        zeros |= b->code[i] == 0;
    }
    return !zeros;
}

/* Refuses a key beyond 64 bits, and gaps that end before or after their place. */
static bool get_keys(const uint8_t *p, const uint8_t *end, uint64_t first, block *b)
{
    uint64_t key = first;
    b->key[0] = key;
    for (uint32_t i = 1; i < b->count; i++) {
        uint64_t gap;
        if (p < end && *p < 0x80)
            gap = *p++;
        else if ((p = get_gap(p, end, &gap)) == NULL)
            return false;
        if (gap >= UINT64_MAX - key)
            return false;
        key += gap + 1;
        b->key[i] = key;
    }
    return p == end;
}

duel_status block_decode(const uint8_t *data, size_t size, block *out)
{
    if (size < HEAD + CHECK || size > BLOCK_BYTES || data[0] != FORMAT)
        return DUEL_FAILED;
    const uint8_t *end = data + size - CHECK;
    if (check_of(data, size - CHECK) != get64(end))
        return DUEL_FAILED;
    out->width = data[1];
    out->count = (uint32_t)(data[2] | data[3] << 8);
    if (out->width < 1 || out->width > 64 || out->count < 1 || out->count > BLOCK_POSITIONS)
        return DUEL_FAILED;
    size_t codes = codes_size(out->count, out->width);
    if (codes > (size_t)(end - data) - HEAD)
        return DUEL_FAILED;
    const uint8_t *gaps = data + HEAD + codes;
    out->gap_bytes = (size_t)(end - gaps);
    bool good = get_codes(data + HEAD, out) && get_keys(gaps, end, get64(data + 4), out);
    return good ? DUEL_OK : DUEL_FAILED;
}

/* ---- looking up ------------------------------------------------------------------------- */

uint32_t block_seek(const block *b, uint64_t key)
{
    uint32_t low = 0, high = b->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (b->key[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t block_find(const block *b, uint64_t key)
{
    uint32_t i = block_seek(b, key);
    return i < b->count && b->key[i] == key ? b->code[i] : 0;
}
