/* service/blocks.c -- coding and decoding of blocks: see blocks.h. */
#include "service/blocks.h"
#include "base/coding.h"

enum { FORMAT = 1, HEAD = 12, CHECK = CODING_CHECK };

_Static_assert(CHECK == 8, "reading a code may reach eight bytes past the codes");
_Static_assert(BLOCK_POSITIONS <= UINT16_MAX, "the count takes two bytes");
_Static_assert(HEAD + 10 * BLOCK_POSITIONS / 8 + CHECK >= BLOCK_BYTES - 1, "see blocks.h");

static uint64_t check_of(const uint8_t *data, size_t size)
{
    return coding_check(data, size, "Duelliste block");
}

/* ---- filling and coding ----------------------------------------------------------------- */

bool block_add(block *b, uint64_t key, uint64_t code)
{
    DUEL_REQUIRE(code != 0 && (b->count == 0 || key > b->key[b->count - 1]));
    uint32_t own = coding_bits(code), width = own > b->width ? own : b->width;
    size_t gaps = b->count ? b->gap_bytes + coding_gap_size(key - b->key[b->count - 1] - 1) : 0;
    if (b->count == BLOCK_POSITIONS ||
        HEAD + coding_codes_size(b->count + 1, width) + gaps + CHECK > BLOCK_BYTES)
        return false;
    b->key[b->count] = key;
    b->code[b->count++] = code;
    b->width = width;
    b->gap_bytes = gaps;
    return true;
}

size_t block_encode(const block *b, uint8_t out[BLOCK_BYTES])
{
    DUEL_REQUIRE(b->count > 0);
    out[0] = FORMAT;
    out[1] = (uint8_t)b->width;
    out[2] = (uint8_t)b->count;
    out[3] = (uint8_t)(b->count >> 8);
    coding_put64(out + 4, b->key[0]);
    uint8_t *p = coding_put_codes(out + HEAD, b->code, b->count, b->width);
    p = coding_put_keys(p, b->key, b->count);
    size_t size = (size_t)(p - out);
    coding_put64(p, check_of(out, size));
    return size + CHECK;
}

/* ---- decoding --------------------------------------------------------------------------- */

static bool get_codes(const uint8_t *p, block *b)
{
    uint64_t zeros = 0;
    coding_get_codes(p, b->code, b->count, b->width);
    for (uint32_t i = 0; i < b->count; i++)
        zeros |= b->code[i] == 0;
    return !zeros;
}

duel_status block_decode(const uint8_t *data, size_t size, block *out)
{
    if (size < HEAD + CHECK || size > BLOCK_BYTES || data[0] != FORMAT)
        return DUEL_FAILED;
    const uint8_t *end = data + size - CHECK;
    if (check_of(data, size - CHECK) != coding_get64(end))
        return DUEL_FAILED;
    out->width = data[1];
    out->count = (uint32_t)(data[2] | data[3] << 8);
    if (out->width < 1 || out->width > 64 || out->count < 1 || out->count > BLOCK_POSITIONS)
        return DUEL_FAILED;
    size_t codes = coding_codes_size(out->count, out->width);
    if (codes > (size_t)(end - data) - HEAD)
        return DUEL_FAILED;
    const uint8_t *gaps = data + HEAD + codes;
    out->gap_bytes = (size_t)(end - gaps);
    bool good = get_codes(data + HEAD, out) &&
                coding_get_keys(gaps, end, coding_get64(data + 4), out->key, out->count);
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
