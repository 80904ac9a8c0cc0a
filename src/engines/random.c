/* engines/random.c -- any legal move, each as likely as the others. */
#include "engines/inside.h"

#include <stdlib.h>
#include <string.h>

typedef struct dice {
    const duel_variant *v;
    duel_rng rng;
} dice;

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    (void)v, (void)why;
    return DUEL_OK;
}

static duel_status open_random(const duel_variant *v, const duel_settings *settings,
                               size_t memory, void **self, duel_msg *why)
{
    (void)settings, (void)memory;
    dice *d = calloc(1, sizeof *d);
    if (d == NULL)
        return duel_no_space(why);
    d->v = v;
    *self = d;
    return DUEL_OK;
}

static duel_status choose_at_random(void *self, const void *view, duel_move *move,
                                    duel_msg *why)
{
    dice *d = self;
    duel_move list[DUEL_MOVES_MAX];
    int count = d->v->game->moves(d->v, view, list);
    *move = list[duel_rng_below(&d->rng, (uint32_t)count)];
    return DUEL_OK;
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    dice *d = self;
    double begin = duel_clock();
    memset(out, 0, sizeof *out);
    duel_rng_init_number(&d->rng, t->seed);
    duel_status status = plan_turn(d->v, t, &d->rng, choose_at_random, d, out, why);
    out->nodes = (uint64_t)out->plan_count;
    out->seconds = duel_clock() - begin;
    return status;
}

const duel_engine duel_engine_random = {
    .name = "random",
    .about = N_("plays any legal move"),
    .fits = fits,
    .open = open_random,
    .think = think,
    .close = free,
};
