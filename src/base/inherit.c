/* base/inherit.c -- see inherit.h. */
#define _GNU_SOURCE /* close_range */
#include "base/inherit.h"

#include <limits.h>
#include <sys/resource.h>
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

bool duel_close_from(int first)
{
    return close_range((unsigned)first, UINT_MAX, 0) == 0 || close_each(first);
}
