/* script/pipe_message.c -- see pipe_message.h. */
#include "script/pipe_message.h"
#include "base/clock.h"
#include "script/child.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define NAME_OF(name) #name,
const char *const talk_function_name[FN_COUNT] = {TALK_FUNCTIONS(NAME_OF)};
#undef NAME_OF

static bool send_all(int fd, const char *bytes, size_t count)
{
    while (count) {
        ssize_t n = send(fd, bytes, count, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        count -= (size_t)n;
    }
    return true;
}

static bool receive_all(int fd, char *bytes, size_t count)
{
    while (count) {
        ssize_t n = recv(fd, bytes, count, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        count -= (size_t)n;
    }
    return true;
}

bool talk_send(int fd, duel_str bytes)
{
    enum { SMALL = 2048 };
    uint32_t len = (uint32_t)bytes.len;
    char small[SMALL];
    if (bytes.len > SMALL - sizeof len)
        return bytes.len <= TALK_MOST && send_all(fd, (const char *)&len, sizeof len) &&
               send_all(fd, bytes.at, bytes.len);
    memcpy(small, &len, sizeof len);
    memcpy(small + sizeof len, bytes.at, bytes.len);
    return send_all(fd, small, sizeof len + bytes.len);
}

bool talk_receive(int fd, duel_buf *in)
{
    uint32_t left;
    char part[4096];
    duel_buf_clear(in);
    if (!receive_all(fd, (char *)&left, sizeof left) || left > TALK_MOST)
        return false;
    while (left) {
        size_t n = left < sizeof part ? left : sizeof part;
        if (!receive_all(fd, part, n))
            return false;
        duel_put_str(&in->sink, (duel_str){part, n});
        left -= (uint32_t)n;
    }
    return !in->failed;
}

/* ---- the life of a process -------------------------------------------------------------- */

void child_loop_timer(int seconds)
{
    struct itimerval t = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &t, NULL);
}

bool child_loop_enough(double begun, size_t bytes)
{
    enum { BYTES = 1 << 20 };
    const double seconds = 0.1;
    return bytes > BYTES || duel_clock() - begun > seconds;
}

bool child_asks_twice(int *answers)
{
    enum { FIRST = 24, EVERY = 61 };
    ++*answers;
    return *answers <= FIRST || *answers % EVERY == 0;
}

_Noreturn void child_loop_run(child_loop_answer *answer, void *self)
{
    duel_buf in = duel_buf_empty(), out = duel_buf_empty();
    if (!jail_enter())
        _exit(JAIL_OPEN);
    while (talk_receive(JAIL_SOCKET, &in)) {
        duel_buf_clear(&out);
        child_loop_timer(CHILD_SECONDS);
        if (!answer(self, duel_buf_str(&in), &out))
            break;
        child_loop_timer(0);
        if (!talk_send(JAIL_SOCKET, duel_buf_str(&out)))
            break;
    }
    _exit(0);
}
