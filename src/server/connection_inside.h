/* server/connection_inside.h -- a connection, for connection.c (its bytes, HTTP),
 * websocket.c (WebSocket) and fair_queue.c (their order) only. */
#pragma once

#include "server/connection.h"
#include "server/fair_queue.h"
#include "server/http_head.h"
#include "server/websocket_frames.h"

typedef struct server_socket { /* what a WebSocket has besides */
    server_client *client;
    frames_reader frames;
    bool ready;  /* its client has something to say */
    bool pinged; /* since it was heard last */
    bool owes_pong;
    char pong[FRAMES_CONTROL]; /* to the latest ping, RFC 6455 5.5.3 */
    size_t pong_len;
} server_socket;

typedef struct connection_turn { /* its place in fair_queue */
    bool waits;
    unsigned queue;
    server_connection *next, *before;
} connection_turn;

struct server_connection {
    server_connections *all;
    server_connection *next, *before; /* in a ring */
    quota_address *address;           /* of the other end; NULL: it is not counted */
    bool half;                        /* it is counted as half open */
    uv_poll_t poll;
    int fd;
    int events; /* that are waited for */
    int came;   /* of these, and have had no turn yet */
    connection_turn turn;
    bool leaving;  /* once all has gone out nothing more is said; what comes is not read */
    bool hung_up;  /* it has been told so */
    bool answered; /* the head in `http` has been */
    uint64_t due;  /* when patience ends */
    duel_buf out;  /* what did not fit into the socket */
    size_t sent;   /* bytes of it */
    const unsigned char *body; /* of a file, after that */
    size_t left;               /* bytes of it */
    http_reader *http;         /* NULL: no byte of a request has come */
    server_socket *socket;     /* NULL: it speaks HTTP */
};

/* Bytes to be sent after those that wait; false: the connection is lost. */
bool connection_send(server_connection *l, const char *bytes, size_t count);
bool connection_is_sending(const server_connection *l);
void connection_is_plain_http(server_connection *l,
                              bool half);    /* it is no WebSocket, or is one */
void connection_leave(server_connection *l); /* once all has gone out */
void connection_wait(server_connection *l, unsigned seconds);

/* False where a function may fail: the connection is to be dropped. */
/* False: there is no room for it. */
bool socket_open(server_connection *l, bool old, const char *address, duel_msg *why);
void socket_free(server_connection *l);
bool socket_heard(server_connection *l, duel_str bytes);
/* How many bytes to read at once: a message or two, or the rest of a long one. */
size_t socket_read_size(const server_connection *l);
bool socket_has_room(server_connection *l);
bool socket_speaks(const server_connection *l);
bool socket_ping_due(server_connection *l); /* it was quiet for long */
