/* table/keeping.h -- sessions and the store: games drawn, kept and taken up again.
 *
 * What a session leaves to its owner: chance, names and the disk. `store` may be NULL
 * everywhere: then nothing is kept. */
#ifndef DUEL_TABLE_KEEPING_H
#define DUEL_TABLE_KEEPING_H

#include "table/session.h"

/* A new game; what the opening leaves empty is drawn: the seed, and the id where there is a
 * store. A profile (NULL: nobody minds) is not dealt the same twice. The game is pending. */
duel_status duel_keep_new(duel_store *store, const duel_opening *o, const char *profile,
                          int64_t now, duel_session **out, duel_msg *why);
duel_status duel_keep_load(duel_store *store, const char *id, duel_session **out,
                           duel_msg *why);
void duel_keep_drop(duel_session *s); /* one that is not wanted after all */
/* Stores what is pending, if anything is, and settles it: for those who may wait for the disk.
 */
duel_status duel_keep_change(duel_store *store, duel_session *s, duel_msg *why);

/* The record of a stored game. While a game with secrets runs, its deal stays secret. */
duel_status duel_keep_print(duel_store *store, const char *id, duel_sink *out, duel_msg *why);

#endif
