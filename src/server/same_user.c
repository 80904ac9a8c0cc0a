/* server/same_user.c -- see same_user.h.
 *
 * TCP does not say who is at the other end. Of a connection within this machine the kernel has
 * both ends, and lists them in /proc/net/tcp with the user that opened each. The peer's end is
 * ours the other way round; it may be an IPv6 socket that talks to an IPv4 address. */
#include "server/same_user.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEX_ADDRESS = 33, /* four words of eight digits and a NUL */
    ESTABLISHED = 1,  /* an end in any other state has no user any more, and shows 0 */
    NO_USER = 65534   /* stands for all that have no number where we run */
};

typedef struct ends { /* of a connection, as the peer has them */
    struct sockaddr_in own, other;
} ends;

static bool ends_of(int socket, ends *out)
{
    socklen_t own = sizeof out->own, other = sizeof out->other;
    return getpeername(socket, (struct sockaddr *)&out->own, &own) == 0 &&
           getsockname(socket, (struct sockaddr *)&out->other, &other) == 0 &&
           out->own.sin_family == AF_INET && out->other.sin_family == AF_INET &&
           ntohl(out->own.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

/* The kernel prints the bytes of an address as words of this machine. */
static bool is_end(const struct sockaddr_in *at, const char *hex, unsigned port)
{
    char plain[HEX_ADDRESS], mapped[HEX_ADDRESS];
    unsigned word = at->sin_addr.s_addr;
    snprintf(plain, sizeof plain, "%08X", word);
    snprintf(mapped, sizeof mapped, "%08X%08X%08X%08X", 0U, 0U, htonl(0xFFFF), word);
    return port == ntohs(at->sin_port) && (strcmp(hex, plain) == 0 || strcmp(hex, mapped) == 0);
}

/* The user of the peer's end, if this line is about it. */
static bool read_user(const char *line, const ends *e, unsigned *user)
{
    char own[HEX_ADDRESS], other[HEX_ADDRESS];
    unsigned own_port, other_port, state;
    return sscanf(line, " %*d: %32[0-9A-F]:%x %32[0-9A-F]:%x %x %*x:%*x %*x:%*x %*x %u", own,
                  &own_port, other, &other_port, &state, user) == 6 &&
           state == ESTABLISHED && is_end(&e->own, own, own_port) &&
           is_end(&e->other, other, other_port);
}

static bool find_user(const char *list, const ends *e, unsigned *user)
{
    char line[512];
    bool found = false;
    FILE *f = fopen(list, "re");
    while (f && !found && fgets(line, sizeof line, f))
        found = read_user(line, e, user);
    if (f)
        fclose(f);
    return found;
}

bool same_user_is_peer(int socket)
{
    ends e;
    unsigned user;
    return ends_of(socket, &e) &&
           (find_user("/proc/net/tcp", &e, &user) || find_user("/proc/net/tcp6", &e, &user)) &&
           user == geteuid() && user != NO_USER;
}
