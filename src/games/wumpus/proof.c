/* wumpus/proof.c -- laws and percepts as premises: see proof.h. */
#include "games/wumpus/proof.h"

#include <stdlib.h>

struct wumpus_proof {
    sat_premises *premises;
    wumpus_rules rules;
    int count;
    wumpus_premise premise[WUMPUS_PREMISES]; /* what each of them stands for */
};

/* The literals of a premise in the making. */
enum { MOST_LITERALS = WUMPUS_SIDE };
typedef struct literals {
    int literal[MOST_LITERALS], count;
} literals;

/* ---- premises ----------------------------------------------------------------------- */

/* False: no memory. */
static bool add_premise(wumpus_proof *p, wumpus_premise premise, const literals *l, bool any)
{
    DUEL_REQUIRE(p->count < WUMPUS_PREMISES);
    p->premise[p->count++] = premise;
    return sat_premises_fact(p->premises, l->literal, l->count, any);
}

static void add_literal(const wumpus_proof *p, literals *l, wumpus_sign sign, wumpus_cell c,
                        bool holds)
{
    int literal = wumpus_literal(p->rules.n, sign, c.x, c.y);
    if (l->count < MOST_LITERALS)
        l->literal[l->count++] = holds ? literal : -literal;
}

static const wumpus_sign felt[] = {WUMPUS_B, WUMPUS_P, WUMPUS_E};
static const wumpus_sign there[] = {WUMPUS_T, WUMPUS_W, WUMPUS_G};

static void add_signs(const wumpus_proof *p, const wumpus_knowledge *k, wumpus_cell c,
                      const wumpus_sign sign[3], literals *l)
{
    for (int i = 0; i < 3; i++)
        add_literal(p, l, sign[i], c, wumpus_has(&k->is[sign[i]], c.x, c.y));
}

static wumpus_premise contents_premise(const wumpus_knowledge *k, wumpus_cell c)
{
    wumpus_premise premise = {.kind = WUMPUS_PREMISE_HOLDS, .cell = c};
    for (int i = 0; i < 3 && !premise.holds; i++) {
        premise.sign = there[i];
        premise.holds = wumpus_has(&k->is[there[i]], c.x, c.y);
    }
    return premise;
}

static bool add_cell(wumpus_proof *p, const wumpus_knowledge *k, wumpus_cell c, bool whole)
{
    literals l = {.count = 0};
    add_signs(p, k, c, there, &l);
    if (whole)
        add_signs(p, k, c, felt, &l);
    bool added = add_premise(p, contents_premise(k, c), &l, false);
    for (int i = 0; added && !whole && i < 3; i++) {
        bool holds = wumpus_has(&k->is[felt[i]], c.x, c.y);
        l.count = 0;
        add_literal(p, &l, felt[i], c, holds);
        wumpus_premise premise = {
            .kind = WUMPUS_PREMISE_FELT, .cell = c, .sign = felt[i], .holds = holds};
        added = add_premise(p, premise, &l, false);
    }
    return added;
}

/* A shot alone gives the facts that it adds to an otherwise empty knowledge. */
static duel_status add_arrow(wumpus_proof *p, const wumpus_knowledge *k, int shot,
                             duel_msg *why)
{
    wumpus_knowledge alone;
    wumpus_facts facts;
    literals l = {.count = 0};
    wumpus_know_nothing(k->n, &alone);
    alone.shots = 1;
    alone.shot[0] = k->shot[shot];
    duel_status status = wumpus_facts_of(&p->rules, &alone, &facts, why);
    if (status != DUEL_OK)
        return status;
    bool any = facts.hits > 0;
    const wumpus_set *cells = any ? &facts.hit[0] : &facts.no[WUMPUS_W];
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        if (c.x != 0 || c.y != 0)
            add_literal(p, &l, WUMPUS_W, c, any);
    const wumpus_set *fell = &facts.yes[WUMPUS_W];
    for (wumpus_cell c = wumpus_first(fell); c.y >= 0; c = wumpus_next(fell, c))
        add_literal(p, &l, WUMPUS_W, c, true);
    wumpus_premise premise = {
        .kind = WUMPUS_PREMISE_ARROW, .cell = k->shot[shot].from, .shot = shot};
    return add_premise(p, premise, &l, any) ? DUEL_OK : duel_full(why);
}

static void count_only(sat_sink *self, int group, const int *literal, int count)
{
    (void)self, (void)group, (void)literal, (void)count;
}

/* The laws come first, so that a law is its own index. */
static bool begin_with_laws(wumpus_proof *p)
{
    enum { LARGE = 8 }; /* beyond, pairs of cells are too many to list */
    sat_sink counter = {count_only, p->rules.n > LARGE};
    int variables = wumpus_clauses(&p->rules, &counter);
    p->premises = sat_premises_new(variables, WUMPUS_LAWS, WUMPUS_PREMISES);
    if (p->premises == NULL)
        return false;
    for (; p->count < WUMPUS_LAWS; p->count++)
        p->premise[p->count] =
            (wumpus_premise){.kind = WUMPUS_PREMISE_LAW, .law = (wumpus_law)p->count};
    sat_sink *laws = sat_premises_laws(p->premises);
    laws->compact = counter.compact;
    wumpus_clauses(&p->rules, laws);
    return true;
}

static duel_status fill_proof(wumpus_proof *p, const wumpus_knowledge *k, bool whole_cells,
                              duel_msg *why)
{
    if (!begin_with_laws(p))
        return duel_full(why);
    wumpus_set known = wumpus_known(k);
    for (wumpus_cell c = wumpus_first(&known); c.y >= 0; c = wumpus_next(&known, c))
        if (!add_cell(p, k, c, whole_cells))
            return duel_full(why);
    for (int i = 0; i < k->shots; i++) {
        duel_status status = add_arrow(p, k, i, why);
        if (status != DUEL_OK)
            return status;
    }
    return DUEL_OK;
}

duel_status wumpus_proof_new(const wumpus_rules *rules, const wumpus_knowledge *k,
                             bool whole_cells, wumpus_proof **out, duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    wumpus_proof *p = calloc(1, sizeof *p);
    if (p == NULL)
        return duel_full(why);
    p->rules = *rules;
    status = fill_proof(p, k, whole_cells, why);
    if (status == DUEL_OK)
        *out = p;
    else
        wumpus_proof_free(p);
    return status;
}

void wumpus_proof_free(wumpus_proof *p)
{
    if (p)
        sat_premises_free(p->premises);
    free(p);
}

sat_premises *wumpus_proof_premises(const wumpus_proof *p)
{
    return p->premises;
}

const wumpus_premise *wumpus_proof_premise(const wumpus_proof *p, int i)
{
    return &p->premise[i];
}
