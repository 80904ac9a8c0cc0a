/* front/web/wire_write.c -- requests that are answered later; changes of tables on their way to
 * the disk.
 *
 *     verb ──▶ session: a change ──▶ writer ──▶ disk ──▶ settled
 *     settled ──▶ `after`: everybody is told ──▶ the requests that waited
 *
 * Only here is `writing` set and cleared, so a table has one change under way at most. */
#include "front/web/wire_hub.h"

#include <stdlib.h>
#include <string.h>

/* ---- requests answered later ------------------------------------------------------------ */

wire_request request_by(const wire_client *c, json_int_t re)
{
    if (c == NULL)
        return (wire_request){.asker = 0};
    return (wire_request){.asker = c->number, .re = re, .visit = c->visit, .seats = c->seats};
}

wire_client *request_asker(wire_hub *hub, const wire_request *r)
{
    return hub_client(hub, r->asker);
}

wire_client *request_asker_there(wire_hub *hub, const wire_request *r)
{
    wire_client *c = request_asker(hub, r);
    return c && c->visit == r->visit ? c : NULL;
}

void request_answer(wire_hub *hub, const wire_request *r, duel_status status,
                    const duel_msg *why)
{
    wire_client *c = request_asker(hub, r);
    if (c && status == DUEL_OK)
        client_send(c, "done", r->re, json_object());
    else if (c)
        client_refuse(c, r->re, json_kind(status), why);
}

void request_refuse_gone(wire_hub *hub, const wire_request *r)
{
    duel_msg why;
    duel_status status = duel_refuse(&why, N_("You have left that table."), "");
    request_answer(hub, r, status, &why);
}

char *request_text(const json_t *what)
{
    return json_dumps(what, JSON_COMPACT);
}

duel_status request_read(wire_client *c, json_int_t re, const char *text, duel_msg *why)
{
    json_t *what = json_loads(text, 0, NULL);
    duel_status status = what ? verb_obey(c, what, re, why) : duel_full(why);
    json_decref(what);
    return status;
}

void request_obey(wire_hub *hub, const wire_request *r, const char *text)
{
    duel_msg why;
    wire_client *c = request_asker_there(hub, r);
    duel_status status = c ? request_read(c, r->re, text, &why) : DUEL_OK;
    if (c == NULL)
        request_refuse_gone(hub, r);
    else if (status != DUEL_OK)
        client_refuse(c, r->re, json_kind(status), &why);
}

/* ---- waiting requests ------------------------------------------------------------------- */

static void parked_free(wire_parked *p)
{
    if (p)
        free(p->text);
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
    json_int_t re = json_integer_value(json_object_get(what, "n"));
    *p = (wire_parked){NULL, request_by(c, re), request_text(what)};
    if (p->text == NULL) {
        parked_free(p);
        return duel_full(why);
    }
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

void table_unpark(wire_table *t)
{
    while (t->parked && !t->writing && !t->machine->busy) {
        wire_parked *p = next_parked(t);
        request_obey(t->hub, &p->from, p->text);
        parked_free(p);
    }
}

/* The table has not come to be: whoever waited for it is told so. */
static void refuse_parked(wire_table *t, duel_status status, const duel_msg *why)
{
    while (t->parked) {
        wire_parked *p = next_parked(t);
        request_answer(t->hub, &p->from, status, why);
        parked_free(p);
    }
}

void table_drop_parked(wire_table *t)
{
    while (t->parked)
        parked_free(next_parked(t));
}

/* ---- the way to the disk ---------------------------------------------------------------- */

static void finish_write(wire_table *t, duel_status status, const duel_msg *why)
{
    table_after *after = t->after;
    wire_request from = t->after_for;
    t->after = NULL;
    after(t, &from, status, why);
}

static void settled(duel_write *w)
{
    wire_table *t = ((struct wire_change *)w)->table;
    duel_msg why = {.id = NULL};
    duel_status status = duel_session_settle(t->session, &why);
    duel_cast_follow(t->cast, t->session);
    if (status == DUEL_OK)
        t->hub->disk_fails = false;
    hub_word_failure(t->hub, status, &why);
    t->writing = false;
    t->trouble = (duel_msg){.id = NULL};
    if (status != DUEL_OK)
        t->trouble = why;
    finish_write(t, status, &why);
    if (t->doomed) {
        refuse_parked(t, status, &why);
        table_close(t);
        return;
    }
    if (t->hub->ending)
        return;
    seat_write_names(t);
    table_unpark(t);
    table_go_on(t);
}

void table_commit(wire_table *t, wire_request from, table_after *after)
{
    duel_batch *batch = duel_session_pending(t->session);
    t->after = after;
    t->after_for = from;
    if (batch == NULL) {
        finish_write(t, DUEL_OK, NULL);
        return;
    }
    t->writing = true;
    t->change.table = t;
    t->change.write = (duel_write){.batch = batch, .done = settled};
    duel_writer_submit(t->hub->writer, &t->change.write);
}
