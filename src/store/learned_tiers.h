/* store/learned_tiers.h -- what was solved by tiers (tiers/solve.h) as part of what is
 * learned: folders inside `tiers/`, beside the base, read where they lie.
 *
 * A folder that is put there is found; one that is damaged counts as far as it can be read. */
#ifndef DUEL_STORE_LEARNED_TIERS_H
#define DUEL_STORE_LEARNED_TIERS_H

#include "core/engine.h"
#include "store/store.h"

/* The folder in which those of the store stand; false: its name is too long. */
bool tier_shelf_path(const duel_store *store, char out[], size_t room);

typedef struct tier_shelf tier_shelf;

/* Of a variant, which must outlive it. NULL: no memory. A variant that cannot be solved by
 * tiers has an empty one. */
tier_shelf *tier_shelf_open(const duel_store *store, const duel_variant *v);
void tier_shelf_close(tier_shelf *s); /* NULL does nothing */
/* The code of a position, 0 if none of the folders has it. */
uint64_t tier_shelf_find(tier_shelf *s, uint64_t pack, uint64_t canon);
/* Every position, folder by folder; *damaged counts what could not be read. */
void tier_shelf_each(tier_shelf *s, duel_take *take, void *to, uint64_t *damaged);

/* Calls `each` for every folder there is, until it returns false. */
void tier_shelf_walk(const duel_store *store, bool (*each)(void *to, const char *path),
                     void *to);
/* A row for each folder in which something is solved, as store_learned_list gives those of the
 * base. */
void tier_shelf_list(const duel_store *store, duel_str game, store_learned_take *take,
                     void *to);
/* Removes the folders of a game, or all. */
duel_status tier_shelf_forget(const duel_store *store, duel_str game, duel_msg *why);

#endif
