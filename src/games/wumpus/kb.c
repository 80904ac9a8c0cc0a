/* wumpus/kb.c -- the knowledge base on a satisfiability solver (CaDiCaL, incremental, questions
 * as assumptions). It accepts all rules and is the judge of the other reasoners.
 *
 * The rules are given to the solver once. Facts hold under a switch, so that an undo or another
 * grid only needs a new switch; building the rules again would cost more than all questions.
 *
 * Invariants: (1) under the switch the solver holds the rules and exactly the facts in `facts`
 * (2) older switches are off for good  (3) a cell is in a witness set only if some model shows
 * it.
 */
#include "games/wumpus/clauses.h"
#include "games/wumpus/reason.h"

#include <ccadical.h>
#include <stdlib.h>
#include <string.h>

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 };

/* What some model already found has shown: spares most questions. */
typedef struct witnesses {
    bool any;
    wumpus_set pit, no_pit, wumpus, no_wumpus, calm;
} witnesses;

typedef struct kb {
    wumpus_clause_sink sink;
    CCaDiCaL *solver;
    wumpus_rules rules;
    wumpus_facts facts;
    int on; /* the switch of the facts; 0 while the rules are given */
    witnesses seen;
} kb;

static void add_clause(wumpus_clause_sink *self, wumpus_law law, const int *literal, int count)
{
    (void)law;
    CCaDiCaL *solver = ((kb *)self)->solver;
    if (((kb *)self)->on != 0)
        ccadical_add(solver, -((kb *)self)->on);
    for (int i = 0; i < count; i++)
        ccadical_add(solver, literal[i]);
    ccadical_add(solver, 0);
}

/* Forgets all facts: the old switch goes off for good. */
static void forget(kb *k)
{
    ccadical_add(k->solver, -k->on);
    ccadical_add(k->solver, 0);
    k->on++;
    wumpus_facts_none(&k->rules, &k->facts); /* these are among the clauses of the rules */
}

static bool start(kb *k)
{
    k->solver = ccadical_init();
    if (k->solver == NULL)
        return false;
    ccadical_set_option(k->solver, "quiet", 1);
    k->on = wumpus_clauses(&k->rules, &k->sink) + 1;
    wumpus_facts_none(&k->rules, &k->facts);
    return true;
}

static void sat_close(void *self)
{
    kb *k = self;
    if (k && k->solver)
        ccadical_release(k->solver);
    free(k);
}

static duel_status sat_open(const wumpus_rules *rules, void **self, duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    kb *k = calloc(1, sizeof *k);
    if (k == NULL)
        return duel_full(why);
    k->sink.clause = add_clause;
    k->rules = *rules;
    if (!start(k)) {
        sat_close(k);
        return duel_full(why);
    }
    *self = k;
    return DUEL_OK;
}

/* ---- learning ----------------------------------------------------------------------- */

static bool grows(const wumpus_facts *old, const wumpus_facts *facts)
{
    for (int i = 0; i < WUMPUS_SIGNS; i++)
        if (!wumpus_within(&old->yes[i], &facts->yes[i]) ||
            !wumpus_within(&old->no[i], &facts->no[i]))
            return false;
    return old->hits <= facts->hits &&
           memcmp(old->hit, facts->hit, (size_t)old->hits * sizeof old->hit[0]) == 0;
}

static wumpus_facts news(const wumpus_facts *old, const wumpus_facts *facts)
{
    wumpus_facts fresh = *facts;
    for (int i = 0; i < WUMPUS_SIGNS; i++) {
        fresh.yes[i] = wumpus_minus(fresh.yes[i], &old->yes[i]);
        fresh.no[i] = wumpus_minus(fresh.no[i], &old->no[i]);
    }
    fresh.hits = facts->hits - old->hits;
    memmove(fresh.hit, facts->hit + old->hits, (size_t)fresh.hits * sizeof fresh.hit[0]);
    return fresh;
}

static duel_status sat_learn(void *self, const wumpus_facts *facts, duel_msg *why)
{
    kb *k = self;
    (void)why;
    if (!grows(&k->facts, facts))
        forget(k);
    wumpus_facts fresh = news(&k->facts, facts);
    wumpus_fact_clauses(&fresh, &k->sink);
    k->facts = *facts;
    memset(&k->seen, 0, sizeof k->seen);
    return DUEL_OK;
}

/* ---- questions ---------------------------------------------------------------------- */

static bool possible(kb *k, int a, int b)
{
    ccadical_assume(k->solver, k->on);
    if (a != 0)
        ccadical_assume(k->solver, a);
    if (b != 0)
        ccadical_assume(k->solver, b);
    return ccadical_solve(k->solver) == SATISFIABLE;
}

static duel_status sat_ask(void *self, int literal, wumpus_answer *out, duel_msg *why)
{
    kb *k = self;
    wumpus_sign sign;
    wumpus_cell cell;
    if (!wumpus_literal_read(k->rules.n, literal, &sign, &cell))
        return duel_bad(why, N_("{0} is not the number of a literal."), "i", (int64_t)literal);
    bool can_hold = possible(k, literal, 0), can_fail = possible(k, -literal, 0);
    if (!can_hold && !can_fail)
        return wumpus_contradiction(why);
    *out = !can_fail ? WUMPUS_YES : !can_hold ? WUMPUS_NO : WUMPUS_OPEN;
    return DUEL_OK;
}

static bool value(const kb *k, wumpus_sign sign, wumpus_cell c)
{
    return ccadical_val(k->solver, wumpus_literal(k->rules.n, sign, c.x, c.y)) > 0;
}

static bool alive_at(const kb *k, wumpus_cell c)
{
    return !k->facts.harmless && !wumpus_has(&k->facts.slain, c.x, c.y);
}

static void note(kb *k, const wumpus_set *cells)
{
    witnesses *seen = &k->seen;
    seen->any = true;
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c)) {
        bool pit = value(k, WUMPUS_T, c), wumpus = value(k, WUMPUS_W, c) && alive_at(k, c);
        wumpus_add(pit ? &seen->pit : &seen->no_pit, c.x, c.y);
        wumpus_add(wumpus ? &seen->wumpus : &seen->no_wumpus, c.x, c.y);
        if (!pit && !wumpus)
            wumpus_add(&seen->calm, c.x, c.y);
    }
}

/* Whether some model has the cell in `shown`, looking for one with these literals if none did.
 */
static bool can(kb *k, const wumpus_set *cells, const wumpus_set *shown, wumpus_cell c, int a,
                int b)
{
    if (wumpus_has(shown, c.x, c.y))
        return true;
    if (!possible(k, a, b))
        return false;
    note(k, cells);
    return true;
}

static wumpus_status judge_cell(kb *k, const wumpus_set *cells, wumpus_cell c)
{
    int pit = wumpus_literal(k->rules.n, WUMPUS_T, c.x, c.y);
    int wumpus = alive_at(k, c) ? wumpus_literal(k->rules.n, WUMPUS_W, c.x, c.y) : 0;
    const witnesses *seen = &k->seen;
    bool has_pit = can(k, cells, &seen->pit, c, pit, 0);
    bool has_wumpus = wumpus && can(k, cells, &seen->wumpus, c, wumpus, 0);
    if (!has_pit && !has_wumpus)
        return WUMPUS_IS_SAFE;
    if (has_pit && !can(k, cells, &seen->no_pit, c, -pit, 0))
        return WUMPUS_IS_PIT;
    if (has_wumpus && !can(k, cells, &seen->no_wumpus, c, -wumpus, 0))
        return WUMPUS_IS_WUMPUS;
    return can(k, cells, &seen->calm, c, -pit, -wumpus) ? WUMPUS_IS_UNKNOWN : WUMPUS_IS_DANGER;
}

static duel_status sat_judge(void *self, const wumpus_set *cells, wumpus_verdicts *out,
                             duel_msg *why)
{
    kb *k = self;
    if (!k->seen.any && !possible(k, 0, 0))
        return wumpus_contradiction(why);
    if (!k->seen.any)
        note(k, cells);
    wumpus_verdicts v;
    memset(&v, 0, sizeof v);
    wumpus_set *by_status[] = {[WUMPUS_IS_SAFE] = &v.safe,
                               [WUMPUS_IS_PIT] = &v.pit,
                               [WUMPUS_IS_WUMPUS] = &v.wumpus,
                               [WUMPUS_IS_DANGER] = &v.danger};
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c)) {
        wumpus_status status = judge_cell(k, cells, c);
        if (status != WUMPUS_IS_UNKNOWN)
            wumpus_add(by_status[status], c.x, c.y);
    }
    *out = v;
    return DUEL_OK;
}

const wumpus_reasoner wumpus_sat = {"sat", sat_open, sat_learn, sat_ask, sat_judge, sat_close};

duel_status wumpus_contradiction(duel_msg *why)
{
    return duel_refuse(why, N_("No world agrees with all these percepts."), "");
}
