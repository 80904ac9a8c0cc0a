/* games/wumpus/expected_score.c -- expectation over the textbook's worlds: see
 * expected_score.h.
 *
 * A set of cells is a word: bit 8 y + x. Positions already valued are kept in a table. */
#include "games/wumpus/expected_score.h"

#include <math.h>
#include <stdlib.h>

typedef uint64_t cells;

enum { STRIDE = 8, GOLD = 1000, ARROW = 11, TABLE_LEAST = 1 << 12 };

/* What is known. The wumpus's places are empty once it is dead. */
typedef struct place {
    cells explored, breezy, wumpus;
    bool arrow;
} place;

/* A position valued before; risks < 0: free. */
typedef struct entry {
    cells explored, breezy, wumpus;
    float value;
    int16_t risks;
    int16_t arrow;
} entry;

typedef struct seer {
    int n;
    double chance;
    wumpus_outlook look;
    cells board, left_column, right_column;
    entry *table;
    uint32_t mask, nodes;
    const wumpus_walk *walk;
    wumpus_prospect *first; /* the deed at the root is told here; NULL further down */
} seer;

static double value_of(seer *s, const place *p, int risks, double reach);

/* ---- sets of cells ------------------------------------------------------------------- */

static cells one(int cell)
{
    return (cells)1 << cell;
}

static int count_of(cells set)
{
    return __builtin_popcountll(set);
}

static int first_of(cells set)
{
    return __builtin_ctzll(set);
}

static cells around(const seer *s, cells set)
{
    return ((set << 1 & ~s->left_column) | (set >> 1 & ~s->right_column) | set << STRIDE |
            set >> STRIDE) &
           s->board;
}

static wumpus_cell cell_of(int cell)
{
    return (wumpus_cell){cell % STRIDE, cell / STRIDE};
}

static cells ray_of(const seer *s, int cell, wumpus_way way)
{
    cells ray = 0;
    for (wumpus_cell c = wumpus_toward(cell_of(cell), way); wumpus_inside(s->n, c.x, c.y);
         c = wumpus_toward(c, way))
        ray |= one(c.y * STRIDE + c.x);
    return ray;
}

static cells cells_of(const wumpus_set *set, int n)
{
    cells out = 0;
    for (int y = 0; y < n; y++)
        out |= (cells)set->row[y] << (y * STRIDE);
    return out;
}

/* ---- pits --------------------------------------------------------------------------- */

/* The chance that every set holds a pit, each cell having one with the same chance: by whether
 * the first cell of the smallest set has one. */
static double all_met(double chance, const cells *wanted, int count)
{
    cells with[STRIDE * STRIDE], without[STRIDE * STRIDE];
    if (count == 0)
        return 1;
    cells least = wanted[0];
    for (int i = 1; i < count; i++)
        least = count_of(wanted[i]) < count_of(least) ? wanted[i] : least;
    if (least == 0)
        return 0;
    cells cell = least & -least;
    int met = 0;
    for (int i = 0; i < count; i++) {
        if ((wanted[i] & cell) == 0)
            with[met++] = wanted[i];
        without[i] = wanted[i] & ~cell;
    }
    double pit = all_met(chance, with, met);
    return chance * pit + (1 - chance) * all_met(chance, without, count);
}

/* Cells beside explored ones that may hold a pit: no explored cell beside them is calm. */
static cells windy_edge(const seer *s, const place *p)
{
    return around(s, p->explored) & ~p->explored & ~around(s, p->explored & ~p->breezy);
}

/* The chance of the breezes felt, and that none of `bare` on the windy edge is a pit. */
static double breeze_chance(const seer *s, const place *p, cells bare)
{
    cells wanted[STRIDE * STRIDE], edge = windy_edge(s, p);
    int count = 0;
    for (cells rest = p->breezy; rest; rest &= rest - 1)
        wanted[count++] = around(s, rest & -rest) & edge & ~bare;
    return pow(1 - s->chance, count_of(edge & bare)) * all_met(s->chance, wanted, count);
}

/* ---- the table ---------------------------------------------------------------------- */

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    return x ^ x >> 33;
}

/* The entry of the position, or the free one where it belongs. */
static entry *look_up(const seer *s, const place *p, int risks)
{
    uint64_t key = mixed(p->explored * UINT64_C(0x9E3779B97F4A7C15) + p->breezy) ^
                   mixed(p->wumpus * UINT64_C(0xC2B2AE3D27D4EB4F) + (uint64_t)risks * 2 +
                         (uint64_t)p->arrow);
    for (uint64_t i = key & s->mask;; i = (i + 1) & s->mask) {
        entry *e = &s->table[i];
        if (e->risks < 0 ||
            (e->explored == p->explored && e->breezy == p->breezy && e->wumpus == p->wumpus &&
             e->risks == risks && e->arrow == (int16_t)p->arrow))
            return e;
    }
}

static void remember(const seer *s, const place *p, int risks, double value)
{
    *look_up(s, p, risks) = (entry){.explored = p->explored,
                                    .breezy = p->breezy,
                                    .wumpus = p->wumpus,
                                    .value = (float)value,
                                    .risks = (int16_t)risks,
                                    .arrow = p->arrow};
}

/* ---- entering a cell ---------------------------------------------------------------- */

static double going_home(void)
{
    return -1; /* climbing */
}

/* More than any explorer can hope for: all gold that is not in a pit. A breeze beside a cell
 * makes a pit there only more likely, and so does a cell survived elsewhere, so `chance` is the
 * least it can be. */
static double highest_hope(const seer *s, const place *p, cells survived)
{
    cells dark = s->board & ~p->explored, calm = around(s, p->explored & ~p->breezy) | survived;
    int all = count_of(dark), sure = count_of(dark & calm);
    return all == 0 ? going_home() : (GOLD - 2) * (sure + (1 - s->chance) * (all - sure)) / all;
}

static double gold_at(int cell)
{
    return GOLD - 2 - cell % STRIDE - cell / STRIDE; /* grab, walk home, climb */
}

/* The chance that no breeze is felt on `cell`, entered and survived; `alive` is the chance of
 * the breezes felt before with no pit there. */
static double calm_chance(const seer *s, const place *p, int cell, double alive)
{
    cells edge = windy_edge(s, p), calm = around(s, p->explored & ~p->breezy);
    cells near = around(s, one(cell)) & ~p->explored & ~calm;
    double none = breeze_chance(s, p, (near & edge) | one(cell));
    return none * pow(1 - s->chance, count_of(near & ~edge)) / alive;
}

/* Over what is smelt on the cell just entered. */
static double smell(seer *s, const place *p, int cell, int risks, double reach)
{
    place next = *p;
    if (p->wumpus == 0)
        return value_of(s, &next, risks, reach);
    cells left = p->wumpus & ~one(cell), near = left & around(s, one(cell));
    double stench = (double)count_of(near) / count_of(left), value = 0;
    next.wumpus = near;
    if (near)
        value += stench * value_of(s, &next, risks, reach * stench);
    next.wumpus = left & ~near;
    if (next.wumpus)
        value += (1 - stench) * value_of(s, &next, risks, reach * (1 - stench));
    return value;
}

/* The worth of having entered `cell` alive: gold there, or else what is felt and follows. */
static double entered(seer *s, const place *p, int cell, double alive, int risks, double reach)
{
    double gold = 1.0 / count_of(s->board & ~p->explored);
    double calm = calm_chance(s, p, cell, alive), rest = 0;
    place next = *p;
    next.explored |= one(cell);
    if (gold >= 1)
        return gold_at(cell);
    if (calm > 0)
        rest += calm * smell(s, &next, cell, risks, reach * (1 - gold) * calm);
    next.breezy |= one(cell);
    if (calm < 1)
        rest += (1 - calm) * smell(s, &next, cell, risks, reach * (1 - gold) * (1 - calm));
    return gold * gold_at(cell) + (1 - gold) * rest;
}

/* ---- stuck: a risk, a shot, or home ------------------------------------------------- */

static double steps_to(const seer *s, bool root, int cell, double otherwise)
{
    wumpus_cell c = cell_of(cell);
    return root && s->walk ? s->walk->steps[c.y][c.x] : otherwise;
}

/* Keeps the better deed; at the root, tells it. */
static void prefer(wumpus_prospect *best, double value, wumpus_act act, int cell,
                   wumpus_way way, double danger)
{
    if (value > best->value)
        *best = (wumpus_prospect){
            .value = value, .danger = danger, .act = act, .cell = cell_of(cell), .way = way};
}

static void weigh_shot(seer *s, const place *p, int from, wumpus_way way, int risks,
                       double reach, bool root, wumpus_prospect *best)
{
    cells met = ray_of(s, from, way) & p->wumpus;
    double hit = (double)count_of(met) / count_of(p->wumpus);
    place dead = *p, missed = *p;
    dead.arrow = missed.arrow = false;
    dead.wumpus = 0;
    missed.wumpus &= ~met;
    double value = hit * value_of(s, &dead, risks, reach * hit) - ARROW;
    if (missed.wumpus)
        value += (1 - hit) * value_of(s, &missed, risks, reach * (1 - hit));
    prefer(best, value - steps_to(s, root, from, s->look.step - 1), WUMPUS_SHOOT, from, way, 0);
}

/* A shot from each explored cell each way, unless another crosses the same places. */
static void weigh_shots(seer *s, const place *p, int risks, double reach, bool root,
                        wumpus_prospect *best)
{
    cells seen[4 * STRIDE * STRIDE];
    int count = 0;
    for (cells from = p->explored; from; from &= from - 1)
        for (int way = 0; way < 4; way++) {
            cells met = ray_of(s, first_of(from), (wumpus_way)way) & p->wumpus;
            bool new = met != 0;
            for (int i = 0; i < count && new && !root; i++)
                new = seen[i] != met;
            seen[count++] = met;
            if (new)
                weigh_shot(s, p, first_of(from), (wumpus_way)way, risks, reach, root, best);
        }
}

static void weigh_risk(seer *s, const place *p, int cell, double all, int risks, double reach,
                       bool root, wumpus_prospect *best)
{
    double calm = breeze_chance(s, p, one(cell)), alive = calm / all;
    if (p->wumpus & one(cell))
        alive *= 1 - 1.0 / count_of(p->wumpus);
    double most = (1 - alive) * -GOLD + alive * GOLD;
    if (alive <= 0 || most <= best->value)
        return;
    double then = risks > 0 ? entered(s, p, cell, calm, risks - 1, reach * alive)
                            : highest_hope(s, p, one(cell));
    double value = (1 - alive) * -GOLD + alive * then;
    prefer(best, value - steps_to(s, root, cell, s->look.step), WUMPUS_GO, cell, WUMPUS_NORTH,
           1 - alive);
}

static double stuck(seer *s, const place *p, int risks, double reach)
{
    bool root = s->first != NULL;
    wumpus_prospect *told = s->first;
    wumpus_prospect best = {.value = going_home(), .act = WUMPUS_CLIMB};
    s->first = NULL;
    if (p->arrow && p->wumpus)
        weigh_shots(s, p, risks, reach, root, &best);
    double all = breeze_chance(s, p, 0);
    for (cells edge = around(s, p->explored) & ~p->explored;
         edge && (risks > 0 || s->look.ceiling); edge &= edge - 1)
        weigh_risk(s, p, first_of(edge), all, risks, reach, root, &best);
    if (told)
        *told = best;
    return best.value;
}

/* ---- a position --------------------------------------------------------------------- */

static double enter_safe(seer *s, const place *p, int cell, int risks, double reach)
{
    double all = breeze_chance(s, p, 0);
    return entered(s, p, cell, all, risks, reach) - s->look.step;
}

static double value_of(seer *s, const place *p, int risks, double reach)
{
    if (reach < s->look.least || s->nodes >= s->look.nodes)
        return s->look.ceiling ? highest_hope(s, p, 0) : going_home();
    place now = *p;
    now.arrow = p->arrow && p->wumpus; /* useless arrows make no other position */
    entry *known = look_up(s, &now, risks);
    if (known->risks >= 0)
        return (double)known->value;
    s->nodes++;
    cells safe = around(s, now.explored & ~now.breezy) & ~now.explored & ~now.wumpus;
    double value =
        safe ? enter_safe(s, &now, first_of(safe), risks, reach) : stuck(s, &now, risks, reach);
    remember(s, &now, risks, value);
    return value;
}

/* ---- from outside ------------------------------------------------------------------- */

bool wumpus_prospect_takes(const wumpus_rules *rules)
{
    return rules->n <= STRIDE && rules->wumpuses == 1 && rules->golds == 1 && rules->overlap &&
           rules->own_glitter && rules->windy_start && rules->clear == 0 &&
           rules->pits_are == WUMPUS_PITS_CHANCE;
}

static duel_status open_seer(const wumpus_rules *rules, const wumpus_outlook *look, seer *s,
                             duel_msg *why)
{
    *s = (seer){.n = rules->n, .chance = rules->chance, .look = *look};
    for (int y = 0; y < rules->n; y++)
        s->board |= ((one(rules->n) - 1) & 0xFF) << (y * STRIDE);
    for (int y = 0; y < STRIDE; y++) {
        s->left_column |= one(y * STRIDE);
        s->right_column |= one(y * STRIDE + STRIDE - 1);
    }
    uint32_t room = TABLE_LEAST;
    while (room / 2 < look->nodes && room < UINT32_C(1) << 31)
        room *= 2;
    s->mask = room - 1;
    s->table = malloc(room * sizeof *s->table);
    if (s->table == NULL)
        return duel_no_space(why);
    for (uint32_t i = 0; i < room; i++)
        s->table[i].risks = -1;
    return DUEL_OK;
}

/* Where the wumpus can be, after all that was smelt and shot. */
static cells wumpus_places(const seer *s, const wumpus_knowledge *k)
{
    cells explored = cells_of(&k->explored, s->n), smelt = cells_of(&k->is[WUMPUS_P], s->n);
    cells left = s->board & ~explored & ~one(0);
    left &= ~around(s, explored & ~smelt);
    for (cells rest = explored & smelt; rest; rest &= rest - 1)
        left &= around(s, rest & -rest);
    for (int i = 0; i < k->shots; i++) {
        const wumpus_shot *shot = &k->shot[i];
        if (shot->hit)
            return 0;
        left &= ~ray_of(s, shot->from.y * STRIDE + shot->from.x, shot->way);
    }
    return left;
}

duel_status wumpus_prospect_of(const wumpus_rules *rules, const wumpus_outlook *look,
                               const wumpus_knowledge *k, bool arrow, const wumpus_walk *walk,
                               wumpus_prospect *out, duel_msg *why)
{
    seer s;
    duel_status status = open_seer(rules, look, &s, why);
    if (status != DUEL_OK)
        return status;
    place p = {.explored = cells_of(&k->explored, s.n),
               .breezy = cells_of(&k->is[WUMPUS_B], s.n),
               .wumpus = look->tame ? 0 : wumpus_places(&s, k),
               .arrow = arrow};
    *out = (wumpus_prospect){.act = WUMPUS_CLIMB};
    s.walk = walk;
    s.first = out;
    p.breezy &= p.explored;
    double value = stuck(&s, &p, look->risks, 1);
    out->value = value;
    out->nodes = s.nodes;
    free(s.table);
    return DUEL_OK;
}

duel_status wumpus_prospect_begin(const wumpus_rules *rules, const wumpus_outlook *look,
                                  wumpus_prospect *out, duel_msg *why)
{
    seer s;
    duel_status status = open_seer(rules, look, &s, why);
    if (status != DUEL_OK)
        return status;
    double windy = 1 - (1 - rules->chance) * (1 - rules->chance), value = 0;
    place p = {.explored = one(0), .wumpus = look->tame ? 0 : s.board, .arrow = true};
    value += (1 - windy) * smell(&s, &p, 0, look->risks, 1 - windy);
    p.breezy = one(0);
    value += windy * smell(&s, &p, 0, look->risks, windy);
    *out = (wumpus_prospect){.value = value, .nodes = s.nodes};
    free(s.table);
    return DUEL_OK;
}
