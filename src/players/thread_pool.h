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

typedef enum duel_lane {
    DUEL_LANE_MOVES,    /* of machines: people wait for them */
    DUEL_LANE_TABLES,   /* made, or woken: people wait in front of them */
    DUEL_LANE_ADVICE,   /* what a player, or who looks on, asked for */
    DUEL_LANE_KEEPING,  /* what was proved, profiles: short, and for the disk */
    DUEL_LANE_ANALYSIS, /* curves of whole games */
    DUEL_LANE_PUZZLES,  /* are looked for, once a day */
    DUEL_LANES
} duel_lane;

typedef struct duel_job duel_job;
struct duel_job {
    duel_link link; /* the crew's own */
    duel_lane lane;
    uint64_t address, table;     /* whose turn it is: any numbers that tell them apart */
    void (*run)(duel_job *job);  /* on a thread of the crew */
    void (*done)(duel_job *job); /* on the thread that collects; may free the job */
};

typedef struct duel_crew duel_crew;

/* For so many processors. `wake` is called on a crew thread whenever something can be
 * collected; it must be safe there (uv_async_send is). */
duel_status duel_crew_new(int processors, void (*wake)(void *self), void *self, duel_crew **out,
                          duel_msg *why);
/* Runs what still waits, ends the threads, collects, and frees. Jobs should have been told to
 * stop. NULL does nothing. */
void duel_crew_free(duel_crew *c);

void duel_crew_submit(duel_crew *c, duel_job *job);
void duel_crew_collect(duel_crew *c); /* calls `done` of each finished job */
/* How many jobs of a lane, those at work included, there are for each of its threads, at least
 * 1: whoever has a time to think shares it with them. */
int duel_crew_crowd(duel_crew *c, duel_lane lane);

/* How many jobs that somebody asked for (tables, advice, analysis, puzzles) wait for their
 * turn: of an address, and in all. */
int duel_crew_waiting(duel_crew *c, uint64_t address, int *all);
int duel_crew_jobs(duel_crew *c, duel_lane lane); /* those at work included */
