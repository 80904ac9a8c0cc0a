/* wire/mistakes.c -- learning from one's own mistakes: what is due, and games gone
 * through for it (teach/mistakes.h). Asking and judging is exercise.c.
 *
 *     gather ──▶ slice ──▶ slice ──▶ … ──▶ all who wait are told what is due
 *
 * Everything is by the profile that a connection has shown, and nobody is told anything of
 * another's. */
#include "wire/mistakes.h"
#include "base/clock.h"
#include "front/exercise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GATHER_ASKERS = 8, GATHER_JUDGES = 8 }; /* memory, in that of a machine */
static const double gather_slice = 0.5;

/* ---- who learns -------------------------------------------------------------------------- */

practice_setup learner_practice(const mistakes_learner *l, data_store *store)
{
    return (practice_setup){store, l->profile, l->game, hub_time()};
}

mistake_examiner learner_examiner(const mistakes_learner *l)
{
    const wire_hub_setup *setup = &l->hub->setup;
    return (mistake_examiner){.memory = GATHER_JUDGES * setup->memory,
                              .purse = setup->purse,
                              .seconds = l->nodes ? 0 : GAME_REVIEW_MICROSECONDS / 1e6,
                              .nodes = l->nodes,
                              .threads = 1,
                              .stop = &l->hub->stop};
}

duel_status learner_read(const wire_asked *a, mistakes_learner *out, duel_msg *why)
{
    const char *game = asked_text(a, "table");
    *out = (mistakes_learner){.hub = a->c->hub};
    if (a->c->profile[0] == '\0')
        return duel_refuse(why, N_("Mistakes are kept for who has a profile."), "");
    if (game && strlen(game) >= STORE_ID_TEXT)
        return duel_invalid(why, N_("There is no saved game “{0}”."), "c", game);
    memcpy(out->profile, a->c->profile, sizeof out->profile);
    snprintf(out->game, sizeof out->game, "%s", game ? game : "");
    return asked_nodes(a, &out->nodes, why);
}

bool learner_is(const wire_client *c, const mistakes_learner *l)
{
    return c && strcmp(c->profile, l->profile) == 0;
}

void learner_refuse(wire_client *c, json_int_t re)
{
    duel_msg why;
    duel_say(&why, N_("Another question was asked meanwhile."), "");
    if (c)
        client_refuse(c, re, "advice", &why);
}

/* ---- what is due ------------------------------------------------------------------------- */

static duel_status send_agenda(wire_client *c, json_int_t re, const mistakes_learner *l,
                               duel_msg *why)
{
    exercise_agenda agenda;
    practice_setup p = learner_practice(l, l->hub->setup.store);
    duel_status status = mistakes_agenda(&p, &agenda, why);
    if (status == DUEL_OK)
        client_send(c, "mistakes", re, exercise_agenda_json(&agenda));
    return status;
}

duel_status practice_agenda(const wire_asked *a, duel_msg *why)
{
    mistakes_learner l;
    duel_status status = learner_read(a, &l, why);
    return status == DUEL_OK ? send_agenda(a->c, a->re, &l, why) : status;
}

/* ---- gathering --------------------------------------------------------------------------- */

typedef struct wire_gathering {
    thread_job job;
    struct wire_gathering *next; /* of the hub */
    mistakes_learner who;
    practice_setup practice;
    mistake_gatherer *gatherer; /* NULL: it has not begun */
    int askers;
    wire_request asker[GATHER_ASKERS];
    duel_status status;
    duel_msg why;
} wire_gathering;

static duel_status begin_gathering(wire_gathering *g)
{
    mistake_examiner x = learner_examiner(&g->who);
    g->practice = learner_practice(&g->who, g->who.hub->side);
    return mistake_gatherer_new(&g->practice, &x, &g->gatherer, &g->why);
}

static void run_gathering(thread_job *job)
{
    wire_gathering *g = (wire_gathering *)job;
    double begun = duel_clock();
    if (g->gatherer == NULL)
        g->status = begin_gathering(g);
    while (g->status == DUEL_OK && mistake_gatherer_left(g->gatherer) &&
           duel_clock() - begun < gather_slice)
        g->status = mistake_gatherer_step(g->gatherer, &g->why);
}

/* Tells those who are still there how far it has come; the number of them. */
static int tell_gathered(const wire_gathering *g)
{
    int there = 0;
    mistakes_gathered at = mistake_gatherer_at(g->gatherer);
    for (int i = 0; i < g->askers; i++) {
        wire_client *c = request_asker(g->who.hub, &g->asker[i]);
        if (!learner_is(c, &g->who))
            continue;
        there++;
        client_send(c, "gathering", 0,
                    json_pack("{sIsIsIsI}", "games", (json_int_t)at.games, "of",
                              (json_int_t)at.of, "done", (json_int_t)at.done, "total",
                              (json_int_t)at.moves));
    }
    return there;
}

static void answer_gathered(const wire_gathering *g, const wire_request *from)
{
    duel_msg why = g->why;
    duel_status status = g->status;
    wire_client *c = request_asker(g->who.hub, from);
    if (!learner_is(c, &g->who)) {
        learner_refuse(c, from->re);
        return;
    }
    if (status == DUEL_OK)
        status = send_agenda(c, from->re, &g->who, &why);
    if (status != DUEL_OK)
        request_answer(g->who.hub, from, status, &why);
}

static void end_gathering(wire_gathering *g)
{
    wire_gathering **at = &g->who.hub->gatherings;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    if (g->status != DUEL_OK)
        hub_word_failure(g->who.hub, g->status, &g->why);
    for (int i = 0; i < g->askers; i++)
        answer_gathered(g, &g->asker[i]);
    mistake_gatherer_free(g->gatherer);
    free(g);
}

/* Once nobody waits for it any more it ends; what it has is kept. */
static void gathering_sliced(thread_job *job)
{
    wire_gathering *g = (wire_gathering *)job;
    wire_hub *hub = g->who.hub;
    hub_step step = step_begin_made(hub, "gather", NULL);
    bool more = g->status == DUEL_OK && mistake_gatherer_left(g->gatherer);
    if (more && !hub->ending && tell_gathered(g) > 0)
        thread_pool_submit(hub->crew, &g->job);
    else
        end_gathering(g);
    step_end(hub, &step);
}

static wire_gathering *find_gathering(const mistakes_learner *l)
{
    wire_gathering *g = l->hub->gatherings;
    while (g && (strcmp(g->who.profile, l->profile) != 0 || strcmp(g->who.game, l->game) != 0 ||
                 g->who.nodes != l->nodes))
        g = g->next;
    return g;
}

static duel_status new_gathering(const wire_asked *a, const mistakes_learner *l, duel_msg *why)
{
    duel_status status = client_may_ask(a->c, why);
    if (status != DUEL_OK)
        return status;
    wire_gathering *g = calloc(1, sizeof *g);
    if (g == NULL)
        return duel_no_space(why);
    g->who = *l;
    g->asker[g->askers++] = request_by(a->c, a->re);
    g->job = client_job(a->c, JOB_CLASS_ANALYSIS, run_gathering, gathering_sliced);
    g->next = l->hub->gatherings;
    l->hub->gatherings = g;
    thread_pool_submit(l->hub->crew, &g->job);
    return DUEL_OK;
}

duel_status practice_gather(const wire_asked *a, duel_msg *why)
{
    mistakes_learner l;
    duel_status status = learner_read(a, &l, why);
    if (status != DUEL_OK)
        return status;
    wire_gathering *g = find_gathering(&l);
    if (g == NULL)
        return new_gathering(a, &l, why);
    if (g->askers == GATHER_ASKERS)
        return duel_refuse(why, N_("Your games are being gone through already."), "");
    g->asker[g->askers++] = request_by(a->c, a->re);
    return DUEL_OK;
}

/* ---- what a review at a table found ------------------------------------------------------ */

typedef struct wire_keeping {
    thread_job job;
    mistakes_learner who;
    found_mistakes *harvest;
} wire_keeping;

static void run_keeping(thread_job *job)
{
    wire_keeping *k = (wire_keeping *)job;
    bool fresh;
    practice_setup p = learner_practice(&k->who, k->who.hub->side);
    mistakes_keep(&p, k->harvest, &fresh, NULL); /* else it is reviewed once more */
}

static void keeping_done(thread_job *job)
{
    wire_keeping *k = (wire_keeping *)job;
    found_mistakes_free(k->harvest);
    free(k);
}

static void keep_seat(wire_table *t, int seat, const char *profile, const duel_record *record,
                      const game_review *review)
{
    wire_keeping *k = calloc(1, sizeof *k);
    if (k == NULL ||
        found_mistakes_new(record, 1U << seat, review, &k->harvest, NULL) != DUEL_OK) {
        free(k);
        return;
    }
    k->job = (thread_job){.lane = JOB_CLASS_KEEPING,
                          .address = t->address,
                          .table = t->number,
                          .run = run_keeping,
                          .done = keeping_done};
    k->who.hub = t->hub;
    snprintf(k->who.profile, sizeof k->who.profile, "%s", profile);
    memcpy(k->who.game, t->id, sizeof k->who.game);
    thread_pool_submit(t->hub->crew, &k->job);
}

void practice_keep_review(wire_table *t, const duel_record *record, const game_review *review)
{
    if (!wire_table_over(t) || table_terms(t->table)->analysis)
        return;
    for (int i = 0; i < t->v->seats; i++) {
        table_chair_state chair = table_chair(t->table, i, 0);
        if (chair.human && chair.profile[0])
            keep_seat(t, i, chair.profile, record, review);
    }
}
