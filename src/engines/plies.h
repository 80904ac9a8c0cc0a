/* engines/plies.h -- what alpha-beta and minimax do alike at a ply. */
#ifndef DUEL_ENGINES_PLIES_H
#define DUEL_ENGINES_PLIES_H

#include "core/play.h"
#include "engines/negamax.h"

#include <string.h>

static inline int negamax_side(const negamax *n, const void *state)
{
    return n->v->game->turn(n->v, state) == n->me;
}

/* What an end is worth to a side, see negamax.h. */
static inline int64_t negamax_end(const negamax *n, const int32_t score[], int side, int ply)
{
    int64_t margin = duel_margin(n->v, score, n->me);
    if (!(n->v->traits & DUEL_MARGIN))
        margin = (margin > 0) - (margin < 0);
    if (!side)
        margin = -margin;
    int64_t size = NEGAMAX_END + (margin < 0 ? -margin : margin) * NEGAMAX_SPAN - ply;
    return margin > 0 ? size : margin < 0 ? -size : 0;
}

/* What a position looks like to a side. */
static inline int64_t negamax_looks(const negamax *n, const void *state, int side)
{
    const duel_accel *accel = n->v->game->accel;
    int64_t worth = accel && accel->evaluate ? accel->evaluate(n->v, state, n->me) : 0;
    return side ? worth : -worth;
}

/* Plays a move, or takes the child that was made of it. */
static inline uint64_t negamax_reach(negamax *n, int ply, duel_move move, const void *made)
{
    negamax_frame *f = &n->frame[ply], *child = f + 1;
    const duel_variant *v = n->v;
    if (n->undoes)
        return v->game->accel->make(v, f->state, move);
    memcpy(child->state, made ? made : f->state, v->state_size);
    if (made == NULL)
        v->game->play(v, child->state, move);
    return 0;
}

/* The best line of a position goes by this move. */
static inline void negamax_take_line(negamax_frame *f, duel_move move)
{
    const negamax_frame *child = f + 1;
    f->line[0] = move;
    memcpy(f->line + 1, child->line, (size_t)child->line_count * sizeof *f->line);
    f->line_count = child->line_count + 1;
}

#endif
