/* core/deals.h -- every deal of a variant with its weight, from `deal` itself.
 *
 * `deal` is called once for each way its draws can fall (base/chance_tree.h); equal states are
 * one deal, and their weights are added. So the list is true to the game by construction, and a
 * game has nothing to write for it. */
#pragma once

#include "core/game.h"

enum { DUEL_DEALS_MOST = 3000000 }; /* ways to deal that are listed */

typedef struct duel_deals {
    size_t count;
    size_t stride;        /* bytes of a record: a double, a size, a state */
    unsigned char *bytes; /* the records, by the bytes of their states */
    uint64_t ways;        /* calls of `deal` that it took */
} duel_deals;

/* Refuses (DUEL_REFUSED) a deal that draws what cannot be listed, and more than `most` ways;
 * the list is freed by duel_deals_fini. */
duel_status duel_deals_list(const duel_variant *v, uint64_t most, duel_deals *out,
                            duel_msg *why);
void duel_deals_fini(duel_deals *d);
/* The same for who has no time to lose: DUEL_STOPPED once `over` says so, which is asked again
 * and again. */
typedef bool duel_deals_over(const void *self);
duel_status duel_deals_list_until(const duel_variant *v, uint64_t most, duel_deals_over *over,
                                  const void *self, duel_deals *out, duel_msg *why);
/* Whether that would be refused at once, from one way to deal alone. */
duel_status duel_deals_look(const duel_variant *v, uint64_t most, duel_msg *why);

const void *duel_deals_state(const duel_deals *d, size_t i);
double duel_deals_weight(const duel_deals *d, size_t i); /* they add up to 1 */
/* The number of a state in the list; d->count if it is not there. */
size_t duel_deals_find(const duel_variant *v, const duel_deals *d, const void *state);
