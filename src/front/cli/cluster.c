/* front/cli/cluster.c -- see cluster.h. */
#include "front/cli/cluster.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    return duel_bad(why, N_("At most {0} programs can solve a game together."), "i",
                    (int64_t)PEERS_MOST);
}

duel_status cluster_open(tiers_peers **out, duel_msg *why)
{
    *out = NULL;
    if (!started_together())
        return DUEL_OK;
    tiers_peers *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_full(why);
    duel_status status = meet(p, why);
    if (status == DUEL_OK)
        *out = p;
    else
        free(p);
    return status;
}

void cluster_close(tiers_peers *p)
{
    if (p)
        p->close(p->self);
    free(p);
}
