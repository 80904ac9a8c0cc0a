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

duel_status seat_names_read(seat_names *c, int seat, duel_str *player, duel_msg *why)
{
    duel_str name = *player, kind;
    duel_str_part(&name, ':', &kind);
    if (name.at == NULL || !duel_str_is(kind, "human"))
        return DUEL_OK;
    duel_status status = player_name_clean(name, c->name[seat], why);
    if (status == DUEL_OK)
        *player = kind;
    return status;
}

void seat_names_put(const seat_names *c, duel_lang lang, duel_sink *out, const duel_variant *v,
                    int seat)
{
    const char *role = duel_role(v, seat);
    if (c->name[seat][0])
        duel_tell(lang, out, N_("{0} ({1})"), "cw", c->name[seat], role);
    else
        duel_put(out, duel_text(lang, role));
}

bool seat_names_put_all(const seat_names *c, duel_lang lang, duel_sink *out,
                        const duel_variant *v)
{
    const char *between = "";
    for (int i = 0; i < v->seats; i++) {
        if (c->name[i][0] == '\0')
            continue;
        duel_put(out, between);
        seat_names_put(c, lang, out, v, i);
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
static void write_notice(const char *log, const game_table *t, const table_notice *n)
{
    duel_buf text;
    duel_terminal_safe line;
    FILE *file = fopen(log, "ae");
    if (file == NULL)
        return;
    duel_buf_init(&text);
    table_notice_print(n, &text.sink);
    flatten(&text);
    duel_terminal_safe_init(&line, file);
    duel_putf(&line.sink, "%s ", table_id(t));
    duel_put_str(&line.sink, duel_buf_str(&text));
    duel_put(&line.sink, "\n");
    duel_buf_fini(&text);
    fclose(file);
}

bool notices_hear(game_table *t, table_notice *out)
{
    const char *log = getenv("DUEL_NOTICES");
    bool any = table_next_notice(t, out);
    if (any && log && log[0])
        write_notice(log, t, out);
    return any;
}

/* ---- a table at one screen --------------------------------------------------------------- */

table_moment local_table_now(void)
{
    return (table_moment){1 + (uint64_t)(duel_clock() * 1000), (int64_t)time(NULL)};
}

/* ---- beginning and ending ---------------------------------------------------------------- */

static duel_status leave_nothing(local_table *h, duel_status status)
{
    table_free(h->table);
    table_players_free(h->cast);
    h->table = NULL;
    h->cast = NULL;
    return status;
}

void local_table_sit_down(local_table *h)
{
    unsigned all = (1U << table_variant(h->table)->seats) - 1;
    if (table_watching(h->table) == 0) /* without memory it looks on, and can try again */
        table_join(h->table, LOCAL_TABLE_GUEST, all, "", local_table_now(), NULL);
}

static duel_status gather_cast(local_table *h, size_t memory, duel_msg *why)
{
    duel_status status = table_players_new(h->store, table_variant(h->table), memory / 2,
                                           memory / 4, NULL, &h->cast, why);
    if (status != DUEL_OK)
        return status;
    table_players_sync(h->cast, table_session(h->table));
    return table_over(h->table, NULL) ? DUEL_OK : table_players_begin(h->cast, why);
}

/* A new game has to be on the disk before anybody sits down. */
static duel_status write_first(local_table *h, duel_msg *why)
{
    table_effect wish;
    table_notice told = {.status = DUEL_OK};
    local_table_serve(h, &wish);
    while (notices_hear(h->table, &told) && told.tell != TABLE_NOTICE_REFUSED)
        continue;
    if (table_creation_failed(h->table))
        *why = told.why;
    return table_creation_failed(h->table) ? told.status : DUEL_OK;
}

static duel_status open_table(local_table *h, game_session *s, size_t memory, uint64_t pace,
                              duel_msg *why)
{
    table_settings manners = {.pace = pace, .number = 1};
    duel_status status =
        table_new(s, &manners, LOCAL_TABLE_GUEST, 0, local_table_now(), &h->table, why);
    if (status == DUEL_OK)
        status = gather_cast(h, memory, why);
    if (status == DUEL_OK)
        status = write_first(h, why);
    if (status != DUEL_OK)
        return leave_nothing(h, status);
    local_table_sit_down(h);
    return DUEL_OK;
}

duel_status local_table_begin(local_table *h, const session_opening *o, size_t memory,
                              uint64_t pace, duel_msg *why)
{
    game_session *s;
    duel_status status = session_store_new(h->store, o, NULL, local_table_now().date, &s, why);
    return status == DUEL_OK ? open_table(h, s, memory, pace, why) : status;
}

duel_status local_table_resume(local_table *h, const char *id, size_t memory, uint64_t pace,
                               duel_msg *why)
{
    game_session *s;
    duel_status status = session_store_load(h->store, id, &s, why);
    return status == DUEL_OK ? open_table(h, s, memory, pace, why) : status;
}

/* What is told of it is for others, and here there are none. */
void local_table_leave(local_table *h, bool stopped)
{
    table_notice told;
    if (table_watching(h->table))
        table_leave(h->table, LOCAL_TABLE_GUEST, local_table_now());
    if (stopped)
        table_thought(h->table, DUEL_STOPPED, NULL, false, NULL, local_table_now());
    while (notices_hear(h->table, &told))
        continue;
}

duel_status local_table_close(local_table *h, uint64_t *saved, duel_msg *why)
{
    if (h->table)
        local_table_leave(h, false);
    return leave_nothing(h, table_players_learn(h->cast, local_table_now().date, saved, why));
}

/* ---- the loop ---------------------------------------------------------------------------- */

void local_table_ask(local_table *h, table_request_kind ask, duel_str text)
{
    table_request r = {.ask = ask, .guest = LOCAL_TABLE_GUEST, .text = text};
    r.seat = table_acting(h->table, LOCAL_TABLE_GUEST);
    table_ask(h->table, &r, local_table_now());
}

static void write_now(local_table *h, store_changes *batch)
{
    if (h->store)
        store_append(h->store, batch, NULL);
    table_written(h->table, local_table_now());
    table_players_sync(h->cast, table_session(h->table));
}

bool local_table_serve(local_table *h, table_effect *wish)
{
    uint64_t due = table_due(h->table);
    if (due && due <= local_table_now().ms)
        table_tick(h->table, local_table_now());
    while (table_next_effect(h->table, wish)) {
        if (wish->kind != TABLE_EFFECT_WRITE)
            return true;
        write_now(h, wish->batch);
    }
    return false;
}

void local_table_thought(local_table *h, int seat, duel_status status, const duel_answer *a,
                         const duel_msg *why)
{
    bool forfeits = status != DUEL_OK && table_players_forfeits(h->cast, seat);
    table_thought(h->table, status, a, forfeits, why, local_table_now());
}
