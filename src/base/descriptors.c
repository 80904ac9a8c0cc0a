/* base/descriptors.c -- see descriptors.h. */
#define _GNU_SOURCE /* close_range */
#include "base/descriptors.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* For a kernel before 5.9: one after the other, up to the number no descriptor has reached. The
 * hard limit is asked, since the soft one may have been lowered below what is open. */
static bool close_each(int first)
{
    enum { MOST = 1 << 20 };
    struct rlimit l;
    if (getrlimit(RLIMIT_NOFILE, &l) != 0 || l.rlim_max > MOST)
        return false;
    for (int fd = first; fd < (int)l.rlim_max; fd++)
        close(fd);
    return true;
}

/* Where sockets cannot be made so at once, another thread that starts a program just then hands
 * them on: it is closed there by duel_close_from. */
bool duel_join_sockets(int kind, int ends[2])
{
#ifdef SOCK_CLOEXEC
    return socketpair(AF_UNIX, kind | SOCK_CLOEXEC, 0, ends) == 0;
#else
    return socketpair(AF_UNIX, kind, 0, ends) == 0 &&
           fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
#endif
}

bool duel_close_from(int first)
{
    return close_range((unsigned)first, UINT_MAX, 0) == 0 || close_each(first);
}
