/* server/http_head.h -- the heads of HTTP/1.1 requests, as RFC 9112 writes them and no other
 * way. No input, no output: bytes are put in, heads come out.
 *
 *     room, filled ──▶ read ──▶ HTTP_MORE: put more in
 *                          ├──▶ HTTP_WHOLE: a head; then next, and read again
 *                          └──▶ HTTP_REFUSED: a status to answer with, before hanging up
 *
 * What two readers of the same bytes could read in two ways is refused as soon as its line is
 * there: an end of line that is not CR LF, a line that goes on in the next, a blank before a
 * colon, a length said twice. A request has no content here. Invariant: what `head` holds lies
 * in `text`, before `seen`. */
#pragma once

#include "base/text.h"

enum {
    HTTP_HEAD_BYTES = 8192, /* of a whole head */
    HTTP_TARGET_BYTES = 2048,
    HTTP_FIELDS_MOST = 100
};

/* The fields that are read; each may stand once, but for the last: whoever passes a request on
 * may add a line of its own, and the nearest one's is read. */
#define HTTP_FIELDS(X)                                                                         \
    X(HOST, "host")                                                                            \
    X(ORIGIN, "origin")                                                                        \
    X(CONNECTION, "connection")                                                                \
    X(UPGRADE, "upgrade")                                                                      \
    X(LENGTH, "content-length")                                                                \
    X(CODING, "transfer-encoding")                                                             \
    X(EXPECT, "expect")                                                                        \
    X(ACCEPT, "accept-encoding")                                                               \
    X(KNOWN, "if-none-match")                                                                  \
    X(KEY, "sec-websocket-key")                                                                \
    X(VERSION, "sec-websocket-version")                                                        \
    X(PROTOCOL, "sec-websocket-protocol")                                                      \
    X(FORWARDED, "x-forwarded-for")
#define HTTP_FIELD_ENUM(id, name) HTTP_##id,
typedef enum http_field { HTTP_FIELDS(HTTP_FIELD_ENUM) HTTP_FIELDS_READ } http_field;
#undef HTTP_FIELD_ENUM

typedef struct http_head {
    bool body_wanted;                 /* GET; HEAD has an answer without content */
    duel_str path;                    /* "/style.css", without a query */
    duel_str field[HTTP_FIELDS_READ]; /* at == NULL: it is not there */
    bool last;                        /* "Connection: close" */
    bool upgrades;                    /* "Connection: upgrade" */
} http_head;

typedef enum http_step { HTTP_MORE, HTTP_WHOLE, HTTP_REFUSED } http_step;

typedef struct http_reader {
    char text[HTTP_HEAD_BYTES];
    size_t len, seen;   /* bytes put in, and read */
    size_t line;        /* where the present line begins */
    int lines;          /* so far, of this head */
    bool rested;        /* the one empty line that may stand before a head was there */
    duel_str authority; /* of a target that names one */
    http_head head;     /* once whole */
    int status;         /* once refused: 400, 405… */
} http_reader;

void http_reader_init(http_reader *r);
/* Where bytes are put, and how many fit; 0 only while a whole head waits for `next`. */
char *http_reader_room(http_reader *r, size_t *room);
void http_reader_filled(http_reader *r, size_t count);
http_step http_reader_read(http_reader *r);
/* What came after the head. */
duel_str http_reader_rest(const http_reader *r);
void http_reader_skip(http_reader *r, size_t bytes); /* so many of that */
/* The head has been answered: on to what came after it. */
void http_reader_next(http_reader *r);

/* Cuts the next member off a list of tokens ("a, b/2 ,c"); empty members are passed over. False
 * at its end. */
bool http_list_member(duel_str *rest, duel_str *member);
bool http_is_token(duel_str s);
bool http_is_authority(duel_str s); /* a host, as Host has it: with a port or without */
