/* games/ergo/turns.h -- whole turns: every distinct outcome that the seat to move can reach.
 *
 * Works on a view of that seat (or on a state). The same outcome is often reached by several
 * orders of cards or by places that make no difference; the first way found stands for all. */
#ifndef GAMES_ERGO_TURNS_H
#define GAMES_ERGO_TURNS_H

#include "games/ergo/rules.h"

#include <stdatomic.h>

typedef struct ergo_way {
    duel_move move[ERGO_DRAWN];
    uint8_t count;  /* of moves: 1 for Ergo played first, the second card of a turn, or next */
    uint32_t found; /* how many were found before it: decides between equals, since no two C
                     * libraries sort those alike */
    int64_t worth;  /* what the judge said, 0 without one */
} ergo_way;

typedef struct ergo_turns {
    ergo_way *way;
    uint32_t count, room;
    uint64_t *seen; /* hashes of outcomes, open addressing, 0 = free */
    uint32_t slots;
    uint64_t nodes; /* cards tried */
} ergo_turns;

/* How good an outcome is: `before` the turn, the way, and `after` it. */
typedef int64_t ergo_judge(const duel_variant *v, const ergo *before, const ergo_way *way,
                           const ergo *after);

void ergo_turns_init(ergo_turns *t);
void ergo_turns_fini(ergo_turns *t);

/* Fills *t with the turns possible in `view`, which is not over; all of them, or those found
 * until *stop (which may be NULL) is set, at least one. DUEL_FULL: no memory. */
duel_status ergo_turns_find(const duel_variant *v, const ergo *view, ergo_judge *judge,
                            const atomic_bool *stop, ergo_turns *t, duel_msg *why);

#endif
