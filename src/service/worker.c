/* service/worker.c -- a crew of threads with a bounded queue: see worker.h.
 * Invariant, under the lock: waiting = length of the queue <= room. */
#include "service/worker.h"

#include <pthread.h>
#include <stdlib.h>

struct duel_crew {
    pthread_mutex_t lock;
    pthread_cond_t work;
    duel_queue queue, finished;
    int waiting, room, threads;
    bool leaving;
    void (*wake)(void *self);
    void *self;
    pthread_t thread[];
};

/* The next job; NULL once the crew is leaving and nothing waits. */
static duel_job *next_job(duel_crew *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->queue.first == NULL && !c->leaving)
        pthread_cond_wait(&c->work, &c->lock);
    duel_job *job = (duel_job *)duel_queue_take(&c->queue);
    c->waiting -= job != NULL;
    pthread_mutex_unlock(&c->lock);
    return job;
}

static void *run_jobs(void *self)
{
    duel_crew *c = self;
    for (duel_job *job = next_job(c); job; job = next_job(c)) {
        job->run(job);
        pthread_mutex_lock(&c->lock);
        duel_queue_add(&c->finished, &job->link);
        pthread_mutex_unlock(&c->lock);
        c->wake(c->self);
    }
    return NULL;
}

static void end_threads(duel_crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->leaving = true;
    pthread_cond_broadcast(&c->work);
    pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->threads; i++)
        pthread_join(c->thread[i], NULL);
}

duel_status duel_crew_new(int threads, int room, void (*wake)(void *self), void *self,
                          duel_crew **out, duel_msg *why)
{
    duel_crew *c = calloc(1, sizeof *c + (size_t)threads * sizeof c->thread[0]);
    if (c == NULL)
        return duel_full(why);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    duel_queue_init(&c->queue);
    duel_queue_init(&c->finished);
    c->room = room;
    c->wake = wake;
    c->self = self;
    /* engines keep a state and its moves on the stack, some levels deep */
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, (size_t)16 << 20);
    while (c->threads < threads && !pthread_create(&c->thread[c->threads], &attr, run_jobs, c))
        c->threads++;
    pthread_attr_destroy(&attr);
    if (c->threads < threads) {
        duel_crew_free(c);
        return duel_fail(why, N_("No thread could be started for the machine players."), "");
    }
    *out = c;
    return DUEL_OK;
}

void duel_crew_free(duel_crew *c)
{
    if (c == NULL)
        return;
    end_threads(c);
    duel_crew_collect(c);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

bool duel_crew_submit(duel_crew *c, duel_job *job)
{
    pthread_mutex_lock(&c->lock);
    bool room = c->waiting < c->room && !c->leaving;
    if (room) {
        duel_queue_add(&c->queue, &job->link);
        c->waiting++;
        pthread_cond_signal(&c->work);
    }
    pthread_mutex_unlock(&c->lock);
    return room;
}

void duel_crew_collect(duel_crew *c)
{
    pthread_mutex_lock(&c->lock);
    duel_link *job = duel_queue_empty(&c->finished);
    pthread_mutex_unlock(&c->lock);
    while (job) {
        duel_link *next = job->next;
        ((duel_job *)job)->done((duel_job *)job);
        job = next;
    }
}

int duel_crew_waiting(duel_crew *c)
{
    pthread_mutex_lock(&c->lock);
    int waiting = c->waiting;
    pthread_mutex_unlock(&c->lock);
    return waiting;
}
