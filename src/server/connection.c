/* server/connection.c -- see connection.h. */
#include "server/connection.h"
#include "base/clock.h"
#include "server/connection_inside.h"
#include "server/response.h"
#include "server/same_user.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {                    /* seconds */
       HEAD_SECONDS = 15, /* for a whole head */
       KEEP_SECONDS = 20, /* between requests, and for a reader to take something */
       LEAVE_SECONDS = 3  /* for the other side to hang up, too */
};
enum { SWEEP_MS = 1000, CHUNK = 16384 };
static const double round_seconds = 0.004; /* for all turns of a round of the loop */
enum { SWITCHING = 101, BAD_REQUEST = 400, FORBIDDEN = 403, TOO_MANY = 429, UNAVAILABLE = 503 };

/* ---- one connection --------------------------------------------------------------------- */

void connection_wait(server_connection *l, unsigned seconds)
{
    l->due = uv_now(l->all->loop) + seconds * UINT64_C(1000);
}

bool connection_is_sending(const server_connection *l)
{
    return l->sent < l->out.len || l->left;
}

static void on_line_closed(uv_handle_t *handle)
{
    server_connection *l = handle->data;
    duel_buf_fini(&l->out);
    free(l->http);
    free(l);
}

static connection_ring *ring_of(const server_connection *l)
{
    return l->half ? &l->all->half : &l->all->sockets;
}

static void link_line(server_connection *l)
{
    connection_ring *r = ring_of(l);
    l->before = NULL;
    l->next = r->first;
    if (l->next)
        l->next->before = l;
    else
        r->last = l;
    r->first = l;
}

static void unlink_line(server_connection *l)
{
    connection_ring *r = ring_of(l);
    if (l->before)
        l->before->next = l->next;
    else
        r->first = l->next;
    if (l->next)
        l->next->before = l->before;
    else
        r->last = l->before;
}

void connection_is_plain_http(server_connection *l, bool half)
{
    unlink_line(l);
    quotas_add(l->all->setup->quotas, l->address, QUOTA_OF_HALF_OPEN, half - l->half);
    l->half = half;
    link_line(l);
}

static uint64_t clock_ms(void)
{
    return (uint64_t)(duel_clock() * 1000);
}

static void drop_line(server_connection *l)
{
    quotas *g = l->all->setup->quotas;
    socket_free(l);
    fair_queue_remove(&l->all->turns, l);
    unlink_line(l);
    if (l->half)
        quotas_give(g, l->address, QUOTA_OF_HALF_OPEN, 1);
    quotas_depart(g, l->address, clock_ms());
    uv_close((uv_handle_t *)&l->poll, on_line_closed);
    close(l->fd);
}

static void on_event(uv_poll_t *handle, int status, int events);

/* While an answer goes out the next request is not read. */
static void watch_line(server_connection *l)
{
    bool sending = connection_is_sending(l);
    bool hears = l->socket || l->leaving || !sending;
    int events = (hears ? UV_READABLE : 0) | (sending || socket_speaks(l) ? UV_WRITABLE : 0);
    if (l->socket)
        l->all->setup->protocol->unsent(l->socket->client, l->out.len - l->sent);
    if (events != l->events)
        uv_poll_start(&l->poll, events, on_event);
    l->events = events;
}

/* ---- sending ---------------------------------------------------------------------------- */

/* How many bytes the socket has taken; -1: it is lost. */
static ssize_t offer(const server_connection *l, const void *bytes, size_t count)
{
    ssize_t n = count ? send(l->fd, bytes, count, MSG_NOSIGNAL) : 0;
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : n;
}

bool connection_send(server_connection *l, const char *bytes, size_t count)
{
    ssize_t n = connection_is_sending(l) ? 0 : offer(l, bytes, count);
    if (n < 0)
        return false;
    if ((size_t)n < count)
        duel_put_str(&l->out.sink, (duel_str){bytes + n, count - (size_t)n});
    return !l->out.failed;
}

static void forget_sent(server_connection *l)
{
    if (l->out.len == 0)
        return;
    duel_buf_fini(&l->out); /* an idle connection keeps no room */
    duel_buf_init(&l->out);
    l->sent = 0;
}

/* What waits; then the body. */
static bool flush_line(server_connection *l)
{
    ssize_t n = offer(l, l->out.text + l->sent, l->out.len - l->sent), body = 0;
    l->sent += n > 0 ? (size_t)n : 0;
    if (n >= 0 && l->sent == l->out.len)
        body = offer(l, l->body, l->left);
    if (n < 0 || body < 0)
        return false;
    l->body += l->left ? body : 0;
    l->left -= (size_t)body;
    if (l->socket == NULL && n + body > 0)
        connection_wait(l, KEEP_SECONDS);
    if (l->sent == l->out.len)
        forget_sent(l);
    return true;
}

void connection_leave(server_connection *l)
{
    l->leaving = true;
    connection_wait(l, LEAVE_SECONDS);
}

/* To close at once would make the system throw away what the other side has not read yet, when
 * something of its own is unread here. */
static void hang_up(server_connection *l)
{
    if (!l->leaving || l->hung_up || connection_is_sending(l))
        return;
    shutdown(l->fd, SHUT_WR);
    l->hung_up = true;
    connection_wait(l, LEAVE_SECONDS);
}

/* ---- requests --------------------------------------------------------------------------- */

typedef int end_of(int fd, struct sockaddr *out, socklen_t *len);

/* One end of a connection; "" if that is not known. */
static void read_end(end_of *end, int fd, char out[INET_ADDRSTRLEN])
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof at;
    out[0] = '\0';
    if (end(fd, (struct sockaddr *)&at, &len) == 0 && at.sin_family == AF_INET)
        inet_ntop(AF_INET, &at.sin_addr, out, INET_ADDRSTRLEN);
}

static bool is_same_machine(int fd)
{
    char theirs[INET_ADDRSTRLEN], ours[INET_ADDRSTRLEN];
    read_end(getpeername, fd, theirs);
    read_end(getsockname, fd, ours);
    return theirs[0] && (quotas_is_local(theirs) || strcmp(theirs, ours) == 0);
}

static void refuse_line(server_connection *l, int status)
{
    server_response_refuse(status, time(NULL), &l->out.sink);
    connection_leave(l);
}

/* What came behind the head are frames already; they are heard like all others. */
static void wait_for_rest(server_connection *l)
{
    if (http_reader_rest(l->http).len) {
        l->came |= UV_READABLE;
        fair_queue_add(&l->all->turns, l, l->all->setup->protocol->address(l->socket->client));
    } else {
        free(l->http);
        l->http = NULL;
    }
}

/* Only from this machine, and by nobody who passes others' requests on. */
static server_response answer_health(server_connection *l)
{
    const http_head *h = &l->http->head;
    duel_buf text;
    if (!is_same_machine(l->fd) || h->field[HTTP_FORWARDED].at)
        return server_response_refuse(FORBIDDEN, time(NULL), &l->out.sink);
    duel_buf_init(&text);
    l->all->setup->protocol->health(l->all->hub, &text.sink);
    server_response a = server_response_json(h, duel_buf_str(&text), time(NULL), &l->out.sink);
    duel_buf_fini(&text);
    return a;
}

static bool refuse_socket(server_connection *l, const duel_msg *why)
{
    quotas *g = l->all->setup->quotas;
    bool full = quotas_has(g, QUOTA_OF_CONNECTIONS) >= quotas_at(g, LIMIT_ALL_CONNECTIONS);
    forget_sent(l);
    server_response_because(full ? UNAVAILABLE : TOO_MANY, why, time(NULL), &l->out.sink);
    connection_leave(l);
    return !l->out.failed;
}

/* Where it comes from, in the end. */
static bool find_address(const server_connection *l, char out[PROXY_ADDRESS])
{
    duel_str forwarded = l->http->head.field[HTTP_FORWARDED];
    read_end(getpeername, l->fd, out);
    return forwarded.at == NULL || !server_proxies_have(l->all->proxies, out) ||
           server_forwarded_for(forwarded, out);
}

static bool open_socket(server_connection *l, bool old)
{
    char address[PROXY_ADDRESS];
    duel_msg why;
    if (!find_address(l, address)) {
        forget_sent(l);
        refuse_line(l, BAD_REQUEST);
        return true;
    }
    if (!socket_open(l, old, address, &why))
        return refuse_socket(l, &why);
    wait_for_rest(l);
    return true;
}

static bool answer_line(server_connection *l)
{
    server_response a =
        server_response_to(&l->http->head, l->all->names, time(NULL), &l->out.sink);
    if (a.health)
        a = answer_health(l);
    if (a.status == SWITCHING)
        return open_socket(l, a.old);
    l->body = a.body;
    l->left = a.size;
    if (a.last)
        connection_leave(l);
    return !l->out.failed;
}

/* The one before has gone out whole. */
static void next_request(server_connection *l)
{
    l->answered = false;
    http_reader_next(l->http);
    connection_wait(l, l->http->len ? HEAD_SECONDS : KEEP_SECONDS);
}

static void rest_between(server_connection *l)
{
    if (l->http->len)
        return;
    free(l->http);
    l->http = NULL;
}

/* As many as have come, each once the one before has been answered. */
static bool serve_requests(server_connection *l)
{
    bool well = true;
    while (well && l->http && !l->socket && !l->leaving && !connection_is_sending(l)) {
        if (l->answered)
            next_request(l);
        switch (http_reader_read(l->http)) {
        case HTTP_MORE:
            rest_between(l);
            return true;
        case HTTP_WHOLE:
            l->answered = true;
            well = answer_line(l);
            break;
        case HTTP_REFUSED:
        default:
            refuse_line(l, l->http->status);
        }
        well = well && flush_line(l);
    }
    return well;
}

/* ---- hearing ---------------------------------------------------------------------------- */

/* False: the other side is gone. */
static bool receive_bytes(const server_connection *l, char *to, size_t room, size_t *count)
{
    ssize_t n = recv(l->fd, to, room, 0);
    *count = n > 0 ? (size_t)n : 0;
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

static bool hear_request(server_connection *l)
{
    size_t room, count;
    if (l->http == NULL && (l->http = malloc(sizeof *l->http))) {
        http_reader_init(l->http);
        connection_wait(l, HEAD_SECONDS);
    }
    if (l->http == NULL)
        return false;
    char *to = http_reader_room(l->http, &room);
    if (!receive_bytes(l, to, room, &count))
        return false;
    http_reader_filled(l->http, count);
    return serve_requests(l);
}

/* A little of what came behind the handshake. */
static bool hear_rest(server_connection *l)
{
    duel_str rest = http_reader_rest(l->http);
    size_t sip = socket_read_size(l);
    rest.len = rest.len < sip ? rest.len : sip;
    bool well = socket_heard(l, rest);
    http_reader_skip(l->http, rest.len);
    if (l->socket)
        wait_for_rest(l);
    return well;
}

static bool hear_line(server_connection *l)
{
    char bytes[CHUNK];
    size_t count;
    if (!l->socket && !l->leaving)
        return hear_request(l);
    if (l->socket && l->http)
        return hear_rest(l);
    if (!receive_bytes(l, bytes, l->socket ? socket_read_size(l) : sizeof bytes, &count))
        return false;
    return l->socket == NULL || socket_heard(l, (duel_str){bytes, count});
}

static bool give_room(server_connection *l)
{
    if (!flush_line(l))
        return false;
    if (connection_is_sending(l) || l->leaving)
        return true;
    return l->socket ? socket_has_room(l) : serve_requests(l);
}

static void serve_line(server_connection *l, int events)
{
    bool well =
        (!(events & UV_WRITABLE) || give_room(l)) && (!(events & UV_READABLE) || hear_line(l));
    if (!well) {
        drop_line(l);
        return;
    }
    hang_up(l);
    watch_line(l);
}

/* What HTTP asks for lies ready; what a WebSocket asks for may take a while. */
static void on_event(uv_poll_t *handle, int status, int events)
{
    server_connection *l = handle->data;
    if (status) {
        drop_line(l);
    } else if (l->socket) {
        l->came |= events;
        fair_queue_add(&l->all->turns, l, l->all->setup->protocol->address(l->socket->client));
    } else {
        serve_line(l, events);
    }
}

static void on_idle(uv_idle_t *handle)
{
    (void)handle; /* it is there so that nobody waits */
}

static void on_round(uv_check_t *handle)
{
    server_connections *all = handle->data;
    double begun = duel_clock();
    server_connection *l = fair_queue_take(&all->turns);
    while (l) {
        int came = l->came & l->events;
        l->came = 0;
        serve_line(l, came);
        l = duel_clock() - begun < round_seconds ? fair_queue_take(&all->turns) : NULL;
    }
    if (all->turns.waiting)
        uv_idle_start(&all->more, on_idle);
    else
        uv_idle_stop(&all->more);
}

/* ---- all -------------------------------------------------------------------------------- */

/* Whoever has begun to ask is told (RFC 9110, 15.5.9). */
static bool had_its_time(server_connection *l)
{
    if (l->socket)
        return socket_ping_due(l);
    if (l->leaving || l->http == NULL || connection_is_sending(l))
        return false;
    refuse_line(l, 408);
    return flush_line(l);
}

static void sweep_ring(connection_ring *r, uint64_t now)
{
    for (server_connection *l = r->first, *next; l; l = next) {
        next = l->next;
        if (now < l->due)
            continue;
        if (had_its_time(l)) {
            hang_up(l);
            watch_line(l);
        } else {
            drop_line(l);
        }
    }
}

static void on_sweep(uv_timer_t *handle)
{
    server_connections *all = handle->data;
    uint64_t now = uv_now(all->loop);
    sweep_ring(&all->half, now);
    sweep_ring(&all->sockets, now);
}

void server_connections_init(server_connections *all, uv_loop_t *loop,
                             const server_setup *setup, const host_names *names,
                             const server_proxies *proxies)
{
    *all =
        (server_connections){.loop = loop, .setup = setup, .names = names, .proxies = proxies};
    duel_buf_init(&all->out);
    uv_timer_init(loop, &all->sweep);
    uv_check_init(loop, &all->round);
    uv_idle_init(loop, &all->more);
    all->sweep.data = all->round.data = all;
}

void server_connections_open(server_connections *all, server_hub *hub)
{
    all->hub = hub;
    uv_timer_start(&all->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    uv_check_start(&all->round, on_round);
}

/* Says no without waiting for a request. What has come of one is read, since closing over it
 * would take the answer back. */
static void turn_away(int socket, int status, const duel_msg *why)
{
    char unread[CHUNK];
    duel_buf out;
    duel_buf_init(&out);
    server_response_because(status, why, time(NULL), &out.sink);
    if (!out.failed && send(socket, out.text, out.len, MSG_NOSIGNAL) > 0)
        shutdown(socket, SHUT_WR);
    while (recv(socket, unread, sizeof unread, 0) == (ssize_t)sizeof unread)
        continue;
    duel_buf_fini(&out);
    close(socket);
}

/* Whoever has had most time to become a WebSocket makes room. */
static void make_room_for_half(server_connections *all)
{
    quotas *g = all->setup->quotas;
    duel_msg why;
    if (quotas_has(g, QUOTA_OF_HALF_OPEN) < quotas_at(g, LIMIT_ALL_HALF_OPEN) ||
        all->half.last == NULL)
        return;
    quotas_refuse(g, LIMIT_ALL_HALF_OPEN, &why);
    drop_line(all->half.last);
}

static void add_line(server_connections *all, int socket, quota_address *from)
{
    server_connection *l = calloc(1, sizeof *l);
    if (l == NULL || uv_poll_init(all->loop, &l->poll, socket)) {
        quotas_give(all->setup->quotas, from, QUOTA_OF_HALF_OPEN, 1);
        quotas_depart(all->setup->quotas, from, clock_ms());
        free(l);
        close(socket);
        return;
    }
    l->poll.data = l;
    l->all = all;
    l->fd = socket;
    l->address = from;
    l->half = true;
    duel_buf_init(&l->out);
    link_line(l);
    connection_wait(l, HEAD_SECONDS);
    watch_line(l);
}

/* A proxy has as many as it likes: those who come through it are counted, once they are known.
 */
static bool arrive_from(server_connections *all, const char *address, quota_address **out)
{
    *out = NULL;
    return server_proxies_have(all->proxies, address) ||
           quotas_arrive(all->setup->quotas, address, out);
}

void server_connections_let_in(server_connections *all, int socket)
{
    char address[INET_ADDRSTRLEN];
    quota_address *from;
    duel_msg why;
    read_end(getpeername, socket, address);
    if (!arrive_from(all, address, &from)) {
        close(socket);
        return;
    }
    make_room_for_half(all);
    if (quotas_take(all->setup->quotas, from, QUOTA_OF_HALF_OPEN, 1, &why) == DUEL_OK) {
        add_line(all, socket, from);
        return;
    }
    quotas_depart(all->setup->quotas, from, clock_ms());
    turn_away(socket, TOO_MANY, &why);
}

static void drop_ring(connection_ring *r)
{
    while (r->first)
        drop_line(r->first);
}

void server_connections_close(server_connections *all)
{
    drop_ring(&all->half);
    drop_ring(&all->sockets);
    uv_close((uv_handle_t *)&all->sweep, NULL);
    uv_close((uv_handle_t *)&all->round, NULL);
    uv_close((uv_handle_t *)&all->more, NULL);
}

void server_connections_fini(server_connections *all)
{
    duel_buf_fini(&all->out);
}

void server_ready(void *self, void *socket)
{
    server_connection *l = socket;
    if (l->socket == NULL)
        return; /* it is just being opened, or closed */
    l->socket->ready = true;
    watch_line(l);
}

/* Not a polite close: that would wait until the other side reads. It is noticed as if that had
 * hung up: the protocol may be in the middle of a request of this very connection. */
void server_cut(void *self, void *socket)
{
    shutdown(((server_connection *)socket)->fd, SHUT_RDWR);
}

bool server_owns(void *self, void *socket)
{
    return same_user_is_peer(((server_connection *)socket)->fd);
}
