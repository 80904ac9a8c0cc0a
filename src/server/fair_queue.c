/* server/fair_queue.c -- see fair_queue.h. */
#include "server/fair_queue.h"
#include "server/connection_inside.h"

static unsigned queue_of(uint64_t address)
{
    return (unsigned)(address * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}
_Static_assert(FAIR_QUEUE_QUEUES == 1 << (64 - 58), "a hash is the number of a queue");

void fair_queue_add(fair_queue *t, server_connection *l, uint64_t address)
{
    if (l->turn.waits)
        return;
    l->turn = (connection_turn){.waits = true, .queue = queue_of(address)};
    struct fair_queue_queue *q = &t->queue[l->turn.queue];
    l->turn.before = q->last;
    if (q->last)
        q->last->turn.next = l;
    else
        q->first = l;
    q->last = l;
    t->waiting++;
}

void fair_queue_remove(fair_queue *t, server_connection *l)
{
    struct fair_queue_queue *q = &t->queue[l->turn.queue];
    if (!l->turn.waits)
        return;
    if (l->turn.before)
        l->turn.before->turn.next = l->turn.next;
    else
        q->first = l->turn.next;
    if (l->turn.next)
        l->turn.next->turn.before = l->turn.before;
    else
        q->last = l->turn.before;
    l->turn = (connection_turn){.waits = false};
    t->waiting--;
}

server_connection *fair_queue_take(fair_queue *t)
{
    if (t->waiting == 0)
        return NULL;
    while (t->queue[t->next % FAIR_QUEUE_QUEUES].first == NULL)
        t->next++;
    server_connection *l = t->queue[t->next++ % FAIR_QUEUE_QUEUES].first;
    fair_queue_remove(t, l);
    return l;
}
