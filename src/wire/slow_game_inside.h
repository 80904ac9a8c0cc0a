/* wire/slow_game_inside.h -- an annex and its guests, for slow_game.c and slow_game_client.c.
 *
 * What the loop and the thread share is under the annex's lock, which neither holds while it
 * works. Everything else belongs to one of the two, and stands under its name. */
#pragma once

#include "base/queue.h"
#include "wire/inside.h"
#include "wire/slow_game.h"

/* What the loop tells the thread of a guest: who it is at the moment, and what it asks for. */
typedef struct slow_game_request {
    duel_link link; /* first */
    slow_game_client *guest;
    uint64_t stay;
    duel_lang lang;
    char profile[STORE_PROFILE_TEXT];
    char *text; /* NULL: nothing is asked for */
    size_t len;
} slow_game_request;

struct slow_game_client {
    duel_link call; /* first: in the annex's calls */
    slow_game *annex;
    quota_address *address;
    slow_game_request exit; /* its last; there from the beginning, so that going cannot fail */

    /* the loop's */
    wire_client *owner;
    slow_game_client *next; /* of the same client */
    uint64_t stay;

    /* under the lock */
    int waiting; /* slips */
    bool called; /* the loop is to look at it, for one of these: */
    bool gone;   /* the thread is done with it */
    bool cut;    /* it has gone too far */
    bool speaks; /* there is something to be said to it */
    bool full;   /* the slot is */
    bool wanted; /* the slot is to be filled, for its socket has room */
    duel_buf out;
    bool is_news;     /* what is in the slot, */
    uint64_t made_in; /* and in which stay it was made */

    /* the thread's */
    wire_client *client;
    uint64_t told_stay;
};

struct slow_game {
    const duel_game *game;
    wire_hub *home; /* the loop's; the thread wakes it, no more */
    wire_hub *hub;  /* the thread's, while that runs */
    data_store *store;
    pthread_t thread;
    bool runs;
    json_t *shown[SLOW_GAME_SIGNS][2]; /* the loop's; by language */

    pthread_mutex_t lock;
    pthread_cond_t changed; /* anything of this: */
    duel_queue inbox, calls;
    size_t inbox_bytes;
    bool work; /* the crew, the disk or an empty slot has some */
    bool leaving, has_card;
    json_t *fresh[SLOW_GAME_SIGNS][2]; /* to be shown */

    uint64_t alarm; /* the thread's, as is the next: ms */
    bool lobby_changed;
};

/* The next guest that the thread calls the loop for, with that; NULL: none. */
slow_game_client *slow_client_next_call(slow_game *a, bool *cut, bool *gone);
void slow_client_free(slow_game_client *g);
