/* players/actor.h -- a player that is opened when it is first needed, with what was learned
 * earlier and with memory from a purse.
 *
 * One thread at a time. Where the purse is short it goes home after each thought: what it had
 * proved is kept, what it remembered is not. */
#ifndef DUEL_PLAYERS_ACTOR_H
#define DUEL_PLAYERS_ACTOR_H

#include "players/learning.h"
#include "players/purse.h"

/* What actors of one game share. */
typedef struct duel_troupe {
    duel_store *store;     /* NULL: nothing is known from earlier, nothing kept */
    duel_purse *purse;     /* NULL: they have the memory they want */
    const duel_variant *v; /* must outlive them */
} duel_troupe;

typedef struct duel_actor {
    char spec[DUEL_SPEC_TEXT]; /* "": there is none */
    duel_player *player;       /* NULL: not opened yet */
    duel_learning learning;    /* store NULL: not opened yet, or nothing is kept */
    size_t memory, taken;      /* wanted; had from the purse */
} duel_actor;

/* Opens it, unless it is open. */
duel_status duel_actor_call(const duel_troupe *t, duel_actor *a, duel_msg *why);
duel_status duel_actor_think(const duel_troupe *t, duel_actor *a, const duel_think *call,
                             duel_answer *out, duel_msg *why);
/* Keeps what it has proved, and adds to *saved how many positions of that are new. */
duel_status duel_actor_learn(duel_actor *a, int64_t now, uint64_t *saved, duel_msg *why);
void duel_actor_send_home(const duel_troupe *t, duel_actor *a); /* closes it */

#endif
