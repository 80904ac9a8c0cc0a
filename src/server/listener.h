/* server/listener.h -- the one socket that a server listens with.
 *
 *     open (bound and listening) ──▶ watch (the loop lets people in) ──▶ close
 *
 * The socket that was found to be free is the one that is listened with, so nobody can take its
 * port in between, and what the system says when it refuses can be told. */
#pragma once

#include "base/status.h"

#include <uv.h>

typedef struct server_listener {
    int port; /* 0: closed */
    int socket;
    bool watched;
    uv_poll_t knock;
    uv_timer_t rest; /* while the system has no room for another connection */
    void *owner;
    void (*enter)(void *owner, int socket); /* takes the socket of a newcomer over */
} server_listener;

/* Listens at the first of `tries` ports from `port` on that nobody has. */
duel_status server_listener_open(server_listener *d, const char *host, int port, int tries,
                                 duel_msg *why);
/* From now on who knocks enters. `d` must stay where it is until the loop has run dry. */
void server_listener_watch(server_listener *d, uv_loop_t *loop, void *owner,
                           void (*enter)(void *owner, int socket));
void server_listener_close(server_listener *d); /* does nothing to one that is closed */
