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

typedef enum duel_heavy {
    DUEL_HEAVY_DEAL = 1,    /* a deal that is short: the laws of the lab bound its draws */
    DUEL_HEAVY_SEARCH = 2,  /* a deal that searches (DUEL_SEARCHES) */
    DUEL_HEAVY_REPLAY = 4,  /* the moves of a game once more */
    DUEL_HEAVY_READ = 8,    /* a record, a stored game with all its events, or a position that
                               somebody wrote, where a search may say why it is none */
    DUEL_HEAVY_DRAW = 16,   /* the picture of a position */
    DUEL_HEAVY_LENS = 32,   /* what a lens shows, facts about moves */
    DUEL_HEAVY_SURVEY = 64, /* random games of a rule sheet */
    DUEL_HEAVY_SOLVE = 128, /* whatever chooses or values moves, or imagines */
    DUEL_HEAVY_ANY = 255
} duel_heavy;

/* What this thread may do from now on, as bits; gives what it might do before. */
unsigned duel_heavy_allow(unsigned work);
/* A door: for whoever does such work, before it begins. */
void duel_heavy_door(duel_heavy what);

/* How long a deal is, without a clock: pools of random numbers (base/rng.h) that this thread
 * has filled. */
uint64_t duel_heavy_pools(void);
void duel_heavy_pool_filled(void);
