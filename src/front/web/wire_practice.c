/* front/web/wire_practice.c -- learning from one's own mistakes (service/practice.h).
 *
 *     gather ────▶ slice ──▶ slice ──▶ … ──▶ all who wait are told what is due
 *     exercise ──▶ the crew reads, draws and judges ──▶ the asker
 *
 * Everything is by the profile that a connection has shown, and nobody is told anything of
 * another's. Positions are read and drawn where they are judged, on the crew: a game from a
 * file may take its time there. */
#include "base/clock.h"
#include "core/guard.h"
#include "core/play.h"
#include "front/drill.h"
#include "front/web/wire_hub.h"
#include "front/web/wire_json.h"
#include "service/practice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GATHER_ASKERS = 8, GATHER_JUDGES = 8 }; /* memory, in that of a machine */
static const double gather_slice = 0.5;

/* Whose exercises, with which limits: what both kinds of work begin with. */
typedef struct learner {
    wire_hub *hub;
    char profile[DUEL_PROFILE_TEXT], game[DUEL_ID_TEXT];
    uint64_t nodes; /* for a search; 0: the usual time */
} learner;

static duel_practice practice_of(const learner *l, duel_store *store)
{
    return (duel_practice){store, l->profile, l->game, hub_time()};
}

static duel_examiner examiner_of(const learner *l)
{
    const wire_setup *setup = &l->hub->setup;
    return (duel_examiner){.memory = GATHER_JUDGES * setup->memory,
                           .purse = setup->purse,
                           .seconds = l->nodes ? 0 : DUEL_REVIEW_MICROSECONDS / 1e6,
                           .nodes = l->nodes,
                           .threads = 1,
                           .stop = &l->hub->stop};
}

static duel_status read_learner(const wire_asked *a, learner *out, duel_msg *why)
{
    const char *game = asked_text(a, "table");
    *out = (learner){.hub = a->c->hub};
    if (a->c->profile[0] == '\0')
        return duel_refuse(why, N_("Mistakes are kept for who has a profile."), "");
    if (game && strlen(game) >= DUEL_ID_TEXT)
        return duel_bad(why, N_("There is no saved game “{0}”."), "c", game);
    memcpy(out->profile, a->c->profile, sizeof out->profile);
    snprintf(out->game, sizeof out->game, "%s", game ? game : "");
    return asked_nodes(a, &out->nodes, why);
}

/* Whether that client is still who it was when it asked. */
static bool is_learner(const wire_client *c, const learner *l)
{
    return c && strcmp(c->profile, l->profile) == 0;
}

static void refuse_stranger(wire_client *c, json_int_t re)
{
    duel_msg why;
    duel_say(&why, N_("Another question was asked meanwhile."), "");
    if (c)
        client_refuse(c, re, "advice", &why);
}

/* ---- what is due --------------------------------------------------------------------------
 */

static duel_status send_agenda(wire_client *c, json_int_t re, const learner *l, duel_msg *why)
{
    duel_agenda agenda;
    duel_practice p = practice_of(l, l->hub->setup.store);
    duel_status status = duel_practice_agenda(&p, &agenda, why);
    if (status == DUEL_OK)
        client_send(c, "mistakes", re, drill_agenda_json(&agenda));
    return status;
}

duel_status practice_agenda(const wire_asked *a, duel_msg *why)
{
    learner l;
    duel_status status = read_learner(a, &l, why);
    return status == DUEL_OK ? send_agenda(a->c, a->re, &l, why) : status;
}

/* ---- gathering ----------------------------------------------------------------------------
 */

typedef struct wire_gathering {
    duel_job job;
    struct wire_gathering *next; /* of the hub */
    learner who;
    duel_practice practice;
    duel_gatherer *gatherer; /* NULL: it has not begun */
    int askers;
    wire_request asker[GATHER_ASKERS];
    duel_status status;
    duel_msg why;
} wire_gathering;

static duel_status begin_gathering(wire_gathering *g)
{
    duel_examiner x = examiner_of(&g->who);
    g->practice = practice_of(&g->who, g->who.hub->side);
    return duel_gatherer_new(&g->practice, &x, &g->gatherer, &g->why);
}

static void run_gathering(duel_job *job)
{
    wire_gathering *g = (wire_gathering *)job;
    double begun = duel_clock();
    if (g->gatherer == NULL)
        g->status = begin_gathering(g);
    while (g->status == DUEL_OK && duel_gatherer_left(g->gatherer) &&
           duel_clock() - begun < gather_slice)
        g->status = duel_gatherer_step(g->gatherer, &g->why);
}

/* Tells those who are still there how far it has come; the number of them. */
static int tell_gathered(const wire_gathering *g)
{
    int there = 0;
    duel_gathered at = duel_gatherer_at(g->gatherer);
    for (int i = 0; i < g->askers; i++) {
        wire_client *c = request_asker(g->who.hub, &g->asker[i]);
        if (!is_learner(c, &g->who))
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
    if (!is_learner(c, &g->who)) {
        refuse_stranger(c, from->re);
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
    for (int i = 0; i < g->askers; i++)
        answer_gathered(g, &g->asker[i]);
    duel_gatherer_free(g->gatherer);
    free(g);
}

/* Once nobody waits for it any more it ends; what it has is kept. */
static void gathering_sliced(duel_job *job)
{
    wire_gathering *g = (wire_gathering *)job;
    bool more = g->status == DUEL_OK && duel_gatherer_left(g->gatherer);
    if (more && !g->who.hub->ending && tell_gathered(g) > 0)
        duel_crew_submit(g->who.hub->crew, &g->job);
    else
        end_gathering(g);
}

static wire_gathering *find_gathering(const learner *l)
{
    wire_gathering *g = l->hub->gatherings;
    while (g && (strcmp(g->who.profile, l->profile) != 0 || strcmp(g->who.game, l->game) != 0 ||
                 g->who.nodes != l->nodes))
        g = g->next;
    return g;
}

static duel_status new_gathering(const wire_asked *a, const learner *l, duel_msg *why)
{
    wire_gathering *g = calloc(1, sizeof *g);
    if (g == NULL)
        return duel_full(why);
    g->who = *l;
    g->asker[g->askers++] = request_by(a->c, a->re);
    g->job = (duel_job){.lane = DUEL_LANE_ANALYSIS,
                        .address = client_address(a->c),
                        .run = run_gathering,
                        .done = gathering_sliced};
    g->next = l->hub->gatherings;
    l->hub->gatherings = g;
    duel_crew_submit(l->hub->crew, &g->job);
    return DUEL_OK;
}

duel_status practice_gather(const wire_asked *a, duel_msg *why)
{
    learner l;
    duel_status status = read_learner(a, &l, why);
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

/* ---- an exercise --------------------------------------------------------------------------
 */

typedef struct wire_drill {
    duel_job job;
    learner who;
    wire_request from;
    duel_lang lang;
    int64_t id; /* 0: the next one */
    bool shows; /* the answer is wanted */
    char *move; /* that is tried; NULL: none */
    json_t *answer;
    duel_status status;
    duel_msg why;
} wire_drill;

/* What a picture is of: before the move that was tried, or after. */
static void add_picture(const wire_drill *d, json_t *j, const duel_mistake *m,
                        const duel_move *played)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    if (played)
        v->game->play(v, &state, *played);
    learn_add_position(j, v, &state, m->seat, d->lang);
}

static void add_plan(const wire_drill *d, json_t *j, const duel_asked *a, int64_t now)
{
    duel_buf text;
    duel_buf_init(&text);
    drill_plan(d->lang, &text.sink, a, now);
    json_set(j, "plan", json_take_text(&text));
}

/* How many are still to be asked, this one included if it is. */
static duel_status add_due(json_t *j, const duel_practice *p, duel_msg *why)
{
    duel_agenda agenda;
    duel_status status = duel_practice_agenda(p, &agenda, why);
    if (status == DUEL_OK)
        json_set(j, "due", json_integer(agenda.due));
    return status;
}

static duel_status judge_move(wire_drill *d, const duel_practice *p, duel_asked *a, json_t *j)
{
    const duel_mistake *m = &a->mistake;
    duel_examiner x = examiner_of(&d->who);
    duel_move move;
    duel_try *t = malloc(sizeof *t);
    duel_status status = t ? DUEL_OK : duel_full(&d->why);
    if (status == DUEL_OK)
        status =
            duel_read_move(&m->record.variant, &m->state, duel_str_of(d->move), &move, &d->why);
    if (status == DUEL_OK)
        status = duel_mistake_try(m, move, &x, t, &d->why);
    if (status == DUEL_OK)
        status = duel_practice_answer(p, a, t, &d->why);
    if (status == DUEL_OK) {
        json_object_update_new(j, drill_try_json(d->lang, m, t));
        add_picture(d, j, m, t->right ? &move : NULL);
        if (t->right)
            add_plan(d, j, a, p->now);
    }
    free(t);
    return status;
}

static duel_status show_answer(wire_drill *d, const duel_practice *p, duel_asked *a, json_t *j)
{
    duel_status status = duel_practice_answer(p, a, NULL, &d->why);
    if (status != DUEL_OK)
        return status;
    json_object_update_new(j, drill_solution_json(d->lang, &a->mistake));
    json_set(j, "right", json_false());
    json_set(j, "shown", json_true());
    add_picture(d, j, &a->mistake, &a->mistake.line[0]);
    return DUEL_OK;
}

static duel_status tell_exercise(wire_drill *d, const duel_practice *p, duel_asked *a)
{
    json_t *j = drill_json(d->lang, &a->mistake);
    duel_status status = DUEL_OK;
    json_object_del(j, "turn"); /* the seat is told with the picture */
    json_set(j, "number", json_integer(a->id));
    if (d->move)
        status = judge_move(d, p, a, j);
    else if (d->shows)
        status = show_answer(d, p, a, j);
    else
        add_picture(d, j, &a->mistake, NULL);
    if (status == DUEL_OK)
        status = add_due(j, p, &d->why);
    if (status == DUEL_OK)
        d->answer = j;
    else
        json_decref(j);
    return status;
}

/* Nothing is due: that is an answer, too. */
static duel_status tell_nothing(wire_drill *d, const duel_practice *p)
{
    duel_agenda agenda;
    duel_buf text;
    duel_status status = duel_practice_agenda(p, &agenda, &d->why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&text);
    drill_nothing(d->lang, &text.sink, &agenda, p->game[0] != '\0', p->now);
    d->answer =
        json_pack("{sIso}", "due", (json_int_t)agenda.due, "text", json_take_text(&text));
    return DUEL_OK;
}

static duel_status answer_drill(wire_drill *d)
{
    duel_asked a;
    duel_practice p = practice_of(&d->who, d->who.hub->side);
    duel_status status = d->id ? duel_practice_find(&p, d->id, &a, &d->why)
                               : duel_practice_next(&p, &a, &d->why);
    if (status == DUEL_NO && d->id == 0)
        return tell_nothing(d, &p);
    if (status != DUEL_OK)
        return status;
    duel_guard g;
    duel_guard_begin(&g, a.mistake.record.variant.game);
    status = duel_guard_end(&g, tell_exercise(d, &p, &a), &d->why);
    duel_asked_fini(&a);
    return status;
}

static void run_drill(duel_job *job)
{
    wire_drill *d = (wire_drill *)job;
    d->status = answer_drill(d);
}

static void drill_done(duel_job *job)
{
    wire_drill *d = (wire_drill *)job;
    wire_client *c = request_asker(d->who.hub, &d->from);
    if (c)
        c->drilling = false;
    if (!is_learner(c, &d->who))
        refuse_stranger(c, d->from.re);
    else if (d->status == DUEL_OK)
        client_send(c, "exercise", d->from.re, json_incref(d->answer));
    else
        request_answer(d->who.hub, &d->from, d->status, &d->why);
    json_decref(d->answer);
    free(d->move);
    free(d);
}

static duel_status begin_drill(const wire_asked *a, const learner *l, duel_msg *why)
{
    const char *move = asked_text(a, "move");
    wire_drill *d = calloc(1, sizeof *d);
    if (d == NULL)
        return duel_full(why);
    *d = (wire_drill){.job = {.lane = DUEL_LANE_ADVICE,
                              .address = client_address(a->c),
                              .run = run_drill,
                              .done = drill_done},
                      .who = *l,
                      .from = request_by(a->c, a->re),
                      .lang = a->c->lang,
                      .id = json_integer_value(json_object_get(a->what, "number")),
                      .shows = json_is_true(json_object_get(a->what, "solution")),
                      .move = move ? strdup(move) : NULL};
    if (move && d->move == NULL) {
        free(d);
        return duel_full(why);
    }
    a->c->drilling = true;
    duel_crew_submit(l->hub->crew, &d->job);
    return DUEL_OK;
}

duel_status practice_exercise(const wire_asked *a, duel_msg *why)
{
    learner l;
    bool answers = asked_text(a, "move") || json_is_true(json_object_get(a->what, "solution"));
    duel_status status = read_learner(a, &l, why);
    if (status == DUEL_OK && answers && !json_is_integer(json_object_get(a->what, "number")))
        status = duel_bad(why, N_("The request lacks “{0}”."), "c", "number");
    if (status == DUEL_OK && a->c->drilling)
        status = duel_refuse(why, N_("Your last answer is still being looked at."), "");
    return status == DUEL_OK ? begin_drill(a, &l, why) : status;
}

/* ---- what a review at a table found -------------------------------------------------------
 */

typedef struct wire_keeping {
    duel_job job;
    learner who;
    duel_harvest *harvest;
} wire_keeping;

static void run_keeping(duel_job *job)
{
    wire_keeping *k = (wire_keeping *)job;
    bool fresh;
    duel_practice p = practice_of(&k->who, k->who.hub->side);
    duel_practice_keep(&p, k->harvest, &fresh, NULL); /* else it is reviewed once more */
}

static void keeping_done(duel_job *job)
{
    wire_keeping *k = (wire_keeping *)job;
    duel_harvest_free(k->harvest);
    free(k);
}

static void keep_seat(wire_table *t, int seat, const char *profile, const duel_record *record,
                      const duel_review *review)
{
    wire_keeping *k = calloc(1, sizeof *k);
    if (k == NULL ||
        duel_harvest_new(record, 1U << seat, review, &k->harvest, NULL) != DUEL_OK) {
        free(k);
        return;
    }
    k->job = (duel_job){.lane = DUEL_LANE_KEEPING,
                        .address = t->address,
                        .table = t->number,
                        .run = run_keeping,
                        .done = keeping_done};
    k->who.hub = t->hub;
    snprintf(k->who.profile, sizeof k->who.profile, "%s", profile);
    memcpy(k->who.game, t->id, sizeof k->who.game);
    duel_crew_submit(t->hub->crew, &k->job);
}

void practice_keep_review(wire_table *t, const duel_record *record, const duel_review *review)
{
    if (!table_over(t) || duel_table_terms(t->table)->analysis)
        return;
    for (int i = 0; i < t->v->seats; i++) {
        duel_chair chair = duel_table_chair(t->table, i, 0);
        if (chair.human && chair.profile[0])
            keep_seat(t, i, chair.profile, record, review);
    }
}
