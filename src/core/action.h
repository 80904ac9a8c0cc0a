/* core/action.h -- moves and views as numbers, for programs that learn by playing.
 *
 * Such a program has a number of actions, fixed before the first game, and sees a position as a
 * row of numbers of a fixed length. A game may say how its moves are numbered and what its
 * views look like (`action` and `tensor` in optional_parts.h); for any other game there are
 * fallbacks:
 *
 *     v->actions > 0    a move has the number the game gives it, in every position
 *     v->actions == 0   a move has the number of its place in the list of legal moves: in range
 *                       and one to one in each position, but the same number is another move in
 *                       another position (games in Lua, sheets that do not ground)
 *     tensor            the numbers of the game, or the bits of the view
 *
 * Both are made of a view: hide first. */
#pragma once

#include "core/game.h"

/* Whether a number is the same move in every position; and how many there are. */
bool duel_actions_fixed(const duel_variant *v);
uint32_t duel_action_count(const duel_variant *v);

/* The number of the move that stands at `at` in the list of legal moves. */
uint32_t duel_action_at(const duel_variant *v, const duel_move list[], int at);
/* The place in the list of the move with this number; -1: no legal move has it. */
int duel_action_find(const duel_variant *v, const duel_move list[], int count, uint32_t action);

uint32_t duel_tensor_size(const duel_variant *v);
/* Writes so many numbers. */
void duel_tensor(const duel_variant *v, const void *view, int seat, float out[]);

/* For a game's `tensor`: a number for each of the lowest `count` bits; gives what follows. */
float *duel_tensor_bits(uint64_t bits, int count, float *out);
/* The seat from whose side a view is written: seat 0's for who sits nowhere. */
static inline int duel_tensor_side(int seat)
{
    return seat > 0 ? seat : 0;
}
