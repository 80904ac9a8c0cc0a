/* fitch/rules.c -- the table of rules, and their patterns held to formulas: see rules.h. */
#include "fitch/rules.h"
#include "base/messages.h"

#define FITCH_RULE_NAME(identifier, sign, name) name,
#define FITCH_RULE_SIGN(identifier, sign, name) sign,
static const char *const rule_names[] = {FITCH_RULES(FITCH_RULE_NAME)};
static const char *const rule_signs[] = {FITCH_RULES(FITCH_RULE_SIGN)};

static const fitch_schema schemas[] = {
    {FITCH_REITERATION, {"X"}, "X"},
    {FITCH_CONJUNCTION, {"X", "Y"}, "&XY"},
    {FITCH_SIMPLIFICATION, {"&XY"}, "X"},
    {FITCH_SIMPLIFICATION, {"&XY"}, "Y"},
    {FITCH_ADDITION, {"X"}, "|XY"},
    {FITCH_ADDITION, {"Y"}, "|XY"},
    {FITCH_CASES, {"|XY", "[X.Z]", "[Y.Z]"}, "Z"},
    {FITCH_CASES, {"[X.Z]", "['X.Z]"}, "Z"},
    {FITCH_CASES, {"[X.Z]", "['X.#]"}, "Z"},
    {FITCH_CASES, {"[X.#]", "['X.#]"}, "Z"},
    {FITCH_CONDITIONAL, {"[X.Y]"}, ">XY"},
    {FITCH_MODUS_PONENS, {">XY", "X"}, "Y"},
    {FITCH_MODUS_TOLLENS, {">XY", "'Y"}, "'X"},
    {FITCH_REDUCTIO, {"[X.#]"}, "'X"},
    {FITCH_REDUCTIO, {"[~X.#]"}, "X"},
    {FITCH_CONTRADICTION, {"X", "'X"}, "#"},
    {FITCH_EXPLOSION, {"#"}, "X"},
    {FITCH_DOUBLE_NEGATION, {"~~X"}, "X"},
    {FITCH_DOUBLE_NEGATION, {"X"}, "~~X"},
    {FITCH_EQUIVALENCE, {"=XY", "X"}, "Y"},
    {FITCH_EQUIVALENCE, {"=XY", "Y"}, "X"},
    {FITCH_EQUIVALENCE, {"=XY", "'X"}, "'Y"},
    {FITCH_EQUIVALENCE, {"=XY", "'Y"}, "'X"},
    {FITCH_EQUIVALENCE, {"=XY"}, ">XY"},
    {FITCH_EQUIVALENCE, {"=XY"}, ">YX"},
    {FITCH_EQUIVALENCE, {"=XY"}, "&>XY>YX"},
    {FITCH_EQUIVALENCE, {"&>XY>YX"}, "=XY"},
    {FITCH_EQUIVALENCE, {">XY", ">YX"}, "=XY"},
    {FITCH_EQUIVALENCE, {"[X.Y]", "[Y.X]"}, "=XY"},
    {FITCH_EXCLUSIVE, {"^XY", "X"}, "'Y"},
    {FITCH_EXCLUSIVE, {"^XY", "Y"}, "'X"},
    {FITCH_EXCLUSIVE, {"^XY", "'X"}, "Y"},
    {FITCH_EXCLUSIVE, {"^XY", "'Y"}, "X"},
    {FITCH_EXCLUSIVE, {"^XY"}, "~=XY"},
    {FITCH_EXCLUSIVE, {"~=XY"}, "^XY"},
    {FITCH_DISJUNCTIVE_SYLLOGISM, {"|XY", "'X"}, "Y"},
    {FITCH_DISJUNCTIVE_SYLLOGISM, {"|XY", "'Y"}, "X"},
    {FITCH_PONENDO_TOLLENS, {"~&XY", "X"}, "'Y"},
    {FITCH_PONENDO_TOLLENS, {"~&XY", "Y"}, "'X"},
    {FITCH_HYPOTHETICAL_SYLLOGISM, {">XY", ">YZ"}, ">XZ"},
    {FITCH_DILEMMA, {"|XY", ">XZ", ">YZ"}, "Z"},
    {FITCH_DILEMMA, {">XZ", ">'XZ"}, "Z"},
    {FITCH_DE_MORGAN, {"~&XY"}, "|'X'Y"},
    {FITCH_DE_MORGAN, {"~|XY"}, "&'X'Y"},
    {FITCH_DE_MORGAN, {"|'X'Y"}, "~&XY"},
    {FITCH_DE_MORGAN, {"&'X'Y"}, "~|XY"},
    {FITCH_MATERIAL_IMPLICATION, {">XY"}, "|'XY"},
    {FITCH_MATERIAL_IMPLICATION, {"|'XY"}, ">XY"},
    {FITCH_MATERIAL_IMPLICATION, {"|XY"}, ">'YX"},
    {FITCH_NEGATED_IMPLICATION, {"~>XY"}, "&X'Y"},
    {FITCH_NEGATED_IMPLICATION, {"&X'Y"}, "~>XY"},
    {FITCH_CONTRAPOSITION, {">XY"}, ">'Y'X"},
    {FITCH_DISTRIBUTION, {"|X&YZ"}, "|XY"},
    {FITCH_DISTRIBUTION, {"|X&YZ"}, "|XZ"},
    {FITCH_DISTRIBUTION, {"|&YZX"}, "|YX"},
    {FITCH_DISTRIBUTION, {"|&YZX"}, "|ZX"},
    {FITCH_DISTRIBUTION, {">X&YZ"}, ">XY"},
    {FITCH_DISTRIBUTION, {">X&YZ"}, ">XZ"},
    {FITCH_DISTRIBUTION, {">|YZX"}, ">YX"},
    {FITCH_DISTRIBUTION, {">|YZX"}, ">ZX"},
    {FITCH_DISTRIBUTION, {"|X&YZ"}, "&|XY|XZ"},
    {FITCH_DISTRIBUTION, {"&|XY|XZ"}, "|X&YZ"},
    {FITCH_DISTRIBUTION, {"&X|YZ"}, "|&XY&XZ"},
    {FITCH_DISTRIBUTION, {"|&XY&XZ"}, "&X|YZ"},
    {FITCH_CLAVIUS, {">'XX"}, "X"},
    {FITCH_IDEMPOTENCE, {"|XX"}, "X"},
    {FITCH_IDEMPOTENCE, {"&XX"}, "X"},
    {FITCH_COMMUTATION, {"&XY"}, "&YX"},
    {FITCH_COMMUTATION, {"|XY"}, "|YX"},
    {FITCH_COMMUTATION, {"^XY"}, "^YX"},
    {FITCH_COMMUTATION, {"=XY"}, "=YX"},
    {FITCH_ASSOCIATION, {"&X&YZ"}, "&&XYZ"},
    {FITCH_ASSOCIATION, {"&&XYZ"}, "&X&YZ"},
    {FITCH_ASSOCIATION, {"|X|YZ"}, "||XYZ"},
    {FITCH_ASSOCIATION, {"||XYZ"}, "|X|YZ"},
    {FITCH_EXCLUDED_MIDDLE, {NULL}, "|X'X"},
    {FITCH_NON_CONTRADICTION, {NULL}, "~&X'X"},
    {FITCH_IDENTITY, {NULL}, ">XX"},
    {FITCH_IDENTITY, {NULL}, ">&XYX"},
    {FITCH_IDENTITY, {NULL}, ">&XYY"},
    {FITCH_IDENTITY, {NULL}, ">X|XY"},
    {FITCH_IDENTITY, {NULL}, ">Y|XY"},
};

const char *fitch_rule_name(fitch_rule rule)
{
    return rule_names[rule];
}

const char *fitch_rule_sign(fitch_rule rule)
{
    return rule_signs[rule];
}

fitch_rule fitch_rule_of(duel_str text)
{
    text = duel_str_trim(text);
    for (int i = 0; i < FITCH_RULE_COUNT; i++)
        if (duel_str_same_word(text, rule_signs[i]) ||
            duel_str_same_word(text, rule_names[i]) ||
            duel_str_same_word(text, duel_text(DUEL_FR, rule_names[i])))
            return (fitch_rule)i;
    return FITCH_NO_RULE;
}

const fitch_schema *fitch_schemas(size_t *count)
{
    *count = sizeof schemas / sizeof *schemas;
    return schemas;
}

int fitch_schema_cites(const fitch_schema *s)
{
    int count = 0;
    while (count < FITCH_CITED && s->from[count])
        count++;
    return count;
}

/* ---- patterns ---------------------------------------------------------------------------- */

static int variable_of(char c)
{
    return c >= 'X' && c <= 'Z' ? c - 'X' : -1;
}

static prop_op operator_of(char c)
{
    return c == '#'   ? PROP_FALSE
           : c == '~' ? PROP_NOT
           : c == '&' ? PROP_AND
           : c == '|' ? PROP_OR
           : c == '^' ? PROP_EITHER
           : c == '>' ? PROP_THEN
                      : PROP_SAME;
}

pattern_binding pattern_unbound(void)
{
    return (pattern_binding){{PROP_NONE, PROP_NONE, PROP_NONE}, false};
}

/* ---- formulas ---------------------------------------------------------------------------- */

static bool fits_at(const prop_pool *pool, const char **at, prop_id id, pattern_binding *b);

static bool fits_variable(prop_id id, prop_id *is)
{
    if (*is == PROP_NONE)
        *is = id;
    return *is == id;
}

static bool fits_opposite(const prop_pool *pool, prop_id id, prop_id is, bool strict)
{
    return is == PROP_NONE ? !strict : prop_opposed(pool, id, is);
}

static bool fits_parts(const prop_pool *pool, const char **at, prop_op op, prop_id id,
                       pattern_binding *b)
{
    const prop_node *n = &pool->node[id];
    if (n->op != op)
        return false;
    if (op == PROP_FALSE)
        return true;
    return fits_at(pool, at, n->left, b) && (op == PROP_NOT || fits_at(pool, at, n->right, b));
}

/* The formula and what *at begins with, which is passed over. */
static bool fits_at(const prop_pool *pool, const char **at, prop_id id, pattern_binding *b)
{
    char c = *(*at)++;
    if (c == '\'')
        return fits_opposite(pool, id, b->is[variable_of(*(*at)++)], b->strict);
    if (variable_of(c) >= 0)
        return fits_variable(id, &b->is[variable_of(c)]);
    return fits_parts(pool, at, operator_of(c), id, b);
}

bool pattern_fits(const prop_pool *pool, const char *pattern, prop_id id, pattern_binding *b)
{
    return fits_at(pool, &pattern, id, b);
}

bool pattern_fits_fact(const prop_pool *pool, const char *pattern, const fitch_fact *f,
                       pattern_binding *b)
{
    if ((*pattern == '[') != f->sub)
        return false;
    if (!f->sub)
        return fits_at(pool, &pattern, f->formula, b);
    pattern++;
    if (!fits_at(pool, &pattern, f->assumed, b))
        return false;
    pattern++;
    return fits_at(pool, &pattern, f->formula, b);
}

/* The contrary that people would write: not two negations in a row. */
static prop_id opposite_of(prop_pool *pool, prop_id id)
{
    if (id != PROP_NONE && pool->node[id].op == PROP_NOT)
        return pool->node[id].left;
    return prop_make(pool, PROP_NOT, id, 0);
}

static prop_id build_at(prop_pool *pool, const char **at, const pattern_binding *b)
{
    char c = *(*at)++;
    if (c == '\'')
        return opposite_of(pool, b->is[variable_of(*(*at)++)]);
    if (variable_of(c) >= 0)
        return b->is[variable_of(c)];
    prop_op op = operator_of(c);
    prop_id left = op == PROP_FALSE ? 0 : build_at(pool, at, b);
    prop_id right = op <= PROP_NOT ? 0 : build_at(pool, at, b);
    return prop_make(pool, op, left, right);
}

static prop_id pattern_build(prop_pool *pool, const char *pattern, const pattern_binding *b)
{
    return build_at(pool, &pattern, b);
}

/* ---- schemas ----------------------------------------------------------------------------- */

/* The conclusion first, where one is given: it binds most. */
static bool fits_once(const prop_pool *pool, const fitch_schema *s, const fitch_fact *from,
                      const int *order, int count, prop_id conclusion, pattern_binding *b)
{
    if (conclusion != PROP_NONE && !pattern_fits(pool, s->gives, conclusion, b))
        return false;
    for (int i = 0; i < count; i++)
        if (!pattern_fits_fact(pool, s->from[i], &from[order[i]], b))
            return false;
    return true;
}

static bool fits_in_order(const prop_pool *pool, const fitch_schema *s, const fitch_fact *from,
                          const int *order, int count, prop_id conclusion, pattern_binding *b)
{
    *b = pattern_unbound();
    if (!fits_once(pool, s, from, order, count, conclusion, b))
        return false;
    b->strict = true;
    return fits_once(pool, s, from, order, count, conclusion, b);
}

static const int orders[][FITCH_CITED] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                          {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* Orders that differ within the first `count` places: the others repeat them. */
static bool is_order_of(const int *order, int count)
{
    for (int i = count; i < FITCH_CITED; i++)
        if (order[i] != i)
            return false;
    return true;
}

/* Looks for an order that fits; *b is how. */
static bool fits_somehow(const prop_pool *pool, const fitch_schema *s, const fitch_fact *from,
                         int count, prop_id conclusion, pattern_binding *b)
{
    if (count != fitch_schema_cites(s))
        return false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (is_order_of(orders[i], count) &&
            fits_in_order(pool, s, from, orders[i], count, conclusion, b))
            return true;
    return false;
}

bool fitch_leads(const prop_pool *pool, const fitch_schema *s, const fitch_fact *from,
                 int count, prop_id conclusion)
{
    pattern_binding b;
    return fits_somehow(pool, s, from, count, conclusion, &b);
}

prop_id fitch_gives(prop_pool *pool, const fitch_schema *s, const fitch_fact *from, int count)
{
    pattern_binding b;
    return fits_somehow(pool, s, from, count, PROP_NONE, &b) ? pattern_build(pool, s->gives, &b)
                                                             : PROP_NONE;
}

/* ---- for people -------------------------------------------------------------------------- */

static void put_pattern(prop_pool *pool, const char *pattern, const pattern_binding *letters,
                        prop_style style, duel_sink *out)
{
    bool sub = *pattern == '[';
    pattern += sub;
    duel_put(out, sub ? "[" : "");
    prop_put(pool, build_at(pool, &pattern, letters), style, out);
    if (!sub)
        return;
    pattern++;
    duel_put(out, " … ");
    prop_put(pool, build_at(pool, &pattern, letters), style, out);
    duel_put(out, "]");
}

void fitch_put_schema(prop_pool *pool, const fitch_schema *s, prop_style style, duel_sink *out)
{
    pattern_binding letters = {{prop_letter(pool, 'X' - 'A'), prop_letter(pool, 'Y' - 'A'),
                                prop_letter(pool, 'Z' - 'A')},
                               true};
    for (int i = 0; i < fitch_schema_cites(s); i++) {
        duel_put(out, i ? ", " : "");
        put_pattern(pool, s->from[i], &letters, style, out);
    }
    duel_put(out, s->from[0] ? " ⊢ " : "⊢ ");
    put_pattern(pool, s->gives, &letters, style, out);
}
