/* tests/players/test_supervisor.c -- programs under their wardens, of each kind: what they may,
 * and that nothing they start is left. The test stands in for the system, which refuses
 * namespaces.
 */
#define _GNU_SOURCE
#include "check.h"

#include "players/program.h"

#include <dirent.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int refusals; /* of namespaces that are still to come */

long __real_syscall(long number, ...);
long __wrap_syscall(long number, unsigned long flags, long b, long c, long d, long e);

long __wrap_syscall(long number, unsigned long flags, long b, long c, long d, long e)
{
    if (number == SYS_clone && refusals-- > 0) {
        errno = EPERM;
        return -1;
    }
    return __real_syscall(number, flags, b, c, d, e);
}

/* ---- a program -------------------------------------------------------------------------- */

typedef struct place {
    char folder[32], path[64], mark[32]; /* the mark stands in what the program starts */
} place;

static void make_program(place *p)
{
    strcpy(p->folder, "/tmp/duel-warden-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    snprintf(p->path, sizeof p->path, "%s/program", p->folder);
    snprintf(p->mark, sizeof p->mark, "1%d.5", (int)getpid());
    FILE *f = fopen(p->path, "w");
    assert_non_null(f);
    fprintf(f,
            "#!/bin/sh\n"
            "setsid sleep %s 2>/dev/null &\n"
            "(setsid sh -c 'sleep %s & sleep %s' 2>/dev/null &)\n"
            "grep NoNewPrivs /proc/self/status\n"
            "echo space $(readlink /proc/self/ns/pid)\n"
            "echo user $(id -u) group $(id -g) number $$\n"
            "echo ready\n"
            "read line\n"
            "exit 7\n",
            p->mark, p->mark, p->mark);
    fclose(f);
    chmod(p->path, 0700);
}

static void remove_program(place *p)
{
    unlink(p->path);
    rmdir(p->folder);
}

/* How many processes have the mark in their command. */
static int count_marked(const char *mark)
{
    int count = 0;
    DIR *all = opendir("/proc");
    for (struct dirent *e; (e = readdir(all));) {
        char path[300], command[256] = "";
        snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
        FILE *f = e->d_name[0] >= '1' && e->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        size_t len = f ? fread(command, 1, sizeof command - 1, f) : 0;
        for (size_t i = 0; i + 1 < len; i++)
            command[i] = command[i] ? command[i] : ' ';
        count += len && strstr(command, mark) && strncmp(command, "sleep", 5) == 0;
        if (f)
            fclose(f);
    }
    closedir(all);
    return count;
}

/* What it says until it is ready. */
static void hear_program(int fd, char text[1024])
{
    size_t len = 0;
    text[0] = '\0';
    while (strstr(text, "ready") == NULL && len < 1023) {
        ssize_t n = recv(fd, text + len, 1023 - len, 0);
        assert_true(n > 0);
        len += (size_t)n;
        text[len] = '\0';
    }
}

static void wait_for(int wanted, const char *mark)
{
    for (int i = 0; i < 2000 && count_marked(mark) != wanted; i++)
        usleep(5000);
    assert_int_equal(count_marked(mark), wanted);
}

/* ---- what becomes of it ----------------------------------------------------------------- */

static bool in_own_space(const char *said)
{
    char own[64] = "";
    assert_true(readlink("/proc/self/ns/pid", own, sizeof own - 1) > 0);
    return strstr(said, own) == NULL;
}

static void same_user(const char *said)
{
    char own[64];
    snprintf(own, sizeof own, "user %u group %u ", (unsigned)geteuid(), (unsigned)getegid());
    if (strstr(said, own) == NULL)
        fail_msg("%s instead of %s", said, own);
}

/* Whether it had a namespace of its own. */
static bool live_and_end(int without, bool by_itself)
{
    place p;
    supervisor g = {.pid = 0};
    char said[1024];
    int ends[2], status = 0;
    refusals = without;
    make_program(&p);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    assert_int_equal(supervisor_start(&g, p.path, "program", ends[1], -1), 0);
    close(ends[1]);
    hear_program(ends[0], said);
    assert_non_null(strstr(said, "NoNewPrivs:\t1"));
    same_user(said);
    wait_for(3, p.mark);
    if (by_itself) {
        assert_int_equal(send(ends[0], "\n", 1, MSG_NOSIGNAL), 1);
        assert_true(supervisor_saw_end(&g, 10000, &status));
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    }
    supervisor_end(&g);
    assert_int_equal(count_marked(p.mark), 0); /* at once */
    close(ends[0]);
    remove_program(&p);
    return in_own_space(said);
}

TEST(of_every_kind)
{
    for (int i = 0; i < 2; i++) {
        bool best = live_and_end(0, i), users = live_and_end(1, i);
        print_message("# a namespace %s, %s\n", best ? "is given" : "is not given here",
                      users ? "and one inside a user's" : "but none inside a user's");
        assert_false(live_and_end(2, i));
    }
}

/* A program that cannot be started is no reason to try another kind. */
TEST(what_cannot_be_started)
{
    for (int i = 0; i < 2; i++) {
        supervisor g = {.pid = 0};
        refusals = 2 * i;
        assert_int_equal(supervisor_start(&g, "/nowhere/program", "program", STDIN_FILENO, -1),
                         ENOENT);
        assert_int_equal(g.pid, 0);
        assert_int_equal(supervisor_start(&g, "/dev/null", "program", STDIN_FILENO, -1),
                         EACCES);
    }
}
