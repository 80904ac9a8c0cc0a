/* gdl/magic_sets.c -- the demand transformation (magic sets): only what is asked for is worked
 * out.
 *
 * Proving bottom up, a relation that is asked about four squares would be worked out for all
 * squares four times over. So each relation that rules define and that depends on the state
 * gets a second one, which holds the arguments that somebody asks for ("magic sets": F.
 * Bancilhon, D. Maier, Y. Sagiv, J. Ullman, "Magic sets and other strange ways to implement
 * logic programs", 1986), and its rules get it as one more condition.
 *
 * Who asks is told from facts, state and moves, and from conditions further left in the rule
 * that are proved without negation. So two conditions never wait for each other, and no
 * negation gets into a circle by it. */
#include "gdl/inside.h"

#include <stdlib.h>
#include <string.h>

typedef struct demand {
    const gdl_sheet *from;
    gdl_sheet *to;
    uint64_t *asked;      /* by functor: the arguments by which it is always asked */
    gdl_functor *request; /* by functor: the relation of what is asked for */
    bool *plain;          /* by functor: nothing it is proved from is negated */
    bool *helps;          /* scratch: by condition of a rule */
} demand;

/* ---- what a pattern shows --------------------------------------------------------------- */

static int arity_of(const gdl_terms *t, const uint32_t *code)
{
    int arity = gdl_functor_arity(t, gdl_code_functor(t, code));
    return arity < 64 ? arity : 64;
}

/* Variables that stand as arguments of the mask. */
static uint64_t variables_at(const gdl_terms *t, const uint32_t *code, uint64_t mask)
{
    uint64_t found = 0;
    uint32_t ground;
    for (int i = 0; i < arity_of(t, code); i++)
        if (mask >> i & 1)
            found |= gdl_code_variables(t, gdl_code_argument(t, code, i, &ground));
    return found;
}

/* Arguments that are known once these variables are. A term with variables inside it is not
 * handed on: going round in a circle it might grow. */
static uint64_t known_arguments(const gdl_terms *t, const uint32_t *code, uint64_t variables)
{
    uint64_t known = 0;
    uint32_t ground;
    for (int i = 0; i < arity_of(t, code); i++) {
        const uint32_t *a = gdl_code_argument(t, code, i, &ground);
        if (!gdl_code_is_call(*a) && !(gdl_code_variables(t, a) & ~variables))
            known |= (uint64_t)1 << i;
    }
    return known;
}

/* ---- who asks --------------------------------------------------------------------------- */

/* Facts, the state and the moves are there before anything is asked. */
static bool is_there(const demand *d, const gdl_literal *l)
{
    gdl_functor f = gdl_code_functor(&d->from->terms, l->code);
    const gdl_relation_fact *r = &d->from->relation[f];
    uint32_t symbol = gdl_functor_symbol(&d->from->terms, f);
    return symbol == GDL_TRUE || symbol == GDL_DOES || !(r->on_state || r->on_moves);
}

/* Whether condition k may tell what is asked of condition `of`: it is there before, or is
 * proved before it, from left to right, and from nothing that is negated. */
static bool may_help(const demand *d, const gdl_rule *r, uint32_t k, const gdl_literal *of)
{
    const gdl_literal *l = &r->body[k];
    if (l->kind != GDL_HOLDS || l == of)
        return false;
    return is_there(d, l) || (l < of && d->plain[gdl_code_functor(&d->from->terms, l->code)]);
}

/* Whether a condition is on a relation that could be asked for in part. */
static bool is_asked(const demand *d, const gdl_literal *l)
{
    const gdl_terms *t = &d->from->terms;
    return (l->kind == GDL_HOLDS || l->kind == GDL_NOT) && !is_there(d, l) &&
           gdl_functor_symbol(t, gdl_code_functor(t, l->code)) >= GDL_WORDS;
}

static uint64_t asked_of_head(const demand *d, const gdl_rule *r)
{
    return d->asked[gdl_code_functor(&d->from->terms, r->head)];
}

/* A word, or a term without variables, among the arguments: few facts of it fit. */
static bool names_something(const gdl_terms *t, const uint32_t *code)
{
    uint32_t ground;
    for (int i = 0; i < arity_of(t, code); i++)
        if (!gdl_code_variables(t, gdl_code_argument(t, code, i, &ground)))
            return true;
    return false;
}

/* Facts that have nothing to do with what is known, `(coordinate ?x)`, would only have
 * everything asked for. */
static bool narrows(const demand *d, const gdl_literal *l, uint64_t known)
{
    const gdl_terms *t = &d->from->terms;
    uint32_t symbol = gdl_functor_symbol(t, gdl_code_functor(t, l->code));
    return symbol == GDL_TRUE || symbol == GDL_DOES || symbol == GDL_ROLE ||
           (gdl_code_variables(t, l->code) & known) || names_something(t, l->code);
}

/* What tells the arguments of condition l: variables of the head that were asked for, and
 * those of given conditions that share a variable with it. helps[k] becomes whether condition k
 * is one of these; the variables that are known then are returned. */
static uint64_t find_helpers(const demand *d, const gdl_rule *r, const gdl_literal *l,
                             bool *helps)
{
    const gdl_terms *t = &d->from->terms;
    uint64_t known = variables_at(t, r->head, asked_of_head(d, r));
    uint64_t open = gdl_code_variables(t, l->code) & ~known;
    bool more = true;
    memset(helps, 0, r->count * sizeof *helps);
    while (more) {
        more = false;
        for (uint32_t k = 0; k < r->count; k++) {
            const gdl_literal *other = &r->body[k];
            if (helps[k] || !may_help(d, r, k, l) ||
                !(gdl_code_variables(t, other->code) & open) || !narrows(d, other, known))
                continue;
            helps[k] = more = true;
            known |= gdl_code_variables(t, other->code);
            open |= gdl_code_variables(t, other->code);
        }
    }
    return known;
}

/* Fewer and fewer, until every asker knows them all. */
static bool narrow_asked(demand *d)
{
    bool changed = false;
    for (size_t i = 0; i < d->from->count; i++) {
        const gdl_rule *r = &d->from->rule[i];
        for (uint32_t k = 0; k < r->count; k++) {
            const gdl_literal *l = &r->body[k];
            if (!is_asked(d, l))
                continue;
            uint64_t *asked = &d->asked[gdl_code_functor(&d->from->terms, l->code)];
            uint64_t known = *asked & known_arguments(&d->from->terms, l->code,
                                                      find_helpers(d, r, l, d->helps));
            changed |= known != *asked;
            *asked = known;
        }
    }
    return changed;
}

/* A rule that negates, or has a condition on what is not plain, makes its head not plain. */
static bool spoils(const demand *d, const gdl_rule *r)
{
    for (uint32_t k = 0; k < r->count; k++)
        if (r->body[k].kind == GDL_NOT ||
            (r->body[k].kind == GDL_HOLDS &&
             !d->plain[gdl_code_functor(&d->from->terms, r->body[k].code)]))
            return true;
    return false;
}

static void find_plain(demand *d)
{
    bool changed = true;
    d->plain = gdl_arena_alloc(&d->to->job, d->from->relations, sizeof *d->plain);
    memset(d->plain, 1, d->from->relations * sizeof *d->plain);
    while (changed) {
        changed = false;
        for (size_t i = 0; i < d->from->count; i++) {
            bool *head = &d->plain[gdl_code_functor(&d->from->terms, d->from->rule[i].head)];
            if (*head && spoils(d, &d->from->rule[i])) {
                *head = false;
                changed = true;
            }
        }
    }
}

static void find_asked(demand *d)
{
    gdl_arena *j = &d->to->job;
    find_plain(d);
    d->asked = gdl_arena_alloc(j, d->from->relations, sizeof *d->asked);
    d->request = gdl_arena_alloc(j, d->from->relations, sizeof *d->request);
    uint32_t longest = 0;
    for (size_t i = 0; i < d->from->count; i++)
        longest = d->from->rule[i].count > longest ? d->from->rule[i].count : longest;
    d->helps = gdl_arena_alloc(j, (size_t)longest + 1, sizeof *d->helps);
    for (size_t i = 0; i < d->from->count; i++)
        for (uint32_t k = 0; k < d->from->rule[i].count; k++) {
            const gdl_literal *l = &d->from->rule[i].body[k];
            if (is_asked(d, l))
                d->asked[gdl_code_functor(&d->from->terms, l->code)] = UINT64_MAX;
        }
    while (narrow_asked(d))
        gdl_tick(j);
}

/* ---- rewriting -------------------------------------------------------------------------- */

/* "count/6)": no symbol of a sheet holds a bracket. */
static gdl_functor request_functor(demand *d, gdl_functor f)
{
    gdl_terms *t = &d->to->terms;
    char name[GDL_SYMBOL_BYTES + 1];
    duel_str text = gdl_symbol_text(t, gdl_functor_symbol(t, f));
    size_t most = sizeof name - 8, len = text.len < most ? text.len : most;
    memcpy(name, text.at, len);
    name[len] = '/';
    name[len + 1] = (char)('!' + gdl_functor_arity(t, f) % 64);
    name[len + 2] = ')';
    return gdl_functor_of(t, gdl_symbol(t, (duel_str){name, len + 3}),
                          __builtin_popcountll(d->asked[f]));
}

/* The request for a sentence of this code, as a code. */
static uint32_t *request_code(demand *d, const uint32_t *code)
{
    gdl_terms *t = &d->to->terms;
    gdl_functor f = gdl_code_functor(t, code);
    gdl_list own = {0};
    uint32_t ground;
    gdl_push(t->job, &own, GDL_CALL | d->request[f]);
    for (int i = 0; i < arity_of(t, code); i++)
        if (d->asked[f] >> i & 1) {
            const uint32_t *a = gdl_code_argument(t, code, i, &ground);
            for (const uint32_t *end = gdl_code_end(t, a); a < end; a++)
                gdl_push(t->job, &own, *a);
        }
    if (!(gdl_code_variables(t, own.at))) { /* ground code is one word */
        gdl_term term = gdl_term_of(t, d->request[f], own.at + 1);
        own.count = 0;
        gdl_push(t->job, &own, term);
    }
    return own.at;
}

/* `head` asked for, and what is given beside the condition: then the condition is asked for. */
static void add_request(demand *d, const gdl_rule *r, const gdl_literal *l)
{
    gdl_rule ask = {.line = r->line, .source = r->source, .variables = r->variables};
    ask.head = request_code(d, l->code);
    ask.body = gdl_arena_alloc(&d->to->job, (size_t)r->count + 1, sizeof *ask.body);
    if (asked_of_head(d, r))
        ask.body[ask.count++] =
            (gdl_literal){.kind = GDL_HOLDS, .code = request_code(d, r->head)};
    if (ask.count && gdl_code_same(&d->to->terms, ask.head, ask.body[0].code))
        return;
    find_helpers(d, r, l, d->helps);
    for (uint32_t k = 0; k < r->count; k++)
        if (d->helps[k])
            ask.body[ask.count++] = r->body[k];
    gdl_add_rule(d->to, ask);
}

static void rewrite_rule(demand *d, const gdl_rule *r)
{
    gdl_rule rule = *r;
    for (uint32_t k = 0; k < r->count; k++)
        if (is_asked(d, &r->body[k]) &&
            d->asked[gdl_code_functor(&d->from->terms, r->body[k].code)])
            add_request(d, r, &r->body[k]);
    if (asked_of_head(d, r)) {
        rule.body = gdl_arena_alloc(&d->to->job, (size_t)r->count + 1, sizeof *rule.body);
        rule.body[0] = (gdl_literal){.kind = GDL_HOLDS, .code = request_code(d, r->head)};
        if (r->count)
            memcpy(rule.body + 1, r->body, r->count * sizeof *rule.body);
        rule.count = r->count + 1;
    }
    gdl_add_rule(d->to, rule);
}

static void rewrite_sheet(void *what)
{
    demand *d = what;
    gdl_sheet *s = d->to;
    gdl_terms_copy(&d->from->terms, &s->terms, &s->job);
    find_asked(d);
    for (gdl_functor f = 0; f < d->from->relations; f++)
        if (d->asked[f])
            d->request[f] = request_functor(d, f);
    for (size_t i = 0; i < d->from->count; i++)
        if (d->from->relation[gdl_code_functor(&s->terms, d->from->rule[i].head)].needed)
            rewrite_rule(d, &d->from->rule[i]);
    gdl_sheet_order(s);
    for (gdl_functor f = 0; f < d->from->relations; f++)
        if (d->asked[f])
            s->relation[d->request[f]].request = true;
}

duel_status gdl_magic_sets(const gdl_sheet *s, gdl_sheet **out, duel_msg *why)
{
    gdl_sheet *to = calloc(1, sizeof *to);
    if (to == NULL)
        return duel_no_space(why);
    gdl_arena_init(&to->job, (gdl_limits){.bytes = (size_t)256 << 20});
    to->role = s->role;
    to->roles = s->roles;
    demand d = {.from = s, .to = to};
    duel_status status = gdl_arena_do(&to->job, rewrite_sheet, &d, why);
    if (status == DUEL_OK)
        *out = to;
    else
        gdl_sheet_free(to);
    return status;
}
