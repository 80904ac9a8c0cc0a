/* script/process.c -- the process of a file, as parent.h wants it: begun, asked, ended. It is
 * this program once more, started by a word. */
#define _GNU_SOURCE /* environ, dladdr */
#include "base/descriptors.h"
#include "script/child.h"
#include "script/parent.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 20 }; /* seconds; the child's own timer counts less, in processor time */

/* The child is gone, or silent: says how it ended. */
static duel_status say_dead(const script_parent *h, int status, bool late, duel_msg *why)
{
    bool killed = WIFSIGNALED(status);
    if (late || (killed && WTERMSIG(status) == SIGPROF))
        return duel_fail(why, N_("{0}: no answer after {1} seconds of work: stopped."), "ci",
                         h->name, INT64_C(2));
    if (killed && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGABRT))
        return duel_fail(why, h->kind->words[TALK_MEMORY], "cc", h->name, h->name);
    if (killed && WTERMSIG(status) == SIGSYS)
        return duel_fail(why,
                         N_("{0}: the process of the file asked the system for what it may not "
                            "have, and was ended."),
                         "c", h->name);
    if (WIFEXITED(status) && WEXITSTATUS(status) == JAIL_OPEN)
        return duel_fail(
            why,
            N_("{0}: the process of the file cannot be shut in on this system, and "
               "is not run."),
            "c", h->name);
    if (WIFEXITED(status) && WEXITSTATUS(status) == PROLOG_MISSING)
        return duel_fail(why,
                         N_("{0}: files in Prolog need SWI-Prolog, which is not installed here "
                            "(on Debian: apt-get install swi-prolog-nox)."),
                         "c", h->name);
    return duel_fail(why, N_("{0}: the process of the file has ended unexpectedly ({1})."),
                     "ci", h->name, (int64_t)status);
}

/* ---- its life --------------------------------------------------------------------------- */

static void end_child(script_parent *h, int *status, bool kill_it)
{
    if (h->pid == 0)
        return;
    if (kill_it)
        kill(h->pid, SIGKILL);
    close(h->fd); /* a child that waits for a question reads the end of them, and leaves */
    pthread_mutex_lock(&h->life); /* so that nobody ends another process of that number */
    while (waitpid(h->pid, status, 0) < 0 && errno == EINTR)
        continue;
    h->pid = 0;
    pthread_mutex_unlock(&h->life);
}

void script_refuse_all(script_parent *h)
{
    pthread_mutex_lock(&h->life);
    h->hushed = true;
    if (h->pid)
        kill(h->pid, SIGKILL);
    pthread_mutex_unlock(&h->life);
}

/* Of what the house was told by whoever started it the process is told where libraries are, and
 * what sanitizers shall do. */
static bool concerns_child(const char *setting)
{
    return strncmp(setting, "LD_LIBRARY_PATH=", 16) == 0 || strstr(setting, "SAN_OPTIONS=");
}

enum { SETTINGS = 8, PRELOAD_TEXT = 8192 };
typedef struct child_settings {
    char *setting[SETTINGS + 2]; /* NULL-ended */
    char preload[PRELOAD_TEXT];
} child_settings;

/* Where this code stands, if that is not the program itself but a library which it has opened;
 * else NULL. */
static const char *own_library(void)
{
    Dl_info here, program;
    if (!dladdr(child_word, &here) || !dladdr((void *)getauxval(AT_ENTRY), &program) ||
        here.dli_fbase == program.dli_fbase)
        return NULL;
    return here.dli_fname;
}

/* A program that opens the library by itself would begin without it: it is loaded before, and
 * begins as the process of a file (begin_as_child). */
static void gather_settings(child_settings *s)
{
    int count = 0;
    const char *library = own_library(), *others = getenv("LD_PRELOAD");
    for (char **e = environ; *e && count < SETTINGS; e++)
        if (concerns_child(*e))
            s->setting[count++] = *e;
    if (library) {
        snprintf(s->preload, sizeof s->preload, "LD_PRELOAD=%s%s%s", others ? others : "",
                 others ? ":" : "", library);
        s->setting[count++] = s->preload;
    }
    s->setting[count] = NULL;
}

/* What is started: DUEL_PROGRAM, where whoever has started this one says how that is done (a
 * bundle with a loader of its own), else this program itself. */
static int spawn_program(pid_t *pid, const posix_spawn_file_actions_t *files,
                         const posix_spawnattr_t *how, char *argv[], char *settings[])
{
    const char *named = getenv("DUEL_PROGRAM");
    int error = posix_spawn(pid, named ? named : "/proc/self/exe", files, how, argv, settings);
    if (error == ENOENT) /* there is no /proc: as it was called */
        error =
            posix_spawn(pid, (const char *)getauxval(AT_EXECFN), files, how, argv, settings);
    return error;
}

/* This program once more, without a fork that would copy locks which another thread holds. The
 * signals that the house ignores or blocks mean to the process what they mean to any. */
static int spawn_child(script_parent *h, int end, pid_t *pid)
{
    char *argv[] = {(char[]){"duel"}, (char *)(uintptr_t)h->kind->process, h->name, NULL};
    child_settings settings;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    gather_settings(&settings);
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawn_file_actions_adddup2(&files, end, JAIL_SOCKET);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &all);
    int error = spawn_program(pid, &files, &how, argv, settings.setting);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static bool begin_life(script_parent *h, int end)
{
    pid_t pid;
    pthread_mutex_lock(&h->life);
    bool begun = !h->hushed && spawn_child(h, end, &pid) == 0;
    h->pid = begun ? pid : 0;
    pthread_mutex_unlock(&h->life);
    return begun;
}

duel_status process_begin(script_parent *h, duel_msg *why)
{
    int ends[2];
    struct timeval patience = {.tv_sec = PATIENCE};
    if (!duel_join_sockets(SOCK_STREAM, ends))
        return duel_fail(why, N_("{0}: no process can be started for the file."), "c", h->name);
    bool begun = begin_life(h, ends[1]);
    close(ends[1]);
    h->fd = ends[0];
    if (!begun) {
        close(h->fd);
        return duel_fail(why, N_("{0}: no process can be started for the file."), "c", h->name);
    }
    setsockopt(h->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(h->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    h->starts++;
    return DUEL_OK;
}

duel_status process_ask(script_parent *h, duel_str question, duel_msg *why)
{
    errno = 0;
    if (talk_send(h->fd, question) && talk_receive(h->fd, &h->in))
        return DUEL_OK;
    int status = 0;
    bool late = errno == EAGAIN || errno == EWOULDBLOCK;
    end_child(h, &status, true);
    return say_dead(h, status, late, why);
}

void process_end(script_parent *h)
{
    int status;
    end_child(h, &status, true);
}

/* ---- the other side, of a file in Lua --------------------------------------------------- */

const char child_word[] = "--process-of-a-file";

static bool answer_question(void *self, duel_str question, duel_buf *out)
{
    return child_answer(self, question, out);
}

static _Noreturn void child_run(void)
{
    child *c = child_new();
    if (c == NULL)
        _exit(1);
    child_loop_run(answer_question, c);
}

/* Whatever program this is part of, a test included: started with this word, it is the process
 * of a file, and its own main never runs. */
__attribute__((constructor)) static void begin_as_child(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], child_word) == 0)
        child_run();
}
