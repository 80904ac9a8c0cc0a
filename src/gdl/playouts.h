/* gdl/playouts.h -- games of random moves, 256 at once. */
#ifndef DUEL_GDL_PLAYOUTS_H
#define DUEL_GDL_PLAYOUTS_H

#include "gdl/flat.h"

typedef struct gdl_playouts {
    uint64_t states;   /* met */
    uint64_t games;    /* played to their end */
    uint64_t stranded; /* given up: a role had no move, or they went on for too long */
    int64_t *points;   /* by role: the sum over all ends; the caller's, or NULL */
} gdl_playouts;

/* Plays in all lanes, each from the start again when its game has ended, until so many states
 * have been met. Games longer than `longest` steps are given up. */
duel_status gdl_play_out(const gdl_flat *f, uint64_t seed, uint64_t states, uint32_t longest,
                         gdl_playouts *out, duel_msg *why);

#endif
