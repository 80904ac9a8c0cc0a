/* front/web/server.c -- see server.h.
 *
 * One thread, one loop. Other threads reach it by uv_async_send only. */
#include "front/web/server.h"
#include "front/web/server_door.h"
#include "front/web/server_files.h"
#include "front/web/server_lock.h"
#include "front/web/server_peer.h"
#include "service/catalogue.h"

#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <uv.h>

enum {
    HEADER_BYTES = 8192,
    CHUNK = 4096,
    HEADER_SECONDS = 15,
    KEEP_SECONDS = 20,
    SEND_ROOM = 1 << 17,
    MOST_FILES = 10240
};

struct server {
    uv_loop_t loop;
    uv_async_t wake;
    uv_timer_t alarm;
    uv_signal_t interrupt, terminate;
    server_lock lock;
    server_door door;
    struct lws_context *context;
    duel_purse purse;
    wire_hub *hub;
    duel_buf out; /* what is being sent, after LWS_PRE bytes that libwebsockets writes over;
                   * one for all, since thousands of large ones would tear the memory up */
    server_names names;
    bool ending;
};

/* What belongs to one connection; libwebsockets keeps it, cleared. */
typedef struct peer {
    wire_client *client;
    duel_buf in;
    const server_file *file; /* being sent */
    bool gzip;
    size_t sent;
} peer;

static server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* ---- who is asking --------------------------------------------------------------------- */

static bool header(struct lws *wsi, enum lws_token_indexes which, char *out, int room)
{
    int len = lws_hdr_total_length(wsi, which);
    out[0] = '\0';
    return len > 0 && len < room && lws_hdr_copy(wsi, out, room, which) == len;
}

static bool asks_us(struct lws *wsi)
{
    char host[SERVER_NAME_TEXT];
    return header(wsi, WSI_TOKEN_HOST, host, sizeof host) &&
           server_names_host(&server_of(wsi)->names, host);
}

static bool comes_from_our_page(struct lws *wsi)
{
    char origin[SERVER_NAME_TEXT + 8];
    return header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) &&
           server_names_origin(&server_of(wsi)->names, origin);
}

/* ---- files ----------------------------------------------------------------------------- */

static const server_file *find_file(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (const server_file *f = server_files; f->path; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return NULL;
}

typedef struct head { /* the headers of an answer, being written */
    struct lws *wsi;
    unsigned char room[LWS_PRE + 2048], *at, *end;
    bool failed;
} head;

static void head_begin(head *h, struct lws *wsi, unsigned status, const char *type, size_t size)
{
    h->wsi = wsi;
    h->at = h->room + LWS_PRE;
    h->end = h->room + sizeof h->room - 1;
    h->failed = lws_add_http_common_headers(wsi, status, type, size, &h->at, h->end) != 0;
}

static void head_add(head *h, const char *name, const char *value)
{
    h->failed = h->failed || lws_add_http_header_by_name(h->wsi, (const unsigned char *)name,
                                                         (const unsigned char *)value,
                                                         (int)strlen(value), &h->at, h->end);
}

/* The page may load from here, talk to here, and nothing else. */
static void head_add_policy(head *h)
{
    char policy[512], host[SERVER_NAME_TEXT];
    header(h->wsi, WSI_TOKEN_HOST, host, sizeof host);
    snprintf(policy, sizeof policy,
             "default-src 'self'; connect-src 'self' ws://%s; img-src 'self' data:; "
             "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
             host);
    head_add(h, "content-security-policy:", policy);
    head_add(h, "x-content-type-options:", "nosniff");
    head_add(h, "referrer-policy:", "no-referrer");
    head_add(h, "cross-origin-opener-policy:", "same-origin");
    head_add(h, "cross-origin-resource-policy:", "same-origin");
}

static int head_send(head *h)
{
    return h->failed ||
           lws_finalize_write_http_header(h->wsi, h->room + LWS_PRE, &h->at, h->end);
}

static int refuse_request(struct lws *wsi, unsigned status)
{
    return lws_return_http_status(wsi, status, NULL) || lws_http_transaction_completed(wsi);
}

static bool accepts_gzip(struct lws *wsi)
{
    char accepted[256];
    return header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted) &&
           strstr(accepted, "gzip");
}

static bool has_it(struct lws *wsi, const server_file *f)
{
    char known[256];
    return header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known) &&
           strstr(known, f->etag);
}

static int send_file(struct lws *wsi, peer *p, const server_file *f)
{
    head h;
    bool fresh = !has_it(wsi, f);
    p->file = f;
    p->gzip = accepts_gzip(wsi);
    p->sent = 0;
    size_t size = p->gzip ? f->gzip_size : f->plain_size;
    head_begin(&h, wsi, fresh ? HTTP_STATUS_OK : HTTP_STATUS_NOT_MODIFIED, f->type,
               fresh ? size : 0);
    if (fresh && p->gzip)
        head_add(&h, "content-encoding:", "gzip");
    head_add(&h, "vary:", "accept-encoding");
    head_add(&h, "etag:", f->etag);
    head_add(&h, "cache-control:", "no-cache");
    head_add_policy(&h);
    if (head_send(&h))
        return 1;
    if (!fresh)
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_request(struct lws *wsi, peer *p, const char *path)
{
    if (!asks_us(wsi))
        return refuse_request(wsi, HTTP_STATUS_FORBIDDEN);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0)
        return refuse_request(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    const server_file *f = find_file(path);
    return f ? send_file(wsi, p, f) : refuse_request(wsi, HTTP_STATUS_NOT_FOUND);
}

static int on_body_room(struct lws *wsi, peer *p)
{
    unsigned char chunk[LWS_PRE + CHUNK];
    if (p->file == NULL)
        return 0;
    const unsigned char *body = p->gzip ? p->file->gzip : p->file->plain;
    size_t size = p->gzip ? p->file->gzip_size : p->file->plain_size;
    size_t part = size - p->sent < CHUNK ? size - p->sent : CHUNK;
    bool last = p->sent + part == size;
    memcpy(chunk + LWS_PRE, body + p->sent, part);
    if (lws_write(wsi, chunk + LWS_PRE, part, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) !=
        (int)part)
        return -1;
    p->sent += part;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    p->file = NULL;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* WebSocket and no other: the HTTP/2 of Debian's libwebsockets 4.1.6 ends the whole program
 * when a client sends what it does not expect. What it was asked for is read from the headers
 * once more, since they are gone where libwebsockets has refused an upgrade by itself. */
static int on_upgrade(struct lws *wsi)
{
    char wanted[16];
    bool asked = header(wsi, WSI_TOKEN_UPGRADE, wanted, sizeof wanted);
    if (asked && strcasecmp(wanted, "websocket") == 0)
        return 0;
    if (asked)
        lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL);
    return -1;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t len)
{
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return on_upgrade(wsi);
    case LWS_CALLBACK_RAW_ADOPT:
        return -1; /* CONNECT would leave HTTP for bytes that nobody reads or times out */
    case LWS_CALLBACK_HTTP:
        return on_request(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return on_body_room(wsi, user);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return 1; /* a socket must name our protocol */
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

/* ---- sockets --------------------------------------------------------------------------- */

#define OLD_PROTOCOL "duelliste.1" /* of pages that are told to be loaded again */

static int on_open(struct lws *wsi, peer *p)
{
    int room = SEND_ROOM; /* so that a message goes out at once and is not kept here */
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    duel_buf_init(&p->in);
    char address[48] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    bool old = strcmp(lws_get_protocol(wsi)->name, OLD_PROTOCOL) == 0;
    p->client = wire_client_new(server_of(wsi)->hub, wsi, address, old);
    return p->client == NULL;
}

static int cut_off(struct lws *wsi, enum lws_close_status why)
{
    lws_close_reason(wsi, why, NULL, 0);
    return -1;
}

static int on_receive(struct lws *wsi, peer *p, const char *bytes, size_t count)
{
    if (p->in.len + count > WIRE_MESSAGE)
        return cut_off(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    if (lws_frame_is_binary(wsi))
        return cut_off(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    duel_put_str(&p->in.sink, (duel_str){bytes, count});
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return 0;
    bool welcome = wire_client_receive(p->client, duel_buf_str(&p->in));
    duel_buf_fini(&p->in); /* an idle connection keeps no room */
    duel_buf_init(&p->in);
    return welcome ? 0 : cut_off(wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION);
}

static int on_room(struct lws *wsi, peer *p)
{
    static const char before[LWS_PRE];
    duel_buf *out = &server_of(wsi)->out;
    duel_buf_clear(out);
    duel_put_str(&out->sink, (duel_str){before, sizeof before});
    if (p->client == NULL || !wire_client_take(p->client, out))
        return 0;
    unsigned char *at = (unsigned char *)out->text + LWS_PRE;
    size_t len = out->len - LWS_PRE;
    return !out->failed && lws_write(wsi, at, len, LWS_WRITE_TEXT) >= (int)len ? 0 : -1;
}

static void on_close(peer *p)
{
    wire_client_free(p->client);
    p->client = NULL;
    duel_buf_fini(&p->in);
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t len)
{
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return !asks_us(wsi) || !comes_from_our_page(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return on_open(wsi, user);
    case LWS_CALLBACK_RECEIVE:
        return on_receive(wsi, user, in, len);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_room(wsi, user);
    case LWS_CALLBACK_CLOSED:
        on_close(user);
        /* fall through */
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {"http", on_http, sizeof(peer), 0, 0, NULL, 0},
    {"duelliste.2", on_socket, sizeof(peer), CHUNK, 0, NULL, SEND_ROOM},
    {OLD_PROTOCOL, on_socket, sizeof(peer), CHUNK, 0, NULL, SEND_ROOM},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* ---- the loop -------------------------------------------------------------------------- */

static void hub_wake(void *self)
{
    server *s = self;
    uv_async_send(&s->wake);
}

static void on_wake(uv_async_t *handle)
{
    server *s = handle->data;
    if (!s->ending)
        wire_hub_collect(s->hub);
}

static void on_alarm(uv_timer_t *handle)
{
    server *s = handle->data;
    wire_hub_tick(s->hub);
}

static void hub_alarm_in(void *self, uint64_t ms)
{
    server *s = self;
    if (!s->ending)
        uv_timer_start(&s->alarm, on_alarm, ms, 0);
}

static void hub_ready(void *self, void *socket)
{
    (void)self;
    lws_callback_on_writable(socket);
}

/* Not a polite close: that would wait until the other side reads. */
static void hub_cut(void *self, void *socket)
{
    (void)self;
    lws_set_timeout(socket, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static bool hub_owns(void *self, void *socket)
{
    (void)self;
    return server_peer_is_us(lws_get_socket_fd(socket));
}

/* Everything is closed, so that the loop runs dry. */
static void end(server *s)
{
    if (s->ending)
        return;
    s->ending = true;
    duel_hush_games();
    uv_close((uv_handle_t *)&s->alarm, NULL);
    uv_close((uv_handle_t *)&s->interrupt, NULL);
    uv_close((uv_handle_t *)&s->terminate, NULL);
    server_door_close(&s->door);
    if (s->context)
        lws_context_destroy(s->context);
}

static void on_end_signal(uv_signal_t *handle, int number)
{
    (void)number;
    end(handle->data);
}

static void loop_init(server *s)
{
    uv_loop_init(&s->loop);
    uv_async_init(&s->loop, &s->wake, on_wake);
    uv_timer_init(&s->loop, &s->alarm);
    uv_signal_init(&s->loop, &s->interrupt);
    uv_signal_init(&s->loop, &s->terminate);
    uv_unref((uv_handle_t *)&s->wake); /* closed only after the crew has ended */
    s->wake.data = s->alarm.data = s->interrupt.data = s->terminate.data = s;
}

/* ---- beginning and ending -------------------------------------------------------------- */

/* As many connections as the system lets us have, within reason: tables are sized by it. */
static void raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    limit.rlim_cur = limit.rlim_max < MOST_FILES ? limit.rlim_max : MOST_FILES;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void let_in(void *self, int socket)
{
    server *s = self;
    lws_adopt_socket(s->context, socket); /* closes it if it cannot */
}

static duel_status begin_serving(server *s, duel_msg *why)
{
    static const lws_retry_bo_t alive = {.secs_since_valid_ping = 25,
                                         .secs_since_valid_hangup = 60};
    void *loops[] = {&s->loop};
    struct lws_context_creation_info info = {0};
    raise_limit();
    lws_set_log_level(0, NULL);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = protocols;
    info.user = s;
    info.gid = info.uid = -1;
    info.foreign_loops = loops;
    info.max_http_header_data = HEADER_BYTES;
    info.max_http_header_pool = 1024;
    info.timeout_secs = HEADER_SECONDS;
    info.keepalive_timeout = KEEP_SECONDS;
    info.retry_and_idle_policy = &alive;
    info.server_string = "duelliste";
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_DISABLE_IPV6;
    s->context = lws_create_context(&info);
    if (s->context == NULL)
        return duel_fail(
            why, N_("libwebsockets cannot begin: is {0}, its part for libuv, installed?"), "c",
            "libwebsockets-evlib-uv");
    server_door_watch(&s->door, &s->loop, s, let_in);
    return DUEL_OK;
}

/* From here on a signal ends the loop, also one that comes before it runs. */
static void heed_signals(server *s)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL); /* a file that may not grow is a disk that is full */
    uv_signal_start(&s->interrupt, on_end_signal, SIGINT);
    uv_signal_start(&s->terminate, on_end_signal, SIGTERM);
}

duel_status server_new(const server_setup *setup, server **out, duel_msg *why)
{
    server *s = calloc(1, sizeof *s);
    if (s == NULL)
        return duel_full(why);
    loop_init(s);
    duel_buf_init(&s->out);
    duel_purse_init(&s->purse, setup->budget);
    wire_setup wire = {.store = setup->store,
                       .threads = setup->threads,
                       .memory = setup->memory,
                       .purse = &s->purse,
                       .per_address = setup->per_address,
                       .limit_all = setup->limit_all,
                       .absence = setup->absence,
                       .local = server_is_local(setup->host),
                       .self = s,
                       .wake = hub_wake,
                       .alarm = hub_alarm_in,
                       .ready = hub_ready,
                       .cut = hub_cut,
                       .owns = hub_owns,
                       .programs = setup->programs,
                       .owner = setup->owner,
                       .complain = setup->complain};
    duel_status status = server_lock_take(&s->lock, setup->store, why);
    if (status == DUEL_OK)
        status = server_door_open(&s->door, setup->host, setup->port, setup->tries, why);
    if (status == DUEL_OK)
        status = wire_hub_new(&wire, &s->hub, why);
    if (status == DUEL_OK)
        status = begin_serving(s, why);
    if (status != DUEL_OK) {
        server_free(s);
        return status;
    }
    server_names_init(&s->names, setup->host, s->door.port);
    heed_signals(s);
    server_lock_sign(&s->lock, s->names.name[0]);
    *out = s;
    return DUEL_OK;
}

int server_port(const server *s)
{
    return s->door.port;
}

const server_names *server_known_as(const server *s)
{
    return &s->names;
}

void server_run(server *s)
{
    uv_run(&s->loop, UV_RUN_DEFAULT);
}

void server_free(server *s)
{
    if (s == NULL)
        return;
    end(s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    if (s->context)
        lws_context_destroy(s->context); /* the second call frees what the loop was using */
    wire_hub_free(s->hub);
    uv_close((uv_handle_t *)&s->wake, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    duel_buf_fini(&s->out);
    server_lock_drop(&s->lock);
    free(s);
}
