/* teach/puzzle_search.h -- finds puzzles, those of the game or by solving positions, and
 * openings of a chosen value.
 *
 * A game that brings puzzles of its own is asked for one (core/puzzle.h); in all others a
 * position is looked for in which one move only keeps the result (puzzle_search.c). */
#pragma once

#include "core/puzzle.h"
#include "core/record.h"
#include "players/player.h"

typedef struct valued_position {
    duel_move move;
    duel_value value; /* for the seat to move */
    bool replied;     /* the best reply is known */
    duel_move reply;
} valued_position;

typedef struct found_puzzle {
    duel_record record; /* how the position is reached: its moves, or the position as text */
    duel_puzzle puzzle;
    valued_position
        *valued; /* every legal move of a position that was solved; NULL: the game judges */
    int valued_count;
} found_puzzle;

/* Whether there can be puzzles at all. *why tells why not. */
duel_status puzzle_fits(const duel_variant *v, duel_msg *why);
/* The puzzle of a seed, the same on every machine that has PUZZLE_MEMORY to give: no more
 * is used. DUEL_REFUSED when none was found, DUEL_STOPPED when `stop` (which may be NULL) was
 * set. On success *out must be given to found_puzzle_fini. */
enum { PUZZLE_MEMORY = 256 << 20 };
duel_status puzzle_find(const duel_variant *v, uint64_t seed, size_t memory,
                        const atomic_bool *stop, found_puzzle *out, duel_msg *why);
void found_puzzle_fini(found_puzzle *f);

/* Whether these moves are still the beginning of a try, which has as many as the answer or
 * ends the turn earlier; `after` is the position they lead to. */
bool puzzle_try_continues(const found_puzzle *f, int count, const void *after);
/* DUEL_OK: the try is right. DUEL_REFUSED: *why tells what it comes to. Of *f, the record's
 * variant, the position, the answer and the values must be there. */
duel_status found_puzzle_judge(const found_puzzle *f, const duel_move turn[], int count,
                               duel_msg *why);

/* What a search for a deal may spend. */
typedef struct puzzle_search {
    size_t memory;
    double seconds; /* for one position */
    int tries;      /* positions looked at, at most */
    const atomic_bool *stop;
} puzzle_search;

/* A seed whose deal has this value for the player who begins: the margin where margins matter,
 * else 1, 0 or -1. */
duel_status puzzle_deal_of_value(const duel_variant *v, uint64_t seed, int32_t value,
                                 const puzzle_search *s, char found[DUEL_SEED_TEXT],
                                 duel_msg *why);
