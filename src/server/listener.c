/* server/listener.c -- see listener.h. */
#define _GNU_SOURCE /* accept4: no program started meanwhile inherits a connection */
#include "server/listener.h"
#include "server/host_names.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAITING = 4096, REST_MS = 200 };

/* ---- opening --------------------------------------------------------------------------- */

static duel_status read_host(const char *host, struct in_addr *out, duel_msg *why)
{
    if (inet_pton(AF_INET, server_is_local(host) ? "127.0.0.1" : host, out) == 1)
        return DUEL_OK;
    return duel_invalid(
        why, N_("--host is an address such as 0.0.0.0 or 192.168.1.5, not “{0}”."), "c", host);
}

/* A socket that listens there; -1, with errno, where that cannot be. */
static int listen_at(struct in_addr address, int port)
{
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = address};
    if (fd < 0)
        return -1;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 &&
        bind(fd, (struct sockaddr *)&at, sizeof at) == 0 && listen(fd, WAITING) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static duel_status say_why_not(const char *host, int port, int error, duel_msg *why)
{
    switch (error) {
    case EADDRINUSE:
        return duel_fail(why,
                         N_("No port is free at {0} from {1} on; try another with --port."),
                         "ci", host, (int64_t)port);
    case EADDRNOTAVAIL:
        return duel_fail(why,
                         N_("{0} is not an address of this machine: give --host one that is, "
                            "or 0.0.0.0 for all of them."),
                         "c", host);
    default:
        return duel_fail(why, N_("The server cannot listen at {0}, port {1}: {2}."), "cic",
                         host, (int64_t)port, strerror(error));
    }
}

duel_status server_listener_open(server_listener *d, const char *host, int port, int tries,
                                 duel_msg *why)
{
    struct in_addr address;
    duel_status status = read_host(host, &address, why);
    if (status != DUEL_OK)
        return status;
    int fd = -1, at = port;
    do
        fd = listen_at(address, at);
    while (fd < 0 && errno == EADDRINUSE && ++at < port + tries && at <= UINT16_MAX);
    if (fd < 0)
        return say_why_not(host, port, errno, why);
    *d = (server_listener){.socket = fd, .port = at};
    return DUEL_OK;
}

/* ---- letting in ------------------------------------------------------------------------ */

static void on_knock(uv_poll_t *handle, int status, int events);

static void on_rested(uv_timer_t *handle)
{
    server_listener *d = handle->data;
    uv_poll_start(&d->knock, UV_READABLE, on_knock);
}

/* Who cannot be let in would knock again and again without a pause. */
static bool no_room(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

static void on_knock(uv_poll_t *handle, int status, int events)
{
    server_listener *d = handle->data;
    int one = 1, fd = accept4(d->socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    (void)status, (void)events;
    if (fd >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        d->enter(d->owner, fd);
    } else if (no_room(errno)) {
        uv_poll_stop(&d->knock);
        uv_timer_start(&d->rest, on_rested, REST_MS, 0);
    }
}

void server_listener_watch(server_listener *d, uv_loop_t *loop, void *owner,
                           void (*enter)(void *owner, int socket))
{
    uv_poll_init(loop, &d->knock, d->socket);
    uv_timer_init(loop, &d->rest);
    d->knock.data = d->rest.data = d;
    d->owner = owner;
    d->enter = enter;
    d->watched = true;
    uv_poll_start(&d->knock, UV_READABLE, on_knock);
}

void server_listener_close(server_listener *d)
{
    if (d->watched) {
        uv_close((uv_handle_t *)&d->knock, NULL);
        uv_close((uv_handle_t *)&d->rest, NULL);
    }
    if (d->port)
        close(d->socket);
    d->watched = false;
    d->port = 0;
}
