/* tiers/run.h -- what the files that solve by tiers share: a solve on its way. */
#ifndef DUEL_TIERS_RUN_H
#define DUEL_TIERS_RUN_H

#include "core/value.h"
#include "tiers/solve.h"

typedef struct tiers_run {
    const tiers_job *job;
    const tiers_folder *folder;
    const duel_variant *v;
    const tiers_peers *peers; /* at work on this way; NULL: nobody else is */
    tiers_key *key;
    value_format format;
    char scratch[PATH_MAX];
    double begin;
    uint32_t highest; /* tier of the root, or the highest wanted */
    uint64_t fresh;
    /* progress of one way */
    bool backwards;
    double way_begin;
    uint64_t positions, total, before; /* found; to be done; done when this way began */
    atomic_uint_fast64_t done;
    atomic_bool damaged; /* a block could not be read, or is of no position */
} tiers_run;

bool run_asked_to_stop(const tiers_run *r);
/* Worker 0 tells people how far it is; everybody counts what is done. */
void run_count(tiers_run *r, int worker, uint32_t tier, uint64_t positions);
duel_status run_stopped(duel_msg *why);
duel_status run_damaged(uint32_t tier, duel_msg *why);
/* How many positions a tier may have whose keys are gathered in memory, so that what comes
 * later of it has room, too; and the refusal of one that has more. */
uint64_t run_most_positions(const tiers_run *r);
duel_status run_too_many(const tiers_run *r, uint32_t tier, duel_msg *why);
/* A file of the folder. Where another program has written it, it may take a while to be seen
 * from here. */
duel_status run_open(const tiers_run *r, tier_kind kind, uint32_t tier, tier_file *out,
                     duel_msg *why);

/* All keys below the root, tier by tier; or all there are, as the game lists them. */
duel_status forward_solve(tiers_run *r, duel_msg *why);
duel_status listing_solve(tiers_run *r, duel_msg *why);
/* The results of one tier, those below being there. */
duel_status backward_solve(tiers_run *r, uint32_t tier, const tiers_list *solved,
                           duel_msg *why);
/* What a position takes while those of its tier are settled together: what is known of it, and
 * of its place. Moves inside the tier come on top. */
size_t loops_bytes_each(const tiers_run *r);

#endif
