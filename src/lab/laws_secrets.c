/* lab/laws_secrets.c -- laws of hidden information: what hide erases and guess completes; and
 * of dealing: a deal is short, or says that it searches; the deals that are listed are those
 * that are dealt. See laws.h. */
#include "base/long_work.h"
#include "core/deals.h"
#include "core/play.h"
#include "core/variant.h"
#include "lab/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool law_same_moves(law_trial *t, const void *view)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = t->g->moves(t->v, view, list);
    return count == t->count && memcmp(list, t->list, (size_t)count * sizeof *list) == 0;
}

static bool law_view_has_the_moves(law_trial *t)
{
    duel_state view;
    duel_view(t->v, &t->state, t->g->turn(t->v, &t->state), &view);
    return law_same_moves(t, &view);
}

static bool law_everybody_sees_the_end(law_trial *t)
{
    for (int seat = DUEL_NOBODY; seat < t->v->seats; seat++) {
        duel_state view;
        int32_t score[DUEL_SEATS] = {0};
        duel_view(t->v, &t->state, seat, &view);
        if (t->g->turn(t->v, &view) != t->g->turn(t->v, &t->state) ||
            t->g->over(t->v, &view, score) != t->over ||
            (t->over && memcmp(score, t->score, (size_t)t->v->seats * sizeof *score) != 0))
            return false;
    }
    return true;
}

static bool law_hide_only_erases(law_trial *t)
{
    for (int seat = DUEL_NOBODY; duel_has_secrets(t->v) && seat < t->v->seats; seat++) {
        guarded once, twice, public;
        law_guard(t, &once, 0xAA);
        t->g->hide(t->v, &once.state, seat);
        twice = once;
        t->g->hide(t->v, &twice.state, seat);
        if (!duel_states_equal(t->v, &once, &twice) || !law_intact(t, &once, 0xAA))
            return BROKEN(N_("hiding twice is not hiding once"), "");
        law_guard(t, &public, 0xAA);
        t->g->hide(t->v, &public.state, DUEL_NOBODY);
        t->g->hide(t->v, &once.state, DUEL_NOBODY);
        if (!duel_states_equal(t->v, &once, &public))
            return BROKEN(N_("a spectator sees what player {0} does not"), "i",
                          (int64_t)seat + 1);
    }
    return true;
}

static bool guesses(const law_trial *t)
{
    return duel_has_secrets(t->v) && t->g->guess;
}

/* A guess completes the view and nothing else: what `hide` forgot to erase, a guess redraws. */
static bool law_guess_fits_the_view(law_trial *t)
{
    for (int seat = DUEL_NOBODY; guesses(t) && seat < t->v->seats; seat++) {
        duel_state view, guess;
        duel_msg why = {0};
        duel_view(t->v, &t->state, seat, &view);
        for (int i = 0; i < 3; i++) {
            memcpy(&guess, &view, t->v->state_size);
            if (t->g->guess(t->v, &guess, &t->rng, &why) != DUEL_OK)
                return BROKEN(N_("the view of a real position is refused"), "");
            if (seat == t->g->turn(t->v, &t->state) && !law_same_moves(t, &guess))
                return BROKEN(N_("a guess has other moves than the view"), "");
            duel_hide(t->v, &guess, seat);
            if (!duel_states_equal(t->v, &guess, &view))
                return BROKEN(N_("what player {0} knows changed by guessing"), "i",
                              (int64_t)seat + 1);
        }
    }
    return true;
}

/* Inside its own turn a seat learns nothing: truth and guess stay alike while it moves on. */
static bool law_turn_reveals_nothing(law_trial *t)
{
    if (!guesses(t) || t->count == 0)
        return true;
    int seat = t->g->turn(t->v, &t->state);
    duel_state truth = t->state, guess;
    duel_move move = t->list[duel_rng_below(&t->rng, (uint32_t)t->count)];
    duel_view(t->v, &t->state, seat, &guess);
    if (t->g->guess(t->v, &guess, &t->rng, NULL) != DUEL_OK)
        return true; /* another law speaks of that */
    t->g->play(t->v, &truth, move);
    t->g->play(t->v, &guess, move);
    if (duel_turn_ended(t->v, seat, &truth))
        return true;
    duel_hide(t->v, &truth, seat);
    duel_hide(t->v, &guess, seat);
    return duel_states_equal(t->v, &truth, &guess);
}

const law laws_of_secrets[] = {
    {N_("A seat's view lists the moves of the position."), law_view_has_the_moves},
    {N_("Everybody sees whose turn it is and how the game ended."), law_everybody_sees_the_end},
    {N_("Hiding only erases, and a spectator sees the least."), law_hide_only_erases},
    {N_("A guess completes a view and contradicts nothing in it."), law_guess_fits_the_view},
    {N_("Inside its own turn, nothing new is revealed to a seat."), law_turn_reveals_nothing},
    {NULL, NULL}};

/* ---- deals --------------------------------------------------------------------------- */

/* Whoever solves a hidden game lists its deals by a tape (core/deals.h). A deal that copies its
 * generator, or throws draws away until it likes one, would be listed otherwise than it is
 * dealt. So many seeds are dealt, and how often each deal comes is held to its weight by a
 * chi-square test. The seeds are always the same: what holds once holds again. */

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

/* ---- how long a deal takes ----------------------------------------------------------- */

enum { POOLS_MOST = 256, WIDE_VARIANTS = 200 };

/* A value of an option: as it is, the least, the most, or anything between. */
static int64_t draw_between(const duel_option *o, duel_rng *rng)
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

/* As it is in about half of all cases more. */
static int64_t draw_wide(const duel_option *o, duel_rng *rng)
{
    int64_t value = o->kind == DUEL_SET ? o->initial : draw_between(o, rng);
    return value == o->initial || duel_rng_below(rng, 2) ? o->initial : value;
}

static bool deal_is_short(law_trial *t, const duel_variant *v)
{
    duel_state state;
    uint64_t before = duel_long_work_pools();
    if (v->traits & (DUEL_SEARCHES | DUEL_SLOW))
        return true;
    duel_deal(v, duel_str_of(t->record.seed), &state);
    if (duel_long_work_pools() - before <= POOLS_MOST)
        return true;
    duel_buf options;
    duel_buf_init(&options);
    duel_variant_print(v, &options.sink);
    bool holds = BROKEN(
        N_("with {0} a deal draws {1} random numbers, and does not say that it searches"), "si",
        duel_buf_str(&options),
        (int64_t)(duel_long_work_pools() - before) * (DUEL_RNG_POOL / 8));
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
        if (law_draw_variant(t->g, draw_wide, &t->rng, &v))
            holds = deal_is_short(t, &v);
    return holds;
}

const law laws_of_deals[] = {
    {N_("A deal is short, or says that it searches."), law_deals_are_short},
    {N_("Deals come as often as the list of all deals says."), law_deals_are_listed},
    {NULL, NULL}};
