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

typedef struct server_line server_line;

enum { TURNS_QUEUES = 64 };

typedef struct server_turns {
    struct turns_queue {
        server_line *first, *last;
    } queue[TURNS_QUEUES];
    unsigned next; /* queue to have its turn */
    int waiting;
} server_turns;

/* Of these WebSockets, with a number of its address each; one that waits already stays. */
void turns_add(server_turns *t, server_line *l, uint64_t address);
void turns_remove(server_turns *t, server_line *l); /* if it waits */
server_line *turns_take(server_turns *t);           /* NULL: none waits */
