/* base/long_work.h -- stops a debug build where a thread begins work that may take long and is
 * not allowed to it.
 *
 * A server has one thread that speaks to everybody: while it works for one, all others wait. So
 * it says, before it obeys anything, which kinds of heavy work it may do now
 * (wire/loop_steps.c has the list, with the reasons). Every such kind has a door, the one
 * function through which it is reached; a debug build ends the program where a door is passed
 * on a thread that may not. A thread that says nothing may do everything. */
#pragma once

#include <stdint.h>

typedef enum duel_long_work {
    DUEL_LONG_WORK_DEAL = 1,   /* a deal that is short: the laws of the lab bound its draws */
    DUEL_LONG_WORK_SEARCH = 2, /* a deal that searches (DUEL_SEARCHES) */
    DUEL_LONG_WORK_REPLAY = 4, /* the moves of a game once more */
    DUEL_LONG_WORK_READ = 8,  /* a record, a stored game with all its events, or a position that
                             somebody wrote, where a search may say why it is none */
    DUEL_LONG_WORK_DRAW = 16, /* the picture of a position */
    DUEL_LONG_WORK_LENS = 32, /* what a lens shows, facts about moves */
    DUEL_LONG_WORK_SURVEY = 64, /* random games of a rule sheet */
    DUEL_LONG_WORK_SOLVE = 128, /* whatever chooses or values moves, or imagines */
    DUEL_LONG_WORK_ANY = 255
} duel_long_work;

/* What this thread may do from now on, as bits; gives what it might do before. */
unsigned duel_long_work_allow(unsigned work);
/* A door: for whoever does such work, before it begins. */
void duel_long_work_door(duel_long_work what);

/* How long a deal is, without a clock: pools of random numbers (base/rng.h) that this thread
 * has filled. */
uint64_t duel_long_work_pools(void);
void duel_long_work_pool_filled(void);
