/* base/queue.h -- first in, first out: things that carry their own link, so that nothing is
 * allocated and nothing can fail. A thing is in one queue at a time; the owner locks. */
#pragma once

#include <stddef.h>

/* The first member of whatever stands in a queue. */
typedef struct duel_link {
    struct duel_link *next;
} duel_link;

typedef struct duel_queue {
    duel_link *first, **end;
} duel_queue;

static inline void duel_queue_init(duel_queue *q)
{
    q->first = NULL;
    q->end = &q->first;
}

static inline void duel_queue_add(duel_queue *q, duel_link *thing)
{
    thing->next = NULL;
    *q->end = thing;
    q->end = &thing->next;
}

/* Takes out the thing that this link of the queue leads to. */
static inline void duel_queue_cut(duel_queue *q, duel_link **at)
{
    *at = (*at)->next;
    if (*at == NULL)
        q->end = at;
}

/* NULL: it is empty. */
static inline duel_link *duel_queue_take(duel_queue *q)
{
    duel_link *thing = q->first;
    if (thing)
        duel_queue_cut(q, &q->first);
    return thing;
}

/* All of it as a chain by `next`; the queue is empty after. */
static inline duel_link *duel_queue_empty(duel_queue *q)
{
    duel_link *first = q->first;
    duel_queue_init(q);
    return first;
}
