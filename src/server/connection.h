/* server/connection.h -- the connections of a server: they carry bytes from sockets to whoever
 * understands them, and back.
 *
 *     let in ──▶ HTTP ──▶ HTTP … ──▶ leaving ──▶ gone
 *                  └────▶ WebSocket ────┘
 *
 * All on one loop. A connection waits for nobody: what does not fit into the socket is kept,
 * and nothing more is read or asked for until it has gone out. Whoever is silent or does not
 * read is given so much time (docs/wire.md) and dropped. */
#pragma once

#include "server/fair_queue.h"
#include "server/proxy.h"
#include "server/server.h"

#include <uv.h>

typedef struct connection_ring { /* the newest first */
    server_connection *first, *last;
} connection_ring;

typedef struct server_connections {
    uv_loop_t *loop;
    uv_timer_t sweep; /* for whoever has had its time */
    const server_setup *setup;
    server_hub *hub;
    const host_names *names;
    const server_proxies *proxies;
    connection_ring half; /* those that are no WebSocket, or no more */
    connection_ring sockets;
    fair_queue turns; /* of those with something to do */
    uv_check_t round; /* when they have them: after everything that came has been seen */
    uv_idle_t more;   /* while some are left over: the loop does not wait */
    duel_buf out; /* what is being sent; one for all, since thousands of large ones would tear
                   * the memory up */
} server_connections;

/* `names` and `proxies` may be filled until the first is let in. */
void server_connections_init(server_connections *all, uv_loop_t *loop,
                             const server_setup *setup, const host_names *names,
                             const server_proxies *proxies);
void server_connections_open(server_connections *all,
                             server_hub *hub); /* from now on somebody may come */
/* Takes over a connected socket that does not block. Where there is no room for another one
 * that speaks HTTP, an address that has too many is turned away; else the oldest goes. */
void server_connections_let_in(server_connections *all, int socket);
/* Drops all; the loop must run dry before fini. */
void server_connections_close(server_connections *all);
void server_connections_fini(server_connections *all);
