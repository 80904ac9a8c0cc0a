/* wire/table.c -- tables of the page: made, found, left, closed; who is around them.
 * What happens at them is decided by table/table; the loop is in table_loop.c. */
#include "core/play.h"
#include "table/session.h"
#include "wire/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- when to look again ----------------------------------------------------------------- */

void wire_table_wake_at(wire_table *t, uint64_t *which, uint64_t at)
{
    *which = at;
    hub_alarm(t->hub, at);
}

uint64_t wire_table_due(const wire_table *t)
{
    uint64_t at[] = {table_due(t->table), t->idle_at};
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

static wire_work *work_new(wire_table *t, void (*run)(thread_job *), void (*done)(thread_job *))
{
    const size_t unit = _Alignof(max_align_t);
    size_t state = (table_variant(t->table)->state_size + unit - 1) / unit * unit;
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

static void wire_table_free(wire_table *t)
{
    work_free(t->machine);
    work_free(t->adviser);
    update_drop(t);
    lens_drop(t);
    review_drop(t);
    table_players_free(t->cast);
    table_free(t->table);
    free(t);
}

enum { PROVES = 8 }; /* so many times what a machine wants is for the judge, who proves */

/* At a new table programs are started at once: whether that can be done is told to who makes
 * it. One that was taken up again starts them when their turn comes. */
static duel_status gather_cast(wire_table *t, duel_msg *why)
{
    size_t memory = t->hub->setup.memory;
    duel_status status = table_players_new(t->hub->side, table_variant(t->table), memory,
                                           PROVES * memory, t->hub->setup.purse, &t->cast, why);
    if (status != DUEL_OK)
        return status;
    table_players_sync(t->cast, table_session(t->table));
    return table_making(t->table) ? table_players_begin(t->cast, why) : DUEL_OK;
}

/* Takes over the session, in any case. */
static duel_status set_up_table(wire_table *t, game_session *s, uint64_t maker, json_int_t re,
                                duel_msg *why)
{
    table_settings manners = {.pace = HUB_PACE,
                              .absence = (uint64_t)t->hub->setup.absence * 1000,
                              .number = hub_realtime()};
    duel_status status = table_new(s, &manners, maker, re, hub_moment(), &t->table, why);
    if (status != DUEL_OK)
        return status;
    t->machine = work_new(t, machine_run, machine_done);
    t->adviser = work_new(t, advice_run, advice_queue_done);
    if (t->machine == NULL || t->adviser == NULL)
        return duel_no_space(why);
    return gather_cast(t, why);
}

/* The last quarter is for tables that somebody uses. */
static bool places_are_few(const wire_hub *hub)
{
    int64_t places = quotas_at(hub->setup.quotas, LIMIT_ALL_TABLES);
    return quotas_has(hub->setup.quotas, QUOTA_OF_TABLES_AWAKE) >= places - places / 4;
}

void wire_table_make_places(wire_hub *hub)
{
    for (wire_table *t = hub->tables, *next; t && places_are_few(hub); t = next) {
        next = t->next;
        if (t->members == NULL && wire_table_idle(t))
            wire_table_close(t);
    }
}

/* The place of a table; those that nobody uses make room, here and in all other houses. */
static duel_status take_place(wire_hub *hub, duel_msg *why)
{
    quotas *g = hub->setup.quotas;
    wire_hub *home = hub->annex ? slow_game_home(hub->annex) : hub;
    wire_table_make_places(hub);
    if (places_are_few(hub)) {
        atomic_store(&home->crowded, true);
        home->setup.wake(home->setup.self);
    }
    return quotas_take(g, NULL, QUOTA_OF_TABLES_AWAKE, 1, why);
}

static void give_place(wire_hub *hub)
{
    quotas_give(hub->setup.quotas, NULL, QUOTA_OF_TABLES_AWAKE, 1);
}

/* Takes over the session, in any case. */
static duel_status fill_place(wire_hub *hub, game_session *s, uint64_t maker, json_int_t re,
                              wire_table **out, duel_msg *why)
{
    wire_table *t = calloc(1, sizeof *t);
    if (t == NULL) {
        session_store_drop(s);
        return duel_no_space(why);
    }
    t->hub = hub;
    t->number = ++hub->numbers;
    duel_status status = set_up_table(t, s, maker, re, why);
    if (status != DUEL_OK) {
        wire_table_free(t);
        return status;
    }
    t->v = table_variant(t->table);
    memcpy(t->id, table_id(t->table), sizeof t->id);
    t->next = hub->tables;
    hub->tables = t;
    wire_table_learn_names(t);
    wire_table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
    *out = t;
    return DUEL_OK;
}

/* The same. */
static duel_status table_begin(wire_hub *hub, game_session *s, uint64_t maker, json_int_t re,
                               wire_table **out, duel_msg *why)
{
    duel_status status = take_place(hub, why);
    if (status != DUEL_OK) {
        session_store_drop(s);
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

duel_status wire_table_draw(data_store *store, const table_plan *plan, const char *profile,
                            game_session **out, duel_msg *why)
{
    session_opening o = {
        .variant = &plan->v, .start = plan->start, .terms = plan->terms, .from = plan->from};
    o.terms.table = true;
    for (int i = 0; i < plan->v.seats; i++) {
        o.seats[i] = duel_str_of(is_person(plan->seat[i]) ? "human" : plan->seat[i]);
        o.terms.open |= (unsigned)(strcmp(plan->seat[i], "open") == 0) << i;
    }
    return session_store_new(store, &o, o.terms.analysis ? NULL : profile, hub_time(), out,
                             why);
}

/* A game that begins where a search has to find it, or to tell whether anything can be hidden
 * as its start says. */
static bool is_dealt_ahead(const wire_asked *a, const table_plan *plan)
{
    bool searches =
        plan->start.len ? duel_has_secrets(&plan->v) : (plan->v.traits & DUEL_SEARCHES) != 0;
    return searches && plan->from == NULL && prepared_is_needed(a);
}

duel_status wire_table_create(const wire_asked *a, const table_plan *plan, wire_table **out,
                              duel_msg *why)
{
    wire_client *c = a->c;
    wire_hub *hub = c->hub;
    game_session *s = plan->from ? NULL : prepared_session(a);
    duel_status status = DUEL_OK;
    *out = NULL;
    if (s == NULL) {
        status = quotas_draw_table(hub->setup.quotas, c->address, hub_now(), why);
        if (status == DUEL_OK)
            status = program_may_sit(hub, plan, why);
        if (status == DUEL_OK && is_dealt_ahead(a, plan))
            return prepared_deal(a, plan, why);
        if (status == DUEL_OK)
            status = wire_table_draw(hub->setup.store, plan, c->profile, &s, why);
    }
    if (status == DUEL_OK)
        status = table_begin(hub, s, c->number, a->re, out, why);
    if (status == DUEL_OK)
        atomic_fetch_add(&hub->setup.quotas->tables_made, 1);
    return status;
}

static wire_table *live_table(const wire_hub *hub, const char *id)
{
    for (wire_table *t = hub->tables; t; t = t->next)
        if (strcmp(t->id, id) == 0)
            return t;
    return NULL;
}

bool wire_table_is_live(const wire_hub *hub, const char *id)
{
    return live_table(hub, id) != NULL || prepared_wakes(hub, id);
}

static duel_status wake_table(const wire_asked *a, const char id[STORE_ID_TEXT],
                              wire_table **out, duel_msg *why)
{
    wire_hub *hub = a->c->hub;
    game_session *s = prepared_session(a);
    duel_status status = DUEL_OK;
    if (s == NULL && prepared_is_needed(a))
        return prepared_table(a, id, why);
    if (s == NULL)
        status = session_store_load(hub->setup.store, id, &s, why);
    if (status != DUEL_OK)
        return status;
    prepared_woken(hub, id);
    return table_begin(hub, s, 0, 0, out, why);
}

duel_status wire_table_find(const wire_asked *a, duel_str id, wire_table **out, duel_msg *why)
{
    wire_hub *hub = a->c->hub;
    char name[STORE_ID_TEXT] = "";
    *out = NULL;
    if (id.len >= sizeof name)
        return duel_invalid(why, N_("There is no such table."), "");
    memcpy(name, id.at, id.len);
    wire_table *live = live_table(hub, name);
    if (live) {
        *out = live;
        return DUEL_OK;
    }
    if (cleanup_takes(hub, name))
        return duel_invalid(why, N_("There is no such table."), "");
    return wake_table(a, name, out, why);
}

bool wire_table_idle(const wire_table *t)
{
    return table_is_idle(t->table) && !t->machine->busy && !t->adviser->busy && !lens_busy(t) &&
           !review_busy(t);
}

void wire_table_stop(wire_table *t)
{
    atomic_store(&t->machine->stop, true);
    atomic_store(&t->adviser->stop, true);
    review_stop(t);
}

/* Keeping what was proved may take a while, so a thread of the crew does it. */
typedef struct farewell {
    thread_job job;
    wire_table *table;
} farewell;

static void run_farewell(thread_job *job)
{
    uint64_t saved;
    table_players_learn(((farewell *)job)->table->cast, hub_time(), &saved, NULL);
}

static void done_farewell(thread_job *job)
{
    wire_table_free(((farewell *)job)->table);
    free(job);
}

void wire_table_close(wire_table *t)
{
    wire_table **at = &t->hub->tables;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    give_place(t->hub);
    advice_queue_drop(t);
    farewell *f = calloc(1, sizeof *f);
    if (f && t->hub->crew) {
        *f = (farewell){{.lane = JOB_CLASS_KEEPING,
                         .address = t->address,
                         .table = t->number,
                         .run = run_farewell,
                         .done = done_farewell},
                        t};
        thread_pool_submit(t->hub->crew, &f->job);
        return;
    }
    free(f);
    table_players_learn(t->cast, hub_time(), &(uint64_t){0}, NULL);
    wire_table_free(t);
}

/* ---- members ---------------------------------------------------------------------------- */

bool wire_table_over(const wire_table *t)
{
    return table_over(t->table, NULL);
}

duel_status wire_table_join(wire_table *t, wire_client *c, unsigned keys, duel_msg *why)
{
    client_leave_table(c);
    duel_status status = table_join(t->table, c->number, keys, c->profile, hub_moment(), why);
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
    wire_table_serve(t);
    return DUEL_OK;
}

void wire_table_leave(wire_client *c)
{
    wire_table *t = c->table;
    wire_client **at = &t->members;
    while (*at != c)
        at = &(*at)->beside;
    *at = c->beside;
    t->member_count--;
    advice_queue_leave(c);
    review_leave(c);
    c->table = NULL;
    c->visit = 0;
    c->beside = NULL;
    c->table_news = false;
    update_forget(c);
    table_leave(t->table, c->number, hub_moment());
    wire_table_serve(t);
    if (t->members)
        return;
    update_drop(t); /* pictures are large, and nobody looks */
    wire_table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
}

/* The lobby is told only of what it shows. */
static void tell_lobby(wire_table *t)
{
    bool listed = t->members && table_terms(t->table)->open && !wire_table_over(t);
    if (listed || t->listed)
        hub_lobby_changed(t->hub);
    t->listed = listed;
}

void wire_table_tell(wire_table *t)
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
    if (store_profile(t->hub->setup.store, profile, &name, &secret, NULL) == DUEL_OK &&
        name.len < sizeof t->known[seat].name)
        memcpy(t->known[seat].name, name.text, name.len + 1);
    duel_buf_fini(&name);
    duel_buf_fini(&secret);
}

void wire_table_learn_names(wire_table *t)
{
    for (int i = 0; i < t->v->seats; i++) {
        const char *profile = table_chair(t->table, i, 0).profile;
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

void wire_table_tick(wire_table *t, uint64_t now)
{
    uint64_t due = table_due(t->table);
    if (due && due <= now) {
        table_tick(t->table, hub_moment());
        wire_table_serve(t);
    }
    while (table_creation_failed(t->table) && t->members)
        wire_table_leave(t->members);
    if (came(&t->idle_at, now) && t->members == NULL) {
        if (wire_table_idle(t))
            wire_table_close(t);
        else
            wire_table_wake_at(t, &t->idle_at, now + HUB_KEEP);
    }
}
