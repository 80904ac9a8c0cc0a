/* gdl/pool.c -- see pool.h. Open addressing, at most half full. */
#include "gdl/pool.h"

#include <string.h>

enum { FIRST_BITS = 4 };

void gdl_pool_init(gdl_pool *p, gdl_job *j)
{
    *p = (gdl_pool){.job = j, .slot_bits = FIRST_BITS};
    p->slot = gdl_take(j, (size_t)1 << FIRST_BITS, sizeof *p->slot);
    p->start = gdl_more(j, NULL, &p->start_room, 1, sizeof *p->start);
}

void gdl_pool_copy(const gdl_pool *from, gdl_pool *to, gdl_job *j)
{
    gdl_pool p = *from;
    size_t slots = (size_t)1 << p.slot_bits;
    p.job = j;
    p.word = gdl_take(j, p.word_room, sizeof *p.word);
    p.start = gdl_take(j, p.start_room, sizeof *p.start);
    p.slot = gdl_take(j, slots, sizeof *p.slot);
    if (from->words)
        memcpy(p.word, from->word, p.words * sizeof *p.word);
    memcpy(p.start, from->start, ((size_t)p.count + 1) * sizeof *p.start);
    memcpy(p.slot, from->slot, slots * sizeof *p.slot);
    *to = p;
}

static uint32_t hash_sequence(const uint32_t *sequence, size_t length)
{
    uint64_t h = 0x9E3779B97F4A7C15u ^ length;
    for (size_t i = 0; i < length; i++) {
        h = (h ^ sequence[i]) * 0xBF58476D1CE4E5B9u;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 32 ^ h);
}

static bool holds(const gdl_pool *p, uint32_t id, const uint32_t *sequence, size_t length)
{
    return gdl_pool_length(p, id) == length &&
           (length == 0 ||
            memcmp(gdl_pool_at(p, id), sequence, length * sizeof *sequence) == 0);
}

/* The slot where it is, or where it would be. */
static uint64_t *sequence_slot(const gdl_pool *p, uint32_t hash, const uint32_t *sequence,
                               size_t length)
{
    uint32_t mask = ((uint32_t)1 << p->slot_bits) - 1, at = hash & mask;
    for (uint64_t slot; (slot = p->slot[at]) != 0; at = (at + 1) & mask)
        if (slot >> 32 == hash && holds(p, (uint32_t)slot - 1, sequence, length))
            break;
    return &p->slot[at];
}

static void widen(gdl_pool *p)
{
    uint64_t *old = p->slot;
    size_t count = (size_t)1 << p->slot_bits;
    p->slot = gdl_take(p->job, count * 2, sizeof *p->slot);
    p->slot_bits++;
    for (size_t i = 0; i < count; i++) {
        size_t at = old[i] >> 32 & (count * 2 - 1);
        while (old[i] && p->slot[at])
            at = (at + 1) & (count * 2 - 1);
        if (old[i])
            p->slot[at] = old[i];
    }
    gdl_give(p->job, old);
}

void gdl_pool_clear(gdl_pool *p)
{
    if (p->count == 0)
        return;
    memset(p->slot, 0, sizeof *p->slot << p->slot_bits);
    p->count = 0;
    p->words = 0;
}

uint32_t gdl_pool_find(const gdl_pool *p, const uint32_t *sequence, size_t length)
{
    uint32_t hash = hash_sequence(sequence, length);
    return (uint32_t)*sequence_slot(p, hash, sequence, length) - 1; /* 0 - 1: GDL_NOTHING */
}

uint32_t gdl_pool_id(gdl_pool *p, const uint32_t *sequence, size_t length)
{
    uint32_t hash = hash_sequence(sequence, length);
    uint64_t *slot = sequence_slot(p, hash, sequence, length);
    if (*slot)
        return (uint32_t)*slot - 1;
    if (p->count >= UINT32_MAX / 4 || p->words + length > UINT32_MAX / 2)
        duel_full(&p->job->why), gdl_leave(p->job, DUEL_FULL);
    p->start =
        gdl_more(p->job, p->start, &p->start_room, (size_t)p->count + 2, sizeof *p->start);
    p->word = gdl_more(p->job, p->word, &p->word_room, p->words + length, sizeof *p->word);
    if (length)
        memcpy(p->word + p->words, sequence, length * sizeof *sequence);
    p->words += length;
    p->start[p->count + 1] = (uint32_t)p->words;
    *slot = (uint64_t)hash << 32 | ++p->count;
    if (p->count * 2 > (uint32_t)1 << p->slot_bits)
        widen(p);
    return p->count - 1;
}
