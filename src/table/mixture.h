/* table/mixture.h -- why to mix one's moves: facts made from the mixes of both seats alone.
 *
 * They need no word from the game: how often to play what; that the moves of the mix are worth
 * the same, so that the other gains nothing by guessing; whom the mix leaves without a best
 * answer, and what that one learns by the move; what it would cost to play the same every time.
 */
#ifndef DUEL_TABLE_MIXTURE_H
#define DUEL_TABLE_MIXTURE_H

#include "core/engine.h"
#include "core/reason.h"

/* What the sentence claims, as the kind of the fact; numbers in millionths. */
typedef enum duel_mixture_fact {
    DUEL_MIXTURE_CHANCE = 1000, /* arg: the chance; of it, as a fraction, above and below */
    DUEL_MIXTURE_EVEN,          /* arg: what each move of the mix is worth */
    DUEL_MIXTURE_ANSWER,        /* arg: what each answer is worth to the other */
    DUEL_MIXTURE_LEARNED,       /* args: how likely the other takes this view to be, before the
                                 * move and after it */
    DUEL_MIXTURE_HABIT /* args: the cost, a game, of always playing what is played least;
                        * of always playing what is played most */
} duel_mixture_fact;

/* A player that has solved the game: as duel_engine.mix and .habit. */
typedef struct duel_solution {
    void *self;
    bool (*mix)(void *self, int seat, uint64_t known, int count, double chance[],
                double worth[]);
    bool (*habit)(void *self, int seat, uint64_t known, int count, double cost[]);
} duel_solution;

/* Adds the facts of an answer that mixes, given in t->view. */
void duel_mixture_explain(const duel_variant *v, const duel_think *t, const duel_answer *a,
                          const duel_solution *solution, duel_reason *out);

#endif
