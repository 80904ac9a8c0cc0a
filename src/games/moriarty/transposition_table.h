/* games/moriarty/transposition_table.h -- what the searches have found, shared by all threads
 * without a lock.
 *
 * A slot holds the whole board, so two boards are never mistaken for one another, and bounds
 * of its value: proved ones (the exact game value, in discs) or estimated ones (in units, to
 * a depth). Threads write at the same time: the board's words are stored mixed with the data
 * word, so a slot half written by one thread and half by another matches no board (Hyatt and
 * Mann, "A lock-less transposition table implementation for parallel search chess engines",
 * ICGA Journal 25(1), 2002).
 *
 * Proved bounds stay true in later searches of the same playable squares, scoring and rule
 * for blocked players; a caller that changes one of them clears the table. */
#pragma once

#include "base/status.h"
#include "games/moriarty/bitboard.h"
#include <stdatomic.h>

enum { MORIARTY_WAYS = 5 };

typedef struct moriarty_slot {
    _Atomic uint64_t mover, other, data;
} moriarty_slot;

typedef struct moriarty_bucket {
    moriarty_slot way[MORIARTY_WAYS];
    uint64_t unused;
} moriarty_bucket;

typedef struct moriarty_table {
    moriarty_bucket *bucket; /* a power of two of them; owned */
    uint64_t mask;
    unsigned date; /* raised by every search: older slots give way first */
} moriarty_table;

/* What is known of a board. */
typedef struct moriarty_known {
    int lower, upper;
    int depth;   /* plies searched; the number of empty squares when proved */
    int proved;  /* 1: game values in discs; 0: estimates */
    int move[2]; /* best first; MORIARTY_NO_MOVE where unknown */
    /* 1: estimates that a selective search found, which left out what seemed clear. Proved
     * bounds never are. */
    int selective;
} moriarty_known;

/* Takes at most `bytes` of memory (a few kilobytes at least are needed). */
duel_status moriarty_table_init(moriarty_table *t, size_t bytes, duel_msg *why);
void moriarty_table_fini(moriarty_table *t);
void moriarty_table_clear(moriarty_table *t);
void moriarty_table_new_search(moriarty_table *t);

static inline moriarty_bucket *moriarty_bucket_of(const moriarty_table *t, moriarty_board b)
{
    uint64_t h = b.mover * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 32) + b.other;
    h *= UINT64_C(0xD6E8FEB86659FD93);
    return &t->bucket[(h ^ h >> 32) & t->mask];
}

static inline void moriarty_prefetch(const moriarty_table *t, moriarty_board b)
{
    const moriarty_bucket *bucket = moriarty_bucket_of(t, b);
    __builtin_prefetch(bucket);
    __builtin_prefetch((const char *)bucket + 64);
}

/* Looks a board up; false when nothing is known. */
bool moriarty_table_get(const moriarty_table *t, moriarty_board b, moriarty_known *out);
void moriarty_table_put(moriarty_table *t, moriarty_board b, moriarty_known known);
