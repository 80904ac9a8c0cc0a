/* front/cli/solve_tiers.c -- `duel solve --tiers`: a game solved on disk, tier by tier
 * (tiers/solve.h), into the data folder, where everybody finds it afterwards; by one program,
 * or by several that mpirun started together (docs/cluster.md). */
#include "base/clock.h"
#include "front/cli/inside.h"
#include "front/console.h"
#include "store/result_blocks.h"
#include "tiers/peers.h"

#include <dlfcn.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- programs started together ----------------------------------------------------------- */

/* `duel` itself knows nothing of MPI: what speaks it is duel-mpi.so (cluster/mpi.c), built
 * where Open MPI is installed, and loaded only by programs that were started together. */

typedef bool open_peers(int edition, tiers_peers *out);

/* mpirun of Open MPI tells how many there are, and so does Slurm; others that speak PMIx only
 * that there may be more. */
static bool started_together(void)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    if (size == NULL && getenv("PMIX_RANK") == NULL)
        return false;
    size = size ? size : getenv("SLURM_NTASKS");
    return size == NULL || strtol(size, NULL, 10) > 1;
}

bool cluster_speaks(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    rank = rank ? rank : getenv("PMIX_RANK");
    return rank == NULL || strtol(rank, NULL, 10) == 0;
}

/* Where the program lies; false: nobody knows. */
static bool folder_of_program(char out[PATH_MAX])
{
    ssize_t size = readlink("/proc/self/exe", out, PATH_MAX - 1);
    if (size <= 0)
        return false;
    out[size] = '\0';
    char *slash = strrchr(out, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

/* Beside the program, as it is built, or where it is installed. */
static void *load_part(void)
{
    static const char *const places[] = {"duel-mpi.so", "../lib/duelliste/duel-mpi.so"};
    char folder[PATH_MAX], path[PATH_MAX];
    void *part = NULL;
    const char *named = getenv("DUEL_MPI");
    if (named)
        return dlopen(named, RTLD_NOW | RTLD_GLOBAL);
    if (!folder_of_program(folder))
        return NULL;
    for (size_t i = 0; part == NULL && i < sizeof places / sizeof *places; i++)
        if (snprintf(path, sizeof path, "%s/%s", folder, places[i]) < PATH_MAX)
            part = dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* parts of MPI look for its names */
    return part;
}

static duel_status cannot_use(const char *reason, duel_msg *why)
{
    return duel_fail(
        why,
        N_("mpirun started this program, but its part for MPI, duel-mpi.so, cannot "
           "be used: {0}"),
        "c", reason ? reason : "");
}

static duel_status meet(tiers_peers *out, duel_msg *why)
{
    void *part = load_part(), *found = part ? dlsym(part, "duel_mpi_open") : NULL;
    open_peers *open;
    if (found == NULL)
        return cannot_use(dlerror(), why);
    memcpy(&open, &found, sizeof open);
    if (!open(PEERS_EDITION, out))
        return cannot_use("MPI_Init", why);
    if (out->count <= PEERS_MOST)
        return DUEL_OK;
    out->close(out->self);
    return duel_invalid(why, N_("At most {0} programs can solve a game together."), "i",
                        (int64_t)PEERS_MOST);
}

/* *out is NULL for a program that was started alone. All of them call it. */
static duel_status cluster_open(tiers_peers **out, duel_msg *why)
{
    *out = NULL;
    if (!started_together())
        return DUEL_OK;
    tiers_peers *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_no_space(why);
    duel_status status = meet(p, why);
    if (status == DUEL_OK)
        *out = p;
    else
        free(p);
    return status;
}

/* Waits for the others. NULL does nothing. */
static void cluster_close(tiers_peers *p)
{
    if (p)
        p->close(p->self);
    free(p);
}

/* ---- how far it is ----------------------------------------------------------------------- */

static void show_time(duel_lang lang, duel_sink *err, double seconds)
{
    if (seconds >= 5400)
        duel_tell(lang, err, N_("{0} h left"), "i", (int64_t)(seconds / 3600 + 0.5));
    else if (seconds >= 90)
        duel_tell(lang, err, N_("{0} min left"), "i", (int64_t)(seconds / 60 + 0.5));
    else
        duel_tell(lang, err, N_("{0} s left"), "i", (int64_t)(seconds + 0.5));
}

static void tell_tiers(const duel_console *c, const tiers_progress *p)
{
    duel_sink *err = c->err;
    if (p->backwards)
        duel_tell(c->lang, err, N_("solving tier {0} of {1}: {2} of {3} positions"), "iiii",
                  (int64_t)p->tier, (int64_t)p->highest, (int64_t)p->done, (int64_t)p->total);
    else
        duel_tell(c->lang, err, N_("finding tier {0} of {1}: {2} positions"), "iii",
                  (int64_t)p->tier, (int64_t)p->highest, (int64_t)p->positions);
    duel_putf(err, ", %.1f M/s, %.0f s", p->rate / 1e6, p->seconds);
    if (p->left >= 0) {
        duel_put(err, ", ");
        show_time(c->lang, err, p->left);
    }
}

static void show_tiers(void *meter, const tiers_progress *p)
{
    progress_meter *m = meter;
    if (!progress_due(m))
        return;
    duel_put_command(m->c->err, "\r\033[K");
    tell_tiers(m->c, p);
    fflush(stderr);
}

/* Through mpirun nothing comes to a terminal, and long work goes to a file: lines, now and
 * then. */
static void log_tiers(void *meter, const tiers_progress *p)
{
    enum { EVERY = 10 }; /* seconds */
    progress_meter *m = meter;
    double now = duel_clock();
    if (m->shown < 0)
        m->shown = now;
    if (now - m->shown < EVERY)
        return;
    m->shown = now;
    tell_tiers(m->c, p);
    duel_put(m->c->err, "\n");
    fflush(stderr);
}

/* What all programs of this machine use is half of its memory, unless something else is said
 * for each. */
static size_t memory_of_each(const duel_args *a, const tiers_peers *peers)
{
    size_t memory = progress_memory(a);
    return peers && !duel_args_has(a, "memory") ? memory / (size_t)peers->beside : memory;
}

static duel_status solve_folder(const duel_console *c, const duel_args *a,
                                const position_args *s, const tiers_folder *folder,
                                const tiers_peers *peers, tiers_report *out, duel_msg *why)
{
    progress_meter meter = {c, -1};
    tiers_job job = {.v = &s->v,
                     .root = &s->state,
                     .scratch = duel_args_text(a, "scratch", NULL),
                     .memory = memory_of_each(a, peers),
                     .threads = (int)duel_args_value(a, "threads"),
                     .seconds = duel_args_decimal(a, "seconds"),
                     .stop = &work_stop,
                     .progress = peers ? log_tiers : show_tiers,
                     .watcher = &meter,
                     .peers = peers};
    progress_begin();
    duel_status status = tiers_solve(&job, folder, out, why);
    if (peers == NULL)
        progress_clear(&meter);
    return status;
}

static duel_status make_folder(const duel_console *c, const duel_args *a,
                               const position_args *s, tiers_folder *out, duel_msg *why)
{
    char dir[PATH_MAX];
    data_store *store = NULL;
    duel_status status = store_open(c->data, &store, why);
    if (status == DUEL_OK && !tier_results_path(store, dir, sizeof dir))
        status = duel_invalid(why, N_("The file name is too long."), "");
    store_close(store);
    if (status != DUEL_OK)
        return status;
    uint32_t upto =
        duel_args_has(a, "upto") ? (uint32_t)duel_args_value(a, "upto") : UINT32_MAX;
    if (duel_args_value(a, "every"))
        return tiers_folder_make_all(dir, &s->v, upto, out, why);
    return tiers_folder_make(dir, &s->v, &s->state, out, why);
}

/* One makes the folder, the others find it. */
static duel_status meet_in_folder(const duel_console *c, const duel_args *a,
                                  const position_args *s, const tiers_peers *peers,
                                  tiers_folder *out, duel_msg *why)
{
    duel_status status = DUEL_OK;
    if (peers_rank(peers) == 0)
        status = make_folder(c, a, s, out, why);
    status = peers_agree(peers, status, why);
    if (status != DUEL_OK || peers == NULL)
        return status;
    char path[PATH_MAX] = "";
    if (peers->rank == 0)
        snprintf(path, sizeof path, "%s", out->path);
    peers_tell(peers, 0, path, sizeof path);
    if (peers->rank)
        status = tiers_folder_open(path, &s->v, out, why);
    return peers_agree(peers, status, why);
}

duel_status solve_tiers_solve(const duel_console *c, const duel_args *a, const position_args *s,
                              tiers_report *out, duel_msg *why)
{
    tiers_folder folder;
    tiers_peers *peers;
    duel_status status = tiers_fit(&s->v, why);
    if (status == DUEL_OK)
        status = cluster_open(&peers, why);
    if (status != DUEL_OK)
        return status;
    duel_say(why, NULL, "");
    status = meet_in_folder(c, a, s, peers, &folder, why);
    if (status == DUEL_OK)
        status = solve_folder(c, a, s, &folder, peers, out, why);
    cluster_close(peers);
    return status;
}

void solve_tiers_print(const duel_console *c, const tiers_report *r)
{
    char each[16];
    snprintf(each, sizeof each, "%.2f",
             r->positions ? (double)r->bytes / (double)r->positions : 0);
    TELL(c, N_("{0} positions in {1} tiers, {2} bytes each on disk; {3} solved now, in {4} s."),
         "iicii", (int64_t)r->positions, (int64_t)r->tiers, each, (int64_t)r->fresh,
         (int64_t)(r->seconds + 0.5));
}

json_t *solve_tiers_json(const tiers_report *r)
{
    return json_pack("{sIsIsIsIsf}", "positions", (json_int_t)r->positions, "tiers",
                     (json_int_t)r->tiers, "bytes", (json_int_t)r->bytes, "fresh",
                     (json_int_t)r->fresh, "seconds", r->seconds);
}
