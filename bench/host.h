/* bench/host.h -- a server of its own, with its own data, to be measured; and the disk that it
 * writes to. */
#ifndef DUEL_BENCH_HOST_H
#define DUEL_BENCH_HOST_H

#include <sys/types.h>

typedef struct local_table {
    pid_t process;
    int port;
    char folder[64];
} local_table;

void host_start(local_table *h, const char *program, long port_wanted);
void host_stop(local_table *h);              /* which must end well; its data goes */
double host_megabytes(const local_table *h); /* that it holds */
/* Seconds of the processor that the thread of its loop has used. */
double host_loop_seconds(const local_table *h);
/* How long the disk itself takes for a small synchronous write, since nothing is seen sooner:
 * tells it, and gives the 99th of a hundred in milliseconds. */
double host_probe_disk(const local_table *h);

#endif
