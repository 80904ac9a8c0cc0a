/* players/purse.h -- one budget of memory for all who think at the same time.
 *
 * Nobody is refused: who comes when little is left gets little, and goes home after each
 * thought (table/cast.h) until others have given theirs back. So never more is held than the
 * budget and the least for each thread that thinks, and what those need who cannot do with
 * less. Any thread may take and give. */
#ifndef DUEL_PLAYERS_PURSE_H
#define DUEL_PLAYERS_PURSE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct duel_purse {
    long long all;
    _Atomic long long left; /* below 0: the least was given where nothing was left */
} duel_purse;

void duel_purse_init(duel_purse *p, size_t bytes);
size_t duel_purse_take(duel_purse *p, size_t wanted); /* at most what is wanted */
void duel_purse_charge(duel_purse *p, size_t needed); /* all of it, whatever is left */
void duel_purse_give(duel_purse *p, size_t taken);
size_t duel_purse_held(const duel_purse *p); /* by all who think */
bool duel_purse_is_short(const duel_purse *p);

#endif
