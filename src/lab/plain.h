/* lab/plain.h -- the plainest solver: lists all positions, then values them by sweeps.
 *
 * It exists to check others: it uses the contract's six functions and nothing that makes the
 * engines fast (no keys, no symmetry, no table of theirs), and shares no file with them. */
#ifndef DUEL_LAB_PLAIN_H
#define DUEL_LAB_PLAIN_H

#include "core/game.h"

/* DUEL_FULL when more than `most` positions lie below; DUEL_NO for a game that it cannot solve
 * (hidden information, more than two seats, a position that comes back where none may). */
duel_status plain_solve(const duel_variant *v, const void *state, size_t most, duel_result *out,
                        duel_msg *why);

/* ---- several positions at once: what lies below two of them is looked at once -------------
 *
 *     new ──▶ add ──▶ add ──▶ … ──▶ value ──▶ find ──▶ … ──▶ free
 */
typedef struct plain_list plain_list;

plain_list *plain_list_new(const duel_variant *v); /* NULL: no memory */
void plain_list_free(plain_list *l);
/* Adds a position with all that lie below it; false, and nothing is added, when those are more
 * than `most` that were not there yet, or there is no memory. */
bool plain_list_add(plain_list *l, const void *state, size_t most);
/* Takes back what was added last: the game failed there, and what it gave counts for nothing.
 */
void plain_list_take_back(plain_list *l);
size_t plain_list_count(const plain_list *l);
/* Once all are added. False: no memory. */
bool plain_list_value(plain_list *l);
/* Of any position that was listed; false: it was not, or positions below it come back in a
 * game in which none may. */
bool plain_list_find(const plain_list *l, const void *state, duel_result *out);

#endif
