/* server/fair_queue.h -- which socket is served next, among the WebSockets that have something
 * to say or room to be told something.
 *
 *     an event ──▶ waits, behind others of its address ──▶ its turn: a little is heard and told
 *
 * Addresses have their turns about, and within one its connections; each turn is short, and a
 * round of the loop has time for so many: what is left comes in the next round, after new
 * events. So one who asks once waits for a turn of each of the others, however much they ask.
 * Addresses are told apart by a hash: two that share one have turns like one. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct server_connection server_connection;

enum { FAIR_QUEUE_QUEUES = 64 };

typedef struct fair_queue {
    struct fair_queue_queue {
        server_connection *first, *last;
    } queue[FAIR_QUEUE_QUEUES];
    unsigned next; /* queue to have its turn */
    int waiting;
} fair_queue;

/* Of these WebSockets, with a number of its address each; one that waits already stays. */
void fair_queue_add(fair_queue *t, server_connection *l, uint64_t address);
void fair_queue_remove(fair_queue *t, server_connection *l); /* if it waits */
server_connection *fair_queue_take(fair_queue *t);           /* NULL: none waits */
