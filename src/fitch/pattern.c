/* fitch/pattern.c -- see pattern.h. */
#include "fitch/pattern.h"

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

/* ---- formulas ----------------------------------------------------------------------- */

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

prop_id pattern_build(prop_pool *pool, const char *pattern, const pattern_binding *b)
{
    return build_at(pool, &pattern, b);
}

/* ---- schemas ------------------------------------------------------------------------ */

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

/* ---- for people --------------------------------------------------------------------- */

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
