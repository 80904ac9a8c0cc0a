/* engines/mixing.h -- mixes that nobody can beat by much, found by playing against oneself.
 *
 * Two ways to learn from regret race on one game, each with the average of all it has played:
 * predictive CFR+ (G. Farina, C. Kroer, T. Sandholm, AAAI 2021) and discounted CFR (N. Brown,
 * T. Sandholm, AAAI 2019), both with turns taken in alternation and quadratic weights. After
 * each round a best reply to either average tells what it is sure of, and of each seat the
 * best is kept: what First's is sure of and what Second's is sure of enclose the value. */
#ifndef DUEL_ENGINES_MIXING_H
#define DUEL_ENGINES_MIXING_H

#include "engines/sequences.h"

enum { MIXING_WAYS = 2 };

typedef struct mixing_way { /* of learning */
    bool predictive;
    uint64_t iterations;
    double gap; /* between what its averages are sure of */
    double *regret[SEQ_SEATS], *last[SEQ_SEATS], *sum[SEQ_SEATS]; /* by choice */
} mixing_way;

typedef struct mixing {
    const sequences *s;
    mixing_way way[MIXING_WAYS];
    double *chance[SEQ_SEATS]; /* of each choice in its set, now */
    double *reach[SEQ_SEATS];  /* of each sequence, by its seat alone */
    double *gain[SEQ_SEATS];   /* of each choice, with what the other seat and chance do */
    double *best[SEQ_SEATS];   /* chances of the best averages so far */
    double sure[SEQ_SEATS];    /* what each gets at least by them, in payoffs */
    uint64_t rounds;
    bool ahead; /* which way */
} mixing;

/* False: no memory, and nothing is kept. */
bool mixing_init(mixing *m, const sequences *s);
void mixing_fini(mixing *m);
size_t mixing_bytes(const sequences *s); /* that it will take */

/* Whether there is no time for more: asked after every iteration. */
typedef bool mixing_over(void *self);
/* One round of the race; it is cut short, and still measured, once it is over. */
void mixing_round(mixing *m, mixing_over *over, void *self);
uint64_t mixing_iterations(const mixing *m); /* so far, of both */
/* The weights in m->best were found elsewhere: they become chances, and what they are sure of
 * is worked out. */
void mixing_measure_best(mixing *m);

/* What a seat gets at most against these chances of the other; `gain` of the seat is then what
 * its choices come to, weighed by how likely the other lets it come to them. */
double mixing_best_reply(mixing *m, int seat, const double *other);
/* Of each choice of the seat, if both go on by the best: what it is worth to the seat where it
 * is made, in m->gain; NaN where the other never lets it come to that. */
void mixing_worths(mixing *m, int seat);
/* What the mix of a set counts for among others: how likely it comes to that when both play by
 * the best, and a little, since there may be none that is met. As mixing_worths was last asked,
 * for both seats. */
double mixing_weight(const mixing *m, int seat, uint32_t set);

#endif
