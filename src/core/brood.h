/* core/brood.h -- room for the children that duel_expand makes. */
#ifndef DUEL_CORE_BROOD_H
#define DUEL_CORE_BROOD_H

#include "core/game.h"

/* False: no memory; brood_fini is due all the same. */
bool brood_init(duel_brood *b, const duel_variant *v, int room);
void brood_fini(duel_brood *b);

#endif
