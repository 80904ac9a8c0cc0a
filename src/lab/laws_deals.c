/* lab/laws_deals.c -- the laws of dealing: a deal is short, or says that it searches; the deals
 * that are listed are those that are dealt.
 *
 * Whoever solves a hidden game lists its deals by a tape (core/deals.h). A deal that copies its
 * generator, or throws draws away until it likes one, would be listed otherwise than it is
 * dealt. So many seeds are dealt, and how often each deal comes is held to its weight by a
 * chi-square test. The seeds are always the same: what holds once holds again. */
#include "base/heavy.h"
#include "core/deals.h"
#include "core/play.h"
#include "core/variant.h"
#include "lab/laws_trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WAYS_MOST = 20000, SEEDS_FEW = 4, SEEDS_LEAST = 60, SEEDS_MOST = 2400 };

/* Enough to tell, and where there is nothing to tell apart, a few. */
static uint32_t seeds_for(const duel_deals *d)
{
    size_t wanted = d->count > 1 ? SEEDS_LEAST + 12 * d->count : SEEDS_FEW;
    return (uint32_t)(wanted < SEEDS_MOST ? wanted : SEEDS_MOST);
}

/* Pearson's sum over the deals is about as large as they are many; its variance with few seeds
 * is that of Haldane (Biometrika 31, 1940). Six deviations above the mean are no chance. */
static bool is_likely(const duel_deals *d, const uint32_t *seen, uint32_t seeds)
{
    double sum = 0, inverse = 0, k = (double)d->count, n = seeds;
    for (size_t i = 0; i < d->count; i++) {
        double expected = n * duel_deals_weight(d, i), off = seen[i] - expected;
        sum += off * off / expected;
        inverse += 1 / duel_deals_weight(d, i);
    }
    double variance = 2 * (k - 1) + (inverse - k * k - 2 * k + 2) / n;
    return sum <= k - 1 + 6 * sqrt(fmax(variance, 0)) + 1e-6;
}

static bool deals_as_listed(law_trial *t, const duel_deals *d, uint32_t *seen)
{
    uint32_t seeds = seeds_for(d);
    for (uint32_t seed = 0; seed < seeds; seed++) {
        char text[DUEL_SEED_TEXT];
        duel_state state;
        snprintf(text, sizeof text, "%u", seed);
        if (duel_deal(t->v, duel_str_of(text), &state) != DUEL_OK)
            return BROKEN(N_("seed {0} cannot be dealt"), "i", (int64_t)seed);
        size_t found = duel_deals_find(t->v, d, &state);
        if (found == d->count)
            return BROKEN(N_("seed {0} gives a deal that is not listed"), "i", (int64_t)seed);
        seen[found]++;
    }
    return is_likely(d, seen, seeds) ||
           BROKEN(N_("of {0} seeds some deals come too often, or too seldom"), "i",
                  (int64_t)seeds);
}

static bool law_deals_are_listed(law_trial *t)
{
    duel_deals d;
    if (!t->first || t->record.count > 0)
        return true;
    if (duel_deals_list(t->v, WAYS_MOST, &d, NULL) != DUEL_OK)
        return true; /* not to be listed: nobody will */
    uint32_t *seen = calloc(d.count, sizeof *seen);
    bool holds = seen == NULL || deals_as_listed(t, &d, seen);
    free(seen);
    duel_deals_fini(&d);
    return holds;
}

/* ---- how long a deal takes ----------------------------------------------------------------
 */

enum { POOLS_MOST = 256, WIDE_VARIANTS = 200 };

/* A value of an option: as it is, the least, the most, or anything between. */
static int64_t draw_wide(const duel_option *o, duel_rng *rng)
{
    int64_t choices = 0, most = o->most;
    while (o->kind == DUEL_CHOICE && o->choices[choices])
        choices++;
    if (o->kind == DUEL_CHOICE)
        most = choices - 1;
    switch (duel_rng_below(rng, 4)) {
    case 0:
        return o->least;
    case 1:
        return most;
    case 2:
        return o->least +
               (int64_t)(duel_rng_next(rng) % ((uint64_t)most - (uint64_t)o->least + 1));
    default:
        return o->initial;
    }
}

/* False if they do not go together. */
static bool wide_variant(const duel_game *g, duel_rng *rng, duel_variant *v)
{
    duel_buf text;
    duel_buf_init(&text);
    for (const duel_option *o = g->options; o && o->name; o++) {
        int64_t value = o->kind == DUEL_SET ? o->initial : draw_wide(o, rng);
        if (value == o->initial || duel_rng_below(rng, 2))
            continue;
        duel_putf(&text.sink, " %s=", o->name);
        duel_option_print(o, value, &text.sink);
    }
    bool good = duel_variant_read(g, duel_buf_str(&text), v, NULL) == DUEL_OK;
    duel_buf_fini(&text);
    return good;
}

static bool deal_is_short(law_trial *t, const duel_variant *v)
{
    duel_state state;
    uint64_t before = duel_heavy_pools();
    if (v->traits & (DUEL_SEARCHES | DUEL_WAITS))
        return true;
    duel_deal(v, duel_str_of(t->record.seed), &state);
    if (duel_heavy_pools() - before <= POOLS_MOST)
        return true;
    duel_buf options;
    duel_buf_init(&options);
    duel_variant_print(v, &options.sink);
    bool holds = BROKEN(
        N_("with {0} a deal draws {1} random numbers, and does not say that it searches"), "si",
        duel_buf_str(&options), (int64_t)(duel_heavy_pools() - before) * (DUEL_RNG_POOL / 8));
    duel_buf_fini(&options);
    return holds;
}

/* Once for each game also in variants as large as its options go. */
static bool law_deals_are_short(law_trial *t)
{
    duel_variant v;
    if (t->record.count > 0)
        return true;
    bool holds = deal_is_short(t, t->v);
    for (int i = 0; holds && t->first && t->v->given == 0 && i < WIDE_VARIANTS; i++)
        if (wide_variant(t->g, &t->rng, &v))
            holds = deal_is_short(t, &v);
    return holds;
}

const law laws_of_deals[] = {
    {N_("A deal is short, or says that it searches."), law_deals_are_short},
    {N_("Deals come as often as the list of all deals says."), law_deals_are_listed},
    {NULL, NULL}};
