/* tiers/crew.h -- several threads at one piece of work. */
#ifndef DUEL_TIERS_CREW_H
#define DUEL_TIERS_CREW_H

#include "core/game.h"

enum { CREW_MOST = 64 };

/* Calls work(job, i) for i = 0 to threads - 1, each on a thread of its own, the first on this
 * one, and waits for all. Where threads are short, fewer are called: the work is not divided
 * by their number but taken from a common heap. What the game fails at anywhere is told to the
 * guard of this thread (core/guard.h). */
void crew_run(const duel_game *game, int threads, void (*work)(void *job, int i), void *job);

#endif
