/* gdl/dependencies.c -- which relations need which, in what order to work them out, and
 * refusals of what nothing can be proved from.
 *
 * What needs each other is a component (R. Tarjan, "Depth-first search and linear graph
 * algorithms", 1972), found without recursion: a chain of ground sentences may be as long as
 * memory allows. */
#include "gdl/inside.h"

#include <string.h>

/* ---- components ------------------------------------------------------------------------- */

gdl_graph gdl_graph_of(gdl_arena *j, uint32_t nodes, const gdl_list *pairs)
{
    size_t edges = pairs->count / 2;
    gdl_graph g = {nodes, gdl_arena_alloc(j, (size_t)nodes + 2, sizeof *g.start),
                   gdl_arena_alloc(j, edges, sizeof *g.edge)};
    uint32_t *end = g.start + 1; /* while edges come in, end[i] is where the next of i goes */
    for (size_t e = 0; e < edges; e++)
        end[pairs->at[2 * e] + 1]++;
    for (uint32_t i = 0; i < nodes; i++)
        end[i + 1] += end[i];
    for (size_t e = 0; e < edges; e++)
        g.edge[end[pairs->at[2 * e]]++] = pairs->at[2 * e + 1];
    return g;
}

typedef struct tarjan {
    gdl_arena *job;
    const gdl_graph *g;
    uint32_t *component; /* 0 until it is known, then its number + 1 */
    uint32_t *low;       /* order of discovery, then the least reached; 0: not met yet */
    uint32_t *edge;      /* the next to follow, by node */
    gdl_list path, waiting;
    uint32_t met, count;
} tarjan;

static void enter_node(tarjan *t, uint32_t node)
{
    t->low[node] = ++t->met;
    t->edge[node] = t->g->start[node];
    gdl_push(t->job, &t->path, node);
    gdl_push(t->job, &t->waiting, node);
}

static void lower(tarjan *t, uint32_t node, uint32_t to)
{
    if (!t->component[to] && t->low[to] < t->low[node])
        t->low[node] = t->low[to];
}

/* `order` was node's own discovery order: reached from nothing below, it heads a component. */
static void leave_node(tarjan *t, uint32_t node, uint32_t order)
{
    t->path.count--;
    if (t->path.count)
        lower(t, t->path.at[t->path.count - 1], node);
    if (t->low[node] != order)
        return;
    uint32_t member;
    t->count++;
    do {
        member = t->waiting.at[--t->waiting.count];
        t->component[member] = t->count;
    } while (member != node);
}

static void follow_from(tarjan *t, uint32_t *order, uint32_t root)
{
    enter_node(t, root);
    order[root] = t->low[root];
    while (t->path.count) {
        uint32_t node = t->path.at[t->path.count - 1];
        gdl_tick(t->job);
        if (t->edge[node] == t->g->start[node + 1]) {
            leave_node(t, node, order[node]);
            continue;
        }
        uint32_t to = t->g->edge[t->edge[node]++];
        if (t->low[to]) {
            lower(t, node, to);
        } else {
            enter_node(t, to);
            order[to] = t->low[to];
        }
    }
}

uint32_t gdl_components(gdl_arena *j, const gdl_graph *g, uint32_t *component)
{
    tarjan t = {.job = j, .g = g, .component = component};
    uint32_t *order = gdl_arena_alloc(j, g->nodes, sizeof *order);
    t.low = gdl_arena_alloc(j, g->nodes, sizeof *t.low);
    t.edge = gdl_arena_alloc(j, g->nodes, sizeof *t.edge);
    memset(component, 0, g->nodes * sizeof *component);
    for (uint32_t i = 0; i < g->nodes; i++)
        if (t.low[i] == 0)
            follow_from(&t, order, i);
    for (uint32_t i = 0; i < g->nodes; i++)
        component[i]--;
    gdl_arena_free(j, order);
    gdl_arena_free(j, t.low);
    gdl_arena_free(j, t.edge);
    gdl_arena_free(j, t.path.at);
    gdl_arena_free(j, t.waiting.at);
    return t.count;
}

/* ---- rules ------------------------------------------------------------------------------ */

static gdl_functor head_functor(const gdl_sheet *s, const gdl_rule *r)
{
    return gdl_code_functor(&s->terms, r->head);
}

static bool is_sentence(const gdl_literal *l)
{
    return l->kind == GDL_NOT || gdl_is_looked_up(l);
}

static gdl_relation_fact *relation_of(const gdl_sheet *s, const gdl_literal *l)
{
    return &s->relation[gdl_code_functor(&s->terms, l->code)];
}

/* ---- safety ----------------------------------------------------------------------------- */

static void check_safety(gdl_sheet *s, const gdl_rule *r)
{
    uint64_t bound = 0, used = gdl_code_variables(&s->terms, r->head);
    for (uint32_t i = 0; i < r->count; i++)
        *(r->body[i].kind == GDL_HOLDS ? &bound : &used) |=
            gdl_literal_variables(&s->terms, &r->body[i]);
    if (gdl_code_variables(&s->terms, r->head) & ~bound)
        gdl_refuse_rule(s, r,
                        N_("Line {0}: a variable of the conclusion is bound by no "
                           "condition: {1}"),
                        (duel_str){"", 0});
    if (used & ~bound)
        gdl_refuse_rule(s, r,
                        N_("Line {0}: a variable under “not” or “distinct” is bound by no "
                           "other condition: {1}"),
                        (duel_str){"", 0});
}

/* ---- order ------------------------------------------------------------------------------ */

/* The rules are ordered, not the relations: `(goal ?r 0)` may ask that `(goal ?r 100)` does not
 * hold. Facts need nothing and have rank 0. */
typedef struct ordering {
    gdl_sheet *sheet;
    gdl_graph heads; /* by functor: the rules with a body that conclude it */
} ordering;

static bool may_meet_term(const gdl_terms *t, const uint32_t **code, gdl_term term)
{
    uint32_t word = *(*code)++;
    if (word & GDL_VARIABLE)
        return true;
    if (!gdl_code_is_call(word))
        return word == term;
    if (gdl_code_number(word) != gdl_term_functor(t, term))
        return false;
    bool meet = true;
    for (int i = 0; i < gdl_functor_arity(t, gdl_code_number(word)) && meet; i++)
        meet = may_meet_term(t, code, gdl_term_argument(t, term, i));
    return meet;
}

/* Whether the two might become the same: variables are taken for anything, each time anew. */
static bool may_meet(const gdl_terms *t, const uint32_t **a, const uint32_t **b)
{
    uint32_t x = **a, y = **b;
    if (!gdl_code_is_call(x) || !gdl_code_is_call(y)) {
        if (x & GDL_VARIABLE || y & GDL_VARIABLE) {
            *a = gdl_code_end(t, *a);
            *b = gdl_code_end(t, *b);
            return true;
        }
        return gdl_code_is_call(x)    ? (*b)++,
               may_meet_term(t, a, y) : ((*a)++, may_meet_term(t, b, x));
    }
    bool meet = x == y;
    ++*a, ++*b;
    for (int i = 0; i < gdl_functor_arity(t, gdl_code_number(x)) && meet; i++)
        meet = may_meet(t, a, b);
    return meet;
}

static bool concludes(const gdl_sheet *s, const gdl_rule *r, const gdl_literal *l)
{
    const uint32_t *head = r->head, *code = l->code;
    return may_meet(&s->terms, &head, &code);
}

static gdl_graph rules_by_head(gdl_sheet *s)
{
    gdl_list pairs = {0};
    for (size_t i = 0; i < s->count; i++) {
        if (s->rule[i].count == 0)
            continue;
        gdl_push(&s->job, &pairs, head_functor(s, &s->rule[i]));
        gdl_push(&s->job, &pairs, (uint32_t)i);
    }
    gdl_graph g = gdl_graph_of(&s->job, s->relations, &pairs);
    gdl_arena_free(&s->job, pairs.at);
    return g;
}

/* Calls `meet` for each rule that may conclude a condition of rule r. */
static void each_needed(ordering *o, size_t r, void *to,
                        void (*meet)(ordering *o, size_t r, const gdl_literal *l, size_t needed,
                                     void *to))
{
    gdl_sheet *s = o->sheet;
    for (uint32_t k = 0; k < s->rule[r].count; k++) {
        const gdl_literal *l = &s->rule[r].body[k];
        if (!is_sentence(l))
            continue;
        gdl_functor f = gdl_code_functor(&s->terms, l->code);
        for (uint32_t i = o->heads.start[f]; i < o->heads.start[f + 1]; i++) {
            gdl_tick(&s->job);
            if (concludes(s, &s->rule[o->heads.edge[i]], l))
                meet(o, r, l, o->heads.edge[i], to);
        }
    }
}

static void add_need(ordering *o, size_t r, const gdl_literal *l, size_t needed, void *pairs)
{
    gdl_push(&o->sheet->job, pairs, (uint32_t)r);
    gdl_push(&o->sheet->job, pairs, (uint32_t)needed);
}

static void meet_own_rank(ordering *o, size_t r, const gdl_literal *l, size_t needed, void *to)
{
    gdl_sheet *s = o->sheet;
    if (s->rule[r].rank != s->rule[needed].rank)
        return;
    s->rule[r].recursive = true;
    if (l->kind == GDL_NOT)
        gdl_refuse_rule(
            s, &s->rule[r],
            N_("Line {0}: what this rule concludes depends on its own negation: {1}"),
            (duel_str){"", 0});
}

static void order_rules(gdl_sheet *s)
{
    ordering o = {s, rules_by_head(s)};
    gdl_list pairs = {0};
    for (size_t i = 0; i < s->count; i++)
        each_needed(&o, i, &pairs, add_need);
    gdl_graph g = gdl_graph_of(&s->job, (uint32_t)s->count, &pairs);
    uint32_t *rank = gdl_arena_alloc(&s->job, s->count, sizeof *rank);
    s->ranks = 1 + gdl_components(&s->job, &g, rank);
    for (size_t i = 0; i < s->count; i++)
        s->rule[i].rank = s->rule[i].count ? rank[i] + 1 : 0;
    for (size_t i = 0; i < s->count; i++)
        each_needed(&o, i, NULL, meet_own_rank);
    gdl_arena_free(&s->job, rank);
    gdl_arena_free(&s->job, g.start);
    gdl_arena_free(&s->job, g.edge);
    gdl_arena_free(&s->job, pairs.at);
    gdl_arena_free(&s->job, o.heads.start);
    gdl_arena_free(&s->job, o.heads.edge);
}

/* ---- terms that grow -------------------------------------------------------------------- */

bool gdl_in_circle(const gdl_sheet *s, const gdl_rule *r, const gdl_literal *l)
{
    if (!r->recursive || !is_sentence(l))
        return false;
    for (size_t i = 0; i < s->count; i++)
        if (s->rule[i].rank == r->rank && concludes(s, &s->rule[i], l))
            return true;
    return false;
}

/* Variables that conditions outside the circle bind: they can take so many values only. */
static uint64_t bounded_variables(const gdl_sheet *s, const gdl_rule *r)
{
    uint64_t bounded = 0;
    for (uint32_t k = 0; k < r->count; k++)
        if (r->body[k].kind == GDL_HOLDS && !gdl_in_circle(s, r, &r->body[k]))
            bounded |= gdl_literal_variables(&s->terms, &r->body[k]);
    return bounded;
}

/* Whether a term stands as an argument of the head. */
static bool is_head_argument(const gdl_sheet *s, const gdl_rule *r, const uint32_t *term)
{
    uint32_t ground;
    int arity = gdl_functor_arity(&s->terms, head_functor(s, r));
    for (int i = 0; i < arity; i++)
        if (gdl_code_same(&s->terms, gdl_code_argument(&s->terms, r->head, i, &ground), term))
            return true;
    return false;
}

/* Variables by which values come out of the circle freely: neither bounded by other conditions
 * nor handed on as they are (the language's own restriction of recursion). */
static uint64_t free_variables(const gdl_sheet *s, const gdl_rule *r, const gdl_literal *l)
{
    uint64_t found = 0, bounded = bounded_variables(s, r);
    uint32_t ground;
    int arity = gdl_functor_arity(&s->terms, gdl_code_functor(&s->terms, l->code));
    for (int i = 0; i < arity; i++) {
        const uint32_t *term = gdl_code_argument(&s->terms, l->code, i, &ground);
        if (!is_head_argument(s, r, term))
            found |= gdl_code_variables(&s->terms, term) & ~bounded;
    }
    return found;
}

/* Variables that stand inside a term of the head, not as an argument of it. */
static uint64_t wrapped_variables(const gdl_sheet *s, const gdl_rule *r)
{
    uint64_t wrapped = 0;
    uint32_t ground;
    int arity = gdl_functor_arity(&s->terms, head_functor(s, r));
    for (int i = 0; i < arity; i++) {
        const uint32_t *term = gdl_code_argument(&s->terms, r->head, i, &ground);
        if (gdl_code_is_call(*term))
            wrapped |= gdl_code_variables(&s->terms, term);
    }
    return wrapped;
}

/* In a circle, a value that comes out of it may not go into it again inside a larger term. */
static void check_growth(gdl_sheet *s, const gdl_rule *r)
{
    uint64_t wrapped = r->recursive ? wrapped_variables(s, r) : 0;
    for (uint32_t k = 0; k < r->count && wrapped; k++)
        if (r->body[k].kind == GDL_HOLDS && gdl_in_circle(s, r, &r->body[k]) &&
            free_variables(s, r, &r->body[k]) & wrapped)
            gdl_refuse_rule(s, r, N_("Line {0}: a term grows without end by this rule: {1}"),
                            (duel_str){"", 0});
}

/* ---- what depends on the state ---------------------------------------------------------- */

/* One round of each over all rules; true: something was new. */
static bool spread_dependence(gdl_sheet *s)
{
    bool changed = false;
    for (size_t i = 0; i < s->count; i++) {
        gdl_relation_fact *head = &s->relation[head_functor(s, &s->rule[i])], before = *head;
        for (uint32_t k = 0; k < s->rule[i].count; k++) {
            const gdl_literal *l = &s->rule[i].body[k];
            gdl_relation_fact *part = is_sentence(l) ? relation_of(s, l) : NULL;
            if (part == NULL)
                continue;
            head->on_state |= part->on_state;
            head->on_moves |= part->on_moves;
            changed |= head->needed && !part->needed;
            part->needed |= head->needed;
        }
        changed |= head->on_state != before.on_state || head->on_moves != before.on_moves;
    }
    return changed;
}

static void find_dependence(gdl_sheet *s)
{
    static const gdl_word wanted[] = {GDL_ROLE,  GDL_INIT, GDL_TRUE, GDL_DOES,
                                      GDL_LEGAL, GDL_NEXT, GDL_GOAL, GDL_TERMINAL};
    s->relation[gdl_sheet_functor(&s->terms, GDL_TRUE)].on_state = true;
    s->relation[gdl_sheet_functor(&s->terms, GDL_DOES)].on_moves = true;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        s->relation[gdl_sheet_functor(&s->terms, wanted[i])].needed = true;
    while (spread_dependence(s))
        gdl_tick(&s->job);
}

/* ---- one name, two arities -------------------------------------------------------------- */

typedef struct arities {
    gdl_sheet *sheet;
    gdl_functor *relation, *function; /* by symbol: the first met, + 1 */
    uint32_t *warned;
} arities;

static void meet_functor(arities *a, const gdl_rule *r, gdl_functor f, gdl_functor *first)
{
    uint32_t symbol = gdl_functor_symbol(&a->sheet->terms, f);
    if (first[symbol] == 0)
        first[symbol] = f + 1;
    if (first[symbol] == f + 1 || a->warned[symbol])
        return;
    a->warned[symbol] = 1;
    gdl_warn_rule(a->sheet, r,
                  N_("Line {0}: “{2}” stands here with another number of arguments "
                     "than elsewhere, and is another symbol: {1}"),
                  gdl_symbol_text(&a->sheet->terms, symbol));
}

static void meet_term(arities *a, const gdl_rule *r, gdl_term term)
{
    const gdl_terms *t = &a->sheet->terms;
    gdl_functor f = gdl_term_functor(t, term);
    if (gdl_functor_arity(t, f) == GDL_PLAIN)
        return;
    meet_functor(a, r, f, a->function);
    for (int i = 0; i < gdl_functor_arity(t, f); i++)
        meet_term(a, r, gdl_term_argument(t, term, i));
}

static void meet_code(arities *a, const gdl_rule *r, const uint32_t *code)
{
    for (const uint32_t *end = gdl_code_end(&a->sheet->terms, code); code < end; code++)
        if (gdl_code_is_call(*code))
            meet_functor(a, r, gdl_code_number(*code), a->function);
        else if (!(*code & GDL_VARIABLE))
            meet_term(a, r, *code);
}

static void meet_sentence(arities *a, const gdl_rule *r, const uint32_t *code)
{
    const gdl_terms *t = &a->sheet->terms;
    meet_functor(a, r, gdl_code_functor(t, code), a->relation);
    if (gdl_code_is_call(*code)) {
        const uint32_t *end = gdl_code_end(t, code);
        for (code++; code < end; code = gdl_code_end(t, code))
            meet_code(a, r, code);
        return;
    }
    for (int i = 0; i < gdl_functor_arity(t, gdl_term_functor(t, *code)); i++)
        meet_term(a, r, gdl_term_argument(t, *code, i));
}

static void warn_of_arities(gdl_sheet *s)
{
    gdl_arena *j = &s->job;
    uint32_t symbols = s->terms.symbols.count;
    arities a = {s, gdl_arena_alloc(j, symbols, sizeof *a.relation),
                 gdl_arena_alloc(j, symbols, sizeof *a.function),
                 gdl_arena_alloc(j, symbols, sizeof *a.warned)};
    for (gdl_word w = 0; w < GDL_RANDOM; w++)
        a.relation[w] = gdl_sheet_functor(&s->terms, w) + 1;
    for (size_t i = 0; i < s->count; i++) {
        const gdl_rule *r = &s->rule[i];
        meet_sentence(&a, r, r->head);
        for (uint32_t k = 0; k < r->count; k++)
            if (is_sentence(&r->body[k]))
                meet_sentence(&a, r, r->body[k].code);
    }
    gdl_arena_free(j, a.relation);
    gdl_arena_free(j, a.function);
    gdl_arena_free(j, a.warned);
}

void gdl_sheet_order(gdl_sheet *s)
{
    for (gdl_word w = 0; w < GDL_WORDS; w++)
        gdl_sheet_functor(&s->terms, w);
    s->relations = s->terms.functors.count;
    s->relation = gdl_arena_alloc(&s->job, s->relations, sizeof *s->relation);
    order_rules(s);
    find_dependence(s);
}

void gdl_sheet_check(gdl_sheet *s)
{
    for (size_t i = 0; i < s->count; i++)
        check_safety(s, &s->rule[i]);
    gdl_sheet_order(s);
    for (size_t i = 0; i < s->count; i++)
        check_growth(s, &s->rule[i]);
    warn_of_arities(s);
}
