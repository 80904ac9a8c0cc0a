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

typedef struct memory_budget {
    long long all;
    _Atomic long long left; /* below 0: the least was given where nothing was left */
} memory_budget;

void memory_budget_init(memory_budget *p, size_t bytes);
size_t memory_budget_take(memory_budget *p, size_t wanted); /* at most what is wanted */
void memory_budget_charge(memory_budget *p, size_t needed); /* all of it, whatever is left */
void memory_budget_give(memory_budget *p, size_t taken);
size_t memory_budget_held(const memory_budget *p); /* by all who think */

/* ---- what was learned -------------------------------------------------------------------- */

/* The store and what was learned of one variant, opened together: for commands that ask a
 * machine and keep what it found out. */

typedef struct variant_results {
    data_store *store; /* NULL: nothing is used or kept */
    duel_learned learned;
    const duel_variant *v;
} variant_results;

/* `dir` NULL: the user's data directory. The variant must outlive it. */
duel_status variant_results_open(const char *dir, const duel_variant *v, variant_results *out,
                                 duel_msg *why);
void variant_results_close(variant_results *l);

/* For opening a player. */
const duel_learned *variant_results_base(const variant_results *l);
/* Keeps what the player proved. *saved = positions that are new. */
duel_status variant_results_save(variant_results *l, machine_player *p, int64_t now,
                                 uint64_t *saved, duel_msg *why);

/* ---- an actor ---------------------------------------------------------------------------- */

/* What actors of one game share. */
typedef struct player_context {
    data_store *store;     /* NULL: nothing is known from earlier, nothing kept */
    memory_budget *purse;  /* NULL: they have the memory they want */
    const duel_variant *v; /* must outlive them */
} player_context;

typedef struct lazy_player {
    char spec[PLAYER_SPEC_TEXT]; /* "": there is none */
    machine_player *player;      /* NULL: not opened yet */
    variant_results learning;    /* store NULL: not opened yet, or nothing is kept */
    size_t memory, taken;        /* wanted; had from the purse */
} lazy_player;

/* Opens it, unless it is open. */
duel_status lazy_player_open(const player_context *t, lazy_player *a, duel_msg *why);
duel_status lazy_player_think(const player_context *t, lazy_player *a, const duel_think *call,
                              duel_answer *out, duel_msg *why);
/* Keeps what it has proved, and adds to *saved how many positions of that are new. */
duel_status lazy_player_learn(lazy_player *a, int64_t now, uint64_t *saved, duel_msg *why);
void lazy_player_close(const player_context *t, lazy_player *a); /* closes it */
