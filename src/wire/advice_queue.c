/* wire/advice_queue.c -- which question about a table is answered next.
 *
 *     ask ──▶ granted by the table, if it helps a player ──▶ read ──▶ the crew ──▶ answered
 *      │ busy                                                                     │
 *      └──▶ waits ──────────────────────────────────────▶ the next one ◀──────────┘
 *
 * Each question is answered in full, one after the other. Only one whose asker has asked for
 * the same kind of thing since, and so looks elsewhere, is ended with the best found so far.
 * The curve of a game takes long: it is drawn in slices, and others pass between two of them.
 * Who asks what is being thought about, or stands in line, is answered together.
 *
 * Invariant: while the adviser is not busy, nothing waits. */
#include "core/play.h"
#include "wire/inside.h"

#include <stdlib.h>

enum { USUAL_EFFORT = 2 };

void advice_queue_leave(const wire_client *c)
{
    wire_work *w = c->table->adviser;
    if (c->number == w->from.asker)
        atomic_store(&w->stop, true);
}

/* ---- answering -------------------------------------------------------------------------- */

static bool joinable(wire_task task)
{
    return task == TASK_VALUES || task == TASK_GRAPH;
}

/* What has the same answer, whoever asks. */
static bool same_question(const wire_topic *a, const wire_topic *b)
{
    return joinable(a->task) && a->task == b->task && a->ply == b->ply &&
           a->effort == b->effort && a->number == b->number;
}

/* Whether it helps a player, who is then assisted. */
static bool helps(wire_task task)
{
    return task == TASK_ADVICE || task == TASK_HINT || task == TASK_CHECK;
}

/* Where advice is shown, the others see what one was told, unless it tells of
 * hidden things. */
static void show_others(const wire_work *w)
{
    const wire_table *t = w->table;
    if (!helps(w->topic.task) || table_terms(t->table)->advice != ADVICE_SHOWN)
        return;
    for (wire_client *c = t->members; c; c = c->beside) {
        if (c->number == w->from.asker)
            continue;
        json_t *j = duel_has_secrets(t->v) ? json_object() : advice_answer(w, c->lang);
        json_object_set_new(j, "seat", json_integer(w->seat));
        client_send(c, "advised", 0, j);
    }
}

static void put_away(wire_work *w)
{
    if (w->topic.task == TASK_GRAPH) {
        free(w->curve.states);
        free(w->curve.point);
        w->curve = (wire_curve){.points = 0};
    } else {
        free(w->mark);
        w->mark = NULL;
    }
}

static void free_question(wire_question *q)
{
    free(q->text);
    free(q);
}

static void answer_one(const wire_work *w, const wire_request *from, bool found)
{
    static const char *const answer_name[] = {"advice", "hint", "values", "graph", "checked"};
    wire_client *c = request_asker_there(w->table->hub, from);
    if (c == NULL)
        request_refuse_gone(w->table->hub, from);
    else if (found)
        client_send(c, answer_name[w->topic.task], from->re, advice_answer(w, c->lang));
    else
        client_refuse(c, from->re, "advice", &w->why);
}

/* Those who stand in line with the same question; whether they may know is seen to when they
 * stand there, and again now. */
static void answer_same(wire_work *w, bool found)
{
    wire_table *t = w->table;
    wire_question **at = &t->questions;
    while (*at) {
        wire_question *q = *at;
        if (!same_question(&q->topic, &w->topic) || !table_leaves(t->table, q->from.asker)) {
            at = &q->next;
            continue;
        }
        *at = q->next;
        answer_one(w, &q->from, found);
        free_question(q);
    }
}

/* A question that was thought about. */
static void answer_askers(wire_work *w)
{
    static const char *const request[] = {"advise", "hint", "values", "graph", "check"};
    wire_task task = w->topic.task;
    hub_step step = step_begin_made(w->table->hub, request[task], w->table->v->game);
    bool found = w->status == DUEL_OK &&
                 (task == TASK_GRAPH || task == TASK_CHECK || w->advice->answer.plan_count > 0);
    answer_one(w, &w->from, found);
    answer_same(w, found);
    if (found)
        show_others(w);
    put_away(w);
    step_end(w->table->hub, &step);
}

/* To the crew with it, if somebody still wants to know. */
static void submit(wire_work *w)
{
    wire_hub *hub = w->table->hub;
    wire_client *c = request_asker_there(hub, &w->from);
    if (c) {
        bool takes_long = w->topic.task == TASK_GRAPH || w->topic.effort > USUAL_EFFORT;
        work_submit(w, takes_long ? JOB_CLASS_ANALYSIS : JOB_CLASS_ADVICE,
                    wire_client_address(c));
        return;
    }
    request_refuse_gone(hub, &w->from);
    put_away(w);
}

/* ---- waiting ---------------------------------------------------------------------------- */

void advice_queue_drop(wire_table *t)
{
    while (t->questions) {
        wire_question *next = t->questions->next;
        free_question(t->questions);
        t->questions = next;
    }
}

/* Takes what the same one asked before out of the line, and counts the others; those who are
 * answered together with who asks now stand in nobody's way. */
static int give_way(wire_client *c, const wire_topic *topic)
{
    duel_msg why;
    int others = 0;
    wire_question **at = &c->table->questions;
    duel_say(&why, N_("Another question was asked meanwhile."), "");
    while (*at) {
        wire_question *q = *at;
        if (q->topic.task != topic->task || q->from.asker != c->number) {
            at = &q->next;
            others += !same_question(&q->topic, topic);
            continue;
        }
        *at = q->next;
        client_refuse(c, q->from.re, "advice", &why);
        free_question(q);
    }
    return others;
}

static bool others_wait_for(const wire_table *t, const wire_topic *topic)
{
    const wire_question *q = t->questions;
    while (q && !same_question(&q->topic, topic))
        q = q->next;
    return q != NULL;
}

/* Whether nobody wants to know this any more, now that its asker wants to know that. */
static bool outdated(const wire_topic *topic, const wire_request *from, const wire_client *c,
                     const wire_topic *asked)
{
    return topic->task == asked->task && from->asker == c->number &&
           !same_question(topic, asked) && !others_wait_for(c->table, topic);
}

/* Long thoughts give way to whatever else is asked: what they found is kept. */
static void hurry(wire_work *w, const wire_client *c, const wire_topic *asked)
{
    bool patient = w->topic.task == TASK_VALUES && w->topic.effort > USUAL_EFFORT;
    if (outdated(&w->topic, &w->from, c, asked) ||
        (patient && !same_question(&w->topic, asked)))
        atomic_store(&w->stop, true);
    else if (w->curve.states && outdated(&w->curve.topic, &w->curve.from, c, asked))
        w->curve.left = 0; /* it is not at work, and answered with what it has */
}

static duel_status stand_in_line(wire_client *c, json_t *what, json_int_t re,
                                 const wire_topic *topic, duel_msg *why)
{
    wire_table *t = c->table;
    duel_status status =
        quotas_allow(t->hub->setup.quotas, LIMIT_TABLE_QUESTIONS, give_way(c, topic) + 1, why);
    if (status != DUEL_OK)
        return status;
    hurry(t->adviser, c, topic);
    wire_question *q = malloc(sizeof *q), **end = &t->questions;
    if (q == NULL)
        return duel_no_space(why);
    *q = (wire_question){NULL, *topic, request_by(c, re), request_text(what)};
    if (q->text == NULL) {
        free_question(q);
        return duel_no_space(why);
    }
    while (*end)
        end = &(*end)->next;
    *end = q;
    return DUEL_OK;
}

/* The first that can be begun: while a curve is not finished, another one cannot. */
static wire_question *take_next(wire_table *t)
{
    wire_question **at = &t->questions;
    while (*at && (*at)->topic.task == TASK_GRAPH && t->adviser->curve.states)
        at = &(*at)->next;
    wire_question *q = *at;
    if (q)
        *at = q->next;
    return q;
}

static void begin_work(wire_work *w, const wire_topic *topic, const wire_request *from)
{
    w->topic = *topic;
    w->from = *from;
    w->told = NEVER_TOLD;
    atomic_store(&w->stop, false);
}

static void draw_on(wire_work *w)
{
    begin_work(w, &w->curve.topic, &w->curve.from);
    submit(w);
}

static void next_question(wire_table *t)
{
    wire_work *w = t->adviser;
    while (!w->busy && (t->questions || w->curve.states)) {
        wire_question *q = take_next(t);
        if (q == NULL) {
            draw_on(w);
        } else {
            request_run(t->hub, &q->from, q->text);
            free_question(q);
        }
    }
    if (!w->busy) {
        free(w->advice);
        w->advice = NULL;
    }
}

void advice_queue_done(thread_job *job)
{
    wire_work *w = (wire_work *)job;
    wire_table *t = w->table;
    bool paused = w->status == DUEL_OK && w->topic.task == TASK_GRAPH && w->curve.left > 0 &&
                  !atomic_load(&w->stop);
    w->busy = false;
    if (!paused)
        answer_askers(w);
    next_question(t);
    if (t->members == NULL)
        wire_table_wake_at(t, &t->idle_at, hub_now() + HUB_KEEP);
}

/* ---- asking ----------------------------------------------------------------------------- */

static duel_status begin_question(wire_client *c, json_t *what, wire_work *w, duel_msg *why)
{
    duel_status status = advice_read(c, what, w, why);
    if (status == DUEL_OK)
        submit(w);
    return status;
}

/* What helps a player is granted by the table, which writes down that it helps: so a question
 * that makes no sense is refused before. */
static duel_status ask_table(wire_client *c, json_t *what, wire_work *w, duel_msg *why)
{
    w->seat = table_acting(c->table->table, c->number);
    duel_status status = w->seat == DUEL_NOBODY ? DUEL_OK : advice_read(c, what, w, why);
    if (status != DUEL_OK)
        return status;
    w->asked = request_text(what);
    if (w->asked == NULL)
        return duel_no_space(why);
    w->busy = true;
    wire_table_ask(c, c->table, w->from.re, (table_request){.ask = TABLE_ASK_HELP});
    return DUEL_OK;
}

static char *take_asked(wire_work *w)
{
    char *text = w->asked;
    w->asked = NULL;
    w->busy = false;
    return text;
}

void advice_queue_granted(wire_table *t, int seat)
{
    wire_work *w = t->adviser;
    wire_client *c = request_asker_there(t->hub, &w->from);
    char *text = take_asked(w);
    json_t *what = c ? json_loads(text, 0, NULL) : NULL;
    duel_msg why;
    w->seat = seat;
    duel_status status = what ? begin_question(c, what, w, &why) : duel_no_space(&why);
    if (c == NULL)
        request_refuse_gone(t->hub, &w->from);
    else if (status != DUEL_OK)
        client_refuse(c, w->from.re, json_kind(status), &why);
    json_decref(what);
    free(text);
    next_question(t);
}

void advice_queue_refused(wire_table *t)
{
    free(take_asked(t->adviser));
    next_question(t);
}

duel_status advice_queue_ask(wire_client *c, json_t *what, json_int_t re, wire_task task,
                             duel_msg *why)
{
    wire_work *w = c->table->adviser;
    wire_request from = request_by(c, re);
    json_int_t effort = json_integer_value(json_object_get(what, "effort"));
    if (json_is_integer(json_object_get(what, "effort")) &&
        (effort < 1 || effort > HUB_EFFORTS))
        return duel_invalid(why, N_("{0} goes from {1} to {2}; {3} is outside."), "ciii",
                            "effort", (int64_t)1, (int64_t)HUB_EFFORTS, (int64_t)effort);
    wire_topic topic = {.task = task,
                        .ply = json_integer_value(json_object_get(what, "ply")),
                        .effort = effort ? (int)effort : USUAL_EFFORT,
                        .number = table_number(c->table->table)};
    if (w->busy || (task == TASK_GRAPH && w->curve.states))
        return stand_in_line(c, what, re, &topic, why);
    duel_status status = client_may_ask(c, why);
    if (status != DUEL_OK)
        return status;
    if (w->advice == NULL)
        w->advice = malloc(sizeof *w->advice);
    if (w->advice == NULL)
        return duel_no_space(why);
    begin_work(w, &topic, &from);
    if (helps(task))
        return ask_table(c, what, w, why);
    return begin_question(c, what, w, why);
}
