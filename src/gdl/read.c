/* gdl/read.c -- see read.h. */
#include "gdl/read.h"
#include "gdl/kif.h"

#include <string.h>

/* A rule on its way. */
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
    uint32_t *code = gdl_take(&r->sheet->job, r->code.count, sizeof *code);
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
    rule.body = gdl_take(&s->job, r->literals, sizeof *rule.body);
    if (r->literals)
        memcpy(rule.body, r->literal, r->literals * sizeof *rule.body);
    rule.variables = r->rule.variables;
    s->rule = gdl_more(&s->job, s->rule, &s->room, s->count + 1, sizeof *s->rule);
    s->rule[s->count++] = rule;
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

static bool has_word(rule_reader *r, uint32_t e, const char *word)
{
    return gdl_kif_begins(r->expr, e, word);
}

/* What a sheet may not define: the words of the language that come from outside. */
static void check_head(rule_reader *r, uint32_t e, bool fact)
{
    static const char *const reserved[] = {"not", "or", "and", "distinct", "<=", "does"};
    if (!r->expr[e].list && is_variable(r->expr[e].text))
        refuse_here(r, N_("Line {0}: a variable, {2}, is no sentence: {1}"), e);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (has_word(r, e, reserved[i]))
            refuse_here(r, N_("Line {0}: a rule cannot conclude {2}: {1}"), e);
    if (!fact && has_word(r, e, "true"))
        refuse_here(r, N_("Line {0}: a rule cannot conclude {2}: {1}"), e);
}

static void read_rule(rule_reader *r, uint32_t e)
{
    bool arrow = has_word(r, e, "<=");
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

void gdl_read_rules(gdl_sheet *s, duel_str text)
{
    rule_reader *r = gdl_take(&s->job, 1, sizeof *r);
    r->sheet = s;
    gdl_expr *expr = gdl_kif_read(&s->job, text);
    r->expr = expr;
    for (uint32_t e = expr[0].first; e; e = expr[e].next) {
        gdl_tick(&s->job);
        read_rule(r, e);
    }
    gdl_give(&s->job, expr);
    gdl_give(&s->job, r->code.at);
    gdl_give(&s->job, r);
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
    gdl_give(t->job, all);
    if (term == GDL_NOTHING) {
        duel_say(&t->job->why, N_("“{0}” is no term without variables."), "s", text);
        gdl_leave(t->job, DUEL_BAD);
    }
    return term;
}
