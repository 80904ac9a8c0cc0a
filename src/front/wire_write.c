/* front/wire_write.c -- changes of tables on their way to the disk.
 *
 *     verb ──▶ session: a change ──▶ writer ──▶ disk ──▶ settled
 *     settled ──▶ `after`: everybody is told ──▶ the requests that waited
 *
 * Only here is `writing` set and cleared, so a table has one change under way at most. */
#include "front/wire_hub.h"

#include <stdlib.h>
#include <string.h>

/* ---- waiting requests ------------------------------------------------------------------- */

static void parked_free(wire_parked *p)
{
    if (p)
        json_decref(p->what);
    free(p);
}

duel_status table_park(wire_table *t, wire_client *c, json_t *what, duel_msg *why)
{
    if (t->parked_count >= HUB_PARKED)
        return duel_refuse(why, N_("Too much is waiting at this table: ask again in a moment."),
                           "");
    wire_parked *p = malloc(sizeof *p), **end = &t->parked;
    if (p == NULL)
        return duel_full(why);
    *p = (wire_parked){NULL, c->number, c->table, json_incref(what)};
    while (*end)
        end = &(*end)->next;
    *end = p;
    t->parked_count++;
    return DUEL_OK;
}

static wire_parked *next_parked(wire_table *t)
{
    wire_parked *p = t->parked;
    if (p) {
        t->parked = p->next;
        t->parked_count--;
    }
    return p;
}

static void answer_parked(wire_hub *hub, const wire_parked *p)
{
    duel_msg why;
    wire_client *c = hub_client(hub, p->asker);
    json_int_t re = json_integer_value(json_object_get(p->what, "n"));
    if (c == NULL)
        return;
    duel_status status = c->table == p->table
                             ? verb_obey(c, p->what, re, &why)
                             : duel_refuse(&why, N_("You have left that table."), "");
    if (status != DUEL_OK)
        client_refuse(c, re, wire_code(status), &why);
}

void table_unpark(wire_table *t)
{
    while (t->parked && !t->writing && !t->machine->busy) {
        wire_parked *p = next_parked(t);
        answer_parked(t->hub, p);
        parked_free(p);
    }
}

void table_drop_parked(wire_table *t)
{
    while (t->parked)
        parked_free(next_parked(t));
    parked_free(t->advice_parked);
    t->advice_parked = NULL;
}

/* ---- the way to the disk ---------------------------------------------------------------- */

static void finish(wire_table *t, duel_status status, const duel_msg *why)
{
    wire_client *c = hub_client(t->hub, t->after_asker);
    table_after *after = t->after;
    json_int_t re = t->after_re;
    t->after = NULL;
    after(t, c, re, status, why);
}

static void settled(duel_write *w)
{
    wire_table *t = ((struct wire_change *)w)->table;
    duel_msg why = {.id = NULL};
    duel_status status = duel_session_settle(t->session, &why);
    if (status == DUEL_OK)
        t->hub->disk_fails = false;
    hub_word_failure(t->hub, status, &why);
    t->writing = false;
    t->trouble = (duel_msg){.id = NULL};
    if (status != DUEL_OK)
        t->trouble = why;
    finish(t, status, &why);
    if (t->doomed) {
        table_drop_parked(t);
        table_close(t);
        return;
    }
    if (t->hub->ending)
        return;
    seat_write_names(t);
    table_unpark(t);
    table_go_on(t);
}

void table_commit(wire_table *t, wire_client *c, json_int_t re, table_after *after)
{
    duel_batch *batch = duel_session_pending(t->session);
    t->after = after;
    t->after_asker = c ? c->number : 0;
    t->after_re = re;
    if (batch == NULL) {
        finish(t, DUEL_OK, NULL);
        return;
    }
    t->writing = true;
    t->change.table = t;
    t->change.write = (duel_write){.batch = batch, .done = settled};
    duel_writer_submit(t->hub->writer, &t->change.write);
}
