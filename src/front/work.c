/* front/work.c -- see work.h. */
#include "front/work.h"
#include "base/clock.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

atomic_bool work_stop; /* the one flag a signal handler may touch */

static void on_signal(int number)
{
    (void)number;
    atomic_store(&work_stop, true);
}

void work_begin(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&act.sa_mask);
    atomic_store(&work_stop, false);
    sigaction(SIGINT, &act, NULL); /* a second Ctrl-C ends the program */
    sigaction(SIGTERM, &act, NULL);
}

size_t work_memory(const duel_args *a)
{
    int64_t pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    int64_t half = pages > 0 && page > 0 ? pages / 2 * page >> 20 : 1024;
    return (size_t)(duel_args_has(a, "memory") ? duel_args_value(a, "memory") : half) << 20;
}

bool work_due(work_meter *m)
{
    double now = duel_clock();
    if (!m->c->terminal || (m->shown >= 0 && now - m->shown < 0.2))
        return false;
    m->shown = now;
    return true;
}

void work_show(void *meter, const duel_progress *p)
{
    work_meter *m = meter;
    if (!work_due(m))
        return;
    duel_sink *err = m->c->err;
    double rate = p->seconds > 0 ? (double)p->positions / p->seconds / 1e6 : 0;
    duel_put_command(err, "\r\033[K");
    if (p->bounded)
        duel_tell(m->c->lang, err, N_("{0} iterations, {1} MB"), "ii", (int64_t)p->nodes,
                  (int64_t)(p->memory >> 20));
    else if (p->depth)
        duel_tell(m->c->lang, err, N_("depth {0}, {1} positions looked at"), "ii",
                  (int64_t)p->depth, (int64_t)p->nodes);
    else
        duel_tell(m->c->lang, err, N_("{0} positions, {1} MB"), "ii", (int64_t)p->positions,
                  (int64_t)(p->memory >> 20));
    if (p->bounded)
        duel_putf(err, ", %.7f … %.7f", p->low, p->high);
    else if (p->depth == 0)
        duel_putf(err, ", %.1f M/s", rate);
    duel_putf(err, ", %.0f s", p->seconds);
    fflush(stderr);
}

void work_clear(work_meter *m)
{
    if (m->c->terminal && m->shown >= 0)
        duel_put_command(m->c->err, "\r\033[K");
    m->shown = -1;
}

void work_bar(work_meter *m, uint64_t done, uint64_t total)
{
    enum { WIDTH = 40 };
    if (total == 0 || !work_due(m))
        return;
    duel_sink *err = m->c->err;
    uint64_t filled = done * WIDTH / total;
    duel_put_command(err, "\r\033[K");
    duel_put(err, "[");
    for (uint64_t i = 0; i < WIDTH; i++)
        duel_put(err, i < filled ? "#" : " ");
    duel_putf(err, "] %llu/%llu", (unsigned long long)done, (unsigned long long)total);
    fflush(stderr);
}

void work_step(void *watcher, uint64_t done)
{
    work_steps *s = watcher;
    work_bar(&s->meter, done, s->total);
}
