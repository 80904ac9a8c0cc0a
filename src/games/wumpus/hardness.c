/* wumpus/hardness.c -- deductions by kind: see hardness.h. */
#include "games/wumpus/hardness.h"

#include "games/wumpus/judge.h"

const char *const wumpus_kind_names[WUMPUS_KINDS] = {"silence", "clause", "place", "exclusion",
                                                     "cases"};

/* What has been deduced so far. */
typedef struct notes {
    int n;
    const wumpus_knowledge *k;
    wumpus_set no_pit, no_wumpus, no_gold;
    wumpus_set pit; /* places of pits */
} notes;

/* Explored cells where `sign` is felt, or not. */
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

static wumpus_set beside(int n, wumpus_cell c)
{
    wumpus_set cell = wumpus_only(c.x, c.y);
    return wumpus_around(n, &cell);
}

static bool single(const wumpus_set *s)
{
    wumpus_cell c = wumpus_first(s);
    return c.y >= 0 && wumpus_next(s, c).y < 0;
}

/* Where the one source of `mark` can be: next to every cell that feels it. */
static wumpus_set places_felt(const notes *s, wumpus_sign mark, const wumpus_set *without)
{
    wumpus_set open = wumpus_board(s->n), marks = felt(s, mark);
    for (wumpus_cell c = wumpus_first(&marks); c.y >= 0; c = wumpus_next(&marks, c)) {
        wumpus_set near = beside(s->n, c);
        open = wumpus_and(open, &near);
    }
    return wumpus_minus(open, without);
}

static void narrow(const notes *s, const wumpus_set *places_left, wumpus_set *excluded)
{
    wumpus_set board = wumpus_board(s->n);
    *excluded = wumpus_minus(board, places_left);
}

static void by_silence(notes *s)
{
    s->no_pit = cleared(s, WUMPUS_B);
    s->no_wumpus = cleared(s, WUMPUS_P);
    s->no_gold = cleared(s, WUMPUS_E);
}

static void by_clause(notes *s)
{
    wumpus_set marks = felt(s, WUMPUS_P), excluded = s->no_wumpus;
    for (wumpus_cell c = wumpus_first(&marks); c.y >= 0; c = wumpus_next(&marks, c)) {
        wumpus_set near = beside(s->n, c);
        near = wumpus_minus(near, &excluded);
        if (single(&near))
            narrow(s, &near, &s->no_wumpus);
    }
}

static void by_place(notes *s)
{
    wumpus_set left = places_felt(s, WUMPUS_P, &s->no_wumpus);
    narrow(s, &left, &s->no_wumpus);
}

/* Pits that a breeze has no other cell for. */
static void find_pits(notes *s)
{
    wumpus_set marks = felt(s, WUMPUS_B);
    for (wumpus_cell c = wumpus_first(&marks); c.y >= 0; c = wumpus_next(&marks, c)) {
        wumpus_set near = beside(s->n, c);
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
        wumpus_set wumpus = places_felt(s, WUMPUS_P, &s->no_wumpus);
        wumpus_set gold = places_felt(s, WUMPUS_E, &s->no_gold);
        narrow(s, &wumpus, &s->no_wumpus);
        narrow(s, &gold, &s->no_gold);
        if (single(&wumpus)) {
            s->no_pit = wumpus_or(s->no_pit, &wumpus);
            s->no_gold = wumpus_or(s->no_gold, &wumpus);
        }
        if (single(&gold)) {
            s->no_pit = wumpus_or(s->no_pit, &gold);
            s->no_wumpus = wumpus_or(s->no_wumpus, &gold);
        }
    } while (!wumpus_same(&before.pit, &s->pit) || !wumpus_same(&before.no_pit, &s->no_pit) ||
             !wumpus_same(&before.no_wumpus, &s->no_wumpus) ||
             !wumpus_same(&before.no_gold, &s->no_gold));
}

duel_status wumpus_proved_by(wumpus_kind kind, const wumpus_knowledge *k, wumpus_set *out,
                             duel_msg *why)
{
    wumpus_set edge = wumpus_frontier(k);
    if (kind == WUMPUS_BY_CASES) {
        wumpus_rules rules = wumpus_rules_seed(k->n);
        wumpus_verdicts v;
        duel_status status = wumpus_judge(&rules, k, &edge, &v, why);
        if (status == DUEL_OK)
            *out = v.safe;
        return status;
    }
    notes s = {.n = k->n, .k = k};
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
static duel_status easiest(const wumpus_knowledge *k, wumpus_kind *kind, wumpus_set *safe,
                           duel_msg *why)
{
    for (int i = 0; i < WUMPUS_KINDS; i++) {
        *kind = (wumpus_kind)i;
        duel_status status = wumpus_proved_by(*kind, k, safe, why);
        if (status != DUEL_OK || !wumpus_empty(safe))
            return status;
    }
    return DUEL_OK;
}

duel_status wumpus_hardness_of(const wumpus_world *world, wumpus_hardness *out, duel_msg *why)
{
    wumpus_hardness h = {.deducible = false};
    wumpus_knowledge k;
    wumpus_kind kind;
    wumpus_set safe;
    wumpus_know_nothing(world->n, &k);
    wumpus_enter(&k, world, 0, 0);
    for (;;) {
        duel_status status = easiest(&k, &kind, &safe, why);
        if (status != DUEL_OK)
            return status;
        if (wumpus_empty(&safe))
            break;
        h.steps[kind]++;
        h.hardest = kind > h.hardest ? kind : h.hardest;
        for (wumpus_cell c = wumpus_first(&safe); c.y >= 0; c = wumpus_next(&safe, c))
            wumpus_enter(&k, world, c.x, c.y);
        wumpus_set found = wumpus_and(safe, &world->gold);
        if (!wumpus_empty(&found)) {
            h.deducible = true;
            break;
        }
    }
    if (!h.deducible)
        h = (wumpus_hardness){.deducible = false};
    *out = h;
    return DUEL_OK;
}
