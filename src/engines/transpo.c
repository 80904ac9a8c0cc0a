/* engines/transpo.c -- see transpo.h. */
#include "engines/transpo.h"
#include "base/hash.h"

#include <stdlib.h>

bool transpo_init(transpo *t, size_t bytes, uint64_t positions)
{
    uint64_t slots = 2;
    while (2 * slots * sizeof *t->slot <= bytes && (positions == 0 || slots / 2 < positions))
        slots *= 2;
    *t = (transpo){.slot = calloc(slots, sizeof *t->slot), .mask = slots - 1, .epoch = 1};
    return t->slot != NULL;
}

void transpo_fini(transpo *t)
{
    free(t->slot);
    t->slot = NULL;
}

/* Only when the epochs' numbers run out is anything really wiped. */
void transpo_forget(transpo *t)
{
    t->used = 0;
    if (++t->epoch == 0) {
        memset(t->slot, 0, (t->mask + 1) * sizeof *t->slot);
        t->epoch = 1;
    }
}

void transpo_age(transpo *t)
{
    t->age++;
}

transpo_key transpo_key_of(const duel_variant *v, const void *state)
{
    if (v->key_bits) {
        uint64_t key = v->game->accel->pack(v, state);
        if (v->game->accel->carried) /* what a key leaves out */
            key ^= hash_mix((uint64_t)v->game->accel->carried(v, state));
        return (transpo_key){hash_mix(key), key};
    }
    return (transpo_key){hash_bytes(state, v->state_size, UINT64_C(0x243F6A8885A308D3)),
                         hash_bytes(state, v->state_size, UINT64_C(0x13198A2E03707344))};
}

static bool present(const transpo *t, const transpo_entry *e, uint64_t check)
{
    return e->check == check && e->epoch == t->epoch && e->bound;
}

const transpo_entry *transpo_find(const transpo *t, transpo_key key)
{
    const transpo_entry *pair = &t->slot[key.place & t->mask & ~UINT64_C(1)];
    return present(t, pair, key.check)       ? pair
           : present(t, pair + 1, key.check) ? pair + 1
                                             : NULL;
}

/* How sorry one would be to lose an entry. */
static int regret(const transpo *t, const transpo_entry *e)
{
    if (e->epoch != t->epoch || e->bound == 0)
        return INT32_MIN;
    return e->depth + (e->solid ? 4 : 0) - (e->age == t->age ? 0 : 1000);
}

void transpo_put(transpo *t, transpo_key key, transpo_entry entry)
{
    transpo_entry *pair = &t->slot[key.place & t->mask & ~UINT64_C(1)], *to;
    if (present(t, pair, key.check))
        to = pair;
    else if (present(t, pair + 1, key.check))
        to = pair + 1;
    else
        to = regret(t, pair) <= regret(t, pair + 1) ? pair : pair + 1;
    t->used += to->epoch != t->epoch || to->bound == 0;
    entry.check = key.check;
    entry.epoch = t->epoch;
    entry.age = t->age;
    *to = entry;
}
