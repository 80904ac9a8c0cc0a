/* gdl/split_rules.c -- rules with many variables cut into rules with fewer, before they are
 * ground.
 *
 * A rule is run over all values of its variables together. Where a variable stands in some
 * conditions only, and not in the conclusion, those conditions can be a rule of their own that
 * concludes what they have in common with the others ("bucket elimination": R. Dechter, "Bucket
 * elimination: a unifying framework for reasoning", 1999). That a cell stays as it is when some
 * other move is made then is, for each cell, one thing about the move, and not one for each
 * cell and each thing in it. */
#include "gdl/inside.h"

#include <stdio.h>

enum { MOST_KEPT = 4 }; /* variables of a new conclusion */

typedef struct cut {
    uint64_t inside; /* variables of the conditions that go */
    uint64_t kept;   /* of those, the ones that the rest or the conclusion has */
    bool useful;
} cut;

static bool goes(const gdl_sheet *s, const gdl_literal *l, uint64_t eliminated)
{
    return (gdl_literal_variables(&s->terms, l) & eliminated) != 0;
}

/* What comes of taking out all conditions on one variable. */
static cut cut_at(const gdl_sheet *s, const gdl_rule *r, uint64_t variable)
{
    cut c = {.inside = 0};
    uint64_t rest = gdl_code_variables(&s->terms, r->head);
    uint32_t going = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        bool gone = goes(s, &r->body[i], variable);
        *(gone ? &c.inside : &rest) |= gdl_literal_variables(&s->terms, &r->body[i]);
        going += gone;
    }
    c.kept = c.inside & rest;
    c.useful = going > 1 && (rest & ~c.inside) && __builtin_popcountll(c.kept) <= MOST_KEPT;
    return c;
}

/* The variable to take out; 0: none is worth it. */
static uint64_t best_variable(const gdl_sheet *s, const gdl_rule *r, cut *best)
{
    uint64_t head = gdl_code_variables(&s->terms, r->head), chosen = 0;
    for (uint32_t v = 0; v < r->variables; v++) {
        uint64_t variable = (uint64_t)1 << v;
        if (head & variable)
            continue;
        cut c = cut_at(s, r, variable);
        if (!c.useful ||
            (chosen && __builtin_popcountll(c.kept) >= __builtin_popcountll(best->kept)))
            continue;
        *best = c;
        chosen = variable;
    }
    return chosen;
}

/* A new relation of the variables kept. */
static uint32_t *part_code(gdl_sheet *s, uint64_t kept)
{
    char name[32];
    int len = snprintf(name, sizeof name, "part %zu)", s->count);
    uint32_t symbol = gdl_symbol(&s->terms, (duel_str){name, (size_t)len});
    int arity = __builtin_popcountll(kept);
    uint32_t *code = gdl_arena_alloc(&s->job, (size_t)arity + 1, sizeof *code), *at = code;
    gdl_functor f = gdl_functor_of(&s->terms, symbol, arity);
    *at++ = arity ? GDL_CALL | f : gdl_term_of(&s->terms, f, NULL);
    for (; kept; kept &= kept - 1)
        *at++ = GDL_VARIABLE | (uint32_t)__builtin_ctzll(kept);
    return code;
}

/* A condition that stays bounds the values of the part: where it is about them alone, and where
 * nothing else would bind them. */
static bool bounds(const gdl_sheet *s, const gdl_literal *l, uint64_t inside, uint64_t unbound)
{
    uint64_t v = gdl_literal_variables(&s->terms, l);
    return gdl_is_looked_up(l) && v && (!(v & ~inside) || v & unbound);
}

static void take_part(gdl_sheet *s, const gdl_rule *r, uint64_t variable, const cut *c,
                      gdl_rule *part)
{
    uint64_t bound = 0;
    part->body = gdl_arena_alloc(&s->job, r->count, sizeof *part->body);
    for (uint32_t i = 0; i < r->count; i++)
        if (goes(s, &r->body[i], variable)) {
            part->body[part->count++] = r->body[i];
            if (gdl_is_looked_up(&r->body[i]))
                bound |= gdl_literal_variables(&s->terms, &r->body[i]);
        }
    for (uint32_t i = 0; i < r->count; i++)
        if (!goes(s, &r->body[i], variable) &&
            bounds(s, &r->body[i], c->inside, c->inside & ~bound)) {
            part->body[part->count] = r->body[i];
            part->body[part->count++].kind = GDL_RANGE;
            bound |= gdl_literal_variables(&s->terms, &r->body[i]);
        }
}

/* The rule keeps the rest, and the new conclusion as a condition. */
static void split_rule(gdl_sheet *s, size_t number, uint64_t variable, const cut *c)
{
    gdl_rule rule = s->rule[number];
    gdl_rule part = {.line = rule.line, .source = rule.source, .variables = rule.variables};
    gdl_literal *rest = gdl_arena_alloc(&s->job, (size_t)rule.count + 1, sizeof *rest);
    uint32_t count = 0;
    part.head = part_code(s, c->kept);
    take_part(s, &rule, variable, c, &part);
    for (uint32_t i = 0; i < rule.count; i++)
        if (!goes(s, &rule.body[i], variable))
            rest[count++] = rule.body[i];
    rest[count++] = (gdl_literal){.kind = GDL_HOLDS, .code = part.head};
    s->rule[number].body = rest;
    s->rule[number].count = count;
    gdl_add_rule(s, part);
}

/* Only changing conclusions are ground. A part that has bounds from elsewhere is not cut again:
 * with their variables it could come round to what it was. */
static bool is_to_split(const gdl_sheet *s, const gdl_rule *r)
{
    gdl_functor f = gdl_code_functor(&s->terms, r->head);
    for (uint32_t i = 0; i < r->count; i++)
        if (r->body[i].kind == GDL_RANGE)
            return false;
    if (f >= s->relations)
        return true; /* a part */
    const gdl_relation_fact *relation = &s->relation[f];
    return (relation->on_state || relation->on_moves) && !relation->request;
}

void gdl_split_rules(gdl_sheet *s)
{
    bool *request = gdl_arena_alloc(&s->job, s->relations, sizeof *request);
    uint32_t relations = s->relations;
    for (uint32_t f = 0; f < relations; f++)
        request[f] = s->relation[f].request;
    for (size_t i = 0; i < s->count && s->count < GDL_RULES; i++) {
        cut best = {0};
        if (!is_to_split(s, &s->rule[i]))
            continue;
        uint64_t variable = best_variable(s, &s->rule[i], &best);
        if (variable)
            split_rule(s, i--, variable, &best);
    }
    gdl_sheet_order(s);
    for (uint32_t f = 0; f < relations; f++)
        s->relation[f].request = request[f];
}
