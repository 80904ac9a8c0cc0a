/* store/census.h -- all that was solved of a variant, gone through once: how many positions
 * are won and lost, which win takes longest, and a few of each kind to look at.
 *
 * A value is for the player to move. Where a variant was solved in several ways, one is gone
 * through: by tiers, else by canonical keys, else by plain ones. */
#ifndef DUEL_STORE_CENSUS_H
#define DUEL_STORE_CENSUS_H

#include "core/value.h"
#include "store/store.h"

#include <stdatomic.h>

enum { DUEL_CENSUS_KINDS = DUEL_WIN + 1, DUEL_CENSUS_SAMPLE = 12 };

typedef struct duel_census {
    uint64_t positions, count[DUEL_CENSUS_KINDS]; /* by duel_value */
    uint32_t longest; /* plies of the longest win; 0: there is none */
    uint64_t longest_key;
    bool folded; /* symmetric positions are counted once */
    bool ahead; /* margins are carried: values are of what lies ahead, plies to the next gain */
    uint64_t open[DUEL_CENSUS_KINDS]; /* of `count`, those that are not over: */
    uint64_t sample[DUEL_CENSUS_KINDS][DUEL_CENSUS_SAMPLE]; /* drawn with equal chances */
    uint64_t damaged;                                       /* blocks that could not be read */
} duel_census;

/* DUEL_NO: nothing of it is solved, or it has secrets. DUEL_STOPPED: `stop` (may be NULL) was
 * set. */
duel_status duel_census_take(duel_store *store, const duel_variant *v, uint64_t seed,
                             const atomic_bool *stop, duel_census *out, duel_msg *why);

/* How many keys there are of a kind to choose from. */
int duel_census_sampled(const duel_census *c, duel_value value);
/* The position of a key; DUEL_NO: positions of this game cannot be made from their keys. */
duel_status duel_census_position(const duel_variant *v, uint64_t key, duel_state *out,
                                 duel_msg *why);

#endif
