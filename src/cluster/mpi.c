/* cluster/mpi.c -- tiers/peers.h by MPI: the part of the program that is loaded by those that
 * mpirun started together (front/cli/solve_tiers.c).
 *
 * Whoever waits sleeps: MPI itself would look for messages all the time, and a processor that
 * another rank or another user could have would be busy with nothing. Only the first thread
 * calls MPI. What MPI fails at ends all ranks, which is its own habit. */
#include "tiers/peers.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 8, TAG = 1 };

typedef struct mpi_peers {
    MPI_Comm comm;
    int sent; /* the slot used last */
    MPI_Request sending[SLOTS];
    void *slot[SLOTS];
} mpi_peers;

static void await(MPI_Request *request)
{
    int done = 0;
    unsigned waited = 0;
    for (;;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        peers_rest(&waited);
    }
}

static void share_bytes(void *self, const void *mine, size_t size, void *all)
{
    mpi_peers *m = self;
    MPI_Request request;
    MPI_Iallgather(mine, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, m->comm, &request);
    await(&request);
}

static bool post_block(void *self, int to, const void *block, size_t size)
{
    mpi_peers *m = self;
    for (int i = 0; i < SLOTS; i++) {
        int slot = (m->sent + 1 + i) % SLOTS, done;
        MPI_Test(&m->sending[slot], &done, MPI_STATUS_IGNORE); /* one that is none is done */
        if (!done)
            continue;
        if (size)
            memcpy(m->slot[slot], block, size);
        MPI_Isend(m->slot[slot], (int)size, MPI_BYTE, to, TAG, m->comm, &m->sending[slot]);
        m->sent = slot;
        return true;
    }
    return false;
}

static bool take_block(void *self, int from, void *block, size_t *size)
{
    mpi_peers *m = self;
    int come, bytes;
    MPI_Message message;
    MPI_Status status;
    MPI_Request request;
    MPI_Improbe(from == PEERS_ANYBODY ? MPI_ANY_SOURCE : from, TAG, m->comm, &come, &message,
                &status);
    if (!come)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    MPI_Imrecv(block, bytes, MPI_BYTE, &message, &request);
    await(&request);
    *size = (size_t)bytes;
    return true;
}

static void close_peers(void *self)
{
    mpi_peers *m = self;
    MPI_Request request;
    for (int i = 0; i < SLOTS; i++) {
        await(&m->sending[i]);
        free(m->slot[i]);
    }
    MPI_Ibarrier(m->comm, &request);
    await(&request);
    MPI_Comm_free(&m->comm);
    MPI_Finalize();
    free(m);
}

static int count_beside(MPI_Comm comm)
{
    MPI_Comm machine;
    int count;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &count);
    MPI_Comm_free(&machine);
    return count;
}

static mpi_peers *new_peers(void)
{
    mpi_peers *m = calloc(1, sizeof *m);
    bool room = m != NULL;
    for (int i = 0; room && i < SLOTS; i++) {
        m->sending[i] = MPI_REQUEST_NULL;
        m->slot[i] = malloc(PEERS_BLOCK);
        room = m->slot[i] != NULL;
    }
    if (room)
        return m;
    for (int i = 0; m && i < SLOTS; i++)
        free(m->slot[i]);
    free(m);
    return NULL;
}

__attribute__((visibility("default"))) bool duel_mpi_open(int edition, tiers_peers *out);

bool duel_mpi_open(int edition, tiers_peers *out)
{
    int provided;
    mpi_peers *m = edition == PEERS_EDITION ? new_peers() : NULL;
    if (m == NULL)
        return false;
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0); /* where it waits by itself */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return false; /* which ends the program */
    MPI_Comm_dup(MPI_COMM_WORLD, &m->comm);
    *out = (tiers_peers){.beside = count_beside(m->comm),
                         .self = m,
                         .share = share_bytes,
                         .post = post_block,
                         .take = take_block,
                         .close = close_peers};
    MPI_Comm_rank(m->comm, &out->rank);
    MPI_Comm_size(m->comm, &out->count);
    return true;
}
