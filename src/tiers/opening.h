/* tiers/opening.h -- positions of a tier from their keys, and what moves make of them, many at
 * a time. */
#ifndef DUEL_TIERS_OPENING_H
#define DUEL_TIERS_OPENING_H

#include "core/game.h"
#include "tiers/file.h"

typedef struct opening {
    const duel_variant *v;
    uint64_t (*key)(const duel_variant *v, const void *state); /* pack or canon */
    unsigned char *states;                                     /* of a block */
    uint32_t count, opened;
    duel_brood brood;
    uint32_t first; /* the state to which the children at hand belong first, */
    int done, made; /* of how many states they are, and how many they are */
    uint64_t *child_key;
    uint32_t *child_tier;
} opening;

/* False: no memory; opening_fini is due all the same. */
bool opening_init(opening *o, const duel_variant *v,
                  uint64_t (*key)(const duel_variant *v, const void *state));
void opening_fini(opening *o);

/* Begins with the positions of a block of keys; false: there is no such position. */
bool opening_begin(opening *o, const uint64_t *key, uint32_t count);
/* Makes the children of the next of them, with their keys and tiers: child i belongs to state
 * `first` + brood.parent[i]. False: all are opened. */
bool opening_next(opening *o);

static inline const void *opening_state(const opening *o, uint32_t i)
{
    return o->states + (size_t)i * o->v->state_size;
}

static inline const void *opening_child(const opening *o, int i)
{
    return (const unsigned char *)o->brood.child + (size_t)i * o->v->state_size;
}

#endif
