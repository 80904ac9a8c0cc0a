/* bench/host.c -- see host.h. */
#include "host.h"
#include "base/clock.h"
#include "same_user.h"
#include "waits.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static int read_port(int from)
{
    char line[256] = "";
    int port;
    for (size_t at = 0; at + 1 < sizeof line && read(from, line + at, 1) == 1; at++)
        if (line[at] == '\n')
            break;
    if (sscanf(line, "http://127.0.0.1:%d/", &port) != 1)
        bench_fail("the server gives no address: %s", line);
    return port;
}

void host_start(host *h, const char *program, long port_wanted)
{
    int out[2];
    char port[16];
    snprintf(h->folder, sizeof h->folder, "%s/duel-load-XXXXXX",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    snprintf(port, sizeof port, "%ld", port_wanted);
    if (mkdtemp(h->folder) == NULL || pipe(out))
        bench_fail("no folder or pipe: %s", strerror(errno));
    h->process = fork();
    if (h->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* it does not outlive who measures it */
        dup2(out[1], STDOUT_FILENO);
        execl(program, program, "serve", "--port", port, "--data", h->folder, "--lang", "en",
              (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    h->port = read_port(out[0]);
}

void host_stop(host *h)
{
    char text[128];
    int status;
    kill(h->process, SIGTERM);
    if (waitpid(h->process, &status, 0) != h->process || status != 0)
        bench_fail("the server has ended with status %d", status);
    snprintf(text, sizeof text, "rm -r %s", h->folder);
    if (system(text))
        bench_fail("%s stays", h->folder);
}

/* A number after a name in a file of /proc. */
static long proc_number(const char *path, const char *name)
{
    char line[256];
    long number = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, name, strlen(name)) == 0)
            number = atol(line + strlen(name));
    if (f)
        fclose(f);
    return number;
}

double host_megabytes(const host *h)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)h->process);
    return (double)proc_number(path, "VmRSS:") / 1024;
}

double host_loop_seconds(const host *h)
{
    char path[64];
    double run = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)h->process, (int)h->process);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%lf", &run) != 1)
        run = 0;
    if (f)
        fclose(f);
    return run / 1e9;
}

double host_probe_disk(const host *h)
{
    enum { WRITES = 200, BYTES = 8192 };
    static const char page[BYTES];
    char path[128];
    waits w = {.at = NULL};
    snprintf(path, sizeof path, "%s/probe", h->folder);
    int file = open(path, O_RDWR | O_CREAT, 0600);
    for (int i = 0; i < WRITES; i++) {
        if (pwrite(file, page, BYTES, (off_t)i * BYTES) != BYTES)
            bench_fail("the disk is full");
        double begun = duel_clock();
        fdatasync(file);
        waits_add(&w, duel_clock() - begun);
    }
    close(file);
    unlink(path);
    double late = waits_tell("the disk, a write", &w);
    waits_free(&w);
    return late;
}
