/* wumpus/judge.c -- see judge.h. */
#include "games/wumpus/judge.h"

static duel_status judge_by(const wumpus_reasoner *reasoner, const wumpus_rules *rules,
                            const wumpus_facts *facts, const wumpus_set *cells,
                            wumpus_verdicts *out, duel_msg *why)
{
    void *self;
    duel_status status = reasoner->open(rules, &self, why);
    if (status != DUEL_OK)
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
    return status == DUEL_FULL ? judge_by(&wumpus_sat, rules, &facts, cells, out, why) : status;
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
