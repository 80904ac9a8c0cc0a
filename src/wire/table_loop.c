/* wire/table_loop.c -- the loop around a table: requests go in, its effects are carried out,
 * what it tells is sent on.
 *
 *     verb ──▶ table_ask ──▶ table/table ──▶ wishes: the writer, the crew
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
    duel_status status = what ? verb_obey(c, what, re, NULL, why) : duel_full(why);
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

/* ---- wishes: the disk ------------------------------------------------------------------- */

static void written(duel_write *w)
{
    wire_table *t = ((struct wire_change *)w)->table;
    duel_batch *batch = w->batch;
    if (batch->status == DUEL_OK)
        t->hub->disk_fails = false;
    hub_word_failure(t->hub, batch->status, &batch->why);
    duel_table_written(t->table, hub_moment());
    duel_cast_follow(t->cast, duel_table_session(t->table));
    table_serve(t);
}

static void write_down(wire_table *t, duel_batch *batch)
{
    t->change.table = t;
    t->change.write = (duel_write){.batch = batch, .done = written};
    duel_writer_submit(t->hub->writer, &t->change.write);
}

/* ---- work for the crew ------------------------------------------------------------------- */

void work_submit(wire_work *w, duel_lane lane, uint64_t address)
{
    w->busy = true;
    w->job.lane = lane;
    w->job.address = address;
    w->job.table = w->table->number;
    duel_crew_submit(w->table->hub->crew, &w->job);
}

/* ---- wishes: a machine ------------------------------------------------------------------ */

/* Where many machines are to move, each thinks for a part of its time: so all answer about as
 * soon as one alone would. */
static double time_to_think(wire_hub *hub)
{
    double seconds = think_seconds / duel_crew_crowd(hub->crew, DUEL_LANE_MOVES);
    return seconds > least_seconds ? seconds : least_seconds;
}

void machine_run(duel_job *job)
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
    w->status = w->answer ? duel_cast_think(w->table->cast, &call, w->answer, &w->why)
                          : duel_full(&w->why);
}

/* How a program failed is told to whoever runs the server; people read another sentence. */
void machine_done(duel_job *job)
{
    wire_work *w = (wire_work *)job;
    wire_table *t = w->table;
    bool forfeits = w->status != DUEL_OK && duel_cast_forfeits(t->cast, w->seat);
    w->busy = false;
    if (t->hub->ending)
        return;
    if (forfeits)
        program_word_failure(t->hub, duel_table_chair(t->table, w->seat, 0).spec, &w->why);
    duel_table_thought(t->table, w->status, w->answer, forfeits, &w->why, hub_moment());
    free(w->answer);
    w->answer = NULL;
    table_serve(t);
}

static void let_think(wire_table *t, int seat)
{
    wire_work *w = t->machine;
    w->seat = seat;
    atomic_store(&w->stop, false);
    duel_table_seat_view(t->table, seat, w->view);
    w->told = NEVER_TOLD;
    work_submit(w, DUEL_LANE_MOVES, t->address);
    table_tell(t);
}

/* ---- notices ---------------------------------------------------------------------------- */

static void tell_granted(wire_table *t, wire_client *c, const duel_notice *n)
{
    if (n->ask == DUEL_ASK_HELP) {
        adviser_granted(t, n->seat);
        return;
    }
    if (c && c->table == t && n->ask == DUEL_ASK_LENS)
        c->lenses = c->lenses_asked;
    if (c)
        client_send(c, "done", n->re, json_object());
    if (c)
        client_has_news(c);
}

static void tell_refused(wire_table *t, wire_client *c, const duel_notice *n)
{
    if (n->ask == DUEL_ASK_HELP)
        adviser_refused(t);
    if (c == NULL)
        return;
    client_refuse(c, n->re, json_kind(n->status), &n->why);
    if (c->table == t) /* it may have seen less than it thought */
        client_has_news(c);
}

static void tell_guest(wire_table *t, const duel_notice *n)
{
    wire_client *c = hub_client(t->hub, n->guest);
    bool made = n->tell == DUEL_TELL_MADE, failed = duel_table_doomed(t->table);
    if ((made || failed) && t->returns) {
        make_return_told(t, n->status, &n->why);
        return;
    }
    if (made && c) {
        make_told(t, c, n->re);
    } else if (n->tell == DUEL_TELL_GRANTED) {
        tell_granted(t, c, n);
    } else if (n->tell == DUEL_TELL_REFUSED) {
        tell_refused(t, c, n);
    } else if (n->tell == DUEL_TELL_SEATED && c) {
        seat_send_tokens(t, n->seats, c, n->re);
    } else if (c) {
        client_send(c, "done", n->re, json_object());
        if (n->ask == DUEL_ASK_UNCOVER)
            client_has_news(c);
    }
}

static void tell_everybody(wire_table *t, const duel_notice *n)
{
    if (n->tell == DUEL_TELL_HANDS)
        table_learn_names(t);
    table_tell(t);
}

void table_serve(wire_table *t)
{
    duel_wish w;
    duel_notice n;
    while (notices_hear(t->table, &n)) {
        if (duel_tells_all(n.tell))
            tell_everybody(t, &n);
        else
            tell_guest(t, &n);
    }
    while (!t->hub->ending && duel_table_wish(t->table, &w)) {
        if (w.kind == DUEL_WISH_WRITE) {
            write_down(t, w.batch);
        } else if (w.kind == DUEL_WISH_THINK) {
            let_think(t, w.seat);
        } else {
            atomic_store(&t->machine->stop, true);
        }
    }
    if (duel_table_doomed(t->table))
        t->idle_at = hub_now();
    uint64_t due = table_due(t);
    if (due)
        hub_alarm(t->hub, due);
}

void table_ask(wire_client *c, wire_table *t, json_int_t re, duel_request r)
{
    r.guest = c->number;
    r.re = re;
    duel_table_ask(t->table, &r, hub_moment());
    table_serve(t);
}
