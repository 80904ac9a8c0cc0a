/* server/response.c -- see response.h. */
#include "server/response.h"
#include "server/files.h"
#include "server/websocket_handshake.h"

#include <string.h>

enum { OK = 200, SWITCHING = 101, NOT_MODIFIED = 304, FORBIDDEN = 403, NOWHERE = 404 };
enum { RETRY_SECONDS = 20 };

/* ---- heads ----------------------------------------------------------------------------- */

static const char *phrase_of(int status)
{
    static const struct {
        int status;
        const char *phrase;
    } phrases[] = {{101, "Switching Protocols"},
                   {200, "OK"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {413, "Content Too Large"},
                   {414, "URI Too Long"},
                   {417, "Expectation Failed"},
                   {426, "Upgrade Required"},
                   {429, "Too Many Requests"},
                   {431, "Request Header Fields Too Large"},
                   {501, "Not Implemented"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (phrases[i].status == status)
            return phrases[i].phrase;
    return "";
}

/* RFC 9110, 5.6.7: in English, whatever language the house speaks. */
static void put_date(time_t now, duel_sink *out)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm t;
    if (gmtime_r(&now, &t))
        duel_putf(out, "Date: %.3s, %02d %.3s %04d %02d:%02d:%02d GMT\r\n",
                  days + 3 * t.tm_wday, t.tm_mday, months + 3 * t.tm_mon, t.tm_year + 1900,
                  t.tm_hour, t.tm_min, t.tm_sec);
}

static void put_start(int status, time_t now, duel_sink *out)
{
    duel_putf(out, "HTTP/1.1 %d %s\r\nServer: duelliste\r\n", status, phrase_of(status));
    put_date(now, out);
}

/* What a refusal must say besides (RFC 9110, 15.5). */
server_response server_response_refuse(int status, time_t now, duel_sink *out)
{
    put_start(status, now, out);
    if (status == 405)
        duel_put(out, "Allow: GET, HEAD\r\n");
    if (status == 426)
        duel_put(out, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    duel_put(out, status == 426 ? "Connection: Upgrade, close\r\n" : "Connection: close\r\n");
    duel_put(out, "Content-Length: 0\r\n\r\n");
    return (server_response){.status = status, .last = true};
}

/* Who is told may have sent nothing yet: its language is not known. */
server_response server_response_because(int status, const duel_msg *why, time_t now,
                                        duel_sink *out)
{
    duel_buf text;
    duel_buf_init(&text);
    duel_render(DUEL_EN, why, &text.sink);
    duel_put(&text.sink, "\n");
    put_start(status, now, out);
    duel_putf(out,
              "Retry-After: %d\r\nConnection: close\r\n"
              "Content-Type: text/plain; charset=utf-8\r\nContent-Length: %zu\r\n\r\n",
              RETRY_SECONDS, text.len);
    duel_put_str(out, duel_buf_str(&text));
    duel_buf_fini(&text);
    return (server_response){.status = status, .last = true};
}

/* ---- files ----------------------------------------------------------------------------- */

static const server_file *find_file(duel_str path)
{
    if (duel_str_is(path, "/"))
        path = duel_str_of("/index.html");
    for (const server_file *f = server_files; f->path; f++)
        if (duel_str_is(path, f->path))
            return f;
    return NULL;
}

/* The page may load from here, talk to here, and nothing else; what only looks on may stand in
 * pages of others. */
static void put_page_policy(duel_str host, const char *path, duel_sink *out)
{
    bool looks_on = strcmp(path, "/embed.html") == 0;
    int len = (int)host.len;
    duel_putf(out,
              "Content-Security-Policy: default-src 'self'; connect-src 'self' ws://%.*s "
              "wss://%.*s; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
              "form-action 'none'; frame-ancestors %s\r\n",
              len, host.at, len, host.at, looks_on ? "*" : "'none'");
    duel_put(out, "Referrer-Policy: no-referrer\r\n"
                  "Cross-Origin-Opener-Policy: same-origin\r\n");
}

/* A policy is the page's: what it loads is only kept from others. */
static void put_policy(duel_str host, const server_file *f, duel_sink *out)
{
    if (strncmp(f->type, "text/html", 9) == 0)
        put_page_policy(host, f->path, out);
    duel_put(out, "X-Content-Type-Options: nosniff\r\n"
                  "Cross-Origin-Resource-Policy: same-origin\r\n");
}

/* RFC 9110, 12.5.3: "q=0", "q=0.00". */
static bool is_refusal(duel_str weight)
{
    bool nought = weight.len > 2;
    for (size_t i = 2; i < weight.len; i++)
        nought = nought && (weight.at[i] == '0' || weight.at[i] == '.');
    return nought;
}

static bool accepts_gzip(duel_str list)
{
    duel_str member, coding;
    while (http_list_member(&list, &member))
        if (duel_str_part(&member, ';', &coding) &&
            duel_str_same_word(duel_str_trim(coding), "gzip"))
            return member.at == NULL || !is_refusal(duel_str_trim(member));
    return false;
}

/* RFC 9110, 13.1.2: whoever stands between may have called it weak. */
static bool has_it(duel_str known, const char *etag)
{
    duel_str one;
    while (http_list_member(&known, &one)) {
        if (one.len > 2 && memcmp(one.at, "W/", 2) == 0)
            one.at += 2, one.len -= 2;
        if (duel_str_is(one, etag) || duel_str_is(one, "*"))
            return true;
    }
    return false;
}

static server_response send_file(const http_head *h, const server_file *f, time_t now,
                                 duel_sink *out)
{
    bool gzip = accepts_gzip(h->field[HTTP_ACCEPT]);
    bool known = has_it(h->field[HTTP_KNOWN], f->etag);
    size_t size = gzip ? f->gzip_size : f->plain_size;
    server_response a = {.status = known ? NOT_MODIFIED : OK, .last = h->last};
    put_start(a.status, now, out);
    if (!known)
        duel_putf(out, "Content-Type: %s\r\nContent-Length: %zu\r\n%s", f->type, size,
                  gzip ? "Content-Encoding: gzip\r\n" : "");
    duel_putf(out, "Vary: Accept-Encoding\r\nETag: %s\r\nCache-Control: no-cache\r\n", f->etag);
    put_policy(h->field[HTTP_HOST], f, out);
    duel_put(out, h->last ? "Connection: close\r\n\r\n" : "\r\n");
    if (!known && h->body_wanted) {
        a.body = gzip ? f->gzip : f->plain;
        a.size = size;
    }
    return a;
}

server_response server_response_json(const http_head *h, duel_str text, time_t now,
                                     duel_sink *out)
{
    put_start(OK, now, out);
    duel_putf(out,
              "Content-Type: application/json\r\nContent-Length: %zu\r\n"
              "Cache-Control: no-store\r\n%s\r\n",
              text.len, h->last ? "Connection: close\r\n" : "");
    if (h->body_wanted)
        duel_put_str(out, text);
    return (server_response){.status = OK, .last = h->last};
}

/* ---- sockets --------------------------------------------------------------------------- */

static server_response begin_socket(const http_head *h, const host_names *names, time_t now,
                                    duel_sink *out)
{
    handshake hands;
    int status = handshake_read(h, &hands);
    if (status == 0 && !host_names_origin(names, h->field[HTTP_ORIGIN]))
        status = FORBIDDEN;
    if (status)
        return server_response_refuse(status, now, out);
    put_start(SWITCHING, now, out);
    duel_putf(out,
              "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
              "Sec-WebSocket-Protocol: %s\r\n\r\n",
              hands.proof, hands.protocol);
    return (server_response){.status = SWITCHING, .old = hands.old};
}

server_response server_response_to(const http_head *h, const host_names *names, time_t now,
                                   duel_sink *out)
{
    if (!host_names_host(names, h->field[HTTP_HOST]))
        return server_response_refuse(FORBIDDEN, now, out);
    if (h->upgrades)
        return begin_socket(h, names, now, out);
    if (h->field[HTTP_KEY].at) /* somebody between has taken the upgrade away */
        return server_response_refuse(426, now, out);
    if (duel_str_is(h->path, "/health"))
        return host_names_own(names, h->field[HTTP_HOST])
                   ? (server_response){.status = OK, .health = true}
                   : server_response_refuse(FORBIDDEN, now, out);
    const server_file *f = find_file(h->path);
    return f ? send_file(h, f, now, out) : server_response_refuse(NOWHERE, now, out);
}
