/* tiers/solve.h -- a game solved tier by tier, on disk: for what does not fit in memory.
 *
 *     forwards    from the root's tier down: the keys of each tier, from the moves of those
 *                 above it (gather.c)
 *     backwards   from the lowest tier up: the results of each, from those of the tiers that
 *                 its moves lead to (results_in_memory.c); inside a tier of a loopy game
 * backwards once more (loopy_tier.c)
 *
 * Where all positions are wanted, whether a game comes to them or not, the way forwards is a
 * list that the game gives (forward.c).
 *
 * Each tier is a file of keys, then one of results beside it (file.h, folder.h). What is there
 * is not done again: a solve that was stopped, killed, or found the disk full goes on from the
 * tiers that it finished, and ends with the same files. The files do not depend on the number
 * of threads either, nor on the memory allowed, nor on how many programs share the work
 * (peers.h): all of these call it alike, with a folder that all of them see. */
#pragma once

#include "tiers/folder.h"
#include "tiers/peers.h"

#include <stdatomic.h>

/* How far it has got, for people to watch. */
typedef struct tiers_progress {
    bool backwards;
    uint32_t tier, highest; /* at work on; the root's */
    uint64_t positions;     /* found so far */
    uint64_t done, total;   /* of this way through them; total 0: nobody knows yet */
    double seconds;         /* since it was called, */
    double rate;            /* positions a second on this way */
    double left;            /* seconds that are left; below 0: nobody knows yet */
} tiers_progress;

typedef struct tiers_job {
    const duel_variant *v;
    const void *root;
    const char *scratch; /* a folder for what is on its way; NULL: inside the other */
    size_t memory;       /* bytes */
    int threads;
    double seconds;          /* after which it stops; 0: never */
    const atomic_bool *stop; /* may be NULL */
    void (*progress)(void *watcher, const tiers_progress *p);
    void *watcher;
    const tiers_peers *peers; /* NULL: it works alone */
} tiers_job;

typedef struct tiers_report {
    duel_result result;            /* of the root; DUEL_UNSOLVED: it is not among them */
    uint64_t positions, counts[5]; /* in all; by duel_value */
    uint64_t bytes;                /* of all files */
    uint64_t fresh;                /* positions solved by this call */
    uint32_t tiers;
    double seconds;
} tiers_report;

/* Solves all below j->root in the folder, or all that it is of. DUEL_STOPPED: it was asked to;
 * DUEL_NO_SPACE: memory or disk is; either way finished tiers stay, and the same call goes on
 * from there. Of several programs the first gets a report, the others the same status. */
duel_status tiers_solve(const tiers_job *j, const tiers_folder *f, tiers_report *out,
                        duel_msg *why);
