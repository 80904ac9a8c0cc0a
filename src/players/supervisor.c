/* players/supervisor.c -- the process that supervises an outside program and ends with it all
 * that it started. See program.h.
 *
 * The warden is forked from a program with threads and never becomes another one, so it keeps
 * to what is safe in a signal handler: system calls, and memory of its own stack. */
#define _GNU_SOURCE /* CLONE_NEWPID */
#include "base/clock.h"
#include "base/descriptors.h"
#include "players/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct report { /* what a warden says: one of each kind, in this order */
    enum { STARTED, ENDED } what;
    int value; /* STARTED: 0, or the errno why not; ENDED: as waitpid has it */
} report;

/* ---- the program ------------------------------------------------------------------------- */

typedef struct order { /* what is to be started */
    const char *path, *name;
    int fd, log; /* its input and output; its standard error, or -1 */
} order;

static _Noreturn void become_program(const order *o, pid_t parent, int error_fd)
{
    char *const argv[] = {(char *)(uintptr_t)o->name, NULL};
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* should somebody end the warden */
    bool humble = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    signal(SIGPIPE, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C is answered by the house */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (humble && getppid() == parent)
        execv(o->path, argv);
    int error = errno;
    ssize_t told = write(error_fd, &error, sizeof error);
    _exit(told == sizeof error ? 127 : 126);
}

/* 0 and the program runs, or the errno why it does not: a successful exec closes the pipe. */
static int start_program(const order *o, pid_t *child)
{
    int ends[2], error = 0;
    pid_t own = getpid();
    if (pipe(ends) != 0)
        return errno;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    *child = fork();
    if (*child == 0)
        become_program(o, own, ends[1]);
    if (*child < 0)
        error = errno;
    close(ends[1]);
    if (read(ends[0], &error, sizeof error) < 0)
        error = errno;
    close(ends[0]);
    return error;
}

/* ---- the warden -------------------------------------------------------------------------- */

enum { LINE = STDERR_FILENO + 1 };

static void tell_house(int what, int value)
{
    report r = {what, value};
    send(LINE, &r, sizeof r, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Of all that the house had open the warden keeps the line, and the program's input and output
 * until that has them. */
static bool take_place(int line, const order *o)
{
    line = fcntl(line, F_DUPFD_CLOEXEC, LINE + 1); /* out of the way */
    int fd = fcntl(o->fd, F_DUPFD_CLOEXEC, LINE + 1);
    bool logged = o->log < 0 || dup2(o->log, STDERR_FILENO) >= 0;
    return line >= 0 && fd >= 0 && logged && dup2(fd, STDIN_FILENO) >= 0 &&
           dup2(fd, STDOUT_FILENO) >= 0 && dup2(line, LINE) >= 0 &&
           fcntl(LINE, F_SETFD, FD_CLOEXEC) == 0 && duel_close_from(LINE + 1);
}

static void wake_up(int number)
{
}

/* Lets go of all who have ended; the house is told about the program. */
static void bury(pid_t child)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == child)
            tell_house(ENDED, status);
}

/* Until the line is closed: nothing else comes through it. SIGCHLD comes only inside pselect.
 */
static void watch(pid_t child)
{
    struct sigaction act = {.sa_handler = wake_up};
    sigset_t but_children;
    fd_set line;
    sigfillset(&act.sa_mask);
    sigaction(SIGCHLD, &act, NULL);
    sigfillset(&but_children);
    sigdelset(&but_children, SIGCHLD);
    do {
        bury(child);
        FD_ZERO(&line);
        FD_SET(LINE, &line);
    } while (pselect(LINE + 1, &line, NULL, NULL, NULL, &but_children) <= 0);
}

static bool has_child(idtype_t kind, pid_t pid)
{
    siginfo_t unused;
    return waitid(kind, (id_t)pid, &unused, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* Who its children are the kernel does not say, but whether a number is one of them. Numbers
 * are given upwards: what the child started stands a few steps above it, and what that has
 * started meanwhile above that. Whoever runs for another user may not be ended; hence the
 * rounds. */
static void end_all(pid_t child)
{
    enum { NUMBERS = 4 << 20, ROUNDS = 3 }; /* Linux gives no number above */
    pid_t pid = child;
    bool any = has_child(P_ALL, 0);
    for (long step = 0; any && step < (long)ROUNDS * NUMBERS; step++) {
        if (has_child(P_PID, pid)) {
            if (kill(pid, SIGKILL) == 0)
                waitpid(pid, NULL, 0);
            any = has_child(P_ALL, 0);
        }
        pid = pid < NUMBERS ? pid + 1 : 1;
    }
}

/* Lets go of the program and of all it has started; the kernel does it for the first of a
 * namespace. */
static void let_go(pid_t child)
{
    if (getpid() != 1)
        end_all(child);
}

static _Noreturn void warden_run(const order *o, int line)
{
    pid_t child = 0;
    setpgid(0, 0); /* who ends the house's group does not end its wardens */
    int error = take_place(line, o) && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0
                    ? start_program(o, &child)
                    : errno;
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    tell_house(STARTED, error);
    if (child > 0) {
        watch(child);
        let_go(child);
    }
    _exit(0);
}

/* ---- a namespace ------------------------------------------------------------------------- */

/* What the house knows of itself before a namespace makes it look like somebody else. */
typedef struct identity {
    char user[32], group[32]; /* "1000 1000 1" */
} identity;

static void put_decimal(char **at, unsigned number)
{
    char digits[16];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count)
        *(*at)++ = digits[--count];
    *(*at)++ = ' ';
}

static void put_identity(char text[32], unsigned number)
{
    char *at = text;
    put_decimal(&at, number);
    put_decimal(&at, number);
    *at++ = '1';
    *at = '\0';
}

static bool write_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return written;
}

/* In a user namespace of its own the warden is the user it was. */
static bool keep_identity(const identity *i)
{
    return write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/uid_map", i->user) &&
           write_text("/proc/self/gid_map", i->group);
}

/* ---- the house --------------------------------------------------------------------------- */

/* The next report, if one comes in time; *closed: none will come any more. */
static bool hear_warden(const supervisor *g, int milliseconds, report *out, bool *closed)
{
    double until = duel_clock() + milliseconds * 1e-3;
    struct pollfd p = {.fd = g->line, .events = POLLIN};
    int came, left = milliseconds;
    while ((came = poll(&p, 1, left)) < 0 && errno == EINTR) {
        left = (int)((until - duel_clock()) * 1e3);
        left = left > 0 ? left : 0;
    }
    ssize_t n = came > 0 ? recv(g->line, out, sizeof *out, MSG_DONTWAIT) : -1;
    *closed = came > 0 && n <= 0;
    return n == sizeof *out;
}

/* From the best to the least: root may have a PID namespace, others one inside a user
 * namespace, unless the system forbids it (user.max_user_namespaces, containers, AppArmor). */
static const unsigned long kinds[] = {CLONE_NEWPID, CLONE_NEWUSER | CLONE_NEWPID, 0};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* As fork, into new namespaces. No handler of the house runs in the warden: it is born with all
 * signals blocked. */
static pid_t fork_quietly(unsigned long namespaces)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid =
        namespaces ? (pid_t)syscall(SYS_clone, namespaces | SIGCHLD, 0, 0, 0, 0) : fork();
    int error = errno;
    if (pid != 0)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

/* 0 and the program runs, or the errno why not; *usable: this kind of warden is to be had. */
static int start_kind(supervisor *g, const order *o, unsigned long namespaces, bool *usable)
{
    enum { PATIENCE_MS = 10000 };
    int ends[2];
    bool closed = false;
    identity own;
    *usable = true;
    put_identity(own.user, geteuid());
    put_identity(own.group, getegid());
    if (!duel_join_sockets(SOCK_SEQPACKET, ends))
        return errno;
    pid_t pid = fork_quietly(namespaces);
    if (pid == 0) {
        if ((namespaces & CLONE_NEWUSER) && !keep_identity(&own))
            _exit(0);
        warden_run(o, ends[1]);
    }
    int error = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        *usable = namespaces == 0;
        return error;
    }
    *g = (supervisor){pid, ends[0]};
    report first = {STARTED, ETIMEDOUT};
    *usable = hear_warden(g, PATIENCE_MS, &first, &closed) || !closed || namespaces == 0;
    if (first.value != 0)
        supervisor_end(g);
    return first.value;
}

int supervisor_start(supervisor *g, const char *path, const char *name, int fd, int log)
{
    const order o = {path, name, fd, log};
    bool usable = false;
    int error = 0;
    for (int i = 0; i < KINDS && !usable; i++)
        error = start_kind(g, &o, kinds[i], &usable);
    return error;
}

bool supervisor_saw_end(const supervisor *g, int milliseconds, int *status)
{
    report r;
    bool closed, told = hear_warden(g, milliseconds, &r, &closed);
    if (told)
        *status = r.value;
    return told;
}

/* A warden closes its end of the line by ending, when nobody is left. One that cannot end is
 * ended: the house waits for nobody for ever. */
void supervisor_end(supervisor *g)
{
    enum { PATIENCE_MS = 10000 };
    report unused;
    bool closed = false;
    if (g->pid == 0)
        return;
    shutdown(g->line, SHUT_WR);
    while (hear_warden(g, PATIENCE_MS, &unused, &closed))
        continue;
    if (!closed)
        kill(g->pid, SIGKILL);
    close(g->line);
    while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    g->pid = 0;
}
