/* games/ergo/tuned.c -- seed-score with numbers that self-play has found.
 *
 * The table was found, and measured on 20000 other games, by
 *     duel ergo tune --population 32 --games 300 --generations 60 --test 20000
 * against one seed-score 63.1 % [62.4, 63.8], against three 27.1 % [26.5, 27.7]. */
#include "base/clock.h"
#include "games/ergo/expert.h"
#include "games/ergo/weights.h"

#include <stdlib.h>
#include <string.h>

const ergo_weights ergo_tuned_weights = {{-100, 103,  -100, 37,   -49, 48,  23,  -33, 22,  -393,
                                          200,  -160, 100,  -130, 114, 100, -64, 131, -10, 63,
                                          100,  86,   18,   29,   100, 144, 62,  178, 377, 228,
                                          292,  514,  211,  995,  9,   100, 29}};

/* As seed-score's, ten times as large. */
enum { SPREAD = 10000 };

static int64_t judge_by_weights(const duel_variant *v, const ergo *before, const ergo_way *way,
                                const ergo *after)
{
    return ergo_rate_turn(v, &ergo_tuned_weights, before, way, after);
}

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    (void)v, (void)why;
    return DUEL_OK;
}

static duel_status open_tuned(const duel_variant *v, const duel_settings *settings,
                              size_t memory, void **self, duel_msg *why)
{
    (void)settings, (void)memory;
    const duel_variant **kept = malloc(sizeof *kept);
    if (kept == NULL)
        return duel_full(why);
    *kept = v;
    *self = kept;
    return DUEL_OK;
}

/* One of the best, each as likely. */
static const ergo_way *choose_tuned_way(const ergo_turns *t, duel_rng *rng)
{
    const ergo_way *best = &t->way[0];
    uint32_t ties = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const ergo_way *way = &t->way[i];
        if (way->worth > best->worth)
            ties = 0;
        if (way->worth >= best->worth && duel_rng_below(rng, ++ties) == 0)
            best = way;
    }
    return best;
}

static void rate_tuned_ways(const ergo_turns *t, duel_answer *out)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const ergo_way *way = &t->way[i];
        int at = 0;
        while (at < out->rated_count && out->rated[at].move != way->move[0])
            at++;
        if (at == out->rated_count)
            out->rated_count++;
        else if (out->rated[at].estimate >= way->worth)
            continue;
        out->rated[at] = (duel_rated){.move = way->move[0], .estimate = (int32_t)way->worth};
    }
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    const duel_variant *v = *(const duel_variant **)self;
    double begin = duel_clock();
    ergo_turns turns;
    duel_rng rng;
    memset(out, 0, sizeof *out);
    if (((const ergo *)t->view)->stage == ERGO_ENDED)
        return DUEL_OK;
    duel_rng_init_number(&rng, t->seed);
    ergo_turns_init(&turns);
    duel_status status = ergo_turns_find(v, t->view, judge_by_weights, t->stop, &turns, why);
    if (status == DUEL_OK && turns.count == 0)
        status = duel_refuse(why, N_("The hand of the seat to move is not known."), "");
    if (status == DUEL_OK) {
        const ergo_way *way = choose_tuned_way(&turns, &rng);
        out->plan_count = out->line_count = way->count;
        memcpy(out->plan, way->move, sizeof way->move);
        memcpy(out->line, way->move, sizeof way->move);
        out->estimate = (int32_t)way->worth;
        out->scale = (duel_scale){.meaning = DUEL_MEANS_LOOKS, .unit = 1, .spread = SPREAD};
        if (t->every_move)
            rate_tuned_ways(&turns, out);
    }
    out->nodes = turns.nodes;
    out->positions = turns.count;
    out->depth = 1;
    ergo_turns_fini(&turns);
    out->seconds = duel_clock() - begin;
    return status;
}

const duel_engine ergo_tuned = {
    .name = "tuned",
    .about =
        N_("takes the turn after which the proof looks best, by numbers found in self-play"),
    .fits = fits,
    .open = open_tuned,
    .think = think,
    .close = free,
};
