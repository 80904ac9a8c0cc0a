/* engines/sequence_form.h -- the sequence form of a two-player game with hidden information,
 * and CFR over it.
 *
 * What a seat can do is a tree of its own: sets (all it cannot tell apart, by what it has seen
 * and done) and in each its choices, every one of which is a sequence: this move, and those of
 * the seat before it. An end of the game joins one sequence of each seat with what First gets.
 * So nothing is kept of the positions between (D. Koller, N. Megiddo, B. von Stengel, Games and
 * Economic Behavior 14, 1996).
 *
 *     set      0         1      2             the sets of a seat, parents before children
 *     first    1         3      5      7      its choices: first[set] … first[set + 1] - 1
 *     parent   0         0      2             the sequence after which it is met; 0: none yet
 *
 * Moves that are forced are no choice and leave no trace here. */
#pragma once

#include "engines/inside.h"

enum { SEQ_SEATS = 2, SEQ_NONE = 0 }; /* the empty sequence */
/* What an end takes with its part of all else that is kept while solving: as measured in games
 * where sets are many (Cards on the Table), more than in most. */
enum { SEQ_BYTES_AN_END = 70 };
/* Positions, or ends gone through, for which there is time whatever limit of nodes is set: who
 * has not even laid the game out knows nothing of it. */
enum { SEQ_AT_LEAST = 200000 };

typedef struct seq_side {   /* of a seat */
    uint32_t sets, choices; /* the first choice is number 1 */
    uint64_t *key;          /* of a set: what the seat knows */
    uint64_t *view;         /* and what it sees, alone */
    uint32_t *parent, *first;
    uint32_t *slot; /* sets + 1 by key */
    uint32_t slot_bits;
    uint32_t room; /* for sets */
} seq_side;

typedef struct seq_end {
    uint32_t after[SEQ_SEATS]; /* sequences */
    int32_t payoff;            /* to First, from Second */
} seq_end;

/* Told of every set as it is first met, with what the seat sees there and its moves: the set is
 * the last of its side. */
typedef duel_status seq_meet(void *self, int seat, const void *view, const duel_move *move,
                             int count, duel_msg *why);

typedef struct sequence_form {
    const duel_variant *v;
    size_t memory;  /* bytes that may be used */
    seq_meet *meet; /* NULL: nobody is told */
    void *meeting;  /* its self */
    seq_side side[SEQ_SEATS];
    seq_end *end;      /* deal by deal */
    size_t ends, room; /* there are, there is room for */
    size_t deals;
    double *weight;   /* of each deal, */
    size_t *deal_end; /* and where its ends end */
    int64_t sum;      /* of the scores: always the same */
    int32_t most;     /* no payoff is larger */
} sequence_form;

/* Whether it can be tried at all: two seats, secrets, deals that can be listed. */
duel_status sequence_form_fit(const duel_variant *v, duel_msg *why);
/* Lays the game out; what stands up to `meeting` is set, the rest is zero. DUEL_STOPPED at a
 * limit, DUEL_REFUSED for a game that has no value of this kind, DUEL_NO_SPACE beyond the
 * memory. On failure nothing is kept. `most_ends`: refused beyond so many; 0: no limit. */
duel_status sequence_form_build(sequence_form *s, const limits *until, size_t most_ends,
                                duel_msg *why);
void sequence_form_fini(sequence_form *s);

/* The number of a set, or side->sets. */
uint32_t sequence_form_find(const seq_side *side, uint64_t key);
size_t sequence_form_bytes(const sequence_form *s); /* in use */

/* ---- mixes that nobody can beat (cfr.c) ------------------------------------------- */

/* Mixes that nobody can beat by much, found by playing against oneself.
 *
 * Two ways to learn from regret race on one game, each with the average of all it has played:
 * predictive CFR+ (G. Farina, C. Kroer, T. Sandholm, AAAI 2021) and discounted CFR (N. Brown,
 * T. Sandholm, AAAI 2019), both with turns taken in alternation and quadratic weights. After
 * each round a best reply to either average tells what it is sure of, and of each seat the
 * best is kept: what First's is sure of and what Second's is sure of enclose the value. */

enum { CFR_VARIANTS = 2 };

typedef struct cfr_variant { /* of learning */
    bool predictive;
    uint64_t iterations;
    double gap; /* between what its averages are sure of */
    double *regret[SEQ_SEATS], *last[SEQ_SEATS], *sum[SEQ_SEATS]; /* by choice */
} cfr_variant;

typedef struct cfr {
    const sequence_form *s;
    cfr_variant way[CFR_VARIANTS];
    double *chance[SEQ_SEATS]; /* of each choice in its set, now */
    double *reach[SEQ_SEATS];  /* of each sequence, by its seat alone */
    double *gain[SEQ_SEATS];   /* of each choice, with what the other seat and chance do */
    double *best[SEQ_SEATS];   /* chances of the best averages so far */
    double sure[SEQ_SEATS];    /* what each gets at least by them, in payoffs */
    uint64_t rounds;
    bool ahead; /* which way */
} cfr;

/* False: no memory, and nothing is kept. */
bool cfr_init(cfr *m, const sequence_form *s);
void cfr_fini(cfr *m);
size_t cfr_bytes(const sequence_form *s); /* that it will take */

/* Whether there is no time for more: asked after every iteration. */
typedef bool cfr_stop_fn(void *self);
/* One round of the race; it is cut short, and still measured, once it is over. */
void cfr_round(cfr *m, cfr_stop_fn *over, void *self);
uint64_t cfr_iterations(const cfr *m); /* so far, of both */
/* The weights in m->best were found elsewhere: they become chances, and what they are sure of
 * is worked out. */
void cfr_measure_best(cfr *m);

/* What a seat gets at most against these chances of the other; `gain` of the seat is then what
 * its choices come to, weighed by how likely the other lets it come to them. */
double cfr_best_reply(cfr *m, int seat, const double *other);
/* Of each choice of the seat, if both go on by the best: what it is worth to the seat where it
 * is made, in m->gain; NaN where the other never lets it come to that. */
void cfr_worths(cfr *m, int seat);
/* What the mix of a set counts for among others: how likely it comes to that when both play by
 * the best, and a little, since there may be none that is met. As cfr_worths was last asked,
 * for both seats. */
double cfr_weight(const cfr *m, int seat, uint32_t set);
