/* gdl/lanes.h -- states between the two ways in which they are kept: one behind the other, a
 * bit for each fact, and side by side in the lanes of a flat program, a bit for each state. */
#pragma once

#include "gdl/flat.h"

/* Exchanges rows and columns of a block of 64 by 64 bits, in all four groups of lanes. */
void gdl_turn_block(gdl_word256 *row);

/* The first `count` lanes from and to facts, a bit each; lanes behind them become empty. */
void gdl_put_states(gdl_states *s, const uint64_t *const *facts, uint32_t count);
void gdl_get_states(const gdl_states *s, uint32_t count, uint64_t *const *facts);
/* After gdl_look: the legal moves of the first `count` lanes, a bit each. */
void gdl_get_legal(const gdl_states *s, uint32_t count, uint64_t *const *legal);
/* After gdl_look: the lanes in which any of the moves from..to-1 is legal, and those in which
 * more than one is. */
void gdl_count_legal(const gdl_states *s, uint32_t from, uint32_t to, gdl_word256 *any,
                     gdl_word256 *several);
