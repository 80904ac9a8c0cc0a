/* front/cli/logic_bench.c -- `duel logic table|polish|clauses|dpll|tree|resolution`: whether
 * lines can all be true, and whether a question follows from them, each method step by step. */
#include "front/cli/logic_bench.h"
#include "front/cli/keep.h"
#include "front/json.h"
#include "school/dpll.h"
#include "school/resolution.h"
#include "school/tree.h"
#include "school/yard.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is asked ------------------------------------------------------------------------
 */

typedef struct desk {
    const duel_console *c;
    const duel_args *a;
    prop_pool pool;
    int count; /* of what is all to be true: the lines, and the question negated */
    prop_id line[DUEL_WORDS + 1];
    bool asked, from_dimacs;
    prop_id question;
    school_clauses clauses; /* once they are wanted, or read */
    school_story story;
    json_t *answer;
} desk;

/* A mistake is told with the formula, and a mark under its place. */
static void tell_place(const desk *d, duel_str text, size_t at)
{
    if (d->c->json)
        return;
    duel_put(d->c->err, "  ");
    duel_put_str(d->c->err, text);
    duel_put(d->c->err, "\n  ");
    for (size_t i = 0; i < at; i++)
        duel_put(d->c->err, " ");
    duel_put(d->c->err, "^\n");
}

static duel_status read_formula(desk *d, duel_str text, prop_id *out, duel_msg *why)
{
    size_t at = 0;
    duel_status status = prop_read(&d->pool, text, out, &at, why);
    if (status == DUEL_NO)
        tell_place(d, text, at);
    return status;
}

static bool is_dimacs(duel_str word)
{
    static const char end[] = ".cnf";
    size_t len = sizeof end - 1;
    return word.len > len && memcmp(word.at + word.len - len, end, len) == 0;
}

static duel_status read_clauses(desk *d, duel_str name, duel_msg *why)
{
    duel_buf text;
    duel_buf_init(&text);
    d->from_dimacs = true;
    duel_status status = keep_read_file(name, &text, why);
    if (status == DUEL_OK)
        status = school_read_dimacs(duel_buf_str(&text), &d->clauses, why);
    duel_buf_fini(&text);
    return status;
}

static duel_status read_desk(desk *d, duel_msg *why)
{
    const char *question = duel_args_text(d->a, "ask", NULL);
    duel_status status = DUEL_OK;
    if (d->a->word_count == 2 && is_dimacs(d->a->word[1]))
        return read_clauses(d, d->a->word[1], why);
    if (d->a->word_count < 2 && question == NULL)
        return duel_bad(why, N_("Write one formula or several, each as one word."), "");
    for (int i = 1; status == DUEL_OK && i < d->a->word_count; i++)
        status = read_formula(d, d->a->word[i], &d->line[d->count++], why);
    if (status == DUEL_OK && question) {
        d->asked = true;
        status = read_formula(d, duel_str_of(question), &d->question, why);
        if (status == DUEL_OK)
            d->line[d->count++] = prop_make(&d->pool, PROP_NOT, d->question, 0);
    }
    return status;
}

/* ---- what is answered ---------------------------------------------------------------------
 */

static json_t *formula_text(const desk *d, prop_id id)
{
    duel_buf text;
    duel_buf_init(&text);
    prop_put(&d->pool, id, PROP_UNICODE, &text.sink);
    return json_take_text(&text);
}

/* ["A", "~B"]: letters left out may be either. */
static json_t *json_model(school_clause model)
{
    json_t *j = json_array();
    for (int k = 0; k < 26; k++)
        if ((model.yes | model.no) >> k & 1)
            json_array_append_new(j,
                                  json_sprintf("%s%c", model.no >> k & 1 ? "~" : "", 'A' + k));
    return j;
}

static void say_verdict(const desk *d, bool consistent, const school_clause *model,
                        duel_msg *verdict)
{
    duel_buf with;
    duel_buf_init(&with);
    if (model)
        school_put_literals(*model, &with.sink);
    if (d->asked && !consistent)
        duel_say(verdict, N_("It follows."), "");
    else if (d->asked)
        duel_say(verdict,
                 with.len ? N_("It does not follow: with {0} the lines hold, and it does not.")
                          : N_("It does not follow."),
                 "s", duel_buf_str(&with));
    else if (consistent)
        duel_say(verdict, with.len ? N_("All can be true: with {0}.") : N_("All can be true."),
                 "s", duel_buf_str(&with));
    else
        duel_say(verdict, N_("They contradict each other."), "");
    duel_buf_fini(&with);
}

static void answer_verdict(desk *d, bool consistent, const school_clause *model)
{
    duel_msg verdict;
    say_verdict(d, consistent, model, &verdict);
    json_set(d->answer, "consistent", json_boolean(consistent));
    json_set(d->answer, "follows", d->asked ? json_boolean(!consistent) : json_null());
    json_set(d->answer, "model", consistent && model ? json_model(*model) : json_null());
    json_set(d->answer, "verdict", json_say(d->c->lang, &verdict));
}

static void answer_story(desk *d)
{
    json_t *steps = json_array();
    for (int i = 0; i < d->story.count; i++)
        json_array_append_new(steps,
                              json_pack("{siso}", "depth", d->story.step[i].depth, "text",
                                        json_say(d->c->lang, &d->story.step[i].text)));
    json_set(d->answer, "steps", steps);
    json_set(d->answer, "cut", json_boolean(d->story.cut));
}

/* ---- the methods --------------------------------------------------------------------------
 */

static duel_status need_clauses(desk *d, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && !d->from_dimacs && i < d->count; i++) {
        prop_id form[SCHOOL_FORMS];
        status = school_forms_of(&d->pool, d->line[i], form, why);
        if (status == DUEL_OK)
            status = school_add_clauses(&d->pool, form[SCHOOL_NEGATIONS_IN], &d->clauses, why);
    }
    return status;
}

static duel_status need_formulas(const desk *d, duel_msg *why)
{
    return d->from_dimacs
               ? duel_refuse(why, N_("This method is for formulas, not for clauses."), "")
               : DUEL_OK;
}

static duel_status by_dpll(desk *d, duel_msg *why)
{
    school_clause model = {0, 0};
    duel_status status = need_clauses(d, why);
    if (status == DUEL_OK) {
        bool consistent = school_dpll(&d->clauses, &model, &d->story);
        answer_verdict(d, consistent, &model);
    }
    return status;
}

static duel_status by_resolution(desk *d, duel_msg *why)
{
    duel_status status = need_clauses(d, why);
    if (status != DUEL_OK)
        return status;
    school_outcome outcome = school_resolve(&d->clauses, &d->story);
    if (outcome == SCHOOL_GAVE_UP)
        return duel_refuse(why, N_("Resolution makes too many clauses of this; try dpll."), "");
    answer_verdict(d, outcome == SCHOOL_CONSISTENT, NULL);
    return DUEL_OK;
}

static duel_status by_tree(desk *d, duel_msg *why)
{
    duel_status status = need_formulas(d, why);
    school_tree *tree = status == DUEL_OK ? malloc(sizeof *tree) : NULL;
    if (tree == NULL)
        return status == DUEL_OK ? duel_full(why) : status;
    status = school_grow(tree, &d->pool, d->line, d->count, why);
    if (status == DUEL_OK) {
        school_clause model;
        school_tree_model(tree, &model.yes, &model.no);
        school_tell_tree(tree, PROP_UNICODE, &d->story);
        answer_verdict(d, tree->open >= 0, &model);
    }
    free(tree);
    return status;
}

static void tell_forms(desk *d, int line, const prop_id form[SCHOOL_FORMS])
{
    for (int f = 0; f < SCHOOL_FORMS; f++) {
        duel_buf text;
        if (f && form[f] == form[f - 1])
            continue;
        duel_buf_init(&text);
        prop_put(&d->pool, form[f], PROP_UNICODE, &text.sink);
        duel_say(school_next(&d->story, f > 0), N_("line {0}, {1}: {2}"), "iws",
                 (int64_t)line + 1, school_form_name((school_form)f), duel_buf_str(&text));
        duel_buf_fini(&text);
    }
}

static json_t *json_clauses(const school_clauses *c)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->count; i++) {
        duel_buf text;
        duel_buf_init(&text);
        school_put_clause(c->clause[i], &text.sink);
        json_array_append_new(list, json_take_text(&text));
    }
    return list;
}

static duel_status by_clauses(desk *d, duel_msg *why)
{
    duel_status status = need_clauses(d, why);
    duel_buf dimacs;
    for (int i = 0; status == DUEL_OK && i < d->count; i++) {
        prop_id form[SCHOOL_FORMS];
        status = school_forms_of(&d->pool, d->line[i], form, why);
        if (status == DUEL_OK)
            tell_forms(d, i, form);
    }
    if (status != DUEL_OK)
        return status;
    duel_buf_init(&dimacs);
    school_put_dimacs(&d->clauses, &dimacs.sink);
    json_set(d->answer, "clauses", json_clauses(&d->clauses));
    json_set(d->answer, "dimacs", json_take_text(&dimacs));
    return DUEL_OK;
}

static duel_status by_polish(desk *d, duel_msg *why)
{
    duel_status status = need_formulas(d, why);
    json_t *list = json_array();
    for (int i = 1; status == DUEL_OK && i < d->a->word_count; i++) {
        duel_buf polish;
        duel_buf_init(&polish);
        status = school_polish(&d->pool, d->a->word[i], &d->story, &polish, NULL, why);
        json_array_append_new(list, json_take_text(&polish));
    }
    json_set(d->answer, "polish", list);
    return status;
}

/* ---- the truth table ----------------------------------------------------------------------
 */

static uint32_t letters_on(const desk *d)
{
    uint32_t set = 0;
    for (int i = 0; i < d->count; i++)
        set |= d->pool.node[d->line[i]].letters;
    return set;
}

static json_t *json_row(const prop_letters *letters, const uint64_t *column, int columns,
                        unsigned row, uint64_t all)
{
    json_t *values = json_array(), *of = json_array();
    for (unsigned k = 0; k < letters->count; k++)
        json_array_append_new(of, json_boolean(row >> k & 1));
    for (int i = 0; i < columns; i++)
        json_array_append_new(values, json_boolean(column[i] >> row & 1));
    return json_pack("{sososb}", "letters", of, "values", values, "all", (int)(all >> row & 1));
}

static school_clause row_model(const prop_letters *letters, unsigned row)
{
    school_clause model = {0, 0};
    for (unsigned k = 0; k < letters->count; k++)
        *(row >> k & 1 ? &model.yes : &model.no) |= UINT32_C(1) << letters->letter[k];
    return model;
}

/* Fills the columns of all lines; the rows in which all of them are true are returned. */
static uint64_t answer_columns(desk *d, const prop_letters *letters, uint64_t *column)
{
    uint64_t all = UINT64_MAX;
    json_t *names = json_array(), *heads = json_array();
    for (unsigned k = 0; k < letters->count; k++)
        json_array_append_new(names, json_sprintf("%c", 'A' + letters->letter[k]));
    for (int i = 0; i < d->count; i++) {
        column[i] = prop_table(&d->pool, d->line[i], letters);
        all &= column[i];
        json_array_append_new(heads, formula_text(d, d->line[i]));
    }
    json_set(d->answer, "letters", names);
    json_set(d->answer, "lines", heads);
    return all;
}

/* Its bits from the last to the first: on paper the first letter changes least often. */
static unsigned turned_round(unsigned row, unsigned bits)
{
    unsigned out = 0;
    for (unsigned k = 0; k < bits; k++)
        out |= (row >> k & 1) << (bits - 1 - k);
    return out;
}

static void answer_rows(desk *d, const prop_letters *letters, const uint64_t *column,
                        uint64_t all)
{
    json_t *list = json_array();
    unsigned models = 0;
    for (unsigned i = 0; i < 1U << letters->count; i++) {
        unsigned row = turned_round(i, letters->count);
        json_array_append_new(list, json_row(letters, column, d->count, row, all));
        models += (unsigned)(all >> row & 1);
    }
    json_set(d->answer, "rows", list);
    json_set(d->answer, "models", json_integer(models));
}

static duel_status by_table(desk *d, duel_msg *why)
{
    prop_letters letters;
    uint64_t column[DUEL_WORDS + 1];
    duel_status status = need_formulas(d, why);
    if (status == DUEL_OK && !prop_letters_of(letters_on(d), &letters))
        status = duel_refuse(why, N_("A table here has at most {0} letters; try dpll."), "i",
                             (int64_t)PROP_TABLED);
    if (status != DUEL_OK)
        return status;
    uint64_t all = answer_columns(d, &letters, column);
    answer_rows(d, &letters, column, all);
    school_clause model = row_model(&letters, all ? (unsigned)__builtin_ctzll(all) : 0);
    answer_verdict(d, all != 0, &model);
    return DUEL_OK;
}

/* ---- in words -----------------------------------------------------------------------------
 */

static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += !duel_char_goes_on(*text);
    return width;
}

static void print_cells(duel_sink *out, const json_t *heads, const json_t *cells)
{
    const json_t *cell;
    size_t i;
    json_array_foreach(cells, i, cell)
    {
        int width = width_of(json_string_value(json_array_get(heads, i)));
        duel_putf(out, "%*s%d%*s  ", (width - 1) / 2, "", json_is_true(cell), width / 2, "");
    }
}

static void print_heads(duel_sink *out, const json_t *heads)
{
    const json_t *head;
    size_t i;
    json_array_foreach(heads, i, head) duel_putf(out, "%s  ", json_string_value(head));
}

static void print_table(duel_sink *out, const json_t *answer)
{
    const json_t *letters = json_object_get(answer, "letters"), *row;
    const json_t *lines = json_object_get(answer, "lines");
    size_t i;
    if (letters == NULL)
        return;
    print_heads(out, letters);
    duel_put(out, "│ ");
    print_heads(out, lines);
    duel_put(out, "\n");
    json_array_foreach(json_object_get(answer, "rows"), i, row)
    {
        print_cells(out, letters, json_object_get(row, "letters"));
        duel_put(out, "│ ");
        print_cells(out, lines, json_object_get(row, "values"));
        duel_put(out, json_is_true(json_object_get(row, "all")) ? "✓\n" : "\n");
    }
}

static void print_list(duel_sink *out, const json_t *list)
{
    const json_t *text;
    size_t i;
    json_array_foreach(list, i, text) duel_putf(out, "%s\n", json_string_value(text));
}

static void print_steps(const desk *d)
{
    for (int i = 0; i < d->story.count; i++) {
        duel_putf(d->c->out, "%*s", 2 * d->story.step[i].depth, "");
        duel_render(d->c->lang, &d->story.step[i].text, d->c->out);
        duel_put(d->c->out, "\n");
    }
    if (d->story.cut)
        duel_put(d->c->out, "…\n");
}

static void print_answer(const desk *d)
{
    const json_t *verdict = json_object_get(d->answer, "verdict");
    duel_sink *out = d->c->out;
    if (duel_args_value(d->a, "dimacs") && json_object_get(d->answer, "dimacs")) {
        duel_put(out, json_string_value(json_object_get(d->answer, "dimacs")));
        return;
    }
    print_table(out, d->answer);
    print_steps(d);
    print_list(out, json_object_get(d->answer, "clauses"));
    print_list(out, json_object_get(d->answer, "polish"));
    if (verdict)
        duel_putf(out, "%s\n", json_string_value(verdict));
}

/* ---- the command --------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    duel_status (*run)(desk *d, duel_msg *why);
} methods[] = {{"table", by_table}, {"polish", by_polish}, {"clauses", by_clauses},
               {"dpll", by_dpll},   {"tree", by_tree},     {"resolution", by_resolution}};

static duel_status run_method(desk *d, duel_status (*run)(desk *, duel_msg *), duel_msg *why)
{
    prop_pool_init(&d->pool);
    school_story_init(&d->story);
    duel_status status = read_desk(d, why);
    d->answer = json_object();
    if (status == DUEL_OK)
        status = run(d, why);
    if (status == DUEL_OK)
        answer_story(d);
    if (status == DUEL_OK && !d->c->json)
        print_answer(d);
    else if (status == DUEL_OK)
        d->c->print_json(d->c, json_incref(d->answer));
    json_decref(d->answer);
    return status;
}

duel_status logic_bench(const duel_console *c, const duel_args *a, bool *known, duel_msg *why)
{
    *known = false;
    for (size_t i = 0; a->word_count && i < sizeof methods / sizeof *methods; i++) {
        if (!duel_str_is(a->word[0], methods[i].name))
            continue;
        desk *d = calloc(1, sizeof *d);
        *known = true;
        if (d == NULL)
            return duel_full(why);
        d->c = c;
        d->a = a;
        duel_status status = run_method(d, methods[i].run, why);
        free(d);
        return status;
    }
    return DUEL_OK;
}
