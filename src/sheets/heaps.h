/* sheets/heaps.h -- facts that count things in a heap, `(heap 19)` or `(pile a 5)`, known by
 * their word: so many matches, a line for each heap. */
#ifndef DUEL_SHEETS_HEAPS_H
#define DUEL_SHEETS_HEAPS_H

#include "core/scene.h"
#include "sheets/names.h"

/* How many things the heap of a fact has; -1: it is none. */
int heaps_count(const named *fact);
/* Adds a heap below what is in the scene. */
void heaps_put(const named *fact, duel_scene *out);

#endif
