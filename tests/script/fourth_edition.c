/* A plug-in of the fourth edition of the contract, whose game ends before study and whose
 * accelerators end before unpack, of the fifth, whose accelerators end before carried, or of
 * the sixth, whose game ends before sayings, as that of the fifth does: what lies behind them
 * in its memory is none of it, and whoever reads it there calls address 1. */
#include "script/plugin.h"

#include <stddef.h>

#if defined(SIXTH_EDITION)
enum { EDITION = 6, GAME_SIZE = offsetof(duel_game, sayings) };
#elif defined(FIFTH_EDITION)
enum { EDITION = 5, GAME_SIZE = offsetof(duel_game, sayings) };
#else
enum { EDITION = 4, GAME_SIZE = offsetof(duel_game, study) };
#endif

#undef DUEL_PLUGIN
#define DUEL_PLUGIN(its_game)                                                                  \
    extern const uint32_t duel_plugin_edition;                                                 \
    extern const duel_plugin duel_plugin_table;                                                \
    DUEL_PLUGIN_EXPORT const uint32_t duel_plugin_edition = EDITION;                           \
    DUEL_PLUGIN_EXPORT const duel_plugin duel_plugin_table = {GAME_SIZE, sizeof(duel_variant), \
                                                              &(its_game)};

typedef struct pile {
    uint32_t left, seat;
} pile;

static const char *const rules[] = {
    DUEL_BOTH("In turn, take one or two of six.", "À tour de rôle, prenez un ou deux de six."),
    NULL};

static duel_status variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = sizeof(pile);
    v->max_moves = 2;
    v->max_plies = 6;
    v->max_score = 1;
    v->key_bits = 4;
    return DUEL_OK;
}

static duel_status deal(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v, (void)rng;
    *(pile *)state = (pile){6, 0};
    return DUEL_OK;
}

static int turn(const duel_variant *v, const void *state)
{
    (void)v;
    return (int)((const pile *)state)->seat;
}

static bool over(const duel_variant *v, const void *state, int32_t score[])
{
    (void)v;
    const pile *s = state;
    if (s->left)
        return false;
    score[s->seat] = 0;
    score[1 - s->seat] = 1;
    return true;
}

static int moves(const duel_variant *v, const void *state, duel_move out[])
{
    (void)v;
    int count = 0;
    for (duel_move n = 1; n <= 2 && n <= ((const pile *)state)->left; n++)
        out[count++] = n;
    return count;
}

static void play(const duel_variant *v, void *state, duel_move move)
{
    (void)v;
    pile *s = state;
    s->left -= (uint32_t)move;
    s->seat = 1 - s->seat;
}

static uint64_t pack(const duel_variant *v, const void *state)
{
    (void)v;
    const pile *s = state;
    return s->left << 1 | s->seat;
}

typedef uint64_t counts(const duel_variant *v);
typedef void states(const duel_variant *v, uint64_t i, int seat, duel_saying *out,
                    duel_sink *text);
typedef int32_t carries(const duel_variant *v, const void *state);
typedef bool spans(const duel_variant *v, uint32_t i, uint32_t *tier, uint64_t *count);
typedef uint64_t numbers(const duel_variant *v, uint32_t tier, uint64_t k);

static const duel_accel accel = {
#if !defined(FIFTH_EDITION) && !defined(SIXTH_EDITION)
    .unpack = (bool (*)(const duel_variant *, uint64_t, void *))1,
    .tier = (uint32_t(*)(const duel_variant *, const void *))1,
#endif
#ifndef SIXTH_EDITION
    .carried = (carries *)1,
    .span = (spans *)1,
    .nth = (numbers *)1,
#endif
    .pack = pack};

static const duel_game game = {.id = "six",
                               .title = DUEL_BOTH("Six", "Six"),
                               .tagline = DUEL_BOTH("One or two", "Un ou deux"),
                               .rules = rules,
                               .version = 1,
                               .min_seats = 2,
                               .max_seats = 2,
                               .variant = variant,
                               .deal = deal,
                               .turn = turn,
                               .over = over,
                               .moves = moves,
                               .play = play,
#if !defined(FIFTH_EDITION) && !defined(SIXTH_EDITION)
                               .study =
                                   (void (*)(const duel_variant *, const void *, duel_sink *))1,
#endif
                               .sayings = (counts *)1,
                               .saying = (states *)1,
                               .accel = &accel};
DUEL_PLUGIN(game)
