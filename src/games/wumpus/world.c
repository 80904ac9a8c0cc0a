/* games/wumpus/world.c -- drawing and weighing worlds: see world.h. */
#include "games/wumpus/world.h"

#include <stddef.h>

const char *const wumpus_goal_names[] = {"one", "all", NULL};

wumpus_rules wumpus_rules_seed(int n)
{
    return (wumpus_rules){.n = n,
                          .wumpuses = 1,
                          .golds = 1,
                          .pits_are = WUMPUS_PITS_ANY,
                          .clear = 2,
                          .strict = true};
}

wumpus_rules wumpus_rules_textbook(int n, double chance)
{
    return (wumpus_rules){.n = n,
                          .wumpuses = 1,
                          .golds = 1,
                          .pits_are = WUMPUS_PITS_CHANCE,
                          .chance = chance,
                          .overlap = true,
                          .own_glitter = true,
                          .windy_start = true};
}

wumpus_set wumpus_ground(const wumpus_rules *rules)
{
    wumpus_set ground = wumpus_board(rules->n);
    for (int y = 0; y < rules->n && y <= rules->clear; y++)
        for (int x = 0; x < rules->n && x + y <= rules->clear; x++)
            wumpus_drop(&ground, x, y);
    return ground;
}

/* Cells that must stay without pit so that the rest finds room. */
static int cells_kept(const wumpus_rules *rules)
{
    if (rules->overlap)
        return 0;
    if (rules->strict)
        return rules->wumpuses + rules->golds;
    return rules->wumpuses > rules->golds ? rules->wumpuses : rules->golds;
}

duel_status wumpus_rules_check(const wumpus_rules *rules, duel_msg *why)
{
    if (rules->n < WUMPUS_MIN_SIDE || rules->n > WUMPUS_SIDE)
        return duel_invalid(why, N_("The side of a grid is {0} to {1}, not {2}."), "iii",
                            (int64_t)WUMPUS_MIN_SIDE, (int64_t)WUMPUS_SIDE, (int64_t)rules->n);
    if (rules->wumpuses < 1 || rules->wumpuses > WUMPUS_MOST || rules->golds < 1 ||
        rules->golds > WUMPUS_MOST)
        return duel_invalid(why, N_("There are 1 to {0} wumpuses and 1 to {0} golds."), "i",
                            (int64_t)WUMPUS_MOST);
    if (rules->clear < 0 || rules->clear > 2)
        return duel_invalid(why, N_("The empty corner reaches 0 to 2 cells from the start."),
                            "");
    if (rules->pits_are == WUMPUS_PITS_CHANCE && !(rules->chance >= 0 && rules->chance < 1))
        return duel_invalid(why, N_("The chance of a pit is at least 0 and less than 1."), "");
    if (rules->count_known && rules->pits_are != WUMPUS_PITS_COUNT)
        return duel_invalid(why, N_("The number of pits is not given."), "");
    wumpus_set ground = wumpus_ground(rules);
    int most = wumpus_count(&ground) - cells_kept(rules);
    if (most < 0)
        return duel_invalid(why, N_("The grid is too small for what lies in it."), "");
    if (rules->pits_are == WUMPUS_PITS_COUNT && (rules->pits < 0 || rules->pits > most))
        return duel_invalid(why, N_("This grid has room for 0 to {0} pits, not {1}."), "ii",
                            (int64_t)most, (int64_t)rules->pits);
    return DUEL_OK;
}

wumpus_set wumpus_glitter_of(int n, bool own_glitter, const wumpus_set *gold)
{
    return own_glitter ? *gold : wumpus_around(n, gold);
}

wumpus_percepts wumpus_percepts_of(const wumpus_world *world)
{
    return (wumpus_percepts){
        .breeze = wumpus_around(world->n, &world->pit),
        .stench = wumpus_around(world->n, &world->wumpus),
        .glitter = wumpus_glitter_of(world->n, world->own_glitter, &world->gold),
    };
}

/* ---- drawing ------------------------------------------------------------------------ */

/* Cells still to draw from, in no order: those taken are swapped to the end. */
typedef struct bag {
    uint16_t cell[WUMPUS_CELLS]; /* y * 32 + x */
    uint32_t left;
} bag;

static void bag_fill(bag *b, const wumpus_set *cells)
{
    b->left = 0;
    for (int y = 0; y < WUMPUS_SIDE; y++)
        for (uint32_t row = cells->row[y]; row; row &= row - 1)
            b->cell[b->left++] = (uint16_t)(y * WUMPUS_SIDE + __builtin_ctz(row));
}

static wumpus_set bag_take(bag *b, duel_rng *rng, int count)
{
    wumpus_set taken = {{0}};
    for (int i = 0; i < count; i++) {
        uint32_t at = duel_rng_below(rng, b->left);
        uint16_t cell = b->cell[at];
        b->cell[at] = b->cell[--b->left];
        b->cell[b->left] = cell;
        wumpus_add(&taken, cell % WUMPUS_SIDE, cell / WUMPUS_SIDE);
    }
    return taken;
}

static wumpus_set draw_by_chance(const wumpus_rules *rules, duel_rng *rng,
                                 const wumpus_set *ground)
{
    wumpus_set pits = {{0}};
    for (int y = 0; y < rules->n; y++)
        for (uint32_t row = ground->row[y]; row; row &= row - 1)
            if (duel_rng_unit(rng) < rules->chance)
                wumpus_add(&pits, __builtin_ctz(row), y);
    return pits;
}

static wumpus_set draw_pits(const wumpus_rules *rules, duel_rng *rng, bag *b,
                            const wumpus_set *ground)
{
    if (rules->pits_are == WUMPUS_PITS_COUNT)
        return bag_take(b, rng, rules->pits);
    wumpus_set pits = draw_by_chance(rules, rng, ground);
    while (wumpus_count(ground) - wumpus_count(&pits) < cells_kept(rules))
        pits = draw_by_chance(rules, rng, ground);
    wumpus_set rest = wumpus_minus(*ground, &pits);
    bag_fill(b, &rest);
    return pits;
}

duel_status wumpus_draw_world(const wumpus_rules *rules, duel_rng *rng, wumpus_world *out,
                              duel_msg *why)
{
    duel_status status = wumpus_rules_check(rules, why);
    if (status != DUEL_OK)
        return status;
    if (rules->pits_are == WUMPUS_PITS_ANY)
        return duel_invalid(why, N_("The number of pits is not given."), "");
    wumpus_set ground = wumpus_ground(rules);
    bag b;
    bag_fill(&b, &ground);
    out->n = rules->n;
    out->own_glitter = rules->own_glitter;
    out->pit = draw_pits(rules, rng, &b, &ground);
    if (rules->overlap)
        bag_fill(&b, &ground);
    uint32_t room = b.left;
    out->wumpus = bag_take(&b, rng, rules->wumpuses);
    if (rules->overlap || !rules->strict)
        b.left = room; /* the wumpus's cell is a place like the others */
    out->gold = bag_take(&b, rng, rules->golds);
    return DUEL_OK;
}

/* ---- weighing ----------------------------------------------------------------------- */

bool wumpus_is_valid(const wumpus_world *world)
{
    wumpus_set open = wumpus_board(world->n), reach = wumpus_only(0, 0);
    open = wumpus_minus(open, &world->pit);
    for (;;) {
        wumpus_set next = wumpus_around(world->n, &reach);
        next = wumpus_and(next, &open);
        next = wumpus_or(next, &reach);
        if (wumpus_same(&next, &reach))
            break;
        reach = next;
    }
    return wumpus_within(&world->gold, &reach) && wumpus_within(&world->wumpus, &reach);
}

bool wumpus_goal_met(const wumpus_rules *rules, const wumpus_world *world,
                     const wumpus_set *entered)
{
    wumpus_set found = wumpus_and(world->gold, entered);
    return rules->all_golds ? wumpus_within(&world->gold, entered) : !wumpus_empty(&found);
}

static wumpus_set spread_from(const wumpus_world *world, const wumpus_set *from,
                              const wumpus_set *reach)
{
    wumpus_set next = wumpus_around(world->n, from);
    next = wumpus_minus(next, &world->pit);
    return wumpus_or(next, reach);
}

/* Leaving a cell costs 1 when it carries a breeze or a stench. `reach` holds what is within
 * `cost`; quiet cells spread for nothing, then all of them spread once for one more. */
int wumpus_interest(const wumpus_rules *rules, const wumpus_world *world)
{
    wumpus_percepts felt = wumpus_percepts_of(world);
    wumpus_set reach = wumpus_only(0, 0), noisy = wumpus_or(felt.breeze, &felt.stench);
    for (int cost = 0;;) {
        wumpus_set quiet = wumpus_minus(reach, &noisy);
        wumpus_set next = spread_from(world, &quiet, &reach);
        if (wumpus_goal_met(rules, world, &next))
            return cost;
        if (wumpus_same(&next, &reach)) {
            next = spread_from(world, &reach, &reach);
            if (wumpus_same(&next, &reach))
                return -1;
            cost++;
            if (wumpus_goal_met(rules, world, &next))
                return cost;
        }
        reach = next;
    }
}
