/* wumpus/counting.c -- a reasoner that counts models: what no model shows is impossible. It
 * takes several wumpuses and golds and known numbers of pits, as the solver does. */
#include "games/wumpus/count.h"

#include <stdlib.h>
#include <string.h>

typedef struct counting {
    wumpus_rules rules;
    wumpus_facts facts;
} counting;

static duel_status counting_open(const wumpus_rules *rules, void **self, duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    counting *c = malloc(sizeof *c);
    if (c == NULL)
        return duel_full(why);
    c->rules = *rules;
    c->rules.clear = 0; /* deduction knows the start only */
    if (!rules->count_known)
        c->rules.pits_are = WUMPUS_PITS_ANY;
    wumpus_facts_none(rules, &c->facts);
    *self = c;
    return DUEL_OK;
}

static duel_status counting_learn(void *self, const wumpus_facts *facts, duel_msg *why)
{
    (void)why;
    ((counting *)self)->facts = *facts;
    return DUEL_OK;
}

/* DUEL_NO when the literal cannot hold, without a message. */
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
        return duel_bad(why, N_("{0} is not the number of a literal."), "i", (int64_t)literal);
    duel_status can_hold = possible(c, sign, cell, literal > 0, why);
    if (can_hold != DUEL_OK && can_hold != DUEL_NO)
        return can_hold;
    duel_status can_fail = possible(c, sign, cell, literal < 0, why);
    if (can_fail != DUEL_OK && can_fail != DUEL_NO)
        return can_fail;
    if (can_hold == DUEL_NO && can_fail == DUEL_NO)
        return wumpus_contradiction(why);
    *out = can_fail == DUEL_NO ? WUMPUS_YES : can_hold == DUEL_NO ? WUMPUS_NO : WUMPUS_OPEN;
    return DUEL_OK;
}

static duel_status counting_judge(void *self, const wumpus_set *cells, wumpus_verdicts *out,
                                  duel_msg *why)
{
    const counting *c = self;
    wumpus_counts *counts;
    duel_status status = wumpus_counts_thin(&c->rules, &c->facts, &counts, why);
    if (status != DUEL_OK)
        return status;
    wumpus_risk *risk = malloc(sizeof *risk);
    status = risk ? wumpus_counts_risk(counts, risk, why) : duel_full(why);
    if (status == DUEL_OK) {
        const wumpus_verdicts *v = &risk->verdicts;
        *out = (wumpus_verdicts){wumpus_and(v->safe, cells), wumpus_and(v->pit, cells),
                                 wumpus_and(v->wumpus, cells), wumpus_and(v->danger, cells)};
    }
    free(risk);
    wumpus_counts_free(counts);
    return status;
}

const wumpus_reasoner wumpus_counting = {"counting",   counting_open,  counting_learn,
                                         counting_ask, counting_judge, free};
