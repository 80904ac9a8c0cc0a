/* tests/wumpus/bench_wumpus.c -- how fast the Wumpus reasoners are, best of several runs on one
 * core. `bench_wumpus [RUNS]`. */
#include "base/clock.h"
#include "games/wumpus/count.h"
#include "games/wumpus/grade.h"

#include <stdio.h>
#include <stdlib.h>

enum { GRIDS = 20000, POSITIONS = 300 };

static wumpus_world *draw(int n, int pits)
{
    wumpus_rules rules = wumpus_rules_seed(n);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = pits;
    duel_rng rng;
    duel_rng_init_number(&rng, (uint64_t)n);
    wumpus_world *world = malloc(GRIDS * sizeof *world);
    for (int i = 0; world && i < GRIDS; i++)
        if (wumpus_draw_world(&rules, &rng, &world[i], NULL) != DUEL_OK)
            abort();
    return world;
}

static double best_fast(const wumpus_world *world, int runs, int *deducible)
{
    double best = 0;
    for (int r = 0; r < runs; r++) {
        double start = duel_clock_cpu();
        int rounds = 10, found = 0;
        for (int i = 0; i < rounds * GRIDS; i++)
            found += wumpus_deducible(&world[i % GRIDS], false) == WUMPUS_DEDUCIBLE;
        double rate = rounds * GRIDS / (duel_clock_cpu() - start);
        best = rate > best ? rate : best;
        *deducible = found / rounds;
    }
    return best;
}

static double best_by(const wumpus_reasoner *reasoner, const wumpus_world *world, int runs,
                      int grids, int *deducible)
{
    wumpus_rules rules = wumpus_rules_seed(world->n);
    double best = 0;
    void *self;
    for (int r = 0; r < runs; r++) {
        double start = duel_clock_cpu();
        if (reasoner->open(&rules, &self, NULL) != DUEL_OK)
            abort();
        *deducible = 0;
        for (int i = 0; i < grids; i++) {
            wumpus_grade grade;
            if (wumpus_explore(reasoner, self, &rules, &world[i], false, NULL, NULL, &grade,
                               NULL) != DUEL_OK)
                abort();
            *deducible += grade == WUMPUS_DEDUCIBLE;
        }
        reasoner->close(self);
        double rate = grids / (duel_clock_cpu() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

/* Positions where proof ends: the last step of each exploration. */
static bool keep_last(void *context, const wumpus_knowledge *k, const wumpus_facts *facts,
                      const wumpus_verdicts *verdicts)
{
    (void)k, (void)verdicts;
    *(wumpus_facts *)context = *facts;
    return true;
}

static void time_risk(const wumpus_rules *rules, const wumpus_facts *facts, double *took)
{
    static wumpus_risk risk;
    wumpus_counts *counts;
    double start = duel_clock_cpu();
    if (wumpus_counts_new(rules, facts, &counts, NULL) != DUEL_OK ||
        wumpus_counts_risk(counts, &risk, NULL) != DUEL_OK)
        abort();
    wumpus_counts_free(counts);
    double now = duel_clock_cpu() - start;
    *took = *took <= 0 || now < *took ? now : *took;
}

static void bench_risk(const wumpus_world *world, int pits, int runs)
{
    static wumpus_facts facts[POSITIONS];
    wumpus_rules rules = wumpus_rules_seed(world->n);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = pits;
    double sum = 0, worst = 0;
    void *self;
    if (wumpus_fast.open(&rules, &self, NULL) != DUEL_OK)
        abort();
    for (int i = 0; i < POSITIONS; i++) {
        wumpus_grade grade;
        if (wumpus_explore(&wumpus_fast, self, &rules, &world[i], true, keep_last, &facts[i],
                           &grade, NULL) != DUEL_OK)
            abort();
        double took = 0;
        for (int r = 0; r < runs; r++)
            time_risk(&rules, &facts[i], &took);
        sum += took;
        worst = took > worst ? took : worst;
    }
    wumpus_fast.close(self);
    printf("%dx%d, %d pits: exact risk of a position %.0f us, worst of %d %.0f us\n", world->n,
           world->n, pits, 1e6 * sum / POSITIONS, POSITIONS, 1e6 * worst);
}

static void bench(int n, int pits, int runs)
{
    wumpus_world *world = draw(n, pits);
    if (world == NULL)
        abort();
    int deducible = 0;
    double rate = best_fast(world, runs, &deducible);
    printf("%dx%d, %d pits: deducible test %.0f grids/s (%d of %d)\n", n, n, pits, rate,
           deducible, GRIDS);
    rate = best_by(&wumpus_fast, world, runs, GRIDS / 10, &deducible);
    printf("%dx%d, %d pits: fast reasoner step by step %.0f grids/s (%d of %d)\n", n, n, pits,
           rate, deducible, GRIDS / 10);
    int grids = n > 8 ? GRIDS / 200 : GRIDS / 40;
    rate = best_by(&wumpus_sat, world, runs > 2 ? 2 : runs, grids, &deducible);
    printf("%dx%d, %d pits: CaDiCaL %.0f grids/s (%d of %d)\n", n, n, pits, rate, deducible,
           grids);
    bench_risk(world, pits, runs);
    free(world);
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? atoi(argv[1]) : 5;
    bench(8, 8, runs);
    bench(15, 30, runs);
    return 0;
}
