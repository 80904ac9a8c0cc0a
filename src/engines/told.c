/* engines/told.c -- what a search does, told to who looks on. It wraps the search of each
 * position and sees from outside what was done in it: what the position was worth, and whether
 * anything below it was looked at. */
#include "core/play.h"
#include "engines/negamax.h"

/* A bound or a worth of the side to move, for the seat that asked, as people count. */
static int64_t told_worth(int64_t worth, int side)
{
    int64_t own = side ? worth : -worth, size = own < 0 ? -own : own;
    if (size >= NEGAMAX_INFINITE - 1) /* the other side of a null window at the edge */
        return own < 0 ? -DUEL_NO_BOUND : DUEL_NO_BOUND;
    if (size < NEGAMAX_END)
        return own;
    int64_t margin = (size - NEGAMAX_END + NEGAMAX_SPAN - 1) / NEGAMAX_SPAN;
    return own < 0 ? -DUEL_ENDED - margin : DUEL_ENDED + margin;
}

static void tell_deed(const negamax *n, const duel_sight *e)
{
    n->think.witness->saw(n->think.witness, e);
}

void negamax_tell_depth(const negamax *n, int depth)
{
    if (n->think.witness)
        tell_deed(n, &(duel_sight){.deed = DUEL_DEED_DEPTH, .left = depth});
}

static void tell_window(const negamax *n, int ply)
{
    const negamax_frame *f = &n->frame[ply];
    int64_t a = told_worth(f->alpha, f->side), b = told_worth(f->beta, f->side);
    tell_deed(n, &(duel_sight){.deed = DUEL_DEED_ENTERS,
                               .ply = ply,
                               .move = f->by,
                               .low = a < b ? a : b,
                               .high = a < b ? b : a});
}

/* Moves that were tried stand before all others in the list, and the last of them led to the
 * position below. */
static void tell_cut(const negamax *n, int ply)
{
    const negamax_frame *f = &n->frame[ply];
    duel_move all[DUEL_MOVES_MAX];
    int count = n->v->game->moves(n->v, f->state, all), tried = 1;
    while (tried < count && f->list[tried - 1] != f[1].by)
        tried++;
    if (tried < count)
        tell_deed(
            n, &(duel_sight){
                   .deed = DUEL_DEED_CUTS, .ply = ply, .move = f->by, .left = count - tried});
}

static duel_found_by found_by(const negamax *n, int ply)
{
    const negamax_frame *f = &n->frame[ply];
    if (f->opened)
        return DUEL_BY_SEARCH;
    if (duel_is_over(n->v, f->state))
        return DUEL_BY_END;
    return f->depth <= 0 || ply >= n->plies ? DUEL_BY_LOOKS : DUEL_BY_MEMORY;
}

static void tell_verdict(const negamax *n, int ply, verdict r)
{
    const negamax_frame *f = &n->frame[ply];
    duel_found_by by = found_by(n, ply);
    tell_deed(n, &(duel_sight){.deed = DUEL_DEED_LEAVES,
                               .ply = ply,
                               .move = f->by,
                               .worth = told_worth(r.worth, f->side),
                               .ends = negamax_decided(r.worth) || by == DUEL_BY_END,
                               .by = by});
}

verdict negamax_told(negamax *n, int ply)
{
    negamax_frame *f = &n->frame[ply];
    n->frame[ply - 1].opened = true;
    f->opened = false;
    tell_window(n, ply);
    verdict r = n->inner(n, ply);
    if (n->halted)
        return r;
    if (f->opened)
        tell_cut(n, ply);
    tell_verdict(n, ply, r);
    return r;
}
