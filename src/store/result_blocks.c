/* store/result_blocks.c -- coding and decoding of blocks: see result_blocks.h. */
#include "base/compact_numbers.h"
#include "store/results_inside.h"

#include <string.h>

enum { UNSEALED = 1, FORMAT = 2, HEAD = 12, CHECK = CODING_CHECK };

_Static_assert(CHECK == 8, "reading a code may reach eight bytes past the codes");
_Static_assert(BLOCK_POSITIONS <= UINT16_MAX, "the count takes two bytes");
_Static_assert(HEAD + 10 * BLOCK_POSITIONS / 8 + CHECK >= BLOCK_BYTES - 1,
               "see result_blocks.h");

static const char unsealed[16] = "Duelliste block";

/* ---- what a block is of ------------------------------------------------------------------ */

static uint64_t check_of(const uint8_t *data, size_t size, const block_seal *of)
{
    return coding_check(data, size, (const char *)of->key);
}

/* The next key is the check of a text under the last one, and a number. */
static void seal_more(block_seal *s, duel_str text, uint64_t number)
{
    coding_put64(s->key, check_of((const uint8_t *)text.at, text.len, s));
    coding_put64(s->key + 8, number);
}

block_seal block_seal_of(duel_str game, unsigned rules, duel_str variant, bool symmetric)
{
    block_seal s;
    memcpy(s.key, unsealed, sizeof s.key);
    seal_more(&s, game, rules);
    seal_more(&s, variant, symmetric);
    return s;
}

/* ---- filling and coding ------------------------------------------------------------------ */

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

size_t block_encode(const block *b, const block_seal *of, uint8_t out[BLOCK_BYTES])
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
    coding_put64(p, check_of(out, size, of));
    return size + CHECK;
}

/* ---- decoding ---------------------------------------------------------------------------- */

static bool get_codes(const uint8_t *p, block *b)
{
    uint64_t zeros = 0;
    coding_get_codes(p, b->code, b->count, b->width);
    for (uint32_t i = 0; i < b->count; i++)
        zeros |= b->code[i] == 0;
    return !zeros;
}

static bool check_holds(const uint8_t *data, size_t size, const block_seal *of)
{
    uint64_t check = coding_get64(data + size);
    if (data[0] == UNSEALED)
        return coding_check(data, size, unsealed) == check;
    return data[0] == FORMAT && check_of(data, size, of) == check;
}

duel_status block_decode(const uint8_t *data, size_t size, const block_seal *of, block *out)
{
    if (size < HEAD + CHECK || size > BLOCK_BYTES || !check_holds(data, size - CHECK, of))
        return DUEL_FAILED;
    const uint8_t *end = data + size - CHECK;
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

/* ---- looking up -------------------------------------------------------------------------- */

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
