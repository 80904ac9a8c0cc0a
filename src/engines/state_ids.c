/* engines/state_ids.c -- gives each state a number, by a hash table: see exact.h. */
#include "engines/exact.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 10, MOST_BITS = 32, NUMBER_BITS = 32, CACHE_LINE = 64 };

/* Three slots of four may be in use. */
static uint32_t room_for(uint32_t slot_bits)
{
    return (uint32_t)((UINT64_C(3) << slot_bits) / 4 - 1);
}

bool state_ids_init(state_ids *t, size_t item)
{
    *t = (state_ids){.item = item, .slot_bits = FIRST_BITS, .room = room_for(FIRST_BITS)};
    t->slot = calloc((size_t)1 << t->slot_bits, sizeof *t->slot);
    t->items = malloc(t->room * item);
    if (t->slot && t->items)
        return true;
    state_ids_fini(t);
    return false;
}

void state_ids_fini(state_ids *t)
{
    free(t->slot);
    free(t->items);
    *t = (state_ids){.item = t->item};
}

size_t state_ids_bytes(const state_ids *t)
{
    return (sizeof *t->slot << t->slot_bits) + t->room * t->item;
}

size_t state_ids_bytes_grown(const state_ids *t)
{
    return (sizeof *t->slot * 3 << t->slot_bits) + (size_t)room_for(t->slot_bits + 1) * t->item;
}

const void *state_ids_at(const state_ids *t, uint32_t id)
{
    return t->items + (size_t)id * t->item;
}

/* ---- marks and slots -------------------------------------------------------------------- */

/* FNV-1a by words of 8 bytes, then a final mix; states are short. */
static uint32_t mark_of(const unsigned char *bytes, size_t count)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325), word;
    for (; count >= 8; bytes += 8, count -= 8) {
        memcpy(&word, bytes, 8);
        h = (h ^ word) * UINT64_C(0x9FB21C651E98DF25);
        h ^= h >> 32;
    }
    for (; count; bytes++, count--)
        h = (h ^ *bytes) * UINT64_C(0x100000001B3);
    return (uint32_t)((h ^ h >> 29) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static size_t first_slot(uint32_t slot_bits, uint32_t mark)
{
    return mark >> (MOST_BITS - slot_bits);
}

static size_t next_slot(uint32_t slot_bits, size_t at)
{
    return (at + 1) & (((size_t)1 << slot_bits) - 1);
}

static uint32_t mark_in(uint64_t slot)
{
    return (uint32_t)(slot >> NUMBER_BITS);
}

static uint32_t number_in(uint64_t slot)
{
    return (uint32_t)slot - 1;
}

static uint64_t *slot_of(const state_ids *t, const void *state, uint32_t mark)
{
    size_t at = first_slot(t->slot_bits, mark);
    while (t->slot[at] &&
           (mark_in(t->slot[at]) != mark ||
            memcmp(state_ids_at(t, number_in(t->slot[at])), state, t->item) != 0))
        at = next_slot(t->slot_bits, at);
    return &t->slot[at];
}

/* ---- growing ---------------------------------------------------------------------------- */

/* In the order of the slots, which is that of the new ones: memory is gone through once. */
static void move_slots(const state_ids *t, uint64_t *wider)
{
    uint32_t bits = t->slot_bits + 1;
    for (size_t i = 0; i >> t->slot_bits == 0; i++) {
        if (t->slot[i] == 0)
            continue;
        size_t at = first_slot(bits, mark_in(t->slot[i]));
        while (wider[at])
            at = next_slot(bits, at);
        wider[at] = t->slot[i];
    }
}

static bool grow(state_ids *t)
{
    if (t->slot_bits == MOST_BITS)
        return false;
    uint32_t room = room_for(t->slot_bits + 1);
    uint64_t *wider = calloc((size_t)2 << t->slot_bits, sizeof *wider);
    unsigned char *longer = wider ? realloc(t->items, room * t->item) : NULL;
    if (longer == NULL) {
        free(wider);
        return false;
    }
    move_slots(t, wider);
    free(t->slot);
    t->slot = wider;
    t->items = longer;
    t->slot_bits++;
    t->room = room;
    return true;
}

/* ---- numbers ---------------------------------------------------------------------------- */

bool state_ids_find(const state_ids *t, const void *state, uint32_t *id)
{
    uint64_t found = *slot_of(t, state, mark_of(state, t->item));
    if (found)
        *id = number_in(found);
    return found != 0;
}

static uint32_t number_of(state_ids *t, const void *state, uint32_t mark)
{
    uint64_t *slot = slot_of(t, state, mark);
    if (*slot)
        return number_in(*slot);
    if (t->count == t->room) {
        if (t->failed || !grow(t)) {
            t->failed = true;
            return 0;
        }
        slot = slot_of(t, state, mark);
    }
    memcpy(t->items + (size_t)t->count * t->item, state, t->item);
    *slot = (uint64_t)mark << NUMBER_BITS | ++t->count;
    return t->count - 1;
}

uint32_t state_ids_id(state_ids *t, const void *state)
{
    return number_of(t, state, mark_of(state, t->item));
}

/* The state that a mark most likely leads to. */
static void fetch_state(const state_ids *t, uint32_t mark)
{
    uint64_t slot = t->slot[first_slot(t->slot_bits, mark)];
    if (slot == 0)
        return;
    const unsigned char *state = state_ids_at(t, number_in(slot));
    for (size_t i = 0; i < t->item; i += CACHE_LINE)
        __builtin_prefetch(state + i);
    __builtin_prefetch(state + t->item - 1);
}

/* Slots are asked for first, then the states they lead to; then all is there. */
static void number_some(state_ids *t, const unsigned char *state, size_t count, uint32_t *id)
{
    for (size_t i = 0; i < count; i++) {
        id[i] = mark_of(state + i * t->item, t->item);
        __builtin_prefetch(&t->slot[first_slot(t->slot_bits, id[i])]);
    }
    for (size_t i = 0; i < count; i++)
        fetch_state(t, id[i]);
    for (size_t i = 0; i < count; i++)
        id[i] = number_of(t, state + i * t->item, id[i]);
}

void state_ids_list(state_ids *t, const void *states, size_t count, uint32_t *id)
{
    enum { TOGETHER = 64 };
    const unsigned char *state = states;
    for (size_t done = 0; done < count; done += TOGETHER) {
        size_t some = count - done < TOGETHER ? count - done : TOGETHER;
        number_some(t, state + done * t->item, some, id + done);
    }
}
