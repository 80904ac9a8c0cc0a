/* tiers/sorting.h -- keys in order, each once. */
#ifndef DUEL_TIERS_SORTING_H
#define DUEL_TIERS_SORTING_H

#include <stddef.h>
#include <stdint.h>

/* Sorts the keys, leaves each once, and returns how many that is. `room` is for as many keys,
 * and of no meaning afterwards. */
size_t sorting_unique(uint64_t *key, uint64_t *room, size_t count);

/* The place of the first key that is not below `least`. */
size_t sorting_seek(const uint64_t *key, size_t count, uint64_t least);

#endif
