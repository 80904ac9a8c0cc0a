/* players/thread_pool.c -- a crew of threads in lanes: see thread_pool.h.
 *
 * Invariant, under the lock: a job is in its lane's queue, in the hands of one of its threads,
 * or in `finished`; `jobs` of a lane counts the first two. */
#include "players/thread_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { TURNS = 256, STACK = 16 << 20 }; /* engines keep states and moves on the stack */

/* How a lane shares the processors: by the nice values that the scheduler turns into weights
 * (each step is about a fifth), and by how many of its jobs can be at work at once. */
static const struct {
    int nice;
    bool wide; /* a thread for each processor, and not only one */
} manner[JOB_CLASSES] = {[JOB_CLASS_MOVES] = {0, true},    [JOB_CLASS_TABLES] = {1, true},
                         [JOB_CLASS_ADVICE] = {2, true},   [JOB_CLASS_KEEPING] = {4, false},
                         [JOB_CLASS_ANALYSIS] = {8, true}, [JOB_CLASS_PUZZLES] = {11, false}};

typedef struct crew_lane {
    pthread_cond_t work;
    duel_queue queue;
    int jobs, threads;
    uint64_t turn;                         /* counts those that were begun */
    uint64_t address[TURNS], table[TURNS]; /* the last turn each had, by a hash: two that
                                              share a place only wait a little longer */
} crew_lane;

typedef struct hand {
    thread_pool *crew;
    job_class lane;
    pthread_t thread;
} hand;

struct thread_pool {
    pthread_mutex_t lock;
    crew_lane lane[JOB_CLASSES];
    duel_queue finished;
    bool leaving;
    void (*wake)(void *self);
    void *self;
    int hands;
    hand hand[];
};

/* ---- turn about -------------------------------------------------------------------------- */

static uint64_t *last_turn(uint64_t turns[TURNS], uint64_t of)
{
    return &turns[of * UINT64_C(0x9E3779B97F4A7C15) >> 56];
}

/* Whether `a` has waited longer for its turn; of equals, who came first. */
static bool goes_before(crew_lane *l, const thread_job *a, const thread_job *b)
{
    uint64_t of_a = *last_turn(l->address, a->address);
    uint64_t of_b = *last_turn(l->address, b->address);
    if (of_a != of_b)
        return of_a < of_b;
    return *last_turn(l->table, a->table) < *last_turn(l->table, b->table);
}

/* NULL: nothing waits. */
static thread_job *take_turn(crew_lane *l)
{
    duel_link **best = NULL;
    for (duel_link **at = &l->queue.first; *at; at = &(*at)->next)
        if (best == NULL || goes_before(l, (thread_job *)*at, (thread_job *)*best))
            best = at;
    if (best == NULL)
        return NULL;
    thread_job *job = (thread_job *)*best;
    duel_queue_cut(&l->queue, best);
    l->turn++;
    *last_turn(l->address, job->address) = l->turn;
    *last_turn(l->table, job->table) = l->turn;
    return job;
}

/* ---- on the threads ---------------------------------------------------------------------- */

/* The next job; NULL once the crew is leaving and nothing waits. */
static thread_job *next_job(thread_pool *c, crew_lane *l)
{
    pthread_mutex_lock(&c->lock);
    while (l->queue.first == NULL && !c->leaving)
        pthread_cond_wait(&l->work, &c->lock);
    thread_job *job = take_turn(l);
    pthread_mutex_unlock(&c->lock);
    return job;
}

static void hand_back(thread_pool *c, crew_lane *l, thread_job *job)
{
    pthread_mutex_lock(&c->lock);
    duel_queue_add(&c->finished, &job->link);
    l->jobs--;
    pthread_mutex_unlock(&c->lock);
    c->wake(c->self);
}

/* On Linux a nice value is a thread's own. Where the system refuses it, all lanes weigh the
 * same. */
static void take_weight(job_class lane)
{
    int now = getpriority(PRIO_PROCESS, 0);
    setpriority(PRIO_PROCESS, 0, now + manner[lane].nice);
}

static void *run_jobs(void *self)
{
    hand *h = self;
    crew_lane *l = &h->crew->lane[h->lane];
    take_weight(h->lane);
    for (thread_job *job = next_job(h->crew, l); job; job = next_job(h->crew, l)) {
        job->run(job);
        hand_back(h->crew, l, job);
    }
    return NULL;
}

/* ---- beginning and ending ---------------------------------------------------------------- */

static void end_threads(thread_pool *c)
{
    pthread_mutex_lock(&c->lock);
    c->leaving = true;
    for (int i = 0; i < JOB_CLASSES; i++)
        pthread_cond_broadcast(&c->lane[i].work);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->hands; i++)
        pthread_join(c->hand[i].thread, NULL);
}

static bool add_hand(thread_pool *c, job_class lane)
{
    pthread_attr_t attr;
    hand *h = &c->hand[c->hands];
    *h = (hand){.crew = c, .lane = lane};
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK);
    bool made = pthread_create(&h->thread, &attr, run_jobs, h) == 0;
    pthread_attr_destroy(&attr);
    c->hands += made;
    return made;
}

static bool start_threads(thread_pool *c, int processors)
{
    bool made = true;
    for (int lane = 0; lane < JOB_CLASSES; lane++)
        c->lane[lane].threads = manner[lane].wide ? processors : 1;
    for (int lane = 0; lane < JOB_CLASSES; lane++)
        for (int i = 0; made && i < c->lane[lane].threads; i++)
            made = add_hand(c, (job_class)lane);
    return made;
}

duel_status thread_pool_new(int processors, void (*wake)(void *self), void *self,
                            thread_pool **out, duel_msg *why)
{
    size_t most = (size_t)processors * JOB_CLASSES;
    thread_pool *c = calloc(1, sizeof *c + most * sizeof c->hand[0]);
    if (c == NULL)
        return duel_no_space(why);
    pthread_mutex_init(&c->lock, NULL);
    for (int i = 0; i < JOB_CLASSES; i++) {
        pthread_cond_init(&c->lane[i].work, NULL);
        duel_queue_init(&c->lane[i].queue);
    }
    duel_queue_init(&c->finished);
    c->wake = wake;
    c->self = self;
    if (!start_threads(c, processors)) {
        thread_pool_free(c);
        return duel_fail(why, N_("No thread could be started for the machine players."), "");
    }
    *out = c;
    return DUEL_OK;
}

void thread_pool_free(thread_pool *c)
{
    if (c == NULL)
        return;
    end_threads(c);
    thread_pool_collect(c);
    for (int i = 0; i < JOB_CLASSES; i++)
        pthread_cond_destroy(&c->lane[i].work);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* ---- for the loop ------------------------------------------------------------------------ */

void thread_pool_submit(thread_pool *c, thread_job *job)
{
    crew_lane *l = &c->lane[job->lane];
    pthread_mutex_lock(&c->lock);
    duel_queue_add(&l->queue, &job->link);
    l->jobs++;
    pthread_cond_signal(&l->work);
    pthread_mutex_unlock(&c->lock);
}

void thread_pool_collect(thread_pool *c)
{
    pthread_mutex_lock(&c->lock);
    duel_link *job = duel_queue_empty(&c->finished);
    pthread_mutex_unlock(&c->lock);
    while (job) {
        duel_link *next = job->next;
        ((thread_job *)job)->done((thread_job *)job);
        job = next;
    }
}

int thread_pool_crowding(thread_pool *c, job_class lane)
{
    pthread_mutex_lock(&c->lock);
    int jobs = c->lane[lane].jobs, threads = c->lane[lane].threads;
    pthread_mutex_unlock(&c->lock);
    return jobs > threads ? (jobs + threads - 1) / threads : 1;
}

static int waiting_in(const crew_lane *l, uint64_t address, int *all)
{
    int own = 0;
    for (const duel_link *at = l->queue.first; at; at = at->next) {
        own += ((const thread_job *)at)->address == address;
        ++*all;
    }
    return own;
}

int thread_pool_waiting(thread_pool *c, uint64_t address, int *all)
{
    static const job_class asked[] = {JOB_CLASS_TABLES, JOB_CLASS_ADVICE, JOB_CLASS_ANALYSIS,
                                      JOB_CLASS_PUZZLES};
    int own = 0;
    *all = 0;
    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        own += waiting_in(&c->lane[asked[i]], address, all);
    pthread_mutex_unlock(&c->lock);
    return own;
}

int thread_pool_jobs(thread_pool *c, job_class lane)
{
    pthread_mutex_lock(&c->lock);
    int jobs = c->lane[lane].jobs;
    pthread_mutex_unlock(&c->lock);
    return jobs;
}
