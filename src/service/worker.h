/* service/worker.h -- threads that think while the event loop goes on.
 *
 *     loop ──submit──▶ queue (bounded) ──▶ a thread runs it ──▶ done list ──wake──▶ loop
 * collects
 *
 * A job belongs to the crew from submit to collect; it is run once, by one thread. What it
 * touches meanwhile must not be changed by anybody else. When the queue is full, submit says no
 * at once and nothing has happened. */
#ifndef DUEL_SERVICE_WORKER_H
#define DUEL_SERVICE_WORKER_H

#include "base/queue.h"
#include "base/status.h"

typedef struct duel_job duel_job;
struct duel_job {
    duel_link link;              /* the crew's own */
    void (*run)(duel_job *job);  /* on a thread of the crew */
    void (*done)(duel_job *job); /* on the thread that collects; may free the job */
};

typedef struct duel_crew duel_crew;

/* `room` jobs may wait. `wake` is called on a crew thread whenever something can be collected;
 * it must be safe there (uv_async_send is). */
duel_status duel_crew_new(int threads, int room, void (*wake)(void *self), void *self,
                          duel_crew **out, duel_msg *why);
/* Runs what still waits, ends the threads, collects, and frees. Jobs should have been told to
 * stop. NULL does nothing. */
void duel_crew_free(duel_crew *c);

bool duel_crew_submit(duel_crew *c, duel_job *job); /* false: too many wait already */
void duel_crew_collect(duel_crew *c);               /* calls `done` of each finished job */
int duel_crew_waiting(duel_crew *c);

#endif
