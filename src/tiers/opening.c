/* tiers/opening.c -- see opening.h. */
#include "tiers/opening.h"
#include "core/brood.h"
#include "core/play.h"

#include <stdlib.h>

bool opening_init(opening *o, const duel_variant *v,
                  uint64_t (*key)(const duel_variant *v, const void *state))
{
    enum { CHILDREN = 2048 };
    int room = v->max_moves > CHILDREN ? (int)v->max_moves : CHILDREN;
    *o = (opening){.v = v, .key = key};
    o->states = malloc((size_t)TIER_BLOCK * v->state_size);
    o->child_key = malloc((size_t)room * sizeof *o->child_key);
    o->child_tier = malloc((size_t)room * sizeof *o->child_tier);
    return brood_init(&o->brood, v, room) && o->states && o->child_key && o->child_tier;
}

void opening_fini(opening *o)
{
    brood_fini(&o->brood);
    free(o->states);
    free(o->child_key);
    free(o->child_tier);
}

bool opening_begin(opening *o, const uint64_t *key, uint32_t count)
{
    unsigned char *state = o->states;
    o->count = count;
    o->opened = 0;
    for (uint32_t i = 0; i < count; i++, state += o->v->state_size)
        if (!o->v->game->accel->unpack(o->v, key[i], state))
            return false;
    return true;
}

bool opening_next(opening *o)
{
    const duel_accel *accel = o->v->game->accel;
    if (o->opened == o->count)
        return false;
    o->first = o->opened;
    o->done = duel_expand(o->v, opening_state(o, o->first), (int)(o->count - o->opened),
                          &o->brood, &o->made);
    o->opened += (uint32_t)o->done;
    for (int i = 0; i < o->made; i++) {
        const void *child = opening_child(o, i);
        o->child_key[i] = o->key(o->v, child);
        o->child_tier[i] = accel->tier(o->v, child);
    }
    return true;
}
