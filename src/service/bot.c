/* service/bot.c -- see bot.h. */
#include "service/bot.h"
#include "base/clock.h"
#include "core/play.h"
#include "core/variant.h"
#include "service/warden.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LINE_MOST = 4096,     /* bytes of a line */
    TURN_MOST = 64 << 10, /* bytes of an answer, all its info lines together */
    REFUSALS = 3,
    HANDSHAKE_SECONDS = 10,
    PATIENT_SECONDS = 60, /* for a turn without a limit */
    GRACE_SECONDS = 1,
    SLICE_MS = 20 /* how often a stop is looked for */
};

struct duel_bot {
    const duel_variant *v;
    char *command;
    warden watch;
    int fd;
    int seat;   /* it was started for */
    bool ready; /* it has said so */
    bool fresh; /* no turn of this game yet */
    char in[LINE_MOST];
    size_t held; /* bytes in `in` */
    size_t said; /* bytes of this answer */
};

typedef struct waiting { /* until when, and who may interrupt */
    double until;
    const atomic_bool *stop;
    bool stopping;
} waiting;

bool duel_bot_is(duel_str spec)
{
    return spec.len > 4 && memcmp(spec.at, "cmd:", 4) == 0;
}

/* ---- the process --------------------------------------------------------------------------
 */

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
static int start_bot(duel_bot *b, const char *path)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    int error = warden_start(&b->watch, path, b->command, ends[1]);
    close(ends[1]);
    if (error)
        close(ends[0]);
    b->fd = ends[0];
    b->held = b->said = 0;
    return error;
}

duel_status duel_bot_start(duel_bot *b, duel_msg *why)
{
    char path[PATH_MAX];
    if (b->watch.pid)
        return DUEL_OK;
    find_program(b->command, path);
    int error = start_bot(b, path);
    if (error == 0)
        return DUEL_OK;
    return duel_bad(why, start_problem(path, error), "cc", b->command, strerror(error));
}

/* Ends the program and everything it started. */
static void end(duel_bot *b)
{
    if (b->watch.pid == 0)
        return;
    warden_end(&b->watch);
    close(b->fd);
    b->ready = false;
}

/* ---- failures -----------------------------------------------------------------------------
 */

static duel_status fail(duel_bot *b, const char *id, duel_str detail, duel_msg *why)
{
    duel_refuse(why, id, "cs", b->command, detail);
    end(b);
    return DUEL_NO;
}

/* The connection is closed: asks how the program ended, before it is ended. */
static duel_status gone(duel_bot *b, duel_msg *why)
{
    enum { PATIENCE_MS = 200 };
    int status = 0;
    bool over = warden_saw_end(&b->watch, PATIENCE_MS, &status);
    end(b);
    if (over && WIFEXITED(status) && WEXITSTATUS(status) == 127) /* as env and sh say it */
        return duel_refuse(why, N_("The program {0} cannot be started."), "c", b->command);
    if (over && WIFSIGNALED(status))
        return duel_refuse(why, N_("The program {0} crashed (signal {1})."), "ci", b->command,
                           (int64_t)WTERMSIG(status));
    return duel_refuse(why, N_("The program {0} ended without a move."), "c", b->command);
}

/* ---- lines --------------------------------------------------------------------------------
 */

/* A program that does not read is a program that does not answer. */
static duel_status send_text(duel_bot *b, const duel_buf *text, duel_msg *why)
{
    const char *at = text->text;
    size_t left = text->len;
    double until = duel_clock() + HANDSHAKE_SECONDS;
    while (left) {
        ssize_t n = send(b->fd, at, left, MSG_NOSIGNAL | MSG_DONTWAIT);
        struct pollfd p = {.fd = b->fd, .events = POLLOUT};
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return gone(b, why);
        if (n < 0 && duel_clock() > until)
            return fail(b, N_("The program {0} does not read what it is told."),
                        (duel_str){"", 0}, why);
        if (n < 0)
            poll(&p, 1, SLICE_MS);
        else
            at += n, left -= (size_t)n;
    }
    return DUEL_OK;
}

static bool cut_line(duel_bot *b, char line[LINE_MOST])
{
    char *newline = memchr(b->in, '\n', b->held);
    if (newline == NULL)
        return false;
    size_t len = (size_t)(newline - b->in);
    memcpy(line, b->in, len);
    line[len] = '\0';
    b->held -= len + 1;
    memmove(b->in, newline + 1, b->held);
    return true;
}

/* Takes in what has arrived; DUEL_OK also when nothing has. */
static duel_status receive_some(duel_bot *b, int milliseconds, duel_msg *why)
{
    struct pollfd p = {.fd = b->fd, .events = POLLIN};
    if (poll(&p, 1, milliseconds) <= 0)
        return DUEL_OK;
    ssize_t n = recv(b->fd, b->in + b->held, sizeof b->in - b->held, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return DUEL_OK;
    if (n <= 0)
        return gone(b, why);
    b->held += (size_t)n;
    b->said += (size_t)n;
    bool endless = b->held == sizeof b->in && memchr(b->in, '\n', b->held) == NULL;
    if (b->said > TURN_MOST || endless)
        return fail(b, N_("The program {0} floods its output."), (duel_str){"", 0}, why);
    return DUEL_OK;
}

/* Somebody wants the answer now: it is told once, and has little time left. */
static duel_status look_for_stop(duel_bot *b, waiting *w, duel_msg *why)
{
    if (w->stopping || w->stop == NULL || !atomic_load(w->stop))
        return DUEL_OK;
    duel_buf text;
    duel_buf_init(&text);
    duel_put(&text.sink, "stop\n");
    w->stopping = true;
    w->until = duel_clock() + GRACE_SECONDS;
    duel_status status = send_text(b, &text, why);
    duel_buf_fini(&text);
    return status;
}

static duel_status hear(duel_bot *b, waiting *w, char line[LINE_MOST], duel_msg *why)
{
    while (!cut_line(b, line)) {
        duel_status status = look_for_stop(b, w, why);
        if (status == DUEL_OK)
            status = receive_some(b, SLICE_MS, why);
        if (status != DUEL_OK)
            return status;
        if (duel_clock() > w->until && memchr(b->in, '\n', b->held) == NULL)
            return fail(b, N_("The program {0} has not answered in time."), (duel_str){"", 0},
                        why);
    }
    return DUEL_OK;
}

/* The next line that is not `info`. */
static duel_status hear_answer(duel_bot *b, waiting *w, char line[LINE_MOST], duel_msg *why)
{
    duel_status status;
    do
        status = hear(b, w, line, why);
    while (status == DUEL_OK && strncmp(line, "info", 4) == 0);
    return status;
}

/* ---- the handshake ------------------------------------------------------------------------
 */

static void introduce(const duel_bot *b, duel_buf *out)
{
    const duel_variant *v = b->v;
    duel_putf(&out->sink, "duelliste 1\ngame %s %u\nvariant ", v->game->id, v->game->version);
    duel_variant_print(v, &out->sink);
    duel_putf(&out->sink, "\nseat %d of %d\nready?\n", b->seat + 1, v->seats);
}

static duel_str printable(const char *line)
{
    size_t len = 0;
    while (len < 60 && (unsigned char)line[len] >= ' ' && (unsigned char)line[len] < 127)
        len++;
    return (duel_str){line, len};
}

static duel_status greet(duel_bot *b, int seat, duel_msg *why)
{
    char line[LINE_MOST];
    waiting w = {.until = duel_clock() + HANDSHAKE_SECONDS};
    duel_buf text;
    b->fresh = b->fresh || !b->ready || b->seat != seat;
    b->seat = seat;
    if (b->ready)
        return DUEL_OK;
    if (duel_bot_start(b, why) != DUEL_OK)
        return DUEL_NO; /* it was there when the game began */
    duel_buf_init(&text);
    introduce(b, &text);
    duel_status status = send_text(b, &text, why);
    duel_buf_fini(&text);
    if (status == DUEL_OK)
        status = hear_answer(b, &w, line, why);
    if (status == DUEL_OK && strncmp(line, "ready", 5) != 0)
        status = fail(b, N_("The program {0} says “{1}” where “ready” was expected."),
                      printable(line), why);
    b->ready = status == DUEL_OK;
    return status;
}

/* ---- a turn -------------------------------------------------------------------------------
 */

static void put_question(duel_bot *b, const void *view, const duel_think *t, duel_buf *out)
{
    duel_move list[DUEL_MOVES_MAX];
    if (b->fresh)
        duel_putf(&out->sink, "new\nseat %d of %d\n", b->seat + 1, b->v->seats);
    b->fresh = false;
    duel_put(&out->sink, "view ");
    duel_print(b->v, view, &out->sink);
    duel_put(&out->sink, "\nmoves");
    int count = b->v->game->moves(b->v, view, list);
    for (int i = 0; i < count; i++) {
        duel_put(&out->sink, " ");
        duel_print_move(b->v, view, list[i], &out->sink);
    }
    duel_putf(&out->sink, "\ngo seconds %g nodes %llu seed %llu\n", t->seconds,
              (unsigned long long)t->nodes, (unsigned long long)t->seed);
}

/* One answer: a legal move, DUEL_STOPPED = refused, it may try again; or it has failed. */
static duel_status take_move(duel_bot *b, const void *view, const char *line, int refusals,
                             duel_move *move, duel_msg *why)
{
    duel_msg rule = {0};
    duel_buf text;
    if (strncmp(line, "move ", 5) != 0)
        return fail(b, N_("The program {0} says “{1}” where a move was expected."),
                    printable(line), why);
    duel_str said = duel_str_trim(duel_str_of(line + 5));
    if (duel_read_move(b->v, view, said, move, &rule) == DUEL_OK)
        return DUEL_OK;
    if (refusals + 1 == REFUSALS)
        return fail(b, N_("The program {0} plays “{1}”, which is not legal."),
                    printable(line + 5), why);
    duel_buf_init(&text);
    duel_put(&text.sink, "refused ");
    duel_put_str(&text.sink, said);
    duel_put(&text.sink, " ");
    duel_render(DUEL_EN, &rule, &text.sink);
    duel_put(&text.sink, "\n");
    duel_status status = send_text(b, &text, why);
    duel_buf_fini(&text);
    return status == DUEL_OK ? DUEL_STOPPED : status;
}

static duel_status ask_move(duel_bot *b, const void *view, const duel_think *t, waiting *w,
                            duel_move *move, duel_msg *why)
{
    char line[LINE_MOST];
    duel_buf text;
    duel_buf_init(&text);
    put_question(b, view, t, &text);
    b->said = b->held;
    duel_status status = send_text(b, &text, why);
    duel_buf_fini(&text);
    for (int refusals = 0; status == DUEL_OK; refusals++) {
        status = hear_answer(b, w, line, why);
        if (status != DUEL_OK)
            break;
        status = take_move(b, view, line, refusals, move, why);
        if (status != DUEL_STOPPED)
            break;
        status = DUEL_OK;
    }
    return status;
}

/* A turn of several moves is asked for move by move, on a state imagined from the view: inside
 * its own turn a seat learns nothing, so its view stays true. */
duel_status duel_bot_think(duel_bot *b, const duel_think *t, duel_answer *out, duel_msg *why)
{
    double begin = duel_clock();
    double limit = t->seconds > 0 ? t->seconds + GRACE_SECONDS : PATIENT_SECONDS;
    duel_state state, view;
    memset(out, 0, sizeof *out);
    memcpy(&view, t->view, b->v->state_size);
    bool goes_on = duel_imagine(b->v, t->view, &state), ended = false;
    duel_status status = greet(b, t->seat, why);
    waiting w = {.until = duel_clock() + limit, .stop = t->stop};
    while (status == DUEL_OK && !ended) {
        duel_move move;
        status = ask_move(b, &view, t, &w, &move, why);
        if (status != DUEL_OK)
            break;
        out->plan[out->plan_count++] = out->line[out->line_count++] = move;
        ended = !goes_on || out->plan_count == DUEL_PLAN;
        if (ended)
            break;
        b->v->game->play(b->v, &state, move);
        duel_view(b->v, &state, t->seat, &view);
        ended = duel_turn_ended(b->v, t->seat, &state);
    }
    out->seconds = duel_clock() - begin;
    return status;
}

void duel_bot_forget(duel_bot *b)
{
    b->fresh = true;
}

/* ---- life ---------------------------------------------------------------------------------
 */

duel_status duel_bot_open(duel_str command, const duel_variant *v, duel_bot **out,
                          duel_msg *why)
{
    if (command.len == 0 || memchr(command.at, ' ', command.len))
        return duel_bad(why, N_("A program is written cmd:PATH, without blanks."), "");
    duel_bot *b = calloc(1, sizeof *b);
    char *path = malloc(command.len + 1);
    if (b == NULL || path == NULL) {
        free(b);
        free(path);
        return duel_full(why);
    }
    memcpy(path, command.at, command.len);
    path[command.len] = '\0';
    b->v = v;
    b->command = path;
    b->fresh = true;
    *out = b;
    return DUEL_OK;
}

/* A program that is well behaved gets a moment to leave by itself. */
static void say_goodbye(duel_bot *b)
{
    enum { PATIENCE_MS = 100 };
    int status;
    if (send(b->fd, "quit\n", 5, MSG_NOSIGNAL | MSG_DONTWAIT) != 5)
        return;
    shutdown(b->fd, SHUT_WR);
    warden_saw_end(&b->watch, PATIENCE_MS, &status);
}

void duel_bot_close(duel_bot *b)
{
    if (b == NULL)
        return;
    if (b->watch.pid)
        say_goodbye(b);
    end(b);
    free(b->command);
    free(b);
}
