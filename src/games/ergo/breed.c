/* games/ergo/breed.c -- see breed.h. */
#include "games/ergo/breed.h"
#include "core/play.h"
#include "core/variant.h"
#include "games/ergo/reply.h"

#include <stdlib.h>
#include <string.h>

extern const duel_game duel_game_ergo;

enum { WEIGHT_MOST = 3000, TWELFTHS = 12 };

/* ---- games ------------------------------------------------------------------------------ */

static duel_variant table_of(int players)
{
    duel_variant v;
    duel_status status = duel_variant_read(
        &duel_game_ergo, duel_str_of(players == 2 ? "players=2" : "players=4"), &v, NULL);
    DUEL_REQUIRE(status == DUEL_OK);
    return v;
}

/* The share of `seat`, in twelfths, when everybody looks one turn ahead. */
static int64_t play_bred_game(const duel_variant *v, const ergo_weights *const by_seat[],
                              int seat, duel_rng *rng)
{
    ergo_scale scale[DUEL_SEATS];
    int32_t score[DUEL_SEATS] = {0};
    ergo s;
    for (int i = 0; i < v->seats; i++)
        ergo_scale_init(v, by_seat[i], i, &scale[i]);
    ergo_deal(v, rng, &s);
    while (!ergo_over(v, &s, score)) {
        ergo_way way = {.move = {ergo_pack((ergo_use){.act = ERGO_NEXT})}, .count = 1};
        if (s.stage == ERGO_PLAYING)
            ergo_reply(v, &s, &scale[s.turn], rng, &way);
        for (int i = 0; i < way.count; i++)
            ergo_play(v, &s, way.move[i]);
    }
    return (int64_t)(duel_share(v, score, seat) * TWELFTHS + 0.5);
}

static int64_t play_against(const duel_variant *v, const ergo_weights *a, const ergo_weights *b,
                            int seat, duel_rng *rng)
{
    const ergo_weights *by_seat[DUEL_SEATS];
    for (int i = 0; i < v->seats; i++)
        by_seat[i] = i == seat ? a : b;
    return play_bred_game(v, by_seat, seat, rng);
}

double breed_match(const ergo_weights *a, const ergo_weights *b, int players, int64_t games,
                   int64_t seed)
{
    duel_variant v = table_of(players);
    duel_rng root, rng;
    int64_t sum = 0;
    duel_rng_init_number(&root, (uint64_t)seed);
    for (int64_t i = 0; i < games; i++) {
        duel_rng_fork(&root, (uint64_t)(i / players), &rng);
        sum += play_against(&v, a, b, (int)(i % players), &rng);
    }
    return (double)sum / TWELFTHS / (double)games;
}

/* ---- generations ------------------------------------------------------------------------ */

static int32_t around_zero(duel_rng *rng, int32_t reach)
{
    int32_t n = 0; /* the sum of three dice: small changes are likelier */
    for (int i = 0; i < 3; i++)
        n += (int32_t)duel_rng_below(rng, (uint32_t)(2 * reach / 3 + 1)) - reach / 3;
    return n;
}

static void mutate(ergo_weights *x, duel_rng *rng, unsigned one_in)
{
    for (int i = 0; i < ERGO_WEIGHTS; i++) {
        if (duel_rng_below(rng, one_in))
            continue;
        int32_t w = x->w[i] + around_zero(rng, 30 + abs(x->w[i]));
        x->w[i] = (int16_t)(w > WEIGHT_MOST    ? WEIGHT_MOST
                            : w < -WEIGHT_MOST ? -WEIGHT_MOST
                                               : w);
    }
}

static ergo_weights cross(const ergo_weights *a, const ergo_weights *b, duel_rng *rng)
{
    ergo_weights child;
    for (int i = 0; i < ERGO_WEIGHTS; i++)
        child.w[i] = duel_rng_below(rng, 2) ? a->w[i] : b->w[i];
    return child;
}

void breed_begin(breed *b, int64_t seed, int64_t size, int64_t games)
{
    duel_rng rng;
    DUEL_REQUIRE(size >= BREED_LEAST && size <= BREED_MOST);
    memset(b, 0, sizeof *b);
    b->seed = seed;
    b->size = size;
    b->games = games;
    duel_rng_init_number(&rng, (uint64_t)seed);
    for (int64_t i = 0; i < size; i++) {
        b->one[i].weights = ergo_seed_weights;
        if (i)
            mutate(&b->one[i].weights, &rng, 3);
    }
}

/* Deal i of a generation: tables of two and of four in turn, seats in turn, and two thirds of
 * the opponents seed-score. */
static int64_t play_deal(const breed *b, const ergo_weights *who, const duel_rng *root,
                         int64_t i, const duel_variant table[2])
{
    const duel_variant *v = &table[i % 2];
    duel_rng rng;
    duel_rng_fork(root, (uint64_t)i, &rng);
    const ergo_weights *other = i / 2 % 3 < 2 ? &ergo_seed_weights : &b->one[0].weights;
    int64_t share = play_against(v, who, other, (int)(i / 2 % v->seats), &rng);
    return share * (v->seats - 1);
}

/* Points in a game, as if everybody had begun with some games of seed-score's: who has played
 * little must do better to be the best. */
static double mean(const breed_one *x)
{
    const double games = 600, points = 7.5;
    return ((double)x->points + games * points) / ((double)x->games + games);
}

static int by_mean(const void *a, const void *b)
{
    double x = mean(a), y = mean(b);
    if (x != y)
        return x < y ? 1 : -1;
    return memcmp(a, b, sizeof(ergo_weights)); /* an order that sorting cannot change */
}

/* The upper half has children; the better of two is a parent. */
static void have_children(breed *b, duel_rng *rng)
{
    int64_t half = b->size / 2;
    for (int64_t i = half; i < b->size; i++) {
        const breed_one *parent[2];
        for (int k = 0; k < 2; k++) {
            uint32_t x = duel_rng_below(rng, (uint32_t)half);
            uint32_t y = duel_rng_below(rng, (uint32_t)half);
            parent[k] = &b->one[x < y ? x : y];
        }
        breed_one child = {.weights = cross(&parent[0]->weights, &parent[1]->weights, rng)};
        mutate(&child.weights, rng, 8);
        b->one[i] = child;
    }
}

duel_status breed_step(breed *b, const breed_watch *watch)
{
    duel_variant table[2] = {table_of(2), table_of(4)};
    duel_rng seed, root, rng;
    breed *next = malloc(sizeof *next);
    if (next == NULL)
        return DUEL_FULL;
    *next = *b;
    duel_rng_init_number(&seed, (uint64_t)b->seed);
    duel_rng_fork(&seed, (uint64_t)b->generation, &root);
    for (int64_t i = 0; i < b->size; i++) {
        if (watch->stop && watch->stop(watch->self)) {
            free(next);
            return DUEL_STOPPED;
        }
        for (int64_t k = 0; k < b->games; k++)
            next->one[i].points += play_deal(b, &b->one[i].weights, &root, k, table);
        next->one[i].games += b->games;
        if (watch->progress)
            watch->progress(watch->self, i + 1, b->size);
    }
    qsort(next->one, (size_t)b->size, sizeof *next->one, by_mean);
    duel_rng_fork(&root, UINT64_MAX, &rng);
    have_children(next, &rng);
    next->generation++;
    *b = *next;
    free(next);
    return DUEL_OK;
}
