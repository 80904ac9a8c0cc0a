/* games/wumpus/reasoner_sat.c -- the knowledge base on a satisfiability solver
 * (sat/knowledge_base.h). It accepts all rules and is the judge of the other reasoners.
 *
 * Invariants: (1) the base holds the rules and exactly the facts in `facts`  (2) a cell is in a
 * witness set only if some model shows it. */
#include "games/wumpus/clauses.h"
#include "games/wumpus/reasoner.h"

#include <stdlib.h>
#include <string.h>

/* What some model already found has shown: spares most questions. */
typedef struct witnesses {
    bool any;
    wumpus_set pit, no_pit, wumpus, no_wumpus, calm;
} witnesses;

typedef struct kb {
    sat_base *base;
    wumpus_rules rules;
    wumpus_facts facts;
    witnesses seen;
    wumpus_heard *heard; /* NULL: nobody listens */
    void *listener;
} kb;

static void forget_facts(kb *k)
{
    sat_base_forget(k->base);
    wumpus_facts_none(&k->rules, &k->facts); /* these are among the clauses of the rules */
}

static bool begin_with_rules(kb *k)
{
    k->base = sat_base_new();
    if (k->base == NULL)
        return false;
    sat_base_settle(k->base, wumpus_clauses(&k->rules, sat_base_sink(k->base)));
    wumpus_facts_none(&k->rules, &k->facts);
    return true;
}

static void sat_close(void *self)
{
    kb *k = self;
    if (k)
        sat_base_free(k->base);
    free(k);
}

static duel_status sat_open(const wumpus_rules *rules, void **self, duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    kb *k = calloc(1, sizeof *k);
    if (k == NULL)
        return duel_no_space(why);
    k->rules = *rules;
    if (!begin_with_rules(k)) {
        sat_close(k);
        return duel_no_space(why);
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
    if (!grows(&k->facts, facts))
        forget_facts(k);
    wumpus_facts fresh = news(&k->facts, facts);
    wumpus_fact_clauses(&fresh, sat_base_sink(k->base));
    k->facts = *facts;
    memset(&k->seen, 0, sizeof k->seen);
    return DUEL_OK;
}

/* ---- questions ---------------------------------------------------------------------- */

static duel_status sat_ask(void *self, int literal, wumpus_answer *out, duel_msg *why)
{
    kb *k = self;
    wumpus_sign sign;
    wumpus_cell cell;
    if (!wumpus_literal_read(k->rules.n, literal, &sign, &cell))
        return duel_invalid(why, N_("{0} is not the number of a literal."), "i",
                            (int64_t)literal);
    bool can_hold = sat_base_possible(k->base, literal, 0),
         can_fail = sat_base_possible(k->base, -literal, 0);
    if (!can_hold && !can_fail)
        return wumpus_contradiction(why);
    *out = !can_fail ? WUMPUS_YES : !can_hold ? WUMPUS_NO : WUMPUS_OPEN;
    return DUEL_OK;
}

static bool value(const kb *k, wumpus_sign sign, wumpus_cell c)
{
    return sat_base_holds(k->base, wumpus_literal(k->rules.n, sign, c.x, c.y));
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

void wumpus_sat_listen(void *self, wumpus_heard *heard, void *listener)
{
    kb *k = self;
    k->heard = heard;
    k->listener = listener;
}

/* Whether a model has the cell in `shown`; if none did, looks for one with these literals. */
static bool can(kb *k, const wumpus_set *cells, const wumpus_set *shown, wumpus_cell c, int a,
                int b)
{
    bool before = wumpus_has(shown, c.x, c.y);
    bool possible = before || sat_base_possible(k->base, a, b);
    if (possible && !before)
        note(k, cells);
    if (k->heard)
        k->heard(k->listener, &(wumpus_question){c, a, b, possible, before});
    return possible;
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
    if (!k->seen.any && !sat_base_possible(k->base, 0, 0))
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
