/* engines/minimax.c -- minimax: every move is looked at, between all bounds, and nothing is
 * remembered. What alpha-beta leaves out is seen best beside it. */
#include "engines/plies.h"

/* A verdict from below, for the side to move above. */
static verdict value_move(negamax *n, int ply, duel_move move)
{
    negamax_frame *f = &n->frame[ply], *child = f + 1;
    uint64_t trace = negamax_reach(n, ply, move, NULL);
    child->by = move;
    child->side = negamax_side(n, child->state);
    child->depth = f->depth - 1;
    child->alpha = -NEGAMAX_INFINITE;
    child->beta = NEGAMAX_INFINITE;
    verdict r = n->search(n, ply + 1);
    if (child->side != f->side)
        r.worth = -r.worth;
    if (n->undoes)
        n->v->game->accel->undo(n->v, f->state, move, trace);
    return r;
}

static verdict best_of_all(negamax *n, int ply)
{
    negamax_frame *f = &n->frame[ply];
    verdict best = {-NEGAMAX_INFINITE, true};
    int count = n->v->game->moves(n->v, f->state, f->list);
    for (int i = 0; i < count; i++) {
        verdict r = value_move(n, ply, f->list[i]);
        if (n->halted)
            return r;
        best.solid = best.solid && r.solid;
        if (r.worth > best.worth) {
            best.worth = r.worth;
            negamax_take_line(f, f->list[i]);
        }
    }
    return best;
}

verdict minimax_search(negamax *n, int ply)
{
    negamax_frame *f = &n->frame[ply];
    int32_t score[DUEL_SEATS];
    f->line_count = 0;
    n->nodes++;
    if (negamax_check(n))
        return (verdict){0, false};
    if (n->v->game->over(n->v, f->state, score))
        return (verdict){negamax_end(n, score, f->side, ply), true};
    if (f->depth <= 0 || ply >= n->plies)
        return (verdict){negamax_looks(n, f->state, f->side), false};
    return best_of_all(n, ply);
}
