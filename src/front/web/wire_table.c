/* front/web/wire_table.c -- tables: a session, the people around it, and the machines at it.
 *
 *     a person moves ──▶ stored ──▶ told to all ──▶ a machine thinks on the crew
 *     its turn ──▶ waits until the move before it has been seen ──▶ stored ──▶ told to all …
 *
 * See wire_hub.h for the invariants. */
#include "core/play.h"
#include "front/web/wire_hub.h"
#include "front/web/wire_json.h"

#include <stdlib.h>
#include <string.h>

enum { RETRY_BUSY = 500, RETRY_STORE = 3000 };
static const double think_seconds = 1.0;

/* ---- when to look again ----------------------------------------------------------------- */

void table_wake_at(wire_table *t, uint64_t *which, uint64_t at)
{
    *which = at;
    hub_alarm(t->hub, at);
}

uint64_t table_due(const wire_table *t)
{
    uint64_t at[] = {t->play_at, t->retry_at, t->idle_at, t->absent_at, t->flag_at};
    uint64_t soonest = 0;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        if (at[i] && (soonest == 0 || at[i] < soonest))
            soonest = at[i];
    return soonest;
}

/* Whether a moment has come; it is then forgotten. */
static bool came(uint64_t *at, uint64_t now)
{
    bool it_is = *at && *at <= now;
    if (it_is)
        *at = 0;
    return it_is;
}

/* ---- beginning and ending --------------------------------------------------------------- */

static void run_machine(duel_job *job);
static void done_machine(duel_job *job);

static void work_free(wire_work *w)
{
    if (w) {
        free(w->answer);
        free(w->advice);
        free(w->curve.states);
        free(w->curve.point);
        free(w->mark);
        pthread_mutex_destroy(&w->lock);
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
        pthread_mutex_init(&w->lock, NULL);
    }
    return w;
}

static void table_free(wire_table *t)
{
    work_free(t->machine);
    work_free(t->adviser);
    duel_cast_free(t->cast);
    duel_session_free(t->session);
    free(t);
}

/* At a new table programs are started at once: whether that can be done is told to who makes
 * it. One that was taken up again starts them when their turn comes. */
static duel_status seat_players(wire_table *t, duel_msg *why)
{
    size_t memory = t->hub->setup.memory;
    duel_status status = duel_cast_new(t->hub->side, t->v, memory, memory, &t->cast, why);
    if (status != DUEL_OK)
        return status;
    duel_cast_follow(t->cast, t->session);
    return duel_session_pending(t->session) ? duel_cast_begin(t->cast, why) : DUEL_OK;
}

/* Takes over the session, in any case. */
static duel_status table_begin(wire_hub *hub, duel_session *s, wire_table **out, duel_msg *why)
{
    wire_table *t = calloc(1, sizeof *t);
    if (t == NULL) {
        duel_session_free(s);
        return duel_full(why);
    }
    t->hub = hub;
    t->session = s;
    t->v = duel_session_variant(s);
    t->rev = hub_moment(); /* so that what was seen before a restart stays out of date */
    memcpy(t->id, duel_session_id(s), sizeof t->id);
    t->machine = work_new(t, run_machine, done_machine);
    t->adviser = work_new(t, advice_run, adviser_done);
    duel_status status = t->machine && t->adviser ? DUEL_OK : duel_full(why);
    if (status == DUEL_OK)
        status = seat_players(t, why);
    if (status != DUEL_OK) {
        table_free(t);
        return status;
    }
    for (int i = 0; i < DUEL_SEATS; i++)
        t->seat[i].gone = hub_now();
    t->next = hub->tables;
    hub->tables = t;
    hub->table_count++;
    table_learn_names(t);
    play_start_clock(t);
    table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
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

duel_status table_create(wire_client *c, json_int_t re, const table_plan *plan,
                         table_after *after, wire_table **out, duel_msg *why)
{
    wire_hub *hub = c->hub;
    wire_table *t;
    duel_session *s;
    duel_opening o = {
        .variant = &plan->v, .start = plan->start, .terms = plan->terms, .from = plan->from};
    duel_status status = client_may_create(c, why);
    if (status == DUEL_OK)
        status = room_for_table(hub, why);
    if (status == DUEL_OK)
        status = program_may_sit(hub, plan, why);
    o.terms.table = true;
    for (int i = 0; i < plan->v.seats; i++) {
        o.seats[i] = duel_str_of(is_person(plan->seat[i]) ? "human" : plan->seat[i]);
        o.terms.open |= (unsigned)(strcmp(plan->seat[i], "open") == 0) << i;
    }
    if (status == DUEL_OK)
        status = duel_keep_new(hub->setup.store, &o, o.terms.analysis ? NULL : c->profile,
                               hub_time(), &s, why);
    if (status == DUEL_OK)
        status = table_begin(hub, s, &t, why);
    if (status != DUEL_OK)
        return status;
    if (out)
        *out = t;
    table_commit(t, request_by(c, re), after);
    return DUEL_OK;
}

static wire_table *live_table(wire_hub *hub, const char *id)
{
    for (wire_table *t = hub->tables; t; t = t->next)
        if (strcmp(t->id, id) == 0)
            return t;
    return NULL;
}

duel_status table_find(wire_hub *hub, duel_str id, wire_table **out, duel_msg *why)
{
    char name[DUEL_ID_TEXT] = "";
    duel_session *s;
    if (id.len >= sizeof name)
        return duel_bad(why, N_("There is no such table."), "");
    memcpy(name, id.at, id.len);
    wire_table *live = live_table(hub, name);
    if (live) {
        *out = live;
        return DUEL_OK;
    }
    duel_status status = room_for_table(hub, why);
    if (status == DUEL_OK)
        status = duel_keep_load(hub->setup.store, name, &s, why);
    if (status != DUEL_OK)
        return status;
    return table_begin(hub, s, out, why);
}

bool table_idle(const wire_table *t)
{
    return t->members == NULL && !t->machine->busy && !t->adviser->busy && !t->writing &&
           play_clock_running(t) == DUEL_NOBODY;
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
    uint64_t saved;
    duel_cast_learn(((farewell *)job)->table->cast, hub_time(), &saved, NULL);
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
    table_drop_parked(t);
    adviser_drop(t);
    farewell *f = calloc(1, sizeof *f);
    if (f)
        *f = (farewell){{.run = run_farewell, .done = done_farewell}, t};
    if (f && t->hub->crew && duel_crew_submit(t->hub->crew, &f->job))
        return;
    free(f);
    duel_cast_learn(t->cast, hub_time(), &(uint64_t){0}, NULL);
    table_free(t);
}

/* ---- members ---------------------------------------------------------------------------- */

bool table_over(const wire_table *t)
{
    return duel_session_over(t->session, (int32_t[DUEL_SEATS]){0});
}

unsigned table_people(const wire_table *t)
{
    unsigned seats = 0;
    for (int i = 0; i < t->v->seats; i++)
        seats |= (unsigned)duel_session_human(t->session, i) << i;
    return seats;
}

unsigned table_awaited(const wire_table *t)
{
    unsigned seats = duel_session_terms(t->session)->open;
    for (int i = 0; i < t->v->seats; i++)
        seats |= (unsigned)duel_session_kept(t->session, i) << i;
    return seats;
}

/* The same seats held twice are one person's, in two windows. */
static bool others_sit(const wire_client *c)
{
    for (const wire_client *other = c->table->members; other; other = other->beside)
        if (other->seats && other->seats != c->seats)
            return true;
    return false;
}

bool table_alone(const wire_client *c)
{
    return c->seats && (table_people(c->table) & ~c->seats) == 0 &&
           table_awaited(c->table) == 0 && !others_sit(c);
}

static uint64_t absence_of(const wire_table *t)
{
    return (uint64_t)t->hub->setup.absence * 1000;
}

bool table_absent(const wire_table *t, int seat, uint64_t now)
{
    const duel_terms *terms = duel_session_terms(t->session);
    return duel_session_human(t->session, seat) && t->seat[seat].present == 0 &&
           !(terms->open >> seat & 1) && now >= t->seat[seat].gone + absence_of(t);
}

static void count_presence(wire_table *t, unsigned seats, int change)
{
    uint64_t now = hub_now();
    for (int i = 0; i < t->v->seats; i++) {
        if (!(seats >> i & 1))
            continue;
        t->seat[i].present += change;
        if (t->seat[i].present == 0)
            t->seat[i].gone = now;
    }
    if (change < 0)
        table_wake_at(t, &t->absent_at, now + absence_of(t) + 1);
}

void table_join(wire_table *t, wire_client *c, unsigned keys)
{
    if (c->table)
        table_leave(c);
    c->table = t;
    c->visit = ++t->hub->visits;
    c->keys = keys;
    c->seats = keys & table_people(t);
    c->uncovered = DUEL_NOBODY;
    c->lenses = 0;
    c->beside = t->members;
    t->members = c;
    t->member_count++;
    count_presence(t, c->seats, 1);
    seat_want_name(c);
    table_tell(t);
    seat_write_names(t);
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
    adviser_leave(c);
    if (c->number == t->wants)
        t->wants = 0;
    c->table = NULL;
    c->visit = 0;
    c->beside = NULL;
    c->seats = c->keys = 0;
    c->table_news = false;
    table_tell(t);
    if (t->members == NULL)
        table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
}

/* The lobby is told only of what it shows. */
static void tell_lobby(wire_table *t)
{
    bool listed = t->members && duel_session_terms(t->session)->open && !table_over(t);
    if (listed || t->listed)
        hub_lobby_changed(t->hub);
    t->listed = listed;
}

void table_tell(wire_table *t)
{
    for (wire_client *c = t->members; c; c = c->beside) {
        c->table_news = true;
        client_wake(c);
    }
    tell_lobby(t);
}

void table_changed(wire_table *t)
{
    t->rev++;
    table_tell(t);
}

void table_learn_names(wire_table *t)
{
    for (int i = 0; i < t->v->seats; i++) {
        const char *who = duel_session_who(t->session, i);
        duel_buf name, secret;
        t->seat[i].name[0] = '\0';
        if (who[0] == '\0')
            continue;
        duel_buf_init(&name);
        duel_buf_init(&secret);
        if (duel_store_profile(t->hub->setup.store, who, &name, &secret, NULL) == DUEL_OK &&
            name.len < sizeof t->seat[i].name)
            memcpy(t->seat[i].name, name.text, name.len + 1);
        duel_buf_fini(&name);
        duel_buf_fini(&secret);
    }
}

/* ---- machines --------------------------------------------------------------------------- */

static void run_machine(duel_job *job)
{
    wire_work *w = (wire_work *)job;
    duel_think call = {.view = &w->view,
                       .seat = w->seat,
                       .seconds = think_seconds,
                       .seed = hub_seed(),
                       .stop = &w->stop,
                       .progress = advice_progress,
                       .watcher = w};
    w->status = duel_cast_think(w->table->cast, &call, w->answer, &w->why);
}

static void plan_turn(wire_table *t)
{
    uint64_t now = hub_now();
    t->planned = true;
    table_wake_at(t, &t->play_at, now > t->moved + HUB_PACE ? now : t->moved + HUB_PACE);
}

/* What a machine thought while somebody waited for it to stop is of no use. A program that
 * failed gives up in its turn. */
static void done_machine(duel_job *job)
{
    wire_work *w = (wire_work *)job;
    wire_table *t = w->table;
    w->busy = false;
    if (t->parked) {
        table_unpark(t);
        table_go_on(t);
    } else if (w->status == DUEL_OK) {
        plan_turn(t);
    } else if (duel_cast_forfeits(t->cast, w->seat)) {
        program_word_failure(t->hub, duel_session_spec(t->session, w->seat), &w->why);
        plan_turn(t);
    } else {
        t->trouble = w->why;
        table_changed(t);
    }
}

void table_go_on(wire_table *t)
{
    int seat = duel_session_turn(t->session);
    wire_work *w = t->machine;
    if (t->hub->ending || t->writing || w->busy || t->members == NULL || table_over(t) ||
        duel_session_human(t->session, seat))
        return;
    if (t->planned) {
        if (t->play_at == 0)
            table_wake_at(t, &t->play_at, hub_now() + HUB_PACE);
        return;
    }
    if (w->answer == NULL)
        w->answer = malloc(sizeof *w->answer);
    atomic_store(&w->stop, false);
    w->seat = seat;
    duel_session_view(t->session, seat, &w->view);
    w->told = NEVER_TOLD;
    w->busy = w->answer && duel_crew_submit(t->hub->crew, &w->job);
    t->busy = !w->busy;
    if (t->busy)
        table_wake_at(t, &t->retry_at, hub_now() + RETRY_BUSY);
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
    if (t->machine->status != DUEL_OK)
        return duel_session_end(s, DUEL_BY_RESIGNING, t->machine->seat, hub_time(), why);
    bool kept = duel_session_drafted(s, &drafted) > 0;
    for (int i = 0; !kept && status == DUEL_OK && i < a->plan_count; i++) {
        if (duel_session_pending(s) || duel_session_ready(s))
            break;
        status = duel_session_play(s, a->plan[i], hub_time(), why);
    }
    if (status == DUEL_OK && !duel_session_pending(s) && duel_session_ready(s))
        status = duel_session_validate(s, hub_time(), why);
    return status;
}

static void machine_moved(wire_table *t, const wire_request *from, duel_status status,
                          const duel_msg *why)
{
    (void)from, (void)why;
    t->planned = status == DUEL_FAILED || status == DUEL_FULL; /* tried again */
    t->moved = hub_now();
    if (status == DUEL_OK && t->machine->status != DUEL_OK)
        t->trouble = t->machine->why;
    if (t->planned)
        table_wake_at(t, &t->play_at, t->moved + RETRY_STORE);
    else
        play_start_clock(t);
    table_changed(t);
}

static void play_planned(wire_table *t)
{
    duel_msg why;
    if (t->writing)
        return; /* once that is done, table_go_on comes back to it */
    duel_status status = play_plan(t, &why);
    if (status == DUEL_OK) {
        table_commit(t, request_by(NULL, 0), machine_moved);
        return;
    }
    t->planned = false;
    t->trouble = why;
    table_changed(t);
}

void table_tick(wire_table *t, uint64_t now)
{
    if (came(&t->play_at, now) && t->planned)
        play_planned(t);
    if (came(&t->retry_at, now))
        table_go_on(t);
    if (came(&t->flag_at, now))
        play_flag(t);
    if (came(&t->absent_at, now))
        table_tell(t);
    if (came(&t->idle_at, now) && t->members == NULL) {
        if (table_idle(t))
            table_close(t);
        else
            table_wake_at(t, &t->idle_at, now + HUB_KEEP);
    }
}
