/* server/fair_queue.c -- see fair_queue.h. */
#include "server/fair_queue.h"
#include "server/connection_inside.h"

static unsigned queue_of(uint64_t address)
{
    return (unsigned)(address * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}
_Static_assert(TURNS_QUEUES == 1 << (64 - 58), "a hash is the number of a queue");

void turns_add(server_turns *t, server_line *l, uint64_t address)
{
    if (l->turn.waits)
        return;
    l->turn = (line_turn){.waits = true, .queue = queue_of(address)};
    struct turns_queue *q = &t->queue[l->turn.queue];
    l->turn.before = q->last;
    if (q->last)
        q->last->turn.next = l;
    else
        q->first = l;
    q->last = l;
    t->waiting++;
}

void turns_remove(server_turns *t, server_line *l)
{
    struct turns_queue *q = &t->queue[l->turn.queue];
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
    l->turn = (line_turn){.waits = false};
    t->waiting--;
}

server_line *turns_take(server_turns *t)
{
    if (t->waiting == 0)
        return NULL;
    while (t->queue[t->next % TURNS_QUEUES].first == NULL)
        t->next++;
    server_line *l = t->queue[t->next++ % TURNS_QUEUES].first;
    turns_remove(t, l);
    return l;
}
