/* engines/intern.h -- numbers for states: the same bytes get the same number, from 0 up.
 *
 * For games without a packed key, and for loopy games, whose graph is laid out by number. Most
 * of the time goes into waiting for memory, a state here and a state there; so who has many to
 * ask for asks for all at once, and what they need is on its way together. */
#ifndef DUEL_ENGINES_INTERN_H
#define DUEL_ENGINES_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct intern {
    size_t item; /* bytes of a state */
    unsigned char *items;
    uint64_t *slot; /* 0: empty; else a mark, the upper half of the state's hash, above its
                     * number + 1. They lie in the order of their marks, as far as room goes */
    uint32_t slot_bits;
    uint32_t count, room;
    bool failed; /* out of memory: numbers given since are all 0 */
} intern;

bool intern_init(intern *t, size_t item);
void intern_fini(intern *t);
/* Bytes held now, and at the worst moment of the next growth. */
size_t intern_bytes(const intern *t);
size_t intern_bytes_grown(const intern *t);
/* The number of a state, a new one if it has none yet. */
uint32_t intern_id(intern *t, const void *state);
/* Of `count` states that lie one behind the other. */
void intern_ids(intern *t, const void *states, size_t count, uint32_t *id);
/* The same without numbering anything; false: the state has no number. */
bool intern_find(const intern *t, const void *state, uint32_t *id);
const void *intern_at(const intern *t, uint32_t id);

#endif
