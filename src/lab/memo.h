/* lab/memo.h -- what the laws remember between positions: the states met under a key. */
#ifndef DUEL_LAB_MEMO_H
#define DUEL_LAB_MEMO_H

#include "core/game.h"

typedef struct law_memo law_memo;

law_memo *law_memo_new(const duel_variant *v); /* NULL: no memory */
void law_memo_free(law_memo *m);

/* The state met first under this key, or NULL if it is this one; it is kept then, as long as
 * there is room. A NULL memo has met nothing. */
const duel_state *law_memo_meet(law_memo *m, uint64_t key, const void *state);
const duel_state *law_memo_meet_canon(law_memo *m, uint64_t canon, const void *state);

#endif
