/* wumpus/explain.c -- the reasons of a verdict and their sentences: see explain.h. */
#include "games/wumpus/explain.h"

#include <string.h>

bool wumpus_contrary_of(const wumpus_rules *rules, wumpus_cell cell, wumpus_status status,
                        bool dead, wumpus_contrary *out)
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
        for (int i = 0; i < wumpus_proof_count(p); i++) {
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
    wumpus_contrary contrary;
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
    if (wumpus_proof_find(p, &contrary, true, on))
        result = collect(p, on, &e, why);
    else
        result = duel_refuse(why, N_("This does not follow for ({0},{1})."), "ii",
                             (int64_t)cell.x, (int64_t)cell.y);
    wumpus_proof_free(p);
    if (result == DUEL_OK)
        *out = e;
    return result;
}

/* ---- sentences ---------------------------------------------------------------------- */

static const char *felt_words(const wumpus_premise *p)
{
    static const char *const words[WUMPUS_SIGNS][2] = {
        [WUMPUS_B] = {N_("no breeze"), N_("a breeze")},
        [WUMPUS_P] = {N_("no stench"), N_("a stench")},
        [WUMPUS_E] = {N_("no glitter"), N_("a glitter")},
    };
    return words[p->sign][p->holds];
}

static const char *law_words(wumpus_law law)
{
    static const char *const words[WUMPUS_LAWS] = {
        [WUMPUS_LAW_ONE_WUMPUS] = N_("The number of wumpuses is known."),
        [WUMPUS_LAW_ONE_GOLD] = N_("The number of golds is known."),
        [WUMPUS_LAW_PIT_COUNT] = N_("The number of pits is known."),
        [WUMPUS_LAW_BREEZE] = N_("A breeze is felt next to a pit, and only there."),
        [WUMPUS_LAW_STENCH] = N_("A stench is smelt next to a wumpus, and only there."),
        [WUMPUS_LAW_GLITTER] = N_("A glitter is seen next to a gold, and only there."),
        [WUMPUS_LAW_PIT_WUMPUS] = N_("A wumpus is never in a pit."),
        [WUMPUS_LAW_PIT_GOLD] = N_("A gold is never in a pit."),
        [WUMPUS_LAW_WUMPUS_GOLD] = N_("A wumpus and a gold are never together."),
        [WUMPUS_LAW_START] = N_("Nothing is at the start."),
    };
    return words[law];
}

void wumpus_say_premise(const wumpus_premise *premise, duel_msg *out)
{
    int64_t x = premise->cell.x, y = premise->cell.y;
    switch (premise->kind) {
    case WUMPUS_PREMISE_FELT:
        duel_say(out, N_("There is {0} at ({1},{2})."), "wii", felt_words(premise), x, y);
        break;
    case WUMPUS_PREMISE_HOLDS:
        duel_say(out, N_("What lies at ({0},{1}) is known."), "ii", x, y);
        break;
    case WUMPUS_PREMISE_ARROW:
        duel_say(out, N_("The arrow from ({0},{1}) told something."), "ii", x, y);
        break;
    case WUMPUS_PREMISE_LAW:
        duel_say(out, law_words(premise->law), "");
        break;
    }
}

static const char *status_words(const wumpus_explanation *e)
{
    static const char *const words[] = {
        [WUMPUS_IS_UNKNOWN] = N_("unknown"),  [WUMPUS_IS_SAFE] = N_("safe"),
        [WUMPUS_IS_PIT] = N_("a pit"),        [WUMPUS_IS_WUMPUS] = N_("the wumpus’s cell"),
        [WUMPUS_IS_DANGER] = N_("dangerous"),
    };
    return words[e->status];
}

void wumpus_say_explanation(const wumpus_explanation *e, duel_msg *out)
{
    const wumpus_premise *p = e->premise;
    const char *is = status_words(e);
    duel_buf text;
    duel_buf_init(&text);
    duel_putf(&text.sink, "(%d,%d)", e->cell.x, e->cell.y);
    duel_str cell = duel_buf_str(&text);
    bool felt = e->facts > 0 && e->facts <= 2;
    for (int i = 0; felt && i < e->facts; i++)
        felt = p[i].kind == WUMPUS_PREMISE_FELT;
    bool together = e->facts == 2 && p[0].cell.x == p[1].cell.x && p[0].cell.y == p[1].cell.y;
    if (felt && e->facts == 1) {
        duel_say(out, N_("{0} is {1}: there is {2} at ({3},{4})."), "swwii", cell, is,
                 felt_words(&p[0]), (int64_t)p[0].cell.x, (int64_t)p[0].cell.y);
    } else if (felt && together) {
        duel_say(out, N_("{0} is {1}: there is {2} and {3} at ({4},{5})."), "swwwii", cell, is,
                 felt_words(&p[0]), felt_words(&p[1]), (int64_t)p[0].cell.x,
                 (int64_t)p[0].cell.y);
    } else if (e->facts == 0) {
        duel_say(out, N_("{0} is {1}, by the rules alone."), "sw", cell, is);
    } else {
        duel_buf cells;
        duel_buf_init(&cells);
        wumpus_print_cells(&e->cells, &cells.sink);
        duel_say(out, N_("{0} is {1}: it follows from what is known at {2}."), "sws", cell, is,
                 duel_buf_str(&cells));
        duel_buf_fini(&cells);
    }
    duel_buf_fini(&text);
}
