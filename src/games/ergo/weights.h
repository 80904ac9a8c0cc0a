/* games/ergo/weights.h -- what a turn looks worth, one turn deep, by a list of numbers.
 *
 * The formula is the seed's with every number set free: what the proof is worth to its four
 * letters times the cards in it, less the cost of the cards used, with a bonus for a Fallacy or
 * a Justification played. ergo_seed_weights make it seed-score's own, ten times as large. */
#ifndef GAMES_ERGO_WEIGHTS_H
#define GAMES_ERGO_WEIGHTS_H

#include "games/ergo/turns.h"

/* What becomes of a letter, by whose it is. Tenths for each card of the proof. */
typedef enum ergo_fate { ERGO_OPEN, ERGO_PROVEN, ERGO_REFUTED, ERGO_FATES } ergo_fate;
typedef enum ergo_owner { ERGO_OWN, ERGO_OTHERS, ERGO_NOBODYS, ERGO_OWNERS } ergo_owner;

enum {
    ERGO_W_GOING = 0, /* [owner][fate], the round goes on */
    ERGO_W_ENDING = ERGO_W_GOING + ERGO_OWNERS * ERGO_FATES,   /* … ended by Ergo */
    ERGO_W_PARADOX = ERGO_W_ENDING + ERGO_OWNERS * ERGO_FATES, /* … contradicts itself */
    ERGO_W_LAST, /* the pile is empty: so many hundredths of what Ergo would bring */
    ERGO_W_COST, /* hundredths: own letter, another's, then by kind from AND on */
    ERGO_W_COSTS = 2 + ERGO_KINDS - ERGO_AND,
    ERGO_W_JUSTIFY = ERGO_W_COST + ERGO_W_COSTS, /* bonus, when the card costs nothing else */
    ERGO_W_BLOCK,                                /* bonus for each turn a Fallacy adds … */
    ERGO_W_BLOCK_SCORE,                          /* … and for each point of the victim */
    ERGO_WEIGHTS
};

typedef struct ergo_weights {
    int16_t w[ERGO_WEIGHTS];
} ergo_weights;

extern const ergo_weights ergo_seed_weights;
extern const ergo_weights ergo_tuned_weights; /* tuned.c */

/* How the round stands after a turn. */
typedef enum ergo_end { ERGO_GOES_ON, ERGO_BY_ERGO, ERGO_BY_PILE } ergo_end;

/* The weights laid out for one seat, so that a proof is rated with few steps. */
typedef struct ergo_scale {
    int32_t letter[3][LOGIC_LETTERS][ERGO_FATES]; /* by ergo_end */
    int32_t paradox[3];
    int32_t cost[ERGO_KINDS];
    int32_t justify, block, block_score;
} ergo_scale;

void ergo_scale_init(const duel_variant *v, const ergo_weights *w, int seat, ergo_scale *out);

/* What the card itself brings or costs; `blocked` are the turns its victim still is. */
int32_t ergo_rate_use(const ergo_scale *x, const ergo *before, const ergo_use *u,
                      unsigned blocked);
/* The worth of an outcome, as ergo_judge has it. */
int64_t ergo_rate_turn(const duel_variant *v, const ergo_weights *w, const ergo *before,
                       const ergo_way *way, const ergo *after);

static inline int32_t ergo_rate_proof(const ergo_scale *x, logic_table models, unsigned size,
                                      ergo_end end)
{
    int32_t sum = 0;
    if (models == LOGIC_FALSE)
        return x->paradox[end] * (int32_t)size;
    for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
        unsigned t = logic_letter_table(k);
        unsigned fate = (models & ~t) == 0 ? ERGO_PROVEN : (models & t) == 0 ? ERGO_REFUTED : 0;
        sum += x->letter[end][k][fate];
    }
    return sum * (int32_t)size;
}

#endif
