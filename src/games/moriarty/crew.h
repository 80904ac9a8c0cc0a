/* moriarty/crew.h -- threads that help one another search: young brothers wait.
 *
 * The first move of a node is searched alone; when it gave no cut-off, its brothers may be
 * shared: the node is offered to the crew as a split, and idle threads take moves from it
 * (Feldmann, Monien, Mysliwietz and Vornberger, "Distributed game tree search", ICCA Journal
 * 12(2), 1989). The owner works too; when no move is left it helps below its own split until
 * the helpers are done. A split that is stopped stops everything below it.
 *
 * Splits live on their owners' stacks: a split leaves the list of offers, and its helpers
 * leave it, before moriarty_crew_share returns. */
#ifndef MORIARTY_CREW_H
#define MORIARTY_CREW_H

#include "base/status.h"
#include <stdatomic.h>

struct moriarty_worker;
struct moriarty_run;
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

/* Starts `threads - 1` threads on the run; the caller's own is the remaining one. */
duel_status moriarty_crew_new(struct moriarty_run *run, int threads, moriarty_crew **out,
                              duel_msg *why);
void moriarty_crew_free(moriarty_crew *crew);

/* Somebody is waiting for work. */
bool moriarty_crew_idle(const moriarty_crew *crew);
/* Offers the split (above, stop, work set) and returns once all its work is done. */
void moriarty_crew_share(moriarty_crew *crew, moriarty_split *split, struct moriarty_worker *w);

/* For `work`: the lock under which moves are taken and results noted; and, holding it, the end
 * of an offer of which nothing is left. */
void moriarty_crew_lock(moriarty_crew *crew);
void moriarty_crew_unlock(moriarty_crew *crew);
void moriarty_crew_withdraw(moriarty_crew *crew, moriarty_split *split);

#endif
