/* tiers/exchange.h -- the keys of a tier where several programs look for them (peers.h).
 *
 *     each has a pile ──slices──▶ the one that owns the range ──sorted, each once──▶ rank 0:
 * file
 *
 * When a tier is complete its keys are cut into as many ranges as there are programs, by
 * samples of all piles, so that each gets about as many. Of its pile each sends every other one
 * what lies in its range: slices of chunks and runs, which are sorted already, as gaps, many in
 * a block. What comes is one more chunk of the pile. Nobody waits for an answer. */
#ifndef DUEL_TIERS_EXCHANGE_H
#define DUEL_TIERS_EXCHANGE_H

#include "tiers/piles.h"
#include "tiers/run.h"

/* All come with their status. After it the uppermost piles of all are of the same tier, or
 * there is none, and each has all keys of that tier that it owns. */
duel_status exchange_keys(tiers_run *r, piles *p, duel_status status, duel_msg *why);

/* Those of rank 0 have been taken; gives it those of all others, in order. The others pour
 * their uppermost pile for it. */
duel_status exchange_collect(tiers_run *r, duel_status status,
                             bool (*take)(void *to, const uint64_t *key, size_t count),
                             void *to, duel_msg *why);
duel_status exchange_hand_in(tiers_run *r, piles *p, duel_msg *why);

#endif
