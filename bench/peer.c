/* bench/peer.c -- see same_user.h. */
#include "same_user.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, LONGEST = 4096, TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

void bench_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

/* ---- sending ----------------------------------------------------------------------------- */

static void send_all(const peer *p, const char *bytes, size_t count)
{
    while (count) {
        ssize_t n = send(p->fd, bytes, count, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR)
            bench_fail("a connection is lost: %s", strerror(errno));
        bytes += n > 0 ? n : 0;
        count -= n > 0 ? (size_t)n : 0;
    }
}

/* Masked by zeros: the same bytes. */
static void send_frame(const peer *p, int opcode, const char *content, size_t len)
{
    char frame[LONGEST + 8] = {(char)(0x80 | opcode)};
    size_t head = 2;
    if (len > LONGEST)
        bench_fail("a message of %zu bytes is too long", len);
    if (len < 126) {
        frame[1] = (char)(0x80 | len);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(len >> 8);
        frame[3] = (char)len;
        head = 4;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, content, len);
    send_all(p, frame, head + 4 + len);
}

void peer_say(peer *p, const char *format, ...)
{
    char text[LONGEST];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    send_frame(p, TEXT, text, (size_t)len);
}

/* ---- hearing ----------------------------------------------------------------------------- */

/* Takes a frame from the front; false: it is not whole yet. */
static bool take_frame(duel_str *in, int *opcode, duel_str *content)
{
    const unsigned char *b = (const unsigned char *)in->at;
    size_t head = 2, len = in->len >= 2 ? b[1] & 127 : 0;
    if (len == 126)
        head = 4;
    else if (len == 127)
        head = 10;
    if (in->len < head)
        return false;
    if (head > 2)
        len = 0;
    for (size_t i = 2; i < head; i++)
        len = len << 8 | b[i];
    if (in->len < head + len)
        return false;
    *opcode = b[0] & 15;
    *content = (duel_str){in->at + head, len};
    in->at += head + len;
    in->len -= head + len;
    return true;
}

static void hear_frames(peer *p, duel_str *in)
{
    int opcode;
    duel_str content;
    while (take_frame(in, &opcode, &content)) {
        if (opcode == TEXT)
            p->heard(p, content);
        else if (opcode == PING)
            send_frame(p, PONG, content.at, content.len);
        else if (opcode == CLOSE)
            bench_fail("the server has closed a connection");
    }
}

static bool pass_handshake(peer *p, duel_str *in)
{
    static const char end[] = "\r\n\r\n";
    const char *at = strstr(p->in.text, end);
    if (at == NULL)
        return false;
    if (strncmp(in->at, "HTTP/1.1 101", 12) != 0)
        bench_fail("the server refuses: %.60s", in->at);
    size_t head = (size_t)(at - in->at) + strlen(end);
    in->at += head, in->len -= head;
    p->open = true;
    p->heard(p, (duel_str){NULL, 0});
    return true;
}

void peer_feed(peer *p)
{
    char bytes[CHUNK];
    ssize_t n = recv(p->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        bench_fail("a connection is lost");
    if (n < 0)
        return;
    duel_put_str(&p->in.sink, (duel_str){bytes, (size_t)n});
    duel_str in = duel_buf_str(&p->in);
    if (!p->open && !pass_handshake(p, &in))
        return;
    hear_frames(p, &in);
    duel_buf rest; /* what is not whole yet */
    duel_buf_init(&rest);
    duel_put_str(&rest.sink, in);
    duel_buf_fini(&p->in);
    p->in = rest;
}

/* ---- opening ----------------------------------------------------------------------------- */

void peer_open(peer *p, int events, int port, void (*heard)(peer *p, duel_str text),
               void *owner, int role)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct epoll_event want = {.events = EPOLLIN, .data = {.ptr = p}};
    char text[512];
    int now = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *p = (peer){.heard = heard, .owner = owner, .role = role};
    duel_buf_init(&p->in);
    p->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (p->fd < 0 || connect(p->fd, (struct sockaddr *)&at, sizeof at))
        bench_fail("no connection: %s", strerror(errno));
    setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    int len = snprintf(text, sizeof text,
                       "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                       "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                       "Sec-WebSocket-Protocol: duelliste.2\r\n"
                       "Origin: http://127.0.0.1:%d\r\n\r\n",
                       port, port);
    send_all(p, text, (size_t)len);
    if (epoll_ctl(events, EPOLL_CTL_ADD, p->fd, &want))
        bench_fail("no epoll: %s", strerror(errno));
}

void peer_close(peer *p)
{
    close(p->fd);
    duel_buf_fini(&p->in);
}
