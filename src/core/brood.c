/* core/brood.c -- see brood.h. */
#include "core/brood.h"

#include <stdlib.h>

bool brood_init(duel_brood *b, const duel_variant *v, int room)
{
    size_t count = (size_t)room;
    *b = (duel_brood){.room = room};
    b->child = malloc(count * v->state_size);
    b->move = malloc(count * sizeof *b->move);
    b->parent = malloc(count * sizeof *b->parent);
    return b->child && b->move && b->parent;
}

void brood_fini(duel_brood *b)
{
    free(b->child);
    free(b->move);
    free(b->parent);
}
