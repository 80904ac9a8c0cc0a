/* gdl/cross_check.h -- compares the bit program of a sheet with the prover, along games of
 * random moves. */
#pragma once

#include "base/rng.h"
#include "gdl/bit_program.h"

/* Compares facts, legal moves, ends and goals of every state of so many games, each of so many
 * steps at most; *states are compared. DUEL_REFUSED: they differ, and *why says where. */
duel_status gdl_cross_check(const gdl_sheet *sheet, const gdl_bit_program *flat, duel_rng *rng,
                            uint32_t games, uint32_t steps, uint64_t *states, duel_msg *why);
