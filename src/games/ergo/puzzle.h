/* games/ergo/puzzle.h -- a proof and a hand: prove your letter and no other with two cards.
 *
 * Promises: the seat to move is not blocked, has seven cards and no Ergo among them, and its
 * letter is not proven yet; among all the turns it can make there is exactly one that ends with
 * its letter proven and none of the three others. Turns count as one if they leave the same
 * cards in the hand and the same lines in the proof, in whatever order the lines stand: so the
 * order of the two cards, the choice among equal cards, and the choice of an empty line make no
 * other answer. */
#pragma once

#include "core/puzzle.h"
#include "games/ergo/turns.h"

typedef struct ergo_puzzle {
    ergo state; /* the whole deal; who solves sees the view of the seat to move */
    ergo_way answer;
    uint32_t turns;    /* distinct outcomes a turn can have */
    uint32_t tempting; /* of these, that prove the letter and another */
} ergo_puzzle;

/* The puzzle of a seed; DUEL_REFUSED if none was found in very many positions, DUEL_STOPPED
 * once *stop (which may be NULL) is set. */
duel_status ergo_puzzle_make(const duel_variant *v, uint64_t seed, const atomic_bool *stop,
                             ergo_puzzle *out, duel_msg *why);
extern const duel_puzzler ergo_puzzles;
