/* gdl/arena.h -- memory, time limit and non-local exit of one piece of work on a rule sheet.
 *
 * A sheet comes from anywhere: reading it may fail at any bracket, and proving from it may run
 * out of memory or time at any step. So all memory belongs to a job and goes back at once, and
 * whoever cannot go on leaves by gdl_leave, however deep: the nearest gdl_job_do returns what
 * the matter was. No function between the two has to pass a failure on. */
#pragma once

#include "base/status.h"

#include <setjmp.h>

typedef struct gdl_limits {
    double seconds; /* of this thread's work; 0: as long as it takes */
    size_t bytes;   /* 0: as much as there is */
} gdl_limits;

struct gdl_block;

typedef struct gdl_job {
    struct gdl_block *blocks;
    size_t bytes, most;
    double end;    /* by the clock of this thread's work; 0: never */
    size_t ticks;  /* since the clock was looked at */
    jmp_buf *door; /* NULL: nobody is inside */
    duel_status status;
    duel_msg why;
} gdl_job;

void gdl_job_init(gdl_job *j, gdl_limits limits);
void gdl_job_fini(gdl_job *j); /* everything taken from it is gone */
/* Time begins anew. */
void gdl_job_restart(gdl_job *j, double seconds);

/* Runs work(what). DUEL_OK, or what it left with. */
duel_status gdl_job_do(gdl_job *j, void (*work)(void *what), void *what, duel_msg *why);
/* Ends the work. The message is said into j->why beforehand, if there is something to say. */
_Noreturn void gdl_leave(gdl_job *j, duel_status status);

/* Never NULL; the bytes are zero. */
void *gdl_take(gdl_job *j, size_t count, size_t size);
/* Room for at least `count` items in an array of *room: doubled when it must grow. */
void *gdl_more(gdl_job *j, void *array, size_t *room, size_t count, size_t size);
void gdl_give(gdl_job *j, void *array); /* NULL is fine */

/* To be called in every loop that a sheet can make long, with about as many small steps as it
 * takes. */
void gdl_look_at_clock(gdl_job *j);
static inline void gdl_ticks(gdl_job *j, size_t steps)
{
    j->ticks += steps;
    if (j->ticks > 4096)
        gdl_look_at_clock(j);
}

static inline void gdl_tick(gdl_job *j)
{
    gdl_ticks(j, 1);
}

/* An array of numbers that grows. */
typedef struct gdl_list {
    uint32_t *at;
    size_t count, room;
} gdl_list;

static inline void gdl_push(gdl_job *j, gdl_list *l, uint32_t number)
{
    if (l->count == l->room)
        l->at = gdl_more(j, l->at, &l->room, l->count + 1, sizeof *l->at);
    l->at[l->count++] = number;
}

void gdl_sort(uint32_t *number, size_t count); /* the least first */
