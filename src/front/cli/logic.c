/* front/cli/logic.c -- `duel logic`: derivations checked line by line, and the rules they may
 * use; the methods that decide formulas are in logic_bench.c. */
#include "fitch/derivation.h"
#include "front/cli/keep.h"
#include "front/cli/logic_bench.h"
#include "front/commands.h"
#include "front/json.h"

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

static bool is_done(const lecture *l)
{
    return l->goal == PROP_NONE ? l->d->wrong == 0 : fitch_proves(l->d, l->goal);
}

/* ---- in JSON ---------------------------------------------------------------------------- */

static json_t *json_formula(const fitch_derivation *d, prop_id id)
{
    duel_buf text;
    if (id == PROP_NONE)
        return json_null();
    duel_buf_init(&text);
    prop_put(&d->pool, id, PROP_ASCII, &text.sink);
    return json_take_text(&text);
}

static json_t *json_cites(const fitch_line *l)
{
    json_t *list = json_array();
    for (int i = 0; i < l->cited; i++)
        json_array_append_new(
            list, l->cite[i].first == l->cite[i].last
                      ? json_pack("[i]", l->cite[i].first + 1)
                      : json_pack("[ii]", l->cite[i].first + 1, l->cite[i].last + 1));
    return list;
}

static json_t *json_if_said(duel_lang lang, const duel_msg *m)
{
    return m->id ? json_say(lang, m) : json_null();
}

static json_t *json_derived(const lecture *l, int i)
{
    const fitch_line *line = &l->d->line[i];
    bool named = line->rule != FITCH_NO_RULE;
    json_t *j = json_pack("{sisisosbsb}", "line", i + 1, "depth", line->depth, "formula",
                          json_formula(l->d, line->formula), "found", line->found, "holds",
                          line->holds);
    json_set(j, "rule", named ? json_string(fitch_rule_name(line->rule)) : json_null());
    json_set(j, "cites", json_cites(line));
    json_set(j, "why", line->holds ? json_null() : json_if_said(l->c->lang, &line->why));
    json_set(j, "more", line->holds ? json_null() : json_if_said(l->c->lang, &line->more));
    json_set(j, "place",
             line->formula == PROP_NONE ? json_integer((json_int_t)line->at) : json_null());
    return j;
}

static void print_lecture_json(const lecture *l)
{
    json_t *lines = json_array();
    for (int i = 0; i < l->d->count; i++)
        json_array_append_new(lines, json_derived(l, i));
    l->c->print_json(l->c, json_pack("{sbsisoso}", "holds", is_done(l), "wrong", l->d->wrong,
                                     "goal", json_formula(l->d, l->goal), "lines", lines));
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
    else if (!is_done(l))
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

/* An array of plain mathematics: no package is needed. */
static void print_latex(const lecture *l)
{
    duel_sink *out = l->c->out;
    duel_put(out, "\\[\\begin{array}{rll}\n");
    for (int i = 0; i < l->d->count; i++) {
        const fitch_line *line = &l->d->line[i];
        duel_putf(out, "%d & ", i + 1);
        for (int k = 0; k < line->depth; k++)
            duel_put(out, "\\vert\\; ");
        prop_put(&l->d->pool, line->formula, PROP_LATEX, out);
        duel_putf(out, " & \\text{%s", duel_text(l->c->lang, fitch_rule_name(line->rule)));
        fitch_put_cites(line, out);
        duel_put(out, i + 1 < l->d->count ? "}\\\\\n" : "}\n");
    }
    duel_put(out, "\\end{array}\\]\n");
}

static duel_status tell_lecture(const lecture *l, bool latex, duel_msg *why)
{
    if (latex && l->d->wrong)
        return duel_refuse(why, N_("A derivation that does not hold is not typeset."), "");
    if (l->c->json)
        print_lecture_json(l);
    else if (latex)
        print_latex(l);
    else
        print_lecture(l);
    return is_done(l) ? DUEL_OK : DUEL_NO;
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
        status = tell_lecture(&l, duel_args_value(a, "latex"), why);
    }
    duel_buf_fini(&text);
    free(l.d);
    return status;
}

/* ---- the rules -------------------------------------------------------------------------- */

/* The shapes of a rule: "X ∧ Y ⊢ X", "X ∧ Y ⊢ Y". */
static json_t *json_shapes(prop_pool *pool, fitch_rule rule)
{
    size_t count;
    const fitch_schema *s = fitch_schemas(&count);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        duel_buf shape;
        if (s[i].rule != rule)
            continue;
        duel_buf_init(&shape);
        fitch_put_schema(pool, &s[i], PROP_UNICODE, &shape.sink);
        json_array_append_new(list, json_take_text(&shape));
    }
    return list;
}

static void print_shapes(const duel_console *c, json_t *rule)
{
    const json_t *shape;
    size_t i;
    duel_putf(c->out, "%s (%s)\n", json_string_value(json_object_get(rule, "name")),
              json_string_value(json_object_get(rule, "sign")));
    json_array_foreach(json_object_get(rule, "shapes"), i, shape)
        duel_putf(c->out, "    %s\n", json_string_value(shape));
}

static json_t *json_rules_of(duel_lang lang, prop_pool *pool)
{
    json_t *list = json_array();
    for (int r = 0; r < FITCH_RULE_COUNT; r++) {
        const char *name = fitch_rule_name((fitch_rule)r);
        json_array_append_new(list, json_pack("{ssssssso}", "rule", name, "name",
                                              duel_text(lang, name), "sign",
                                              fitch_rule_sign((fitch_rule)r), "shapes",
                                              json_shapes(pool, (fitch_rule)r)));
    }
    return list;
}

static duel_status list_rules(const duel_console *c, duel_msg *why)
{
    prop_pool *pool = malloc(sizeof *pool);
    if (pool == NULL)
        return duel_full(why);
    prop_pool_init(pool);
    json_t *rules = json_rules_of(c->lang, pool), *rule;
    size_t i;
    if (c->json)
        c->print_json(c, json_pack("{sO}", "rules", rules));
    else
        json_array_foreach(rules, i, rule) print_shapes(c, rule);
    json_decref(rules);
    free(pool);
    return DUEL_OK;
}

/* ---- the command ------------------------------------------------------------------------ */

static duel_status run_logic(const duel_console *c, const duel_args *a, duel_msg *why)
{
    if (a->word_count == 2 && duel_str_is(a->word[0], "check"))
        return check_derivation(c, a, why);
    if (a->word_count == 1 && duel_str_is(a->word[0], "rules"))
        return list_rules(c, why);
    bool known;
    duel_status status = logic_bench(c, a, &known, why);
    if (known)
        return status;
    return duel_bad(why,
                    N_("Write “duel logic check FILE”, “duel logic rules”, or a method and "
                       "formulas: “duel logic dpll A>B ~B --ask ~A”."),
                    "");
}

static const duel_option logic_options[] = {
    {"latex", DUEL_YESNO, 0, 0, 1, NULL, N_("write the derivation for LaTeX")},
    {"dimacs", DUEL_YESNO, 0, 0, 1, NULL, N_("write the clauses for other solvers")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};
static const duel_flag logic_texts[] = {
    {"goal", "FORMULA", N_("what the last line must say")},
    {"ask", "FORMULA", N_("whether this follows from the lines")},
    {NULL, NULL, NULL}};

const duel_command command_logic = {
    "logic",
    "check FILE | rules | shape|polish|table|proven|clauses|dpll|tree|resolution FORMULA…|FILE.cnf",
    N_("Checks a derivation, lists its rules; decides formulas step by step."),
    logic_options,
    logic_texts,
    DUEL_WORDS,
    run_logic};
