/* core/fault_guard.h -- collects the faults of a game's functions while a caller runs.
 *
 *     duel_fault_guard g;
 *     duel_fault_guard_begin(&g, v->game);
 *     …                                        moves, a search, a picture
 *     return duel_fault_guard_end(&g, status, why);
 *
 * The functions of the contract cannot say that they failed, and a compiled game has no need
 * to; a file may fail at every call. It then answers harmlessly (ended, without moves) and
 * tells the fault to the innermost guard open for it in this thread, which keeps the first. So
 * a fault reaches the piece of work that met it, and no other one: each thread has guards of
 * its own. Where none is open a fault is told to nobody.
 *
 * Guards are ended in the thread that began them, the last begun first. Who starts threads
 * gives each a guard, and tells what it met to its own with duel_fault_guard_fault. */
#pragma once

#include "core/game.h"

typedef struct duel_fault_guard {
    const duel_game *game; /* NULL: whichever fails */
    bool doubting;         /* by itself, or inside one that does */
    duel_msg fault;        /* the first; id NULL: none */
    struct duel_fault_guard *outer;
} duel_fault_guard;

void duel_fault_guard_begin(duel_fault_guard *g, const duel_game *game);
/* The same, and until it ends the game must give every answer twice: whoever has time for that
 * (the laws, the checker) finds what depends on more than its question. */
void duel_fault_guard_begin_twice(duel_fault_guard *g, const duel_game *game);
/* Hands over the fault so far: DUEL_FAILED, or DUEL_OK if there was none. It stays open. */
duel_status duel_fault_guard_take(duel_fault_guard *g, duel_msg *why);
/* The end. What was made of a game that failed is worth nothing: DUEL_FAILED and why if there
 * was a fault, else `status`. */
duel_status duel_fault_guard_end(duel_fault_guard *g, duel_status status, duel_msg *why);

/* ---- for games that can fail --------------------------------------------------------- */

void duel_fault_guard_fault(const duel_game *game, const duel_msg *why);
/* Whether the guard opened for this very game has its fault already: what it answers from here
 * on counts for nothing. */
bool duel_fault_guard_has_fault(const duel_game *game);
bool duel_fault_guard_asks_twice(const duel_game *game);
