/* games/wumpus/grid_id.c -- a grid from its id, and ids of grids with a wanted difficulty: see
 * grid_id.h.
 *
 * Nothing here may change what an id of version 1 gives: tests pin fifty of them. */
#include "games/wumpus/grid_id.h"

#include <stdio.h>
#include <stdlib.h>

const char *const wumpus_difficulty_names[WUMPUS_DIFFICULTIES + 1] = {"easy", "medium", "hard",
                                                                      "risky", NULL};
const char *const wumpus_method_names[WUMPUS_METHODS + 1] = {"perturb", "uniform", "spaced",
                                                             "path", NULL};

/* ---- ids ---------------------------------------------------------------------------- */

enum { LEAST_SIZE = 4 };

/* What lies there, in three digits: wumpuses, golds, whether all must be found. */
enum { CONTENTS = 1000 };

int64_t wumpus_serial_most(wumpus_version version)
{
    return version == WUMPUS_SEVERAL ? INT64_C(9999999999) : INT64_C(999999999999);
}

int64_t wumpus_id_number(const wumpus_grid_id *id)
{
    int64_t serial = id->serial;
    if (id->version == WUMPUS_SEVERAL)
        serial = serial * CONTENTS + id->wumpuses * 100 + id->golds * 10 + id->all_golds;
    return (((serial * 100 + id->size) * 10 + (int)id->difficulty) * 10 + (int)id->method) *
               10 +
           (int)id->version;
}

/* A carved path leads to one gold and leaves nothing to deduce: such grids are easy, all of
 * them. */
static bool can_be(const wumpus_grid_id *id)
{
    return id->method != WUMPUS_PATH ||
           (id->difficulty == WUMPUS_EASY && id->version == WUMPUS_ONE_OF_EACH);
}

/* Takes the lowest digits off a number. */
static int take_digits(int64_t *number, int base)
{
    int digits = (int)(*number % base);
    *number /= base;
    return digits;
}

static bool read_contents(int contents, wumpus_grid_id *id)
{
    id->wumpuses = contents / 100;
    id->golds = contents / 10 % 10;
    id->all_golds = contents % 10 == 1;
    return contents % 10 <= 1 && id->wumpuses >= 1 && id->wumpuses <= WUMPUS_MOST &&
           id->golds >= 1 && id->golds <= WUMPUS_MOST && (id->golds > 1 || !id->all_golds) &&
           id->wumpuses + id->golds > 2;
}

duel_status wumpus_id_read(int64_t number, wumpus_grid_id *out, duel_msg *why)
{
    int64_t rest = number < 0 ? 0 : number;
    wumpus_grid_id id = {.version = (wumpus_version)take_digits(&rest, 10)};
    id.method = (wumpus_method)take_digits(&rest, 10);
    id.difficulty = (wumpus_difficulty)take_digits(&rest, 10);
    id.size = take_digits(&rest, 100);
    bool good =
        id.version == WUMPUS_ONE_OF_EACH ||
        (id.version == WUMPUS_SEVERAL && read_contents(take_digits(&rest, CONTENTS), &id));
    id.serial = rest;
    if (!good || id.method >= WUMPUS_METHODS || id.difficulty >= WUMPUS_DIFFICULTIES ||
        id.size < LEAST_SIZE || id.size > WUMPUS_SIDE ||
        id.serial > wumpus_serial_most(id.version) || !can_be(&id) ||
        id.wumpuses + id.golds > wumpus_most_things(id.size))
        return duel_invalid(why, N_("No grid has the id {0}."), "i", number);
    *out = id;
    return DUEL_OK;
}

/* Each id draws from a stream of its own. */
static void stream_of(const wumpus_grid_id *id, duel_rng *rng)
{
    char text[48];
    int length =
        snprintf(text, sizeof text, "wumpus grid %lld", (long long)wumpus_id_number(id));
    duel_rng_init(rng, (duel_str){text, (size_t)length});
}

/* ---- how many pits ------------------------------------------------------------------ */

typedef wumpus_pit_range range;

/* For sides 8, 10 and 15. Easy and medium are the seed's; its "hard" fits grids that cannot be
 * deduced, so it is our risky; hard lies where perturbing finds most. */
static const range pits_for[WUMPUS_DIFFICULTIES][3] = {
    [WUMPUS_EASY] = {{7, 20}, {11, 24}, {23, 34}},
    [WUMPUS_MEDIUM] = {{5, 18}, {7, 14}, {18, 28}},
    [WUMPUS_HARD] = {{7, 13}, {10, 20}, {22, 40}},
    [WUMPUS_RISKY] = {{11, 24}, {15, 30}, {39, 65}},
};

static int between(int n, int n0, int n1, int a, int b)
{
    return a + (b - a) * (n - n0) / (n1 - n0);
}

/* Between these sides the bounds are interpolated; outside, the density is kept. */
range wumpus_usual_pits(int n, wumpus_difficulty difficulty)
{
    const range *r = pits_for[difficulty];
    if (n <= 8)
        return (range){r[0].least * n * n / 64, r[0].most * n * n / 64};
    if (n <= 10)
        return (range){between(n, 8, 10, r[0].least, r[1].least),
                       between(n, 8, 10, r[0].most, r[1].most)};
    if (n <= 15)
        return (range){between(n, 10, 15, r[1].least, r[2].least),
                       between(n, 10, 15, r[1].most, r[2].most)};
    return (range){r[2].least * n * n / 225, r[2].most * n * n / 225};
}

/* Cells that wumpuses and golds leave free. */
static int room_for_pits(const wumpus_rules *rules)
{
    wumpus_set ground = wumpus_ground(rules);
    return wumpus_count(&ground) - rules->wumpuses - rules->golds;
}

static int at_most(int number, int most)
{
    return number < most ? number : most;
}

static int draw_usual(const wumpus_rules *rules, wumpus_difficulty difficulty, duel_rng *rng)
{
    range r = wumpus_usual_pits(rules->n, difficulty);
    int drawn = r.least + (int)duel_rng_below(rng, (uint32_t)(r.most - r.least + 1));
    return at_most(drawn > 1 ? drawn : 1, room_for_pits(rules));
}

static int draw_pit_count(const wumpus_grid_id *id, const wumpus_rules *rules, duel_rng *rng)
{
    enum { PATH_CELLS_FOR_A_PIT = 12 };
    int drawn = draw_usual(rules, id->difficulty, rng);
    if (id->method == WUMPUS_SPACED)
        drawn = id->size / 3;
    if (id->method == WUMPUS_PATH)
        drawn = id->size * id->size / PATH_CELLS_FOR_A_PIT;
    return at_most(drawn > 1 ? drawn : 1, room_for_pits(rules));
}

static wumpus_rules begin_grid(const wumpus_grid_id *id, duel_rng *rng)
{
    wumpus_rules rules = wumpus_rules_seed(id->size);
    if (id->version == WUMPUS_SEVERAL) {
        rules.wumpuses = id->wumpuses;
        rules.golds = id->golds;
        rules.all_golds = id->all_golds;
    }
    stream_of(id, rng);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = draw_pit_count(id, &rules, rng);
    return rules;
}

wumpus_rules wumpus_id_rules(const wumpus_grid_id *id)
{
    duel_rng rng;
    return begin_grid(id, &rng);
}

/* ---- certificates ------------------------------------------------------------------- */

static wumpus_difficulty class_of(const wumpus_certificate *c)
{
    if (!c->deducible)
        return c->valid ? WUMPUS_RISKY : WUMPUS_DIFFICULTIES;
    if (c->interest >= 2 || c->hardness.hardest >= WUMPUS_BY_EXCLUSION)
        return WUMPUS_HARD;
    return c->interest == 1 ? WUMPUS_MEDIUM : WUMPUS_EASY;
}

/* Whether the way opens once wumpuses whose places are proved may be shot. */
static duel_status by_arrow(const wumpus_rules *rules, const wumpus_world *world, bool *out,
                            duel_msg *why)
{
    wumpus_grade grade;
    void *self;
    if (wumpus_fast_takes(rules, NULL) == DUEL_OK) {
        *out = wumpus_deducible(rules, world, true) != WUMPUS_NOT_DEDUCIBLE;
        return DUEL_OK;
    }
    duel_status status = wumpus_sat.open(rules, &self, why);
    if (status != DUEL_OK)
        return status;
    status = wumpus_explore(&wumpus_sat, self, rules, world, true, NULL, NULL, &grade, why);
    wumpus_sat.close(self);
    *out = status == DUEL_OK && grade != WUMPUS_NOT_DEDUCIBLE;
    return status;
}

duel_status wumpus_certify(const wumpus_rules *rules, const wumpus_world *world,
                           wumpus_certificate *out, duel_msg *why)
{
    wumpus_certificate c = {.valid = wumpus_is_valid(world)};
    c.deducible = wumpus_deducible(rules, world, false) == WUMPUS_DEDUCIBLE;
    c.by_arrow = c.deducible;
    c.interest = wumpus_interest(rules, world);
    duel_status status = wumpus_hardness_of(rules, world, &c.hardness, why);
    if (status == DUEL_OK && !c.deducible)
        status = by_arrow(rules, world, &c.by_arrow, why);
    if (status != DUEL_OK)
        return status;
    c.difficulty = class_of(&c);
    *out = c;
    return DUEL_OK;
}

/* ---- drawing ------------------------------------------------------------------------ */

/* How far a grid is from what is wanted; 0 is near enough to be certified. */
static int distance(const wumpus_rules *rules, const wumpus_world *world,
                    wumpus_difficulty wanted)
{
    enum { UNDEDUCED = 4, CUT_OFF = 8 };
    bool deducible = wumpus_deducible(rules, world, false) == WUMPUS_DEDUCIBLE;
    if (!wumpus_is_valid(world))
        return CUT_OFF;
    if (wanted == WUMPUS_RISKY)
        return deducible ? UNDEDUCED : 0;
    if (!deducible)
        return UNDEDUCED;
    int interest = wumpus_interest(rules, world);
    if (wanted == WUMPUS_EASY)
        return interest;
    if (wanted == WUMPUS_MEDIUM)
        return abs(interest - 1);
    return interest >= 2 ? 0 : 2 - interest;
}

/* A cell of the set, each as likely; the set is not empty. */
static wumpus_cell pick(const wumpus_set *s, duel_rng *rng)
{
    int at = (int)duel_rng_below(rng, (uint32_t)wumpus_count(s)), y = 0, in_row;
    for (; at >= (in_row = __builtin_popcount(s->row[y])); y++)
        at -= in_row;
    uint32_t row = s->row[y];
    while (at-- > 0)
        row &= row - 1;
    return (wumpus_cell){__builtin_ctz(row), y};
}

static wumpus_set free_cells(const wumpus_rules *rules, const wumpus_world *world)
{
    wumpus_set open = wumpus_ground(rules);
    open = wumpus_minus(open, &world->pit);
    open = wumpus_minus(open, &world->wumpus);
    return wumpus_minus(open, &world->gold);
}

/* Moves one thing elsewhere: mostly a pit, now and then the wumpus or the gold. */
static void disturb(const wumpus_rules *rules, duel_rng *rng, wumpus_world *world)
{
    enum { OF = 8 };
    uint32_t what = duel_rng_below(rng, OF);
    wumpus_set *thing = what == 0 ? &world->wumpus : what == 1 ? &world->gold : &world->pit;
    wumpus_set open = free_cells(rules, world);
    if (wumpus_empty(&open) || wumpus_empty(thing))
        return;
    wumpus_cell from = pick(thing, rng), to = pick(&open, rng);
    wumpus_drop(thing, from.x, from.y);
    wumpus_add(thing, to.x, to.y);
}

/* Goes downhill or along the level from a drawn grid. True when it got to 0. *looked grows by
 * the number of grids looked at. */
static bool perturb(const wumpus_rules *rules, wumpus_difficulty wanted, duel_rng *rng,
                    wumpus_world *world, int *looked, const wumpus_onlooker *o)
{
    enum { STEPS = 400 };
    int now = distance(rules, world, wanted);
    ++*looked;
    if (o)
        o->tried(o->self, world, now, true);
    for (int i = 0; now > 0 && i < STEPS; i++, ++*looked) {
        wumpus_world other = *world;
        disturb(rules, rng, &other);
        int there = distance(rules, &other, wanted);
        if (o)
            o->tried(o->self, &other, there, there <= now);
        if (there <= now) {
            *world = other;
            now = there;
        }
    }
    return now == 0;
}

static wumpus_set place_some(wumpus_set *open, int count, duel_rng *rng)
{
    wumpus_set placed = {{0}};
    for (int i = 0; i < count; i++) {
        wumpus_cell c = pick(open, rng);
        wumpus_drop(open, c.x, c.y);
        wumpus_add(&placed, c.x, c.y);
    }
    return placed;
}

/* Wumpuses and golds on cells of `open`. False when there is no room. */
static bool place_both(const wumpus_rules *rules, wumpus_set open, duel_rng *rng,
                       wumpus_world *world)
{
    if (wumpus_count(&open) < rules->wumpuses + rules->golds)
        return false;
    world->wumpus = place_some(&open, rules->wumpuses, rng);
    world->gold = place_some(&open, rules->golds, rng);
    return true;
}

/* All cells less than so many steps away. */
static void drop_diamond(wumpus_set *s, wumpus_cell c, int steps)
{
    for (int y = c.y - steps + 1; y < c.y + steps; y++) {
        int reach = steps - 1 - abs(y - c.y);
        uint64_t wide = (UINT64_C(2) << 2 * reach) - 1;
        if (y >= 0 && y < WUMPUS_SIDE)
            s->row[y] &=
                ~(uint32_t)(c.x >= reach ? wide << (c.x - reach) : wide >> (reach - c.x));
    }
}

/* Pits at least five steps from each other. */
static bool draw_spaced(const wumpus_rules *rules, duel_rng *rng, wumpus_world *world)
{
    enum { APART = 5 };
    wumpus_set open = wumpus_ground(rules), ground = open;
    *world = (wumpus_world){.n = rules->n};
    for (int i = 0; i < rules->pits; i++) {
        if (wumpus_empty(&open))
            return false;
        wumpus_cell pit = pick(&open, rng);
        wumpus_add(&world->pit, pit.x, pit.y);
        drop_diamond(&open, pit, APART);
    }
    ground = wumpus_minus(ground, &world->pit);
    return place_both(rules, ground, rng, world);
}

/* A walk up and to the right to the gold; what would be felt on it stays away. */
static bool draw_path(const wumpus_rules *rules, duel_rng *rng, wumpus_world *world)
{
    wumpus_set open = wumpus_ground(rules), way = wumpus_only(0, 0);
    wumpus_cell gold = pick(&open, rng), at = {0, 0};
    *world = (wumpus_world){.n = rules->n, .gold = wumpus_only(gold.x, gold.y)};
    while (at.x < gold.x || at.y < gold.y) {
        bool right = at.y == gold.y || (at.x < gold.x && duel_rng_below(rng, 2) == 0);
        at.x += right;
        at.y += !right;
        wumpus_add(&way, at.x, at.y);
    }
    wumpus_set wide = wumpus_around(rules->n, &way);
    open = wumpus_minus(open, &way);
    open = wumpus_minus(open, &wide);
    if (wumpus_count(&open) < rules->pits + 1)
        return false;
    for (int i = 0; i <= rules->pits; i++) { /* the last is the wumpus */
        wumpus_cell c = pick(&open, rng);
        wumpus_drop(&open, c.x, c.y);
        wumpus_add(i < rules->pits ? &world->pit : &world->wumpus, c.x, c.y);
    }
    return true;
}

/* One attempt; false when it led to nothing that can be wanted. */
static bool attempt(const wumpus_grid_id *id, const wumpus_rules *rules, duel_rng *rng,
                    wumpus_world *out)
{
    int looked = 0;
    switch (id->method) {
    case WUMPUS_PERTURB:
        return wumpus_draw_world(rules, rng, out, NULL) == DUEL_OK &&
               perturb(rules, id->difficulty, rng, out, &looked, NULL);
    case WUMPUS_UNIFORM:
        return wumpus_draw_world(rules, rng, out, NULL) == DUEL_OK;
    case WUMPUS_SPACED:
        return draw_spaced(rules, rng, out);
    case WUMPUS_PATH:
        return draw_path(rules, rng, out);
    case WUMPUS_METHODS:
        break;
    }
    return false;
}

/* Cheap tests first: hardness is looked at only where it can decide. */
static duel_status world_fits(const wumpus_rules *rules, const wumpus_world *world,
                              wumpus_difficulty wanted, bool *out, duel_msg *why)
{
    wumpus_certificate c;
    int far = distance(rules, world, wanted);
    *out = false;
    if (far > (wanted == WUMPUS_HARD ? 1 : 0))
        return DUEL_OK;
    duel_status status = wumpus_certify(rules, world, &c, why);
    *out = status == DUEL_OK && c.difficulty == wanted;
    return status;
}

duel_status wumpus_id_grid(const wumpus_grid_id *id, wumpus_world *out, duel_msg *why)
{
    int attempts = !can_be(id) ? 0 : id->method == WUMPUS_PERTURB ? 2000 : 200000;
    duel_rng rng;
    wumpus_rules rules = begin_grid(id, &rng);
    duel_status status = wumpus_rules_check(&rules, why);
    for (int i = 0; status == DUEL_OK && i < attempts; i++) {
        wumpus_world world;
        bool right = false;
        if (!attempt(id, &rules, &rng, &world))
            continue;
        status = world_fits(&rules, &world, id->difficulty, &right, why);
        if (right) {
            *out = world;
            return DUEL_OK;
        }
    }
    if (status != DUEL_OK)
        return status;
    return duel_refuse(why, N_("The method {0} finds no {1} grid of side {2} here."), "cci",
                       wumpus_method_names[id->method], wumpus_difficulty_names[id->difficulty],
                       (int64_t)id->size);
}

/* ---- grids drawn to order ------------------------------------------------------------ */

int wumpus_most_things(int n)
{
    wumpus_rules rules = wumpus_rules_seed(n);
    wumpus_set ground = wumpus_ground(&rules);
    return wumpus_count(&ground) / 2;
}

/* Sparse grids hold too little to think about, dense ones cut the gold off: outside these
 * bounds most tries fail. */
range wumpus_possible_pits(const wumpus_rules *rules, wumpus_difficulty difficulty)
{
    static const int pits_on_32[WUMPUS_DIFFICULTIES] = {
        [WUMPUS_EASY] = 0, [WUMPUS_MEDIUM] = 16, [WUMPUS_HARD] = 64, [WUMPUS_RISKY] = 32};
    int n = rules->n, least = pits_on_32[difficulty] * n * n / (32 * 32);
    bool needed = difficulty == WUMPUS_HARD || difficulty == WUMPUS_RISKY;
    int most = at_most(wumpus_usual_pits(n, WUMPUS_RISKY).most, room_for_pits(rules));
    return (range){needed && least == 0 ? 1 : least, most};
}

duel_status wumpus_draw_graded(const wumpus_rules *rules, wumpus_difficulty difficulty,
                               int pits, duel_rng *rng, const wumpus_onlooker *o,
                               wumpus_world *out, duel_msg *why)
{
    enum { MOST_LOOKED_AT = 200000 };
    wumpus_rules drawn = *rules;
    drawn.pits_are = WUMPUS_PITS_COUNT;
    for (int looked = 0; looked < MOST_LOOKED_AT;) {
        wumpus_world world;
        bool right = false;
        drawn.pits = pits >= 0 ? pits : draw_usual(rules, difficulty, rng);
        duel_status status = wumpus_draw_world(&drawn, rng, &world, why);
        if (status == DUEL_OK && perturb(&drawn, difficulty, rng, &world, &looked, o))
            status = world_fits(&drawn, &world, difficulty, &right, why);
        if (status != DUEL_OK)
            return status;
        if (right) {
            *out = world;
            return DUEL_OK;
        }
    }
    return duel_refuse(why, N_("The method {0} finds no {1} grid of side {2} here."), "cci",
                       wumpus_method_names[WUMPUS_PERTURB], wumpus_difficulty_names[difficulty],
                       (int64_t)rules->n);
}
