/* bench/host.h -- a server of its own, with its own data, to be measured; and the disk that it
 * writes to. */
#ifndef DUEL_BENCH_HOST_H
#define DUEL_BENCH_HOST_H

#include <sys/types.h>

typedef struct host {
    pid_t process;
    int port;
    char folder[64];
} host;

void host_start(host *h, const char *program, long port_wanted);
void host_stop(host *h);              /* which must end well; its data goes */
double host_megabytes(const host *h); /* that it holds */
/* Seconds of the processor that the thread of its loop has used. */
double host_loop_seconds(const host *h);
/* How long the disk itself takes for a small synchronous write, since nothing is seen sooner:
 * tells it, and gives the 99th of a hundred in milliseconds. */
double host_probe_disk(const host *h);

#endif
