/* front/web/server.h -- HTTP and WebSockets around the hub, on a libuv loop.
 *
 *     init ──▶ run (until SIGINT, SIGTERM) ──▶ fini
 *
 * It serves the files inside the program and one WebSocket protocol, refuses what does not name
 * this server exactly, and takes no path, file or header further than that. */
#ifndef DUEL_FRONT_WEB_SERVER_H
#define DUEL_FRONT_WEB_SERVER_H

#include "front/web/server_names.h"
#include "front/web/wire.h"

typedef struct server server;

typedef struct server_setup {
    const char *host;
    int port;  /* the first one to try */
    int tries; /* how many ports */
    duel_store *store;
    int threads;
    size_t memory;          /* that each machine player wants */
    size_t budget;          /* for all of them together */
    governor_limits limits; /* of what clients may cost */
    int absence;            /* seconds until the seat of one who left can be taken over */
    int64_t sweep_days;     /* after which games that were played go; 0: never */
    bool sweep_own;         /* those of profiles, too */
    const char *names;    /* under which it is known besides, with commas between; NULL: none */
    const char *proxies;  /* that are believed where somebody comes from; NULL: none */
    const char *programs; /* that may be seated, with commas between; NULL: none */
    void *owner;          /* is told of a disk that fails, and the like, on any thread */
    void (*complain)(void *owner, const duel_msg *why);
} server_setup;

duel_status server_new(const server_setup *setup, server **out, duel_msg *why);
int server_port(const server *s);
const server_names *server_known_as(const server *s);
void server_run(server *s);
void server_free(server *s); /* NULL does nothing */

#endif
