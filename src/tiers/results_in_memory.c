/* tiers/results_in_memory.c -- results of solved tiers, or of parts of them, in memory: see
 * inside.h. */
#include "base/compact_numbers.h"
#include "base/grow.h"
#include "tiers/inside.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { PER_PEN = 4, NARROW = 32, MOST_SHIFT = 63, PEN_BYTES = 4 };

uint32_t window_code_bytes(uint32_t code_bits)
{
    return code_bits <= 8 ? 1 : code_bits <= 16 ? 2 : code_bits <= 32 ? 4 : 8;
}

/* ---- how much is taken in ---------------------------------------------------------------- */

static uint64_t positions_in(const tier_file *keys, uint64_t block, uint64_t blocks)
{
    uint64_t first = block * TIER_BLOCK, end = (block + blocks) * TIER_BLOCK;
    return (end < keys->head.count ? end : keys->head.count) - first;
}

/* By the largest number that may come: what lies between its keys is known only to their
 * pens. */
static uint64_t bytes_for(uint64_t positions, uint32_t code_bytes, bool wide)
{
    return positions * ((wide ? 8u : 4u) + code_bytes) + (positions / PER_PEN + 2) * PEN_BYTES;
}

/* The last key that belongs to the blocks: the next one begins a block, or there is none. */
static uint64_t last_of(const tier_file *keys, uint64_t block, uint64_t blocks)
{
    return block + blocks < keys->blocks ? tier_file_first(keys, block + blocks) - 1
                                         : UINT64_MAX;
}

/* The keys of the last block are known when it is read: until then, those of a whole tier go as
 * far as the highest. */
static uint64_t highest_key(const tier_file *keys)
{
    uint64_t key[TIER_BLOCK];
    uint32_t count = tier_file_keys(keys, keys->blocks - 1, key);
    return count ? key[count - 1] : tier_file_first(keys, keys->blocks - 1);
}

static void plan_part(window_part *p, const tier_file *keys, uint64_t block, uint64_t blocks)
{
    uint64_t positions = positions_in(keys, block, blocks);
    uint64_t last = last_of(keys, block, blocks);
    p->tier = keys->head.tier;
    p->least = tier_file_first(keys, block);
    p->most = last == UINT64_MAX ? highest_key(keys) : last;
    p->dense = p->most - p->least == positions - 1;
    uint32_t bits = coding_bits(p->most - p->least);
    uint32_t pen_bits = coding_bits(positions / PER_PEN);
    p->shift = bits > pen_bits ? bits - pen_bits : 0;
    p->shift = p->shift < MOST_SHIFT ? p->shift : MOST_SHIFT;
    p->pens = ((p->most - p->least) >> p->shift) + 1;
}

static bool get_part_room(window_part *p, uint64_t positions, uint32_t code_bytes)
{
    bool wide = p->shift > NARROW;
    if (code_bytes)
        p->code = malloc((size_t)positions * code_bytes);
    if (p->dense)
        return p->code || code_bytes == 0;
    p->begin = malloc((size_t)(p->pens + 1) * sizeof *p->begin);
    if (wide)
        p->low_wide = malloc((size_t)positions * sizeof *p->low_wide);
    else
        p->low = malloc((size_t)positions * sizeof *p->low);
    return p->begin && (p->low || p->low_wide) && (p->code || code_bytes == 0);
}

/* ---- reading ----------------------------------------------------------------------------- */

typedef struct loading {
    const window_source *from;
    window_part *to;
    uint32_t code_bytes;
    uint64_t block, blocks; /* the first; how many */
    atomic_uint_fast64_t next;
    atomic_bool damaged;
} loading;

/* The pens that begin after key i - 1 of the block and not after key i. */
static void begin_pens(window_part *p, uint64_t after, uint64_t upto, uint32_t position)
{
    for (uint64_t pen = after; pen < upto; pen++)
        p->begin[pen + 1] = position;
}

static void place_codes(loading *l, uint64_t b, const uint64_t *code, uint32_t count)
{
    for (uint32_t i = 0; l->to->code && i < count; i++)
        window_set_code(l->to->code, l->code_bytes, (size_t)b * TIER_BLOCK + i, code[i]);
}

static void place_keys(loading *l, uint64_t b, const uint64_t *key, uint32_t count)
{
    window_part *p = l->to;
    uint32_t position = (uint32_t)(b * TIER_BLOCK);
    uint64_t mask = (UINT64_C(1) << p->shift) - 1;
    uint64_t pen = b ? (key[0] - p->least) >> p->shift : 0;
    if (b == 0)
        p->begin[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t offset = key[i] - p->least, next = offset >> p->shift;
        begin_pens(p, pen, next, position + i);
        pen = next;
        if (p->low)
            p->low[position + i] = (uint32_t)(offset & mask);
        else
            p->low_wide[position + i] = offset & mask;
    }
    bool last = b + 1 == l->blocks;
    uint64_t end =
        last ? p->pens
             : (tier_file_first(l->from->keys, l->block + b + 1) - p->least) >> p->shift;
    begin_pens(p, pen, end, position + count);
}

static void read_blocks(void *job, int worker)
{
    loading *l = job;
    uint64_t key[TIER_BLOCK], code[TIER_BLOCK];
    for (uint64_t b; (b = atomic_fetch_add(&l->next, 1)) < l->blocks && !l->damaged;) {
        uint32_t count = tier_file_keys(l->from->keys, l->block + b, key);
        bool coded = l->to->code != NULL;
        if (count == 0 ||
            (coded && tier_file_codes(l->from->codes, l->block + b, code) != count)) {
            atomic_store(&l->damaged, true);
            continue;
        }
        if (!l->to->dense)
            place_keys(l, b, key, count);
        place_codes(l, b, code, count);
    }
}

/* As many blocks of the source as the memory that is left allows. */
static uint64_t blocks_that_fit(const tier_file *keys, uint64_t block, uint32_t code_bytes,
                                size_t memory)
{
    uint64_t left = keys->blocks - block, most = UINT32_MAX / TIER_BLOCK;
    uint64_t each = bytes_for(TIER_BLOCK, code_bytes, true);
    if (bytes_for(positions_in(keys, block, left), code_bytes, true) <= memory && left <= most)
        return left;
    uint64_t fit = memory / each;
    fit = fit < most ? fit : most;
    return fit < left ? fit : left;
}

static duel_status load_part(window *w, const duel_game *game, int threads,
                             const window_source *from, uint64_t block, uint64_t blocks,
                             duel_msg *why)
{
    if (!GROW_ONE(w->part, w->parts))
        return duel_no_space(why);
    window_part *p = &w->part[w->parts++];
    *p = (window_part){.tier = 0};
    plan_part(p, from->keys, block, blocks);
    if (!get_part_room(p, positions_in(from->keys, block, blocks), w->code_bytes))
        return duel_no_space(why);
    loading l = {
        .from = from, .to = p, .code_bytes = w->code_bytes, .block = block, .blocks = blocks};
    threads_run(game, threads, read_blocks, &l);
    return l.damaged ? duel_fail(why, N_("Tier {0} is damaged."), "i", (int64_t)p->tier)
                     : DUEL_OK;
}

duel_status window_load(window *w, const duel_game *game, int threads,
                        const window_source *source, size_t sources, uint32_t code_bits,
                        size_t memory, window_place *place, duel_msg *why)
{
    *w = (window){.code_bytes = window_code_bytes(code_bits)};
    duel_status status = DUEL_OK;
    while (status == DUEL_OK && place->source < sources) {
        const window_source *from = &source[place->source];
        uint64_t blocks = blocks_that_fit(from->keys, place->block, w->code_bytes, memory);
        if (blocks == 0 && w->parts)
            break;
        blocks += blocks == 0;
        status = load_part(w, game, threads, from, place->block, blocks, why);
        size_t bytes = (size_t)bytes_for(blocks * TIER_BLOCK, w->code_bytes, true);
        memory = bytes < memory ? memory - bytes : 0;
        place->block += blocks;
        if (place->block == from->keys->blocks)
            *place = (window_place){place->source + 1, 0};
    }
    return status;
}

duel_status window_load_keys(window *w, const duel_game *game, int threads,
                             const tier_file *keys, duel_msg *why)
{
    window_source from = {keys, NULL};
    *w = (window){.code_bytes = 0};
    return load_part(w, game, threads, &from, 0, keys->blocks, why);
}

void window_fini(window *w)
{
    for (size_t i = 0; i < w->parts; i++) {
        free(w->part[i].begin);
        free(w->part[i].low);
        free(w->part[i].low_wide);
        free(w->part[i].code);
    }
    free(w->part);
    *w = (window){.parts = 0};
}

/* ---- finding ----------------------------------------------------------------------------- */

static uint64_t low_at(const window_part *p, uint32_t at)
{
    return p->low ? p->low[at] : p->low_wide[at];
}

int64_t window_place_of(const window_part *p, uint64_t key)
{
    uint64_t offset = key - p->least, pen = offset >> p->shift;
    if (p->dense)
        return (int64_t)offset;
    uint64_t wanted = offset - (pen << p->shift);
    uint32_t low = p->begin[pen], high = p->begin[pen + 1];
    while (high - low > PER_PEN) {
        uint32_t middle = low + (high - low) / 2;
        if (low_at(p, middle) <= wanted)
            low = middle;
        else
            high = middle;
    }
    for (; low < high; low++)
        if (low_at(p, low) == wanted)
            return low;
    return WINDOW_NOWHERE;
}

uint64_t window_find(const window *w, const window_part *p, uint64_t key)
{
    int64_t at = window_place_of(p, key);
    return at == WINDOW_NOWHERE ? 0 : window_code(p->code, w->code_bytes, (size_t)at);
}
