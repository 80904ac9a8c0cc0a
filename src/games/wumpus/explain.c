/* games/wumpus/explain.c -- laws and percepts as premises, the cells in conflict, and the
 * reasons of a verdict: see explain.h. The sentences that tell them stand in explain_text.c. */
#include "games/wumpus/explain.h"

#include <stdlib.h>
#include <string.h>

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
    return add_premise(p, premise, &l, any) ? DUEL_OK : duel_no_space(why);
}

static void count_only(sat_sink *self, int group, const int *literal, int count)
{
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
        return duel_no_space(why);
    wumpus_set known = wumpus_known(k);
    for (wumpus_cell c = wumpus_first(&known); c.y >= 0; c = wumpus_next(&known, c))
        if (!add_cell(p, k, c, whole_cells))
            return duel_no_space(why);
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
        return duel_no_space(why);
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

/* ---- cells in conflict -------------------------------------------------------------- */

static duel_status say_conflict(const wumpus_conflict *found, duel_msg *why)
{
    duel_buf text = duel_buf_empty();
    wumpus_print_cells(&found->cells, " ", &text.sink);
    duel_str cells = duel_buf_str(&text);
    int count = wumpus_count(&found->cells);
    duel_status status =
        count == 0 && found->arrow
            ? duel_refuse(why, N_("The arrow cannot have ended as it is told."), "")
        : count == 0 ? duel_refuse(why, N_("No world follows these rules."), "")
        : found->arrow
            ? duel_refuse(why, N_("The arrow and what is known at {0} contradict each other."),
                          "s", cells)
        : count == 1
            ? duel_refuse(why, N_("What is told of {0} contradicts the rules."), "s", cells)
            : duel_refuse(why, N_("What is told of {0} contradicts itself."), "s", cells);
    duel_buf_fini(&text);
    return status;
}

duel_status wumpus_check_knowledge(const wumpus_rules *rules, const wumpus_knowledge *k,
                                   wumpus_conflict *out, duel_msg *why)
{
    wumpus_proof *p = NULL;
    duel_status status = wumpus_proof_new(rules, k, true, &p, why);
    if (p == NULL)
        return status;
    bool on[WUMPUS_PREMISES];
    sat_contrary nothing = {.clause_size = 0};
    if (sat_premises_refute(p->premises, &nothing, true, on)) {
        wumpus_conflict found = {.arrow = false};
        for (int i = 0; i < sat_premises_count(p->premises); i++) {
            const wumpus_premise *premise = &p->premise[i];
            if (on[i] && premise->kind == WUMPUS_PREMISE_ARROW)
                found.arrow = true;
            else if (on[i] && premise->kind != WUMPUS_PREMISE_LAW)
                wumpus_add(&found.cells, premise->cell.x, premise->cell.y);
        }
        *out = found;
        status = say_conflict(&found, why);
    }
    wumpus_proof_free(p);
    return status;
}

/* ---- reasons of a verdict ----------------------------------------------------------- */

bool wumpus_contrary_of(const wumpus_rules *rules, wumpus_cell cell, wumpus_status status,
                        bool dead, sat_contrary *out)
{
    int pit = wumpus_literal(rules->n, WUMPUS_T, cell.x, cell.y);
    int wumpus = wumpus_literal(rules->n, WUMPUS_W, cell.x, cell.y);
    memset(out, 0, sizeof *out);
    switch (status) {
    case WUMPUS_IS_SAFE:
        out->clause[out->clause_size++] = pit;
        if (!dead)
            out->clause[out->clause_size++] = wumpus;
        return true;
    case WUMPUS_IS_PIT:
        out->literal[out->literals++] = -pit;
        return true;
    case WUMPUS_IS_WUMPUS:
        out->literal[out->literals++] = -wumpus;
        return !dead;
    case WUMPUS_IS_DANGER:
        out->literal[out->literals++] = -pit;
        out->literal[out->literals++] = -wumpus;
        return !dead;
    case WUMPUS_IS_UNKNOWN:
        break;
    }
    return false;
}

static duel_status collect(const wumpus_proof *p, const bool *on, wumpus_explanation *e,
                           duel_msg *why)
{
    for (int laws = 0; laws < 2; laws++) {
        for (int i = 0; i < sat_premises_count(p->premises); i++) {
            const wumpus_premise *premise = &p->premise[i];
            if (!on[i] || (premise->kind == WUMPUS_PREMISE_LAW) != (laws == 1))
                continue;
            if (e->count == WUMPUS_REASONS) {
                duel_say(why, N_("The reasons are too many to list."), "");
                return DUEL_NO_SPACE;
            }
            e->premise[e->count++] = *premise;
            if (!laws)
                wumpus_add(&e->cells, premise->cell.x, premise->cell.y);
        }
        if (!laws)
            e->facts = e->count;
    }
    return DUEL_OK;
}

duel_status wumpus_explain(const wumpus_rules *rules, const wumpus_knowledge *k,
                           wumpus_cell cell, wumpus_status status, wumpus_explanation *out,
                           duel_msg *why)
{
    wumpus_facts facts;
    sat_contrary contrary;
    wumpus_proof *p = NULL;
    duel_status result = wumpus_facts_of(rules, k, &facts, why);
    if (result != DUEL_OK)
        return result;
    wumpus_explanation e = {.cell = cell, .status = status};
    e.dead = facts.harmless || wumpus_has(&facts.slain, cell.x, cell.y);
    if (!wumpus_contrary_of(rules, cell, status, e.dead, &contrary))
        return duel_refuse(why, N_("Nothing follows for ({0},{1})."), "ii", (int64_t)cell.x,
                           (int64_t)cell.y);
    result = wumpus_proof_new(rules, k, false, &p, why);
    if (p == NULL)
        return result;
    bool on[WUMPUS_PREMISES];
    if (sat_premises_refute(p->premises, &contrary, true, on))
        result = collect(p, on, &e, why);
    else
        result = duel_refuse(why, N_("This does not follow for ({0},{1})."), "ii",
                             (int64_t)cell.x, (int64_t)cell.y);
    wumpus_proof_free(p);
    if (result == DUEL_OK)
        *out = e;
    return result;
}
