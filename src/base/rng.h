/* base/rng.h -- the one source of chance: a stream of random numbers made from a seed.
 *
 * The stream is ChaCha20 (libsodium) keyed by a hash of the seed, so the same seed gives the
 * same game for ever, and cards seen do not tell the cards to come. A generator is a value:
 * copied, it gives the same numbers again. */
#pragma once

#include "base/chance_tree.h"
#include "base/text.h"

enum { DUEL_RNG_POOL = 512, DUEL_RNG_LISTED = UINT16_MAX };

typedef struct duel_rng {
    uint8_t key[32];
    uint64_t block; /* pools drawn so far */
    uint32_t used;  /* bytes of the pool already given out; DUEL_RNG_LISTED: there is none */
    union {
        uint8_t pool[DUEL_RNG_POOL];
        duel_chance_tree *tape; /* where the numbers are read instead */
    };
} duel_rng;

/* A seed is a text: a small number typed by a person, or 64 hexadecimal digits. */
void duel_rng_init(duel_rng *rng, duel_str seed);
void duel_rng_init_number(duel_rng *rng, uint64_t seed);
/* An independent stream for a purpose (a thread, a round, a game of a match). */
void duel_rng_fork(const duel_rng *rng, uint64_t purpose, duel_rng *child);
/* Not a stream: the numbers below n are those of the tape, which forks read on. */
void duel_rng_init_tree(duel_rng *rng, duel_chance_tree *tape);
duel_chance_tree *duel_rng_tree(const duel_rng *rng); /* NULL: it is a stream */

uint64_t duel_rng_next(duel_rng *rng);
uint32_t duel_rng_below(duel_rng *rng, uint32_t n); /* uniform in 0..n-1, n >= 1 */
double duel_rng_unit(duel_rng *rng);                /* uniform in [0, 1) */
void duel_rng_shuffle(duel_rng *rng, uint8_t *items, uint32_t count);

enum { DUEL_SEED_TEXT = 65 };
/* A seed that can stand in a record: 1 to 64 visible ASCII characters. */
bool duel_seed_valid(duel_str seed);
/* 256 bits from the operating system, as 64 hexadecimal digits and a NUL. */
void duel_seed_from_system(char text[DUEL_SEED_TEXT]);
