/* tiers/peers.h -- several programs at one solve: what they say to each other.
 *
 * All run the same steps, each on its share of a tier, and see the same folder; the first of
 * them, rank 0, writes the files. Between the steps they agree (peers_agree), so that what one
 * fails at ends all of them with the same sentence. How bytes get from one to the other is told
 * by a table of functions: cluster/mpi.c has the one for MPI, the tests one for threads. A
 * program that works alone has no table: NULL. */
#pragma once

#include "base/status.h"

#include <stdint.h>
#include <time.h>

enum {
    PEERS_EDITION = 1, /* of this table: the two sides of it may be built apart */
    PEERS_MOST = 1024,
    PEERS_BLOCK = 1 << 20, /* bytes that are sent at once, at most */
    PEERS_ANYBODY = -1
};

typedef struct tiers_peers {
    int rank, count;
    int beside; /* how many of them are on this machine, itself included */
    void *self;
    /* What each has, `size` bytes by rank: all call it, and it waits for all. */
    void (*share)(void *self, const void *mine, size_t size, void *all);
    /* Sends a block, which is copied. False: too many are on their way. */
    bool (*post)(void *self, int to, const void *block, size_t size);
    /* A block that has come from this one, or from anybody, PEERS_BLOCK bytes at most. False:
     * none has. Blocks of one sender come in their order. */
    bool (*take)(void *self, int from, void *block, size_t *size);
    void (*close)(void *self);
} tiers_peers;

static inline int peers_rank(const tiers_peers *p)
{
    return p ? p->rank : 0;
}

static inline int peers_count(const tiers_peers *p)
{
    return p ? p->count : 1;
}

/* What all make of it: DUEL_OK if all say so, else what the first of those says who fail. Being
 * asked to stop gives way to any other failure. */
duel_status peers_agree(const tiers_peers *p, duel_status status, duel_msg *why);

/* Waits for a moment, a longer one each time: from 20 microseconds to 1.3 milliseconds. Others
 * have the processor meanwhile. */
static inline void peers_rest(unsigned *waited)
{
    unsigned shift = *waited / 4 < 6 ? *waited / 4 : 6;
    struct timespec pause = {0, 20000L << shift};
    nanosleep(&pause, NULL);
    ++*waited;
}

/* What this one has becomes everybody's. */
void peers_tell(const tiers_peers *p, int from, void *bytes, size_t size);
