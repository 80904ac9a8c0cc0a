/* front/web/wire_study.c -- the logic bench, and whatever else is made to be watched: the crew
 * makes it from what the request says, and nothing of it is kept.
 *
 *     logic, derive, goal ──▶ one at a time for each connection ──▶ the crew ──▶ the asker
 *
 * Each method has its own bound of work, so that no formula, however made, keeps a thread. */
#include "front/logic_check.h"
#include "front/logic_desk.h"
#include "front/web/wire_hub.h"

#include <stdlib.h>

typedef struct wire_study wire_study;
struct wire_study {
    duel_job job;
    wire_hub *hub;
    wire_request from;
    duel_lang lang;
    json_t *what; /* the request, its own copy */
    duel_status (*work)(wire_study *s);
    const char *is; /* what the answer is called */
    json_t *answer;
    duel_status status;
    duel_msg why;
};

static void run_study(duel_job *job)
{
    wire_study *s = (wire_study *)job;
    s->status = s->work(s);
}

static void study_done(duel_job *job)
{
    wire_study *s = (wire_study *)job;
    wire_client *c = request_asker(s->hub, &s->from);
    if (c)
        c->studying = false;
    if (c && s->status == DUEL_OK)
        client_send(c, s->is, s->from.re, json_incref(s->answer));
    else
        request_answer(s->hub, &s->from, s->status, &s->why);
    json_decref(s->answer);
    json_decref(s->what);
    free(s);
}

static duel_status begin_study(const wire_asked *a, const char *is,
                               duel_status (*work)(wire_study *s), duel_msg *why)
{
    duel_status status =
        a->c->studying ? duel_refuse(why, N_("Your last answer is still being looked at."), "")
                       : client_may_ask(a->c, why);
    if (status != DUEL_OK)
        return status;
    wire_study *s = calloc(1, sizeof *s);
    json_t *what = json_deep_copy(a->what);
    if (s == NULL || what == NULL) {
        free(s);
        json_decref(what);
        return duel_full(why);
    }
    *s = (wire_study){.job = {.lane = DUEL_LANE_ADVICE,
                              .address = wire_client_address(a->c),
                              .run = run_study,
                              .done = study_done},
                      .hub = a->c->hub,
                      .from = request_by(a->c, a->re),
                      .lang = a->c->lang,
                      .what = what,
                      .work = work,
                      .is = is};
    a->c->studying = true;
    duel_crew_submit(s->hub->crew, &s->job);
    return DUEL_OK;
}

static duel_str text_of(const wire_study *s, const char *key)
{
    const char *text = json_string_value(json_object_get(s->what, key));
    return text ? duel_str_of(text) : (duel_str){NULL, 0};
}

/* ---- formulas -----------------------------------------------------------------------------
 */

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

duel_status study_logic(const wire_asked *a, duel_msg *why)
{
    const char *method, *text;
    duel_status status = asked_need(a, "of", &method, why);
    if (status == DUEL_OK)
        status = asked_need(a, "text", &text, why);
    return status == DUEL_OK ? begin_study(a, "logic", study_formulas, why) : status;
}

/* ---- derivations --------------------------------------------------------------------------
 */

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
    if (status == DUEL_NO)
        s->answer = json_unread((logic_place){0, at}, &s->why, s->lang);
    return status;
}

static duel_status study_written(wire_study *s)
{
    prop_id goal;
    fitch_derivation *d = malloc(sizeof *d);
    duel_status status = d ? fitch_read(d, text_of(s, "text"), &s->why) : duel_full(&s->why);
    if (status == DUEL_OK)
        status = read_goal_asked(s, d, &goal);
    if (status == DUEL_OK)
        s->answer = json_written(d, goal, s);
    free(d);
    return s->answer ? DUEL_OK : status;
}

duel_status study_derivation(const wire_asked *a, duel_msg *why)
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

duel_status study_goal(const wire_asked *a, duel_msg *why)
{
    return begin_study(a, "goal", study_goal_wanted, why);
}

static duel_status study_rule_list(wire_study *s)
{
    prop_pool *pool = malloc(sizeof *pool);
    if (pool == NULL)
        return duel_full(&s->why);
    prop_pool_init(pool);
    s->answer = json_pack("{so}", "rules", check_rules(pool, s->lang));
    free(pool);
    return DUEL_OK;
}

duel_status study_rules(const wire_asked *a, duel_msg *why)
{
    return begin_study(a, "inference", study_rule_list, why);
}
