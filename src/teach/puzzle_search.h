/* teach/puzzle_search.h -- finds puzzles, those of the game or by solving positions, and
 * openings of a chosen value.
 *
 * A game that brings puzzles of its own is asked for one (core/puzzle.h); in all others a
 * position is looked for in which one move only keeps the result (puzzle_search.c). */
#pragma once

#include "core/puzzle.h"
#include "core/record.h"
#include "players/player.h"

typedef struct duel_valued {
    duel_move move;
    duel_value value; /* for the seat to move */
    bool replied;     /* the best reply is known */
    duel_move reply;
} duel_valued;

typedef struct duel_found {
    duel_record record; /* how the position is reached: its moves, or the position as text */
    duel_puzzle puzzle;
    duel_valued
        *valued; /* every legal move of a position that was solved; NULL: the game judges */
    int valued_count;
} duel_found;

/* Whether there can be puzzles at all. *why tells why not. */
duel_status duel_puzzle_fits(const duel_variant *v, duel_msg *why);
/* The puzzle of a seed, the same on every machine that has DUEL_PUZZLE_MEMORY to give: no more
 * is used. DUEL_NO when none was found, DUEL_STOPPED when `stop` (which may be NULL) was set.
 * On success *out must be given to duel_found_fini. */
enum { DUEL_PUZZLE_MEMORY = 256 << 20 };
duel_status duel_puzzle_find(const duel_variant *v, uint64_t seed, size_t memory,
                             const atomic_bool *stop, duel_found *out, duel_msg *why);
void duel_found_fini(duel_found *f);

/* Whether these moves are still the beginning of a try, which has as many as the answer or
 * ends the turn earlier; `after` is the position they lead to. */
bool duel_found_goes_on(const duel_found *f, int count, const void *after);
/* DUEL_OK: the try is right. DUEL_NO: *why tells what it comes to. Of *f, the record's variant,
 * the position, the answer and the values must be there. */
duel_status duel_found_judge(const duel_found *f, const duel_move turn[], int count,
                             duel_msg *why);

/* What a search for a deal may spend. */
typedef struct duel_search {
    size_t memory;
    double seconds; /* for one position */
    int tries;      /* positions looked at, at most */
    const atomic_bool *stop;
} duel_search;

/* A seed whose deal has this value for the player who begins: the margin where margins matter,
 * else 1, 0 or -1. */
duel_status duel_deal_of_value(const duel_variant *v, uint64_t seed, int32_t value,
                               const duel_search *s, char found[DUEL_SEED_TEXT], duel_msg *why);
