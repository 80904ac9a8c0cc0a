/* server/response.h -- the response to an HTTP request: a file inside the program, a refusal,
 * or that a WebSocket begins. No input, no output. */
#pragma once

#include "base/messages.h"
#include "server/host_names.h"
#include "server/http_head.h"

#include <time.h>

typedef struct server_response {
    int status;
    bool last;   /* nothing may follow on this connection */
    bool old;    /* 101: to a page of an earlier edition */
    bool health; /* nothing has been written: it is asked how the server is, under a name that
                  * no proxy has */
    const unsigned char *body;
    size_t size; /* of the body */
} server_response;

/* Adds the head of the answer to `out`. */
server_response server_response_to(const http_head *h, const host_names *names, time_t now,
                                   duel_sink *out);
/* The whole of an answer in JSON. */
server_response server_response_json(const http_head *h, duel_str text, time_t now,
                                     duel_sink *out);
server_response server_response_refuse(int status, time_t now, duel_sink *out);
/* The whole of an answer with a sentence in it; the connection ends. */
server_response server_response_because(int status, const duel_msg *why, time_t now,
                                        duel_sink *out);
