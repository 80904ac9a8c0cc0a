/* wire/hub.h -- the hub: what connections say and what they are told, without sockets.
 *
 *     socket ──receive──▶ client ──▶ hub: tables, lobby ──▶ sessions, crew
 *     socket ◀──take───── client ◀── (marked: something to send)
 *
 * One thread owns the hub and everything in it; games that may wait are played in hubs beside
 * it, on threads of their own (slow_game.h). The messages are described in docs/wire.md. What
 * a client is told about a table is made when it is about to be sent, from the view of its own
 * seat, so nobody reads another's cards. For a slow reader only its latest picture is made and
 * only so many bytes of answers are kept. */
#pragma once

#include "base/messages.h"
#include "players/lazy_player.h"
#include "server/server.h"
#include "store/store.h"

typedef server_hub wire_hub;
typedef server_client wire_client;

enum { WIRE_MESSAGE = 16384 }; /* the longest message a client may send */

typedef struct wire_hub_setup {
    data_store *store;
    int threads;              /* for machines and advice */
    size_t memory;            /* bytes each machine player wants */
    memory_budget *purse;     /* of which they have them; NULL: there is enough */
    quotas *quotas;           /* of what clients may cost */
    int absence;              /* seconds until the seat of one who left can be taken over */
    int64_t sweep_days;       /* after which what was played goes (store/store.h) */
    bool sweep_own;           /* that of profiles, too */
    bool local;               /* nobody but this machine is served */
    bool alone;               /* and nobody can come: there is no server (front/static) */
    uint64_t nodes;           /* judgements are stopped by these, not by time; 0: by time */
    void *self;               /* given to the five below */
    void (*wake)(void *self); /* on any thread: call wire_hub_collect soon */
    void (*alarm)(void *self, uint64_t ms);  /* call wire_hub_tick in so many milliseconds */
    void (*ready)(void *self, void *socket); /* its client has something to say */
    void (*cut)(void *self, void *socket); /* it does not read: close it soon, without a word */
    bool (*owns)(void *self, void *socket); /* who is there runs this server, for certain */
    const char *programs; /* that may be seated, with commas between; NULL: none */
    /* What whoever runs the server should know: a disk that fails, with its file. It is told by
     * any thread. */
    void *owner;
    void (*complain)(void *owner, const duel_msg *why);
} wire_hub_setup;

duel_status wire_hub_new(const wire_hub_setup *setup, wire_hub **out, duel_msg *why);
/* All clients must be gone. NULL does nothing. */
void wire_hub_free(wire_hub *hub);
void wire_hub_collect(wire_hub *hub);
void wire_hub_tick(wire_hub *hub);
/* A turn of the loop has taken so many seconds of the processor: a slow one is told. */
void wire_hub_turned(wire_hub *hub, double seconds);
/* How it is, as a JSON object and a line end: health.c. */
void wire_hub_health(wire_hub *hub, duel_sink *out);

/* `old`: it speaks the protocol of an earlier edition, and is told to load the page again.
 * NULL: there is no room for it. */
wire_client *wire_client_new(wire_hub *hub, void *socket, const char *address, bool old,
                             duel_msg *why);
void wire_client_free(wire_client *c);
/* A number for where it comes from. Connections of this machine, which may be anybody's behind
 * a relay, have one each. */
uint64_t wire_client_address(const wire_client *c);
/* False: the client has gone too far and is to be cut off. */
bool wire_client_receive(wire_client *c, duel_str text);
/* So many bytes of the last message taken are still kept by its socket. */
void wire_client_unsent(wire_client *c, size_t bytes);
/* Adds the next message to `out`; false when there is none. */
bool wire_client_take(wire_client *c, duel_buf *out);
