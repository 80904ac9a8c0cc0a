/* tiers/lookup.h -- results read from a folder of tiers where it lies: nothing is copied, and a
 * look-up reads one block of keys and one of results. Tiers that are solved while it is open
 * are found too. A damaged block, or file, counts as not solved. */
#pragma once

#include "tiers/folder.h"

typedef struct tiers_lookup tiers_lookup;

/* DUEL_REFUSED: no folder of this variant. The variant must outlive it. */
duel_status tiers_lookup_open(const char *path, const duel_variant *v, tiers_lookup **out,
                              duel_msg *why);
void tiers_lookup_close(tiers_lookup *l); /* NULL does nothing */

/* The code of the position with this key (by tiers_key_of); 0: it is not solved here. Several
 * threads may ask. */
uint64_t tiers_lookup_find(tiers_lookup *l, uint64_t key);
/* Every position that is solved here, tier by tier from the lowest, by ascending key; *damaged
 * counts blocks passed over. False: `take` had enough. */
bool tiers_lookup_each(tiers_lookup *l, bool (*take)(void *to, uint64_t key, uint64_t code),
                       void *to, uint64_t *damaged);
