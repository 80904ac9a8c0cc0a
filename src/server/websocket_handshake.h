/* server/websocket_handshake.h -- whether a request may become a WebSocket (RFC 6455, 4.2),
 * without input and output. */
#pragma once

#include "server/http_head.h"

enum { HANDSHAKE_PROOF = 29 }; /* 28 characters and a NUL */

typedef struct handshake {
    const char *protocol;        /* of ours, that the client speaks */
    bool old;                    /* it is that of an earlier edition */
    char proof[HANDSHAKE_PROOF]; /* that we understand: Sec-WebSocket-Accept */
} handshake;

/* 0, or the status it is refused with. Whether Host and Origin are ours is asked elsewhere. */
int handshake_read(const http_head *h, handshake *out);
