/* server/server.h -- HTTP and WebSockets on a libuv loop.
 *
 *     new ──▶ open ──▶ run (until SIGINT, SIGTERM) ──▶ free
 *
 * It serves the files inside the program and one protocol over WebSockets, of which it knows
 * what stands here; it refuses what does not name this server exactly, and takes no path, file
 * or header further than that. */
#pragma once

#include "server/host_names.h"
#include "server/quotas.h"

typedef struct server server;

/* What is spoken over WebSockets, on the thread of the loop: whoever brings a protocol says
 * what these two are. */
typedef struct server_hub server_hub;
typedef struct server_client server_client;
typedef struct server_protocol {
    size_t longest;                   /* message that a client may send */
    void (*hush)(void);               /* the server ends: nothing may take long from now on */
    void (*free)(server_hub *hub);    /* all clients are gone; NULL: there was no hub yet */
    void (*collect)(server_hub *hub); /* soon after server_wake */
    void (*tick)(server_hub *hub);    /* when server_alarm said */
    void (*turned)(server_hub *hub, double seconds); /* of the processor: a turn of the loop */
    void (*health)(server_hub *hub, duel_sink *out); /* for whoever runs the server, as JSON */
    /* The client of a socket; NULL: there is no room for it. `old`: it speaks the protocol of
     * an earlier edition. */
    server_client *(*enter)(server_hub *hub, void *socket, const char *address, bool old,
                            duel_msg *why);
    void (*leave)(server_client *c);
    uint64_t (*address)(const server_client *c);      /* a number for where it comes from */
    bool (*receive)(server_client *c, duel_str text); /* false: it is to be cut off */
    bool (*take)(server_client *c, duel_buf *out);    /* adds a message, if there is one */
    void (*unsent)(server_client *c, size_t bytes);   /* of that message wait here */
} server_protocol;

typedef struct server_setup {
    const char *host;
    int port;            /* the first one to try */
    int tries;           /* how many ports */
    const char *names;   /* under which it is known besides, with commas between; NULL: none */
    const char *proxies; /* that are believed where somebody comes from; NULL: none */
    quotas *quotas;      /* of what clients may cost */
    const server_protocol *protocol;
} server_setup; /* which must stay where it is */

duel_status server_new(const server_setup *setup, server **out, duel_msg *why);
/* From now on the hub is the server's, and people may come. */
duel_status server_open(server *s, server_hub *hub, duel_msg *why);
const host_names *server_known_as(const server *s);
void server_run(server *s);
void server_free(server *s); /* NULL does nothing */

/* For the protocol, which knows a server and a socket as nothing else: */
void server_wake(void *self); /* on any thread */
void server_alarm(void *self, uint64_t ms);
void server_ready(void *self, void *socket); /* its client has something to say */
void server_cut(void *self, void *socket);   /* drop it soon, without a word */
bool server_owns(void *self, void *socket);  /* who is there runs this server, for certain */
