/* wire/lens.c -- what lenses show, and why a game is over. They count and prove, so
 * the crew looks through them:
 *
 *     a picture is wanted ──▶ is the pane there? ──yes──▶ its layer is laid over the picture
 *                                  │ no
 *                                  └──▶ the crew makes it ──▶ who waits is shown it again
 *
 * Meanwhile people see the picture without it. A pane is what one seat sees through some lenses
 * at one position, in one language, or what is said of its end; a table keeps the last few. */
#include "wire/inside.h"
#include "wire/json.h"

#include <stdlib.h>
#include <string.h>

enum { PANES = 32 };

/* A request that can be answered once the pane is there. */
typedef struct parked {
    struct parked *next;
    wire_request from;
    char *text;
} parked;

struct wire_pane {
    thread_job job;
    wire_pane *next; /* an older one */
    wire_table *table;
    struct pane_key {
        duel_lang lang;
        unsigned lenses; /* 0: why the game is over */
        int seat;
    } key;
    duel_state view;
    bool ready;
    json_t *layer; /* the crew's until it is ready */
    parked *waiting;
};

/* ---- keeping them ------------------------------------------------------------------------ */

static void free_pane(wire_pane *p)
{
    while (p->waiting) {
        parked *next = p->waiting->next;
        free(p->waiting->text);
        free(p->waiting);
        p->waiting = next;
    }
    json_decref(p->layer);
    free(p);
}

void lens_drop(wire_table *t)
{
    while (t->panes) {
        wire_pane *next = t->panes->next;
        free_pane(t->panes);
        t->panes = next;
    }
}

bool lens_busy(const wire_table *t)
{
    const wire_pane *p = t->panes;
    while (p && p->ready)
        p = p->next;
    return p != NULL;
}

/* Makes room for one more, at the cost of the oldest that is ready; false: all are being made.
 */
static bool make_room(wire_table *t)
{
    wire_pane **oldest = NULL;
    int count = 0;
    for (wire_pane **at = &t->panes; *at; at = &(*at)->next, count++)
        if ((*at)->ready)
            oldest = at;
    if (count < PANES)
        return true;
    if (oldest == NULL)
        return false;
    wire_pane *p = *oldest;
    *oldest = p->next;
    free_pane(p);
    return true;
}

static bool is_pane(const wire_pane *p, const struct pane_key *key, const void *view)
{
    return p->key.lang == key->lang && p->key.lenses == key->lenses &&
           p->key.seat == key->seat && memcmp(&p->view, view, p->table->v->state_size) == 0;
}

static wire_pane *find_pane(const wire_table *t, const struct pane_key *key, const void *view)
{
    wire_pane *p = t->panes;
    while (p && !is_pane(p, key, view))
        p = p->next;
    return p;
}

/* ---- making them ------------------------------------------------------------------------- */

static void run_pane(thread_job *job)
{
    wire_pane *p = (wire_pane *)job;
    const duel_variant *v = p->table->v;
    const struct pane_key *k = &p->key;
    p->layer = k->lenses ? wire_lens_layer(v, &p->view, k->seat, k->lang, k->lenses)
                         : wire_ending(v, &p->view, k->seat, k->lang);
}

static void done_pane(thread_job *job)
{
    wire_pane *p = (wire_pane *)job;
    wire_table *t = p->table;
    p->ready = true;
    if (t->hub->ending)
        return;
    hub_step step = step_begin_made(t->hub, p->key.lenses ? "lens" : "look", t->v->game);
    while (p->waiting) {
        parked *one = p->waiting;
        p->waiting = one->next;
        request_run(t->hub, &one->from, one->text);
        free(one->text);
        free(one);
    }
    for (wire_client *c = t->members; c; c = c->beside)
        if ((p->key.lenses == 0 || c->lenses == p->key.lenses) && c->lang == p->key.lang)
            client_has_news(c);
    step_end(t->hub, &step);
}

static wire_pane *begin_pane(const wire_client *c, const struct pane_key *key, const void *view)
{
    wire_table *t = c->table;
    wire_pane *p = make_room(t) ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return NULL;
    p->job = (thread_job){.lane = JOB_CLASS_ADVICE,
                          .address = wire_client_address(c),
                          .table = t->number,
                          .run = run_pane,
                          .done = done_pane};
    p->table = t;
    p->key = *key;
    memcpy(&p->view, view, t->v->state_size);
    p->next = t->panes;
    t->panes = p;
    thread_pool_submit(t->hub->crew, &p->job);
    return p;
}

/* ---- looking through them ---------------------------------------------------------------- */

/* Whether it is ready; *out is NULL if it cannot be made now. */
static bool pane_of(const wire_client *c, unsigned lenses, const void *view, int seat,
                    wire_pane **out)
{
    struct pane_key key = {c->lang, lenses, seat};
    *out = find_pane(c->table, &key, view);
    if (*out == NULL)
        *out = begin_pane(c, &key, view);
    return *out && (*out)->ready;
}

void lens_add(json_t *scene, const wire_client *c, const void *view, int seat)
{
    wire_pane *p;
    if (c->lenses && pane_of(c, c->lenses, view, seat, &p) && p->layer)
        json_array_extend(json_object_get(scene, "el"), p->layer);
}

json_t *lens_ending(const wire_client *c, const void *view, int seat)
{
    wire_pane *p;
    return pane_of(c, 0, view, seat, &p) ? json_incref(p->layer) : NULL;
}

duel_status lens_wait(const wire_asked *a, const void *view, int seat, bool *waits,
                      duel_msg *why)
{
    wire_pane *p;
    *waits = a->c->lenses && !pane_of(a->c, a->c->lenses, view, seat, &p);
    if (!*waits)
        return DUEL_OK;
    if (p == NULL)
        return duel_refuse(why, N_("Too much is waiting at this table: ask again in a moment."),
                           "");
    parked *one = malloc(sizeof *one);
    char *text = request_text(a->what);
    if (one == NULL || text == NULL) {
        free(one);
        free(text);
        return duel_no_space(why);
    }
    *one = (parked){p->waiting, request_by(a->c, a->re), text};
    p->waiting = one;
    return DUEL_OK;
}
