/* games/wumpus/reasoner_fast.c -- the fast exact reasoner for one wumpus and one gold, pits not
 * counted.
 *
 * Why it is exact. Fix the wumpus's cell w and the gold's cell g. The facts about pits are then
 * unit facts and clauses "a pit next to this breeze", which only ask for more pits: if any set
 * of pits will do, the largest one allowed does. So (w,g) is consistent exactly when every
 * breeze touches an allowed cell other than w and g; a cell can hold a pit when it is allowed
 * under some consistent pair; it can be without one when no breeze depends on it alone.
 *
 * Why it is fast. A breeze with three allowed cells or more survives any pair. So the
 * candidates that are next to no breeze with fewer all act alike, and three of them stand for
 * all: a question about one cell needs two others at most. Few candidates are left beside
 * those. */
#include "games/wumpus/reasoner.h"

#include <stdlib.h>
#include <string.h>

typedef struct fast {
    wumpus_rules rules;
    wumpus_facts facts;
} fast;

/* What the facts leave open before pairs are looked at. */
typedef struct candidates {
    wumpus_set pit;          /* cells where a pit is allowed */
    wumpus_set wumpus, gold; /* possible places */
    wumpus_set breeze;       /* felt, not yet explained by a known pit */
    wumpus_set tight;        /* allowed cells next to a breeze with at most two of them */
} candidates;

/* What consistent pairs show, each set closed over all of them. */
typedef struct views {
    bool any;
    wumpus_set pit, no_pit, wumpus, calm;
    wumpus_set partner; /* golds that go with some loose wumpus */
} views;

/* ---- candidates --------------------------------------------------------------------- */

/* Where the one source of a mark can be. */
static wumpus_set places_of_source(const fast *f, wumpus_sign source, wumpus_sign mark)
{
    int n = f->rules.n;
    bool own = mark == WUMPUS_E && f->rules.own_glitter;
    const wumpus_facts *facts = &f->facts;
    wumpus_set open = wumpus_board(n);
    open = wumpus_minus(open, &facts->no[source]);
    wumpus_set unmarked = wumpus_glitter_of(n, own, &facts->no[mark]);
    open = wumpus_minus(open, &unmarked);
    const wumpus_set *felt = &facts->yes[mark];
    for (wumpus_cell c = wumpus_first(felt); c.y >= 0; c = wumpus_next(felt, c)) {
        wumpus_set cell = wumpus_only(c.x, c.y), near = wumpus_glitter_of(n, own, &cell);
        open = wumpus_and(open, &near);
    }
    const wumpus_set *there = &facts->yes[source];
    for (wumpus_cell c = wumpus_first(there); c.y >= 0; c = wumpus_next(there, c)) {
        wumpus_set cell = wumpus_only(c.x, c.y);
        open = wumpus_and(open, &cell);
    }
    if (!f->rules.overlap)
        open = wumpus_minus(open, &facts->yes[WUMPUS_T]);
    return open;
}

/* The cells with at least one, two and three neighbours in `s`. */
static void neighbours_in(int n, const wumpus_set *s, wumpus_set at_least[3])
{
    uint32_t inside = n == 32 ? UINT32_MAX : ((uint32_t)1 << n) - 1;
    memset(at_least, 0, 3 * sizeof at_least[0]);
    for (int y = 0; y < n; y++) {
        uint32_t side[4] = {s->row[y] << 1 & inside, s->row[y] >> 1, y > 0 ? s->row[y - 1] : 0,
                            y + 1 < n ? s->row[y + 1] : 0};
        uint32_t one = 0, two = 0, three = 0;
        for (int i = 0; i < 4; i++) {
            three |= two & side[i];
            two |= one & side[i];
            one |= side[i];
        }
        at_least[0].row[y] = one, at_least[1].row[y] = two, at_least[2].row[y] = three;
    }
}

/* False when the facts deny each other cell by cell. */
static bool find_candidates(const fast *f, candidates *c)
{
    int n = f->rules.n;
    const wumpus_facts *facts = &f->facts;
    for (int i = 0; i < WUMPUS_SIGNS; i++) {
        wumpus_set both = wumpus_and(facts->yes[i], &facts->no[i]);
        if (!wumpus_empty(&both))
            return false;
    }
    wumpus_set still = wumpus_around(n, &facts->no[WUMPUS_B]);
    c->pit = wumpus_board(n);
    c->pit = wumpus_minus(c->pit, &facts->no[WUMPUS_T]);
    c->pit = wumpus_minus(c->pit, &still);
    c->wumpus = places_of_source(f, WUMPUS_W, WUMPUS_P);
    c->gold = places_of_source(f, WUMPUS_G, WUMPUS_E);
    for (int i = 0; i < facts->hits; i++)
        c->wumpus = wumpus_and(c->wumpus, &facts->hit[i]);
    wumpus_set explained = wumpus_around(n, &facts->yes[WUMPUS_T]), at_least[3];
    c->breeze = wumpus_minus(facts->yes[WUMPUS_B], &explained);
    neighbours_in(n, &c->pit, at_least);
    wumpus_set few = wumpus_minus(c->breeze, &at_least[2]);
    few = wumpus_around(n, &few);
    c->tight = wumpus_and(few, &c->pit);
    return wumpus_within(&facts->yes[WUMPUS_T], &c->pit);
}

/* ---- pairs -------------------------------------------------------------------------- */

/* The allowed pits under a pair, and among them those that a breeze cannot spare. */
static bool pair_holds(const fast *f, const candidates *c, wumpus_cell w, wumpus_cell g,
                       wumpus_set *pits, wumpus_set *needed)
{
    if (f->rules.strict && !f->rules.overlap && w.x == g.x && w.y == g.y)
        return false;
    *pits = c->pit;
    if (!f->rules.overlap) {
        wumpus_drop(pits, w.x, w.y);
        wumpus_drop(pits, g.x, g.y);
    }
    wumpus_set at_least[3];
    neighbours_in(f->rules.n, pits, at_least);
    if (!wumpus_within(&c->breeze, &at_least[0]))
        return false;
    wumpus_set single = wumpus_minus(c->breeze, &at_least[1]);
    single = wumpus_around(f->rules.n, &single);
    *needed = wumpus_and(single, pits);
    *needed = wumpus_or(*needed, &f->facts.yes[WUMPUS_T]);
    return true;
}

static void look_at_pair(const fast *f, const candidates *c, wumpus_cell w, wumpus_cell g,
                         views *v)
{
    wumpus_set pits, needed, board = wumpus_board(f->rules.n);
    if (!pair_holds(f, c, w, g, &pits, &needed))
        return;
    wumpus_set spared = wumpus_minus(board, &needed);
    v->any = true;
    v->pit = wumpus_or(v->pit, &pits);
    v->no_pit = wumpus_or(v->no_pit, &spared);
    wumpus_add(&v->wumpus, w.x, w.y);
    if (!wumpus_has(&c->tight, w.x, w.y))
        wumpus_add(&v->partner, g.x, g.y);
    if (!f->facts.harmless && !wumpus_has(&f->facts.slain, w.x, w.y))
        wumpus_drop(&spared, w.x, w.y);
    v->calm = wumpus_or(v->calm, &spared);
}

/* The tight candidates, and three of the others to stand for all of them. */
static wumpus_set delegates(const wumpus_set *all, const wumpus_set *tight)
{
    wumpus_set out = wumpus_and(*all, tight), loose = wumpus_minus(*all, tight);
    wumpus_cell c = wumpus_first(&loose);
    for (int i = 0; i < 3 && c.y >= 0; i++, c = wumpus_next(&loose, c))
        wumpus_add(&out, c.x, c.y);
    return out;
}

/* A loose wumpus stands where a delegate can, unless every gold that goes with it is loose and
 * the only loose one is on its own cell. */
static void add_loose_wumpuses(const fast *f, const candidates *c, views *v)
{
    if (wumpus_empty(&v->partner))
        return;
    wumpus_set loose = wumpus_minus(c->wumpus, &c->tight);
    wumpus_set tight_gold = wumpus_and(v->partner, &c->tight);
    wumpus_set loose_gold = wumpus_minus(c->gold, &c->tight);
    if (f->rules.strict && !f->rules.overlap && wumpus_empty(&tight_gold) &&
        wumpus_count(&loose_gold) == 1)
        loose = wumpus_minus(loose, &loose_gold);
    v->wumpus = wumpus_or(v->wumpus, &loose);
}

static views look_at_pairs(const fast *f, const candidates *c)
{
    views v;
    memset(&v, 0, sizeof v);
    wumpus_set ws = delegates(&c->wumpus, &c->tight), gs = delegates(&c->gold, &c->tight);
    for (wumpus_cell w = wumpus_first(&ws); w.y >= 0; w = wumpus_next(&ws, w))
        for (wumpus_cell g = wumpus_first(&gs); g.y >= 0; g = wumpus_next(&gs, g))
            look_at_pair(f, c, w, g, &v);
    add_loose_wumpuses(f, c, &v);
    return v;
}

static bool consistent(const fast *f)
{
    candidates c;
    if (!find_candidates(f, &c))
        return false;
    wumpus_set ws = delegates(&c.wumpus, &c.tight), gs = delegates(&c.gold, &c.tight);
    wumpus_set pits, needed;
    for (wumpus_cell w = wumpus_first(&ws); w.y >= 0; w = wumpus_next(&ws, w))
        for (wumpus_cell g = wumpus_first(&gs); g.y >= 0; g = wumpus_next(&gs, g))
            if (pair_holds(f, &c, w, g, &pits, &needed))
                return true;
    return false;
}

/* ---- the interface ------------------------------------------------------------------ */

duel_status wumpus_fast_takes(const wumpus_rules *rules, duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    if (rules->wumpuses != 1 || rules->golds != 1 || rules->count_known)
        return duel_refuse(why,
                           N_("The fast reasoner knows one wumpus and one gold, and no number "
                              "of pits."),
                           "");
    return DUEL_OK;
}

static duel_status fast_open(const wumpus_rules *rules, void **self, duel_msg *why)
{
    duel_status status = wumpus_fast_takes(rules, why);
    if (status != DUEL_OK)
        return status;
    fast *f = malloc(sizeof *f);
    if (f == NULL)
        return duel_no_space(why);
    f->rules = *rules;
    wumpus_facts_none(rules, &f->facts);
    *self = f;
    return DUEL_OK;
}

static duel_status fast_learn(void *self, const wumpus_facts *facts, duel_msg *why)
{
    ((fast *)self)->facts = *facts;
    return DUEL_OK;
}

static duel_status fast_ask(void *self, int literal, wumpus_answer *out, duel_msg *why)
{
    const fast *f = self;
    wumpus_sign sign;
    wumpus_cell cell;
    if (!wumpus_literal_read(f->rules.n, literal, &sign, &cell))
        return duel_invalid(why, N_("{0} is not the number of a literal."), "i",
                            (int64_t)literal);
    fast with = *f, without = *f;
    wumpus_facts_add(&with.facts, sign, cell, literal > 0);
    wumpus_facts_add(&without.facts, sign, cell, literal < 0);
    bool can_hold = consistent(&with), can_fail = consistent(&without);
    if (!can_hold && !can_fail)
        return wumpus_contradiction(why);
    *out = !can_fail ? WUMPUS_YES : !can_hold ? WUMPUS_NO : WUMPUS_OPEN;
    return DUEL_OK;
}

/* Disjoint verdicts from what can be; `v->wumpus` has lost those known to be dead. */
static void write_verdicts(const views *v, const wumpus_set *cells, wumpus_set no_wumpus,
                           wumpus_verdicts *out)
{
    wumpus_set danger = wumpus_or(v->pit, &v->wumpus);
    out->safe = wumpus_minus(*cells, &danger);
    wumpus_set rest = wumpus_minus(*cells, &out->safe);
    out->pit = wumpus_minus(rest, &v->no_pit);
    rest = wumpus_minus(rest, &out->pit);
    out->wumpus = wumpus_minus(rest, &no_wumpus);
    rest = wumpus_minus(rest, &out->wumpus);
    out->danger = wumpus_minus(rest, &v->calm);
}

static duel_status fast_judge(void *self, const wumpus_set *cells, wumpus_verdicts *out,
                              duel_msg *why)
{
    const fast *f = self;
    candidates c;
    if (!find_candidates(f, &c))
        return wumpus_contradiction(why);
    views v = look_at_pairs(f, &c);
    if (!v.any)
        return wumpus_contradiction(why);
    /* A cell can be without a live wumpus unless it is the wumpus's only place. */
    wumpus_set no_wumpus = wumpus_board(f->rules.n);
    if (f->facts.harmless)
        memset(&v.wumpus, 0, sizeof v.wumpus);
    v.wumpus = wumpus_minus(v.wumpus, &f->facts.slain);
    if (wumpus_count(&v.wumpus) == 1)
        no_wumpus = wumpus_minus(no_wumpus, &v.wumpus);
    write_verdicts(&v, cells, no_wumpus, out);
    return DUEL_OK;
}

duel_status wumpus_fast_judge(const wumpus_rules *rules, const wumpus_facts *facts,
                              const wumpus_set *cells, wumpus_verdicts *out, duel_msg *why)
{
    fast f = {.rules = *rules, .facts = *facts};
    return fast_judge(&f, cells, out, why);
}

const wumpus_reasoner wumpus_fast = {"fast", fast_open, fast_learn, fast_ask, fast_judge, free};
