/* games/wumpus/count_plan.c -- from facts to an order of cells for counting: see count_plan.h.
 */
#include "games/wumpus/count_plan.h"

#include "games/wumpus/reasoner.h"

#include <stdlib.h>
#include <string.h>

/* Values that have a bit, as a set of values. */
enum { WITH_PIT = 0xAA, WITH_WUMPUS = 0xCC, WITH_GOLD = 0xF0 };

/* At least one of the cells holds the bit. */
typedef struct demand {
    wumpus_set cells; /* undecided ones only */
    int bit, left;    /* cells not yet in the order */
    int slot;         /* -1 while it holds none */
} demand;

enum {
    MOST_DEMANDS = 3 * WUMPUS_CELLS + WUMPUS_SHOTS,
    MOST_OF_A_CELL = 3 * 4 + WUMPUS_SHOTS /* each sign at its neighbours, each hit */
};

/* The demands that a cell can meet, by number. */
typedef struct served {
    int count;
    int number[MOST_OF_A_CELL];
} served;

typedef struct maker {
    wumpus_plan *plan;
    demand *demand;
    int demands;
    served (*served)[WUMPUS_SIDE]; /* [y][x] */
    wumpus_set bound;
    uint64_t slots; /* held */
} maker;

/* ---- domains ------------------------------------------------------------------------ */

static uint8_t values_allowed(const wumpus_rules *rules)
{
    uint8_t alone =
        1 << 0 | 1 << WUMPUS_PIT_BIT | 1 << WUMPUS_WUMPUS_BIT | 1 << WUMPUS_GOLD_BIT;
    if (rules->overlap)
        return 0xFF;
    return rules->strict ? alone : alone | 1 << (WUMPUS_WUMPUS_BIT | WUMPUS_GOLD_BIT);
}

static void keep_values(wumpus_plan *plan, const wumpus_set *cells, uint8_t values)
{
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c))
        plan->domain[c.y][c.x] &= values;
}

static void find_domains(const wumpus_rules *rules, const wumpus_facts *facts,
                         wumpus_plan *plan)
{
    int n = rules->n;
    wumpus_set board = wumpus_board(n), ground = wumpus_ground(rules);
    wumpus_set bare = wumpus_minus(board, &ground);
    wumpus_set still = wumpus_around(n, &facts->no[WUMPUS_B]);
    wumpus_set fresh = wumpus_around(n, &facts->no[WUMPUS_P]);
    wumpus_set dull = wumpus_glitter_of(n, rules->own_glitter, &facts->no[WUMPUS_E]);
    memset(plan->domain, values_allowed(rules), sizeof plan->domain);
    keep_values(plan, &bare, 1 << 0);
    keep_values(plan, &still, (uint8_t)~WITH_PIT);
    keep_values(plan, &fresh, (uint8_t)~WITH_WUMPUS);
    keep_values(plan, &dull, (uint8_t)~WITH_GOLD);
    keep_values(plan, &facts->no[WUMPUS_T], (uint8_t)~WITH_PIT);
    keep_values(plan, &facts->no[WUMPUS_W], (uint8_t)~WITH_WUMPUS);
    keep_values(plan, &facts->no[WUMPUS_G], (uint8_t)~WITH_GOLD);
    keep_values(plan, &facts->yes[WUMPUS_T], WITH_PIT);
    keep_values(plan, &facts->yes[WUMPUS_W], WITH_WUMPUS);
    keep_values(plan, &facts->yes[WUMPUS_G], WITH_GOLD);
}

static bool decided(uint8_t domain)
{
    return (domain & (domain - 1)) == 0;
}

static bool every_cell_has_a_value(wumpus_plan *plan)
{
    for (int y = 0; y < plan->n; y++)
        for (int x = 0; x < plan->n; x++) {
            uint8_t domain = plan->domain[y][x];
            if (domain == 0)
                return false;
            if (!decided(domain))
                continue;
            wumpus_tally t = wumpus_value_tally(__builtin_ctz(domain));
            plan->fixed.pits += t.pits;
            plan->fixed.wumpuses += t.wumpuses;
            plan->fixed.golds += t.golds;
        }
    return true;
}

/* ---- demands ------------------------------------------------------------------------ */

/* Adds "one of the cells holds the bit" unless it is certain; false when it cannot be. */
static bool add_demand(maker *m, const wumpus_set *cells, int bit)
{
    const uint8_t with = bit == WUMPUS_PIT_BIT      ? WITH_PIT
                         : bit == WUMPUS_WUMPUS_BIT ? WITH_WUMPUS
                                                    : WITH_GOLD;
    demand d = {.bit = bit, .slot = -1};
    for (wumpus_cell c = wumpus_first(cells); c.y >= 0; c = wumpus_next(cells, c)) {
        uint8_t domain = m->plan->domain[c.y][c.x];
        if ((domain & ~with) == 0)
            return true;
        if (domain & with) {
            wumpus_add(&d.cells, c.x, c.y);
            d.left++;
        }
    }
    if (d.left == 0)
        return false;
    m->bound = wumpus_or(m->bound, &d.cells);
    for (wumpus_cell c = wumpus_first(&d.cells); c.y >= 0; c = wumpus_next(&d.cells, c)) {
        served *s = &m->served[c.y][c.x];
        s->number[s->count++] = m->demands;
    }
    m->demand[m->demands++] = d;
    return true;
}

static bool add_marks(maker *m, const wumpus_set *felt, bool own, int bit)
{
    for (wumpus_cell c = wumpus_first(felt); c.y >= 0; c = wumpus_next(felt, c)) {
        wumpus_set cell = wumpus_only(c.x, c.y);
        wumpus_set near = wumpus_glitter_of(m->plan->n, own, &cell);
        if (!add_demand(m, &near, bit))
            return false;
    }
    return true;
}

static bool add_demands(maker *m, const wumpus_rules *rules, const wumpus_facts *facts)
{
    bool ok = add_marks(m, &facts->yes[WUMPUS_B], false, WUMPUS_PIT_BIT) &&
              add_marks(m, &facts->yes[WUMPUS_P], false, WUMPUS_WUMPUS_BIT) &&
              add_marks(m, &facts->yes[WUMPUS_E], rules->own_glitter, WUMPUS_GOLD_BIT);
    for (int i = 0; ok && i < facts->hits; i++)
        ok = add_demand(m, &facts->hit[i], WUMPUS_WUMPUS_BIT);
    return ok;
}

/* ---- the order ---------------------------------------------------------------------- */

/* How placing the cell next changes the number of demands half met; small is good. Ties go to
 * the cell that touches open demands, so that one part is finished before another is begun. */
static int price(const maker *m, wumpus_cell c)
{
    int opened = 0, closed = 0, touched = 0;
    const served *of = &m->served[c.y][c.x];
    for (int i = 0; i < of->count; i++) {
        const demand *d = &m->demand[of->number[i]];
        opened += d->slot < 0 && d->left > 1;
        closed += d->slot >= 0 && d->left == 1;
        touched += d->slot >= 0;
    }
    return 16 * (opened - closed) - touched;
}

static wumpus_cell cheapest(const maker *m, const wumpus_set *left)
{
    wumpus_cell best = {-1, -1};
    int least = 0;
    for (wumpus_cell c = wumpus_first(left); c.y >= 0; c = wumpus_next(left, c)) {
        int p = price(m, c);
        if (best.y < 0 || p < least) {
            best = c;
            least = p;
        }
    }
    return best;
}

static wumpus_step *add_step(wumpus_plan *plan, wumpus_cell c)
{
    wumpus_step *s = &plan->step[plan->steps++];
    memset(s, 0, sizeof *s);
    s->cell = c;
    s->domain = plan->domain[c.y][c.x];
    return s;
}

/* Places a cell: opens, serves and closes its demands. False when slots run out. */
static bool place(maker *m, wumpus_cell c)
{
    wumpus_step *s = add_step(m->plan, c);
    const served *of = &m->served[c.y][c.x];
    for (int i = 0; i < of->count; i++) {
        demand *d = &m->demand[of->number[i]];
        if (d->slot < 0) {
            if (m->slots == UINT64_MAX)
                return false;
            d->slot = __builtin_ctzll(~m->slots);
            m->slots |= (uint64_t)1 << d->slot;
        }
        for (int v = 0; v < WUMPUS_VALUES; v++)
            if (v & d->bit)
                s->meets[v] |= (uint64_t)1 << d->slot;
        if (--d->left == 0)
            s->closes |= (uint64_t)1 << d->slot;
    }
    m->slots &= ~s->closes;
    return true;
}

/* Of the free cells of each domain, those numbered `from` to `to - 1`; all but the first of a
 * domain that must hold something are number 1. Gives how many. */
static int place_some(maker *m, int from, int to)
{
    wumpus_plan *plan = m->plan;
    int seen[256] = {0}, before = plan->steps;
    for (int y = 0; y < plan->n; y++)
        for (int x = 0; x < plan->n; x++) {
            uint8_t domain = plan->domain[y][x];
            if (decided(domain) || wumpus_has(&m->bound, x, y))
                continue;
            int number = domain & 1 ? seen[domain]++ : (seen[domain]++ > 0);
            if (number >= from && number < to)
                add_step(plan, (wumpus_cell){x, y});
        }
    return plan->steps - before;
}

/* First one of each domain, then the others or, `thin`, a few of them. */
static void place_free(maker *m, bool thin)
{
    wumpus_plan *plan = m->plan;
    int few = thin ? 1 + 2 * WUMPUS_MOST : WUMPUS_CELLS;
    plan->leaders = place_some(m, 0, 1);
    place_some(m, 1, few);
    plan->spare = place_some(m, few, WUMPUS_CELLS);
    plan->steps -= plan->spare;
    for (int i = plan->steps; i < plan->steps + plan->spare; i++)
        plan->spare_pits += (plan->step[i].domain & WITH_PIT) != 0;
}

static bool place_all(maker *m, bool thin)
{
    wumpus_set left = m->bound;
    for (wumpus_cell c = cheapest(m, &left); c.y >= 0; c = cheapest(m, &left)) {
        if (!place(m, c))
            return false;
        wumpus_drop(&left, c.x, c.y);
    }
    m->plan->bound = m->plan->steps;
    place_free(m, thin);
    return true;
}

/* True when some fact is both held and denied: marks on their own cells are not in domains. */
static bool facts_clash(const wumpus_facts *facts)
{
    for (int i = 0; i < WUMPUS_SIGNS; i++) {
        wumpus_set both = wumpus_and(facts->yes[i], &facts->no[i]);
        if (!wumpus_empty(&both))
            return true;
    }
    return false;
}

duel_status wumpus_entangled(duel_msg *why)
{
    duel_say(why, N_("This position is too entangled to count its worlds."), "");
    return DUEL_STOPPED;
}

duel_status wumpus_plan_make(const wumpus_rules *rules, const wumpus_facts *facts, bool thin,
                             wumpus_plan *out, duel_msg *why)
{
    memset(out, 0, sizeof *out);
    out->n = rules->n;
    find_domains(rules, facts, out);
    if (facts_clash(facts) || !every_cell_has_a_value(out))
        return wumpus_contradiction(why);
    maker m = {.plan = out};
    m.demand = malloc(MOST_DEMANDS * sizeof *m.demand);
    m.served = calloc(WUMPUS_SIDE, sizeof *m.served);
    duel_status status = DUEL_OK;
    if (m.demand == NULL || m.served == NULL) {
        status = duel_no_space(why);
    } else if (!add_demands(&m, rules, facts)) {
        status = wumpus_contradiction(why);
    } else if (!place_all(&m, thin)) {
        status = wumpus_entangled(why);
    }
    free(m.demand);
    free(m.served);
    return status;
}
