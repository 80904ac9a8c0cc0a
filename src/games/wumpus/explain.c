/* wumpus/explain.c -- the reasons of a verdict: see explain.h; its sentences: sentence.c. */
#include "games/wumpus/explain.h"

#include <string.h>

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
        for (int i = 0; i < sat_premises_count(wumpus_proof_premises(p)); i++) {
            const wumpus_premise *premise = wumpus_proof_premise(p, i);
            if (!on[i] || (premise->kind == WUMPUS_PREMISE_LAW) != (laws == 1))
                continue;
            if (e->count == WUMPUS_REASONS) {
                duel_say(why, N_("The reasons are too many to list."), "");
                return DUEL_FULL;
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
    wumpus_proof *p;
    duel_status result = wumpus_facts_of(rules, k, &facts, why);
    if (result != DUEL_OK)
        return result;
    wumpus_explanation e = {.cell = cell, .status = status};
    e.dead = facts.harmless || wumpus_has(&facts.slain, cell.x, cell.y);
    if (!wumpus_contrary_of(rules, cell, status, e.dead, &contrary))
        return duel_refuse(why, N_("Nothing follows for ({0},{1})."), "ii", (int64_t)cell.x,
                           (int64_t)cell.y);
    result = wumpus_proof_new(rules, k, false, &p, why);
    if (result != DUEL_OK)
        return result;
    bool on[WUMPUS_PREMISES];
    if (sat_premises_refute(wumpus_proof_premises(p), &contrary, true, on))
        result = collect(p, on, &e, why);
    else
        result = duel_refuse(why, N_("This does not follow for ({0},{1})."), "ii",
                             (int64_t)cell.x, (int64_t)cell.y);
    wumpus_proof_free(p);
    if (result == DUEL_OK)
        *out = e;
    return result;
}
