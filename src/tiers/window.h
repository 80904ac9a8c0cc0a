/* tiers/window.h -- solved tiers, or stretches of them, in memory: the results of positions by
 * their keys, found at the price of a few cache lines.
 *
 * The keys of a stretch are divided into pens by their high bits, about four to a pen; of each
 * only what the pen does not tell is kept, in four bytes where that is enough. Where no key is
 * missing between the first and the last there is nothing to keep: a key tells its place. */
#ifndef DUEL_TIERS_WINDOW_H
#define DUEL_TIERS_WINDOW_H

#include "core/game.h"
#include "tiers/file.h"

/* A tier on disk with its results. */
typedef struct window_source {
    const tier_file *keys, *codes;
} window_source;

typedef struct window_part {
    uint32_t tier;
    uint64_t least, most; /* keys between which it knows all */
    bool dense;           /* they are all there, and what follows is empty but for the codes */
    uint32_t shift;       /* what is left of a key beside its pen */
    uint64_t pens;
    uint32_t *begin;    /* by pen, and one more */
    uint32_t *low;      /* what is left of each key, */
    uint64_t *low_wide; /* where it needs more bits */
    void *code;         /* code_bytes each */
} window_part;

typedef struct window {
    window_part *part;
    size_t parts;
    uint32_t code_bytes; /* 1, 2, 4 or 8 */
} window;

/* Where the next window begins: all before it have been. */
typedef struct window_place {
    size_t source;
    uint64_t block;
} window_place;

/* Bytes that a code of so many bits takes in memory. */
uint32_t window_code_bytes(uint32_t code_bits);

/* Takes in as much as `memory` allows, from *place on, which it moves on; at least a block.
 * DUEL_FAILED: a source is damaged. After it, whatever comes, window_fini is due. */
duel_status window_load(window *w, const duel_game *game, int threads,
                        const window_source *source, size_t sources, uint32_t code_bits,
                        size_t memory, window_place *place, duel_msg *why);
/* A whole tier by its keys alone, for window_place_of: one part, without codes. */
duel_status window_load_keys(window *w, const duel_game *game, int threads,
                             const tier_file *keys, duel_msg *why);
void window_fini(window *w);

/* The part that knows all keys around this one; NULL: none does. */
static inline const window_part *window_part_of(const window *w, uint32_t tier, uint64_t key)
{
    for (size_t i = 0; i < w->parts; i++) {
        const window_part *p = &w->part[i];
        if (p->tier == tier && key >= p->least && key <= p->most)
            return p;
    }
    return NULL;
}

/* To be called some time before what follows: first one for many keys, then the other. */
static inline void window_near(const window_part *p, uint64_t key)
{
    if (!p->dense)
        __builtin_prefetch(&p->begin[(key - p->least) >> p->shift]);
}

static inline void window_nearer(const window *w, const window_part *p, uint64_t key)
{
    uint64_t at = p->dense ? key - p->least : p->begin[(key - p->least) >> p->shift];
    if (p->low)
        __builtin_prefetch(&p->low[at]);
    else if (!p->dense)
        __builtin_prefetch(&p->low_wide[at]);
    __builtin_prefetch((const char *)p->code + (size_t)at * w->code_bytes);
}

/* Where among its positions a key stands, WINDOW_NOWHERE if it does not. */
enum { WINDOW_NOWHERE = -1 };
int64_t window_place_of(const window_part *p, uint64_t key);
/* The code of a key that the part knows; 0: there is no such position. */
uint64_t window_find(const window *w, const window_part *p, uint64_t key);

static inline uint64_t window_code(const void *codes, uint32_t code_bytes, size_t at)
{
    switch (code_bytes) {
    case 1:
        return ((const uint8_t *)codes)[at];
    case 2:
        return ((const uint16_t *)codes)[at];
    case 4:
        return ((const uint32_t *)codes)[at];
    default:
        return ((const uint64_t *)codes)[at];
    }
}

static inline void window_set_code(void *codes, uint32_t code_bytes, size_t at, uint64_t code)
{
    switch (code_bytes) {
    case 1:
        ((uint8_t *)codes)[at] = (uint8_t)code;
        return;
    case 2:
        ((uint16_t *)codes)[at] = (uint16_t)code;
        return;
    case 4:
        ((uint32_t *)codes)[at] = (uint32_t)code;
        return;
    default:
        ((uint64_t *)codes)[at] = code;
    }
}

#endif
