/* engines/negamax.h -- alpha-beta search to a depth, for any number of seats.
 *
 * There are two sides: the seat that asks and all the others together, which beyond two seats
 * is the paranoid assumption. Worths are for the side to move; a child's is negated only if
 * the side changes, since a turn may be several moves.
 *
 * A worth within ±1000000 is an evaluation. An end won by m (1 where margins do not matter)
 * after p plies from the root is END + m·SPAN - p, an end lost the negative of that, a tie 0:
 * so a larger margin comes first, then the nearer win and the farther loss.
 *
 * A verdict is solid when the bound it gives is a fact: nothing below it was cut at the depth
 * and valued by evaluation, or by a repetition. Solid bounds hold at every depth. */
#pragma once

#include "engines/inside.h"

/* ---- the table of positions ---------------------------------------------------------- */

/* A transposition table of fixed size: what a search found, by position.
 *
 * Slots come in pairs; a new entry takes the place of the same position, else of one left by
 * an earlier search, else of the shallower. A position is told from all others by its packed
 * key, or by 64 bits of a hash other than the one that chose the slot. */

typedef struct transpo_key {
    uint64_t place, check;
} transpo_key;

typedef struct transpo_entry {
    uint64_t check;
    duel_move move; /* the best, or one that was good enough */
    int64_t worth;  /* for the side to move, ends counted from this position */
    int16_t depth;
    uint8_t bound;  /* transpo_bound; 0 in an empty slot */
    bool solid;     /* the bound is a fact, however deep one looks */
    uint16_t epoch; /* entries of other epochs are forgotten */
    uint16_t age;   /* the search that left it */
} transpo_entry;
_Static_assert(sizeof(transpo_entry) == 32, "two entries fill a cache line");

typedef struct transpo {
    transpo_entry *slot;
    uint64_t mask; /* slots - 1; there is an even number of them */
    uint64_t used; /* in this epoch */
    uint16_t epoch, age;
} transpo;

void transpo_forget(transpo *t);

transpo_key transpo_key_of(const duel_variant *v, const void *state);
/* NULL if nothing is known; good until the next put. */
const transpo_entry *transpo_find(const transpo *t, transpo_key key);

/* ---- the search ---------------------------------------------------------------------- */

enum { NEGAMAX_PLIES = 127, NEGAMAX_HISTORY = 4096 };

#define NEGAMAX_END      (INT64_C(1) << 50)
#define NEGAMAX_SPAN     INT64_C(4096) /* larger than any number of plies */
#define NEGAMAX_INFINITE (INT64_C(1) << 60)

typedef struct verdict {
    int64_t worth;
    bool solid;
} verdict;

typedef struct negamax_frame {
    void *state;     /* of games with make and undo, one for all plies */
    duel_move *list; /* legal moves, best bets first as far as they were looked at */
    int64_t *bet;    /* by move: how early to try it */
    int *made; /* by move: which of the children it leads to, where they are made together */
    void *children;
    int side;  /* 1: the asking seat's, 0: the others' */
    int depth; /* plies still to look ahead */
    int64_t alpha, beta;
    transpo_key key;
    duel_move by; /* the move that led here */
    bool opened;  /* something below was looked at; kept up only where somebody looks on */
    duel_move killer[2];
    duel_move *line; /* the best line from here */
    int line_count;
} negamax_frame;

typedef struct negamax {
    const duel_variant *v;
    int me;
    transpo table;
    limits limits;
    duel_think think; /* what `limits` goes by */
    bool halted, loopy, undoes;
    bool expands; /* children are made together */
    bool plain;   /* minimax: every move is looked at, and nothing remembered */
    /* How a position is searched, and how inside of that where it is told to somebody: chosen
     * once, so that a search which nobody looks at has nothing to ask on its way. */
    verdict (*search)(struct negamax *n, int ply), (*inner)(struct negamax *n, int ply);
    uint64_t nodes;
    double told; /* when the progress was last told */
    duel_progress progress;
    int plies; /* frames there are, less one */
    negamax_frame *frame;
    void *memory[7]; /* what the frames point into; the last: whose children they are */
    uint32_t *history[2];
} negamax;

/* Room for searches of `v`, with a table of at most `bytes`. */
bool negamax_init(negamax *n, const duel_variant *v, size_t bytes);
void negamax_fini(negamax *n);
/* A new search below `root`, within the limits of `t`. */
void negamax_begin(negamax *n, const void *root, const duel_think *t);

/* Chooses how positions are searched from here on; to be called after negamax_begin. */
void negamax_choose(negamax *n, bool plain);
void negamax_tell_depth(const negamax *n, int depth);

/* The worth of a root move, for the side to move at the root, inside a window; `depth` counts
 * it. The line below it is then in frame[1]. Meaningless once n->halted. */
verdict negamax_try(negamax *n, duel_move move, int depth, int64_t alpha, int64_t beta);
/* Keeps the root's result in the table. */
void negamax_keep(negamax *n, int depth, duel_move move, verdict exact);
/* Whether the search has to stop; asked at every node. */
bool negamax_check(negamax *n);

static inline bool negamax_decided(int64_t worth)
{
    return worth >= NEGAMAX_END || worth <= -NEGAMAX_END;
}
/* The result a decided or tied worth stands for, for the side to move; `exact_plies`: its
 * distance can be relied upon (that of a tie never can: no remoteness is told). */
duel_result negamax_result(const negamax *n, int64_t worth, bool exact_plies);
/* Plies to the end of a decided worth, and by how much it is won or lost. */
int64_t negamax_distance(int64_t worth);
int64_t negamax_margin(int64_t worth);
