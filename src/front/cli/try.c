/* front/cli/try.c -- `duel try FILE`: a game while it is being written.
 *
 * This process only watches. Whenever the file is saved it is checked in a process of its own;
 * if it is sound, the page (or the terminal) is started anew on it, in another. So nothing of
 * an old version lives on in the new one, and a file that fails takes nothing down with it. */
#include "front/commands.h"
#include "front/work.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_EVERY_MS = 200, PATIENCE_MS = 5000 };

static const flag try_flags[] = {{"--tui", NULL, N_("in the terminal instead of the page")},
                                 {"--port", "N", N_("the port of the page (default 8080)")},
                                 {NULL, NULL, NULL}};

typedef struct trying {
    request *r;
    char file[4096];
    char data[64]; /* a folder for the games of this try */
    bool tui, opened;
    pid_t front; /* the page or the terminal; 0: none runs */
    struct stat seen;
} trying;

/* ---- the file -----------------------------------------------------------------------------
 */

/* Editors write in place, or put another file there: both are noticed. */
static bool changed(trying *t)
{
    struct stat now;
    if (stat(t->file, &now) != 0)
        return false; /* between two versions */
    bool same = now.st_ino == t->seen.st_ino && now.st_size == t->seen.st_size &&
                now.st_mtim.tv_sec == t->seen.st_mtim.tv_sec &&
                now.st_mtim.tv_nsec == t->seen.st_mtim.tv_nsec;
    t->seen = now;
    return !same;
}

/* ---- processes ----------------------------------------------------------------------------
 */

/* Runs another command of this program in a child, as if it had been typed. */
static pid_t start(const trying *t, const command *c, int argc, char **argv)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    duel_msg why;
    request r = *t->r;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    duel_screen_init(&r.out, stdout);
    duel_screen_init(&r.err, stderr);
    r.console.out = &r.out.sink;
    r.console.err = &r.err.sink;
    r.command = c;
    r.word_count = 0;
    memset(r.value, 0, sizeof r.value);
    duel_status status = args_read(&r, argc, argv, &why);
    int code = status == DUEL_OK ? c->run(&r) : args_fail(&r, status, &why);
    fflush(stdout);
    _exit(code);
}

static int wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_NO;
}

/* Asks the page or the terminal to leave, and sees to it that it does. */
static void stop_front(trying *t)
{
    if (t->front == 0)
        return;
    kill(t->front, SIGTERM);
    for (int waited = 0; waited < PATIENCE_MS; waited += 10) {
        if (waitpid(t->front, NULL, WNOHANG) == t->front) {
            t->front = 0;
            return;
        }
        poll(NULL, 0, 10);
    }
    kill(t->front, SIGKILL);
    wait_for(t->front);
    t->front = 0;
}

static bool front_has_ended(trying *t)
{
    bool ended = t->front && waitpid(t->front, NULL, WNOHANG) == t->front;
    if (ended)
        t->front = 0;
    return ended;
}

/* ---- a version of the file ----------------------------------------------------------------
 */

static bool check(const trying *t)
{
    char games[] = "--games", few[] = "20", variants[] = "--variants", fewer[] = "4";
    char *argv[] = {(char *)(uintptr_t)t->file, games, few, variants, fewer};
    pid_t pid = start(t, &command_check, 5, argv);
    return pid > 0 && wait_for(pid) == EXIT_DONE;
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && value[0];
}

/* Where there is a desktop, its browser is asked to open the page, once. */
static void open_browser(trying *t, const char *port)
{
    char address[64];
    if (t->opened || !(is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")))
        return;
    t->opened = true;
    snprintf(address, sizeof address, "http://127.0.0.1:%.6s/", port);
    pid_t pid = fork();
    if (pid == 0) {
        if (fork() == 0) { /* nobody waits for it */
            poll(NULL, 0, 500);
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
        }
        _exit(0);
    }
    if (pid > 0)
        wait_for(pid);
}

static void start_front(trying *t)
{
    char data_flag[] = "--data", port_flag[] = "--port";
    const char *port = args_text(t->r, "--port");
    const char *data = t->r->data ? t->r->data : t->data;
    char *argv[] = {(char *)(uintptr_t)t->file, data_flag, (char *)(uintptr_t)data, port_flag,
                    (char *)(uintptr_t)(port ? port : "8080")};
    t->front = start(t, t->tui ? &command_tui : &command_serve, t->tui ? 3 : 5, argv);
    if (t->front < 0)
        t->front = 0;
    else if (!t->tui)
        open_browser(t, argv[4]);
}

/* The page of the last good version stays while a mistake is being mended; the terminal makes
 * room for the message. */
static void take_version(trying *t)
{
    if (t->tui)
        stop_front(t);
    if (!check(t)) {
        duel_tell(t->r->console.lang, t->r->console.err,
                  N_("Waiting for {0} to be saved again; Ctrl-C ends."), "c", t->file);
        duel_put(t->r->console.err, "\n");
        return;
    }
    stop_front(t);
    start_front(t);
}

/* ---- the command --------------------------------------------------------------------------
 */

static duel_status begin(trying *t, duel_msg *why)
{
    request *r = t->r;
    if (r->word_count != 1 || r->word[0].len >= sizeof t->file)
        return duel_bad(why,
                        N_("Which file? Write “duel try FILE”; “duel new-game NAME” writes "
                           "one."),
                        "");
    snprintf(t->file, sizeof t->file, "%.*s", (int)r->word[0].len, r->word[0].at);
    t->tui = args_has(r, "--tui");
    if (stat(t->file, &t->seen) != 0)
        return duel_bad(why, N_("{0}: {1}"), "cc", t->file, strerror(errno));
    strcpy(t->data, "/tmp/duel-try-XXXXXX");
    if (mkdtemp(t->data) == NULL)
        return duel_fail(why, N_("{0}: {1}"), "cc", t->data, strerror(errno));
    return DUEL_OK;
}

static void remove_data(const trying *t)
{
    char *const argv[] = {(char *)(uintptr_t) "rm", (char *)(uintptr_t) "-rf",
                          (char *)(uintptr_t)t->data, NULL};
    pid_t pid = fork();
    if (pid == 0) {
        execvp("rm", argv);
        _exit(1);
    }
    if (pid > 0)
        wait_for(pid);
}

static int run_try(request *r)
{
    duel_msg why;
    trying t = {.r = r};
    duel_status status = begin(&t, &why);
    if (status != DUEL_OK)
        return args_fail(r, status, &why);
    work_begin();
    take_version(&t);
    while (!atomic_load(&work_stop) && !front_has_ended(&t)) {
        poll(NULL, 0, LOOK_EVERY_MS);
        if (changed(&t))
            take_version(&t);
    }
    stop_front(&t);
    remove_data(&t);
    return EXIT_DONE;
}

const command command_try = {"try", "FILE [--tui]",
                             N_("Plays a game from a file, and reads it again whenever it is "
                                "saved."),
                             try_flags, run_try};
