/* bench/peer.h -- a client of the page for measuring: a WebSocket that never waits.
 *
 *     peer_open ──▶ handshake sent ──▶ peer_feed, when there is something to read ──▶ heard
 *
 * It trusts its server, and stops the program when something goes wrong. */
#ifndef DUEL_BENCH_PEER_H
#define DUEL_BENCH_PEER_H

#include "base/text.h"

#include <stdbool.h>

typedef struct peer {
    int fd;
    bool open; /* it may ask from now on */
    duel_buf in;
    void (*heard)(struct peer *p, duel_str text); /* text.at NULL: it has just been opened */
    void *owner;
    int role; /* the owner's own */
} peer;

/* `events`: an epoll that gets it, with the peer as its data. */
void peer_open(peer *p, int events, int port, void (*heard)(peer *p, duel_str text),
               void *owner, int role);
void peer_say(peer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void peer_feed(peer *p);
void peer_close(peer *p);

/* Ends the program with a sentence. */
void bench_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
