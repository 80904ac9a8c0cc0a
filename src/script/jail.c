/* script/jail.c -- the walls around the process of a file: seccomp and resource limits around a
 * child process: see child.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "base/descriptors.h"
#include "script/child.h"
#include "script/sandbox.h"

#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { WATCHED = 1 }; /* by a sanitizer, which maps all memory and must be able to report */
#else
enum { WATCHED = 0 };
#endif

/* ---- limits ----------------------------------------------------------------------------- */

static void limit(int what, rlim_t most)
{
    struct rlimit l = {most, most};
    setrlimit(what, &l);
}

/* A second wall: Lua's own memory is counted by the sandbox. What the program already has
 * mapped does not count, and is not known without /proc. */
static void limit_memory(void)
{
    unsigned long pages = 0;
    FILE *f = WATCHED ? NULL : fopen("/proc/self/statm", "r");
    int got = f ? fscanf(f, "%lu", &pages) : 0;
    if (f)
        fclose(f);
    if (got == 1)
        limit(RLIMIT_AS,
              (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + 6 * (rlim_t)SANDBOX_MEMORY);
}

/* What the house has open is not the file's business: a base, a socket, another's process. */
static bool keep_socket_only(void)
{
    int last = WATCHED ? STDOUT_FILENO : STDERR_FILENO;
    int nothing = open("/dev/null", O_RDWR);
    for (int i = STDIN_FILENO; i <= last; i++)
        if (nothing < 0 || dup2(nothing, i) < 0)
            close(i);
    return duel_close_from(JAIL_SOCKET + 1);
}

/* ---- the system's calls ----------------------------------------------------------------- */

/* Those that are harmless whatever they are given. */
static const int plain_calls[] = {
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(setitimer),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(exit_group),
    SCMP_SYS(exit),
    SCMP_SYS(gettid),
    SCMP_SYS(getpid),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(restart_syscall),
};
static const int sanitizer_calls[] = {
    SCMP_SYS(futex),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(rt_sigaction),
};

static bool allow_calls(scmp_filter_ctx filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
            return false;
    return true;
}

static bool allow_with(scmp_filter_ctx filter, int call, const struct scmp_arg_cmp *when,
                       unsigned count)
{
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, count, when) == 0;
}

/* The socket, and what it says when it fails: to nobody, unless it is watched. */
static bool allow_talk(scmp_filter_ctx filter)
{
    const struct scmp_arg_cmp socket = SCMP_A0(SCMP_CMP_EQ, JAIL_SOCKET);
    const struct scmp_arg_cmp errors = SCMP_A0(SCMP_CMP_EQ, STDERR_FILENO);
    return allow_with(filter, SCMP_SYS(recvfrom), &socket, 1) &&
           allow_with(filter, SCMP_SYS(sendto), &socket, 1) &&
           allow_with(filter, SCMP_SYS(write), &errors, 1);
}

/* Memory of its own, from which nothing is run. */
static bool allow_memory(scmp_filter_ctx filter)
{
    const struct scmp_arg_cmp own[] = {
        SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
        SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS)};
    return allow_with(filter, SCMP_SYS(mmap), own, 2);
}

/* To end itself, as abort does. */
static bool allow_abort(scmp_filter_ctx filter)
{
    const struct scmp_arg_cmp itself[] = {SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()),
                                          SCMP_A2(SCMP_CMP_EQ, SIGABRT)};
    return allow_with(filter, SCMP_SYS(tgkill), itself, 2);
}

static bool allow_sanitizer(scmp_filter_ctx filter)
{
    const struct scmp_arg_cmp data = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    return allow_calls(filter, sanitizer_calls,
                       sizeof sanitizer_calls / sizeof *sanitizer_calls) &&
           allow_with(filter, SCMP_SYS(mprotect), &data, 1);
}

static bool shut_calls(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    bool shut = filter &&
                allow_calls(filter, plain_calls, sizeof plain_calls / sizeof *plain_calls) &&
                allow_talk(filter) && allow_memory(filter) && allow_abort(filter) &&
                (!WATCHED || allow_sanitizer(filter)) && seccomp_load(filter) == 0;
    if (filter)
        seccomp_release(filter);
    return shut;
}

/* ---- all of it -------------------------------------------------------------------------- */

bool jail_enter(void)
{
    if (!keep_socket_only())
        return false;
    signal(SIGINT, SIG_IGN); /* Ctrl-C is the house's to answer */
    limit_memory();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 0);
    return shut_calls();
}
