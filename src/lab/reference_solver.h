/* lab/reference_solver.h -- the reference solver: lists all positions, then values them by
 * sweeps.
 *
 * It exists to check others: it uses the contract's six functions and nothing that makes the
 * engines fast (no keys, no symmetry, no table of theirs), and shares no file with them. */
#pragma once

#include "core/game.h"

/* DUEL_NO_SPACE when more than `most` positions lie below; DUEL_REFUSED for a game that it
 * cannot solve (hidden information, more than two seats, a position that comes back where none
 * may). */
duel_status reference_solve(const duel_variant *v, const void *state, size_t most,
                            duel_result *out, duel_msg *why);

/* All positions from one on, that one first, and what each is worth. */
typedef struct reference_list reference_list;

/* Of a game that can be solved so; NULL: there are more than `most`, or there is no memory. */
reference_list *reference_list_new(const duel_variant *v, const void *state, size_t most);
void reference_list_free(reference_list *l);
size_t reference_list_count(const reference_list *l);
const void *reference_list_state(const reference_list *l, size_t i); /* not aligned */
/* False: it was not listed, or positions below it come back in a game in which none may. */
bool reference_list_find(const reference_list *l, const void *state, duel_result *out);
