/* tests/engines/ends.h -- a game for the tests: what the engines must bear and few games have.
 *
 * A row of numbers. The player to move takes the number at either end; `each` numbers make a
 * turn. Who has taken the larger sum wins, by the difference. One to four players; a player
 * alone counts the k-th number taken k times. No key, no evaluation, no undo. */
#ifndef TESTS_ENGINES_ENDS_H
#define TESTS_ENGINES_ENDS_H

#include "core/game.h"

#include <string.h>

enum { ENDS_LENGTH = 10 };

typedef struct ends {
    int32_t number[ENDS_LENGTH]; /* 0: taken */
    int32_t first, last;         /* of the row; first > last when empty */
    int32_t seat, left;          /* to move; numbers still to take in this turn */
    int32_t sum[DUEL_SEATS];
} ends;

enum { ENDS_SEATS, ENDS_EACH };

static const duel_option ends_options[] = {{"seats", DUEL_NUMBER, 2, 1, 4, NULL, "seats"},
                                           {"each", DUEL_NUMBER, 1, 1, 3, NULL, "each"},
                                           {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status ends_variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->seats = (int)v->option[ENDS_SEATS];
    v->state_size = sizeof(ends);
    v->max_moves = 2;
    v->max_plies = ENDS_LENGTH;
    v->max_score = ENDS_LENGTH * ENDS_LENGTH * ENDS_LENGTH;
    return DUEL_OK;
}

static duel_status ends_deal(const duel_variant *v, duel_rng *rng, void *state)
{
    uint8_t order[ENDS_LENGTH];
    for (int i = 0; i < ENDS_LENGTH; i++)
        order[i] = (uint8_t)(i + 1);
    duel_rng_shuffle(rng, order, ENDS_LENGTH);
    ends *s = state;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < ENDS_LENGTH; i++)
        s->number[i] = order[i];
    s->last = ENDS_LENGTH - 1;
    s->left = (int32_t)v->option[ENDS_EACH];
    return DUEL_OK;
}

static int ends_turn(const duel_variant *v, const void *state)
{
    (void)v;
    return ((const ends *)state)->seat;
}

static bool ends_over(const duel_variant *v, const void *state, int32_t score[])
{
    const ends *s = state;
    if (s->first <= s->last)
        return false;
    memcpy(score, s->sum, (size_t)v->seats * sizeof *score);
    return true;
}

static int ends_moves(const duel_variant *v, const void *state, duel_move out[])
{
    (void)v;
    const ends *s = state;
    int count = 0;
    if (s->first <= s->last)
        out[count++] = 0;
    if (s->first < s->last)
        out[count++] = 1;
    return count;
}

static void ends_play(const duel_variant *v, void *state, duel_move move)
{
    ends *s = state;
    int32_t at = move ? s->last-- : s->first++;
    int32_t times = v->seats == 1 ? ENDS_LENGTH - (s->last - s->first + 1) : 1;
    s->sum[s->seat] += times * s->number[at];
    s->number[at] = 0;
    if (--s->left == 0) {
        s->seat = (s->seat + 1) % v->seats;
        s->left = (int32_t)v->option[ENDS_EACH];
    }
}

static void ends_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen)
{
    (void)v, (void)seat;
    const ends *s = view;
    for (int i = s->first; i <= s->last; i++)
        duel_putf(pen->out, "%d ", s->number[i]);
}

static const duel_game duel_game_ends = {
    .id = "ends",
    .title = "Ends",
    .version = 1,
    .min_seats = 1,
    .max_seats = 4,
    .traits = DUEL_MARGIN,
    .options = ends_options,
    .variant = ends_variant,
    .deal = ends_deal,
    .turn = ends_turn,
    .over = ends_over,
    .moves = ends_moves,
    .play = ends_play,
    .draw = ends_draw,
};

#endif
