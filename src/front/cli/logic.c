/* front/cli/logic.c -- `duel logic`: formulas decided before one's eyes by any of several
 * methods; derivations checked line by line, the rules they may use, goals to practise on. */
#include "base/spelling.h"
#include "fitch/derivation.h"
#include "front/cli/inside.h"
#include "front/commands.h"
#include "front/logic_methods.h"

#include <stdlib.h>
#include <string.h>

/* ---- the methods of the desk (front/logic_methods.h): what is asked -------------------------
 */

static bool is_dimacs(duel_str word)
{
    static const char end[] = ".cnf";
    size_t len = sizeof end - 1;
    return word.len > len && memcmp(word.at + word.len - len, end, len) == 0;
}

/* The words of the command, but for the first; `text` keeps what a file says. */
static duel_status read_asked(const duel_args *a, logic_asked *asked, duel_buf *text,
                              duel_msg *why)
{
    const char *question = duel_args_text(a, "ask", NULL);
    duel_status status = DUEL_OK;
    *asked = (logic_asked){0};
    if (a->word_count < 2 && question == NULL)
        return duel_invalid(why, N_("Write one formula or several, each as one word."), "");
    if (a->word_count == 2 && is_dimacs(a->word[1])) {
        status = records_read_file(a->word[1], text, why);
        asked->dimacs = duel_buf_str(text);
        return status;
    }
    for (int i = 1; i < a->word_count; i++)
        asked->line[asked->count++] = a->word[i];
    if (question)
        asked->question = duel_str_of(question);
    return status;
}
_Static_assert(DESK_LINES >= DUEL_WORDS - 1, "every word of the command is a line");

/* A mistake is told with the formula, and a mark under its place. */
static void tell_place(const duel_console *c, const logic_asked *asked, logic_place wrong)
{
    if (c->json || wrong.line < 0)
        return;
    duel_put(c->err, "  ");
    duel_put_str(c->err, wrong.line < asked->count ? asked->line[wrong.line] : asked->question);
    duel_put(c->err, "\n  ");
    for (size_t i = 0; i < wrong.at; i++)
        duel_put(c->err, " ");
    duel_put(c->err, "^\n");
}

/* ---- in words ---------------------------------------------------------------------------- */

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

static void print_answer(const duel_console *c, const duel_args *a, const json_t *answer)
{
    const json_t *verdict = json_object_get(answer, "verdict");
    duel_sink *out = c->out;
    if (duel_args_value(a, "dimacs") && json_object_get(answer, "dimacs")) {
        duel_put(out, json_string_value(json_object_get(answer, "dimacs")));
        return;
    }
    if (json_object_get(answer, "rows"))
        print_table(out, answer);
    else
        film_print_steps(answer, out);
    print_list(out, json_object_get(answer, "polish"));
    if (verdict)
        duel_putf(out, "%s\n", json_string_value(verdict));
}

/* Runs the method that the first word names, on the formulas behind it; *known is false, and
 * nothing done, if there is no such method. */
static duel_status logic_bench(const duel_console *c, const duel_args *a, bool *known,
                               duel_msg *why)
{
    logic_asked asked;
    logic_place wrong = {-1, 0};
    json_t *answer = NULL;
    duel_buf text;
    *known = a->word_count && logic_is_method(a->word[0]);
    if (!*known)
        return DUEL_OK;
    duel_buf_init(&text);
    duel_status status = read_asked(a, &asked, &text, why);
    if (status == DUEL_OK)
        status = logic_decide(a->word[0], &asked, c->lang, &answer, &wrong, why);
    if (status == DUEL_OK && c->json)
        c->print_json(c, json_incref(answer));
    else if (status == DUEL_OK)
        print_answer(c, a, answer);
    else
        tell_place(c, &asked, wrong);
    json_decref(answer);
    duel_buf_fini(&text);
    return status;
}

/* ---- a derivation ------------------------------------------------------------------------ */

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
    tell_said(l->c, m);
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
        TELL(c, N_("Every line holds."), "");
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
    return done ? DUEL_OK : DUEL_REFUSED;
}

/* DUEL_REFUSED without a word, once everything has been said: it does not hold. */
static duel_status check_derivation(const duel_console *c, const duel_args *a, duel_msg *why)
{
    duel_buf text;
    lecture l = {.c = c, .d = malloc(sizeof *l.d)};
    if (l.d == NULL)
        return duel_no_space(why);
    duel_buf_init(&text);
    duel_status status = records_read_file(a->word[1], &text, why);
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
        return duel_no_space(why);
    prop_pool_init(pool);
    json_t *rules = check_rules(pool, c->lang), *rule;
    size_t i;
    if (c->json)
        c->print_json(c, json_pack("{sO}", "rules", rules));
    else
        json_array_foreach(rules, i, rule) print_shapes(c, rule);
    if (!c->json)
        TELL(c, N_("Where ¬X stands in a form, and X is itself a negation ¬Y, Y will do."), "");
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
    duel_invalid(why,
                 N_("Write “duel logic check FILE”, “duel logic rules”, or a method and "
                    "formulas: “duel logic dpll A>B ~B --ask ~A”."),
                 "");
    static const char *const verbs[] = {"check", "rules", "goal", NULL};
    duel_str typed = a->word_count ? a->word[0] : (duel_str){"", 0};
    duel_nearest n;
    duel_nearest_begin(&n, typed);
    duel_nearest_try_rows(&n, verbs, sizeof *verbs);
    duel_nearest_try_rows(&n, logic_methods, sizeof *logic_methods);
    return duel_str_is(typed, n.name) ? DUEL_INVALID : duel_nearest_ask(&n, DUEL_INVALID, why);
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
