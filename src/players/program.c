/* players/program.c -- see program.h. */
#include "players/program.h"
#include "base/clock.h"
#include "base/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLICE_MS = 20 }; /* how often a stop is looked for */

/* ---- the process ------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* What a person can do about it. */
static const char *start_problem(const char *path, int error)
{
    if (is_folder(path))
        return N_("{0} is a folder, not a program.");
    if (error == ENOENT && access(path, F_OK) == 0)
        return N_("The program {0} names an interpreter that is not there.");
    if (error == ENOENT || error == ENOTDIR)
        return N_("There is no program {0}.");
    if (error == EACCES)
        return N_("The file {0} may not be executed; chmod +x would allow it.");
    if (error == ENOEXEC)
        return N_("The file {0} is no program for this machine; a script begins with #! and "
                  "its interpreter.");
    return N_("The program {0} cannot be started: {1}.");
}

/* A name without a slash is looked for in PATH, as a shell does. */
static void find_program(const char *command, char path[PATH_MAX])
{
    const char *places = getenv("PATH");
    duel_str rest = duel_str_of(places ? places : "/usr/bin:/bin"), place;
    snprintf(path, PATH_MAX, "%s", command);
    while (strchr(command, '/') == NULL && duel_str_word(&rest, ":", &place)) {
        char there[PATH_MAX];
        int len = snprintf(there, sizeof there, "%.*s/%s", (int)place.len, place.at, command);
        if (len < PATH_MAX && access(there, X_OK) == 0 && !is_folder(there)) {
            memcpy(path, there, (size_t)len + 1);
            return;
        }
    }
}

/* 0, or the errno. */
static int start_at(program *p, const char *path)
{
    int ends[2];
    if (!duel_join_sockets(SOCK_STREAM, ends))
        return errno;
    int error = supervisor_start(&p->watch, path, p->command, ends[1], p->log);
    close(ends[1]);
    if (error)
        close(ends[0]);
    p->fd = ends[0];
    p->held = p->said = 0;
    return error;
}

duel_status program_start(program *p, duel_msg *why)
{
    char path[PATH_MAX];
    if (program_runs(p))
        return DUEL_OK;
    find_program(p->command, path);
    int error = start_at(p, path);
    if (error == 0)
        return DUEL_OK;
    return duel_invalid(why, start_problem(path, error), "cc", p->command, strerror(error));
}

bool program_runs(const program *p)
{
    return p->watch.pid != 0;
}

/* Ends it, and everything it has started. */
static void program_end(program *p)
{
    if (!program_runs(p))
        return;
    supervisor_end(&p->watch);
    close(p->fd);
}

/* ---- failures ---------------------------------------------------------------------------- */

duel_status program_fail(program *p, const char *id, duel_str detail, duel_msg *why)
{
    duel_refuse(why, id, "cs", p->command, detail);
    program_end(p);
    return DUEL_REFUSED;
}

duel_str program_printable(const char *line)
{
    size_t len = 0;
    while (len < 60 && (unsigned char)line[len] >= ' ' && (unsigned char)line[len] < 127)
        len++;
    return (duel_str){line, len};
}

/* The connection is closed: asks how the program ended, before it is ended. */
static duel_status gone(program *p, duel_msg *why)
{
    enum { PATIENCE_MS = 200 };
    int status = 0;
    bool over = supervisor_saw_end(&p->watch, PATIENCE_MS, &status);
    program_end(p);
    if (over && WIFEXITED(status) && WEXITSTATUS(status) == 127) /* as env and sh say it */
        return duel_refuse(why, N_("The program {0} cannot be started."), "c", p->command);
    if (over && WIFSIGNALED(status))
        return duel_refuse(why, N_("The program {0} crashed (signal {1})."), "ci", p->command,
                           (int64_t)WTERMSIG(status));
    return duel_refuse(why, N_("The program {0} ended without a move."), "c", p->command);
}

/* ---- lines ------------------------------------------------------------------------------- */

/* A program that does not read is a program that does not answer. */
duel_status program_send(program *p, const duel_buf *text, duel_msg *why)
{
    const char *at = text->text;
    size_t left = text->len;
    double until = duel_clock() + PROGRAM_HANDSHAKE_SECONDS;
    while (left) {
        ssize_t n = send(p->fd, at, left, MSG_NOSIGNAL | MSG_DONTWAIT);
        struct pollfd out = {.fd = p->fd, .events = POLLOUT};
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return gone(p, why);
        if (n < 0 && duel_clock() > until)
            return program_fail(p, N_("The program {0} does not read what it is told."),
                                (duel_str){"", 0}, why);
        if (n < 0)
            poll(&out, 1, SLICE_MS);
        else
            at += n, left -= (size_t)n;
    }
    return DUEL_OK;
}

static bool cut_line(program *p, char line[PROGRAM_LINE])
{
    char *newline = memchr(p->in, '\n', p->held);
    if (newline == NULL)
        return false;
    size_t len = (size_t)(newline - p->in);
    memcpy(line, p->in, len);
    line[len] = '\0';
    p->held -= len + 1;
    memmove(p->in, newline + 1, p->held);
    return true;
}

/* Takes in what has arrived; DUEL_OK also when nothing has. */
static duel_status receive_some(program *p, int milliseconds, duel_msg *why)
{
    struct pollfd come = {.fd = p->fd, .events = POLLIN};
    if (poll(&come, 1, milliseconds) <= 0)
        return DUEL_OK;
    ssize_t n = recv(p->fd, p->in + p->held, sizeof p->in - p->held, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return DUEL_OK;
    if (n <= 0)
        return gone(p, why);
    p->held += (size_t)n;
    p->said += (size_t)n;
    bool endless = p->held == sizeof p->in && memchr(p->in, '\n', p->held) == NULL;
    if (p->said > PROGRAM_ANSWER || endless)
        return program_fail(p, N_("The program {0} floods its output."), (duel_str){"", 0},
                            why);
    return DUEL_OK;
}

/* Somebody wants the answer now: it is told once, and has little time left. */
static duel_status look_for_stop(program *p, program_wait *w, duel_msg *why)
{
    if (w->urged || w->stop == NULL || !atomic_load(w->stop))
        return DUEL_OK;
    duel_buf text;
    duel_buf_init(&text);
    duel_put(&text.sink, w->urge ? w->urge : "");
    w->urged = true;
    w->until = duel_clock() + PROGRAM_GRACE_SECONDS;
    duel_status status = program_send(p, &text, why);
    duel_buf_fini(&text);
    return status;
}

duel_status program_hear(program *p, program_wait *w, char line[PROGRAM_LINE], duel_msg *why)
{
    while (!cut_line(p, line)) {
        duel_status status = look_for_stop(p, w, why);
        if (status == DUEL_OK)
            status = receive_some(p, SLICE_MS, why);
        if (status != DUEL_OK)
            return status;
        if (duel_clock() > w->until && memchr(p->in, '\n', p->held) == NULL)
            return program_fail(p, N_("The program {0} has not answered in time."),
                                (duel_str){"", 0}, why);
    }
    return DUEL_OK;
}

void program_begin_answer(program *p)
{
    p->said = p->held;
}

/* ---- life -------------------------------------------------------------------------------- */

duel_status program_init(program *p, duel_str command, duel_msg *why)
{
    if (command.len == 0 || memchr(command.at, ' ', command.len))
        return duel_invalid(why, N_("A program is written cmd:PATH, without blanks."), "");
    char *path = malloc(command.len + 1);
    if (path == NULL)
        return duel_no_space(why);
    memcpy(path, command.at, command.len);
    path[command.len] = '\0';
    *p = (program){.command = path, .log = -1};
    return DUEL_OK;
}

duel_status program_log(program *p, const char *path, duel_msg *why)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return duel_fail(why, N_("Cannot write {0}: {1}."), "cc", path, strerror(errno));
    if (p->log >= 0)
        close(p->log);
    p->log = fd;
    return DUEL_OK;
}

/* A program that is well behaved gets a moment to leave by itself. */
static void say_goodbye(program *p, const char *farewell)
{
    enum { PATIENCE_MS = 100 };
    int status;
    ssize_t len = (ssize_t)strlen(farewell);
    if (send(p->fd, farewell, (size_t)len, MSG_NOSIGNAL | MSG_DONTWAIT) != len)
        return;
    shutdown(p->fd, SHUT_WR);
    supervisor_saw_end(&p->watch, PATIENCE_MS, &status);
}

void program_fini(program *p, const char *farewell)
{
    if (program_runs(p))
        say_goodbye(p, farewell);
    program_end(p);
    if (p->log >= 0)
        close(p->log);
    free(p->command);
}
