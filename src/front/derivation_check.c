/* front/derivation_check.c -- a derivation that somebody writes, told line by line, with a hint
 * how to go on: see logic_methods.h. */
#include "front/logic_methods.h"
#include "school/derivation_search.h"

#include <stdlib.h>

bool check_done(const fitch_derivation *d, prop_id goal)
{
    return goal == PROP_NONE ? d->wrong == 0 : fitch_proves(d, goal);
}

/* ---- its lines --------------------------------------------------------------------------- */

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

static json_t *json_derived(const fitch_derivation *d, int i, duel_lang lang)
{
    const fitch_line *line = &d->line[i];
    bool named = line->rule != FITCH_NO_RULE;
    json_t *j =
        json_pack("{sisisosbsb}", "line", i + 1, "depth", line->depth, "formula",
                  json_formula(d, line->formula), "found", line->found, "holds", line->holds);
    json_set(j, "rule", named ? json_string(fitch_rule_name(line->rule)) : json_null());
    json_set(j, "cites", json_cites(line));
    json_set(j, "why", line->holds ? json_null() : json_if_said(lang, &line->why));
    json_set(j, "more", line->holds ? json_null() : json_if_said(lang, &line->more));
    json_set(j, "place",
             line->formula == PROP_NONE ? json_integer((json_int_t)line->at) : json_null());
    return j;
}

json_t *check_json(const fitch_derivation *d, prop_id goal, duel_lang lang)
{
    json_t *lines = json_array();
    for (int i = 0; i < d->count; i++)
        json_array_append_new(lines, json_derived(d, i, lang));
    return json_pack("{sbsisoso}", "holds", check_done(d, goal), "wrong", d->wrong, "goal",
                     json_formula(d, goal), "lines", lines);
}

void check_put_latex(const fitch_derivation *d, duel_lang lang, duel_sink *out)
{
    duel_put(out, "\\[\\begin{array}{rll}\n");
    for (int i = 0; i < d->count; i++) {
        const fitch_line *line = &d->line[i];
        duel_putf(out, "%d & ", i + 1);
        for (int k = 0; k < line->depth; k++)
            duel_put(out, "\\vert\\; ");
        prop_put(&d->pool, line->formula, PROP_LATEX, out);
        duel_putf(out, " & \\text{%s", duel_text(lang, fitch_rule_name(line->rule)));
        fitch_put_cites(line, out);
        duel_put(out, i + 1 < d->count ? "}\\\\\n" : "}\n");
    }
    duel_put(out, "\\end{array}\\]\n");
}

/* ---- hints ------------------------------------------------------------------------------- */

/* Whether the goal is false somewhere where all premises are true. */
static bool is_hopeless(const fitch_derivation *d, prop_id goal)
{
    prop_letters letters;
    uint32_t set = d->pool.node[goal].letters;
    uint64_t all = UINT64_MAX;
    for (int i = 0; i < d->count; i++)
        if (d->line[i].rule == FITCH_PREMISE)
            set |= d->pool.node[d->line[i].formula].letters;
    if (!prop_letters_of(set, &letters))
        return false;
    for (int i = 0; i < d->count; i++)
        if (d->line[i].rule == FITCH_PREMISE)
            all &= prop_table(&d->pool, d->line[i].formula, &letters);
    return (all & ~prop_table(&d->pool, goal, &letters)) != 0;
}

/* Why there is no hint. */
static const char *no_hint(const fitch_derivation *d, prop_id goal, bool found)
{
    if (goal == PROP_NONE)
        return N_("Say what is to be derived: then there can be a hint.");
    if (d->wrong)
        return N_("First mend what does not hold.");
    if (found)
        return N_("It is derived: nothing is left to do.");
    return is_hopeless(d, goal)
               ? N_("It does not follow from the premises: nobody can derive it.")
               : N_("No way was found within what is tried here; there may be one all the "
                    "same.");
}

/* The first line of the way, which stands in the derivation now. */
static json_t *json_next_line(const fitch_derivation *d, int i, int left, duel_lang lang)
{
    duel_buf line;
    const char *rule = fitch_rule_name(d->line[i].rule);
    duel_buf_init(&line);
    fitch_put_line(d, i, lang, PROP_UNICODE, &line.sink);
    json_t *more = json_tell(lang, N_("Write: {0}"), "s", duel_str_trim(duel_buf_str(&line)));
    return json_pack("{sososiso}", "text",
                     json_tell(lang,
                               N_("Try {0}. A way was found that needs {1} more "
                                  "{1:line|lines}; there may be a shorter one."),
                               "wi", rule, (int64_t)left),
                     "more", more, "left", left, "line", json_take_text(&line));
}

json_t *check_hint(fitch_derivation *d, prop_id goal, duel_lang lang)
{
    seek_found way;
    int from = d->count;
    bool found = school_hint(d, goal, SEEK_PATIENCE, &way);
    if (found && way.count && school_append(d, &way))
        return json_next_line(d, from, way.count, lang);
    bool done = found && way.count == 0;
    return json_pack("{sosnsosn}", "text", json_tell(lang, no_hint(d, goal, done), ""), "more",
                     "left", done ? json_integer(0) : json_null(), "line");
}

/* ---- rules and goals --------------------------------------------------------------------- */

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

json_t *check_rules(prop_pool *pool, duel_lang lang)
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

static json_t *json_premises(const fitch_derivation *d, prop_id goal)
{
    duel_buf text, ask;
    duel_buf_init(&text);
    duel_buf_init(&ask);
    for (int i = 0; i < d->count; i++) {
        prop_put(&d->pool, d->line[i].formula, PROP_UNICODE, &text.sink);
        duel_putf(&text.sink, " : %s\n", fitch_rule_sign(FITCH_PREMISE));
    }
    prop_put(&d->pool, goal, PROP_UNICODE, &ask.sink);
    return json_pack("{soso}", "text", json_take_text(&text), "ask", json_take_text(&ask));
}

duel_status check_goal(int64_t level, int64_t number, json_t **out, duel_msg *why)
{
    prop_id goal;
    if (level < 1 || level > GOAL_LEVELS || number < 0 || number > UINT32_MAX)
        return duel_invalid(why, N_("{0} goes from {1} to {2}; {3} is outside."), "ciii",
                            "level", (int64_t)1, (int64_t)GOAL_LEVELS, level);
    fitch_derivation *d = malloc(sizeof *d);
    if (d == NULL)
        return duel_no_space(why);
    bool found = school_goal((int)level, (unsigned)number, d, &goal);
    if (found)
        *out = json_premises(d, goal);
    free(d);
    return found ? DUEL_OK : duel_refuse(why, N_("There is no goal of this number."), "");
}
