/* tests/wumpus/test_world_count.c -- drawing worlds that agree with what is known: chi-square
 * against enumeration, and large positions. */
#include "helpers.h"

#include "games/wumpus/world_count.h"

#include <math.h>

/* ---- drawing ------------------------------------------------------------------------ */

enum { MOST_WORLDS = 4096 };

typedef struct histogram {
    uint64_t world[MOST_WORLDS];
    double expected[MOST_WORLDS];
    int seen[MOST_WORLDS];
    int count;
} histogram;

static bool agrees(const wumpus_knowledge *k, const wumpus_world *world)
{
    wumpus_percepts felt = wumpus_percepts_of(world);
    const wumpus_set *truth[WUMPUS_SIGNS] = {&felt.breeze, &world->gold,  &felt.stench,
                                             &world->pit,  &felt.glitter, &world->wumpus};
    wumpus_set known = wumpus_known(k);
    for (int i = 0; i < WUMPUS_SIGNS; i++) {
        wumpus_set seen = wumpus_and(*truth[i], &known);
        if (!wumpus_same(&seen, &k->is[i]))
            return false;
    }
    return true;
}

/* A world of 4 by 4 as one number. */
static uint64_t world_key(const wumpus_world *world)
{
    uint64_t key = 0;
    for (int y = 0; y < 4; y++)
        key =
            key << 12 | world->pit.row[y] << 8 | world->wumpus.row[y] << 4 | world->gold.row[y];
    return key;
}

static int find_world(histogram *h, const wumpus_world *world)
{
    uint64_t key = world_key(world);
    int at = 0;
    while (at < h->count && h->world[at] != key)
        at++;
    if (at == h->count) {
        assert_true(h->count < MOST_WORLDS);
        h->world[h->count++] = key;
    }
    return at;
}

/* Worlds drawn by the rules and kept when they agree with the knowledge: the definition itself
 * of what a draw from counts must be distributed like. */
static int draw_by_rejection(const wumpus_rules *rules, const wumpus_knowledge *k, int wanted,
                             duel_rng *rng, histogram *h)
{
    int kept = 0;
    for (int tries = 0; tries < 400 * wanted && kept < wanted; tries++) {
        wumpus_world world;
        assert_ok(wumpus_draw_world(rules, rng, &world, NULL));
        if (!agrees(k, &world))
            continue;
        h->expected[find_world(h, &world)]++;
        kept++;
    }
    return kept;
}

/* Two samples, one by rejection and one from counts: chi-square over worlds, rare ones pooled.
 * The statistic must stay below its mean plus five standard deviations. */
static void compare(const histogram *h, double a, double b)
{
    double chi = 0, pool_a = 0, pool_b = 0;
    int cells = 0;
    for (int i = 0; i <= h->count; i++) {
        double e = i < h->count ? h->expected[i] : pool_a;
        double s = i < h->count ? (double)h->seen[i] : pool_b;
        if (i < h->count && e + s < 20) {
            pool_a += e, pool_b += s;
            continue;
        }
        if (e + s == 0)
            continue;
        double d = e * sqrt(b / a) - s * sqrt(a / b);
        chi += d * d / (e + s);
        cells++;
    }
    double freedom = cells - 1;
    if (chi > freedom + 5 * sqrt(2 * freedom) + 5)
        fail_msg("chi-square %.1f with %d cells", chi, cells);
    assert_true(cells > 3);
}

static void check_draws(const wumpus_rules *rules, const char *grid, uint64_t seed)
{
    static histogram h;
    wumpus_knowledge k;
    wumpus_facts facts;
    wumpus_counts *counts;
    int wanted = check_sample(2500, 100000);
    memset(&h, 0, sizeof h);
    duel_rng rng = check_rng(seed);
    assert_ok(wumpus_read_knowledge(duel_str_of(grid), &k, NULL));
    assert_ok(wumpus_facts_of(rules, &k, &facts, NULL));
    assert_ok(wumpus_counts_new(rules, &facts, &counts, NULL));
    int kept = draw_by_rejection(rules, &k, wanted, &rng, &h);
    assert_true(kept > wanted / 4);
    for (int i = 0; i < wanted; i++) {
        wumpus_world world;
        wumpus_counts_draw(counts, &rng, &world);
        assert_true(agrees(&k, &world));
        h.seen[find_world(&h, &world)]++;
    }
    compare(&h, kept, wanted);
    wumpus_counts_free(counts);
}

TEST(test_draws)
{
    wumpus_rules rules = wumpus_rules_seed(4);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = 2;
    check_draws(&rules, "? ? ? ? / B ? ? ? / . . B ? / . . . ?", 1);
    rules.pits_are = WUMPUS_PITS_CHANCE;
    rules.chance = 0.2;
    check_draws(&rules, "? ? ? ? / P ? ? ? / . . B ? / . . B ?", 2);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.wumpuses = 2, rules.golds = 2, rules.pits = 1;
    check_draws(&rules, "? ? ? ? / . ? ? ? / . . E ? / . . . ?", 3);
    wumpus_rules textbook = wumpus_rules_textbook(4, 0.2);
    check_draws(&textbook, "? ? ? ? / ? ? ? ? / B ? ? ? / . B . BP", 4);
}

/* ---- large positions ---------------------------------------------------------------- */

/* Sums that must come out: the risks of all cells add up to the pits and wumpuses there are. */
static void check_sums(const wumpus_rules *rules, const wumpus_facts *facts)
{
    static wumpus_risk risk;
    wumpus_counts *counts;
    assert_ok(wumpus_counts_new(rules, facts, &counts, NULL));
    assert_ok(wumpus_counts_risk(counts, &risk, NULL));
    double pits = 0, wumpuses = 0, golds = 0;
    for (int y = 0; y < rules->n; y++)
        for (int x = 0; x < rules->n; x++) {
            pits += risk.pit[y][x];
            wumpuses += risk.wumpus[y][x];
            golds += risk.gold[y][x];
            double both = risk.pit[y][x] + risk.wumpus[y][x];
            assert_true(fabs(both - risk.danger[y][x]) < 1e-9);
        }
    assert_true(fabs(pits - rules->pits) < 1e-6);
    assert_true(fabs(wumpuses - (facts->harmless ? 0 : rules->wumpuses)) < 1e-6);
    assert_true(fabs(golds - rules->golds) < 1e-6);
    wumpus_counts_free(counts);
}

typedef struct sums {
    const wumpus_rules *rules;
    int steps;
} sums;

static bool check_step(void *context, const wumpus_knowledge *k, const wumpus_facts *facts,
                       const wumpus_verdicts *verdicts)
{
    (void)k, (void)verdicts;
    sums *s = context;
    if (s->steps++ % 5 == 4)
        check_sums(s->rules, facts);
    return true;
}

TEST(test_sums)
{
    static const struct {
        int n, pits;
    } sizes[] = {{8, 8}, {15, 30}, {15, 20}, {32, 100}};
    duel_rng rng = check_rng(41);
    int wanted = check_sample(3, 100);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < wanted; j++) {
            wumpus_rules rules = wumpus_rules_seed(sizes[i].n);
            rules.pits_are = WUMPUS_PITS_COUNT;
            rules.pits = sizes[i].pits;
            wumpus_world world;
            sums s = {&rules, 0};
            assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
            explore(&wumpus_fast, &rules, &world, true, check_step, &s);
        }
}
