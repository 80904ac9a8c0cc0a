/* wire/exercise.c -- an exercise from somebody's own mistakes: asked, judged, given away.
 *
 *     exercise: of a profile, from the base ──┐
 *                                             ├──▶ the crew reads, draws, judges ──▶ the asker
 *     mend: of the game at the table ─────────┘
 *
 * Positions are read and drawn where they are judged: a game from a file may take its time
 * there. Of what is mended at a table nothing is kept. */
#include "front/exercise.h"
#include "core/fault_guard.h"
#include "core/play.h"
#include "wire/json.h"
#include "wire/mistakes.h"

#include <stdlib.h>
#include <string.h>

typedef struct wire_drill {
    thread_job job;
    mistakes_learner who;
    wire_request from;
    duel_lang lang;
    int64_t id;             /* 0: the next one */
    exercise_asked *unkept; /* of the table, in its place; NULL: it is kept */
    bool shows;             /* the answer is wanted */
    char *move;             /* that is tried; NULL: none */
    json_t *answer;
    bool unsaved; /* the disk would not take it */
    duel_status status;
    duel_msg why;
} wire_drill;

/* What a picture is of: before the move that was tried, or after. */
static void add_picture(const wire_drill *d, json_t *j, const game_mistake *m,
                        const duel_move *played)
{
    const duel_variant *v = &m->record.variant;
    duel_state state = m->state;
    wire_turn turn = {.before = m->state, .move = played, .count = played ? 1 : 0};
    if (played)
        v->game->play(v, &state, *played);
    learn_add_position(j, v, &state, &turn, m->seat, d->lang);
}

static void add_plan(const wire_drill *d, json_t *j, const exercise_asked *a, int64_t now)
{
    duel_buf text;
    duel_buf_init(&text);
    exercise_plan(d->lang, &text.sink, a, now);
    json_set(j, "plan", json_take_text(&text));
}

/* How many are still to be asked, this one included if it is. */
static duel_status add_due(json_t *j, const practice_setup *p, duel_msg *why)
{
    exercise_agenda agenda;
    duel_status status = mistakes_agenda(p, &agenda, why);
    if (status == DUEL_OK)
        json_set(j, "due", json_integer(agenda.due));
    return status;
}

/* `p` NULL: nothing is kept of it, here and below. */
static duel_status keep_answer(wire_drill *d, const practice_setup *p, exercise_asked *a,
                               const exercise_try *t)
{
    duel_status status = p ? mistakes_answer(p, a, t, &d->why) : DUEL_OK;
    d->unsaved = status != DUEL_OK;
    return status;
}

static duel_status judge_move(wire_drill *d, const practice_setup *p, exercise_asked *a,
                              json_t *j)
{
    const game_mistake *m = &a->mistake;
    mistake_examiner x = learner_examiner(&d->who);
    duel_move move;
    exercise_try *t = malloc(sizeof *t);
    duel_status status = t ? DUEL_OK : duel_no_space(&d->why);
    if (status == DUEL_OK)
        status =
            duel_read_move(&m->record.variant, &m->state, duel_str_of(d->move), &move, &d->why);
    if (status == DUEL_OK)
        status = mistake_try(m, move, &x, t, &d->why);
    if (status == DUEL_OK)
        status = keep_answer(d, p, a, t);
    if (status == DUEL_OK) {
        json_object_update_new(j, exercise_try_json(d->lang, m, t));
        add_picture(d, j, m, t->right ? &move : NULL);
        if (t->right && p)
            add_plan(d, j, a, p->now);
    }
    free(t);
    return status;
}

static duel_status show_answer(wire_drill *d, const practice_setup *p, exercise_asked *a,
                               json_t *j)
{
    duel_status status = keep_answer(d, p, a, NULL);
    if (status != DUEL_OK)
        return status;
    json_object_update_new(j, exercise_solution_json(d->lang, &a->mistake));
    json_set(j, "right", json_false());
    json_set(j, "shown", json_true());
    add_picture(d, j, &a->mistake, &a->mistake.line[0]);
    return DUEL_OK;
}

static duel_status tell_exercise(wire_drill *d, const practice_setup *p, exercise_asked *a)
{
    json_t *j = exercise_json(d->lang, &a->mistake);
    duel_status status = DUEL_OK;
    json_object_del(j, "turn"); /* the seat is told with the picture */
    json_set(j, "number", json_integer(a->id));
    if (d->move)
        status = judge_move(d, p, a, j);
    else if (d->shows)
        status = show_answer(d, p, a, j);
    else
        add_picture(d, j, &a->mistake, NULL);
    if (status == DUEL_OK && p)
        status = add_due(j, p, &d->why);
    if (status == DUEL_OK)
        d->answer = j;
    else
        json_decref(j);
    return status;
}

static duel_status tell_guarded(wire_drill *d, const practice_setup *p, exercise_asked *a)
{
    duel_fault_guard g;
    duel_fault_guard_begin(&g, a->mistake.record.variant.game);
    return duel_fault_guard_end(&g, tell_exercise(d, p, a), &d->why);
}

/* Nothing is due: that is an answer, too. */
static duel_status tell_nothing(wire_drill *d, const practice_setup *p)
{
    exercise_agenda agenda;
    duel_buf text;
    duel_status status = mistakes_agenda(p, &agenda, &d->why);
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&text);
    exercise_nothing(d->lang, &text.sink, &agenda, p->game[0] != '\0', p->now);
    d->answer =
        json_pack("{sIso}", "due", (json_int_t)agenda.due, "text", json_take_text(&text));
    return DUEL_OK;
}

static duel_status answer_drill(wire_drill *d)
{
    exercise_asked a;
    practice_setup p = learner_practice(&d->who, d->who.hub->side);
    duel_status status =
        d->id ? mistakes_find(&p, d->id, &a, &d->why) : mistakes_next(&p, &a, &d->why);
    if (status == DUEL_REFUSED && d->id == 0)
        return tell_nothing(d, &p);
    if (status != DUEL_OK)
        return status;
    status = tell_guarded(d, &p, &a);
    exercise_asked_fini(&a);
    return status;
}

static void run_drill(thread_job *job)
{
    wire_drill *d = (wire_drill *)job;
    d->status = d->unkept ? tell_guarded(d, NULL, d->unkept) : answer_drill(d);
}

static void drill_free(wire_drill *d)
{
    if (d->unkept)
        exercise_asked_fini(d->unkept);
    json_decref(d->answer);
    free(d->unkept);
    free(d->move);
    free(d);
}

static void answer_drilled(wire_drill *d, wire_client *c)
{
    bool there =
        d->unkept ? request_asker_there(d->who.hub, &d->from) != NULL : learner_is(c, &d->who);
    if (d->unsaved)
        hub_word_failure(d->who.hub, d->status, &d->why);
    if (!there)
        learner_refuse(c, d->from.re);
    else if (d->status == DUEL_OK)
        client_send(c, "exercise", d->from.re, json_incref(d->answer));
    else
        request_answer(d->who.hub, &d->from, d->status, &d->why);
}

static void drill_done(thread_job *job)
{
    wire_drill *d = (wire_drill *)job;
    wire_client *c = request_asker(d->who.hub, &d->from);
    hub_step step = step_begin_made(d->who.hub, "exercise", NULL);
    if (c)
        c->drilling = false;
    answer_drilled(d, c);
    step_end(d->who.hub, &step);
    drill_free(d);
}

/* Takes over `unkept`, if it succeeds. */
static duel_status begin_drill(const wire_asked *a, const mistakes_learner *l,
                               exercise_asked *unkept, duel_msg *why)
{
    const char *move = asked_text(a, "move");
    wire_drill *d = calloc(1, sizeof *d);
    char *copy = move ? strdup(move) : NULL;
    if (d == NULL || (move && copy == NULL)) {
        free(d);
        free(copy);
        return duel_no_space(why);
    }
    *d = (wire_drill){.job = client_job(a->c, JOB_CLASS_ADVICE, run_drill, drill_done),
                      .who = *l,
                      .from = request_by(a->c, a->re),
                      .lang = a->c->lang,
                      .id = json_integer_value(json_object_get(a->what, "number")),
                      .unkept = unkept,
                      .shows = json_is_true(json_object_get(a->what, "solution")),
                      .move = copy};
    a->c->drilling = true;
    thread_pool_submit(l->hub->crew, &d->job);
    return DUEL_OK;
}

static duel_status may_drill(const wire_client *c, duel_msg *why)
{
    if (c->drilling)
        return duel_refuse(why, N_("Your last answer is still being looked at."), "");
    return client_may_ask(c, why);
}

duel_status exercise_start(const wire_asked *a, duel_msg *why)
{
    mistakes_learner l;
    bool answers = asked_text(a, "move") || json_is_true(json_object_get(a->what, "solution"));
    duel_status status = learner_read(a, &l, why);
    if (status == DUEL_OK && answers && !json_is_integer(json_object_get(a->what, "number")))
        status = duel_invalid(why, N_("The request lacks “{0}”."), "c", "number");
    if (status == DUEL_OK)
        status = may_drill(a->c, why);
    return status == DUEL_OK ? begin_drill(a, &l, NULL, why) : status;
}

/* ---- of the game at the table ------------------------------------------------------------ */

/* The mistakes of the asker's own seats, by the numbers of their moves. */
static void send_own_mistakes(const wire_asked *a, const game_review *review)
{
    json_t *list = json_array();
    unsigned seats = client_seats(a->c);
    for (size_t i = 0; i < review->count; i++)
        if (review->move[i].mark >= DUEL_MISTAKE && seats >> review->move[i].seat & 1)
            json_array_append_new(list, json_integer((json_int_t)i + 1));
    client_send(a->c, "mending", a->re, json_pack("{so}", "list", list));
}

static duel_status take_asked(const wire_asked *a, const duel_record *record,
                              const game_review *review, json_int_t number,
                              exercise_asked **out, duel_msg *why)
{
    if (number < 1 || number > (json_int_t)review->count)
        return duel_invalid(why, N_("The game has no such move."), "");
    size_t at = (size_t)number - 1;
    if (!(client_seats(a->c) >> review->move[at].seat & 1))
        return duel_refuse(why, N_("There is no such exercise."), "");
    exercise_asked *asked = calloc(1, sizeof *asked);
    if (asked == NULL)
        return duel_no_space(why);
    asked->id = number;
    duel_status status = mistake_take(record, review, at, &asked->mistake, why);
    if (status == DUEL_OK)
        *out = asked;
    else
        free(asked);
    return status == DUEL_REFUSED ? duel_refuse(why, N_("There is no such exercise."), "")
                                  : status;
}

duel_status exercise_mend(const wire_asked *a, duel_msg *why)
{
    const duel_record *record;
    const game_review *review;
    const json_t *number = json_object_get(a->what, "number");
    mistakes_learner l = {.hub = a->c->hub};
    exercise_asked *asked = NULL;
    duel_status status = advice_may_leave(a->c, why);
    if (status == DUEL_OK && !review_found(a->c->table, &record, &review))
        status = duel_refuse(why, N_("The game has not been reviewed."), "");
    if (status == DUEL_OK)
        status = asked_nodes(a, &l.nodes, why);
    if (status == DUEL_OK && number == NULL)
        return send_own_mistakes(a, review), DUEL_OK;
    if (status == DUEL_OK)
        status = may_drill(a->c, why);
    if (status == DUEL_OK)
        status = take_asked(a, record, review, json_integer_value(number), &asked, why);
    if (status == DUEL_OK)
        status = begin_drill(a, &l, asked, why);
    if (status != DUEL_OK && asked) {
        exercise_asked_fini(asked);
        free(asked);
    }
    return status;
}
