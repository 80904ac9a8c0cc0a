/* front/cli/try_file.c -- `duel try FILE`: plays a game file, and starts it anew whenever it is
 * saved.
 *
 * This process only watches. Whenever the file is saved it is checked in a process of its own;
 * if it is sound, the page (or the terminal) is started anew on it, in another. So nothing of
 * an old version lives on in the new one, and a file that fails takes nothing down with it. */
#include "front/commands.h"
#include "front/console.h"

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

static const duel_option try_options[] = {
    {"tui", DUEL_YESNO, 0, 0, 1, NULL, N_("in the terminal instead of the page")},
    {"port", DUEL_NUMBER, 8080, 1, 65535, NULL, N_("the port of the page")},
    WORK_LAST};

typedef struct trying {
    const duel_console *c;
    char file[4096];
    char data[64]; /* a folder for the games of this try */
    int port;
    bool tui, opened;
    pid_t front; /* the page or the terminal; 0: none runs */
    struct stat seen;
} trying;

/* ---- the file ---------------------------------------------------------------------------- */

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

/* ---- processes --------------------------------------------------------------------------- */

/* Runs another command of this program in a child, as if it had been typed. */
static pid_t start_command(const trying *t, const duel_command *command, int argc, char **argv)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    console own;
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    console_init(&own);
    own.to.lang = t->c->lang;
    own.to.data = t->c->data ? t->c->data : t->data;
    int code = console_run(&own.to, command->name, command, argc, argv);
    fflush(stdout);
    _exit(code);
}

static int wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : DUEL_EXIT_NO;
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

/* ---- a version of the file --------------------------------------------------------------- */

static bool check_file(const trying *t)
{
    char games[] = "--games", few[] = "20", variants[] = "--variants", fewer[] = "4";
    char *argv[] = {(char *)(uintptr_t)t->file, games, few, variants, fewer};
    pid_t pid = start_command(t, &command_check, 5, argv);
    return pid > 0 && wait_for(pid) == DUEL_EXIT_DONE;
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && value[0];
}

/* Where there is a desktop, its browser is asked to open the page, once. */
static void open_browser(trying *t)
{
    char address[64];
    if (t->opened || !(is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")))
        return;
    t->opened = true;
    snprintf(address, sizeof address, "http://127.0.0.1:%d/", t->port);
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
    char port[32], *argv[] = {t->file, port};
    snprintf(port, sizeof port, "--port=%d", t->port);
    t->front = start_command(t, t->tui ? &command_tui : &command_serve, t->tui ? 1 : 2, argv);
    if (t->front < 0)
        t->front = 0;
    else if (!t->tui)
        open_browser(t);
}

/* The page of the last good version stays while a mistake is being mended; the terminal makes
 * room for the message. */
static void take_version(trying *t)
{
    if (t->tui)
        stop_front(t);
    if (!check_file(t)) {
        duel_tell(t->c->lang, t->c->err, N_("Waiting for {0} to be saved again; Ctrl-C ends."),
                  "c", t->file);
        duel_put(t->c->err, "\n");
        return;
    }
    stop_front(t);
    start_front(t);
}

/* ---- the command ------------------------------------------------------------------------- */

static duel_status begin_trying(trying *t, const duel_args *a, duel_msg *why)
{
    duel_status status = duel_need_words(t->c, why);
    if (status != DUEL_OK)
        return status;
    if (a->word_count != 1 || a->word[0].len >= sizeof t->file)
        return duel_invalid(why,
                            N_("Which file? Write “duel try FILE”; “duel new-game NAME” writes "
                               "one."),
                            "");
    snprintf(t->file, sizeof t->file, "%.*s", (int)a->word[0].len, a->word[0].at);
    t->tui = duel_args_value(a, "tui");
    t->port = (int)duel_args_value(a, "port");
    if (stat(t->file, &t->seen) != 0)
        return duel_invalid(why, N_("Cannot read {0}: {1}."), "cc", t->file, strerror(errno));
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

static duel_status run_try(const duel_console *c, const duel_args *a, duel_msg *why)
{
    trying t = {.c = c};
    duel_status status = begin_trying(&t, a, why);
    if (status != DUEL_OK)
        return status;
    progress_begin();
    take_version(&t);
    while (!atomic_load(&work_stop) && !front_has_ended(&t)) {
        poll(NULL, 0, LOOK_EVERY_MS);
        if (changed(&t))
            take_version(&t);
    }
    stop_front(&t);
    remove_data(&t);
    return DUEL_OK;
}

const duel_command command_try = {
    "try",
    "FILE",
    N_("Plays a game from a file, and reads it again whenever it is saved."),
    try_options,
    NULL,
    1,
    run_try};
