/* gdl/sheet.c -- a sheet opened and closed, the lists of its text made into rules, and how
 * rules are named to people. */
#include "base/file.h"
#include "gdl/inside.h"
#include "gdl/kif.h"

#include <stdlib.h>
#include <string.h>

gdl_functor gdl_sheet_functor(gdl_terms *t, gdl_word w)
{
    static const int arity[GDL_WORDS] = {
        [GDL_INIT] = 1, [GDL_TRUE] = 1,  [GDL_NEXT] = 1,           [GDL_ROLE] = 1,
        [GDL_DOES] = 2, [GDL_GOAL] = 2,  [GDL_LEGAL] = 2,          [GDL_TERMINAL] = GDL_PLAIN,
        [GDL_BASE] = 1, [GDL_INPUT] = 2, [GDL_RANDOM] = GDL_PLAIN, [GDL_ANONYMOUS] = GDL_PLAIN,
    };
    return gdl_functor_of(t, w, arity[w]);
}

void gdl_add_rule(gdl_sheet *s, gdl_rule r)
{
    s->rule = gdl_arena_grow(&s->job, s->rule, &s->room, s->count + 1, sizeof *s->rule);
    s->rule[s->count++] = r;
}

uint64_t gdl_literal_variables(const gdl_terms *t, const gdl_literal *l)
{
    uint64_t found = gdl_code_variables(t, l->code);
    return l->other ? found | gdl_code_variables(t, l->other) : found;
}

/* ---- messages --------------------------------------------------------------------------- */

static void say_rule(duel_msg *m, const gdl_rule *r, const char *id, duel_str word)
{
    duel_buf text = duel_buf_empty();
    gdl_kif_put(r->source, &text.sink);
    duel_str rule = duel_buf_str(&text);
    size_t room = DUEL_MSG_TEXT - 8 - (word.len < 60 ? word.len : 60);
    if (rule.len > room)
        rule.len = room;
    if (word.len > 60)
        word.len = 60;
    duel_say(m, id, "iss", (int64_t)r->line, rule, word);
    duel_buf_fini(&text);
}

_Noreturn void gdl_refuse_rule(gdl_sheet *s, const gdl_rule *r, const char *id, duel_str word)
{
    say_rule(&s->job.why, r, id, word);
    gdl_arena_abort(&s->job, DUEL_INVALID);
}

void gdl_warn_rule(gdl_sheet *s, const gdl_rule *r, const char *id, duel_str word)
{
    if (s->warnings < GDL_WARNINGS)
        say_rule(&s->warning[s->warnings], r, id, word);
    s->warnings++;
}

/* ---- a rule on its way ------------------------------------------------------------------ */

typedef struct rule_reader {
    gdl_sheet *sheet;
    const gdl_expr *expr;
    gdl_rule rule; /* its line and source; the rest once it is whole */
    duel_str variable[GDL_VARIABLES];
    uint32_t head;
    gdl_literal literal[GDL_LITERALS];
    uint32_t literals;
    gdl_list code; /* scratch */
} rule_reader;

/* What is still to be read of a body: an expression, and perhaps those behind it in its list,
 * each of which has to hold; or, negated, has not to. */
typedef struct pending {
    uint32_t expr;
    bool negated, siblings;
    const struct pending *rest;
} pending;

_Noreturn static void refuse_here(rule_reader *r, const char *id, uint32_t e)
{
    duel_str text = r->expr[e].text;
    gdl_refuse_rule(r->sheet, &r->rule, id, text);
}

/* ---- terms ------------------------------------------------------------------------------ */

static bool is_variable(duel_str text)
{
    return text.len && text.at[0] == '?';
}

static uint32_t variable_number(rule_reader *r, uint32_t e)
{
    duel_str text = r->expr[e].text;
    for (uint32_t v = 0; v < r->rule.variables; v++)
        if (r->variable[v].len == text.len && memcmp(r->variable[v].at, text.at, text.len) == 0)
            return v;
    if (r->rule.variables == GDL_VARIABLES)
        refuse_here(r, N_("Line {0}: too many variables in one rule: {1}"), e);
    r->variable[r->rule.variables] = text;
    return r->rule.variables++;
}

/* Pushes the code of a term; true: it is ground, and one word. */
static bool push_code(rule_reader *r, uint32_t e);

static bool push_symbol(rule_reader *r, uint32_t e)
{
    gdl_terms *t = &r->sheet->terms;
    duel_str text = r->expr[e].text;
    if (is_variable(text)) {
        gdl_push(t->job, &r->code, GDL_VARIABLE | variable_number(r, e));
        return false;
    }
    gdl_functor f = gdl_functor_of(t, gdl_symbol(t, text), GDL_PLAIN);
    gdl_push(t->job, &r->code, gdl_term_of(t, f, NULL));
    return true;
}

static gdl_functor functor_of_list(rule_reader *r, uint32_t e)
{
    gdl_terms *t = &r->sheet->terms;
    const gdl_expr *list = &r->expr[e], *first = &r->expr[list->first];
    if (list->count == 0 || first->list || is_variable(first->text))
        refuse_here(r, N_("Line {0}: a list begins with a symbol, and {2} does not: {1}"), e);
    if (list->count > GDL_ARGUMENTS)
        refuse_here(r, N_("Line {0}: a list is too long: {1}"), e);
    return gdl_functor_of(t, gdl_symbol(t, first->text), (int)list->count - 1);
}

static bool push_list(rule_reader *r, uint32_t e)
{
    gdl_terms *t = &r->sheet->terms;
    gdl_functor f = functor_of_list(r, e);
    size_t mark = r->code.count;
    bool ground = true;
    gdl_push(t->job, &r->code, GDL_CALL | f);
    for (uint32_t a = r->expr[r->expr[e].first].next; a; a = r->expr[a].next)
        ground &= push_code(r, a);
    if (!ground)
        return false;
    gdl_term term = gdl_term_of(t, f, r->code.at + mark + 1);
    r->code.count = mark;
    gdl_push(t->job, &r->code, term);
    return true;
}

static bool push_code(rule_reader *r, uint32_t e)
{
    return r->expr[e].list ? push_list(r, e) : push_symbol(r, e);
}

static uint32_t *code_of(rule_reader *r, uint32_t e)
{
    r->code.count = 0;
    push_code(r, e);
    uint32_t *code = gdl_arena_alloc(&r->sheet->job, r->code.count, sizeof *code);
    memcpy(code, r->code.at, r->code.count * sizeof *code);
    return code;
}

/* ---- bodies ----------------------------------------------------------------------------- */

static gdl_literal *add_literal(rule_reader *r, uint32_t e)
{
    if (r->literals == GDL_LITERALS)
        refuse_here(r, N_("Line {0}: a rule has too many conditions: {1}"), e);
    gdl_literal *l = &r->literal[r->literals++];
    *l = (gdl_literal){.kind = GDL_HOLDS};
    return l;
}

static void add_distinct(rule_reader *r, uint32_t e, bool negated)
{
    if (r->expr[e].count != 3)
        refuse_here(r, N_("Line {0}: “distinct” takes two terms, unlike {2}: {1}"), e);
    gdl_literal *l = add_literal(r, e);
    uint32_t first = r->expr[r->expr[e].first].next;
    l->kind = negated ? GDL_SAME : GDL_DISTINCT;
    l->code = code_of(r, first);
    l->other = code_of(r, r->expr[first].next);
}

static void add_sentence(rule_reader *r, uint32_t e, bool negated)
{
    if (!r->expr[e].list && is_variable(r->expr[e].text))
        refuse_here(r, N_("Line {0}: a variable, {2}, is no sentence: {1}"), e);
    if (gdl_kif_begins(r->expr, e, "and"))
        refuse_here(r,
                    N_("Line {0}: “and” is no word of the language; write its parts one after "
                       "the other: {1}"),
                    e);
    if (gdl_kif_begins(r->expr, e, "<="))
        refuse_here(r, N_("Line {0}: a rule begins inside this one; is a bracket missing? {1}"),
                    e);
    gdl_literal *l = add_literal(r, e);
    l->kind = negated ? GDL_NOT : GDL_HOLDS;
    l->code = code_of(r, e);
}

static void keep_rule(rule_reader *r)
{
    gdl_sheet *s = r->sheet;
    gdl_rule rule = r->rule;
    if (s->count == GDL_RULES)
        refuse_here(r,
                    N_("Line {0}: with its alternatives written out the sheet has too many "
                       "rules; this one is the last: {1}"),
                    r->head);
    rule.head = code_of(r, r->head);
    rule.count = r->literals;
    rule.body = gdl_arena_alloc(&s->job, r->literals, sizeof *rule.body);
    if (r->literals)
        memcpy(rule.body, r->literal, r->literals * sizeof *rule.body);
    rule.variables = r->rule.variables;
    gdl_add_rule(s, rule);
}

static void read_body(rule_reader *r, const pending *p);

/* Each alternative makes a rule of its own with the rest of the body. */
static void read_alternatives(rule_reader *r, uint32_t list, const pending *rest)
{
    for (uint32_t e = r->expr[r->expr[list].first].next; e; e = r->expr[e].next) {
        uint32_t literals = r->literals, variables = r->rule.variables;
        read_body(r, &(pending){e, false, false, rest});
        r->literals = literals;
        r->rule.variables = variables;
    }
}

static void read_connective(rule_reader *r, const pending *p, const pending *rest)
{
    uint32_t inside = r->expr[r->expr[p->expr].first].next;
    if (gdl_kif_begins(r->expr, p->expr, "not")) {
        if (r->expr[p->expr].count != 2)
            refuse_here(r, N_("Line {0}: “not” takes one sentence, unlike {2}: {1}"), p->expr);
        read_body(r, &(pending){inside, !p->negated, false, rest});
    } else if (!p->negated) {
        read_alternatives(r, p->expr, rest);
    } else if (inside) {
        read_body(r, &(pending){inside, true, true, rest});
    } else {
        read_body(r, rest);
    }
}

static void read_body(rule_reader *r, const pending *p)
{
    if (p == NULL) {
        keep_rule(r);
        return;
    }
    uint32_t e = p->expr, next = p->siblings ? r->expr[e].next : 0;
    pending behind = {next, p->negated, true, p->rest};
    const pending *rest = next ? &behind : p->rest;
    if (gdl_kif_begins(r->expr, e, "not") || gdl_kif_begins(r->expr, e, "or")) {
        read_connective(r, p, rest);
        return;
    }
    if (gdl_kif_begins(r->expr, e, "distinct"))
        add_distinct(r, e, p->negated);
    else
        add_sentence(r, e, p->negated);
    read_body(r, rest);
}

/* ---- rules ------------------------------------------------------------------------------ */

/* What a sheet may not define: the words of the language that come from outside. */
static void check_head(rule_reader *r, uint32_t e, bool fact)
{
    static const char *const reserved[] = {"not", "or", "and", "distinct", "<=", "does"};
    if (!r->expr[e].list && is_variable(r->expr[e].text))
        refuse_here(r, N_("Line {0}: a variable, {2}, is no sentence: {1}"), e);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (gdl_kif_begins(r->expr, e, reserved[i]))
            refuse_here(r, N_("Line {0}: a rule cannot conclude {2}: {1}"), e);
    if (!fact && gdl_kif_begins(r->expr, e, "true"))
        refuse_here(r, N_("Line {0}: a rule cannot conclude {2}: {1}"), e);
}

static void read_rule(rule_reader *r, uint32_t e)
{
    bool arrow = gdl_kif_begins(r->expr, e, "<=");
    uint32_t head = arrow ? r->expr[r->expr[e].first].next : e;
    r->rule = (gdl_rule){.line = r->expr[e].line, .source = r->expr[e].text};
    r->literals = 0;
    r->head = head;
    if (head == 0)
        refuse_here(r, N_("Line {0}: a rule without a head: {1}"), e);
    uint32_t body = arrow ? r->expr[head].next : 0;
    check_head(r, head, body == 0);
    if (arrow && body == 0)
        gdl_warn_rule(r->sheet, &r->rule,
                      N_("Line {0}: a rule without conditions is a fact: {1}"),
                      (duel_str){"", 0});
    if (body)
        read_body(r, &(pending){body, false, true, NULL});
    else
        keep_rule(r);
}

/* Fills s->rule; leaves the sheet's job where the text is no sheet. */
static void read_rules(gdl_sheet *s, duel_str text)
{
    rule_reader *r = gdl_arena_alloc(&s->job, 1, sizeof *r);
    r->sheet = s;
    gdl_expr *expr = gdl_kif_read(&s->job, text);
    r->expr = expr;
    for (uint32_t e = expr[0].first; e; e = expr[e].next) {
        gdl_tick(&s->job);
        read_rule(r, e);
    }
    gdl_arena_free(&s->job, expr);
    gdl_arena_free(&s->job, r->code.at);
    gdl_arena_free(&s->job, r);
}

/* ---- single terms ----------------------------------------------------------------------- */

static gdl_term term_of_expr(gdl_terms *t, const gdl_expr *all, uint32_t e);

static gdl_term term_of_list(gdl_terms *t, const gdl_expr *all, uint32_t e)
{
    gdl_term argument[GDL_ARGUMENTS];
    uint32_t first = all[e].first, count = 0;
    if (first == 0 || all[first].list || all[e].count > GDL_ARGUMENTS)
        return GDL_NOTHING;
    for (uint32_t a = all[first].next; a; a = all[a].next, count++) {
        argument[count] = term_of_expr(t, all, a);
        if (argument[count] == GDL_NOTHING)
            return GDL_NOTHING;
    }
    uint32_t symbol = gdl_symbol(t, all[first].text);
    return gdl_term_of(t, gdl_functor_of(t, symbol, (int)count), argument);
}

/* GDL_NOTHING: it is no ground term. */
static gdl_term term_of_expr(gdl_terms *t, const gdl_expr *all, uint32_t e)
{
    duel_str text = all[e].text;
    if (all[e].list)
        return term_of_list(t, all, e);
    if (is_variable(text))
        return GDL_NOTHING;
    return gdl_term_of(t, gdl_functor_of(t, gdl_symbol(t, text), GDL_PLAIN), NULL);
}

gdl_term gdl_term_read(gdl_terms *t, duel_str text)
{
    gdl_expr *all = gdl_kif_read(t->job, text);
    gdl_term term = all[0].count == 1 ? term_of_expr(t, all, all[0].first) : GDL_NOTHING;
    gdl_arena_free(t->job, all);
    if (term == GDL_NOTHING) {
        duel_say(&t->job->why, N_("“{0}” is no term without variables."), "s", text);
        gdl_arena_abort(t->job, DUEL_INVALID);
    }
    return term;
}

/* ---- opening ---------------------------------------------------------------------------- */

typedef struct sheet_reading {
    gdl_sheet *sheet;
    duel_str text;
} sheet_reading;

/* In the order of the facts; a role named twice is one role. */
static void find_roles(gdl_sheet *s)
{
    gdl_functor role = gdl_sheet_functor(&s->terms, GDL_ROLE);
    gdl_list found = {0};
    for (size_t i = 0; i < s->count; i++) {
        const gdl_rule *r = &s->rule[i];
        if (r->count || gdl_code_is_call(*r->head) ||
            gdl_term_functor(&s->terms, *r->head) != role)
            continue;
        gdl_term who = gdl_term_argument(&s->terms, *r->head, 0);
        bool again = false;
        for (size_t k = 0; k < found.count; k++)
            again |= found.at[k] == who;
        if (!again)
            gdl_push(&s->job, &found, who);
    }
    s->role = found.at;
    s->roles = (uint32_t)found.count;
}

static void read_whole_sheet(void *what)
{
    sheet_reading *reading = what;
    gdl_sheet *s = reading->sheet;
    s->text = gdl_arena_alloc(&s->job, reading->text.len + 1, 1);
    if (reading->text.len)
        memcpy(s->text, reading->text.at, reading->text.len);
    gdl_terms_init(&s->terms, &s->job);
    read_rules(s, (duel_str){s->text, reading->text.len});
    find_roles(s);
    if (s->roles == 0) {
        duel_say(&s->job.why, N_("The sheet names no role: (role NAME) is missing."), "");
        gdl_arena_abort(&s->job, DUEL_INVALID);
    }
    gdl_sheet_check(s);
}

duel_status gdl_sheet_read(duel_str text, gdl_sheet **out, duel_msg *why)
{
    if (text.len > GDL_SHEET_BYTES)
        return duel_invalid(why, N_("The rule sheet is too long: {0} bytes at most."), "i",
                            (int64_t)GDL_SHEET_BYTES);
    gdl_sheet *s = malloc(sizeof *s);
    if (s == NULL)
        return duel_no_space(why);
    *s = (gdl_sheet){.count = 0};
    gdl_arena_init(&s->job, (gdl_limits){.seconds = 60, .bytes = (size_t)256 << 20});
    sheet_reading reading = {s, text};
    duel_status status = gdl_arena_do(&s->job, read_whole_sheet, &reading, why);
    if (status == DUEL_OK)
        *out = s;
    else
        gdl_sheet_free(s);
    return status;
}

void gdl_sheet_free(gdl_sheet *s)
{
    if (s == NULL)
        return;
    gdl_arena_fini(&s->job);
    free(s);
}

duel_status gdl_sheet_load(const char *path, gdl_sheet **out, duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    duel_status status = duel_file_read(path, GDL_SHEET_BYTES, &text, why);
    if (status == DUEL_OK)
        status = gdl_sheet_read(duel_buf_str(&text), out, why);
    duel_buf_fini(&text);
    return status;
}
