/* service/mixture.h -- why to mix one's moves: facts made from the mixes of both seats alone.
 *
 * They need no word from the game: how often to play what; that the moves of the mix are worth
 * the same, so that the other gains nothing by guessing; and whom the mix leaves without a best
 * answer. */
#ifndef DUEL_SERVICE_MIXTURE_H
#define DUEL_SERVICE_MIXTURE_H

#include "core/engine.h"
#include "core/reason.h"

/* What the sentence claims, as the kind of the fact; numbers in millionths. */
typedef enum duel_mixture_fact {
    DUEL_MIXTURE_CHANCE = 1000, /* arg: the chance; of it, as a fraction, above and below */
    DUEL_MIXTURE_EVEN,          /* arg: what each move of the mix is worth */
    DUEL_MIXTURE_ANSWER         /* arg: what each answer is worth to the other */
} duel_mixture_fact;

/* As duel_engine.mix, of a player that has solved the game. */
typedef bool duel_mix_of(void *self, int seat, uint64_t known, int count, double chance[],
                         double worth[]);

/* Adds the facts of an answer that mixes, given in t->view. */
void duel_mixture_explain(const duel_variant *v, const duel_think *t, const duel_answer *a,
                          duel_mix_of *mix, void *self, duel_reason *out);

#endif
