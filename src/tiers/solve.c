/* tiers/solve.c -- a solve by tiers from its call to its report, and what its steps share:
 * threads, progress, files. See solve.h. */
#include "base/clock.h"
#include "core/fault_guard.h"
#include "tiers/inside.h"
#include "tiers/lookup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- several threads at one piece of work -------------------------------------------- */

typedef struct hand {
    const duel_game *game;
    void (*work)(void *job, int i);
    void *job;
    int i;
    duel_msg fault; /* of the game; id NULL: none */
} hand;

static void *lend_a_hand(void *arg)
{
    hand *h = arg;
    duel_fault_guard g;
    duel_fault_guard_begin(&g, h->game);
    h->work(h->job, h->i);
    if (duel_fault_guard_end(&g, DUEL_OK, &h->fault) == DUEL_OK)
        h->fault.id = NULL;
    return NULL;
}

void threads_run(const duel_game *game, int threads, void (*work)(void *job, int i), void *job)
{
    pthread_t id[THREADS_MOST];
    hand hands[THREADS_MOST];
    int started = 1;
    for (; started < threads && started < THREADS_MOST; started++) {
        hands[started] = (hand){.game = game, .work = work, .job = job, .i = started};
        if (pthread_create(&id[started], NULL, lend_a_hand, &hands[started]) != 0)
            break;
    }
    work(job, 0);
    for (int i = 1; i < started; i++) {
        pthread_join(id[i], NULL);
        if (hands[i].fault.id)
            duel_fault_guard_fault(game, &hands[i].fault);
    }
}

/* ---- progress ---------------------------------------------------------------------------- */

bool tiers_must_stop(const tiers_run *r)
{
    bool late = r->job->seconds > 0 && duel_clock() - r->begin >= r->job->seconds;
    return late || (r->job->stop && atomic_load_explicit(r->job->stop, memory_order_relaxed));
}

duel_status run_stopped(duel_msg *why)
{
    duel_say(why,
             N_("Stopped: the tiers that are finished are kept, and the same command goes on "
                "from there."),
             "");
    return DUEL_STOPPED;
}

duel_status run_damaged(uint32_t tier, duel_msg *why)
{
    return duel_fail(why, N_("Tier {0} is damaged."), "i", (int64_t)tier);
}

uint64_t run_most_positions(const tiers_run *r)
{
    enum { SORTED = 3 * sizeof(uint64_t) }; /* a key, and it once more in order, and aside */
    return r->job->memory / (r->v->traits & DUEL_LOOPY ? loops_bytes_each(r) : SORTED);
}

duel_status run_too_many(const tiers_run *r, uint32_t tier, duel_msg *why)
{
    duel_say(why,
             N_("The memory limit of {0} MB is too small for tier {1}, which has more than {2} "
                "positions."),
             "iii", (int64_t)(r->job->memory >> 20), (int64_t)tier,
             (int64_t)run_most_positions(r));
    return DUEL_NO_SPACE;
}

/* A folder is asked anew by whoever opens it: what a server of files has told before may be
 * kept for half a minute, that there is no such file included. */
static void look_anew(const tiers_folder *f)
{
    DIR *dir = opendir(f->path);
    if (dir) {
        (void)readdir(dir);
        closedir(dir);
    }
}

duel_status run_open(const tiers_run *r, tier_kind kind, uint32_t tier, tier_file *out,
                     duel_msg *why)
{
    enum { PATIENCE = 60 }; /* seconds */
    char path[PATH_MAX];
    unsigned waited = 0;
    double begin = duel_clock();
    tiers_file_name(r->folder, kind, tier, path);
    duel_status status = tier_file_open(path, kind, r->folder->topic, out, why);
    while (status == DUEL_REFUSED && peers_rank(r->peers) && duel_clock() - begin < PATIENCE) {
        peers_rest(&waited);
        look_anew(r->folder);
        status = tier_file_open(path, kind, r->folder->topic, out, why);
    }
    return status;
}

/* The others are as far as this one, more or less. */
void run_count(tiers_run *r, int worker, uint32_t tier, uint64_t positions)
{
    positions *= (uint64_t)peers_count(r->peers);
    uint64_t done = atomic_fetch_add(&r->done, positions) + positions;
    if (worker != 0 || r->job->progress == NULL || peers_rank(r->peers))
        return;
    double now = duel_clock(), spent = now - r->way_begin;
    double rate = spent > 0 ? (double)(done - r->before) / spent : 0;
    bool known = r->total && rate > 0 && spent > 1;
    tiers_progress p = {.backwards = r->backwards,
                        .tier = tier,
                        .highest = r->highest,
                        .positions = r->positions,
                        .done = done,
                        .total = r->total,
                        .seconds = now - r->begin,
                        .rate = rate,
                        .left = known && done < r->total ? (double)(r->total - done) / rate
                                : known                  ? 0
                                                         : -1};
    r->job->progress(r->job->watcher, &p);
}

static void begin_way(tiers_run *r, bool backwards, uint64_t done, uint64_t total)
{
    r->backwards = backwards;
    r->way_begin = duel_clock();
    r->total = total;
    r->before = done;
    atomic_store(&r->done, done);
}

/* ---- the folder -------------------------------------------------------------------------- */

/* Two programs at once would write the same files: the second is refused. */
static duel_status lock_folder(const tiers_folder *f, int *fd, duel_msg *why)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/lock", f->path) >= PATH_MAX)
        return duel_invalid(why, N_("The file name is too long."), "");
    *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*fd < 0)
        return duel_fail(why, N_("{0}: {1}"), "cc", path, strerror(errno));
    if (flock(*fd, LOCK_EX | LOCK_NB) == 0)
        return DUEL_OK;
    close(*fd);
    return duel_refuse(why, N_("Another program is solving this at the moment."), "");
}

static void empty_scratch(const tiers_run *r)
{
    tiers_folder_remove(r->scratch, NULL);
}

/* What interrupted solves left there is of no use. */
static void empty_scratches(const char *dir, const char *name)
{
    DIR *d = opendir(dir);
    char path[PATH_MAX];
    for (struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (strncmp(e->d_name, name, strlen(name)) == 0 &&
            snprintf(path, sizeof path, "%s/%s", dir, e->d_name) < PATH_MAX)
            tiers_folder_remove(path, NULL);
    if (d)
        closedir(d);
}

/* Each of several programs has its own; they may lie on the same disk, or not. */
static duel_status make_scratch(tiers_run *r, duel_msg *why)
{
    const char *dir = r->job->scratch ? r->job->scratch : r->folder->path;
    int rank = peers_rank(r->job->peers);
    char name[64];
    snprintf(name, sizeof name, "scratch-%016llx", (unsigned long long)r->folder->topic);
    if (rank == 0)
        empty_scratches(dir, name);
    duel_status status = peers_agree(r->job->peers, DUEL_OK, why);
    if (status != DUEL_OK)
        return status;
    int length = rank ? snprintf(r->scratch, sizeof r->scratch, "%s/%s-%d", dir, name, rank)
                      : snprintf(r->scratch, sizeof r->scratch, "%s/%s", dir, name);
    if (length >= PATH_MAX)
        return duel_invalid(why, N_("The file name is too long."), "");
    empty_scratch(r);
    if (mkdir(r->scratch, 0700) == 0)
        return DUEL_OK;
    return duel_fail(why, N_("{0}: {1}"), "cc", r->scratch, strerror(errno));
}

/* ---- counting ---------------------------------------------------------------------------- */

static duel_status count_tier(const tiers_run *r, tier_kind kind, uint32_t tier,
                              uint64_t *positions, uint64_t *bytes, duel_msg *why)
{
    char path[PATH_MAX];
    tier_file f;
    tiers_file_name(r->folder, kind, tier, path);
    duel_status status = tier_file_open(path, kind, r->folder->topic, &f, why);
    if (status != DUEL_OK)
        return status;
    *positions += f.head.count;
    *bytes += f.size;
    tier_file_close(&f);
    return DUEL_OK;
}

static duel_status count_tiers(const tiers_run *r, tier_kind kind, uint64_t *positions,
                               uint64_t *bytes, duel_msg *why)
{
    tiers_list there;
    duel_status status = tiers_folder_list(r->folder, kind, &there, why);
    if (status != DUEL_OK)
        return status;
    *positions = 0;
    for (size_t i = 0; status == DUEL_OK && i < there.count; i++)
        status = count_tier(r, kind, there.tier[i], positions, bytes, why);
    free(there.tier);
    return status;
}

static duel_status count_results(const tiers_run *r, uint32_t tier, tiers_report *out,
                                 duel_msg *why)
{
    tier_file f;
    uint64_t code[TIER_BLOCK];
    duel_status status = run_open(r, TIER_CODES, tier, &f, why);
    if (status != DUEL_OK)
        return status;
    for (uint64_t b = 0; status == DUEL_OK && b < f.blocks; b++) {
        uint32_t count = tier_file_codes(&f, b, code);
        if (count == 0)
            status = run_damaged(tier, why);
        for (uint32_t i = 0; i < count; i++)
            out->counts[value_decode(&r->format, code[i]).value % 5]++;
    }
    tier_file_close(&f);
    return status;
}

static duel_status find_root(const tiers_run *r, duel_result *out, duel_msg *why)
{
    tiers_lookup *l;
    const void *root = r->job->root;
    if (r->folder->all && r->v->game->accel->tier(r->v, root) > r->folder->upto)
        return DUEL_OK;
    duel_status status = tiers_lookup_open(r->folder->path, r->v, &l, why);
    if (status != DUEL_OK)
        return status;
    *out = value_decode(&r->format, tiers_lookup_find(l, r->key(r->v, root)));
    tiers_lookup_close(l);
    if (value_has_margin(r->v))
        *out = value_total(*out, value_margin_so_far(r->v, root, r->v->game->turn(r->v, root)));
    return out->value || r->folder->all ? DUEL_OK : run_damaged(r->highest, why);
}

static duel_status report(const tiers_run *r, const tiers_list *tiers, tiers_report *out,
                          duel_msg *why)
{
    *out = (tiers_report){.tiers = (uint32_t)tiers->count, .fresh = r->fresh};
    duel_status status = count_tiers(r, TIER_CODES, &out->positions, &out->bytes, why);
    if (status == DUEL_OK)
        status = count_tiers(r, TIER_KEYS, &out->positions, &out->bytes, why);
    for (size_t i = 0; status == DUEL_OK && i < tiers->count; i++)
        status = count_results(r, tiers->tier[i], out, why);
    if (status == DUEL_OK)
        status = find_root(r, &out->result, why);
    out->seconds = duel_clock() - r->begin;
    return status;
}

/* ---- solving ----------------------------------------------------------------------------- */

static bool is_solved(const tiers_run *r, uint32_t tier)
{
    char path[PATH_MAX];
    tiers_file_name(r->folder, TIER_CODES, tier, path);
    return access(path, F_OK) == 0;
}

static duel_status go_backwards(tiers_run *r, const tiers_list *tiers, duel_msg *why)
{
    uint64_t done = 0, bytes = 0;
    duel_status status = count_tiers(r, TIER_KEYS, &r->positions, &bytes, why);
    if (status == DUEL_OK)
        status = count_tiers(r, TIER_CODES, &done, &bytes, why);
    r->peers = r->job->peers;
    status = peers_agree(r->peers, status, why);
    if (status != DUEL_OK)
        return status;
    begin_way(r, true, done, r->positions);
    for (size_t i = 0; status == DUEL_OK && i < tiers->count; i++)
        if (!is_solved(r, tiers->tier[i]))
            status = backward_solve(r, tiers->tier[i], tiers, why);
    return status;
}

/* All that are listed are listed by one, as fast as they can be written. */
static duel_status find_positions(tiers_run *r, duel_msg *why)
{
    if (!r->folder->all)
        return forward_solve(r, why);
    return peers_rank(r->job->peers) ? DUEL_OK : listing_solve(r, why);
}

static duel_status go_both_ways(tiers_run *r, tiers_report *out, duel_msg *why)
{
    tiers_list tiers = {.count = 0};
    uint64_t bytes = 0;
    duel_status status = count_tiers(r, TIER_KEYS, &r->positions, &bytes, why);
    status = peers_agree(r->job->peers, status, why);
    if (status != DUEL_OK)
        return status;
    begin_way(r, false, 0, r->v->positions);
    status = peers_agree(r->job->peers, find_positions(r, why), why);
    if (status != DUEL_OK)
        return status;
    status = tiers_folder_list(r->folder, TIER_KEYS, &tiers, why);
    status = peers_agree(r->job->peers, status, why);
    if (status == DUEL_OK)
        status = go_backwards(r, &tiers, why);
    if (status == DUEL_OK && peers_rank(r->job->peers) == 0)
        status = report(r, &tiers, out, why);
    free(tiers.tier);
    return status;
}

duel_status tiers_solve(const tiers_job *j, const tiers_folder *f, tiers_report *out,
                        duel_msg *why)
{
    int lock = -1;
    duel_fault_guard g;
    tiers_run r = {.job = j,
                   .folder = f,
                   .v = j->v,
                   .key = tiers_key_of(j->v),
                   .format = value_format_of(j->v),
                   .begin = duel_clock(),
                   .highest = f->all ? f->upto : j->v->game->accel->tier(j->v, j->root)};
    duel_say(why, NULL, "");
    duel_status status = tiers_fit(j->v, why);
    if (status == DUEL_OK && peers_rank(j->peers) == 0)
        status = lock_folder(f, &lock, why);
    status = peers_agree(j->peers, status, why);
    if (status == DUEL_OK) {
        duel_fault_guard_begin(&g, j->v->game);
        status = make_scratch(&r, why);
        status = peers_agree(j->peers, status, why);
        if (status == DUEL_OK)
            status = go_both_ways(&r, out, why);
        empty_scratch(&r);
        status = duel_fault_guard_end(&g, status, why);
        status = peers_agree(j->peers, status, why);
    }
    if (lock >= 0)
        close(lock);
    return status;
}
