/* wire/table.c -- tables of the page: made, found, left, closed; who is around them.
 * What happens at them is decided by table/table; the loop is in table_loop.c. */
#include "core/play.h"
#include "table/session.h"
#include "wire/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- when to look again ----------------------------------------------------------------- */

void table_wake_at(wire_table *t, uint64_t *which, uint64_t at)
{
    *which = at;
    hub_alarm(t->hub, at);
}

uint64_t table_due(const wire_table *t)
{
    uint64_t at[] = {duel_table_due(t->table), t->idle_at};
    uint64_t soonest = 0;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        if (at[i] && (soonest == 0 || at[i] < soonest))
            soonest = at[i];
    return soonest;
}

/* ---- beginning and ending --------------------------------------------------------------- */

static void work_free(wire_work *w)
{
    if (w) {
        free(w->answer);
        free(w->advice);
        free(w->hinted);
        free(w->curve.states);
        free(w->curve.point);
        free(w->mark);
        free(w->asked);
        pthread_mutex_destroy(&w->lock);
    }
    free(w);
}

static wire_work *work_new(wire_table *t, void (*run)(duel_job *), void (*done)(duel_job *))
{
    const size_t unit = _Alignof(max_align_t);
    size_t state = (duel_table_variant(t->table)->state_size + unit - 1) / unit * unit;
    wire_work *w = calloc(1, sizeof *w + 2 * state);
    if (w) {
        w->imagined = w->view + state;
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
    news_drop(t);
    lens_drop(t);
    review_drop(t);
    duel_cast_free(t->cast);
    duel_table_free(t->table);
    free(t);
}

enum { PROVES = 8 }; /* so many times what a machine wants is for the judge, who proves */

/* At a new table programs are started at once: whether that can be done is told to who makes
 * it. One that was taken up again starts them when their turn comes. */
static duel_status gather_cast(wire_table *t, duel_msg *why)
{
    size_t memory = t->hub->setup.memory;
    duel_status status = duel_cast_new(t->hub->side, duel_table_variant(t->table), memory,
                                       PROVES * memory, t->hub->setup.purse, &t->cast, why);
    if (status != DUEL_OK)
        return status;
    duel_cast_follow(t->cast, duel_table_session(t->table));
    return duel_table_making(t->table) ? duel_cast_begin(t->cast, why) : DUEL_OK;
}

/* Takes over the session, in any case. */
static duel_status set_up_table(wire_table *t, duel_session *s, uint64_t maker, json_int_t re,
                                duel_msg *why)
{
    duel_manners manners = {.pace = HUB_PACE,
                            .absence = (uint64_t)t->hub->setup.absence * 1000,
                            .number = hub_realtime()};
    duel_status status = duel_table_new(s, &manners, maker, re, hub_moment(), &t->table, why);
    if (status != DUEL_OK)
        return status;
    t->machine = work_new(t, machine_run, machine_done);
    t->adviser = work_new(t, advice_run, adviser_done);
    if (t->machine == NULL || t->adviser == NULL)
        return duel_full(why);
    return gather_cast(t, why);
}

/* The last quarter is for tables that somebody uses. */
static bool places_are_few(const wire_hub *hub)
{
    int64_t places = governor_at(hub->setup.governor, LIMIT_ALL_TABLES);
    return governor_has(hub->setup.governor, GOVERNED_TABLES_AWAKE) >= places - places / 4;
}

void table_make_places(wire_hub *hub)
{
    for (wire_table *t = hub->tables, *next; t && places_are_few(hub); t = next) {
        next = t->next;
        if (t->members == NULL && table_idle(t))
            table_close(t);
    }
}

/* The place of a table; those that nobody uses make room, here and in all other houses. */
static duel_status take_place(wire_hub *hub, duel_msg *why)
{
    governor *g = hub->setup.governor;
    wire_hub *home = hub->annex ? annex_home(hub->annex) : hub;
    table_make_places(hub);
    if (places_are_few(hub)) {
        atomic_store(&home->crowded, true);
        home->setup.wake(home->setup.self);
    }
    return governor_take(g, NULL, GOVERNED_TABLES_AWAKE, 1, why);
}

static void give_place(wire_hub *hub)
{
    governor_give(hub->setup.governor, NULL, GOVERNED_TABLES_AWAKE, 1);
}

/* Takes over the session, in any case. */
static duel_status fill_place(wire_hub *hub, duel_session *s, uint64_t maker, json_int_t re,
                              wire_table **out, duel_msg *why)
{
    wire_table *t = calloc(1, sizeof *t);
    if (t == NULL) {
        duel_keep_drop(s);
        return duel_full(why);
    }
    t->hub = hub;
    t->number = ++hub->numbers;
    duel_status status = set_up_table(t, s, maker, re, why);
    if (status != DUEL_OK) {
        table_free(t);
        return status;
    }
    t->v = duel_table_variant(t->table);
    memcpy(t->id, duel_table_id(t->table), sizeof t->id);
    t->next = hub->tables;
    hub->tables = t;
    table_learn_names(t);
    table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
    *out = t;
    return DUEL_OK;
}

/* The same. */
static duel_status table_begin(wire_hub *hub, duel_session *s, uint64_t maker, json_int_t re,
                               wire_table **out, duel_msg *why)
{
    duel_status status = take_place(hub, why);
    if (status != DUEL_OK) {
        duel_keep_drop(s);
        return status;
    }
    status = fill_place(hub, s, maker, re, out, why);
    if (status != DUEL_OK)
        give_place(hub);
    return status;
}

static bool is_person(const char *seat)
{
    return strcmp(seat, "here") == 0 || strcmp(seat, "elsewhere") == 0 ||
           strcmp(seat, "open") == 0;
}

duel_status table_draw(duel_store *store, const table_plan *plan, const char *profile,
                       duel_session **out, duel_msg *why)
{
    duel_opening o = {
        .variant = &plan->v, .start = plan->start, .terms = plan->terms, .from = plan->from};
    o.terms.table = true;
    for (int i = 0; i < plan->v.seats; i++) {
        o.seats[i] = duel_str_of(is_person(plan->seat[i]) ? "human" : plan->seat[i]);
        o.terms.open |= (unsigned)(strcmp(plan->seat[i], "open") == 0) << i;
    }
    return duel_keep_new(store, &o, o.terms.analysis ? NULL : profile, hub_time(), out, why);
}

/* A game that begins where a search has to find it, or to tell whether anything can be hidden
 * as its start says. */
static bool is_dealt_ahead(const wire_asked *a, const table_plan *plan)
{
    bool searches =
        plan->start.len ? duel_has_secrets(&plan->v) : (plan->v.traits & DUEL_SEARCHES) != 0;
    return searches && plan->from == NULL && ahead_is_needed(a);
}

duel_status table_create(const wire_asked *a, const table_plan *plan, wire_table **out,
                         duel_msg *why)
{
    wire_client *c = a->c;
    wire_hub *hub = c->hub;
    duel_session *s = plan->from ? NULL : ahead_session(a);
    duel_status status = DUEL_OK;
    *out = NULL;
    if (s == NULL) {
        status = governor_draw_table(hub->setup.governor, c->address, hub_now(), why);
        if (status == DUEL_OK)
            status = program_may_sit(hub, plan, why);
        if (status == DUEL_OK && is_dealt_ahead(a, plan))
            return ahead_deal(a, plan, why);
        if (status == DUEL_OK)
            status = table_draw(hub->setup.store, plan, c->profile, &s, why);
    }
    if (status == DUEL_OK)
        status = table_begin(hub, s, c->number, a->re, out, why);
    if (status == DUEL_OK)
        atomic_fetch_add(&hub->setup.governor->tables_made, 1);
    return status;
}

static wire_table *live_table(const wire_hub *hub, const char *id)
{
    for (wire_table *t = hub->tables; t; t = t->next)
        if (strcmp(t->id, id) == 0)
            return t;
    return NULL;
}

bool table_is_live(const wire_hub *hub, const char *id)
{
    return live_table(hub, id) != NULL || ahead_wakes(hub, id);
}

static duel_status wake_table(const wire_asked *a, const char id[DUEL_ID_TEXT],
                              wire_table **out, duel_msg *why)
{
    wire_hub *hub = a->c->hub;
    duel_session *s = ahead_session(a);
    duel_status status = DUEL_OK;
    if (s == NULL && ahead_is_needed(a))
        return ahead_table(a, id, why);
    if (s == NULL)
        status = duel_keep_load(hub->setup.store, id, &s, why);
    if (status != DUEL_OK)
        return status;
    ahead_woken(hub, id);
    return table_begin(hub, s, 0, 0, out, why);
}

duel_status table_find(const wire_asked *a, duel_str id, wire_table **out, duel_msg *why)
{
    wire_hub *hub = a->c->hub;
    char name[DUEL_ID_TEXT] = "";
    *out = NULL;
    if (id.len >= sizeof name)
        return duel_bad(why, N_("There is no such table."), "");
    memcpy(name, id.at, id.len);
    wire_table *live = live_table(hub, name);
    if (live) {
        *out = live;
        return DUEL_OK;
    }
    if (sweep_takes(hub, name))
        return duel_bad(why, N_("There is no such table."), "");
    return wake_table(a, name, out, why);
}

bool table_idle(const wire_table *t)
{
    return duel_table_quiet(t->table) && !t->machine->busy && !t->adviser->busy &&
           !lens_busy(t) && !review_busy(t);
}

void table_stop(wire_table *t)
{
    atomic_store(&t->machine->stop, true);
    atomic_store(&t->adviser->stop, true);
    review_stop(t);
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
    give_place(t->hub);
    adviser_drop(t);
    farewell *f = calloc(1, sizeof *f);
    if (f && t->hub->crew) {
        *f = (farewell){{.lane = DUEL_LANE_KEEPING,
                         .address = t->address,
                         .table = t->number,
                         .run = run_farewell,
                         .done = done_farewell},
                        t};
        duel_crew_submit(t->hub->crew, &f->job);
        return;
    }
    free(f);
    duel_cast_learn(t->cast, hub_time(), &(uint64_t){0}, NULL);
    table_free(t);
}

/* ---- members ---------------------------------------------------------------------------- */

bool table_over(const wire_table *t)
{
    return duel_table_over(t->table, NULL);
}

duel_status table_join(wire_table *t, wire_client *c, unsigned keys, duel_msg *why)
{
    client_stand_up(c);
    duel_status status =
        duel_table_join(t->table, c->number, keys, c->profile, hub_moment(), why);
    if (status != DUEL_OK)
        return status;
    if (t->members == NULL)
        t->address = wire_client_address(c);
    c->table = t;
    c->visit = ++t->hub->visits;
    c->lenses = 0;
    c->beside = t->members;
    t->members = c;
    t->member_count++;
    table_serve(t);
    return DUEL_OK;
}

void table_leave(wire_client *c)
{
    wire_table *t = c->table;
    wire_client **at = &t->members;
    while (*at != c)
        at = &(*at)->beside;
    *at = c->beside;
    t->member_count--;
    adviser_leave(c);
    review_leave(c);
    c->table = NULL;
    c->visit = 0;
    c->beside = NULL;
    c->table_news = false;
    news_forget(c);
    duel_table_leave(t->table, c->number, hub_moment());
    table_serve(t);
    if (t->members)
        return;
    news_drop(t); /* pictures are large, and nobody looks */
    table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
}

/* The lobby is told only of what it shows. */
static void tell_lobby(wire_table *t)
{
    bool listed = t->members && duel_table_terms(t->table)->open && !table_over(t);
    if (listed || t->listed)
        hub_lobby_changed(t->hub);
    t->listed = listed;
}

void table_tell(wire_table *t)
{
    t->news++;
    for (wire_client *c = t->members; c; c = c->beside) {
        c->table_news = true;
        client_wake(c);
    }
    tell_lobby(t);
}

static void learn_name(wire_table *t, int seat, const char *profile)
{
    duel_buf name, secret;
    t->known[seat].name[0] = '\0';
    snprintf(t->known[seat].profile, sizeof t->known[seat].profile, "%s", profile);
    if (profile[0] == '\0')
        return;
    duel_buf_init(&name);
    duel_buf_init(&secret);
    if (duel_store_profile(t->hub->setup.store, profile, &name, &secret, NULL) == DUEL_OK &&
        name.len < sizeof t->known[seat].name)
        memcpy(t->known[seat].name, name.text, name.len + 1);
    duel_buf_fini(&name);
    duel_buf_fini(&secret);
}

void table_learn_names(wire_table *t)
{
    for (int i = 0; i < t->v->seats; i++) {
        const char *profile = duel_table_chair(t->table, i, 0).profile;
        if (strcmp(profile, t->known[i].profile))
            learn_name(t, i, profile);
    }
}

/* ---- time ------------------------------------------------------------------------------- */

/* Whether a moment has come; it is then forgotten. */
static bool came(uint64_t *at, uint64_t now)
{
    bool it_is = *at && *at <= now;
    if (it_is)
        *at = 0;
    return it_is;
}

void table_tick(wire_table *t, uint64_t now)
{
    uint64_t due = duel_table_due(t->table);
    if (due && due <= now) {
        duel_table_tick(t->table, hub_moment());
        table_serve(t);
    }
    while (duel_table_doomed(t->table) && t->members)
        table_leave(t->members);
    if (came(&t->idle_at, now) && t->members == NULL) {
        if (table_idle(t))
            table_close(t);
        else
            table_wake_at(t, &t->idle_at, now + HUB_KEEP);
    }
}
