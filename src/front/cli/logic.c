/* front/cli/logic.c -- `duel logic`: derivations checked line by line, the rules they may use,
 * goals to practise on; the methods that decide formulas are in logic_bench.c. */
#include "base/typed.h"
#include "fitch/derivation.h"
#include "front/cli/keep.h"
#include "front/cli/logic_bench.h"
#include "front/commands.h"
#include "front/logic_check.h"
#include "front/logic_desk.h"

#include <stdlib.h>

/* ---- a derivation ----------------------------------------------------------------------- */

typedef struct lecture {
    const duel_console *c;
    fitch_derivation *d;
    prop_id goal; /* PROP_NONE: none was named */
} lecture;

static duel_status read_goal(lecture *l, const char *text, duel_msg *why)
{
    l->goal = PROP_NONE;
    return text ? prop_read(&l->d->pool, duel_str_of(text), &l->goal, NULL, why) : DUEL_OK;
}

/* ---- in words --------------------------------------------------------------------------- */

static void print_wrong(const lecture *l, const duel_msg *m, const char *mark)
{
    if (m->id == NULL)
        return;
    duel_putf(l->c->out, "     %s ", mark);
    duel_render(l->c->lang, m, l->c->out);
    duel_put(l->c->out, "\n");
}

static void print_end(const lecture *l)
{
    const duel_console *c = l->c;
    if (l->d->wrong)
        duel_tell(c->lang, c->out,
                  N_("{0} {0:line does|lines do} not hold, of {1} {1:line|lines}."), "ii",
                  (int64_t)l->d->wrong, (int64_t)l->d->count);
    else if (!check_done(l->d, l->goal))
        duel_tell(c->lang, c->out,
                  N_("Every line holds, but the last is not what was to be derived."), "");
    else
        duel_tell(c->lang, c->out, N_("Every line holds."), "");
    duel_put(c->out, "\n");
}

static void print_lecture(const lecture *l)
{
    for (int i = 0; i < l->d->count; i++) {
        const fitch_line *line = &l->d->line[i];
        fitch_put_line(l->d, i, l->c->lang, PROP_UNICODE, l->c->out);
        duel_put(l->c->out, "\n");
        if (line->holds)
            continue;
        print_wrong(l, &line->why, "✗");
        print_wrong(l, &line->more, " ");
    }
    print_end(l);
}

static void print_hint(const lecture *l)
{
    json_t *hint = check_hint(l->d, l->goal, l->c->lang);
    const char *more = json_string_value(json_object_get(hint, "more"));
    duel_putf(l->c->out, "%s\n", json_string_value(json_object_get(hint, "text")));
    if (more)
        duel_putf(l->c->out, "%s\n", more);
    json_decref(hint);
}

/* What a derivation is wanted as. */
typedef struct wish {
    bool latex, hint;
} wish;

static void tell_as(const lecture *l, wish w)
{
    if (l->c->json) {
        json_t *j = check_json(l->d, l->goal, l->c->lang);
        if (w.hint)
            json_set(j, "hint", check_hint(l->d, l->goal, l->c->lang));
        l->c->print_json(l->c, j);
    } else if (w.latex) {
        check_put_latex(l->d, l->c->lang, l->c->out);
    } else {
        print_lecture(l);
        if (w.hint)
            print_hint(l);
    }
}

static duel_status tell_lecture(const lecture *l, wish w, duel_msg *why)
{
    bool done = check_done(l->d, l->goal);
    if (w.latex && l->d->wrong)
        return duel_refuse(why, N_("A derivation that does not hold is not typeset."), "");
    tell_as(l, w);
    return done ? DUEL_OK : DUEL_NO;
}

/* DUEL_NO without a word, once everything has been said: it does not hold. */
static duel_status check_derivation(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_buf text;
    lecture l = {.c = c, .d = malloc(sizeof *l.d)};
    if (l.d == NULL)
        return duel_full(why);
    duel_buf_init(&text);
    duel_status status = keep_read_file(a->word[1], &text, why);
    if (status == DUEL_OK)
        status = fitch_read(l.d, duel_buf_str(&text), why);
    if (status == DUEL_OK)
        status = read_goal(&l, duel_args_text(a, "goal", NULL), why);
    if (status == DUEL_OK) {
        why->id = NULL;
        status = tell_lecture(
            &l, (wish){duel_args_value(a, "latex"), duel_args_value(a, "hint")}, why);
    }
    duel_buf_fini(&text);
    free(l.d);
    return status;
}

/* ---- the rules -------------------------------------------------------------------------- */

static void print_shapes(const duel_console *c, json_t *rule)
{
    const json_t *shape;
    size_t i;
    duel_putf(c->out, "%s (%s)\n", json_string_value(json_object_get(rule, "name")),
              json_string_value(json_object_get(rule, "sign")));
    json_array_foreach(json_object_get(rule, "shapes"), i, shape)
        duel_putf(c->out, "    %s\n", json_string_value(shape));
}

static duel_status list_rules(const duel_console *c, duel_msg *why)
{
    prop_pool *pool = malloc(sizeof *pool);
    if (pool == NULL)
        return duel_full(why);
    prop_pool_init(pool);
    json_t *rules = check_rules(pool, c->lang), *rule;
    size_t i;
    if (c->json)
        c->print_json(c, json_pack("{sO}", "rules", rules));
    else
        json_array_foreach(rules, i, rule) print_shapes(c, rule);
    if (!c->json) {
        duel_tell(c->lang, c->out,
                  N_("Where ¬X stands in a form, and X is itself a negation ¬Y, Y will do."),
                  "");
        duel_put(c->out, "\n");
    }
    json_decref(rules);
    free(pool);
    return DUEL_OK;
}

static duel_status give_goal(const duel_console *c, const duel_args *a, duel_msg *why)
{
    json_t *goal;
    duel_status status =
        check_goal(duel_args_value(a, "level"), duel_args_value(a, "number"), &goal, why);
    if (status != DUEL_OK)
        return status;
    if (c->json) {
        c->print_json(c, goal);
        return DUEL_OK;
    }
    duel_put(c->out, json_string_value(json_object_get(goal, "text")));
    duel_putf(c->out, "⊢ %s\n", json_string_value(json_object_get(goal, "ask")));
    json_decref(goal);
    return DUEL_OK;
}

/* ---- the command ------------------------------------------------------------------------ */

static duel_status run_logic(const duel_console *c, const duel_args *a, duel_msg *why)
{
    if (a->word_count == 2 && duel_str_is(a->word[0], "check"))
        return check_derivation(c, a, why);
    if (a->word_count == 1 && duel_str_is(a->word[0], "rules"))
        return list_rules(c, why);
    if (a->word_count == 1 && duel_str_is(a->word[0], "goal"))
        return give_goal(c, a, why);
    bool known;
    duel_status status = logic_bench(c, a, &known, why);
    if (known)
        return status;
    duel_bad(why,
             N_("Write “duel logic check FILE”, “duel logic rules”, or a method and "
                "formulas: “duel logic dpll A>B ~B --ask ~A”."),
             "");
    static const char *const verbs[] = {"check", "rules", "goal", NULL};
    duel_str typed = a->word_count ? a->word[0] : (duel_str){"", 0};
    duel_nearest n;
    duel_nearest_begin(&n, typed);
    duel_nearest_try_rows(&n, verbs, sizeof *verbs);
    duel_nearest_try_rows(&n, logic_methods, sizeof *logic_methods);
    return duel_str_is(typed, n.name) ? DUEL_BAD : duel_nearest_ask(&n, DUEL_BAD, why);
}

static const duel_option logic_options[] = {
    {"hint", DUEL_YESNO, 0, 0, 1, NULL, N_("say how the derivation may go on")},
    {"level", DUEL_NUMBER, 1, 1, 3, NULL,
     N_("of a goal to practise on: how many lines it takes")},
    {"number", DUEL_NUMBER, 1, 0, UINT32_MAX, NULL, N_("which goal of its level")},
    {"latex", DUEL_YESNO, 0, 0, 1, NULL, N_("write the derivation for LaTeX")},
    {"dimacs", DUEL_YESNO, 0, 0, 1, NULL, N_("write the clauses for other solvers")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
static const duel_flag logic_texts[] = {
    {"goal", "FORMULA", N_("what the last line must say")},
    {"ask", "FORMULA", N_("whether this follows from the lines")},
    {NULL, NULL, NULL}};

const duel_command command_logic = {
    "logic",
    "check FILE | rules | goal | shape|polish|table|proven|clauses|dpll|tree|resolution FORMULA…|FILE.cnf",
    N_("Checks a derivation, lists its rules; decides formulas step by step."),
    logic_options,
    logic_texts,
    DUEL_WORDS,
    run_logic};
