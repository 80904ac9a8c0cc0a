/* engines/intern.h -- numbers for states: the same bytes get the same number, from 0 up.
 *
 * For games without a packed key, and for loopy games, whose graph is laid out by number. */
#ifndef DUEL_ENGINES_INTERN_H
#define DUEL_ENGINES_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct intern {
    size_t item; /* bytes of a state */
    unsigned char *items;
    uint32_t *slot; /* number + 1, or 0 */
    uint32_t slot_bits;
    uint32_t count, room;
    bool failed; /* out of memory: numbers given since are all 0 */
} intern;

bool intern_init(intern *t, size_t item);
void intern_fini(intern *t);
size_t intern_bytes(const intern *t);
/* The number of a state, a new one if it has none yet. */
uint32_t intern_id(intern *t, const void *state);
/* The same without numbering anything; false: the state has no number. */
bool intern_find(const intern *t, const void *state, uint32_t *id);
const void *intern_at(const intern *t, uint32_t id);

#endif
