/* front/wire_table.c -- tables: a session, the people around it, and the machines at it.
 *
 *     a person moves ──▶ stored ──▶ told to all ──▶ a machine thinks on the crew
 *     ──▶ waits until that move has been seen ──▶ stored ──▶ told to all ──▶ …
 *
 * See wire_hub.h for the invariants. */
#include "core/play.h"
#include "front/wire_hub.h"
#include "front/wire_json.h"

#include <stdlib.h>
#include <string.h>

enum { RETRY_BUSY = 500, RETRY_STORE = 3000 };
static const double think_seconds = 1.0, advice_seconds = 2.0;

static void wake_at(wire_table *t, uint64_t at)
{
    t->due = at;
    hub_alarm(t->hub, at);
}

/* ---- beginning and ending -------------------------------------------------------------- */

static void run_machine(duel_job *job);
static void done_machine(duel_job *job);
static void run_advice(duel_job *job);
static void done_advice(duel_job *job);

static void work_free(wire_work *w)
{
    if (w) {
        free(w->answer);
        free(w->advice);
    }
    free(w);
}

static wire_work *work_new(wire_table *t, void (*run)(duel_job *), void (*done)(duel_job *))
{
    wire_work *w = calloc(1, sizeof *w);
    if (w) {
        w->job.run = run;
        w->job.done = done;
        w->table = t;
    }
    return w;
}

static void table_free(wire_table *t)
{
    work_free(t->machine);
    work_free(t->adviser);
    duel_player_close(t->expert);
    duel_session_close(t->session, hub_time());
    free(t);
}

/* Takes over the session, in any case. */
static duel_status table_begin(wire_hub *hub, duel_session *s, wire_table **out, duel_msg *why)
{
    wire_table *t = calloc(1, sizeof *t);
    if (t == NULL) {
        duel_session_close(s, hub_time());
        return duel_full(why);
    }
    t->hub = hub;
    t->session = s;
    t->v = duel_session_variant(s);
    t->rev = 1;
    memcpy(t->id, duel_session_id(s), sizeof t->id);
    t->machine = work_new(t, run_machine, done_machine);
    t->adviser = work_new(t, run_advice, done_advice);
    if (t->machine == NULL || t->adviser == NULL) {
        table_free(t);
        return duel_full(why);
    }
    t->next = hub->tables;
    hub->tables = t;
    hub->table_count++;
    wake_at(t, hub_now() + HUB_KEEP);
    *out = t;
    return DUEL_OK;
}

static duel_status room_for_table(wire_hub *hub, duel_msg *why)
{
    wire_table *t = hub->tables;
    while (hub->table_count >= HUB_TABLES && t) {
        wire_table *next = t->next;
        if (table_idle(t))
            table_close(t);
        t = next;
    }
    if (hub->table_count >= HUB_TABLES)
        return duel_refuse(why, N_("All tables are taken. Please try again in a minute."), "");
    return DUEL_OK;
}

static bool is_person(const char *seat)
{
    return strcmp(seat, "here") == 0 || strcmp(seat, "elsewhere") == 0 ||
           strcmp(seat, "open") == 0;
}

duel_status table_create(wire_hub *hub, const table_plan *plan, wire_table **out, duel_msg *why)
{
    duel_session *s;
    duel_opening o = {.variant = &plan->v, .start = plan->start};
    duel_status status = room_for_table(hub, why);
    for (int i = 0; i < plan->v.seats; i++)
        o.seats[i] = duel_str_of(is_person(plan->seat[i]) ? "human" : plan->seat[i]);
    if (status == DUEL_OK)
        status = duel_session_new(hub->setup.store, &o, hub->setup.memory, hub_time(), &s, why);
    if (status == DUEL_OK)
        status = table_begin(hub, s, out, why);
    for (int i = 0; status == DUEL_OK && i < plan->v.seats; i++)
        (*out)->seat[i].open = strcmp(plan->seat[i], "open") == 0;
    if (status == DUEL_OK)
        (*out)->advice = plan->advice;
    return status;
}

duel_status table_find(wire_hub *hub, duel_str id, wire_table **out, duel_msg *why)
{
    char name[DUEL_ID_TEXT] = "";
    duel_session *s;
    if (id.len >= sizeof name)
        return duel_bad(why, N_("There is no such table."), "");
    memcpy(name, id.at, id.len);
    for (wire_table *t = hub->tables; t; t = t->next) {
        if (strcmp(t->id, name) == 0) {
            *out = t;
            return DUEL_OK;
        }
    }
    duel_status status = room_for_table(hub, why);
    if (status == DUEL_OK)
        status = duel_session_resume(hub->setup.store, name, hub->setup.memory, &s, why);
    return status == DUEL_OK ? table_begin(hub, s, out, why) : status;
}

bool table_idle(const wire_table *t)
{
    return t->members == NULL && !t->machine->busy && !t->adviser->busy;
}

void table_stop(wire_table *t)
{
    atomic_store(&t->machine->stop, true);
    atomic_store(&t->adviser->stop, true);
}

/* Keeping what was proved may take a while, so a thread of the crew does it. */
typedef struct farewell {
    duel_job job;
    wire_table *table;
} farewell;

static void run_farewell(duel_job *job)
{
    wire_table *t = ((farewell *)job)->table;
    uint64_t saved;
    duel_session_learn(t->session, hub_time(), &saved, NULL);
}

static void done_farewell(duel_job *job)
{
    table_free(((farewell *)job)->table);
    free(job);
}

void table_close(wire_table *t)
{
    wire_table **at = &t->hub->tables;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->hub->table_count--;
    farewell *f = calloc(1, sizeof *f);
    if (f)
        *f = (farewell){{run_farewell, done_farewell, NULL}, t};
    if (f && t->hub->crew && duel_crew_submit(t->hub->crew, &f->job))
        return;
    free(f);
    table_free(t);
}

/* ---- members --------------------------------------------------------------------------- */

unsigned table_people(const wire_table *t)
{
    unsigned seats = 0;
    for (int i = 0; i < t->v->seats; i++)
        seats |= (unsigned)duel_session_human(t->session, i) << i;
    return seats;
}

static void count_presence(wire_table *t, unsigned seats, int change)
{
    for (int i = 0; i < t->v->seats; i++)
        if (seats >> i & 1)
            t->seat[i].present += change;
}

void table_join(wire_table *t, wire_client *c, unsigned seats)
{
    if (c->table)
        table_leave(c);
    c->table = t;
    c->seats = seats & table_people(t);
    c->uncovered = DUEL_NOBODY;
    c->beside = t->members;
    t->members = c;
    t->member_count++;
    count_presence(t, c->seats, 1);
    for (int i = 0; i < t->v->seats; i++)
        if (c->seats >> i & 1)
            t->seat[i].open = false;
    table_tell(t);
    table_go_on(t);
}

void table_leave(wire_client *c)
{
    wire_table *t = c->table;
    wire_client **at = &t->members;
    while (*at != c)
        at = &(*at)->beside;
    *at = c->beside;
    t->member_count--;
    count_presence(t, c->seats, -1);
    if (c->number == t->adviser->asker)
        atomic_store(&t->adviser->stop, true);
    c->table = NULL;
    c->beside = NULL;
    c->seats = 0;
    c->table_news = false;
    table_tell(t);
    if (t->members == NULL && !t->planned)
        wake_at(t, hub_now() + HUB_KEEP);
}

void table_tell(wire_table *t)
{
    for (wire_client *c = t->members; c; c = c->beside) {
        c->table_news = true;
        client_wake(c);
    }
    hub_lobby_changed(t->hub);
}

void table_changed(wire_table *t)
{
    t->rev++;
    table_tell(t);
}

/* ---- machines -------------------------------------------------------------------------- */

static void run_machine(duel_job *job)
{
    wire_work *w = (wire_work *)job;
    duel_think call = {.seconds = think_seconds, .seed = hub_seed(), .stop = &w->stop};
    w->status = duel_session_think(w->table->session, &call, w->answer, &w->why);
}

static duel_status undo_now(wire_table *t, duel_msg *why)
{
    duel_status status = duel_session_undo(t->session, hub_time(), why);
    t->asked = 0;
    t->moved = hub_now();
    table_changed(t);
    table_go_on(t);
    return status;
}

static void done_machine(duel_job *job)
{
    wire_work *w = (wire_work *)job;
    wire_table *t = w->table;
    w->busy = false;
    if (t->undo_waits) {
        duel_msg why;
        t->undo_waits = false;
        if (undo_now(t, &why) != DUEL_OK)
            t->trouble = why;
    } else if (w->status == DUEL_OK) {
        uint64_t now = hub_now();
        t->planned = true;
        wake_at(t, now > t->moved + HUB_PACE ? now : t->moved + HUB_PACE);
    } else {
        t->trouble = w->why;
        table_changed(t);
    }
}

void table_go_on(wire_table *t)
{
    int seat = duel_session_turn(t->session);
    wire_work *w = t->machine;
    if (duel_session_over(t->session, (int32_t[DUEL_SEATS]){0}) ||
        duel_session_human(t->session, seat) || w->busy || t->planned || t->members == NULL)
        return;
    if (w->answer == NULL)
        w->answer = malloc(sizeof *w->answer);
    atomic_store(&w->stop, false);
    w->seat = seat;
    w->busy = w->answer && duel_crew_submit(t->hub->crew, &w->job);
    t->busy = !w->busy;
    if (t->busy)
        wake_at(t, hub_now() + RETRY_BUSY);
    table_tell(t);
}

/* Plays the machine's plan; one that could not be stored is still drafted, and only validated.
 */
static duel_status play_plan(wire_table *t, duel_msg *why)
{
    const duel_answer *a = t->machine->answer;
    const duel_move *drafted;
    duel_session *s = t->session;
    duel_status status = DUEL_OK;
    int64_t before = (int64_t)duel_session_record(s)->count;
    bool kept = duel_session_drafted(s, &drafted) > 0;
    for (int i = 0; !kept && status == DUEL_OK && i < a->plan_count; i++) {
        if ((int64_t)duel_session_record(s)->count != before || duel_session_ready(s))
            break;
        status = duel_session_play(s, a->plan[i], hub_time(), why);
    }
    if (status == DUEL_OK && duel_session_ready(s))
        status = duel_session_validate(s, hub_time(), why);
    return status;
}

static void play_planned(wire_table *t)
{
    duel_msg why;
    duel_status status = play_plan(t, &why);
    t->planned =
        status == DUEL_FAILED || status == DUEL_FULL; /* tried again: nothing is lost */
    t->trouble = (duel_msg){0};
    if (status != DUEL_OK)
        t->trouble = why;
    t->moved = hub_now();
    if (t->planned)
        wake_at(t, hub_now() + RETRY_STORE);
    table_changed(t);
    if (status == DUEL_OK)
        table_go_on(t);
}

void table_tick(wire_table *t, uint64_t now)
{
    if (t->due == 0 || t->due > now)
        return;
    t->due = 0;
    if (t->planned)
        play_planned(t);
    else if (t->busy)
        table_go_on(t);
    else if (table_idle(t))
        table_close(t);
}

/* ---- what people do -------------------------------------------------------------------- */

static duel_status playing(const wire_client *c, int *seat, duel_msg *why)
{
    *seat = view_acting(c);
    if (*seat != DUEL_NOBODY)
        return DUEL_OK;
    if (c->seats == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    return duel_refuse(why, N_("It is not your turn."), "");
}

duel_status table_move(wire_client *c, duel_str text, duel_msg *why)
{
    wire_table *t = c->table;
    duel_state view;
    duel_move move;
    int seat;
    duel_status status = playing(c, &seat, why);
    if (status != DUEL_OK)
        return status;
    if (duel_session_ready(t->session))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    duel_session_view(t->session, seat, &view);
    status = duel_read_move(t->v, &view, text, &move, why);
    if (status == DUEL_OK)
        status = duel_session_play(t->session, move, hub_time(), why);
    if (status == DUEL_OK) {
        t->moved = hub_now();
        t->asked = 0;
        t->trouble = (duel_msg){0};
    }
    table_changed(t); /* also when storing failed: the draft is there, to be confirmed again */
    table_go_on(t);
    return status;
}

duel_status table_undo(wire_client *c, duel_msg *why)
{
    wire_table *t = c->table;
    unsigned people = table_people(t), others = people & ~c->seats;
    if (c->seats == 0)
        return duel_refuse(why, N_("Spectators look on; they do not move."), "");
    if (others && !(t->asked & others)) {
        t->asked = c->seats; /* the others are asked; their own undo is the consent */
        table_changed(t);
        return DUEL_OK;
    }
    t->planned = false;
    if (t->machine->busy) {
        atomic_store(&t->machine->stop, true);
        t->undo_waits = true;
        return DUEL_OK;
    }
    return undo_now(t, why);
}

/* ---- advice ---------------------------------------------------------------------------- */

bool table_advises(const wire_client *c)
{
    const wire_table *t = c->table;
    return c->seats && (t->advice || (table_people(t) & ~c->seats) == 0);
}

static void run_advice(duel_job *job)
{
    wire_work *w = (wire_work *)job;
    wire_table *t = w->table;
    duel_think call = {.view = &w->view,
                       .seat = w->seat,
                       .seconds = advice_seconds,
                       .seed = 1,
                       .stop = &w->stop};
    w->status = DUEL_OK;
    if (t->expert == NULL)
        w->status = duel_player_open(duel_str_of("expert"), t->v, t->hub->setup.memory, NULL,
                                     &t->expert, &w->why);
    if (w->status == DUEL_OK)
        w->status = duel_advise(t->expert, t->v, &call, w->compare ? &w->instead : NULL,
                                w->advice, &w->why);
}

static void done_advice(duel_job *job)
{
    wire_work *w = (wire_work *)job;
    wire_client *c = w->table->members;
    w->busy = false;
    while (c && c->number != w->asker)
        c = c->beside;
    if (c == NULL) {
        if (w->table->members == NULL)
            wake_at(w->table, hub_now() + HUB_KEEP);
        return;
    }
    if (w->status == DUEL_OK && w->advice->answer.plan_count)
        client_send(c, "advice", w->re, wire_advice(w->table->v, &w->view, w->advice, c->lang));
    else
        client_refuse(c, w->re, "advice", &w->why);
}

duel_status table_advise(wire_client *c, json_int_t re, const char *instead, duel_msg *why)
{
    wire_table *t = c->table;
    wire_work *w = t->adviser;
    int seat;
    duel_status status = playing(c, &seat, why);
    if (status != DUEL_OK)
        return status;
    if (duel_session_ready(t->session))
        return duel_refuse(why, N_("The turn is complete: confirm it or take something back."),
                           "");
    if (!table_advises(c))
        return duel_refuse(why, N_("Advice is off at this table."), "");
    if (w->busy)
        return duel_refuse(why, N_("The adviser is still thinking."), "");
    if (w->advice == NULL)
        w->advice = malloc(sizeof *w->advice);
    if (w->advice == NULL)
        return duel_full(why);
    duel_session_view(t->session, seat, &w->view);
    w->compare = instead != NULL;
    if (instead)
        status = duel_read_move(t->v, &w->view, duel_str_of(instead), &w->instead, why);
    if (status != DUEL_OK)
        return status;
    w->seat = seat;
    w->asker = c->number;
    w->re = re;
    atomic_store(&w->stop, false);
    w->busy = duel_crew_submit(t->hub->crew, &w->job);
    if (!w->busy)
        return duel_refuse(why,
                           N_("The machine is busy with other tables: ask again in a "
                              "moment."),
                           "");
    return DUEL_OK;
}
