/* logic/derive.c -- what follows from given formulas, and the shortest derivation of one: see
 * derive.h. */
#include "logic/derive.h"
#include "logic/explain.h"

#include <string.h>

enum { END_OF_CHAIN = 0xFFFF };

logic_id derive_contrary(const logic_pool *pool, logic_id id)
{
    const logic_node *n = &pool->node[id];
    return n->op == LOGIC_NOT ? n->left : n->negation;
}

static unsigned op_of(const derive_universe *u, logic_id id)
{
    return u->pool->node[id].op;
}

/* ---- the universe ------------------------------------------------------------------------ */

static void chain(derive_universe *u, uint16_t *head, logic_id to, logic_rule rule)
{
    DUEL_REQUIRE(u->link_count < DERIVE_LINKS_MAX);
    u->link[u->link_count] = (derive_link){to, (uint8_t)rule, *head};
    *head = (uint16_t)u->link_count++;
}

static void link_from(derive_universe *u, logic_id from, logic_rule rule, logic_id to)
{
    chain(u, &u->links_of[from], to, rule);
}

static bool opposed(const logic_pool *pool, logic_id p, logic_id q)
{
    const logic_node *node = pool->node;
    return (node[p].op == LOGIC_NOT && node[p].left == q) ||
           (node[q].op == LOGIC_NOT && node[q].left == p);
}

/* Is x the formula `whole`, or one of its parts joined by `op`? */
static bool is_part(const logic_pool *pool, unsigned op, logic_id x, logic_id whole)
{
    const logic_node *n = &pool->node[whole];
    return x == whole || (n->op == op && (n->left == x || n->right == x));
}

/* The law a formula is an instance of; LOGIC_RULE_COUNT for none. */
static logic_rule law_of(const logic_pool *pool, logic_id id)
{
    const logic_node *n = &pool->node[id];
    if (n->op == LOGIC_OR && opposed(pool, n->left, n->right))
        return LOGIC_RULE_EXCLUDED_MIDDLE;
    if (n->op == LOGIC_THEN && (is_part(pool, LOGIC_AND, n->right, n->left) ||
                                is_part(pool, LOGIC_OR, n->left, n->right)))
        return LOGIC_RULE_IDENTITY;
    if (n->op != LOGIC_NOT)
        return LOGIC_RULE_COUNT;
    const logic_node *inside = &pool->node[n->left];
    bool clash = inside->op == LOGIC_AND && opposed(pool, inside->left, inside->right);
    return clash ? LOGIC_RULE_NON_CONTRADICTION : LOGIC_RULE_COUNT;
}

/* Makes a formula a member: laws may be stated, X&Y follow from its parts, X|Y from either. */
static void allow(derive_universe *u, logic_id id)
{
    if (u->member[id])
        return;
    u->member[id] = true;
    logic_rule law = law_of(u->pool, id);
    if (law != LOGIC_RULE_COUNT) {
        u->law[u->law_count].id = id;
        u->law[u->law_count++].rule = (uint8_t)law;
    }
    const logic_node *n = &u->pool->node[id];
    if (n->op == LOGIC_OR) {
        link_from(u, n->left, LOGIC_RULE_ADDITION, id);
        if (n->right != n->left)
            link_from(u, n->right, LOGIC_RULE_ADDITION, id);
    } else if (n->op == LOGIC_AND) {
        chain(u, &u->conjunctions_of[n->left], id, LOGIC_RULE_CONJUNCTION);
        if (n->right != n->left)
            chain(u, &u->conjunctions_of[n->right], id, LOGIC_RULE_CONJUNCTION);
    }
}

/* Makes the form `op` of these parts, from which a rule read backwards leads to `id`. */
static bool add_form(derive_universe *u, unsigned op, logic_id left, logic_id right,
                     logic_rule rule, logic_id id)
{
    logic_id form = logic_make(u->pool, op, left, right);
    if (form == LOGIC_NONE)
        return false;
    allow(u, form);
    link_from(u, form, rule, id);
    return true;
}

static bool add_forms_of_negation(derive_universe *u, logic_id id)
{
    logic_pool *pool = u->pool;
    logic_node inner = pool->node[pool->node[id].left];
    if (inner.op < LOGIC_LETTERS)
        return true;
    if (inner.op == LOGIC_NOT) {
        link_from(u, inner.left, LOGIC_RULE_DOUBLE_NEGATION, id);
        return true;
    }
    logic_id x = derive_contrary(pool, inner.left), y = derive_contrary(pool, inner.right);
    if (inner.op == LOGIC_THEN)
        return add_form(u, LOGIC_AND, inner.left, y, LOGIC_RULE_NEGATED_IMPLICATION, id);
    return add_form(u, inner.op == LOGIC_AND ? LOGIC_OR : LOGIC_AND, x, y, LOGIC_RULE_DE_MORGAN,
                    id);
}

static bool add_forms(derive_universe *u, logic_id id)
{
    logic_node n = u->pool->node[id];
    if (n.op == LOGIC_NOT)
        return add_forms_of_negation(u, id);
    if (n.op == LOGIC_THEN)
        return add_form(u, LOGIC_OR, derive_contrary(u->pool, n.left), n.right,
                        LOGIC_RULE_MATERIAL_IMPLICATION, id);
    return true;
}

/* Puts a formula, its contrary and its parts into the basis, each once. */
static bool add_basis(derive_universe *u, logic_id id, logic_id *basis, unsigned *count)
{
    if (u->member[id])
        return true;
    allow(u, id);
    basis[(*count)++] = id;
    logic_node n = u->pool->node[id];
    if (n.op == LOGIC_NOT)
        return add_basis(u, n.left, basis, count);
    logic_id contrary = logic_make(u->pool, LOGIC_NOT, id, 0);
    if (contrary == LOGIC_NONE || !add_basis(u, contrary, basis, count))
        return false;
    return n.op < LOGIC_LETTERS ||
           (add_basis(u, n.left, basis, count) && add_basis(u, n.right, basis, count));
}

bool derive_universe_init(derive_universe *u, logic_pool *pool, const logic_id *premise,
                          unsigned count)
{
    u->pool = pool;
    u->falsum = logic_falsum(pool);
    u->law_count = u->link_count = 0;
    u->graph = NULL;
    u->truncated = false;
    memset(u->member, 0, sizeof u->member);
    memset(u->links_of, 0xFF, sizeof u->links_of);
    memset(u->conjunctions_of, 0xFF, sizeof u->conjunctions_of);
    if (u->falsum == LOGIC_NONE)
        return false;
    logic_id basis[LOGIC_POOL_MAX];
    unsigned size = 0;
    for (unsigned i = 0; i < count; i++)
        if (!add_basis(u, premise[i], basis, &size))
            return false;
    for (unsigned i = 0; i < size; i++)
        if (!add_forms(u, basis[i]))
            return false;
    return true;
}

void derive_graph_init(derive_graph *g)
{
    g->count = 0;
    memset(g->edges_of, 0xFF, sizeof g->edges_of);
}

/* ---- facts ------------------------------------------------------------------------------- */

void derive_facts_init(derive_facts *f)
{
    f->count = 0;
    memset(f->cost, 0xFF, sizeof f->cost);
    memset(f->level, DERIVE_OPEN, sizeof f->level);
}

void derive_facts_copy(const derive_facts *from, unsigned formulas, derive_facts *to)
{
    derive_facts_init(to);
    to->count = from->count;
    memcpy(to->known, from->known, from->count * sizeof *to->known);
    memcpy(to->cost, from->cost, formulas * sizeof *to->cost);
    memcpy(to->level, from->level, formulas * sizeof *to->level);
    memcpy(to->why, from->why, formulas * sizeof *to->why);
}

/* ---- the queue: proposed formulas, cheapest first ---------------------------------------- */

typedef struct run {
    derive_universe *u;
    derive_facts *f;
} run;

static void unqueue(run *r, logic_id id)
{
    derive_universe *u = r->u;
    if (u->before[id] == LOGIC_NONE)
        u->queue[r->f->cost[id]] = u->after[id];
    else
        u->after[u->before[id]] = u->after[id];
    if (u->after[id] != LOGIC_NONE)
        u->before[u->after[id]] = u->before[id];
}

static void enqueue(run *r, logic_id id, unsigned cost)
{
    derive_universe *u = r->u;
    logic_id first = u->queue[cost];
    u->before[id] = LOGIC_NONE;
    u->after[id] = first;
    if (first != LOGIC_NONE)
        u->before[first] = id;
    u->queue[cost] = id;
    r->f->cost[id] = (uint16_t)cost;
}

static void record(derive_universe *u, logic_id to, derive_reason why)
{
    derive_graph *g = u->graph;
    if (g->count == DERIVE_EDGES_MAX) {
        u->truncated = true;
        return;
    }
    g->edge[g->count] = (struct derive_edge){why, g->edges_of[to]};
    g->edges_of[to] = g->count++;
}

/* Notes that `id` follows by `why` at this cost, if that is news. */
static void offer_formula(run *r, logic_id id, unsigned cost, derive_reason why)
{
    if (r->u->graph != NULL && !logic_rule_is_given(why.rule))
        record(r->u, id, why);
    if (cost > DERIVE_COST_MAX)
        cost = DERIVE_COST_MAX;
    if (derive_knows(r->f, id) || cost >= r->f->cost[id])
        return;
    if (r->f->cost[id] != DERIVE_UNKNOWN)
        unqueue(r, id);
    enqueue(r, id, cost);
    r->f->why[id] = why;
}

static void by_one(run *r, logic_rule rule, logic_id from, logic_id to)
{
    if (to == LOGIC_NONE)
        return;
    offer_formula(r, to, r->f->cost[from] + 1U, (derive_reason){(uint8_t)rule, 1, {from}});
}

static void by_two(run *r, logic_rule rule, logic_id a, logic_id b, logic_id to)
{
    if (to == LOGIC_NONE)
        return;
    offer_formula(r, to, r->f->cost[a] + r->f->cost[b] + 1U,
                  (derive_reason){(uint8_t)rule, 2, {a, b}});
}

static void by_three(run *r, logic_rule rule, logic_id a, logic_id b, logic_id c, logic_id to)
{
    unsigned cost = (unsigned)r->f->cost[a] + r->f->cost[b] + r->f->cost[c] + 1U;
    offer_formula(r, to, cost, (derive_reason){(uint8_t)rule, 3, {a, b, c}});
}

/* ---- helpers of the rules ---------------------------------------------------------------- */

static logic_id contrary(const run *r, logic_id id)
{
    return derive_contrary(r->u->pool, id);
}

static bool knows(const run *r, logic_id id)
{
    return id != LOGIC_NONE && derive_knows(r->f, id);
}

/* The pair `x op y`; LOGIC_NONE if it is outside the universe, or there is no room for it. */
static logic_id pair(run *r, unsigned op, logic_id x, logic_id y)
{
    logic_pool *pool = r->u->pool;
    logic_id id = logic_find(pool, op, x, y);
    if (id == LOGIC_NONE) {
        logic_table a = pool->node[x].table, b = pool->node[y].table;
        logic_table t = op == LOGIC_AND  ? a & b
                        : op == LOGIC_OR ? a | b
                                         : (logic_table)(~a | b);
        if (t == LOGIC_TRUE)
            return LOGIC_NONE;
        id = logic_make(pool, op, x, y);
        r->u->truncated |= id == LOGIC_NONE;
        return id;
    }
    bool outside = pool->node[id].table == LOGIC_TRUE && !r->u->member[id];
    return outside ? (logic_id)LOGIC_NONE : id;
}

/* ---- rules from one formula -------------------------------------------------------------- */

static void from_negation(run *r, logic_id f)
{
    logic_id inside = r->u->pool->node[f].left;
    logic_node n = r->u->pool->node[inside];
    if (n.op == LOGIC_NOT) {
        by_one(r, LOGIC_RULE_DOUBLE_NEGATION, f, n.left);
    } else if (n.op == LOGIC_THEN) {
        by_one(r, LOGIC_RULE_NEGATED_IMPLICATION, f,
               pair(r, LOGIC_AND, n.left, contrary(r, n.right)));
    } else if (n.op == LOGIC_AND || n.op == LOGIC_OR) {
        unsigned dual = n.op == LOGIC_AND ? LOGIC_OR : LOGIC_AND;
        by_one(r, LOGIC_RULE_DE_MORGAN, f,
               pair(r, dual, contrary(r, n.left), contrary(r, n.right)));
    }
}

/* `op` joins f's parts; its part `inner`, an X inner_op Y, is replaced by X, then by Y. */
static void distribute(run *r, logic_id f, unsigned inner_op, bool on_the_left)
{
    logic_node n = r->u->pool->node[f];
    logic_node inner = r->u->pool->node[on_the_left ? n.left : n.right];
    if (inner.op != inner_op)
        return;
    for (int side = 0; side < 2; side++) {
        logic_id x = side ? inner.right : inner.left;
        logic_id to = on_the_left ? pair(r, n.op, x, n.right) : pair(r, n.op, n.left, x);
        by_one(r, LOGIC_RULE_DISTRIBUTION, f, to);
    }
}

static void from_disjunction(run *r, logic_id f)
{
    logic_node n = r->u->pool->node[f];
    if (n.left == n.right)
        by_one(r, LOGIC_RULE_IDEMPOTENCE, f, n.left);
    by_one(r, LOGIC_RULE_MATERIAL_IMPLICATION, f,
           pair(r, LOGIC_THEN, contrary(r, n.left), n.right));
    by_one(r, LOGIC_RULE_MATERIAL_IMPLICATION, f,
           pair(r, LOGIC_THEN, contrary(r, n.right), n.left));
    distribute(r, f, LOGIC_AND, true);
    distribute(r, f, LOGIC_AND, false);
}

static void from_implication(run *r, logic_id f)
{
    logic_node n = r->u->pool->node[f];
    if (opposed(r->u->pool, n.left, n.right))
        by_one(r, LOGIC_RULE_CLAVIUS, f, n.right);
    by_one(r, LOGIC_RULE_MATERIAL_IMPLICATION, f,
           pair(r, LOGIC_OR, contrary(r, n.left), n.right));
    by_one(r, LOGIC_RULE_CONTRAPOSITION, f,
           pair(r, LOGIC_THEN, contrary(r, n.right), contrary(r, n.left)));
    distribute(r, f, LOGIC_OR, true);
    distribute(r, f, LOGIC_AND, false);
}

static void from_one(run *r, logic_id f)
{
    const logic_node *n = &r->u->pool->node[f];
    if (n->op == LOGIC_AND) {
        by_one(r, LOGIC_RULE_SIMPLIFICATION, f, n->left);
        by_one(r, LOGIC_RULE_SIMPLIFICATION, f, n->right);
    } else if (n->op == LOGIC_OR) {
        from_disjunction(r, f);
    } else if (n->op == LOGIC_THEN) {
        from_implication(r, f);
    } else if (n->op == LOGIC_NOT) {
        from_negation(r, f);
    }
    for (uint16_t i = r->u->links_of[f]; i != END_OF_CHAIN; i = r->u->link[i].next)
        by_one(r, (logic_rule)r->u->link[i].rule, f, r->u->link[i].to);
}

/* ---- rules from two or three formulas ---------------------------------------------------- */

static void contradict(run *r, logic_id f)
{
    const logic_node *n = &r->u->pool->node[f];
    if (knows(r, n->negation))
        by_two(r, LOGIC_RULE_CONTRADICTION, f, n->negation, r->u->falsum);
    if (n->op == LOGIC_NOT && knows(r, n->left))
        by_two(r, LOGIC_RULE_CONTRADICTION, n->left, f, r->u->falsum);
}

static void conjoin(run *r, logic_id f)
{
    for (uint16_t i = r->u->conjunctions_of[f]; i != END_OF_CHAIN; i = r->u->link[i].next) {
        logic_id to = r->u->link[i].to;
        const logic_node *n = &r->u->pool->node[to];
        if (knows(r, n->left) && knows(r, n->right))
            by_two(r, LOGIC_RULE_CONJUNCTION, n->left, n->right, to);
    }
}

/* The syllogisms in which `major` is the compound and `minor` decides one of its parts. */
static void decide(run *r, logic_id major, logic_id minor)
{
    const logic_node *n = &r->u->pool->node[major];
    if (n->op == LOGIC_THEN) {
        if (n->left == minor)
            by_two(r, LOGIC_RULE_MODUS_PONENS, major, minor, n->right);
        if (opposed(r->u->pool, minor, n->right))
            by_two(r, LOGIC_RULE_MODUS_TOLLENS, major, minor, contrary(r, n->left));
    } else if (n->op == LOGIC_OR) {
        if (opposed(r->u->pool, minor, n->left))
            by_two(r, LOGIC_RULE_DISJUNCTIVE_SYLLOGISM, major, minor, n->right);
        if (opposed(r->u->pool, minor, n->right))
            by_two(r, LOGIC_RULE_DISJUNCTIVE_SYLLOGISM, major, minor, n->left);
    } else if (n->op == LOGIC_NOT && op_of(r->u, n->left) == LOGIC_AND) {
        const logic_node *both = &r->u->pool->node[n->left];
        if (both->left == minor)
            by_two(r, LOGIC_RULE_PONENDO_TOLLENS, major, minor, contrary(r, both->right));
        if (both->right == minor)
            by_two(r, LOGIC_RULE_PONENDO_TOLLENS, major, minor, contrary(r, both->left));
    }
}

static void join_implications(run *r, logic_id f, logic_id g)
{
    logic_node a = r->u->pool->node[f], b = r->u->pool->node[g];
    if (a.right == b.left)
        by_two(r, LOGIC_RULE_HYPOTHETICAL_SYLLOGISM, f, g,
               pair(r, LOGIC_THEN, a.left, b.right));
    if (b.right == a.left)
        by_two(r, LOGIC_RULE_HYPOTHETICAL_SYLLOGISM, g, f,
               pair(r, LOGIC_THEN, b.left, a.right));
    if (a.right == b.right && opposed(r->u->pool, a.left, b.left))
        by_two(r, LOGIC_RULE_DILEMMA, f, g, a.right);
}

/* `one` is X>Z with X a part of the disjunction `either`: is its other part's implication
 * known?
 */
static void escape(run *r, logic_id either, logic_id one)
{
    const logic_node *d = &r->u->pool->node[either], *n = &r->u->pool->node[one];
    bool left = n->left == d->left;
    if (!left && n->left != d->right)
        return;
    logic_id other = logic_find(r->u->pool, LOGIC_THEN, left ? d->right : d->left, n->right);
    if (!knows(r, other))
        return;
    by_three(r, LOGIC_RULE_DILEMMA, either, left ? one : other, left ? other : one, n->right);
}

static void from_pair(run *r, logic_id f, logic_id g)
{
    decide(r, f, g);
    decide(r, g, f);
    unsigned a = op_of(r->u, f), b = op_of(r->u, g);
    if (a == LOGIC_THEN && b == LOGIC_THEN)
        join_implications(r, f, g);
    else if (a == LOGIC_OR && b == LOGIC_THEN)
        escape(r, f, g);
    else if (a == LOGIC_THEN && b == LOGIC_OR)
        escape(r, g, f);
}

/* ---- running ----------------------------------------------------------------------------- */

static void settle(run *r, logic_id id, unsigned level)
{
    derive_facts *f = r->f;
    f->level[id] = (uint8_t)level;
    f->known[f->count++] = id;
    if (id == r->u->falsum)
        return;
    contradict(r, id);
    from_one(r, id);
    conjoin(r, id);
    for (unsigned i = 0; i + 1 < f->count; i++)
        from_pair(r, id, f->known[i]); /* nothing follows from falsum: it is no one's part */
}

logic_id derive_run(derive_universe *u, derive_facts *f, unsigned level, logic_rule rule,
                    const logic_id *given, unsigned count, logic_id goal)
{
    run r = {u, f};
    memset(u->queue, 0xFF, sizeof u->queue);
    for (unsigned i = 0; i < count; i++)
        offer_formula(&r, given[i], 0, (derive_reason){.rule = (uint8_t)rule});
    for (unsigned i = 0; i < u->law_count; i++)
        offer_formula(&r, u->law[i].id, 1, (derive_reason){.rule = u->law[i].rule});
    logic_id reached = LOGIC_NONE;
    for (unsigned cost = 0; cost <= DERIVE_COST_MAX;) {
        logic_id id = u->queue[cost];
        if (id == LOGIC_NONE) {
            cost++;
            continue;
        }
        unqueue(&r, id);
        settle(&r, id, level);
        if (reached == LOGIC_NONE && (id == goal || id == u->falsum))
            reached = id;
        if (reached != LOGIC_NONE && u->graph == NULL)
            break;
    }
    return reached;
}

/* ---- shorter derivations ----------------------------------------------------------------- */

enum { UNREACHED = 0xFF };

/* A derivation in the making: the formulas needed, and for those in `done` the edge they come
 * by. What is given needs nothing and is not listed. */
typedef struct search {
    derive_graph *g;
    const derive_facts *f;
    unsigned limit;                /* formulas allowed */
    uint8_t depth[LOGIC_POOL_MAX]; /* of the flattest derivation: none has fewer steps */
    unsigned patience;             /* edges that may still be tried */
    unsigned count, done;          /* of `needed`; those with an edge, as bits */
    logic_id needed[LOGIC_SHORT];
    uint32_t edge[LOGIC_SHORT];
    uint8_t below[LOGIC_SHORT]; /* those it comes from, as bits */
} search;

static bool is_given(const search *s, logic_id id)
{
    return logic_rule_is_given(s->f->why[id].rule);
}

/* ---- depths: a lower bound --------------------------------------------------------------- */

static unsigned depth_by(const search *s, const derive_reason *why)
{
    unsigned deepest = 0;
    for (unsigned i = 0; i < why->count; i++)
        if (s->depth[why->from[i]] > deepest)
            deepest = s->depth[why->from[i]];
    return deepest == UNREACHED ? UNREACHED : deepest + 1;
}

static bool improve_depth(search *s, logic_id id)
{
    bool better = false;
    for (uint32_t e = s->g->edges_of[id]; e != DERIVE_NO_EDGE; e = s->g->edge[e].next) {
        unsigned depth = depth_by(s, &s->g->edge[e].why);
        if (depth < s->depth[id]) {
            s->depth[id] = (uint8_t)depth;
            better = true;
        }
    }
    return better;
}

static void measure_depths(search *s)
{
    memset(s->depth, UNREACHED, sizeof s->depth);
    for (unsigned i = 0; i < s->f->count; i++)
        if (is_given(s, s->f->known[i]))
            s->depth[s->f->known[i]] = 0;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < s->f->count; i++)
            again |= improve_depth(s, s->f->known[i]);
    }
}

/* ---- edges that cannot help -------------------------------------------------------------- */

static bool cites(const derive_reason *why, logic_id id)
{
    for (unsigned i = 0; i < why->count; i++)
        if (why->from[i] == id)
            return true;
    return false;
}

/* Does `a` ask for nothing, but for what is given, that `b` does not ask for? */
static bool asks_no_more(const search *s, const derive_reason *a, const derive_reason *b)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!is_given(s, a->from[i]) && !cites(b, a->from[i]))
            return false;
    return true;
}

/* Keeps of the edges to `id` those to which no other one is preferable: wherever an edge is
 * used, one that asks for no more can take its place without a step more. */
static void prune(search *s, logic_id id)
{
    derive_graph *g = s->g;
    uint32_t kept = DERIVE_NO_EDGE, next;
    for (uint32_t e = g->edges_of[id]; e != DERIVE_NO_EDGE; e = next) {
        next = g->edge[e].next;
        const derive_reason *why = &g->edge[e].why;
        bool useless = depth_by(s, why) > LOGIC_SHORT || cites(why, id);
        for (uint32_t k = kept; k != DERIVE_NO_EDGE && !useless; k = g->edge[k].next)
            useless = asks_no_more(s, &g->edge[k].why, why);
        for (uint32_t k = next; k != DERIVE_NO_EDGE && !useless; k = g->edge[k].next)
            useless =
                asks_no_more(s, &g->edge[k].why, why) && !asks_no_more(s, why, &g->edge[k].why);
        if (useless)
            continue;
        g->edge[e].next = kept;
        kept = e;
    }
    g->edges_of[id] = kept;
}

/* ---- search ------------------------------------------------------------------------------ */

/* The needed formulas above the one at `place`, itself included, as bits. */
static unsigned above(const search *s, unsigned place)
{
    unsigned set = 1U << place, before;
    do {
        before = set;
        for (unsigned i = 0; i < s->count; i++)
            if (s->done >> i & 1 && s->below[i] & set)
                set |= 1U << i;
    } while (set != before);
    return set;
}

/* The place of a needed formula, put on the list if it was not; LOGIC_SHORT if that would pass
 * the limit. */
static unsigned place_of_needed(search *s, logic_id id)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->needed[i] == id)
            return i;
    if (s->count == s->limit)
        return LOGIC_SHORT;
    s->needed[s->count] = id;
    return s->count++;
}

/* Gives the formula at `at` the edge `e`. False if that passes the limit or runs in a circle:
 * nothing may come from what is above it, and what has n above it can be as deep only as the
 * limit leaves room for. */
static bool choose_edge(search *s, unsigned at, unsigned over, uint32_t e)
{
    const derive_reason *why = &s->g->edge[e].why;
    unsigned room = s->limit - (unsigned)__builtin_popcount(over);
    s->edge[at] = e;
    s->below[at] = 0;
    for (unsigned i = 0; i < why->count; i++) {
        logic_id id = why->from[i];
        if (is_given(s, id))
            continue;
        if (s->depth[id] > room)
            return false;
        unsigned place = place_of_needed(s, id);
        if (place == LOGIC_SHORT || over >> place & 1)
            return false;
        s->below[at] |= (uint8_t)(1U << place);
    }
    s->done |= 1U << at;
    return true;
}

/* The deepest formula without an edge: it fails soonest. LOGIC_SHORT if all have one. */
static unsigned deepest_open(const search *s)
{
    unsigned best = LOGIC_SHORT;
    for (unsigned i = 0; i < s->count; i++)
        if (!(s->done >> i & 1) &&
            (best == LOGIC_SHORT || s->depth[s->needed[i]] > s->depth[s->needed[best]]))
            best = i;
    return best;
}

static bool complete(search *s)
{
    unsigned at = deepest_open(s);
    if (at == LOGIC_SHORT)
        return true;
    unsigned count = s->count, done = s->done, over = above(s, at);
    uint32_t e = s->g->edges_of[s->needed[at]];
    for (; e != DERIVE_NO_EDGE && s->patience; e = s->g->edge[e].next) {
        s->patience--;
        if (choose_edge(s, at, over, e) && complete(s))
            return true;
        s->count = count;
        s->done = done;
    }
    return false;
}

bool shorten(derive_graph *g, derive_facts *f, logic_id goal, unsigned *size)
{
    search s = {.g = g, .f = f, .patience = SHORTEN_PATIENCE};
    if (*size <= 1)
        return true;
    measure_depths(&s);
    for (unsigned i = 0; i < f->count; i++)
        prune(&s, f->known[i]);
    for (s.limit = s.depth[goal]; s.limit < *size && s.limit <= LOGIC_SHORT; s.limit++) {
        s.count = 1;
        s.done = 0;
        s.needed[0] = goal;
        if (!complete(&s))
            continue;
        for (unsigned i = 0; i < s.count; i++)
            f->why[s.needed[i]] = g->edge[s.edge[i]].why;
        *size = s.count;
        return true;
    }
    return s.patience > 0;
}
