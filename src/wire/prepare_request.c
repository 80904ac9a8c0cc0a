/* wire/prepare_request.c -- what the thread pool prepares before a request can run.
 *
 * How long it takes to wake a game, to read a record, to deal where a deal searches or to read
 * a position with something hidden depends on what somebody has sent, now or long ago. So a
 * verb that needs such a thing has it made ahead and ends there; once it is made, the request
 * is obeyed again and finds it:
 *
 *     verb ──▶ ahead_table, ahead_deal, ahead_record, ahead_draft ──▶ the crew
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

struct wire_ahead {
    duel_job job;
    wire_ahead *next; /* in the hub */
    wire_hub *hub;
    wire_request from;
    char *text; /* the request */
    duel_status (*work)(wire_ahead *w);
    bool wakes; /* a table, with this id: */
    char id[DUEL_ID_TEXT];
    bool stale;      /* that table has been awake since */
    table_plan plan; /* of the game to be dealt, for: */
    char profile[DUEL_PROFILE_TEXT];
    char *start;           /* of that game */
    duel_session *session; /* what was made, or the record, or what is set up at it */
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

bool ahead_is_needed(const wire_asked *a)
{
    return a->ahead == NULL && a->c->hub->annex == NULL;
}

/* ---- on a thread of the crew ------------------------------------------------------------- */

static duel_status wake_game(wire_ahead *w)
{
    return duel_keep_load(w->hub->side, w->id, &w->session, &w->why);
}

static duel_status deal_game(wire_ahead *w)
{
    return table_draw(w->hub->side, &w->plan, w->profile, &w->session, &w->why);
}

static duel_status read_record(wire_ahead *w)
{
    json_t *what = json_loads(w->text, 0, NULL);
    const char *text = json_string_value(json_object_get(what, "record"));
    duel_status status =
        text ? duel_record_read(duel_str_of(text), duel_find_game, &w->record, &w->why)
             : duel_full(&w->why);
    w->has_record = status == DUEL_OK;
    json_decref(what);
    return status;
}

static duel_status draft_setup(wire_ahead *w)
{
    json_t *what = json_loads(w->text, 0, NULL);
    duel_status status =
        what ? setup_draft(&w->record, what, &w->draft, &w->why) : duel_full(&w->why);
    json_decref(what);
    return status;
}

static void run_ahead(duel_job *job)
{
    wire_ahead *w = (wire_ahead *)job;
    w->status = atomic_load(&w->hub->stop) ? DUEL_STOPPED : w->work(w);
}

/* ---- made -------------------------------------------------------------------------------- */

duel_session *ahead_session(const wire_asked *a)
{
    wire_ahead *w = a->ahead;
    duel_session *s = w && !w->stale ? w->session : NULL;
    if (s)
        w->session = NULL;
    return s;
}

const duel_record *ahead_record_of(const wire_asked *a)
{
    return &a->ahead->record;
}

const wire_draft *ahead_draft_of(const wire_asked *a)
{
    return a->ahead->draft;
}

static void ahead_free(wire_ahead *w)
{
    setup_free(w->draft);
    free(w->start);
    if (w->session)
        duel_keep_drop(w->session);
    if (w->has_record)
        duel_record_fini(&w->record);
    free(w->text);
    free(w);
}

static void unlink_ahead(const wire_ahead *w)
{
    wire_ahead **at = &w->hub->aheads;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
}

static void obey_ahead(wire_client *c, wire_ahead *w)
{
    json_t *what = json_loads(w->text, 0, NULL);
    duel_status status = what ? w->status : duel_full(&w->why);
    if (status == DUEL_OK)
        status = verb_obey(c, what, w->from.re, w->stale ? NULL : w, &w->why);
    if (status != DUEL_OK)
        client_refuse(c, w->from.re, json_kind(status), &w->why);
    json_decref(what);
}

/* What it asked for at a table is for who is there still; a game dealt or woken for one who sat
 * nowhere is for whoever it is now. */
static wire_client *ahead_asker(const wire_ahead *w)
{
    return w->from.visit ? request_asker_there(w->hub, &w->from)
                         : request_asker(w->hub, &w->from);
}

static void ahead_done(duel_job *job)
{
    wire_ahead *w = (wire_ahead *)job;
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
            ahead_let_go(c);
    }
    ahead_free(w);
}

bool ahead_wakes(const wire_hub *hub, const char *id)
{
    const wire_ahead *w = hub->aheads;
    while (w && !(w->wakes && strcmp(w->id, id) == 0))
        w = w->next;
    return w != NULL;
}

void ahead_woken(wire_hub *hub, const char *id)
{
    for (wire_ahead *w = hub->aheads; w; w = w->next)
        w->stale = w->stale || (w->wakes && strcmp(w->id, id) == 0);
}

/* ---- to be made -------------------------------------------------------------------------- */

/* NULL with a reason. */
static wire_ahead *ahead_new(const wire_asked *a, duel_status (*work)(wire_ahead *w),
                             duel_msg *why)
{
    wire_ahead *w = client_may_ask(a->c, why) == DUEL_OK ? calloc(1, sizeof *w) : NULL;
    if (w == NULL)
        return NULL;
    w->job = client_job(a->c, DUEL_LANE_TABLES, run_ahead, ahead_done);
    w->hub = a->c->hub;
    w->from = request_by(a->c, a->re);
    w->work = work;
    w->text = request_text(a->what);
    if (w->text)
        return w;
    duel_full(why);
    free(w);
    return NULL;
}

static duel_status submit_ahead(wire_ahead *w)
{
    w->next = w->hub->aheads;
    w->hub->aheads = w;
    duel_crew_submit(w->hub->crew, &w->job);
    return DUEL_OK;
}

duel_status ahead_table(const wire_asked *a, const char id[DUEL_ID_TEXT], duel_msg *why)
{
    wire_ahead *w = ahead_new(a, wake_game, why);
    if (w == NULL)
        return DUEL_NO;
    w->wakes = true;
    memcpy(w->id, id, sizeof w->id);
    a->c->waking++;
    return submit_ahead(w);
}

duel_status ahead_deal(const wire_asked *a, const table_plan *plan, duel_msg *why)
{
    wire_ahead *w = ahead_new(a, deal_game, why);
    if (w == NULL)
        return DUEL_NO;
    w->plan = *plan;
    w->start = strndup(plan->start.len ? plan->start.at : "", plan->start.len);
    if (w->start == NULL) {
        ahead_free(w);
        return duel_full(why);
    }
    w->plan.start.at = w->start;
    memcpy(w->profile, a->c->profile, sizeof w->profile);
    return submit_ahead(w);
}

duel_status ahead_record(const wire_asked *a, duel_msg *why)
{
    wire_ahead *w = ahead_new(a, read_record, why);
    return w ? submit_ahead(w) : DUEL_NO;
}

duel_status ahead_draft(const wire_asked *a, const duel_record *r, duel_msg *why)
{
    wire_ahead *w = ahead_new(a, draft_setup, why);
    if (w == NULL)
        return DUEL_NO;
    w->has_record = duel_record_copy(r, r->count, &w->record, why) == DUEL_OK;
    if (w->has_record)
        return submit_ahead(w);
    ahead_free(w);
    return duel_full(why);
}

/* ---- what a client on its way asks for --------------------------------------------------- */

bool ahead_hold(wire_client *c, duel_str text)
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

void ahead_let_go(wire_client *c)
{
    while (c->held && (c->waking == 0 || c->cut)) {
        struct wire_held *h = c->held;
        c->held = h->next;
        if (!c->cut && !client_hear(c, (duel_str){h->text, h->len}))
            client_cut(c);
        free(h);
    }
}
