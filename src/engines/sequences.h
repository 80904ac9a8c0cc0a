/* engines/sequences.h -- a game with secrets for two, laid out flat: the sequence form.
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
#ifndef DUEL_ENGINES_SEQUENCES_H
#define DUEL_ENGINES_SEQUENCES_H

#include "engines/limits.h"

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

typedef struct sequences {
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
} sequences;

/* Whether it can be tried at all: two seats, secrets, deals that can be listed. */
duel_status sequences_fit(const duel_variant *v, duel_msg *why);
/* Lays the game out; what stands up to `meeting` is set, the rest is zero. DUEL_STOPPED at a
 * limit, DUEL_NO for a game that has no value of this kind, DUEL_FULL beyond the memory. On
 * failure nothing is kept. `most_ends`: refused beyond so many; 0: no limit. */
duel_status sequences_unfold(sequences *s, const limits *until, size_t most_ends,
                             duel_msg *why);
void sequences_fini(sequences *s);

/* The number of a set, or side->sets. */
uint32_t sequences_find(const seq_side *side, uint64_t key);
size_t sequences_bytes(const sequences *s); /* in use */

#endif
