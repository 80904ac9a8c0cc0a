/* tests/moved_clock.c -- a clock that a test moves: loaded before the C library into a program
 * that is tested, which knows nothing of it.
 *
 * DUEL_CLOCK names a file of four numbers: how many nanoseconds more have passed than we have
 * lived through, how far from ours the date is besides, and when the clock was stopped, if it
 * was, as a time and as a date. Whoever writes a larger first number makes that much time pass
 * at once (tests/web/wire_client.py). What counts the time of the processor is left alone, and
 * so are the programs that this one starts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SLICE = 5 }; /* ms: how soon one who waits notices that the clock was moved */
enum { MILLION = 1000000, BILLION = 1000000000 };

typedef struct moves {
    _Atomic int64_t time, date, stopped, stopped_date;
} moves;

static const moves *moved;

__attribute__((constructor)) static void open_clock(void)
{
    const char *path = getenv("DUEL_CLOCK");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *moved, PROT_READ, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED)
        abort(); /* a test that believes it moves the time must not wait for it */
    close(fd);
    moved = page;
    unsetenv("LD_PRELOAD");
}

/* ---- the time ---------------------------------------------------------------------------- */

static int64_t time_of(clockid_t id)
{
    struct timespec t = {0};
    syscall(SYS_clock_gettime, id, &t);
    return t.tv_sec * (int64_t)BILLION + t.tv_nsec;
}

static struct timespec spec_of(int64_t ns)
{
    return (struct timespec){ns / BILLION, ns % BILLION};
}

static int64_t moved_time(clockid_t id)
{
    if (moved == NULL)
        return time_of(id);
    bool date = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE;
    int64_t now = !moved->stopped ? time_of(id) : date ? moved->stopped_date : moved->stopped;
    return now + moved->time + (date ? moved->date : 0);
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    if (id < 0 || id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID)
        return (int)syscall(SYS_clock_gettime, id, out);
    *out = spec_of(moved_time(id));
    return 0;
}

time_t time(time_t *out)
{
    time_t now = moved_time(CLOCK_REALTIME) / BILLION;
    if (out)
        *out = now;
    return now;
}

/* ---- waiting, slice by slice ------------------------------------------------------------ */

/* What is left of a wait, as a slice of it in ms, rounded up; negative: it has no end. */
static int slice_of(int ms, int64_t until)
{
    if (ms <= 0)
        return ms;
    int64_t left = (until - moved_time(CLOCK_MONOTONIC) + MILLION - 1) / MILLION;
    return left <= 0 ? 0 : left < SLICE ? (int)left : SLICE;
}

int epoll_pwait(int fd, struct epoll_event *events, int most, int ms, const sigset_t *mask)
{
    static int (*wait)(int, struct epoll_event *, int, int, const sigset_t *);
    if (wait == NULL)
        *(void **)&wait = dlsym(RTLD_NEXT, "epoll_pwait");
    int64_t until = moved_time(CLOCK_MONOTONIC) + ms * (int64_t)MILLION;
    for (;;) {
        int slice = slice_of(ms, until), came = wait(fd, events, most, slice, mask);
        if (came != 0 || slice <= 0)
            return came;
    }
}

int epoll_wait(int fd, struct epoll_event *events, int most, int ms)
{
    return epoll_pwait(fd, events, most, ms, NULL);
}

int poll(struct pollfd *files, nfds_t count, int ms)
{
    static int (*wait)(struct pollfd *, nfds_t, int);
    if (wait == NULL)
        *(void **)&wait = dlsym(RTLD_NEXT, "poll");
    int64_t until = moved_time(CLOCK_MONOTONIC) + ms * (int64_t)MILLION;
    for (;;) {
        int slice = slice_of(ms, until), came = wait(files, count, slice);
        if (came != 0 || slice <= 0)
            return came;
    }
}

/* Every condition of the program that is waited for so goes by the clock that never goes back
 * (base/clock.c). */
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *lock, const struct timespec *at)
{
    int64_t until = at->tv_sec * (int64_t)BILLION + at->tv_nsec;
    for (;;) {
        int64_t left = until - moved_time(CLOCK_MONOTONIC);
        if (left <= 0)
            return ETIMEDOUT;
        int64_t most = SLICE * (int64_t)MILLION, now = time_of(CLOCK_MONOTONIC);
        struct timespec end = spec_of(now + (left < most ? left : most));
        int status = pthread_cond_clockwait(c, lock, CLOCK_MONOTONIC, &end);
        if (status != ETIMEDOUT)
            return status;
    }
}
