/* server/host_names.h -- the host names that this server answers to.
 *
 * A page from elsewhere can make a browser call us under its own name (DNS rebinding), or open
 * a socket to us; both are noticed because Host and Origin must be one of our names, exactly.
 */
#pragma once

#include "base/status.h"

enum { SERVER_NAMES = 64, SERVER_NAME_TEXT = 80 };

typedef struct host_names {
    int port;
    int own, count; /* those this machine has come first; then those that were given */
    char name[SERVER_NAMES]
             [SERVER_NAME_TEXT]; /* "192.168.1.5:8080"; the best to give away first */
} host_names;

/* The names of a server bound to `host`: this machine only, one address, or all ("0.0.0.0"). */
void host_names_init(host_names *n, const char *host, int port);
/* Names under which others pass requests on to it, with commas between, as they write them into
 * Host: "games.example.org". NULL: none. */
duel_status host_names_give(host_names *n, const char *given, duel_msg *why);
bool host_names_host(const host_names *n, duel_str host);
bool host_names_own(const host_names *n, duel_str host);      /* not one that was given */
bool host_names_origin(const host_names *n, duel_str origin); /* "http://" + a name; for one
                                                               * given, "https://" too */
bool server_is_local(const char *host);
