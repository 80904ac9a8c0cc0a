/* script/serving.c -- see serving.h. */
#include "script/serving.h"
#include "script/cell.h"
#include "script/talk.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

void serving_timer(int seconds)
{
    struct itimerval t = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &t, NULL);
}

static int64_t now_in_nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

serving_begun serving_begin(void)
{
    return (serving_begun){now_in_nanoseconds()};
}

bool serving_enough(const serving_begun *begun, size_t bytes)
{
    enum { BYTES = 1 << 20, NANOSECONDS = 100000000 };
    return bytes > BYTES || now_in_nanoseconds() - begun->nanoseconds > NANOSECONDS;
}

bool serving_doubts(int *answers)
{
    enum { FIRST = 24, EVERY = 61 };
    ++*answers;
    return *answers <= FIRST || *answers % EVERY == 0;
}

_Noreturn void serving_run(serving_answer *answer, void *self)
{
    duel_buf in, out;
    duel_buf_init(&in);
    duel_buf_init(&out);
    if (!cell_shut())
        _exit(CELL_OPEN);
    while (talk_receive(CELL_SOCKET, &in)) {
        duel_buf_clear(&out);
        serving_timer(SERVING_SECONDS);
        if (!answer(self, duel_buf_str(&in), &out))
            break;
        serving_timer(0);
        if (!talk_send(CELL_SOCKET, duel_buf_str(&out)))
            break;
    }
    _exit(0);
}
