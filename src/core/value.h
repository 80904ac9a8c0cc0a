/* core/value.h -- comparing results, and keeping one in a few bits.
 *
 * A code is a result packed into as few bits as the variant allows; 0 means "not solved". Its
 * fields, from the low end: value (3 bits), remoteness, score (games where the margin
 * matters), nimber (impartial games). The base of learned positions stores these codes.
 *
 * Where states carry a margin that their keys leave out (accel->carried), a result by key is of
 * what lies ahead: the margin from here on, 0 for a game without end; and plies are counted to
 * the next move that changes what is carried, or to the end. What a state is worth as a whole
 * is that and what it carries, and then nobody has counted the plies. */
#pragma once

#include "core/game.h"

typedef struct value_format {
    uint32_t remote_bits, score_bits, nimber_bits;
    uint32_t bits; /* of a whole code */
} value_format;

value_format value_format_of(const duel_variant *v);
uint64_t value_encode(const value_format *f, const duel_result *r);
duel_result value_decode(const value_format *f, uint64_t code);
/* Whether a code has room for so many plies: a game from a file may be longer than it says. */
static inline bool value_fits(const value_format *f, uint64_t remoteness)
{
    return remoteness >> f->remote_bits == 0;
}
/* Whether a code read from outside can be one of this variant: it fits, and its fields do. */
bool value_sound(const duel_variant *v, const value_format *f, uint64_t code);

/* The result of an ended state, for the seat to move. */
duel_result value_of_end(const duel_variant *v, const int32_t score[], int seat);

/* The nim-value of a position, from the bits of those of its children: the least they lack. */
static inline uint32_t value_least_absent(const uint64_t *bits)
{
    uint32_t word = 0;
    while (~bits[word] == 0)
        word++;
    return 64 * word + (uint32_t)__builtin_ctzll(~bits[word]);
}

/* What a child's result means one ply earlier; `turned`: the seats differ. */
static inline duel_result value_step(duel_result child, bool turned)
{
    if (turned && (child.value == DUEL_WIN || child.value == DUEL_LOSS))
        child.value = child.value == DUEL_WIN ? DUEL_LOSS : DUEL_WIN;
    if (turned)
        child.score = -child.score;
    if (child.value != DUEL_DRAW)
        child.remoteness++;
    return child;
}

/* Whether the mover prefers a to b: the score where margins matter, then win, tie, draw, loss;
 * then the shortest way to a win or a tie and the longest to a loss. */
static inline bool value_better(const duel_result *a, const duel_result *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    if (a->value != b->value)
        return a->value > b->value;
    return a->value == DUEL_LOSS ? a->remoteness > b->remoteness
                                 : a->remoteness < b->remoteness;
}

static inline duel_value value_of_sign(int32_t score)
{
    return score > 0 ? DUEL_WIN : score < 0 ? DUEL_LOSS : DUEL_TIE;
}

static inline bool value_has_margin(const duel_variant *v)
{
    return v->game->accel && v->game->accel->carried;
}

/* What the state carries for `seat`. */
static inline int32_t value_margin_so_far(const duel_variant *v, const void *state, int seat)
{
    if (!value_has_margin(v))
        return 0;
    int32_t margin = v->game->accel->carried(v, state);
    return v->game->turn(v, state) == seat ? margin : -margin;
}

/* The scores of a game of two that is broken off: nobody has more, but for what is carried. */
static inline void value_scores_unfinished(const duel_variant *v, const void *state,
                                           int32_t score[])
{
    int32_t margin = value_margin_so_far(v, state, 0);
    score[0] = margin > 0 ? margin : 0;
    score[1] = margin < 0 ? -margin : 0;
}

/* The result of an ended state, of which it carried so much already. */
static inline duel_result value_remaining(duel_result end, int32_t carried)
{
    if (carried) {
        end.score -= carried;
        end.value = value_of_sign(end.score);
    }
    return end;
}

/* value_step over a move by which the seat that made it has gained so much. */
static inline duel_result value_step_gaining(duel_result child, bool turned, int32_t gain)
{
    duel_result r = value_step(child, turned);
    if (gain) {
        r.score += gain;
        r.value = value_of_sign(r.score);
        r.remoteness = 1;
    }
    return r;
}

/* What a state is worth as a whole that carries so much, in a game where states do. */
static inline duel_result value_total(duel_result ahead, int32_t carried)
{
    if (ahead.value == DUEL_UNSOLVED)
        return ahead;
    ahead.score += carried;
    ahead.value = value_of_sign(ahead.score);
    ahead.remoteness = DUEL_NO_REMOTENESS;
    return ahead;
}
