/* players/thread_pool.h -- the thread pool: threads that think while the event loop goes on, by
 * class of job.
 *
 *              ┌─ moves ─────▶ threads of the lane ─┐
 *     submit ──┼─ advice ────▶        …             ├──▶ done list ──wake──▶ loop collects
 *              └─ …                                 ┘
 *
 * Each lane has threads of its own, so that no work waits behind another kind of work; the
 * processors are shared among the lanes by weights that the system's scheduler keeps (what a
 * lane does not use goes to the others at once). Within a lane it is turn about: the next job
 * is of the address that was served longest ago, and there of the table that was.
 *
 * A job belongs to the crew from submit to collect; it is run once, by one thread. What it
 * touches meanwhile must not be changed by anybody else. No job is refused: who submits has
 * only so many at a time (a table one for its machine, one for its adviser). */
#pragma once

#include "base/queue.h"
#include "base/status.h"

#include <stdint.h>

typedef enum job_class {
    JOB_CLASS_MOVES,    /* of machines: people wait for them */
    JOB_CLASS_TABLES,   /* made, or woken: people wait in front of them */
    JOB_CLASS_ADVICE,   /* what a player, or who looks on, asked for */
    JOB_CLASS_KEEPING,  /* what was proved, profiles: short, and for the disk */
    JOB_CLASS_ANALYSIS, /* curves of whole games */
    JOB_CLASS_PUZZLES,  /* are looked for, once a day */
    JOB_CLASSES
} job_class;

typedef struct thread_job thread_job;
struct thread_job {
    duel_link link; /* the crew's own */
    job_class lane;
    uint64_t address, table;       /* whose turn it is: any numbers that tell them apart */
    void (*run)(thread_job *job);  /* on a thread of the crew */
    void (*done)(thread_job *job); /* on the thread that collects; may free the job */
};

typedef struct thread_pool thread_pool;

/* For so many processors. `wake` is called on a crew thread whenever something can be
 * collected; it must be safe there (uv_async_send is). */
duel_status thread_pool_new(int processors, void (*wake)(void *self), void *self,
                            thread_pool **out, duel_msg *why);
/* Runs what still waits, ends the threads, collects, and frees. Jobs should have been told to
 * stop. NULL does nothing. */
void thread_pool_free(thread_pool *c);

void thread_pool_submit(thread_pool *c, thread_job *job);
void thread_pool_collect(thread_pool *c); /* calls `done` of each finished job */
/* How many jobs of a lane, those at work included, there are for each of its threads, at least
 * 1: whoever has a time to think shares it with them. */
int thread_pool_crowding(thread_pool *c, job_class lane);

/* How many jobs that somebody asked for (tables, advice, analysis, puzzles) wait for their
 * turn: of an address, and in all. */
int thread_pool_waiting(thread_pool *c, uint64_t address, int *all);
int thread_pool_jobs(thread_pool *c, job_class lane); /* those at work included */
