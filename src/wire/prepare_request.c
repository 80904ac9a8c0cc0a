/* wire/prepare_request.c -- what the thread pool prepares before a request can run.
 *
 * How long it takes to wake a game, to read a record, to deal where a deal searches or to read
 * a position with something hidden depends on what somebody has sent, now or long ago. So a
 * verb that needs such a thing has it made ahead and ends there; once it is made, the request
 * is obeyed again and finds it:
 *
 *     verb ──▶ prepared_table, prepared_deal, prepared_record, prepared_draft ─▶ the crew
 *       ▲                                                                │
 *       └────────────────── the same verb, with what was made ◀──────────┘
 *
 * On the thread of an annex, which may wait, nothing is made ahead.
 *
 * A client whose table is being woken is on its way there: what it asks meanwhile is kept and
 * obeyed afterwards, in its order. */
#include "table/session.h"
#include "wire/inside.h"

#include <stdlib.h>
#include <string.h>

enum { HELD_BYTES = 65536 }; /* of requests of a client on its way */

struct wire_prepared {
    thread_job job;
    wire_prepared *next; /* in the hub */
    wire_hub *hub;
    wire_request from;
    char *text; /* the request */
    duel_status (*work)(wire_prepared *w);
    bool wakes; /* a table, with this id: */
    char id[STORE_ID_TEXT];
    bool stale;      /* that table has been awake since */
    table_plan plan; /* of the game to be dealt, for: */
    char profile[STORE_PROFILE_TEXT];
    char *start;           /* of that game */
    game_session *session; /* what was made, or the record, or what is set up at it */
    duel_record record;
    bool has_record;
    wire_draft *draft;
    duel_status status;
    duel_msg why;
};

struct wire_held {
    struct wire_held *next;
    size_t len;
    char text[];
};

bool prepared_is_needed(const wire_asked *a)
{
    return a->ahead == NULL && a->c->hub->annex == NULL;
}

/* ---- on a thread of the crew ------------------------------------------------------------- */

static duel_status wake_game(wire_prepared *w)
{
    return session_store_load(w->hub->side, w->id, &w->session, &w->why);
}

static duel_status deal_game(wire_prepared *w)
{
    return wire_table_draw(w->hub->side, &w->plan, w->profile, &w->session, &w->why);
}

static duel_status read_record(wire_prepared *w)
{
    json_t *what = json_loads(w->text, 0, NULL);
    const char *text = json_string_value(json_object_get(what, "record"));
    duel_status status =
        text ? duel_record_read(duel_str_of(text), catalogue_find_game, &w->record, &w->why)
             : duel_no_space(&w->why);
    w->has_record = status == DUEL_OK;
    json_decref(what);
    return status;
}

static duel_status draft_setup(wire_prepared *w)
{
    json_t *what = json_loads(w->text, 0, NULL);
    duel_status status =
        what ? edit_draft(&w->record, what, &w->draft, &w->why) : duel_no_space(&w->why);
    json_decref(what);
    return status;
}

static void run_ahead(thread_job *job)
{
    wire_prepared *w = (wire_prepared *)job;
    w->status = atomic_load(&w->hub->stop) ? DUEL_STOPPED : w->work(w);
}

/* ---- made -------------------------------------------------------------------------------- */

game_session *prepared_session(const wire_asked *a)
{
    wire_prepared *w = a->ahead;
    game_session *s = w && !w->stale ? w->session : NULL;
    if (s)
        w->session = NULL;
    return s;
}

const duel_record *prepared_record_of(const wire_asked *a)
{
    return &a->ahead->record;
}

const wire_draft *prepared_draft_of(const wire_asked *a)
{
    return a->ahead->draft;
}

static void ahead_free(wire_prepared *w)
{
    edit_free(w->draft);
    free(w->start);
    if (w->session)
        session_store_drop(w->session);
    if (w->has_record)
        duel_record_fini(&w->record);
    free(w->text);
    free(w);
}

static void unlink_ahead(const wire_prepared *w)
{
    wire_prepared **at = &w->hub->aheads;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
}

static void obey_ahead(wire_client *c, wire_prepared *w)
{
    json_t *what = json_loads(w->text, 0, NULL);
    duel_status status = what ? w->status : duel_no_space(&w->why);
    if (status == DUEL_OK)
        status = verb_run(c, what, w->from.re, w->stale ? NULL : w, &w->why);
    if (status != DUEL_OK)
        client_refuse(c, w->from.re, json_kind(status), &w->why);
    json_decref(what);
}

/* What it asked for at a table is for who is there still; a game dealt or woken for one who sat
 * nowhere is for whoever it is now. */
static wire_client *ahead_asker(const wire_prepared *w)
{
    return w->from.visit ? request_asker_there(w->hub, &w->from)
                         : request_asker(w->hub, &w->from);
}

static void ahead_done(thread_job *job)
{
    wire_prepared *w = (wire_prepared *)job;
    wire_client *c = request_asker(w->hub, &w->from);
    unlink_ahead(w);
    if (!w->hub->ending) {
        if (c && w->wakes)
            c->waking--;
        if (ahead_asker(w))
            obey_ahead(c, w);
        else
            request_refuse_gone(w->hub, &w->from);
        if (c)
            prepared_let_go(c);
    }
    ahead_free(w);
}

bool prepared_wakes(const wire_hub *hub, const char *id)
{
    const wire_prepared *w = hub->aheads;
    while (w && !(w->wakes && strcmp(w->id, id) == 0))
        w = w->next;
    return w != NULL;
}

void prepared_woken(wire_hub *hub, const char *id)
{
    for (wire_prepared *w = hub->aheads; w; w = w->next)
        w->stale = w->stale || (w->wakes && strcmp(w->id, id) == 0);
}

/* ---- to be made -------------------------------------------------------------------------- */

/* NULL with a reason. */
static wire_prepared *ahead_new(const wire_asked *a, duel_status (*work)(wire_prepared *w),
                                duel_msg *why)
{
    wire_prepared *w = client_may_ask(a->c, why) == DUEL_OK ? calloc(1, sizeof *w) : NULL;
    if (w == NULL)
        return NULL;
    w->job = client_job(a->c, JOB_CLASS_TABLES, run_ahead, ahead_done);
    w->hub = a->c->hub;
    w->from = request_by(a->c, a->re);
    w->work = work;
    w->text = request_text(a->what);
    if (w->text)
        return w;
    duel_no_space(why);
    free(w);
    return NULL;
}

static duel_status submit_ahead(wire_prepared *w)
{
    w->next = w->hub->aheads;
    w->hub->aheads = w;
    thread_pool_submit(w->hub->crew, &w->job);
    return DUEL_OK;
}

duel_status prepared_table(const wire_asked *a, const char id[STORE_ID_TEXT], duel_msg *why)
{
    wire_prepared *w = ahead_new(a, wake_game, why);
    if (w == NULL)
        return DUEL_REFUSED;
    w->wakes = true;
    memcpy(w->id, id, sizeof w->id);
    a->c->waking++;
    return submit_ahead(w);
}

duel_status prepared_deal(const wire_asked *a, const table_plan *plan, duel_msg *why)
{
    wire_prepared *w = ahead_new(a, deal_game, why);
    if (w == NULL)
        return DUEL_REFUSED;
    w->plan = *plan;
    w->start = strndup(plan->start.len ? plan->start.at : "", plan->start.len);
    if (w->start == NULL) {
        ahead_free(w);
        return duel_no_space(why);
    }
    w->plan.start.at = w->start;
    memcpy(w->profile, a->c->profile, sizeof w->profile);
    return submit_ahead(w);
}

duel_status prepared_record(const wire_asked *a, duel_msg *why)
{
    wire_prepared *w = ahead_new(a, read_record, why);
    return w ? submit_ahead(w) : DUEL_REFUSED;
}

duel_status prepared_draft(const wire_asked *a, const duel_record *r, duel_msg *why)
{
    wire_prepared *w = ahead_new(a, draft_setup, why);
    if (w == NULL)
        return DUEL_REFUSED;
    w->has_record = duel_record_copy(r, r->count, &w->record, why) == DUEL_OK;
    if (w->has_record)
        return submit_ahead(w);
    ahead_free(w);
    return duel_no_space(why);
}

/* ---- what a client on its way asks for --------------------------------------------------- */

bool prepared_hold(wire_client *c, duel_str text)
{
    struct wire_held **end = &c->held, *h;
    size_t bytes = text.len;
    for (; *end; end = &(*end)->next)
        bytes += (*end)->len;
    h = bytes <= HELD_BYTES ? malloc(sizeof *h + text.len) : NULL;
    if (h == NULL)
        return false;
    h->next = NULL;
    h->len = text.len;
    memcpy(h->text, text.at, text.len);
    *end = h;
    return true;
}

void prepared_let_go(wire_client *c)
{
    while (c->held && (c->waking == 0 || c->cut)) {
        struct wire_held *h = c->held;
        c->held = h->next;
        if (!c->cut && !client_hear(c, (duel_str){h->text, h->len}))
            client_cut(c);
        free(h);
    }
}
