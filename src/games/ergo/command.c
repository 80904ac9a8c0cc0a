/* games/ergo/command.c -- `duel ergo prove`: what four lines say, and why.
 *
 * Exit status: 0 with the verdict, 1 if a line is not well formed, 2 for wrong usage. Positions
 * in a line are told as logic/syntax.h does: in characters from 0, the length of the line if
 * something is missing. */
#include "games/ergo/tune.h"
#include "logic/explain.h"
#include "school/clauses.h"

#include <jansson.h>
#include <stdlib.h>

enum { BY_TABLE, BY_DPLL };

/* ---- what is asked ----------------------------------------------------------------------- */

typedef struct question {
    const char *premise[LOGIC_LINES];
    int count;
    int method;
    logic_precedence precedence;
    bool explain, steps, dimacs;
    logic_proof proof;
} question;

enum { METHOD, PRECEDENCE, EXPLAIN, STEPS, DIMACS };
static const char *const methods[] = {[BY_TABLE] = "table", [BY_DPLL] = "dpll", NULL};
static const char *const precedences[] = {
    [LOGIC_SEED] = "seed", [LOGIC_OFFICIAL] = "official", NULL};
static const duel_option prove_options[] = {
    [METHOD] = {"method", DUEL_CHOICE, BY_TABLE, 0, BY_DPLL, methods, N_("how it is decided")},
    [PRECEDENCE] = {"precedence", DUEL_CHOICE, LOGIC_SEED, 0, LOGIC_OFFICIAL, precedences,
                    N_("what binds more tightly")},
    [EXPLAIN] = {"explain", DUEL_YESNO, 0, 0, 1, NULL, N_("say why, step by step")},
    [STEPS] = {"steps", DUEL_YESNO, 0, 0, 1, NULL, N_("show the steps to clauses")},
    [DIMACS] = {"dimacs", DUEL_YESNO, 0, 0, 1, NULL, N_("write the clauses for other solvers")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status read_question(const duel_args *a, question *q, duel_msg *why)
{
    q->method = (int)a->value[METHOD];
    q->precedence = (logic_precedence)a->value[PRECEDENCE];
    q->explain = a->value[EXPLAIN];
    q->steps = a->value[STEPS];
    q->dimacs = a->value[DIMACS];
    if (a->word_count > LOGIC_LINES)
        return duel_invalid(why, N_("A proof has at most {0} lines."), "i",
                            (int64_t)LOGIC_LINES);
    for (; q->count < a->word_count; q->count++)
        q->premise[q->count] = a->word[q->count].at;
    return DUEL_OK;
}

/* ---- small parts of answers -------------------------------------------------------------- */

static const char *word_of(const logic_verdict *v, unsigned letter)
{
    char c = logic_letter_verdict(v, letter);
    return c == 'T' ? N_("proven") : c == 'F' ? N_("disproven") : N_("undetermined");
}

static const char *name_of(unsigned letter)
{
    return logic_symbol_text((logic_symbol)letter, LOGIC_ASCII);
}

/* A buffer's text as JSON, and the buffer given back. */
static json_t *json_of(duel_buf *b)
{
    json_t *j = json_stringn(b->text, b->len);
    duel_buf_fini(b);
    return j;
}

static json_t *json_model(unsigned model)
{
    json_t *j = json_object();
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        json_object_set_new(j, name_of(k), json_boolean(model >> k & 1));
    return j;
}

static json_t *json_message(duel_lang lang, const duel_msg *m)
{
    duel_buf text = duel_buf_empty();
    duel_render(lang, m, &text.sink);
    return json_of(&text);
}

static void put_model(unsigned model, duel_sink *out)
{
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        duel_putf(out, "%s%s%s", k ? " " : "", model >> k & 1 ? "" : "~", name_of(k));
}

/* ---- a line that is not well formed ------------------------------------------------------ */

/* The premise, and ^ under the place. */
static void put_caret(const duel_console *c, const char *premise, size_t at)
{
    duel_putf(c->err, "  %s\n  ", premise);
    for (size_t i = 0; i < at; i++)
        duel_put(c->err, " ");
    duel_put(c->err, "^\n");
}

static void print_mistake_json(const duel_console *c, int line, const logic_mistake *m,
                               const duel_msg *why)
{
    json_t *text = json_message(c->lang, why);
    c->print_json(c, json_pack("{sbsisIsOs{ssso}}", "wellformed", 0, "line", line + 1,
                               "position", (json_int_t)m->at, "message", text, "error", "kind",
                               "no", "message", text));
}

static duel_status tell_mistake(const duel_console *c, const question *q, int line,
                                const logic_mistake *m, const duel_msg *why)
{
    duel_buf text;
    if (c->json) {
        print_mistake_json(c, line, m, why);
        return DUEL_REFUSED;
    }
    duel_buf_init(&text);
    duel_render(c->lang, why, &text.sink);
    duel_put(c->err, "duel: ");
    duel_tell(c->lang, c->err, N_("line {0}: {1}"), "is", (int64_t)line + 1,
              duel_buf_str(&text));
    duel_put(c->err, "\n");
    put_caret(c, q->premise[line], m->at);
    duel_buf_fini(&text);
    return DUEL_REFUSED;
}

/* A line that is not well formed is told here, with its place. */
static duel_status read_lines(const duel_console *c, question *q)
{
    for (int i = 0; i < q->count; i++) {
        logic_line line;
        logic_mistake mistake = {0};
        duel_msg why = {0};
        if (logic_read(duel_str_of(q->premise[i]), &line, &mistake, &why) != DUEL_OK)
            return tell_mistake(c, q, i, &mistake, &why);
        logic_to_rpn(&line, q->precedence, &q->proof.line[i]);
    }
    return DUEL_OK;
}

/* ---- explanations: one letter, or the paradox ------------------------------------ */

static json_t *json_steps(const logic_explanation *e, logic_wording w, duel_lang lang)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < e->count; i++) {
        const logic_step *s = &e->step[i];
        duel_buf formula = duel_buf_empty();
        duel_msg m;
        json_t *cited = json_array();
        logic_put_formula(&e->pool, s->conclusion, w.precedence, LOGIC_ASCII, &formula.sink);
        logic_say_step(e, i, w, &m);
        for (unsigned k = 0; k < s->count; k++)
            json_array_append_new(cited, json_integer(s->cited[k] + 1));
        json_array_append_new(list, json_pack("{sisisosssoso}", "step", (int)i + 1, "depth",
                                              (int)s->depth, "formula", json_of(&formula),
                                              "rule", logic_rule_name((logic_rule)s->rule),
                                              "from", cited, "text", json_message(lang, &m)));
    }
    return list;
}

static json_t *json_explanation(const logic_explanation *e, logic_wording w, duel_lang lang)
{
    duel_msg m;
    logic_say_why(e, w, &m);
    json_t *j = json_pack("{so}", "text", json_message(lang, &m));
    if (e->why == LOGIC_WHY_UNDETERMINED) {
        json_object_set_new(
            j, "models", json_pack("[oo]", json_model(e->model[0]), json_model(e->model[1])));
        return j;
    }
    json_t *lines = json_array();
    for (int i = 0; i < LOGIC_LINES; i++)
        if (e->lines >> i & 1)
            json_array_append_new(lines, json_integer(i + 1));
    json_object_set_new(j, "lines", lines);
    json_object_set_new(j, "steps", json_steps(e, w, lang));
    return j;
}

static void put_explanation(const duel_console *c, const logic_explanation *e, logic_wording w)
{
    duel_msg m;
    logic_say_why(e, w, &m);
    duel_put(c->out, "\n");
    duel_render(c->lang, &m, c->out);
    duel_put(c->out, "\n");
    for (unsigned i = 0; e->why != LOGIC_WHY_UNDETERMINED && i < e->count; i++) {
        logic_say_step(e, i, w, &m);
        for (unsigned k = 0; k <= e->step[i].depth; k++)
            duel_put(c->out, "  ");
        duel_render(c->lang, &m, c->out);
        duel_put(c->out, "\n");
    }
}

/* Into `j` if it is not NULL, else onto the console. */
static duel_status explain_all(const duel_console *c, const question *q, bool paradox,
                               json_t *j)
{
    logic_wording w = {q->precedence, j ? LOGIC_ASCII : LOGIC_UNICODE};
    for (unsigned letter = 0; letter < (paradox ? 1U : LOGIC_LETTERS); letter++) {
        logic_explanation *e;
        duel_status status = logic_explain(&q->proof, letter, &e);
        if (status != DUEL_OK)
            return status;
        if (j)
            json_object_set_new(j, paradox ? "paradox" : name_of(letter),
                                json_explanation(e, w, c->lang));
        else
            put_explanation(c, e, w);
        logic_explanation_free(e);
    }
    return DUEL_OK;
}

/* ---- normal form and search, by the methods of the school ------------------------ */

typedef struct working {
    prop_pool pool;
    prop_id form[LOGIC_LINES][SCHOOL_FORMS];
    school_clauses line[LOGIC_LINES], all; /* of each line, of the whole proof */
    duel_film told;                        /* what DPLL is asked, does and answers */
    logic_verdict verdict;                 /* by DPLL */
    logic_pool shown;                      /* the forms, as Ergo writes them: there is room */
} working;

static void free_working(working *w)
{
    film_fini(&w->told);
    free(w);
}

/* As the precedence groups it, which the school does not know. */
static prop_id formula_of(prop_pool *pool, const logic_rpn *rpn)
{
    static const prop_op op_of[] = {
        [LOGIC_AND] = PROP_AND, [LOGIC_OR] = PROP_OR, [LOGIC_THEN] = PROP_THEN};
    prop_id stack[LOGIC_LINE_MAX];
    prop_id *top = stack; /* the first free place */
    for (size_t i = 0; i < rpn->count; i++) {
        unsigned symbol = rpn->symbol[i];
        if (symbol < LOGIC_LETTERS)
            *top++ = prop_letter(pool, symbol);
        else if (symbol == LOGIC_NOT)
            top[-1] = prop_make(pool, PROP_NOT, top[-1], 0);
        else
            top--, top[-1] = prop_make(pool, op_of[symbol], top[-1], top[0]);
    }
    return stack[0];
}

static duel_status make_clauses(working *w, const question *q, duel_msg *why)
{
    duel_status status = DUEL_OK;
    for (int i = 0; status == DUEL_OK && i < q->count; i++) {
        prop_id *form = w->form[i], *last = &form[SCHOOL_FORMS - 1];
        if (q->proof.line[i].count == 0)
            continue;
        prop_id given = formula_of(&w->pool, &q->proof.line[i]);
        status = school_forms_of(&w->pool, given, form, why);
        if (status == DUEL_OK)
            status = school_add_clauses(&w->pool, *last, &w->line[i], why);
        if (status == DUEL_OK)
            status = school_add_clauses(&w->pool, *last, &w->all, why);
    }
    return status;
}

/* {0} is the literal. */
static void tell_search(working *w, const char *text, school_clause literal)
{
    duel_msg *say = film_next(&w->told, 0);
    duel_buf name = duel_buf_empty();
    school_put_literals(literal, &name.sink);
    if (say)
        duel_say(say, text, "s", duel_buf_str(&name));
    w->told.failed = w->told.failed || name.failed;
    duel_buf_fini(&name);
}

/* Whether all clauses can be true, and the literal with them if there is one. */
static bool can_hold(working *w, school_clause literal, school_clause *model)
{
    duel_film film;
    school_clauses asked = w->all;
    bool more = (literal.yes | literal.no) != 0;
    if (more) { /* what is supposed comes first */
        asked.clause[asked.count++] = asked.clause[0];
        asked.clause[0] = literal;
    }
    tell_search(w, more ? N_("Can they with {0}?") : N_("Can all lines be true?"), literal);
    film_init(&film, FILM_TREE);
    school_outcome outcome = school_dpll(&asked, model, &film);
    for (int i = 0; i < film.count; i++) {
        duel_msg *say = film_next(&w->told, film.step[i].depth + 1);
        if (say)
            *say = film.step[i].say;
    }
    w->told.failed = w->told.failed || film.failed;
    film_fini(&film);
    return outcome == SCHOOL_CONSISTENT;
}

/* A letter is proven if the lines cannot hold with its negation. It is asked for what the model
 * has otherwise: what the model has, can hold. */
static void settle_letter(working *w, unsigned k, school_clause model)
{
    uint32_t bit = UINT32_C(1) << k;
    school_clause letter = {bit, 0}, opposite = {model.no & bit, model.yes & bit}, other;
    if ((opposite.yes | opposite.no) == 0) {
        tell_search(w, N_("They can with {0} and without it: {0} is undetermined."), letter);
    } else if (can_hold(w, opposite, &other)) {
        tell_search(w, N_("Yes: {0} is undetermined."), letter);
    } else if (opposite.no) {
        w->verdict.proven |= (uint8_t)bit;
        tell_search(w, N_("No: {0} is proven."), letter);
    } else {
        w->verdict.disproven |= (uint8_t)bit;
        tell_search(w, N_("No: {0} is disproven."), letter);
    }
}

static void find_verdict(working *w)
{
    const school_clause nothing = {0, 0};
    school_clause model = nothing;
    w->verdict.paradox = !can_hold(w, nothing, &model);
    if (w->verdict.paradox)
        tell_search(w, N_("No: the lines contradict each other."), nothing);
    for (unsigned k = 0; k < LOGIC_LETTERS && !w->verdict.paradox; k++)
        settle_letter(w, k, model);
    for (unsigned m = 0; m < 1U << LOGIC_LETTERS; m++)
        if (school_satisfies(&w->all, (school_clause){m, m ^ 15}))
            w->verdict.models |= (logic_table)(1U << m);
}

static duel_status work_out(working *w, const question *q, duel_msg *why)
{
    prop_pool_init(&w->pool);
    logic_pool_init(&w->shown);
    film_init(&w->told, FILM_TREE);
    duel_status status = make_clauses(w, q, why);
    if (status == DUEL_OK)
        find_verdict(w);
    return w->told.failed ? duel_no_space(why) : status;
}

/* ---- normal form and search, shown ----------------------------------------------- */

static logic_id shown_formula(working *w, prop_id id)
{
    const prop_node *n = &w->pool.node[id];
    if (n->op == PROP_LETTER)
        return n->letter;
    logic_id left = shown_formula(w, n->left);
    if (n->op == PROP_NOT)
        return logic_make(&w->shown, LOGIC_NOT, left, 0);
    unsigned op = n->op == PROP_AND ? LOGIC_AND : n->op == PROP_OR ? LOGIC_OR : LOGIC_THEN;
    return logic_make(&w->shown, op, left, shown_formula(w, n->right));
}

/* "A|~B" */
static void put_disjunction(school_clause c, logic_style style, duel_sink *out)
{
    const char *between = "", *negation = logic_symbol_text(LOGIC_NOT, style);
    for (unsigned bit = 0; bit < 2 * LOGIC_LETTERS; bit++) {
        unsigned k = bit / 2, negated = bit % 2;
        if ((negated ? c.no : c.yes) >> k & 1) {
            duel_putf(out, "%s%s%s", between, negated ? negation : "", name_of(k));
            between = logic_symbol_text(LOGIC_OR, style);
        }
    }
}

/* The clauses of a line. Where there is none it is always true, which is shown as X|~X. */
static void put_conjunction(const working *w, int line, logic_style style, duel_sink *out)
{
    const school_clauses *c = &w->line[line];
    uint32_t letters = w->pool.node[w->form[line][SCHOOL_GIVEN]].letters;
    uint32_t first = letters & -letters;
    if (c->count == 0)
        put_disjunction((school_clause){first, first}, style, out);
    for (unsigned i = 0; i < c->count; i++) {
        bool grouped = c->count > 1 && school_clause_size(c->clause[i]) > 1;
        duel_put(out, i ? logic_symbol_text(LOGIC_AND, style) : "");
        duel_put(out, grouped ? "(" : "");
        put_disjunction(c->clause[i], style, out);
        duel_put(out, grouped ? ")" : "");
    }
}

/* The forms, and behind them the clauses. Cards have no equivalence. */
enum { DISTRIBUTED = SCHOOL_FORMS, CNF_STEPS };

static const char *cnf_step_name(int step)
{
    return step == DISTRIBUTED ? N_("by distribution") : school_form_name((school_form)step);
}

static void put_cnf_step(working *w, const question *q, int line, int step, logic_style style,
                         duel_sink *out)
{
    if (step == DISTRIBUTED)
        put_conjunction(w, line, style, out);
    else
        logic_put_formula(&w->shown, shown_formula(w, w->form[line][step]), q->precedence,
                          style, out);
}

static void put_cnf(const duel_console *c, const question *q, working *w, int line)
{
    duel_tell(c->lang, c->out, N_("Line {0}, to conjunctive normal form:"), "i",
              (int64_t)line + 1);
    duel_put(c->out, "\n");
    for (int step = 0; step < CNF_STEPS; step++) {
        if (step == SCHOOL_NO_EQUIVALENCE)
            continue;
        duel_put(c->out, "  ");
        put_cnf_step(w, q, line, step, LOGIC_UNICODE, c->out);
        duel_putf(c->out, "   %s\n", duel_text(c->lang, cnf_step_name(step)));
    }
}

/* A line as the shunting-yard leaves it: operands first, then what joins them. */
static void print_rpn(const question *q, int line, logic_style style, duel_sink *out)
{
    const logic_rpn *rpn = &q->proof.line[line];
    for (size_t i = 0; i < rpn->count; i++)
        duel_putf(out, "%s%s", i ? " " : "",
                  logic_symbol_text((logic_symbol)rpn->symbol[i], style));
}

static void put_rpn(const duel_console *c, const question *q, int line)
{
    duel_tell(c->lang, c->out, N_("Line {0}, in reverse Polish notation:"), "i",
              (int64_t)line + 1);
    duel_put(c->out, "\n  ");
    print_rpn(q, line, LOGIC_UNICODE, c->out);
    duel_put(c->out, "\n");
}

static void put_working(const duel_console *c, const question *q, working *w)
{
    for (int i = 0; i < q->count; i++) {
        if (q->proof.line[i].count == 0)
            continue;
        duel_put(c->out, "\n");
        put_rpn(c, q, i);
        put_cnf(c, q, w, i);
    }
    duel_put(c->out, "\n");
    duel_tell(c->lang, c->out, N_("Davis, Putnam, Logemann and Loveland's search:"), "");
    duel_put(c->out, "\n");
    for (int i = 0; i < w->told.count; i++) {
        duel_putf(c->out, "%*s", 2 * (w->told.step[i].depth + 1), "");
        duel_render(c->lang, &w->told.step[i].say, c->out);
        duel_put(c->out, "\n");
    }
}

static json_t *json_cnf(const duel_console *c, const question *q, working *w, int line)
{
    json_t *steps = json_array();
    for (int step = 0; step < CNF_STEPS; step++) {
        if (step == SCHOOL_NO_EQUIVALENCE)
            continue;
        duel_buf text = duel_buf_empty();
        put_cnf_step(w, q, line, step, LOGIC_ASCII, &text.sink);
        json_array_append_new(steps, json_pack("{ssso}", "step",
                                               duel_text(c->lang, cnf_step_name(step)),
                                               "formula", json_of(&text)));
    }
    duel_buf rpn = duel_buf_empty();
    print_rpn(q, line, LOGIC_ASCII, &rpn.sink);
    return json_pack("{sisoso}", "line", line + 1, "rpn", json_of(&rpn), "steps", steps);
}

static void add_working(const duel_console *c, const question *q, working *w, json_t *j)
{
    json_t *lines = json_array(), *search = json_array();
    for (int i = 0; i < q->count; i++)
        if (q->proof.line[i].count)
            json_array_append_new(lines, json_cnf(c, q, w, i));
    for (int i = 0; i < w->told.count; i++)
        json_array_append_new(search,
                              json_pack("{siso}", "depth", w->told.step[i].depth, "text",
                                        json_message(c->lang, &w->told.step[i].say)));
    json_object_set_new(j, "cnf", lines);
    json_object_set_new(j, "search", search);
}

/* ---- the answer ------------------------------------------------------------------ */

static json_t *json_verdict(const logic_verdict *v)
{
    json_t *letters = json_object(), *models = json_array();
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        json_object_set_new(letters, name_of(k), json_string(word_of(v, k)));
    for (unsigned m = 0; m < 1U << LOGIC_LETTERS; m++)
        if (v->models >> m & 1)
            json_array_append_new(models, json_model(m));
    return json_pack("{sbsosbso}", "wellformed", 1, "verdict", letters, "paradox",
                     (int)v->paradox, "models", models);
}

static duel_status answer_json(const duel_console *c, const question *q, working *w,
                               const logic_verdict *v)
{
    json_t *j = json_verdict(v);
    duel_status status = DUEL_OK;
    if (q->explain) {
        json_t *e = json_object();
        status = explain_all(c, q, v->paradox, e);
        json_object_set_new(j, "explanation", e);
    }
    if (q->steps)
        add_working(c, q, w, j);
    if (q->dimacs) {
        duel_buf text = duel_buf_empty();
        school_put_dimacs(&w->all, LOGIC_LETTERS, &text.sink);
        json_object_set_new(j, "dimacs", json_of(&text));
    }
    if (status == DUEL_OK)
        c->print_json(c, j);
    else
        json_decref(j);
    return status;
}

static void put_verdict(const duel_console *c, const logic_verdict *v)
{
    if (v->paradox) {
        duel_tell(c->lang, c->out, N_("Paradox: the lines contradict each other."), "");
        duel_put(c->out, "\n");
        return;
    }
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        duel_putf(c->out, "%s  %s\n", name_of(k), duel_text(c->lang, word_of(v, k)));
    duel_tell(c->lang, c->out, N_("Every line holds in {0} {0:case|cases} of 16:"), "i",
              (int64_t)__builtin_popcount(v->models));
    duel_put(c->out, "\n");
    for (unsigned m = 0; m < 1U << LOGIC_LETTERS; m++)
        if (v->models >> m & 1) {
            duel_put(c->out, "  ");
            put_model(m, c->out);
            duel_put(c->out, "\n");
        }
}

static duel_status answer_text(const duel_console *c, const question *q, working *w,
                               const logic_verdict *v)
{
    if (q->dimacs) { /* alone, so that it can be handed to a solver */
        school_put_dimacs(&w->all, LOGIC_LETTERS, c->out);
        return DUEL_OK;
    }
    put_verdict(c, v);
    if (q->steps)
        put_working(c, q, w);
    return q->explain ? explain_all(c, q, v->paradox, NULL) : DUEL_OK;
}

static duel_status answer_proof(const duel_console *c, const question *q, duel_msg *why)
{
    logic_verdict by_table = logic_proof_verdict(&q->proof);
    working *w = calloc(1, sizeof *w);
    if (w == NULL)
        return duel_no_space(why);
    const logic_verdict *v = q->method == BY_DPLL ? &w->verdict : &by_table;
    duel_status status = work_out(w, q, why);
    if (status == DUEL_OK)
        status = c->json ? answer_json(c, q, w, v) : answer_text(c, q, w, v);
    free_working(w);
    return status == DUEL_NO_SPACE ? duel_no_space(why) : status;
}

static duel_status prove(const duel_console *c, const duel_args *a, duel_msg *why)
{
    question q = {.count = 0};
    duel_status status = read_question(a, &q, why);
    if (status == DUEL_OK)
        status = read_lines(c, &q);
    return status == DUEL_OK ? answer_proof(c, &q, why) : status;
}

const duel_command ergo_commands[] = {
    {"prove", "PREMISE…", N_("Tells which letters up to four lines prove, and why."),
     prove_options, NULL, DUEL_WORDS, prove},
    {"tune", "", N_("Searches numbers for the player tuned, by self-play."), ergo_tune_options,
     ergo_tune_texts, 0, ergo_tune},
    {NULL, NULL, NULL, NULL, NULL, 0, NULL}};
