/* gdl/arena.h -- memory, time limit and non-local exit of one piece of work on a rule sheet.
 *
 * A sheet comes from anywhere: reading it may fail at any bracket, and proving from it may run
 * out of memory or time at any step. So all memory belongs to a job and goes back at once, and
 * whoever cannot go on leaves by gdl_arena_abort, however deep: the nearest gdl_arena_do
 * returns what the matter was. No function between the two has to pass a failure on. */
#pragma once

#include "base/status.h"

#include <setjmp.h>

typedef struct gdl_limits {
    double seconds; /* of this thread's work; 0: as long as it takes */
    size_t bytes;   /* 0: as much as there is */
} gdl_limits;

struct gdl_block;

typedef struct gdl_arena {
    struct gdl_block *blocks;
    size_t bytes, most;
    double end;    /* by the clock of this thread's work; 0: never */
    size_t ticks;  /* since the clock was looked at */
    jmp_buf *door; /* NULL: nobody is inside */
    duel_status status;
    duel_msg why;
} gdl_arena;

void gdl_arena_init(gdl_arena *j, gdl_limits limits);
void gdl_arena_fini(gdl_arena *j); /* everything taken from it is gone */
/* Time begins anew. */
void gdl_arena_restart(gdl_arena *j, double seconds);

/* Runs work(what). DUEL_OK, or what it left with. */
duel_status gdl_arena_do(gdl_arena *j, void (*work)(void *what), void *what, duel_msg *why);
/* Ends the work. The message is said into j->why beforehand, if there is something to say. */
_Noreturn void gdl_arena_abort(gdl_arena *j, duel_status status);

/* Never NULL; the bytes are zero. */
void *gdl_arena_alloc(gdl_arena *j, size_t count, size_t size);
/* Room for at least `count` items in an array of *room: doubled when it must grow. */
void *gdl_arena_grow(gdl_arena *j, void *array, size_t *room, size_t count, size_t size);
void gdl_arena_free(gdl_arena *j, void *array); /* NULL is fine */

/* To be called in every loop that a sheet can make long, with about as many small steps as it
 * takes. */
void gdl_look_at_clock(gdl_arena *j);
static inline void gdl_ticks(gdl_arena *j, size_t steps)
{
    j->ticks += steps;
    if (j->ticks > 4096)
        gdl_look_at_clock(j);
}

static inline void gdl_tick(gdl_arena *j)
{
    gdl_ticks(j, 1);
}

/* An array of numbers that grows. */
typedef struct gdl_list {
    uint32_t *at;
    size_t count, room;
} gdl_list;

static inline void gdl_push(gdl_arena *j, gdl_list *l, uint32_t number)
{
    if (l->count == l->room)
        l->at = gdl_arena_grow(j, l->at, &l->room, l->count + 1, sizeof *l->at);
    l->at[l->count++] = number;
}

void gdl_sort(uint32_t *number, size_t count); /* the least first */
