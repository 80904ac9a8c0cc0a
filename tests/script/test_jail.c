/* tests/script/test_jail.c -- what the process of a file may not do, though it were to run code
 * of its own: this test stands in for a function of the process (which is this very program,
 * started once more), and makes the call that the file's name asks for. */
#define _GNU_SOURCE
#include "check.h"

#include "script/inside.h"
#include "script/sandbox.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SOCKET = 3 };

/* ---- planted calls ---------------------------------------------------------------------- */

static void call_open(void)
{
    open("/etc/passwd", O_RDONLY);
}

static void call_create(void)
{
    creat("/tmp/planted", 0600);
}

static void call_stat(void)
{
    struct stat s;
    stat("/etc/passwd", &s);
}

static void call_socket(void)
{
    socket(AF_INET, SOCK_STREAM, 0);
}

static void call_socketpair(void)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
}

static void call_pipe(void)
{
    int ends[2];
    syscall(SYS_pipe2, ends, 0);
}

static void call_fork(void)
{
    if (fork() == 0)
        _exit(0);
}

static void call_vfork(void)
{
    if (syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0) == 0)
        _exit(0);
}

static void call_exec(void)
{
    execl("/bin/true", "true", (char *)NULL);
}

static void call_kill(void)
{
    kill(getppid(), 0);
}

static void call_signal_itself(void)
{
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1);
}

static void call_trace(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static void call_control(void)
{
    prctl(PR_SET_DUMPABLE, 1);
}

static void call_limit(void)
{
    struct rlimit l = {8, 8};
    setrlimit(RLIMIT_NOFILE, &l);
}

static void call_copy(void)
{
    dup(SOCKET);
}

static void call_pass_on(void)
{
    struct msghdr m = {.msg_iovlen = 0};
    sendmsg(SOCKET, &m, 0);
}

static void call_write_elsewhere(void)
{
    write(STDOUT_FILENO, "x", 1);
}

static void call_send_elsewhere(void)
{
    send(STDIN_FILENO, "x", 1, 0);
}

static void call_run_memory(void)
{
    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void call_map_file(void)
{
    mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, SOCKET, 0);
}

static void call_make_run(void)
{
    mprotect((void *)((uintptr_t)&call_make_run & ~(uintptr_t)4095), 4096,
             PROT_READ | PROT_WRITE | PROT_EXEC);
}

static void call_change_folder(void)
{
    chdir("/");
}

static void call_delete(void)
{
    unlink("/tmp/planted");
}

static void call_who(void)
{
    setuid(0);
}

static void call_namespace(void)
{
    syscall(SYS_unshare, CLONE_NEWUSER);
}

static void call_device(void)
{
    syscall(SYS_ioctl, STDIN_FILENO, 0, 0);
}

static void call_foreign_abi(void)
{
    syscall(SYS_getpid | 0x40000000); /* as x32 counts */
}

static void call_nothing(void)
{
}

static const struct planted {
    const char *name;
    void (*call)(void);
} planted[] = {{"open", call_open},
               {"create", call_create},
               {"stat", call_stat},
               {"socket", call_socket},
               {"socketpair", call_socketpair},
               {"pipe", call_pipe},
               {"fork", call_fork},
               {"vfork", call_vfork},
               {"exec", call_exec},
               {"kill", call_kill},
               {"signal_itself", call_signal_itself},
               {"trace", call_trace},
               {"control", call_control},
               {"limit", call_limit},
               {"copy", call_copy},
               {"pass_on", call_pass_on},
               {"write_elsewhere", call_write_elsewhere},
               {"send_elsewhere", call_send_elsewhere},
               {"run_memory", call_run_memory},
               {"map_file", call_map_file},
               {"make_run", call_make_run},
               {"change_folder", call_change_folder},
               {"delete", call_delete},
               {"who", call_who},
               {"namespace", call_namespace},
               {"device", call_device},
               {"foreign_abi", call_foreign_abi}};
enum { PLANTED = sizeof planted / sizeof *planted };

bool __real_sandbox_open(sandbox *s, const char *name, duel_str source, sandbox_fault *fault);
bool __wrap_sandbox_open(sandbox *s, const char *name, duel_str source, sandbox_fault *fault);

bool __wrap_sandbox_open(sandbox *s, const char *name, duel_str source, sandbox_fault *fault)
{
    void (*call)(void) = call_nothing;
    for (int i = 0; i < PLANTED; i++)
        if (strcmp(planted[i].name, name) == 0)
            call = planted[i].call;
    call();
    return __real_sandbox_open(s, name, source, fault);
}

/* ---- what becomes of them --------------------------------------------------------------- */

static void write_file(char path[256], const char *name)
{
    char folder[] = "/tmp/duel-cell-XXXXXX";
    assert_non_null(mkdtemp(folder));
    snprintf(path, 256, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("rules = 'none'\n"
          "function init() return {1} end\n"
          "function over() return {0, 0} end\n"
          "function moves() return {} end\n"
          "function play(s) return s end\n",
          f);
    fclose(f);
}

static void remove_file(char path[256])
{
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

static duel_status start(const char *name, duel_buf *said)
{
    char path[256];
    script_parent h;
    duel_str description;
    duel_msg why;
    write_file(path, name);
    duel_status status = script_parent_start(&h, &script_kind_lua, path, &description, &why);
    if (status == DUEL_OK)
        script_parent_stop(&h);
    else
        duel_render(DUEL_EN, &why, &said->sink);
    remove_file(path);
    return status;
}

TEST(what_a_file_may_not_do)
{
    for (int i = 0; i < PLANTED; i++) {
        CHECK_BUF(said);
        if (start(planted[i].name, &said) != DUEL_FAILED)
            fail_msg("%s was not refused", planted[i].name);
        if (strstr(said.text, "asked the system for what it may not have") == NULL)
            fail_msg("%s: %s", planted[i].name, said.text);
    }
}

TEST(what_it_may)
{
    CHECK_BUF(said);
    if (start("nothing", &said) != DUEL_OK)
        fail_msg("%s", said.text);
}
