/* games/moriarty/search_thread.h -- what one search thread carries, what all threads of a
 * search share, and how they help one another.
 *
 * Life of a search: a run is filled in by its caller (search.c), workers are made on it, one
 * per thread; each counts its own nodes and polls the budget now and then. A run is halted
 * once and for all: by its node limit, its deadline or the caller's flag.
 *
 * Young brothers wait: the first move of a node is searched alone; when it gave no cut-off, its
 * brothers may be shared: the node is offered to the crew as a split, and idle threads take
 * moves from it (Feldmann, Monien, Mysliwietz and Vornberger, "Distributed game tree search",
 * ICCA Journal 12(2), 1989). The owner works too; when no move is left it helps below its own
 * split until the helpers are done. A split that is stopped stops everything below it.
 *
 * Splits live on their owners' stacks: a split leaves the list of offers, and its helpers
 * leave it, before moriarty_crew_share returns. */
#pragma once

#include "games/moriarty/eval.h"
#include "games/moriarty/transposition_table.h"

#include <stdatomic.h>

/* ---- a node shared out ----------------------------------------------------------- */

struct moriarty_worker;
typedef struct moriarty_crew moriarty_crew;
typedef struct moriarty_split moriarty_split;

struct moriarty_split {
    const moriarty_split *above; /* the split its owner works under */
    atomic_bool stop;            /* a cut-off was found: the rest is of no interest */
    /* Takes moves and searches them until none is left; called by every thread that helps. */
    void (*work)(moriarty_split *self, struct moriarty_worker *w);
    /* The crew's own, under its lock: */
    moriarty_split *next;
    bool offered;
    int helpers;
};

static inline bool moriarty_split_stopped(const moriarty_split *s)
{
    for (; s; s = s->above)
        if (atomic_load_explicit(&s->stop, memory_order_relaxed))
            return true;
    return false;
}

/* ---- a search and its threads ---------------------------------------------------- */

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

/* ---- the crew -------------------------------------------------------------------- */

/* Starts `threads - 1` threads on the run; the caller's own is the remaining one. */
duel_status moriarty_crew_new(moriarty_run *run, int threads, moriarty_crew **out,
                              duel_msg *why);
void moriarty_crew_free(moriarty_crew *crew);

/* Somebody is waiting for work. */
bool moriarty_crew_idle(const moriarty_crew *crew);
/* Offers the split (above, stop, work set) and returns once all its work is done. */
void moriarty_crew_share(moriarty_crew *crew, moriarty_split *split, moriarty_worker *w);

/* For `work`: the lock under which moves are taken and results noted; and, holding it, the end
 * of an offer of which nothing is left. */
void moriarty_crew_lock(moriarty_crew *crew);
void moriarty_crew_unlock(moriarty_crew *crew);
void moriarty_crew_withdraw(moriarty_crew *crew, moriarty_split *split);
