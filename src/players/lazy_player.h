/* players/lazy_player.h -- a player that is opened only when it is first needed, with what was
 * learned earlier and with memory from a purse.
 *
 * One thread at a time. Where the purse is short it goes home after each thought: what it had
 * proved is kept, what it remembered is not. */
#pragma once

#include "players/player.h"
#include "store/results.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- memory ------------------------------------------------------------------------------ */

/* One budget of memory for all who think at the same time.
 *
 * Nobody is refused: who comes when little is left gets little, and goes home after each
 * thought until others have given theirs back. So never more is held than the budget and the
 * least for each thread that thinks, and what those need who cannot do with less. Any thread
 * may take and give. */

typedef struct duel_purse {
    long long all;
    _Atomic long long left; /* below 0: the least was given where nothing was left */
} duel_purse;

void duel_purse_init(duel_purse *p, size_t bytes);
size_t duel_purse_take(duel_purse *p, size_t wanted); /* at most what is wanted */
void duel_purse_charge(duel_purse *p, size_t needed); /* all of it, whatever is left */
void duel_purse_give(duel_purse *p, size_t taken);
size_t duel_purse_held(const duel_purse *p); /* by all who think */

/* ---- what was learned -------------------------------------------------------------------- */

/* The store and what was learned of one variant, opened together: for commands that ask a
 * machine and keep what it found out. */

typedef struct duel_learning {
    duel_store *store; /* NULL: nothing is used or kept */
    duel_learned learned;
    const duel_variant *v;
} duel_learning;

/* `dir` NULL: the user's data directory. The variant must outlive it. */
duel_status duel_learning_open(const char *dir, const duel_variant *v, duel_learning *out,
                               duel_msg *why);
void duel_learning_close(duel_learning *l);

/* For opening a player. */
const duel_learned *duel_learning_base(const duel_learning *l);
/* Keeps what the player proved. *saved = positions that are new. */
duel_status duel_learning_save(duel_learning *l, duel_player *p, int64_t now, uint64_t *saved,
                               duel_msg *why);

/* ---- an actor ---------------------------------------------------------------------------- */

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
