/* wumpus/crowd.c -- see crowd.h. */
#include "games/wumpus/crowd.h"

/* ---- covers ------------------------------------------------------------------------- */

typedef struct covering {
    int n, most, count;
    const wumpus_set *open;
    wumpus_cover *out;
} covering;

static wumpus_set cells_beside(int n, wumpus_cell c)
{
    wumpus_set cell = wumpus_only(c.x, c.y);
    return wumpus_around(n, &cell);
}

/* By where the first mark left can come from. */
static void cover_marks(covering *x, const wumpus_cover *laid, const wumpus_set *marks)
{
    wumpus_cell mark = wumpus_first(marks);
    if (mark.y < 0) {
        DUEL_REQUIRE(x->count < WUMPUS_COVERS);
        x->out[x->count++] = *laid;
        return;
    }
    if (laid->size == x->most)
        return;
    wumpus_set near = cells_beside(x->n, mark);
    near = wumpus_and(near, x->open);
    for (wumpus_cell c = wumpus_first(&near); c.y >= 0; c = wumpus_next(&near, c)) {
        wumpus_cover more = *laid;
        wumpus_set explained = cells_beside(x->n, c);
        wumpus_set left = wumpus_minus(*marks, &explained);
        wumpus_add(&more.cells, c.x, c.y);
        more.size++;
        cover_marks(x, &more, &left);
    }
}

int wumpus_covers_of(int n, const wumpus_set *marks, const wumpus_set *open, int most,
                     wumpus_cover out[WUMPUS_COVERS])
{
    const wumpus_cover nothing = {.size = 0};
    covering x = {.n = n, .most = most, .open = open, .out = out};
    cover_marks(&x, &nothing, marks);
    return x.count;
}

/* ---- what can be beside entered cells ------------------------------------------------ */

typedef struct crowd {
    int n, wumpuses, golds;         /* to be laid */
    int far;                        /* dark cells beside no entered one */
    wumpus_set breeze;              /* felt */
    wumpus_set pit, wumpus, gold;   /* dark cells beside entered ones that may hold one */
    wumpus_set stench, glitter;     /* met, and not yet explained */
    wumpus_set can_pit, can_wumpus; /* what was found */
} crowd;

/* Wumpuses and golds beside entered cells. */
typedef struct layout {
    wumpus_cover wumpus, gold;
} layout;

static bool breezes_explained(const crowd *x, const wumpus_set *pits)
{
    wumpus_set felt = wumpus_around(x->n, pits);
    return wumpus_within(&x->breeze, &felt);
}

/* A layout with the pits that it allows, and each place for one wumpus more. */
static void look_at_layout(crowd *x, const layout *l)
{
    wumpus_set pits = wumpus_minus(x->pit, &l->wumpus.cells);
    pits = wumpus_minus(pits, &l->gold.cells);
    if (!breezes_explained(x, &pits))
        return;
    x->can_pit = wumpus_or(x->can_pit, &pits);
    x->can_wumpus = wumpus_or(x->can_wumpus, &l->wumpus.cells);
    wumpus_set more = wumpus_minus(x->wumpus, &x->can_wumpus);
    more = wumpus_minus(more, &l->gold.cells);
    if (l->wumpus.size == x->wumpuses)
        return;
    for (wumpus_cell c = wumpus_first(&more); c.y >= 0; c = wumpus_next(&more, c)) {
        wumpus_set fewer = pits;
        wumpus_drop(&fewer, c.x, c.y);
        if (breezes_explained(x, &fewer))
            wumpus_add(&x->can_wumpus, c.x, c.y);
    }
}

static void lay_one(crowd *x, const layout *l, bool wumpus, wumpus_cell at);

/* The rest lies far away; what has no room there, beside entered cells from `after` on. */
static void lay_rest(crowd *x, const layout *l, wumpus_cell after)
{
    int rest = x->wumpuses - l->wumpus.size + x->golds - l->gold.size;
    if (rest <= x->far) {
        look_at_layout(x, l);
        return;
    }
    wumpus_set open = wumpus_or(x->wumpus, &x->gold);
    open = wumpus_minus(open, &l->wumpus.cells);
    open = wumpus_minus(open, &l->gold.cells);
    wumpus_cell c = after.y < 0 ? wumpus_first(&open) : wumpus_next(&open, after);
    for (; c.y >= 0; c = wumpus_next(&open, c)) {
        if (wumpus_has(&x->wumpus, c.x, c.y) && l->wumpus.size < x->wumpuses)
            lay_one(x, l, true, c);
        if (wumpus_has(&x->gold, c.x, c.y) && l->gold.size < x->golds)
            lay_one(x, l, false, c);
    }
}

static void lay_one(crowd *x, const layout *l, bool wumpus, wumpus_cell at)
{
    layout more = *l;
    wumpus_cover *kind = wumpus ? &more.wumpus : &more.gold;
    wumpus_add(&kind->cells, at.x, at.y);
    kind->size++;
    lay_rest(x, &more, at);
}

static void look_at_layouts(crowd *x)
{
    wumpus_cover wumpus[WUMPUS_COVERS], gold[WUMPUS_COVERS];
    int wumpuses = wumpus_covers_of(x->n, &x->stench, &x->wumpus, x->wumpuses, wumpus);
    int golds = wumpus_covers_of(x->n, &x->glitter, &x->gold, x->golds, gold);
    for (int i = 0; i < wumpuses; i++)
        for (int k = 0; k < golds; k++) {
            layout l = {wumpus[i], gold[k]};
            wumpus_set both = wumpus_and(l.wumpus.cells, &l.gold.cells);
            if (wumpus_empty(&both))
                lay_rest(x, &l, (wumpus_cell){-1, -1});
        }
}

/* ---- exploring ---------------------------------------------------------------------- */

/* Dark cells beside entered ones, but for those beside one that lacks the mark. */
static wumpus_set places_beside(int n, const wumpus_set *edge, const wumpus_set *entered,
                                const wumpus_set *marks)
{
    wumpus_set quiet = wumpus_minus(*entered, marks), denied = wumpus_around(n, &quiet);
    return wumpus_minus(*edge, &denied);
}

static crowd crowd_around(const wumpus_rules *rules, const wumpus_world *world,
                          const wumpus_percepts *felt, const wumpus_set *entered)
{
    int n = world->n;
    wumpus_set found = wumpus_and(*entered, &world->gold), shine = wumpus_around(n, &found);
    wumpus_set edge = wumpus_around(n, entered), dark = wumpus_board(n);
    crowd x = {.n = n,
               .wumpuses = rules->wumpuses,
               .golds = rules->golds - wumpus_count(&found),
               .breeze = wumpus_and(*entered, &felt->breeze),
               .stench = wumpus_and(*entered, &felt->stench),
               .glitter = wumpus_and(*entered, &felt->glitter)};
    edge = wumpus_minus(edge, entered);
    dark = wumpus_minus(dark, entered);
    dark = wumpus_minus(dark, &edge);
    x.far = wumpus_count(&dark);
    x.glitter = wumpus_minus(x.glitter, &shine);
    x.pit = places_beside(n, &edge, entered, &felt->breeze);
    x.wumpus = places_beside(n, &edge, entered, &felt->stench);
    x.gold = places_beside(n, &edge, entered, &felt->glitter);
    return x;
}

/* Enters all that cells where nothing is felt prove safe. */
static void enter_quiet(int n, const wumpus_set *loud, wumpus_set *entered)
{
    for (;;) {
        wumpus_set quiet = wumpus_minus(*entered, loud), next = wumpus_around(n, &quiet);
        next = wumpus_or(next, entered);
        if (wumpus_same(&next, entered))
            return;
        *entered = next;
    }
}

bool wumpus_crowd_deducible(const wumpus_rules *rules, const wumpus_world *world)
{
    wumpus_percepts felt = wumpus_percepts_of(world);
    wumpus_set entered = wumpus_only(0, 0), loud = wumpus_or(felt.breeze, &felt.stench);
    for (;;) {
        enter_quiet(world->n, &loud, &entered);
        if (wumpus_goal_met(rules, world, &entered))
            return true;
        crowd x = crowd_around(rules, world, &felt, &entered);
        look_at_layouts(&x);
        wumpus_set fresh = wumpus_around(world->n, &entered);
        fresh = wumpus_minus(fresh, &entered);
        fresh = wumpus_minus(fresh, &x.can_pit);
        fresh = wumpus_minus(fresh, &x.can_wumpus);
        if (wumpus_empty(&fresh))
            return false;
        entered = wumpus_or(entered, &fresh);
    }
}
