/* games/wumpus/solvable.c -- exploring on proved cells only: see solvable.h. With one wumpus
 * and one gold on words of the grid's width (solvable_width.h), with several by where they can
 * be, and step by step by any reasoner.
 *
 * Several: why it is exact. With the wumpuses and golds laid, the argument of reasoner_fast.c
 * holds: the largest set of pits decides. Fewer of them beside entered cells leave more room
 * for pits, so of all ways to lay them only the smallest that explain every mark need to be
 * looked at, the rest lying where no entered cell is near; where too few such cells are left,
 * some lie beside entered cells without need. Whether a cell can hold a wumpus is asked with
 * one wumpus more. */
#include "games/wumpus/solvable.h"

/* ---- covers ------------------------------------------------------------------------- */

typedef struct covering {
    int n, most, count;
    const wumpus_set *open;
    wumpus_cover *out;
} covering;

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
    wumpus_set near = wumpus_beside(x->n, mark);
    near = wumpus_and(near, x->open);
    for (wumpus_cell c = wumpus_first(&near); c.y >= 0; c = wumpus_next(&near, c)) {
        wumpus_cover more = *laid;
        wumpus_set explained = wumpus_beside(x->n, c);
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

/* ---- by the width of the grid ------------------------------------------------------- */

#define WORDS   1
#define STRIDE  8
#define NAME(x) small_##x
#include "games/wumpus/solvable_width.h"
#undef WORDS
#undef STRIDE
#undef NAME

#define WORDS   4
#define STRIDE  16
#define NAME(x) middle_##x
#include "games/wumpus/solvable_width.h"
#undef WORDS
#undef STRIDE
#undef NAME

#define WORDS   16
#define STRIDE  32
#define NAME(x) large_##x
#include "games/wumpus/solvable_width.h"
#undef WORDS
#undef STRIDE
#undef NAME

wumpus_grade wumpus_deducible(const wumpus_rules *rules, const wumpus_world *world, bool arrow)
{
    DUEL_REQUIRE(!world->own_glitter);
    if (rules->wumpuses > 1 || rules->golds > 1)
        return wumpus_crowd_deducible(rules, world) ? WUMPUS_DEDUCIBLE : WUMPUS_NOT_DEDUCIBLE;
    return world->n <= 8    ? small_deducible(world, arrow)
           : world->n <= 16 ? middle_deducible(world, arrow)
                            : large_deducible(world, arrow);
}

/* ---- by any reasoner ---------------------------------------------------------------- */

typedef struct explorer {
    const wumpus_reasoner *reasoner;
    void *self;
    const wumpus_rules *rules;
    const wumpus_world *world;
    wumpus_knowledge known;
    wumpus_facts facts;
    wumpus_verdicts verdicts;
} explorer;

static duel_status conclude_edge(explorer *e, duel_msg *why)
{
    duel_status status = wumpus_facts_of(e->rules, &e->known, &e->facts, why);
    if (status == DUEL_OK)
        status = e->reasoner->learn(e->self, &e->facts, why);
    wumpus_set edge = wumpus_frontier(&e->known);
    if (status == DUEL_OK)
        status = e->reasoner->judge(e->self, &edge, &e->verdicts, why);
    return status;
}

static bool won(const explorer *e)
{
    return wumpus_goal_met(e->rules, e->world, &e->known.explored);
}

static bool enter_safe(explorer *e)
{
    const wumpus_set *safe = &e->verdicts.safe;
    for (wumpus_cell c = wumpus_first(safe); c.y >= 0; c = wumpus_next(safe, c))
        wumpus_enter(&e->known, e->world, c.x, c.y);
    return !wumpus_empty(safe);
}

static bool aim(const explorer *e, wumpus_cell target, wumpus_cell *from, wumpus_way *way)
{
    for (int i = 0; i < 4; i++) {
        /* The cells from which an arrow that way crosses the target lie behind it. */
        wumpus_set line = wumpus_ray(e->known.n, target, (wumpus_way)((i + 2) % 4));
        line = wumpus_and(line, &e->known.explored);
        *from = wumpus_first(&line);
        *way = (wumpus_way)i;
        if (from->y >= 0)
            return true;
    }
    return false;
}

/* Shoots the first wumpus whose place is proved and in line; *shot tells whether it did. */
static duel_status shoot_located(explorer *e, bool *shot, duel_msg *why)
{
    wumpus_set known = wumpus_known(&e->known), board = wumpus_board(e->known.n);
    wumpus_set rest = wumpus_minus(board, &known);
    rest = wumpus_minus(rest, &e->facts.slain);
    wumpus_cell from;
    wumpus_way way;
    *shot = false;
    for (wumpus_cell c = wumpus_first(&rest); c.y >= 0; c = wumpus_next(&rest, c)) {
        wumpus_answer answer;
        int literal = wumpus_literal(e->known.n, WUMPUS_W, c.x, c.y);
        duel_status status = e->reasoner->ask(e->self, literal, &answer, why);
        if (status != DUEL_OK)
            return status;
        if (answer == WUMPUS_YES && aim(e, c, &from, &way)) {
            *shot = wumpus_shoot(&e->known, e->world, from.x, from.y, way);
            return DUEL_OK;
        }
    }
    return DUEL_OK;
}

static duel_status walk(explorer *e, bool arrow, wumpus_watch *watch, void *context,
                        wumpus_grade *out, duel_msg *why)
{
    bool hit;
    wumpus_enter(&e->known, e->world, 0, 0);
    for (;;) {
        duel_status status = conclude_edge(e, why);
        if (status != DUEL_OK)
            return status;
        if (watch && !watch(context, &e->known, &e->facts, &e->verdicts))
            return DUEL_STOPPED;
        bool moved = enter_safe(e);
        if (won(e)) {
            *out = e->known.shots ? WUMPUS_DEDUCIBLE_BY_ARROW : WUMPUS_DEDUCIBLE;
            return DUEL_OK;
        }
        if (!moved && arrow && e->known.shots < e->rules->wumpuses) {
            status = shoot_located(e, &hit, why);
            if (status != DUEL_OK)
                return status;
            moved = hit;
        }
        if (!moved) {
            *out = WUMPUS_NOT_DEDUCIBLE;
            return DUEL_OK;
        }
    }
}

duel_status wumpus_explore(const wumpus_reasoner *reasoner, void *self,
                           const wumpus_rules *rules, const wumpus_world *world, bool arrow,
                           wumpus_watch *watch, void *context, wumpus_grade *out, duel_msg *why)
{
    explorer e = {.reasoner = reasoner, .self = self, .rules = rules, .world = world};
    wumpus_know_nothing(world->n, &e.known);
    return walk(&e, arrow, watch, context, out, why);
}
