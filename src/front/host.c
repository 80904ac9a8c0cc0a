/* front/host.c -- see host.h. */
#include "front/host.h"
#include "base/clock.h"
#include "front/notices.h"
#include "table/session.h"

#include <time.h>

duel_moment host_now(void)
{
    return (duel_moment){1 + (uint64_t)(duel_clock() * 1000), (int64_t)time(NULL)};
}

/* ---- beginning and ending ---------------------------------------------------------------- */

static duel_status leave_nothing(host *h, duel_status status)
{
    duel_table_free(h->table);
    duel_cast_free(h->cast);
    h->table = NULL;
    h->cast = NULL;
    return status;
}

void host_sit_down(host *h)
{
    unsigned all = (1U << duel_table_variant(h->table)->seats) - 1;
    if (duel_table_watching(h->table) == 0) /* without memory it looks on, and can try again */
        duel_table_join(h->table, HOST_GUEST, all, "", host_now(), NULL);
}

static duel_status gather_cast(host *h, size_t memory, duel_msg *why)
{
    duel_status status = duel_cast_new(h->store, duel_table_variant(h->table), memory / 2,
                                       memory / 4, NULL, &h->cast, why);
    if (status != DUEL_OK)
        return status;
    duel_cast_follow(h->cast, duel_table_session(h->table));
    return duel_table_over(h->table, NULL) ? DUEL_OK : duel_cast_begin(h->cast, why);
}

/* A new game has to be on the disk before anybody sits down. */
static duel_status write_first(host *h, duel_msg *why)
{
    duel_wish wish;
    duel_notice told = {.status = DUEL_OK};
    host_serve(h, &wish);
    while (notices_hear(h->table, &told) && told.tell != DUEL_TELL_REFUSED)
        continue;
    if (duel_table_doomed(h->table))
        *why = told.why;
    return duel_table_doomed(h->table) ? told.status : DUEL_OK;
}

static duel_status open_table(host *h, duel_session *s, size_t memory, uint64_t pace,
                              duel_msg *why)
{
    duel_manners manners = {.pace = pace, .number = 1};
    duel_status status = duel_table_new(s, &manners, HOST_GUEST, 0, host_now(), &h->table, why);
    if (status == DUEL_OK)
        status = gather_cast(h, memory, why);
    if (status == DUEL_OK)
        status = write_first(h, why);
    if (status != DUEL_OK)
        return leave_nothing(h, status);
    host_sit_down(h);
    return DUEL_OK;
}

duel_status host_begin(host *h, const duel_opening *o, size_t memory, uint64_t pace,
                       duel_msg *why)
{
    duel_session *s;
    duel_status status = duel_keep_new(h->store, o, NULL, host_now().date, &s, why);
    return status == DUEL_OK ? open_table(h, s, memory, pace, why) : status;
}

duel_status host_resume(host *h, const char *id, size_t memory, uint64_t pace, duel_msg *why)
{
    duel_session *s;
    duel_status status = duel_keep_load(h->store, id, &s, why);
    return status == DUEL_OK ? open_table(h, s, memory, pace, why) : status;
}

/* What is told of it is for others, and here there are none. */
void host_leave(host *h, bool stopped)
{
    duel_notice told;
    if (duel_table_watching(h->table))
        duel_table_leave(h->table, HOST_GUEST, host_now());
    if (stopped)
        duel_table_thought(h->table, DUEL_STOPPED, NULL, false, NULL, host_now());
    while (notices_hear(h->table, &told))
        continue;
}

duel_status host_close(host *h, uint64_t *saved, duel_msg *why)
{
    if (h->table)
        host_leave(h, false);
    return leave_nothing(h, duel_cast_learn(h->cast, host_now().date, saved, why));
}

/* ---- the loop ---------------------------------------------------------------------------- */

void host_ask(host *h, duel_ask ask, duel_str text)
{
    duel_request r = {.ask = ask, .guest = HOST_GUEST, .text = text};
    r.seat = duel_table_acting(h->table, HOST_GUEST);
    duel_table_ask(h->table, &r, host_now());
}

static void write_now(host *h, duel_batch *batch)
{
    if (h->store)
        duel_store_append(h->store, batch, NULL);
    duel_table_written(h->table, host_now());
    duel_cast_follow(h->cast, duel_table_session(h->table));
}

bool host_serve(host *h, duel_wish *wish)
{
    uint64_t due = duel_table_due(h->table);
    if (due && due <= host_now().ms)
        duel_table_tick(h->table, host_now());
    while (duel_table_wish(h->table, wish)) {
        if (wish->kind != DUEL_WISH_WRITE)
            return true;
        write_now(h, wish->batch);
    }
    return false;
}

void host_thought(host *h, int seat, duel_status status, const duel_answer *a,
                  const duel_msg *why)
{
    bool forfeits = status != DUEL_OK && duel_cast_forfeits(h->cast, seat);
    duel_table_thought(h->table, status, a, forfeits, why, host_now());
}
