/* school/clauses.c -- see clauses.h. */
#include "school/clauses.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_FORM = 4096, PATIENCE = 300000 };

const char *school_form_name(school_form form)
{
    static const char *const names[SCHOOL_FORMS] = {
        [SCHOOL_GIVEN] = N_("as given"),
        [SCHOOL_NO_EQUIVALENCE] = N_("without equivalences"),
        [SCHOOL_NO_IMPLICATION] = N_("without implications"),
        [SCHOOL_DE_MORGAN] = N_("by De Morgan's laws"),
        [SCHOOL_NO_DOUBLE] = N_("without double negations"),
    };
    return names[form];
}

/* ---- forms ------------------------------------------------------------------------------- */

/* A formula is a graph in its pool, and a tree on paper: equivalences in each other double it
 * with each step. Parts have smaller numbers, so one way through the pool measures them all. */
static bool is_legible(const prop_pool *pool, prop_id id)
{
    static const uint32_t most = LARGEST_FORM + 1;
    uint32_t size[PROP_MAX];
    if (id == PROP_NONE)
        return false;
    for (unsigned i = 0; i <= id; i++) {
        const prop_node *n = &pool->node[i];
        uint32_t sum = 1;
        sum += n->op >= PROP_NOT ? size[n->left] : 0;
        sum += n->op > PROP_NOT ? size[n->right] : 0;
        size[i] = sum > most ? most : sum;
    }
    return size[id] <= LARGEST_FORM;
}

/* De Morgan's laws carry negations down. How many a formula stands under: none, an odd number
 * of them, or an even one. */
typedef enum above { NONE_ABOVE, ODD_ABOVE, EVEN_ABOVE, ABOVES } above;

typedef struct rewriting {
    prop_pool *pool;
    school_form to;
    prop_id done[ABOVES][PROP_MAX];
} rewriting;

static prop_id rewrite(rewriting *r, prop_id id, above signs);

static prop_id make(rewriting *r, prop_op op, prop_id left, prop_id right)
{
    return prop_make(r->pool, op, left, right);
}

static prop_id negation(rewriting *r, prop_id id)
{
    return make(r, PROP_NOT, id, 0);
}

static prop_id without_equivalence(rewriting *r, prop_op op, prop_id x, prop_id y)
{
    if (op == PROP_SAME)
        return make(r, PROP_AND, make(r, PROP_THEN, x, y), make(r, PROP_THEN, y, x));
    if (op == PROP_EITHER)
        return make(r, PROP_AND, make(r, PROP_OR, x, y), negation(r, make(r, PROP_AND, x, y)));
    return make(r, op, x, y);
}

static prop_id without_implication(rewriting *r, prop_op op, prop_id x, prop_id y)
{
    return op == PROP_THEN ? make(r, PROP_OR, negation(r, x), y) : make(r, op, x, y);
}

static prop_id rewrite_pair(rewriting *r, const prop_node *n, above signs)
{
    prop_op op = (prop_op)n->op, other = op == PROP_AND ? PROP_OR : PROP_AND;
    prop_id x = rewrite(r, n->left, signs), y = rewrite(r, n->right, signs);
    if (r->to == SCHOOL_NO_EQUIVALENCE)
        return without_equivalence(r, op, x, y);
    if (r->to == SCHOOL_NO_IMPLICATION)
        return without_implication(r, op, x, y);
    return make(r, signs == ODD_ABOVE ? other : op, x, y);
}

static prop_id rewrite_negation(rewriting *r, prop_id inner, above signs)
{
    const prop_node *n = &r->pool->node[inner];
    if (r->to == SCHOOL_DE_MORGAN)
        return rewrite(r, inner, signs == ODD_ABOVE ? EVEN_ABOVE : ODD_ABOVE);
    if (r->to == SCHOOL_NO_DOUBLE && n->op == PROP_NOT)
        return rewrite(r, n->left, NONE_ABOVE);
    return negation(r, rewrite(r, inner, NONE_ABOVE));
}

/* A letter gets the signs; a constant is turned by them. */
static prop_id rewrite_leaf(rewriting *r, prop_id id, above signs)
{
    prop_op op = (prop_op)r->pool->node[id].op;
    if (signs == NONE_ABOVE || (op != PROP_LETTER && signs == EVEN_ABOVE))
        return id;
    if (op != PROP_LETTER)
        return make(r, op == PROP_TRUE ? PROP_FALSE : PROP_TRUE, 0, 0);
    return signs == ODD_ABOVE ? negation(r, id) : negation(r, negation(r, id));
}

static prop_id rewrite_once(rewriting *r, prop_id id, above signs)
{
    prop_node n = r->pool->node[id];
    if (n.op == PROP_NOT)
        return rewrite_negation(r, n.left, signs);
    return n.op > PROP_NOT ? rewrite_pair(r, &n, signs) : rewrite_leaf(r, id, signs);
}

static prop_id rewrite(rewriting *r, prop_id id, above signs)
{
    if (id == PROP_NONE)
        return PROP_NONE;
    if (r->done[signs][id] == PROP_NONE)
        r->done[signs][id] = rewrite_once(r, id, signs);
    return r->done[signs][id];
}

duel_status school_forms_of(prop_pool *pool, prop_id id, prop_id form[SCHOOL_FORMS],
                            duel_msg *why)
{
    form[SCHOOL_GIVEN] = id;
    for (int f = SCHOOL_NO_EQUIVALENCE; f < SCHOOL_FORMS; f++) {
        rewriting r = {.pool = pool, .to = (school_form)f};
        memset(r.done, 0xFF, sizeof r.done);
        form[f] = rewrite(&r, form[f - 1], NONE_ABOVE);
        if (!is_legible(pool, form[f]))
            return duel_refuse(why, N_("Written out without equivalences it gets too long."),
                               "");
    }
    return DUEL_OK;
}

/* ---- clauses ----------------------------------------------------------------------------- */

/* False if there is no room. */
static bool add_clause(school_clauses *out, school_clause c)
{
    unsigned kept = 0;
    if (c.yes & c.no)
        return true;
    for (unsigned i = 0; i < out->count; i++)
        if (school_clause_implies(out->clause[i], c))
            return true;
    for (unsigned i = 0; i < out->count; i++)
        if (!school_clause_implies(c, out->clause[i]))
            out->clause[kept++] = out->clause[i];
    out->count = kept;
    if (kept == SCHOOL_CLAUSES)
        return false;
    out->clause[out->count++] = c;
    return true;
}

typedef struct distribution {
    const prop_pool *pool;
    int patience;
    bool failed; /* no memory */
} distribution;

static bool distribute(distribution *d, prop_id id, school_clauses *out);

/* Every clause of the one joined to every clause of the other. */
static bool multiply(distribution *d, const school_clauses *a, const school_clauses *b,
                     school_clauses *out)
{
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++) {
            school_clause x = a->clause[i], y = b->clause[j];
            if (d->patience-- <= 0 ||
                !add_clause(out, (school_clause){x.yes | y.yes, x.no | y.no}))
                return false;
        }
    return true;
}

static bool distribute_or(distribution *d, const prop_node *n, school_clauses *out)
{
    school_clauses *part = malloc(2 * sizeof *part);
    bool fits = part != NULL;
    if (fits)
        part[0].count = part[1].count = 0;
    d->failed = d->failed || part == NULL;
    fits = fits && distribute(d, n->left, &part[0]) && distribute(d, n->right, &part[1]) &&
           multiply(d, &part[0], &part[1], out);
    free(part);
    return fits;
}

/* Adds the clauses of a formula of letters, their negations, AND, OR and constants. */
static bool distribute(distribution *d, prop_id id, school_clauses *out)
{
    const prop_node *n = &d->pool->node[id];
    if (n->op == PROP_AND)
        return distribute(d, n->left, out) && distribute(d, n->right, out);
    if (n->op == PROP_OR)
        return distribute_or(d, n, out);
    if (n->op == PROP_TRUE)
        return true;
    school_clause c = {n->op == PROP_LETTER ? n->letters : 0,
                       n->op == PROP_NOT ? n->letters : 0};
    return add_clause(out, c);
}

duel_status school_add_clauses(const prop_pool *pool, prop_id last, school_clauses *out,
                               duel_msg *why)
{
    distribution d = {pool, PATIENCE, false};
    bool fits = distribute(&d, last, out);
    if (d.failed)
        return duel_no_space(why);
    if (!fits)
        return duel_refuse(why, N_("There are more than {0} clauses."), "i",
                           (int64_t)SCHOOL_CLAUSES);
    return DUEL_OK;
}

bool school_satisfies(const school_clauses *c, school_clause model)
{
    for (unsigned i = 0; i < c->count; i++)
        if (!(c->clause[i].yes & model.yes) && !(c->clause[i].no & model.no))
            return false;
    return true;
}

/* ---- as text ----------------------------------------------------------------------------- */

static void put_between(school_clause c, const char *between, duel_sink *out)
{
    bool first = true;
    for (int k = 0; k < 26; k++)
        if ((c.yes | c.no) >> k & 1) {
            duel_putf(out, "%s%s%c", first ? "" : between, c.no >> k & 1 ? "¬" : "", 'A' + k);
            first = false;
        }
}

void school_put_literals(school_clause c, duel_sink *out)
{
    put_between(c, " ", out);
}

void school_put_clause(school_clause c, duel_sink *out)
{
    bool empty = (c.yes | c.no) == 0;
    duel_put(out, empty ? "⊥" : "{");
    put_between(c, ", ", out);
    duel_put(out, empty ? "" : "}");
}

static void put_dimacs_clause(school_clause c, duel_sink *out)
{
    for (int k = 0; k < 26; k++)
        if ((c.yes | c.no) >> k & 1)
            duel_putf(out, "%d ", c.no >> k & 1 ? -(k + 1) : k + 1);
    duel_put(out, "0\n");
}

void school_put_dimacs(const school_clauses *c, int letters, duel_sink *out)
{
    uint32_t set = 0;
    for (unsigned i = 0; i < c->count; i++)
        set |= c->clause[i].yes | c->clause[i].no;
    int last = set ? 32 - __builtin_clz(set) : 0;
    duel_putf(out, "p cnf %d %u\n", last > letters ? last : letters, c->count);
    for (unsigned i = 0; i < c->count; i++)
        put_dimacs_clause(c->clause[i], out);
}

static duel_status read_literal(duel_str word, school_clauses *out, school_clause *c,
                                duel_msg *why)
{
    int64_t number;
    if (!duel_str_number(word, &number) || number < -26 || number > 26)
        return duel_refuse(why,
                           N_("“{0}” is no literal: a number from 1 to 26, with - before it if "
                              "negated."),
                           "s", word);
    if (number > 0)
        c->yes |= UINT32_C(1) << (number - 1);
    else if (number < 0)
        c->no |= UINT32_C(1) << (-number - 1);
    else if (!add_clause(out, *c))
        return duel_refuse(why, N_("There are more than {0} clauses."), "i",
                           (int64_t)SCHOOL_CLAUSES);
    if (number == 0)
        *c = (school_clause){0, 0};
    return DUEL_OK;
}

duel_status school_read_dimacs(duel_str text, school_clauses *out, duel_msg *why)
{
    duel_str line, word;
    school_clause c = {0, 0};
    duel_status status = DUEL_OK;
    out->count = 0;
    while (status == DUEL_OK && duel_str_part(&text, '\n', &line)) {
        line = duel_str_trim(line);
        if (line.len == 0 || line.at[0] == 'c' || line.at[0] == 'p' || line.at[0] == '%')
            continue;
        while (status == DUEL_OK && duel_str_word(&line, " \t", &word))
            status = read_literal(word, out, &c, why);
    }
    if (status == DUEL_OK && (c.yes | c.no))
        status = duel_refuse(why, N_("The last clause does not end: a 0 is missing."), "");
    return status;
}
