/* base/hash.h -- scrambling numbers and bytes for tables. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Every bit of n reaches every bit of the result; a bijection. */
static inline uint64_t hash_mix(uint64_t n)
{
    n = (n ^ n >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    n = (n ^ n >> 29) * UINT64_C(0xD1B54A32D192ED03);
    return n ^ n >> 32;
}

static inline uint64_t hash_bytes(const void *bytes, size_t count, uint64_t seed)
{
    const unsigned char *at = bytes;
    uint64_t h = seed, word;
    for (; count >= sizeof word; count -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        h = hash_mix(h ^ word) + seed;
    }
    word = count;
    for (; count; count--)
        word = word << 8 | *at++;
    return hash_mix(h ^ word);
}
