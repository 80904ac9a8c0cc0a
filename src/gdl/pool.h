/* gdl/pool.h -- numbers for sequences of numbers: the same sequence gets the same number, from
 * 0 up. Symbols, terms, the keys of joins and the gates of a circuit are all kept so. */
#ifndef DUEL_GDL_POOL_H
#define DUEL_GDL_POOL_H

#include "gdl/job.h"

#define GDL_NOTHING UINT32_MAX /* no number is this one */

typedef struct gdl_pool {
    gdl_job *job;
    uint32_t *word; /* the sequences, one behind the other */
    size_t words, word_room;
    uint32_t *start; /* where each begins; one more than there are */
    size_t start_room;
    uint32_t count;
    uint64_t
        *slot; /* hash, number + 1; 0: empty. Most that differ are told by the hash alone */
    uint32_t slot_bits;
} gdl_pool;

void gdl_pool_init(gdl_pool *p, gdl_job *j);
void gdl_pool_copy(const gdl_pool *from, gdl_pool *to, gdl_job *j);
void gdl_pool_clear(gdl_pool *p);
/* The number of a sequence, a new one if it has none yet. */
uint32_t gdl_pool_id(gdl_pool *p, const uint32_t *sequence, size_t length);
/* The same without numbering anything: GDL_NOTHING. */
uint32_t gdl_pool_find(const gdl_pool *p, const uint32_t *sequence, size_t length);

static inline const uint32_t *gdl_pool_at(const gdl_pool *p, uint32_t id)
{
    return p->word + p->start[id];
}

static inline uint32_t gdl_pool_length(const gdl_pool *p, uint32_t id)
{
    return p->start[id + 1] - p->start[id];
}

#endif
