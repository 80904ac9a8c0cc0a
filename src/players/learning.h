/* players/learning.h -- the store and what was learned of one variant, opened together: for
 * commands that ask a machine and keep what it found out. */
#ifndef DUEL_PLAYERS_LEARNING_H
#define DUEL_PLAYERS_LEARNING_H

#include "players/player.h"
#include "store/learned.h"

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

#endif
