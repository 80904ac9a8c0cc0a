/* wire/films.c -- films for the page, of logic and of searches: the crew makes it from what the
 * request says, and nothing of it is kept.
 *
 *     logic, derive, goal, learn, trace, explore ──▶ one at a time for each connection
 *                                                    ──▶ the crew ──▶ the asker
 *
 * Each method has its own bound of work, so that no formula, however made, keeps a thread. */
#include "core/play.h"
#include "front/logic_methods.h"
#include "front/search_film.h"
#include "front/short_lessons.h"
#include "front/solved_stats.h"
#include "wire/inside.h"
#include "wire/json.h"

#include <stdlib.h>

typedef struct wire_study wire_study;
struct wire_study {
    thread_job job;
    wire_hub *hub;
    wire_request from;
    duel_lang lang;
    json_t *what; /* the request, its own copy */
    duel_status (*work)(wire_study *s);
    const char *request; /* of this name; and what the answer is called */
    const char *is;
    json_t *answer;
    duel_variant v; /* of a machine at work: what it thinks about, */
    duel_state state;
    bool has_first; /* and the move it tries before all others */
    duel_move first;
    duel_status status;
    duel_msg why;
};

static void run_study(thread_job *job)
{
    wire_study *s = (wire_study *)job;
    s->status = s->work(s);
}

static void study_done(thread_job *job)
{
    wire_study *s = (wire_study *)job;
    wire_client *c = request_asker(s->hub, &s->from);
    hub_step step = step_begin_made(s->hub, s->request, s->v.game);
    if (c)
        c->studying = false;
    if (c && s->status == DUEL_OK)
        client_send(c, s->is, s->from.re, json_incref(s->answer));
    else
        request_answer(s->hub, &s->from, s->status, &s->why);
    step_end(s->hub, &step);
    json_decref(s->answer);
    json_decref(s->what);
    free(s);
}

/* NULL with a reason: one at a time. */
static wire_study *make_study(const wire_asked *a, const char *is,
                              duel_status (*work)(wire_study *s), duel_msg *why)
{
    duel_status status =
        a->c->studying ? duel_refuse(why, N_("Your last answer is still being looked at."), "")
                       : client_may_ask(a->c, why);
    if (status != DUEL_OK)
        return NULL;
    wire_study *s = calloc(1, sizeof *s);
    json_t *what = json_deep_copy(a->what);
    if (s == NULL || what == NULL) {
        free(s);
        json_decref(what);
        duel_no_space(why);
        return NULL;
    }
    *s = (wire_study){.job = client_job(a->c, JOB_CLASS_ADVICE, run_study, study_done),
                      .hub = a->c->hub,
                      .from = request_by(a->c, a->re),
                      .lang = a->c->lang,
                      .what = what,
                      .work = work,
                      .request = verb_name(a->what),
                      .is = is};
    return s;
}

static void submit_study(const wire_asked *a, wire_study *s)
{
    a->c->studying = true;
    thread_pool_submit(s->hub->crew, &s->job);
}

static duel_status begin_study(const wire_asked *a, const char *is,
                               duel_status (*work)(wire_study *s), duel_msg *why)
{
    wire_study *s = make_study(a, is, work, why);
    if (s == NULL)
        return DUEL_REFUSED;
    submit_study(a, s);
    return DUEL_OK;
}

static duel_str text_of(const wire_study *s, const char *key)
{
    const char *text = json_string_value(json_object_get(s->what, key));
    return text ? duel_str_of(text) : (duel_str){NULL, 0};
}

/* ---- formulas ---------------------------------------------------------------------------- */

/* What cannot be read is an answer, too: the learner is to be told where. */
static json_t *json_unread(logic_place wrong, const duel_msg *why, duel_lang lang)
{
    return json_pack("{s{sisIso}}", "wrong", "line", wrong.line, "at", (json_int_t)wrong.at,
                     "text", json_say(lang, why));
}

static duel_status study_formulas(wire_study *s)
{
    logic_asked asked;
    logic_place wrong;
    duel_status status = logic_read_text(text_of(s, "text"), &asked, &s->why);
    if (status != DUEL_OK)
        return status;
    duel_str question = duel_str_trim(text_of(s, "ask"));
    if (question.len)
        asked.question = question;
    status = logic_decide(text_of(s, "of"), &asked, s->lang, &s->answer, &wrong, &s->why);
    if (status == DUEL_OK || wrong.line < 0)
        return status;
    s->answer = json_unread(wrong, &s->why, s->lang);
    return DUEL_OK;
}

duel_status films_logic(const wire_asked *a, duel_msg *why)
{
    const char *method, *text;
    duel_status status = asked_need(a, "of", &method, why);
    if (status == DUEL_OK)
        status = asked_need(a, "text", &text, why);
    return status == DUEL_OK ? begin_study(a, "logic", study_formulas, why) : status;
}

/* ---- derivations ------------------------------------------------------------------------- */

static json_t *json_latex(const fitch_derivation *d, duel_lang lang)
{
    duel_buf text;
    duel_buf_init(&text);
    check_put_latex(d, lang, &text.sink);
    return json_take_text(&text);
}

static json_t *json_written(fitch_derivation *d, prop_id goal, const wire_study *s)
{
    json_t *j = check_json(d, goal, s->lang);
    if (d->count && d->wrong == 0)
        json_set(j, "latex", json_latex(d, s->lang));
    if (json_is_true(json_object_get(s->what, "hint")))
        json_set(j, "hint", check_hint(d, goal, s->lang));
    return j;
}

/* A goal that cannot be read is told like a formula on the bench. */
static duel_status read_goal_asked(wire_study *s, fitch_derivation *d, prop_id *goal)
{
    size_t at = 0;
    duel_str text = duel_str_trim(text_of(s, "ask"));
    *goal = PROP_NONE;
    if (text.len == 0)
        return DUEL_OK;
    duel_status status = prop_read(&d->pool, text, goal, &at, &s->why);
    if (status == DUEL_REFUSED)
        s->answer = json_unread((logic_place){0, at}, &s->why, s->lang);
    return status;
}

static duel_status study_written(wire_study *s)
{
    prop_id goal;
    fitch_derivation *d = malloc(sizeof *d);
    duel_status status =
        d ? fitch_read(d, text_of(s, "text"), &s->why) : duel_no_space(&s->why);
    if (status == DUEL_OK)
        status = read_goal_asked(s, d, &goal);
    if (status == DUEL_OK)
        s->answer = json_written(d, goal, s);
    free(d);
    return s->answer ? DUEL_OK : status;
}

duel_status films_derivation(const wire_asked *a, duel_msg *why)
{
    const char *text;
    duel_status status = asked_need(a, "text", &text, why);
    return status == DUEL_OK ? begin_study(a, "derivation", study_written, why) : status;
}

static duel_status study_goal_wanted(wire_study *s)
{
    return check_goal(json_integer_value(json_object_get(s->what, "level")),
                      json_integer_value(json_object_get(s->what, "number")), &s->answer,
                      &s->why);
}

duel_status films_goal(const wire_asked *a, duel_msg *why)
{
    return begin_study(a, "goal", study_goal_wanted, why);
}

static duel_status study_rule_list(wire_study *s)
{
    prop_pool *pool = malloc(sizeof *pool);
    if (pool == NULL)
        return duel_no_space(&s->why);
    prop_pool_init(pool);
    s->answer = json_pack("{so}", "rules", check_rules(pool, s->lang));
    free(pool);
    return DUEL_OK;
}

duel_status films_rules(const wire_asked *a, duel_msg *why)
{
    return begin_study(a, "inference", study_rule_list, why);
}

/* ---- lessons ----------------------------------------------------------------------------- */

/* Parts about a position have its picture. */
static duel_status add_positions(wire_study *s, const short_lesson_lesson *l)
{
    json_t *parts = json_object_get(s->answer, "parts");
    wire_turn turn = {.count = 0};
    duel_status status = DUEL_OK;
    for (size_t i = 0; status == DUEL_OK && l->part[i].text; i++) {
        if (l->part[i].game == NULL)
            continue;
        status = short_lesson_position(&l->part[i], &s->v, &s->state, &s->why);
        if (status == DUEL_OK)
            learn_add_position(json_array_get(parts, i), &s->v, &s->state, &turn,
                               s->v.game->turn(&s->v, &s->state), s->lang);
    }
    return status;
}

/* All of them; one of them; or what is tried in one of its exercises. */
static duel_status study_lesson(wire_study *s)
{
    duel_str id = text_of(s, "id"), tried = text_of(s, "text");
    if (id.at == NULL) {
        s->answer = short_lesson_list(s->lang);
        return DUEL_OK;
    }
    const short_lesson_lesson *l = short_lesson_find(id, &s->why);
    if (l == NULL)
        return DUEL_REFUSED;
    if (tried.at)
        return short_lesson_try(l, json_integer_value(json_object_get(s->what, "step")), tried,
                                s->lang, &s->answer, &s->why);
    s->answer = short_lesson_show(l, s->lang);
    return add_positions(s, l);
}

duel_status films_learn(const wire_asked *a, duel_msg *why)
{
    return begin_study(a, "learn", study_lesson, why);
}

/* ---- a machine at work ------------------------------------------------------------------- */

static duel_status read_watched(wire_study *s, duel_msg *why)
{
    duel_str position = duel_str_trim(text_of(s, "position")), first = text_of(s, "move");
    duel_status status = search_film_position(&s->v, position, &s->state, why);
    s->has_first = status == DUEL_OK && first.len && !duel_is_over(&s->v, &s->state);
    if (s->has_first)
        status = duel_read_move(&s->v, &s->state, first, &s->first, why);
    return status;
}

/* The film, the position it is about, and what else can be watched there. */
static duel_status study_machine(wire_study *s)
{
    duel_status status = read_watched(s, &s->why);
    if (status != DUEL_OK)
        return status;
    search_film_asked asked = {.v = &s->v,
                               .view = &s->state,
                               .engine = text_of(s, "of"),
                               .stop = &s->hub->stop,
                               .first = s->has_first ? &s->first : NULL};
    status = search_film_engine(&asked, s->lang, &s->answer, &s->why);
    if (status != DUEL_OK)
        return status;
    wire_turn turn = {.count = 0};
    learn_add_position(s->answer, &s->v, &s->state, &turn, s->v.game->turn(&s->v, &s->state),
                       s->lang);
    json_set(s->answer, "position", json_position(&s->v, &s->state));
    json_set(s->answer, "title", json_string(duel_text(s->lang, s->v.game->title)));
    json_set(s->answer, "ways", search_film_ways(&s->v, s->lang));
    return DUEL_OK;
}

duel_status films_trace(const wire_asked *a, duel_msg *why)
{
    const char *engine;
    duel_variant v;
    duel_status status = asked_need(a, "of", &engine, why);
    if (status == DUEL_OK)
        status = new_table_variant(a, &v, why);
    wire_study *s = status == DUEL_OK ? make_study(a, "trace", study_machine, why) : NULL;
    if (s == NULL)
        return status == DUEL_OK ? DUEL_REFUSED : status;
    s->v = v;
    submit_study(a, s);
    return DUEL_OK;
}

/* ---- what was solved --------------------------------------------------------------------- */

/* Positions of a value to practise on; of none of them where a game cannot make them. */
static json_t *some_positions(const solved_counts *c, const duel_variant *v, duel_value value)
{
    json_t *list = json_array();
    int count = value ? solved_counts_sampled(c, value) : c->longest > 0;
    for (int i = 0; i < count; i++) {
        duel_state state;
        if (solved_stats_position(c, v, value, (uint64_t)i, &state, NULL) == DUEL_OK)
            json_array_append_new(list, json_position(v, &state));
    }
    return list;
}

static duel_status study_base(wire_study *s)
{
    solved_counts *c = malloc(sizeof *c);
    duel_status status = c ? solved_counts_make(s->hub->side, &s->v, (uint64_t)hub_now(),
                                                &s->hub->stop, c, &s->why)
                           : duel_no_space(&s->why);
    if (status == DUEL_OK) {
        s->answer = solved_stats_json(s->lang, c);
        json_set(s->answer, "peak", some_positions(c, &s->v, DUEL_UNSOLVED));
        json_set(s->answer, "wins", some_positions(c, &s->v, DUEL_WIN));
        json_set(s->answer, "ties", some_positions(c, &s->v, DUEL_TIE));
        json_set(s->answer, "losses", some_positions(c, &s->v, DUEL_LOSS));
        json_set(s->answer, "draws", some_positions(c, &s->v, DUEL_DRAW));
    }
    free(c);
    return status;
}

duel_status films_explored(const wire_asked *a, duel_msg *why)
{
    duel_variant v;
    duel_status status = new_table_variant(a, &v, why);
    wire_study *s = status == DUEL_OK ? make_study(a, "explored", study_base, why) : NULL;
    if (s == NULL)
        return status == DUEL_OK ? DUEL_REFUSED : status;
    s->v = v;
    submit_study(a, s);
    return DUEL_OK;
}
