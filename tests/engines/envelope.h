/* tests/engines/envelope.h -- a game for the tests: a move that uncovers something in the
 * middle of a turn, which the laws forbid to games of the house but not to those of others.
 *
 * An envelope holds a number from 1 to `faces`. The first move of a turn opens it, the second
 * ends the turn; each player has one turn. Nothing is won. */
#ifndef TESTS_ENGINES_ENVELOPE_H
#define TESTS_ENGINES_ENVELOPE_H

#include "core/game.h"

typedef struct envelope {
    int32_t face; /* 0: not known */
    int32_t open; /* whether it is, in this turn */
    int32_t seat; /* to move; 2: the game is over */
} envelope;

static const duel_option envelope_options[] = {
    {"faces", DUEL_NUMBER, 2, 1, 1000000, NULL, "faces"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status envelope_variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = sizeof(envelope);
    v->max_moves = 1;
    v->max_plies = 4;
    return DUEL_OK;
}

static int32_t envelope_draw_face(const duel_variant *v, duel_rng *rng)
{
    return 1 + (int32_t)duel_rng_below(rng, (uint32_t)v->option[0]);
}

static duel_status envelope_deal(const duel_variant *v, duel_rng *rng, void *state)
{
    *(envelope *)state = (envelope){.face = envelope_draw_face(v, rng)};
    return DUEL_OK;
}

static int envelope_turn(const duel_variant *v, const void *state)
{
    (void)v;
    return ((const envelope *)state)->seat % 2;
}

static bool envelope_over(const duel_variant *v, const void *state, int32_t score[])
{
    (void)v;
    score[0] = score[1] = 0;
    return ((const envelope *)state)->seat == 2;
}

static int envelope_moves(const duel_variant *v, const void *state, duel_move out[])
{
    (void)v;
    out[0] = 0;
    return ((const envelope *)state)->seat < 2;
}

static void envelope_play(const duel_variant *v, void *state, duel_move move)
{
    (void)v, (void)move;
    envelope *s = state;
    s->seat += s->open;
    s->open = 1 - s->open;
}

static void envelope_hide(const duel_variant *v, void *state, int seat)
{
    (void)v, (void)seat;
    envelope *s = state;
    if (!s->open)
        s->face = 0;
}

static duel_status envelope_guess(const duel_variant *v, void *view, duel_rng *rng,
                                  duel_msg *why)
{
    (void)why;
    envelope *s = view;
    if (s->face == 0)
        s->face = envelope_draw_face(v, rng);
    return DUEL_OK;
}

static void envelope_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)seat;
    duel_putf(pen->out, "%d", ((const envelope *)view)->face);
}

static const duel_game duel_game_envelope = {
    .id = "envelope",
    .title = "Envelope",
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .traits = DUEL_SECRETS,
    .options = envelope_options,
    .variant = envelope_variant,
    .deal = envelope_deal,
    .turn = envelope_turn,
    .over = envelope_over,
    .moves = envelope_moves,
    .play = envelope_play,
    .draw = envelope_draw,
    .hide = envelope_hide,
    .guess = envelope_guess,
};

#endif
