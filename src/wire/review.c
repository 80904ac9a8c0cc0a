/* wire/review.c -- a game at a table gone through again, by the crew.
 *
 *     ask ──▶ is there one of this game with these limits? ──yes──▶ wait for it, or have it
 *                    │ no
 *                    └──▶ slice ──▶ slice ──▶ … ──▶ all who wait are answered
 *
 * A review has its own copy of the record and its own judge, so nothing at the table waits for
 * it. It is thought about in slices, between which other games have their turn. Those who want
 * the same share one; once nobody waits for it any more it is stopped. The last one stays with
 * the table. */
#include "base/clock.h"
#include "front/review_text.h"
#include "front/wording.h"
#include "wire/inside.h"

#include <stdlib.h>

enum { JUDGES = 8 }; /* memory, in that of a machine */
static const double review_slice = 0.5;

typedef struct wire_review {
    thread_job job;
    struct wire_review *next;
    wire_table *table;
    int64_t number; /* of the table: of which game it is */
    uint64_t nodes; /* for a search; 0: the usual time */
    duel_record record;
    game_reviewer *reviewer; /* NULL: it has ended, and the crew has nothing of it */
    atomic_bool stop;
    atomic_size_t reviewed; /* moves, while it goes on */
    duel_status status;
    duel_msg why;
    game_review found; /* once it has ended well */
    size_t told;       /* moves that those who wait know of, */
    uint64_t told_at;  /* and since when, ms */
    int askers;
    wire_request asker[QUOTAS_MEMBERS];
} wire_review;

/* ---- on the crew ------------------------------------------------------------------------- */

static void count_reviewed(void *watcher, uint64_t done)
{
    wire_review *r = watcher;
    wire_hub *hub = r->table->hub;
    atomic_store(&r->reviewed, (size_t)done);
    atomic_store(&hub->progress, true);
    hub->setup.wake(hub->setup.self);
}

static void run_review_slice(thread_job *job)
{
    wire_review *r = (wire_review *)job;
    double begun = duel_clock();
    while (r->status == DUEL_OK && game_reviewer_left(r->reviewer) &&
           duel_clock() - begun < review_slice)
        r->status = game_reviewer_step(r->reviewer, &r->why);
}

/* ---- answering --------------------------------------------------------------------------- */

static json_t *review_answer(const wire_review *r, const wire_client *c)
{
    review_text told = {&r->record, &r->found, c->lang, wording_reader(client_seats(c))};
    return review_json(&told, 0);
}

static void answer_asker(const wire_review *r, const wire_request *from)
{
    wire_hub *hub = r->table->hub;
    wire_client *c = request_asker_there(hub, from);
    json_t *answer = c && r->status == DUEL_OK ? review_answer(r, c) : NULL;
    duel_msg why = r->why;
    if (c == NULL)
        request_refuse_gone(hub, from);
    else if (answer)
        client_send(c, "review", from->re, answer);
    else
        request_answer(hub, from, r->status == DUEL_OK ? duel_no_space(&why) : r->status, &why);
}

static void answer_all(wire_review *r)
{
    for (int i = 0; i < r->askers; i++)
        answer_asker(r, &r->asker[i]);
    r->askers = 0;
}

void review_tell_progress(wire_table *t)
{
    uint64_t now = hub_now();
    for (wire_review *r = t->reviews; r; r = r->next) {
        size_t done = atomic_load(&r->reviewed);
        if (r->reviewer == NULL || done == r->told || now - r->told_at < HUB_TOLD)
            continue;
        r->told = done;
        r->told_at = now;
        for (int i = 0; i < r->askers; i++) {
            wire_client *c = request_asker_there(t->hub, &r->asker[i]);
            if (c)
                client_send(c, "reviewing", 0,
                            json_pack("{sssIsI}", "id", t->id, "done", (json_int_t)done,
                                      "total", (json_int_t)r->record.count));
        }
    }
}

/* ---- beginning and ending ---------------------------------------------------------------- */

static void free_review(wire_review *r)
{
    game_reviewer_free(r->reviewer);
    game_review_fini(&r->found);
    duel_record_fini(&r->record);
    free(r);
}

/* Of those that have ended, only the newest that ended well is kept. */
static void forget_old(wire_table *t)
{
    wire_review **at = &t->reviews;
    bool kept = false;
    while (*at) {
        wire_review *r = *at;
        bool ended = r->reviewer == NULL;
        if (ended && (kept || r->status != DUEL_OK)) {
            *at = r->next;
            free_review(r);
            continue;
        }
        kept = kept || ended;
        at = &r->next;
    }
}

/* The one place where a review of a table is complete, with the table at hand. */
static void end_review(wire_review *r)
{
    wire_table *t = r->table;
    if (r->status == DUEL_OK)
        game_reviewer_finish(r->reviewer, &r->found);
    if (r->status == DUEL_OK && r->nodes == 0 && r->number == table_number(t->table))
        practice_keep_review(t, &r->record, &r->found);
    game_reviewer_free(r->reviewer);
    r->reviewer = NULL;
    answer_all(r);
    forget_old(t);
    if (t->members == NULL)
        wire_table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
}

static void review_sliced(thread_job *job)
{
    wire_review *r = (wire_review *)job;
    wire_hub *hub = r->table->hub;
    hub_step step = step_begin_made(hub, "review", r->table->v->game);
    bool more = r->status == DUEL_OK && game_reviewer_left(r->reviewer);
    if (more && !hub->ending)
        thread_pool_submit(hub->crew, &r->job);
    else if (more)
        r->status = duel_refuse(&r->why, N_("Interrupted: the review is not complete."), "");
    if (!more || hub->ending)
        end_review(r);
    step_end(hub, &step);
}

static duel_status begin_review(wire_review *r, const wire_asked *a, duel_msg *why)
{
    wire_table *t = a->c->table;
    const wire_hub_setup *setup = &t->hub->setup;
    const duel_record *game = table_record(t->table);
    duel_status status = duel_record_copy(game, game->count, &r->record, why);
    if (status != DUEL_OK)
        return status;
    game_review_request q = {.record = &r->record,
                             .memory = JUDGES * setup->memory,
                             .purse = setup->purse,
                             .seconds = r->nodes ? 0 : GAME_REVIEW_MICROSECONDS / 1e6,
                             .nodes = r->nodes,
                             .threads = 1,
                             .stop = &r->stop,
                             .progress = count_reviewed,
                             .watcher = r};
    status = game_reviewer_new(&q, &r->reviewer, why);
    if (status != DUEL_OK)
        duel_record_fini(&r->record);
    return status;
}

/* ---- asking ------------------------------------------------------------------------------ */

static wire_review *find_review(const wire_table *t, uint64_t nodes)
{
    wire_review *r = t->reviews;
    while (r &&
           (r->number != table_number(t->table) || r->nodes != nodes || atomic_load(&r->stop)))
        r = r->next;
    return r;
}

static int reviews_at_work(const wire_table *t)
{
    int count = 0;
    for (const wire_review *r = t->reviews; r; r = r->next)
        count += r->reviewer != NULL;
    return count;
}

/* A game that goes on is nobody's to review: it would help a player. */
static duel_status may_review(const wire_client *c, duel_msg *why)
{
    const game_table *t = c->table->table;
    duel_status status = advice_may_leave(c, why);
    if (status == DUEL_OK && !table_over(t, NULL) && !table_terms(t)->analysis)
        status = duel_refuse(why, N_("A game is reviewed once it is over."), "");
    if (status == DUEL_OK && table_record(t)->count == 0)
        status = duel_refuse(why, N_("Nothing has been played yet."), "");
    return status;
}

/* Takes a client out of those who wait; what it asked for before is refused. */
static void drop_asker(wire_review *r, const wire_client *c)
{
    duel_msg why;
    duel_status status = duel_refuse(&why, N_("Interrupted: the review is not complete."), "");
    int kept = 0;
    for (int i = 0; i < r->askers; i++) {
        if (r->asker[i].asker == c->number)
            request_answer(r->table->hub, &r->asker[i], status, &why);
        else
            r->asker[kept++] = r->asker[i];
    }
    r->askers = kept;
}

/* Whoever waited for a review and wants another one has no use for the first; NULL: none. */
static void leave_for(const wire_client *c, const wire_review *wanted)
{
    for (wire_review *r = c->table->reviews; r; r = r->next) {
        drop_asker(r, c);
        if (r != wanted && r->askers == 0 && r->reviewer)
            atomic_store(&r->stop, true);
    }
}

static void add_asker(wire_review *r, const wire_asked *a)
{
    r->asker[r->askers++] = request_by(a->c, a->re);
    if (r->reviewer == NULL)
        answer_all(r);
}

static duel_status new_review(const wire_asked *a, uint64_t nodes, duel_msg *why)
{
    wire_table *t = a->c->table;
    wire_review *r = calloc(1, sizeof *r);
    if (r == NULL)
        return duel_no_space(why);
    r->table = t;
    r->number = table_number(t->table);
    r->nodes = nodes;
    r->job = (thread_job){.lane = JOB_CLASS_ANALYSIS,
                          .address = wire_client_address(a->c),
                          .table = t->number,
                          .run = run_review_slice,
                          .done = review_sliced};
    duel_status status = begin_review(r, a, why);
    if (status != DUEL_OK) {
        free(r);
        return status;
    }
    r->next = t->reviews;
    t->reviews = r;
    add_asker(r, a);
    thread_pool_submit(t->hub->crew, &r->job);
    return DUEL_OK;
}

static duel_status wait_for_review(const wire_asked *a, uint64_t nodes, duel_msg *why)
{
    wire_table *t = a->c->table;
    wire_review *r = find_review(t, nodes);
    leave_for(a->c, r);
    if (r) {
        add_asker(r, a);
        return DUEL_OK;
    }
    duel_status status =
        quotas_allow(t->hub->setup.quotas, LIMIT_TABLE_REVIEWS, reviews_at_work(t) + 1, why);
    if (status == DUEL_OK)
        status = client_may_ask(a->c, why);
    return status == DUEL_OK ? new_review(a, nodes, why) : status;
}

duel_status review_ask(const wire_asked *a, duel_msg *why)
{
    uint64_t nodes;
    duel_status status = may_review(a->c, why);
    if (status == DUEL_OK)
        status = asked_nodes(a, &nodes, why);
    return status == DUEL_OK ? wait_for_review(a, nodes, why) : status;
}

bool review_found(const wire_table *t, const duel_record **record, const game_review **review)
{
    const wire_review *r = t->reviews;
    while (r && (r->reviewer || r->status != DUEL_OK || r->number != table_number(t->table)))
        r = r->next;
    if (r) {
        *record = &r->record;
        *review = &r->found;
    }
    return r != NULL;
}

/* ---- leaving ----------------------------------------------------------------------------- */

void review_leave(const wire_client *c)
{
    leave_for(c, NULL);
}

bool review_busy(const wire_table *t)
{
    return reviews_at_work(t) > 0;
}

void review_stop(wire_table *t)
{
    for (wire_review *r = t->reviews; r; r = r->next)
        atomic_store(&r->stop, true);
}

void review_drop(wire_table *t)
{
    while (t->reviews) {
        wire_review *next = t->reviews->next;
        free_review(t->reviews);
        t->reviews = next;
    }
}
