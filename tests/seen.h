/* tests/seen.h -- the positions that a walk has met. */
#ifndef TESTS_SEEN_H
#define TESTS_SEEN_H

#include "check.h"

#include <sodium.h>

enum { SEEN_HASH = 16 };

typedef struct seen {
    unsigned char *at; /* their hashes */
    size_t count, room;
} seen;

/* Whether it was met before; it is from now on. */
static inline bool is_seen(seen *s, const duel_variant *v, const duel_state *state)
{
    unsigned char hash[SEEN_HASH];
    crypto_generichash(hash, sizeof hash, state->bytes, v->state_size, NULL, 0);
    for (size_t i = 0; i < s->count; i++)
        if (memcmp(s->at + SEEN_HASH * i, hash, SEEN_HASH) == 0)
            return true;
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->at = realloc(s->at, SEEN_HASH * s->room);
    }
    memcpy(s->at + SEEN_HASH * s->count++, hash, SEEN_HASH);
    return false;
}

#endif
