/* base/rng.c -- ChaCha20 streams: see rng.h. */
#include "base/rng.h"
#include "base/long_work.h"
#include "base/status.h"

#include <sodium.h>
#include <string.h>

static const char domain[] = "duelliste deal 1";

static void from_bytes(duel_rng *rng, const void *bytes, size_t count)
{
    memset(rng, 0, sizeof *rng);
    crypto_generichash(rng->key, sizeof rng->key, bytes, count, (const uint8_t *)domain,
                       sizeof domain - 1);
    rng->used = DUEL_RNG_POOL;
}

void duel_rng_init(duel_rng *rng, duel_str seed)
{
    from_bytes(rng, seed.at, seed.len);
}

void duel_rng_init_number(duel_rng *rng, uint64_t seed)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_putf(&text.sink, "%llu", (unsigned long long)seed);
    duel_rng_init(rng, duel_buf_str(&text));
    duel_buf_fini(&text);
}

void duel_rng_init_tree(duel_rng *rng, duel_chance_tree *tape)
{
    memset(rng, 0, sizeof *rng);
    rng->used = DUEL_RNG_LISTED;
    rng->tape = tape;
    tape->read = 0;
}

duel_chance_tree *duel_rng_tree(const duel_rng *rng)
{
    return rng->used == DUEL_RNG_LISTED ? rng->tape : NULL;
}

void duel_rng_fork(const duel_rng *rng, uint64_t purpose, duel_rng *child)
{
    if (duel_rng_tree(rng)) {
        *child = *rng;
        return;
    }
    uint8_t bytes[sizeof rng->key + 8];
    memcpy(bytes, rng->key, sizeof rng->key);
    for (unsigned i = 0; i < 8; i++)
        bytes[sizeof rng->key + i] = (uint8_t)(purpose >> (8 * i));
    from_bytes(child, bytes, sizeof bytes);
}

static void refill(duel_rng *rng)
{
    static const uint8_t zeros[DUEL_RNG_POOL];
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = {0};
    crypto_stream_chacha20_xor_ic(rng->pool, zeros, DUEL_RNG_POOL, nonce,
                                  rng->block * (DUEL_RNG_POOL / 64), rng->key);
    rng->block++;
    duel_long_work_pool_filled();
    rng->used = 0;
}

uint64_t duel_rng_next(duel_rng *rng)
{
    if (duel_rng_tree(rng)) {
        rng->tape->fault = DUEL_CHANCE_TREE_ENDLESS;
        return 0;
    }
    if (rng->used == DUEL_RNG_POOL)
        refill(rng);
    uint64_t n = 0;
    for (unsigned i = 0; i < 8; i++) /* the same number on every machine */
        n |= (uint64_t)rng->pool[rng->used + i] << (8 * i);
    rng->used += 8;
    return n;
}

/* Lemire's multiplication with rejection: exact, and a division only when it may reject. */
uint32_t duel_rng_below(duel_rng *rng, uint32_t n)
{
    DUEL_REQUIRE(n > 0);
    if (duel_rng_tree(rng))
        return duel_chance_tree_draw(rng->tape, n);
    uint64_t m = (duel_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t floor = (0 - n) % n;
        while ((uint32_t)m < floor)
            m = (duel_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

double duel_rng_unit(duel_rng *rng)
{
    return (double)(duel_rng_next(rng) >> 11) * 0x1p-53;
}

void duel_rng_shuffle(duel_rng *rng, uint8_t *items, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = duel_rng_below(rng, i);
        uint8_t t = items[i - 1];
        items[i - 1] = items[j];
        items[j] = t;
    }
}

bool duel_seed_valid(duel_str seed)
{
    for (size_t i = 0; i < seed.len; i++)
        if (seed.at[i] <= ' ' || seed.at[i] > '~')
            return false;
    return seed.len > 0 && seed.len < DUEL_SEED_TEXT;
}

void duel_seed_from_system(char text[DUEL_SEED_TEXT])
{
    uint8_t bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(text, DUEL_SEED_TEXT, bytes, sizeof bytes);
}
