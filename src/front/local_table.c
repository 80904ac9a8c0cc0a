/* front/local_table.c -- what loops around a table share: see local_table.h. */
#include "front/local_table.h"
#include "base/clock.h"
#include "base/terminal_safe.h"
#include "core/play.h"
#include "table/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- names of people at one screen ------------------------------------------------------- */

duel_status called_read(called *c, int seat, duel_str *player, duel_msg *why)
{
    duel_str name = *player, kind;
    duel_str_part(&name, ':', &kind);
    if (name.at == NULL || !duel_str_is(kind, "human"))
        return DUEL_OK;
    duel_status status = duel_name_clean(name, c->name[seat], why);
    if (status == DUEL_OK)
        *player = kind;
    return status;
}

void called_put(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v,
                int seat)
{
    const char *role = duel_role(v, seat);
    if (c->name[seat][0])
        duel_tell(lang, out, N_("{0} ({1})"), "cw", c->name[seat], role);
    else
        duel_put(out, duel_text(lang, role));
}

bool called_put_all(const called *c, duel_lang lang, duel_sink *out, const duel_variant *v)
{
    const char *between = "";
    for (int i = 0; i < v->seats; i++) {
        if (c->name[i][0] == '\0')
            continue;
        duel_put(out, between);
        called_put(c, lang, out, v, i);
        between = ", ";
    }
    return between[0] != '\0';
}

/* ---- what a table tells, on its way to the loop, and into a log -------------------------- */

/* A notice is one line, whatever was said about why. */
static void flatten(duel_buf *text)
{
    for (size_t i = 0; i < text->len; i++)
        if (text->text[i] == '\n')
            text->text[i] = ' ';
}

/* Opened for each: nothing is lost with a program that is killed. */
static void write_notice(const char *log, const duel_table *t, const duel_notice *n)
{
    duel_buf text;
    duel_screen line;
    FILE *file = fopen(log, "ae");
    if (file == NULL)
        return;
    duel_buf_init(&text);
    duel_notice_print(n, &text.sink);
    flatten(&text);
    duel_screen_init(&line, file);
    duel_putf(&line.sink, "%s ", duel_table_id(t));
    duel_put_str(&line.sink, duel_buf_str(&text));
    duel_put(&line.sink, "\n");
    duel_buf_fini(&text);
    fclose(file);
}

bool notices_hear(duel_table *t, duel_notice *out)
{
    const char *log = getenv("DUEL_NOTICES");
    bool any = duel_table_hear(t, out);
    if (any && log && log[0])
        write_notice(log, t, out);
    return any;
}

/* ---- a table at one screen --------------------------------------------------------------- */

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
