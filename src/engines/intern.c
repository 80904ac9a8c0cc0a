/* engines/intern.c -- a hash table of states: see intern.h. */
#include "engines/intern.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 10 };

bool intern_init(intern *t, size_t item)
{
    *t = (intern){.item = item, .slot_bits = FIRST_BITS, .room = 1 << (FIRST_BITS - 1)};
    t->slot = calloc((size_t)1 << t->slot_bits, sizeof *t->slot);
    t->items = malloc(t->room * item);
    if (t->slot && t->items)
        return true;
    intern_fini(t);
    return false;
}

void intern_fini(intern *t)
{
    free(t->slot);
    free(t->items);
    *t = (intern){.item = t->item};
}

size_t intern_bytes(const intern *t)
{
    return (sizeof *t->slot << t->slot_bits) + t->room * t->item;
}

const void *intern_at(const intern *t, uint32_t id)
{
    return t->items + (size_t)id * t->item;
}

/* FNV-1a by words of 8 bytes, then a final mix; states are short. */
static uint64_t hash_state_bytes(const unsigned char *bytes, size_t count)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325), word;
    for (; count >= 8; bytes += 8, count -= 8) {
        memcpy(&word, bytes, 8);
        h = (h ^ word) * UINT64_C(0x9FB21C651E98DF25);
        h ^= h >> 32;
    }
    for (; count; bytes++, count--)
        h = (h ^ *bytes) * UINT64_C(0x100000001B3);
    return (h ^ h >> 29) * UINT64_C(0x9E3779B97F4A7C15);
}

static uint32_t *slot_of(const intern *t, const void *state)
{
    uint64_t mask = (UINT64_C(1) << t->slot_bits) - 1;
    uint64_t at = hash_state_bytes(state, t->item) >> (64 - t->slot_bits);
    while (t->slot[at] && memcmp(intern_at(t, t->slot[at] - 1), state, t->item) != 0)
        at = (at + 1) & mask;
    return &t->slot[at];
}

static bool grow(intern *t)
{
    uint32_t *wider = calloc((size_t)2 << t->slot_bits, sizeof *wider);
    unsigned char *longer = realloc(t->items, 2 * (size_t)t->room * t->item);
    if (longer)
        t->items = longer;
    if (wider == NULL || longer == NULL || t->room > UINT32_MAX / 4) {
        free(wider);
        return false;
    }
    free(t->slot);
    t->slot = wider;
    t->slot_bits++;
    t->room *= 2;
    for (uint32_t id = 0; id < t->count; id++)
        *slot_of(t, intern_at(t, id)) = id + 1;
    return true;
}

bool intern_find(const intern *t, const void *state, uint32_t *id)
{
    uint32_t found = *slot_of(t, state);
    if (found)
        *id = found - 1;
    return found != 0;
}

uint32_t intern_id(intern *t, const void *state)
{
    uint32_t *slot = slot_of(t, state);
    if (*slot)
        return *slot - 1;
    if (t->count == t->room) {
        if (t->failed || !grow(t)) {
            t->failed = true;
            return 0;
        }
        slot = slot_of(t, state);
    }
    memcpy(t->items + (size_t)t->count * t->item, state, t->item);
    *slot = ++t->count;
    return t->count - 1;
}
