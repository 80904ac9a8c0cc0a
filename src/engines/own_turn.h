/* engines/own_turn.h -- what a seat has seen and done, while it chooses the moves of one turn.
 */
#ifndef DUEL_ENGINES_OWN_TURN_H
#define DUEL_ENGINES_OWN_TURN_H

#include "core/engine.h"
#include "core/knowing.h"

typedef struct own_turn {
    int seat;
    uint64_t known; /* where the next move is chosen; 0: nobody says */
    bool begun;     /* a move of the turn was chosen: */
    duel_move last; /* this one */
} own_turn;

static inline own_turn own_turn_begin(const duel_think *t)
{
    return (own_turn){.seat = t->seat, .known = t->known};
}

/* The view in which the next move is chosen. */
static inline void own_turn_see(own_turn *o, const duel_variant *v, const void *view)
{
    if (o->begun && o->known)
        o->known = duel_known_after(v, o->known, true, o->last, view);
}

static inline duel_move own_turn_do(own_turn *o, duel_move move)
{
    o->begun = true;
    o->last = move;
    return move;
}

#endif
