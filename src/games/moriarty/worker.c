/* moriarty/worker.c -- budgets: see worker.h. */
#include "games/moriarty/worker.h"

#include "base/clock.h"

/* About a millisecond: a tenth of a second must be kept well. */
enum { NODES_BETWEEN_LOOKS = 1 << 14 };

/* Alone, a worker stops at the very node its limit names: equal calls visit equal nodes. */
static void set_quota(moriarty_worker *w, uint64_t spent)
{
    const moriarty_run *run = w->run;
    uint64_t more = NODES_BETWEEN_LOOKS;
    if (run->node_limit) {
        uint64_t left = spent < run->node_limit ? run->node_limit - spent : 0;
        uint64_t share = left / (uint64_t)run->threads + 1;
        if (run->threads == 1)
            share = left;
        if (share < more)
            more = share;
    }
    w->quota = w->nodes + more;
}

void moriarty_worker_init(moriarty_worker *w, moriarty_run *run)
{
    *w = (moriarty_worker){.run = run};
    set_quota(w, atomic_load(&run->spent));
}

void moriarty_worker_poll(moriarty_worker *w)
{
    moriarty_run *run = w->run;
    uint64_t fresh = w->nodes - w->reported;
    uint64_t spent = atomic_fetch_add(&run->spent, fresh) + fresh;
    w->reported = w->nodes;
    if ((run->node_limit && spent >= run->node_limit) ||
        (run->deadline > 0 && duel_clock() >= run->deadline) ||
        (run->stop && atomic_load_explicit(run->stop, memory_order_relaxed)))
        atomic_store(&run->halted, true);
    set_quota(w, spent);
}
