/* moriarty/worker.h -- what one search thread carries, and what all threads of a search share.
 *
 * Life of a search: a run is filled in by its caller (search.c), workers are made on it, one
 * per thread; each counts its own nodes and polls the budget now and then. A run is halted
 * once and for all: by its node limit, its deadline or the caller's flag. */
#ifndef MORIARTY_WORKER_H
#define MORIARTY_WORKER_H

#include "games/moriarty/crew.h"
#include "games/moriarty/eval.h"
#include "games/moriarty/table.h"
#include <stdatomic.h>

enum { MORIARTY_INFINITE = 30000 }; /* beyond any score, proved or estimated */

typedef struct moriarty_run {
    moriarty_table *table;
    const moriarty_eval *eval;
    moriarty_crew *crew; /* NULL: alone */
    uint64_t playable;
    uint64_t corners;        /* of the playable board */
    bool plain;              /* final scores are disc differences, empties belong to nobody */
    bool blocked_ends;       /* who cannot move ends the game instead of passing */
    uint64_t node_limit;     /* 0: none */
    double deadline;         /* on duel_clock(); 0: none */
    const atomic_bool *stop; /* the caller's; may be NULL */
    int threads;
    bool selective; /* what a shallow search finds clear is left out of estimated ones */
    int margin[MORIARTY_SQUARES]; /* how clear it must be, in units, by depth */
    _Atomic uint64_t spent;       /* nodes reported by the workers */
    atomic_bool halted;
} moriarty_run;

typedef struct moriarty_worker {
    moriarty_run *run;
    const moriarty_split *under; /* the shared node this thread works below; NULL at the root */
    uint64_t nodes;              /* positions visited, by this thread */
    uint64_t reported;           /* part of them already in run->spent */
    uint64_t quota;              /* value of `nodes` at which to look at the budget again */
} moriarty_worker;

/* The depth of the search that tells whether one of `depth` plies is needed: of the same
 * parity, for who moves last always looks a little too good. */
static inline int moriarty_shallow(int depth)
{
    return depth / 4 * 2 + (depth & 1);
}

void moriarty_worker_init(moriarty_worker *w, moriarty_run *run);
/* Reports the nodes, looks at limits, clock and flag; halts the run when one is reached. */
void moriarty_worker_poll(moriarty_worker *w);

/* The current value is not needed any more: return at once, store nothing. */
static inline bool moriarty_stopped(const moriarty_worker *w)
{
    if (atomic_load_explicit(&w->run->halted, memory_order_relaxed))
        return true;
    return moriarty_split_stopped(w->under);
}

#endif
