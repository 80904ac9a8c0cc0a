/* games/wumpus/cell_status.c -- the status of cells by whichever reasoner takes the rules: see
 * cell_status.h. One of them is counting: what no model shows is impossible. It takes several
 * wumpuses and golds and known numbers of pits, as the solver does. */
#include "games/wumpus/cell_status.h"

#include <stdlib.h>

/* ---- counting as a reasoner --------------------------------------------------------- */

typedef struct counting {
    wumpus_rules rules;
    wumpus_facts facts;
} counting;

static void learn_rules(counting *c, const wumpus_rules *rules)
{
    c->rules = *rules;
    c->rules.clear = 0; /* deduction knows the start only */
    if (!rules->count_known)
        c->rules.pits_are = WUMPUS_PITS_ANY;
}

static duel_status counting_open(const wumpus_rules *rules, void **self, duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    counting *c = malloc(sizeof *c);
    if (c == NULL)
        return duel_no_space(why);
    learn_rules(c, rules);
    wumpus_facts_none(rules, &c->facts);
    *self = c;
    return DUEL_OK;
}

static duel_status counting_learn(void *self, const wumpus_facts *facts, duel_msg *why)
{
    ((counting *)self)->facts = *facts;
    return DUEL_OK;
}

/* DUEL_REFUSED when the literal cannot hold, without a message. */
static duel_status possible(const counting *c, wumpus_sign sign, wumpus_cell cell, bool holds,
                            duel_msg *why)
{
    wumpus_facts facts = c->facts;
    wumpus_counts *counts;
    wumpus_facts_add(&facts, sign, cell, holds);
    duel_status status = wumpus_counts_thin(&c->rules, &facts, &counts, why);
    if (status == DUEL_OK)
        wumpus_counts_free(counts);
    return status;
}

static duel_status counting_ask(void *self, int literal, wumpus_answer *out, duel_msg *why)
{
    const counting *c = self;
    wumpus_sign sign;
    wumpus_cell cell;
    if (!wumpus_literal_read(c->rules.n, literal, &sign, &cell))
        return duel_invalid(why, N_("{0} is not the number of a literal."), "i",
                            (int64_t)literal);
    duel_status can_hold = possible(c, sign, cell, literal > 0, why);
    if (can_hold != DUEL_OK && can_hold != DUEL_REFUSED)
        return can_hold;
    duel_status can_fail = possible(c, sign, cell, literal < 0, why);
    if (can_fail != DUEL_OK && can_fail != DUEL_REFUSED)
        return can_fail;
    if (can_hold == DUEL_REFUSED && can_fail == DUEL_REFUSED)
        return wumpus_contradiction(why);
    *out = can_fail == DUEL_REFUSED   ? WUMPUS_YES
           : can_hold == DUEL_REFUSED ? WUMPUS_NO
                                      : WUMPUS_OPEN;
    return DUEL_OK;
}

typedef duel_status count_maker(const wumpus_rules *rules, const wumpus_facts *facts,
                                wumpus_counts **out, duel_msg *why);

static duel_status judge_by_counts(const counting *c, count_maker *make,
                                   const wumpus_set *cells, wumpus_verdicts *out, duel_msg *why)
{
    wumpus_counts *counts;
    duel_status status = make(&c->rules, &c->facts, &counts, why);
    if (status != DUEL_OK)
        return status;
    wumpus_risk *risk = malloc(sizeof *risk);
    status = risk ? wumpus_counts_risk(counts, risk, why) : duel_no_space(why);
    if (status == DUEL_OK) {
        const wumpus_verdicts *v = &risk->verdicts;
        *out = (wumpus_verdicts){wumpus_and(v->safe, cells), wumpus_and(v->pit, cells),
                                 wumpus_and(v->wumpus, cells), wumpus_and(v->danger, cells)};
    }
    free(risk);
    wumpus_counts_free(counts);
    return status;
}

static duel_status counting_judge(void *self, const wumpus_set *cells, wumpus_verdicts *out,
                                  duel_msg *why)
{
    return judge_by_counts(self, wumpus_counts_thin, cells, out, why);
}

const wumpus_reasoner wumpus_counting = {"counting",   counting_open,  counting_learn,
                                         counting_ask, counting_judge, free};

/* ---- whichever takes the rules ------------------------------------------------------ */

static duel_status judge_by(const wumpus_reasoner *reasoner, const wumpus_rules *rules,
                            const wumpus_facts *facts, const wumpus_set *cells,
                            wumpus_verdicts *out, duel_msg *why)
{
    void *self = NULL;
    duel_status status = reasoner->open(rules, &self, why);
    if (self == NULL)
        return status;
    status = reasoner->learn(self, facts, why);
    if (status == DUEL_OK)
        status = reasoner->judge(self, cells, out, why);
    reasoner->close(self);
    return status;
}

duel_status wumpus_judge(const wumpus_rules *rules, const wumpus_knowledge *k,
                         const wumpus_set *cells, wumpus_verdicts *out, duel_msg *why)
{
    wumpus_facts facts;
    duel_status status = wumpus_facts_of(rules, k, &facts, why);
    if (status != DUEL_OK)
        return status;
    if (wumpus_fast_takes(rules, NULL) == DUEL_OK)
        return wumpus_fast_judge(rules, &facts, cells, out, why);
    status = judge_by(&wumpus_counting, rules, &facts, cells, out, why);
    return status == DUEL_NO_SPACE ? judge_by(&wumpus_sat, rules, &facts, cells, out, why)
                                   : status;
}

duel_status wumpus_judge_soon(const wumpus_rules *rules, const wumpus_knowledge *k,
                              const wumpus_set *cells, wumpus_verdicts *out, duel_msg *why)
{
    counting c;
    duel_status status = wumpus_facts_of(rules, k, &c.facts, why);
    if (status != DUEL_OK)
        return status;
    if (wumpus_fast_takes(rules, NULL) == DUEL_OK)
        return wumpus_fast_judge(rules, &c.facts, cells, out, why);
    learn_rules(&c, rules);
    return judge_by_counts(&c, wumpus_counts_soon, cells, out, why);
}

duel_status wumpus_risk_of(const wumpus_rules *rules, const wumpus_knowledge *k,
                           wumpus_risk *out, duel_msg *why)
{
    wumpus_facts facts;
    wumpus_counts *counts;
    duel_status status = wumpus_facts_of(rules, k, &facts, why);
    if (status == DUEL_OK)
        status = wumpus_counts_new(rules, &facts, &counts, why);
    if (status != DUEL_OK)
        return status;
    status = wumpus_counts_risk(counts, out, why);
    wumpus_counts_free(counts);
    return status;
}

const char *wumpus_status_name(wumpus_status status)
{
    static const char *const name[] = {
        [WUMPUS_IS_UNKNOWN] = "unknown", [WUMPUS_IS_SAFE] = "safe",     [WUMPUS_IS_PIT] = "pit",
        [WUMPUS_IS_WUMPUS] = "wumpus",   [WUMPUS_IS_DANGER] = "danger",
    };
    return name[status];
}
