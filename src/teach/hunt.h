/* teach/hunt.h -- looking for positions by solving them: for teach/puzzles.c only.
 *
 * A puzzle found here is a position in which exactly one move keeps the result; of several the
 * best is taken: one that the greedy player misses, a win, far from the end. What is spent is
 * counted in nodes, so that a seed gives the same puzzle everywhere; time is only a guard. */
#ifndef DUEL_TEACH_HUNT_H
#define DUEL_TEACH_HUNT_H

#include "teach/puzzles.h"

typedef struct hunt {
    const duel_variant *v;
    const atomic_bool *stop;
    duel_player *solver, *greedy;
    duel_answer *answer, *naive; /* what they said last */
} hunt;

/* DUEL_NO when the variant cannot be solved by anybody. */
duel_status hunt_init(hunt *h, const duel_variant *v, size_t memory, const atomic_bool *stop,
                      duel_msg *why);
void hunt_fini(hunt *h);

/* Whether the position was solved within the limits, 0 for none; then h->answer tells all. */
bool hunt_solve(hunt *h, const void *state, uint64_t nodes, double seconds, bool every_move);

/* The best puzzle of a seed. On success *out must be given to duel_found_fini. */
duel_status hunt_puzzle(hunt *h, uint64_t seed, duel_found *out, duel_msg *why);

#endif
