/* service/puzzle.h -- positions looked for by solving: puzzles, and openings of a chosen value.
 *
 * A puzzle is a position in which exactly one move keeps the result, and the greedy player
 * misses it. */
#ifndef DUEL_SERVICE_PUZZLE_H
#define DUEL_SERVICE_PUZZLE_H

#include "core/record.h"
#include "service/player.h"

typedef struct duel_puzzle {
    duel_record record; /* how the position is reached; its moves are part of it */
    duel_state state;
    duel_answer *answer; /* every move with its value */
} duel_puzzle;

/* What a search may spend. */
typedef struct duel_search {
    size_t memory;
    double seconds; /* for one position */
    int tries;      /* positions looked at, at most */
    const atomic_bool *stop;
} duel_search;

/* DUEL_NO when none was found. On success *out must be given to duel_puzzle_fini. */
duel_status duel_puzzle_find(const duel_variant *v, uint64_t seed, const duel_search *s,
                             duel_puzzle *out, duel_msg *why);
void duel_puzzle_fini(duel_puzzle *p);

/* A seed whose deal has this value for the player who begins: the margin where margins matter,
 * else 1, 0 or -1. */
duel_status duel_deal_of_value(const duel_variant *v, uint64_t seed, int32_t value,
                               const duel_search *s, char found[DUEL_SEED_TEXT], duel_msg *why);

#endif
