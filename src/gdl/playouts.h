/* gdl/playouts.h -- games of random moves, 256 at once. */
#pragma once

#include "gdl/bit_program.h"

typedef struct gdl_playouts {
    uint64_t states;   /* met */
    uint64_t games;    /* played to their end */
    uint64_t stranded; /* given up: a role had no move, or they went on for too long */
    int64_t *points;   /* by role: the sum over all ends; the caller's, or NULL */
} gdl_playouts;

/* Plays in all lanes, each from the start again when its game has ended, until so many states
 * have been met. Games longer than `longest` steps are given up. */
duel_status gdl_play_out(const gdl_bit_program *f, uint64_t seed, uint64_t states,
                         uint32_t longest, gdl_playouts *out, duel_msg *why);

/* Somebody who plays games out, again and again, and keeps what it needs for that. */
typedef struct gdl_player gdl_player;
duel_status gdl_player_new(const gdl_bit_program *f, gdl_player **out, duel_msg *why);
void gdl_player_free(gdl_player *p);
/* `count` games, at most GDL_LANES, from a state that is not over, a bit for each fact. points
 * has a row for each game with a number for each role; a role that has no goal at the end, or
 * several, has 0, and all have 0 where a game goes on for more than `longest` steps. A role
 * without a move ends its game. */
void gdl_player_from(gdl_player *p, const uint64_t *facts, uint32_t count, uint64_t seed,
                     uint32_t longest, int32_t *points);
