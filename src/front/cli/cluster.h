/* front/cli/cluster.h -- programs that mpirun started together (docs/cluster.md).
 *
 * `duel` itself knows nothing of MPI: what speaks it is duel-mpi.so (cluster/mpi.c), built
 * where Open MPI is installed, and loaded only by programs that were started together. */
#ifndef DUEL_FRONT_CLI_CLUSTER_H
#define DUEL_FRONT_CLI_CLUSTER_H

#include "tiers/peers.h"

/* Whether people hear this program: of those that were started together, the first. */
bool cluster_speaks(void);
/* *out is NULL for a program that was started alone. All of them call it. */
duel_status cluster_open(tiers_peers **out, duel_msg *why);
/* Waits for the others. NULL does nothing. */
void cluster_close(tiers_peers *p);

#endif
