/* front/ggp/connections.c -- the connections of a player, in a loop over poll: see inside.h. */
#define _GNU_SOURCE /* accept4, pipe2 */
#include "base/clock.h"
#include "front/ggp/inside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PLACES = 32, BACKLOG = 64, DOOR = PLACES, BELL, POLLED };

/* Seconds that a request may take to come, an answer to be taken, a peer to hang up, and that a
 * round lasts at most. */
static const double to_come = 10, to_take = 5, to_leave = 1, to_rest = 0.25;

typedef enum line_state {
    LINE_FREE,
    LINE_READING,
    LINE_WAITING,
    LINE_WRITING,
    LINE_LEAVING
} line_state;

typedef struct line {
    line_state state;
    int socket;
    uint64_t ticket;
    double since, until; /* when it came; when its state ends */
    duel_buf in, out;
    size_t wanted; /* bytes of the request, as far as is known */
    size_t sent;
} line;

struct ggp_connections {
    ggp_connections_setup setup;
    int door, port, bell[2];
    uint64_t tickets;
    line line[PLACES];
};

/* ---- one line --------------------------------------------------------------------------- */

static void close_line(line *c)
{
    close(c->socket);
    duel_buf_fini(&c->in);
    duel_buf_fini(&c->out);
    *c = (line){.state = LINE_FREE};
}

static void enter_state_of(line *c, line_state state, double until)
{
    c->state = state;
    c->until = until;
}

static void begin_answer(line *c, int status, duel_str body)
{
    post_answer(status, body, &c->out.sink);
    if (c->out.failed)
        close_line(c);
    else
        enter_state_of(c, LINE_WRITING, duel_clock() + to_take);
}

void ggp_connections_answer(ggp_connections *l, uint64_t ticket, int status, duel_str body)
{
    for (line *c = l->line; c < l->line + PLACES; c++)
        if (c->state == LINE_WAITING && c->ticket == ticket)
            begin_answer(c, status, body);
}

static void hear_post(ggp_connections *l, line *c)
{
    post p;
    post_step step = post_read(duel_buf_str(&c->in), &p);
    c->wanted = p.wanted;
    if (step == POST_REFUSED) {
        begin_answer(c, p.status, duel_str_of("nil"));
    } else if (step == POST_WHOLE) {
        uint64_t ticket = c->ticket;
        enter_state_of(c, LINE_WAITING, duel_clock() + to_take);
        double until = l->setup.heard(l->setup.owner, ticket, p.body, c->since);
        if (c->state == LINE_WAITING && c->ticket == ticket)
            c->until = until;
    }
}

static void read_line(ggp_connections *l, line *c)
{
    char block[1 << 14];
    ssize_t got = recv(c->socket, block, sizeof block, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        close_line(c);
        return;
    }
    duel_put_str(&c->in.sink, (duel_str){block, (size_t)got});
    if (c->in.failed)
        close_line(c);
    else if (c->in.len >= c->wanted || c->wanted <= POST_HEAD_BYTES)
        hear_post(l, c);
}

static void send_answer_to(line *c)
{
    ssize_t sent = send(c->socket, c->out.text + c->sent, c->out.len - c->sent, MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (sent < 0) {
        close_line(c);
        return;
    }
    c->sent += (size_t)sent;
    if (c->sent < c->out.len)
        return;
    shutdown(c->socket, SHUT_WR);
    enter_state_of(c, LINE_LEAVING, duel_clock() + to_leave);
}

/* Bytes that nobody read would, on closing, take the answer with them. */
static void drain_line(line *c)
{
    char block[1 << 14];
    ssize_t got = recv(c->socket, block, sizeof block, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_line(c);
}

static void serve_line(ggp_connections *l, line *c)
{
    switch (c->state) {
    case LINE_READING:
        read_line(l, c);
        break;
    case LINE_WRITING:
        send_answer_to(c);
        break;
    case LINE_LEAVING:
        drain_line(c);
        break;
    case LINE_FREE:
    case LINE_WAITING:
        break;
    }
}

/* ---- who comes and who goes ------------------------------------------------------------- */

/* A free place, or that of who has been longest about its request; NULL: all are being
 * answered. */
static line *place_for_line(ggp_connections *l)
{
    line *slowest = NULL;
    for (line *c = l->line; c < l->line + PLACES; c++) {
        if (c->state == LINE_FREE)
            return c;
        if ((c->state == LINE_READING || c->state == LINE_LEAVING) &&
            (slowest == NULL || c->since < slowest->since))
            slowest = c;
    }
    if (slowest)
        close_line(slowest);
    return slowest;
}

static void let_in(ggp_connections *l)
{
    int socket = accept4(l->door, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    line *c = socket < 0 ? NULL : place_for_line(l);
    if (c == NULL) {
        if (socket >= 0)
            close(socket);
        return;
    }
    double now = duel_clock();
    *c = (line){.socket = socket, .ticket = ++l->tickets, .since = now};
    duel_buf_init(&c->in);
    duel_buf_init(&c->out);
    enter_state_of(c, LINE_READING, now + to_come);
}

static void end_state_of(ggp_connections *l, line *c)
{
    uint64_t ticket = c->ticket;
    if (c->state != LINE_WAITING) {
        close_line(c);
        return;
    }
    l->setup.late(l->setup.owner, ticket);
    if (c->state == LINE_WAITING && c->ticket == ticket)
        close_line(c);
}

static void hear_bell(ggp_connections *l)
{
    char block[64];
    while (read(l->bell[0], block, sizeof block) == (ssize_t)sizeof block)
        continue;
    l->setup.woken(l->setup.owner);
}

void ggp_connections_wake(ggp_connections *l)
{
    ssize_t unused = write(l->bell[1], "", 1); /* a full pipe wakes all the same */
    (void)unused;
}

/* ---- rounds ----------------------------------------------------------------------------- */

static short events_of(line_state state)
{
    return (short)(state == LINE_READING || state == LINE_LEAVING ? POLLIN
                   : state == LINE_WRITING                        ? POLLOUT
                                                                  : 0);
}

/* Milliseconds until some state ends. */
static int time_to_wait(const ggp_connections *l)
{
    double now = duel_clock(), until = now + to_rest;
    for (const line *c = l->line; c < l->line + PLACES; c++)
        if (c->state != LINE_FREE && c->until < until)
            until = c->until;
    return until <= now ? 0 : (int)((until - now) * 1e3) + 1;
}

void ggp_connections_round(ggp_connections *l)
{
    struct pollfd all[POLLED];
    for (int i = 0; i < PLACES; i++) {
        short events = events_of(l->line[i].state);
        all[i] = (struct pollfd){.fd = events ? l->line[i].socket : -1, .events = events};
    }
    all[DOOR] = (struct pollfd){.fd = l->door, .events = POLLIN};
    all[BELL] = (struct pollfd){.fd = l->bell[0], .events = POLLIN};
    if (poll(all, POLLED, time_to_wait(l)) < 0)
        return;
    if (all[BELL].revents)
        hear_bell(l);
    for (int i = 0; i < PLACES; i++)
        if (all[i].revents)
            serve_line(l, &l->line[i]);
    double now = duel_clock();
    for (line *c = l->line; c < l->line + PLACES; c++)
        if (c->state != LINE_FREE && c->until <= now)
            end_state_of(l, c);
    if (all[DOOR].revents)
        let_in(l);
}

/* ---- life ------------------------------------------------------------------------------- */

static duel_status open_door_at(ggp_connections *l, struct in_addr address, duel_msg *why)
{
    int one = 1;
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)l->setup.port), .sin_addr = address};
    socklen_t len = sizeof at;
    l->door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (l->door >= 0 && setsockopt(l->door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        bind(l->door, (struct sockaddr *)&at, sizeof at) == 0 &&
        listen(l->door, BACKLOG) == 0 &&
        getsockname(l->door, (struct sockaddr *)&at, &len) == 0) {
        l->port = ntohs(at.sin_port);
        return DUEL_OK;
    }
    return duel_fail(why, N_("Nobody can listen at {0}, port {1}: {2}."), "cic", l->setup.host,
                     (int64_t)l->setup.port, strerror(errno));
}

static duel_status open_lines(ggp_connections *l, duel_msg *why)
{
    struct in_addr address;
    if (inet_pton(AF_INET, l->setup.host, &address) != 1)
        return duel_invalid(
            why, N_("--host is an address such as 0.0.0.0 or 192.168.1.5, not “{0}”."), "c",
            l->setup.host);
    duel_status status = open_door_at(l, address, why);
    if (status == DUEL_OK && pipe2(l->bell, O_CLOEXEC | O_NONBLOCK) != 0)
        status = duel_fail(why, N_("{0}: {1}"), "cc", "pipe", strerror(errno));
    return status;
}

duel_status ggp_connections_new(const ggp_connections_setup *setup, ggp_connections **out,
                                duel_msg *why)
{
    ggp_connections *l = calloc(1, sizeof *l);
    if (l == NULL)
        return duel_no_space(why);
    l->setup = *setup;
    l->door = l->bell[0] = l->bell[1] = -1;
    duel_status status = open_lines(l, why);
    if (status == DUEL_OK)
        *out = l;
    else
        ggp_connections_free(l);
    return status;
}

static void close_if_open(int fd)
{
    if (fd >= 0)
        close(fd);
}

void ggp_connections_free(ggp_connections *l)
{
    if (l == NULL)
        return;
    for (line *c = l->line; c < l->line + PLACES; c++)
        if (c->state != LINE_FREE)
            close_line(c);
    close_if_open(l->door);
    close_if_open(l->bell[0]);
    close_if_open(l->bell[1]);
    free(l);
}

int ggp_connections_port(const ggp_connections *l)
{
    return l->port;
}
