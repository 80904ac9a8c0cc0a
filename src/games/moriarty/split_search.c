/* games/moriarty/split_search.c -- the threads of a search: their budgets, and how they share
 * nodes: see search_thread.h. */
#include "games/moriarty/search_thread.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- budgets --------------------------------------------------------------------- */

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

/* ---- the crew -------------------------------------------------------------------- */

typedef struct member {
    moriarty_crew *crew;
    pthread_t thread;
    moriarty_worker worker;
} member;

struct moriarty_crew {
    pthread_mutex_t lock;
    pthread_cond_t news; /* an offer, an end of help, or the end of all */
    moriarty_split *offers;
    atomic_int idle;
    bool closing;
    int count;
    member member[];
};

void moriarty_crew_lock(moriarty_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
}

void moriarty_crew_unlock(moriarty_crew *crew)
{
    pthread_mutex_unlock(&crew->lock);
}

bool moriarty_crew_idle(const moriarty_crew *crew)
{
    return atomic_load_explicit(&crew->idle, memory_order_relaxed) > 0;
}

void moriarty_crew_withdraw(moriarty_crew *crew, moriarty_split *split)
{
    if (!split->offered)
        return;
    moriarty_split **at = &crew->offers;
    while (*at != split)
        at = &(*at)->next;
    *at = split->next;
    split->offered = false;
}

static bool is_below(const moriarty_split *s, const moriarty_split *top)
{
    while (s && s != top)
        s = s->above;
    return s == top;
}

/* The oldest offer below `top` (all are below NULL): the nearest to the root, hence the most
 * work for one meeting. Offers are pushed in front, so it is the last that fits. */
static moriarty_split *find_offer(const moriarty_crew *crew, const moriarty_split *top)
{
    moriarty_split *found = NULL;
    for (moriarty_split *s = crew->offers; s; s = s->next)
        if (is_below(s, top) && !moriarty_split_stopped(s))
            found = s;
    return found;
}

/* Both are called holding the lock, and hold it again on return. */
static void help(moriarty_crew *crew, moriarty_split *s, moriarty_worker *w)
{
    const moriarty_split *before = w->under;
    s->helpers++;
    pthread_mutex_unlock(&crew->lock);
    w->under = s;
    s->work(s, w);
    w->under = before;
    pthread_mutex_lock(&crew->lock);
    if (--s->helpers == 0)
        pthread_cond_broadcast(&crew->news);
}

static void rest(moriarty_crew *crew)
{
    atomic_fetch_add(&crew->idle, 1);
    pthread_cond_wait(&crew->news, &crew->lock);
    atomic_fetch_sub(&crew->idle, 1);
}

void moriarty_crew_share(moriarty_crew *crew, moriarty_split *split, moriarty_worker *w)
{
    pthread_mutex_lock(&crew->lock);
    split->next = crew->offers;
    split->offered = true;
    split->helpers = 0;
    crew->offers = split;
    pthread_cond_broadcast(&crew->news);
    help(crew, split, w);
    moriarty_crew_withdraw(crew, split);
    while (split->helpers > 0) {
        moriarty_split *below = find_offer(crew, split);
        if (below)
            help(crew, below, w);
        else
            rest(crew);
    }
    pthread_mutex_unlock(&crew->lock);
}

static void *live(void *arg)
{
    member *m = arg;
    moriarty_crew *crew = m->crew;
    pthread_mutex_lock(&crew->lock);
    while (!crew->closing) {
        moriarty_split *offer = find_offer(crew, NULL);
        if (offer)
            help(crew, offer, &m->worker);
        else
            rest(crew);
    }
    pthread_mutex_unlock(&crew->lock);
    moriarty_worker_poll(&m->worker); /* its last nodes are counted */
    return NULL;
}

duel_status moriarty_crew_new(moriarty_run *run, int threads, moriarty_crew **out,
                              duel_msg *why)
{
    size_t hired = threads > 1 ? (size_t)threads - 1 : 0;
    moriarty_crew *crew = calloc(1, sizeof *crew + hired * sizeof crew->member[0]);
    if (!crew)
        return duel_no_space(why);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->news, NULL);
    for (size_t i = 0; i < hired; i++) {
        member *m = &crew->member[crew->count];
        m->crew = crew;
        moriarty_worker_init(&m->worker, run);
        /* Fewer threads than wished only cost time. */
        if (pthread_create(&m->thread, NULL, live, m) == 0)
            crew->count++;
    }
    *out = crew;
    return DUEL_OK;
}

void moriarty_crew_free(moriarty_crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->news);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->count; i++)
        pthread_join(crew->member[i].thread, NULL);
    pthread_cond_destroy(&crew->news);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}
