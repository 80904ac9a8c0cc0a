/* server/websocket.c -- a connection that speaks WebSocket: frames to the protocol, and
 * what that has to say. See connection.h. */
#include "server/connection_inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    SEND_ROOM = 1 << 17, /* so that a message goes out at once and is not kept here */
    PING_SECONDS = 25,   /* of quiet until it is asked for a sign of life */
    PONG_SECONDS = 35    /* until that must have come */
};

bool socket_open(server_connection *l, bool old, const char *address, duel_msg *why)
{
    int room = SEND_ROOM;
    server_socket *s = calloc(1, sizeof *s);
    const server_protocol *p = l->all->setup->protocol;
    server_client *c = s ? p->enter(l->all->hub, l, address, old, why) : NULL;
    if (c == NULL) {
        free(s);
        return false;
    }
    setsockopt(l->fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    frames_init(&s->frames, p->longest);
    s->client = c;
    l->socket = s;
    connection_is_plain_http(l, false);
    connection_wait(l, PING_SECONDS);
    return true;
}

void socket_free(server_connection *l)
{
    server_socket *s = l->socket;
    if (s == NULL)
        return;
    l->socket = NULL;
    l->all->setup->protocol->leave(s->client);
    frames_fini(&s->frames);
    free(s);
}

/* ---- sending ---------------------------------------------------------------------------- */

static bool send_control(server_connection *l, frames_opcode opcode, const char *content,
                         size_t len)
{
    unsigned char head[FRAMES_HEAD_SENT];
    size_t bytes = frames_head(opcode, len, head);
    return connection_send(l, (const char *)head, bytes) &&
           (len == 0 || connection_send(l, content, len));
}

/* Says goodbye, and why; the client is gone from its table at once. */
static bool say_closed(server_connection *l, int code, const char *reason)
{
    char content[FRAMES_CONTROL] = {(char)(code >> 8), (char)code};
    size_t len = strlen(reason);
    socket_free(l);
    connection_is_plain_http(l, true);
    connection_leave(l);
    memcpy(content + 2, reason, len);
    return send_control(l, FRAMES_OP_CLOSE, content, code == FRAMES_NO_CODE ? 0 : 2 + len);
}

static bool send_pong(server_connection *l)
{
    server_socket *s = l->socket;
    s->owes_pong = false;
    return send_control(l, FRAMES_OP_PONG, s->pong, s->pong_len);
}

/* The text is made behind room for the longest head, which is then written before it. */
static bool send_next(server_connection *l)
{
    static const char before[FRAMES_HEAD_SENT];
    unsigned char head[FRAMES_HEAD_SENT];
    duel_buf *out = &l->all->out;
    duel_buf_clear(out);
    duel_put_str(&out->sink, (duel_str){before, sizeof before});
    l->socket->ready = false;
    if (!l->all->setup->protocol->take(l->socket->client, out))
        return true;
    size_t content = out->len - sizeof before,
           bytes = frames_head(FRAMES_OP_TEXT, content, head);
    char *at = out->text + sizeof before - bytes;
    if (out->failed)
        return false;
    memcpy(at, head, bytes);
    return connection_send(l, at, bytes + content);
}

bool socket_speaks(const server_connection *l)
{
    return l->socket && (l->socket->ready || l->socket->owes_pong);
}

bool socket_has_room(server_connection *l)
{
    return l->socket->owes_pong ? send_pong(l) : l->socket->ready ? send_next(l) : true;
}

bool socket_ping_due(server_connection *l)
{
    if (l->socket->pinged)
        return false;
    l->socket->pinged = true;
    connection_wait(l, PONG_SECONDS);
    return send_control(l, FRAMES_OP_PING, NULL, 0);
}

/* ---- hearing ---------------------------------------------------------------------------- */

static bool hear_text(server_connection *l)
{
    server_socket *s = l->socket;
    bool welcome = l->all->setup->protocol->receive(s->client, duel_buf_str(&s->frames.text));
    frames_forget(&s->frames);
    return welcome || say_closed(l, FRAMES_POLICY, frames_reason(FRAMES_POLICY));
}

static bool hear_event(server_connection *l, frames_event event)
{
    server_socket *s = l->socket;
    switch (event) {
    case FRAMES_TEXT:
        return hear_text(l);
    case FRAMES_PING:
        s->owes_pong = true;
        s->pong_len = s->frames.control_len;
        memcpy(s->pong, s->frames.control, s->pong_len);
        return true;
    case FRAMES_CLOSE:
        return say_closed(l, s->frames.code, "");
    case FRAMES_BROKEN:
        return say_closed(l, s->frames.code, frames_reason(s->frames.code));
    case FRAMES_MORE:
    case FRAMES_PONG:
    default:
        return true;
    }
}

size_t socket_read_size(const server_connection *l)
{
    enum { SIP = 96, GULP = 16384 };
    size_t left = l->socket->frames.left;
    return left < SIP ? SIP : left < GULP ? left : GULP;
}

bool socket_heard(server_connection *l, duel_str bytes)
{
    bool well = true;
    l->socket->pinged = false;
    connection_wait(l, PING_SECONDS);
    while (well && bytes.len && l->socket)
        well = hear_event(l, frames_read(&l->socket->frames, &bytes));
    return well;
}
