/* tiers/listing.c -- which positions there are, where the game lists them all: tier by tier
 * from below, each by its numbers (accel->span and nth), without a move being made. Of
 * symmetric positions the one that canon keeps is taken. */
#include "tiers/crew.h"
#include "tiers/run.h"
#include "tiers/sorting.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STRETCH = 1 << 16 }; /* numbers that a thread takes at a time */

/* The keys of a tier, stretch by stretch as they are found. */
typedef struct listing {
    tiers_run *run;
    uint32_t tier;
    uint64_t count;  /* numbers of the tier */
    uint64_t **part; /* by stretch: what is kept of it */
    uint32_t *kept;  /* how many that is */
    atomic_uint_fast64_t next, found;
    atomic_bool failed, stopped, too_many;
} listing;

static uint64_t stretches(const listing *l)
{
    return (l->count + STRETCH - 1) / STRETCH;
}

/* Of the numbers of a stretch, the keys that stand for themselves. */
static void list_stretch(const listing *l, uint64_t stretch, uint64_t *key, uint32_t *kept)
{
    const duel_variant *v = l->run->v;
    const duel_accel *a = v->game->accel;
    uint64_t end = (stretch + 1) * STRETCH < l->count ? (stretch + 1) * STRETCH : l->count;
    duel_state state;
    *kept = 0;
    for (uint64_t k = stretch * STRETCH; k < end; k++) {
        uint64_t here = a->nth(v, l->tier, k);
        if (a->unpack(v, here, &state) && l->run->key(v, &state) == here)
            key[(*kept)++] = here;
    }
}

static void list_stretches(void *job, int worker)
{
    listing *l = job;
    uint64_t *key = malloc(STRETCH * sizeof *key);
    bool fine = key != NULL;
    for (uint64_t i; fine && (i = atomic_fetch_add(&l->next, 1)) < stretches(l);) {
        if (atomic_load(&l->failed) || run_asked_to_stop(l->run)) {
            atomic_store(&l->stopped, true);
            break;
        }
        list_stretch(l, i, key, &l->kept[i]);
        if (atomic_fetch_add(&l->found, l->kept[i]) + l->kept[i] > run_most_positions(l->run)) {
            atomic_store(&l->too_many, true);
            fine = false;
            break;
        }
        l->part[i] = malloc((l->kept[i] + !l->kept[i]) * sizeof *key);
        fine = l->part[i] != NULL;
        if (fine)
            memcpy(l->part[i], key, l->kept[i] * sizeof *key);
        run_count(l->run, worker, l->tier, l->kept[i]);
    }
    if (!fine)
        atomic_store(&l->failed, true);
    free(key);
}

static duel_status list_keys(listing *l, duel_msg *why)
{
    crew_run(l->run->v->game, l->run->job->threads, list_stretches, l);
    if (l->too_many)
        return run_too_many(l->run, l->tier, why);
    if (l->failed)
        return duel_full(why);
    return l->stopped ? run_stopped(why) : DUEL_OK;
}

/* ---- one tier ---------------------------------------------------------------------------- */

static bool ascends(const listing *l)
{
    uint64_t last = 0;
    bool first = true;
    for (uint64_t i = 0; i < stretches(l); i++)
        for (uint32_t k = 0; k < l->kept[i]; k++) {
            if (!first && l->part[i][k] <= last)
                return false;
            last = l->part[i][k];
            first = false;
        }
    return true;
}

/* All in one, in order. */
static bool add_sorted(const listing *l, tier_writer *w)
{
    size_t count = 0;
    for (uint64_t i = 0; i < stretches(l); i++)
        count += l->kept[i];
    uint64_t *key = malloc((count + 1) * sizeof *key),
             *room = malloc((count + 1) * sizeof *room);
    bool fine = key && room;
    for (uint64_t i = 0, at = 0; fine && i < stretches(l); at += l->kept[i++])
        memcpy(key + at, l->part[i], l->kept[i] * sizeof *key);
    if (fine)
        fine = tier_writer_add(w, key, sorting_unique(key, room, count));
    free(key);
    free(room);
    return fine;
}

static duel_status write_listed(const listing *l, duel_msg *why)
{
    char path[PATH_MAX];
    tier_writer w;
    tiers_run *r = l->run;
    tier_head head = {.kind = TIER_KEYS,
                      .tier = l->tier,
                      .topic = r->folder->topic,
                      .highest_source = UINT32_MAX, /* any may lead here */
                      .since = l->tier};
    tiers_file_name(r->folder, TIER_KEYS, l->tier, path);
    tier_writer_init(&w, path, &head, true);
    bool fine = true;
    if (!ascends(l))
        fine = add_sorted(l, &w);
    else
        for (uint64_t i = 0; fine && i < stretches(l); i++)
            fine = tier_writer_add(&w, l->part[i], l->kept[i]);
    if (!fine && w.status == DUEL_OK) {
        tier_writer_drop(&w);
        return duel_full(why);
    }
    r->positions += w.head.count;
    return tier_writer_end(&w, why);
}

static duel_status list_tier(tiers_run *r, uint32_t tier, uint64_t count, duel_msg *why)
{
    listing l = {.run = r, .tier = tier, .count = count};
    size_t most = (size_t)stretches(&l) + 1;
    l.part = calloc(most, sizeof *l.part);
    l.kept = calloc(most, sizeof *l.kept);
    duel_status status = l.part && l.kept ? list_keys(&l, why) : duel_full(why);
    if (status == DUEL_OK)
        status = write_listed(&l, why);
    for (size_t i = 0; l.part && i < most; i++)
        free(l.part[i]);
    free(l.part);
    free(l.kept);
    return status;
}

duel_status listing_solve(tiers_run *r, duel_msg *why)
{
    const duel_variant *v = r->v;
    duel_status status = DUEL_OK;
    char path[PATH_MAX];
    uint32_t tier;
    uint64_t count;
    for (uint32_t i = 0; status == DUEL_OK && v->game->accel->span(v, i, &tier, &count); i++) {
        tiers_file_name(r->folder, TIER_KEYS, tier, path);
        if (tier <= r->folder->upto && access(path, F_OK) != 0)
            status = list_tier(r, tier, count, why);
    }
    return status;
}
