/* server/host_names.c -- see host_names.h. */
#include "server/host_names.h"
#include "server/http_head.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void add_name(host_names *n, const char *name, int port)
{
    char text[SERVER_NAME_TEXT];
    int len = snprintf(text, sizeof text, "%s:%d", name, port);
    if (name[0] && len < (int)sizeof text && n->count < SERVER_NAMES)
        memcpy(n->name[n->count++], text, sizeof text);
    if (port == 80 && strlen(name) < SERVER_NAME_TEXT && n->count < SERVER_NAMES)
        snprintf(n->name[n->count++], SERVER_NAME_TEXT, "%s", name);
}

bool server_is_local(const char *host)
{
    return strcmp(host, "127.0.0.1") == 0 || strcmp(host, "localhost") == 0;
}

/* The addresses of this machine's interfaces, loopback aside. */
static void add_interfaces(host_names *n, int port)
{
    struct ifaddrs *all;
    if (getifaddrs(&all))
        return;
    for (const struct ifaddrs *i = all; i; i = i->ifa_next) {
        char text[INET_ADDRSTRLEN];
        struct sockaddr_in in;
        if (i->ifa_addr == NULL || i->ifa_addr->sa_family != AF_INET)
            continue;
        memcpy(&in, i->ifa_addr, sizeof in);
        bool loopback = ntohl(in.sin_addr.s_addr) >> 24 == 127;
        if (!loopback && inet_ntop(AF_INET, &in.sin_addr, text, sizeof text))
            add_name(n, text, port);
    }
    freeifaddrs(all);
}

static void add_own_name(host_names *n, int port)
{
    char name[64] = "", local[72];
    if (gethostname(name, sizeof name - 1))
        return;
    add_name(n, name, port);
    if (strchr(name, '.') == NULL) {
        snprintf(local, sizeof local, "%s.local", name);
        add_name(n, local, port);
    }
}

void host_names_init(host_names *n, const char *host, int port)
{
    *n = (host_names){.port = port};
    bool all = strcmp(host, "0.0.0.0") == 0;
    if (!all && !server_is_local(host))
        add_name(n, host, port);
    if (!server_is_local(host)) {
        add_interfaces(n, port);
        add_own_name(n, port);
    }
    if (all || server_is_local(host)) {
        add_name(n, "127.0.0.1", port);
        add_name(n, "localhost", port);
    }
    n->own = n->count;
}

duel_status host_names_give(host_names *n, const char *given, duel_msg *why)
{
    duel_str rest = duel_str_of(given ? given : ""), word;
    while (duel_str_word(&rest, ",", &word)) {
        if (!http_is_authority(word) || word.len >= SERVER_NAME_TEXT)
            return duel_invalid(why,
                                N_("--name is what browsers call this server, such as "
                                   "games.example.org or games.example.org:8443, not “{0}”."),
                                "s", word);
        if (n->count == SERVER_NAMES)
            return duel_invalid(why, N_("A server has at most {0} names."), "i",
                                (int64_t)SERVER_NAMES);
        memcpy(n->name[n->count], word.at, word.len);
        n->name[n->count++][word.len] = '\0';
    }
    return DUEL_OK;
}

static bool stands_among(const host_names *n, int from, int to, duel_str host)
{
    for (int i = from; i < to; i++)
        if (duel_str_same_word(host, n->name[i]))
            return true;
    return false;
}

bool host_names_host(const host_names *n, duel_str host)
{
    return stands_among(n, 0, n->count, host);
}

bool host_names_own(const host_names *n, duel_str host)
{
    return stands_among(n, 0, n->own, host);
}

static bool names_after(const host_names *n, int from, const char *scheme, duel_str origin)
{
    size_t len = strlen(scheme);
    return origin.len > len && memcmp(origin.at, scheme, len) == 0 &&
           stands_among(n, from, n->count, (duel_str){origin.at + len, origin.len - len});
}

/* We speak no TLS: a page of ours that came by it came through who was named to us. */
bool host_names_origin(const host_names *n, duel_str origin)
{
    return names_after(n, 0, "http://", origin) || names_after(n, n->own, "https://", origin);
}
