/* wire/table_loop.c -- the loop around a table: requests go in, its effects are carried out,
 * what it tells is sent on.
 *
 *     verb ──▶ wire_table_ask ─▶ table/table ──▶ wishes: the writer, the crew
 *                                  ▲      └──▶ notices: answers, and news for all around it
 *     on the disk, thought ────────┘
 *
 * Also requests that are answered later: whose they are, and whether it is still there. */
#include "front/local_table.h"
#include "wire/inside.h"

#include <stdlib.h>

static const double think_seconds = 1.0, least_seconds = 0.05;

/* ---- requests answered later ------------------------------------------------------------ */

wire_request request_by(const wire_client *c, json_int_t re)
{
    return (wire_request){
        .asker = c->number, .re = re, .visit = c->visit, .seats = client_seats(c)};
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
    duel_status status = what ? verb_run(c, what, re, NULL, why) : duel_no_space(why);
    json_decref(what);
    return status;
}

void request_run(wire_hub *hub, const wire_request *r, const char *text)
{
    duel_msg why;
    wire_client *c = request_asker_there(hub, r);
    duel_status status = c ? request_read(c, r->re, text, &why) : DUEL_OK;
    if (c == NULL)
        request_refuse_gone(hub, r);
    else if (status != DUEL_OK)
        client_refuse(c, r->re, json_kind(status), &why);
}

/* ---- wishes: the disk ------------------------------------------------------------------- */

static void written(store_write *w)
{
    wire_table *t = ((struct wire_change *)w)->table;
    store_changes *batch = w->batch;
    if (batch->status == DUEL_OK)
        t->hub->disk_fails = false;
    hub_word_failure(t->hub, batch->status, &batch->why);
    table_written(t->table, hub_moment());
    table_players_sync(t->cast, table_session(t->table));
    wire_table_serve(t);
}

static void write_down(wire_table *t, store_changes *batch)
{
    t->change.table = t;
    t->change.write = (store_write){.batch = batch, .done = written};
    store_writer_submit(t->hub->writer, &t->change.write);
}

/* ---- work for the crew ------------------------------------------------------------------- */

void work_submit(wire_work *w, job_class lane, uint64_t address)
{
    w->busy = true;
    w->job.lane = lane;
    w->job.address = address;
    w->job.table = w->table->number;
    thread_pool_submit(w->table->hub->crew, &w->job);
}

/* ---- wishes: a machine ------------------------------------------------------------------ */

/* Where many machines are to move, each thinks for a part of its time: so all answer about as
 * soon as one alone would. */
static double time_to_think(wire_hub *hub)
{
    double seconds = think_seconds / thread_pool_crowding(hub->crew, JOB_CLASS_MOVES);
    return seconds > least_seconds ? seconds : least_seconds;
}

void machine_run(thread_job *job)
{
    wire_work *w = (wire_work *)job;
    duel_think call = {.view = w->view,
                       .seat = w->seat,
                       .seconds = time_to_think(w->table->hub),
                       .seed = hub_seed(),
                       .stop = &w->stop,
                       .progress = advice_progress,
                       .watcher = w};
    if (w->answer == NULL)
        w->answer = malloc(sizeof *w->answer);
    w->status = w->answer ? table_players_think(w->table->cast, &call, w->answer, &w->why)
                          : duel_no_space(&w->why);
}

/* How a program failed is told to whoever runs the server; people read another sentence. */
void machine_done(thread_job *job)
{
    wire_work *w = (wire_work *)job;
    wire_table *t = w->table;
    bool forfeits = w->status != DUEL_OK && table_players_forfeits(t->cast, w->seat);
    w->busy = false;
    if (t->hub->ending)
        return;
    if (forfeits)
        program_word_failure(t->hub, table_chair(t->table, w->seat, 0).spec, &w->why);
    table_thought(t->table, w->status, w->answer, forfeits, &w->why, hub_moment());
    free(w->answer);
    w->answer = NULL;
    wire_table_serve(t);
}

static void let_think(wire_table *t, int seat)
{
    wire_work *w = t->machine;
    w->seat = seat;
    atomic_store(&w->stop, false);
    table_seat_view(t->table, seat, w->view);
    w->told = NEVER_TOLD;
    work_submit(w, JOB_CLASS_MOVES, t->address);
    wire_table_tell(t);
}

/* ---- notices ---------------------------------------------------------------------------- */

static void tell_granted(wire_table *t, wire_client *c, const table_notice *n)
{
    if (n->ask == TABLE_ASK_HELP) {
        advice_queue_granted(t, n->seat);
        return;
    }
    if (c && c->table == t && n->ask == TABLE_ASK_LENS)
        c->lenses = c->lenses_asked;
    if (c)
        client_send(c, "done", n->re, json_object());
    if (c)
        client_has_news(c);
}

static void tell_refused(wire_table *t, wire_client *c, const table_notice *n)
{
    if (n->ask == TABLE_ASK_HELP)
        advice_queue_refused(t);
    if (c == NULL)
        return;
    client_refuse(c, n->re, json_kind(n->status), &n->why);
    if (c->table == t) /* it may have seen less than it thought */
        client_has_news(c);
}

static void tell_guest(wire_table *t, const table_notice *n)
{
    wire_client *c = hub_client(t->hub, n->guest);
    bool made = n->tell == TABLE_NOTICE_MADE, failed = table_creation_failed(t->table);
    if ((made || failed) && t->returns) {
        new_table_return_ready(t, n->status, &n->why);
        return;
    }
    if (made && c) {
        new_table_report(t, c, n->re);
    } else if (n->tell == TABLE_NOTICE_GRANTED) {
        tell_granted(t, c, n);
    } else if (n->tell == TABLE_NOTICE_REFUSED) {
        tell_refused(t, c, n);
    } else if (n->tell == TABLE_NOTICE_SEATED && c) {
        seat_send_tokens(t, n->seats, c, n->re);
    } else if (c) {
        client_send(c, "done", n->re, json_object());
        if (n->ask == TABLE_ASK_UNCOVER)
            client_has_news(c);
    }
}

static void tell_everybody(wire_table *t, const table_notice *n)
{
    if (n->tell == TABLE_NOTICE_SEAT)
        wire_table_learn_names(t);
    wire_table_tell(t);
}

void wire_table_serve(wire_table *t)
{
    table_effect w;
    table_notice n;
    while (notices_hear(t->table, &n)) {
        if (table_notice_is_for_all(n.tell))
            tell_everybody(t, &n);
        else
            tell_guest(t, &n);
    }
    while (!t->hub->ending && table_next_effect(t->table, &w)) {
        if (w.kind == TABLE_EFFECT_WRITE) {
            write_down(t, w.batch);
        } else if (w.kind == TABLE_EFFECT_THINK) {
            let_think(t, w.seat);
        } else {
            atomic_store(&t->machine->stop, true);
        }
    }
    if (table_creation_failed(t->table))
        t->idle_at = hub_now();
    uint64_t due = wire_table_due(t);
    if (due)
        hub_alarm(t->hub, due);
}

void wire_table_ask(wire_client *c, wire_table *t, json_int_t re, table_request r)
{
    r.guest = c->number;
    r.re = re;
    table_ask(t->table, &r, hub_moment());
    wire_table_serve(t);
}
