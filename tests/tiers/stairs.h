/* tests/tiers/stairs.h -- a game for the tests, with tiers: a walk down stairs that the option
 * `stairs` draws, STEPS of them with PLACES each.
 *
 * The player to move takes one of at most four ways, each to a place on a lower step or, with
 * loops=yes, on the same one; some ways let the same player go on. In a place without ways the
 * game has ended, with scores of every size; with margin=yes their difference counts. On
 * stairs that carry, a way down also gains something for good, or loses it. */
#ifndef TESTS_TIERS_STAIRS_H
#define TESTS_TIERS_STAIRS_H

#include "base/hash.h"
#include "core/game.h"

enum { STAIRS_GAIN = 2 };
enum { STAIRS_STEPS = 7, STAIRS_PLACES = 9, STAIRS_WAYS = 4, STAIRS_SCORE = 3 };
enum { STAIRS_NUMBER, STAIRS_LOOPS, STAIRS_MARGIN };

typedef struct stairs {
    uint32_t place, seat; /* places are counted from the lowest step on */
    int32_t ahead;        /* what the first has gained more than the second */
} stairs;

static const duel_option stairs_options[] = {
    {"stairs", DUEL_NUMBER, 1, 1, 1000000, NULL, "stairs"},
    {"loops", DUEL_YESNO, 1, 0, 1, NULL, "loops"},
    {"margin", DUEL_YESNO, 0, 0, 1, NULL, "margin"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static inline uint64_t stairs_drawn(const duel_variant *v, uint32_t place, uint64_t what)
{
    return hash_mix((uint64_t)v->option[STAIRS_NUMBER] * 100000 + place * 16 + what + 1);
}

static inline uint32_t stairs_ways(const duel_variant *v, uint32_t place)
{
    uint64_t drawn = stairs_drawn(v, place, STAIRS_WAYS);
    bool lowest = place < STAIRS_PLACES && !v->option[STAIRS_LOOPS];
    bool highest = place == STAIRS_STEPS * STAIRS_PLACES - 1;
    return lowest ? 0 : highest ? STAIRS_WAYS : (uint32_t)(drawn % (STAIRS_WAYS + 1));
}

static inline uint32_t stairs_next(const duel_variant *v, uint32_t place, uint64_t way)
{
    uint32_t step = place / STAIRS_PLACES;
    uint32_t below = (step + (v->option[STAIRS_LOOPS] ? 1 : 0)) * STAIRS_PLACES;
    uint64_t drawn = stairs_drawn(v, place, way);
    uint32_t near = below > 3 * STAIRS_PLACES ? below - 3 * STAIRS_PLACES : 0;
    return near + (uint32_t)(drawn % (below - near));
}

static inline duel_status stairs_variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = sizeof(stairs);
    v->max_moves = STAIRS_WAYS;
    v->max_plies = 200;
    v->max_score = STAIRS_SCORE + STAIRS_STEPS * STAIRS_GAIN;
    v->traits = (v->option[STAIRS_LOOPS] ? (unsigned)DUEL_LOOPY : 0) |
                (v->option[STAIRS_MARGIN] ? (unsigned)DUEL_MARGIN : 0);
    v->key_bits = 8;
    return DUEL_OK;
}

static inline duel_status stairs_deal(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v, (void)rng;
    *(stairs *)state = (stairs){STAIRS_STEPS * STAIRS_PLACES - 1, 0, 0};
    return DUEL_OK;
}

static inline int stairs_turn(const duel_variant *v, const void *state)
{
    (void)v;
    return (int)((const stairs *)state)->seat;
}

static inline bool stairs_over(const duel_variant *v, const void *state, int32_t score[])
{
    const stairs *s = state;
    if (stairs_ways(v, s->place))
        return false;
    score[s->seat] = (int32_t)(stairs_drawn(v, s->place, 9) % (STAIRS_SCORE + 1));
    score[1 - s->seat] = (int32_t)(stairs_drawn(v, s->place, 10) % (STAIRS_SCORE + 1));
    score[0] += s->ahead;
    return true;
}

static inline int stairs_moves(const duel_variant *v, const void *state, duel_move out[])
{
    uint32_t count = stairs_ways(v, ((const stairs *)state)->place);
    for (uint32_t i = 0; i < count; i++)
        out[i] = i;
    return (int)count;
}

static inline void stairs_play(const duel_variant *v, void *state, duel_move move)
{
    stairs *s = state;
    bool goes_on = stairs_drawn(v, s->place, 5 + move) % 4 == 0;
    uint32_t next = stairs_next(v, s->place, move);
    if (v->game->accel->carried && next / STAIRS_PLACES < s->place / STAIRS_PLACES) {
        uint64_t drawn = stairs_drawn(v, s->place, 11 + move) % (2 * STAIRS_GAIN + 1);
        int32_t gain = (int32_t)drawn - STAIRS_GAIN;
        s->ahead += s->seat ? -gain : gain;
    }
    s->place = next;
    s->seat = goes_on ? s->seat : 1 - s->seat;
}

static inline uint64_t stairs_pack(const duel_variant *v, const void *state)
{
    (void)v;
    const stairs *s = state;
    return s->place << 1 | s->seat;
}

static inline bool stairs_unpack(const duel_variant *v, uint64_t key, void *state)
{
    (void)v;
    if (key >> 1 >= STAIRS_STEPS * STAIRS_PLACES)
        return false;
    *(stairs *)state = (stairs){(uint32_t)(key >> 1), key & 1, 0};
    return true;
}

static inline uint32_t stairs_tier(const duel_variant *v, const void *state)
{
    (void)v;
    return 3 * (((const stairs *)state)->place / STAIRS_PLACES); /* not all numbers are used */
}

static inline int32_t stairs_carried(const duel_variant *v, const void *state)
{
    (void)v;
    const stairs *s = state;
    return s->seat ? -s->ahead : s->ahead;
}

/* Each place with either to move. */
static inline bool stairs_span(const duel_variant *v, uint32_t i, uint32_t *tier,
                               uint64_t *count)
{
    (void)v;
    *tier = 3 * i;
    *count = 2 * STAIRS_PLACES;
    return i < STAIRS_STEPS;
}

static inline uint64_t stairs_nth(const duel_variant *v, uint32_t tier, uint64_t k)
{
    (void)v;
    return tier / 3 * STAIRS_PLACES * 2 + (2 * STAIRS_PLACES - 1 - k); /* in another order */
}

static const duel_accel stairs_accel = {.pack = stairs_pack,
                                        .unpack = stairs_unpack,
                                        .tier = stairs_tier,
                                        .span = stairs_span,
                                        .nth = stairs_nth};
static const duel_accel stairs_that_carry = {.pack = stairs_pack,
                                             .unpack = stairs_unpack,
                                             .tier = stairs_tier,
                                             .carried = stairs_carried,
                                             .span = stairs_span,
                                             .nth = stairs_nth};

static const duel_game duel_game_stairs = {
    .id = "stairs",
    .title = "Stairs",
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .options = stairs_options,
    .variant = stairs_variant,
    .deal = stairs_deal,
    .turn = stairs_turn,
    .over = stairs_over,
    .moves = stairs_moves,
    .play = stairs_play,
    .accel = &stairs_accel,
};

static const duel_game duel_game_carrying = {
    .id = "carrying",
    .title = "Stairs that carry",
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .options = stairs_options,
    .variant = stairs_variant,
    .deal = stairs_deal,
    .turn = stairs_turn,
    .over = stairs_over,
    .moves = stairs_moves,
    .play = stairs_play,
    .accel = &stairs_that_carry,
};

#endif
