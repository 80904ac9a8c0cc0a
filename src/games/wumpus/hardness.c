/* games/wumpus/hardness.c -- what a person must think of to reach the gold without risk: the
 * hardest kind of deduction, and how often.
 *
 * At each point the easiest deduction that proves a new cell safe is made, so no way to the
 * gold needs a kind beyond the hardest one found. For strict rules with the seed's percepts,
 * pits not counted, any number of wumpuses and golds. */
#include "games/wumpus/solvable.h"

#include "games/wumpus/cell_status.h"

const char *const wumpus_kind_names[WUMPUS_KINDS] = {"silence", "clause", "place", "exclusion",
                                                     "cases"};

/* What has been deduced so far. */
typedef struct notes {
    int n, wumpuses, golds;
    const wumpus_knowledge *k;
    wumpus_set no_pit, no_wumpus, no_gold;
    wumpus_set pit; /* places of pits */
} notes;

/* Explored cells where `sign` is felt or seen. */
static wumpus_set felt(const notes *s, wumpus_sign sign)
{
    return wumpus_and(s->k->explored, &s->k->is[sign]);
}

/* The cells that silence clears of the source of `sign`. */
static wumpus_set cleared(const notes *s, wumpus_sign sign)
{
    wumpus_set quiet = wumpus_minus(s->k->explored, &s->k->is[sign]);
    wumpus_set clear = wumpus_around(s->n, &quiet);
    return wumpus_or(clear, &s->k->explored);
}

static bool single(const wumpus_set *s)
{
    wumpus_cell c = wumpus_first(s);
    return c.y >= 0 && wumpus_next(s, c).y < 0;
}

/* Where sources can be, and where there is one for certain. */
typedef struct places {
    wumpus_set can, must;
} places;

/* By the sets of sources that explain all marks of entered cells, no more than there are; those
 * seen explain theirs. */
static places places_felt(const notes *s, wumpus_sign mark, wumpus_sign source, int sources,
                          const wumpus_set *without)
{
    wumpus_cover cover[WUMPUS_COVERS];
    wumpus_set board = wumpus_board(s->n), open = wumpus_minus(board, without);
    wumpus_set seen = felt(s, source), explained = wumpus_around(s->n, &seen);
    wumpus_set marks = felt(s, mark);
    marks = wumpus_minus(marks, &explained);
    int left = sources - wumpus_count(&seen);
    int count = wumpus_covers_of(s->n, &marks, &open, left, cover);
    places p = {.must = open};
    for (int i = 0; i < count; i++) {
        p.can = wumpus_or(p.can, cover[i].size < left ? &open : &cover[i].cells);
        p.must = wumpus_and(p.must, &cover[i].cells);
    }
    if (wumpus_count(&p.can) == left)
        p.must = p.can;
    return p;
}

static void by_silence(notes *s)
{
    s->no_pit = cleared(s, WUMPUS_B);
    s->no_wumpus = cleared(s, WUMPUS_P);
    s->no_gold = cleared(s, WUMPUS_E);
}

/* The cells excluded when all sources are at `left`. */
static wumpus_set all_but(const notes *s, const wumpus_set *left)
{
    wumpus_set board = wumpus_board(s->n);
    return wumpus_minus(board, left);
}

static void by_clause(notes *s)
{
    wumpus_set marks = felt(s, WUMPUS_P), found = {{0}};
    for (wumpus_cell c = wumpus_first(&marks); c.y >= 0; c = wumpus_next(&marks, c)) {
        wumpus_set near = wumpus_beside(s->n, c);
        near = wumpus_minus(near, &s->no_wumpus);
        if (single(&near))
            found = wumpus_or(found, &near);
    }
    if (wumpus_count(&found) == s->wumpuses)
        s->no_wumpus = all_but(s, &found);
}

static void by_place(notes *s)
{
    places wumpus = places_felt(s, WUMPUS_P, WUMPUS_W, s->wumpuses, &s->no_wumpus);
    s->no_wumpus = all_but(s, &wumpus.can);
}

/* Pits that a breeze has no other cell for. */
static void find_pits(notes *s)
{
    wumpus_set marks = felt(s, WUMPUS_B);
    for (wumpus_cell c = wumpus_first(&marks); c.y >= 0; c = wumpus_next(&marks, c)) {
        wumpus_set near = wumpus_beside(s->n, c);
        near = wumpus_minus(near, &s->no_pit);
        if (single(&near))
            s->pit = wumpus_or(s->pit, &near);
    }
}

/* Each place found excludes the others, until nothing more is found. */
static void by_exclusion(notes *s)
{
    notes before;
    do {
        before = *s;
        find_pits(s);
        s->no_wumpus = wumpus_or(s->no_wumpus, &s->pit);
        s->no_gold = wumpus_or(s->no_gold, &s->pit);
        places wumpus = places_felt(s, WUMPUS_P, WUMPUS_W, s->wumpuses, &s->no_wumpus);
        places gold = places_felt(s, WUMPUS_E, WUMPUS_G, s->golds, &s->no_gold);
        wumpus_set sure = wumpus_or(wumpus.must, &gold.must);
        s->no_wumpus = all_but(s, &wumpus.can);
        s->no_gold = all_but(s, &gold.can);
        s->no_pit = wumpus_or(s->no_pit, &sure);
        s->no_gold = wumpus_or(s->no_gold, &wumpus.must);
        s->no_wumpus = wumpus_or(s->no_wumpus, &gold.must);
    } while (!wumpus_same(&before.pit, &s->pit) || !wumpus_same(&before.no_pit, &s->no_pit) ||
             !wumpus_same(&before.no_wumpus, &s->no_wumpus) ||
             !wumpus_same(&before.no_gold, &s->no_gold));
}

duel_status wumpus_proved_by(const wumpus_rules *rules, wumpus_kind kind,
                             const wumpus_knowledge *k, wumpus_set *out, duel_msg *why)
{
    wumpus_set edge = wumpus_frontier(k);
    if (kind == WUMPUS_BY_CASES) {
        wumpus_verdicts v;
        duel_status status = wumpus_judge(rules, k, &edge, &v, why);
        if (status == DUEL_OK)
            *out = v.safe;
        return status;
    }
    notes s = {.n = k->n, .wumpuses = rules->wumpuses, .golds = rules->golds, .k = k};
    by_silence(&s);
    if (kind >= WUMPUS_BY_CLAUSE)
        by_clause(&s);
    if (kind >= WUMPUS_BY_PLACE)
        by_place(&s);
    if (kind >= WUMPUS_BY_EXCLUSION)
        by_exclusion(&s);
    edge = wumpus_and(edge, &s.no_pit);
    *out = wumpus_and(edge, &s.no_wumpus);
    return DUEL_OK;
}

/* The easiest kind that proves something, and what; an empty set when none does. */
static duel_status easiest(const wumpus_rules *rules, const wumpus_knowledge *k,
                           wumpus_kind *kind, wumpus_set *safe, duel_msg *why)
{
    for (int i = 0; i < WUMPUS_KINDS; i++) {
        *kind = (wumpus_kind)i;
        duel_status status = wumpus_proved_by(rules, *kind, k, safe, why);
        if (status != DUEL_OK || !wumpus_empty(safe))
            return status;
    }
    return DUEL_OK;
}

duel_status wumpus_hardness_of(const wumpus_rules *rules, const wumpus_world *world,
                               wumpus_hardness *out, duel_msg *why)
{
    wumpus_hardness h = {.deducible = false};
    wumpus_knowledge k;
    wumpus_kind kind;
    wumpus_set safe;
    wumpus_know_nothing(world->n, &k);
    wumpus_enter(&k, world, 0, 0);
    while (!h.deducible) {
        duel_status status = easiest(rules, &k, &kind, &safe, why);
        if (status != DUEL_OK)
            return status;
        if (wumpus_empty(&safe))
            break;
        h.steps[kind]++;
        h.hardest = kind > h.hardest ? kind : h.hardest;
        for (wumpus_cell c = wumpus_first(&safe); c.y >= 0; c = wumpus_next(&safe, c))
            wumpus_enter(&k, world, c.x, c.y);
        h.deducible = wumpus_goal_met(rules, world, &k.explored);
    }
    if (!h.deducible)
        h = (wumpus_hardness){.deducible = false};
    *out = h;
    return DUEL_OK;
}
