/* games/moriarty/transposition_table.c -- see transposition_table.h.
 *
 * The data word: lower and upper (16 bits each), proved (1), depth (7), date (7), selective
 * (1), two moves (8 each). An empty slot has data 0; a written one has not, for a move is never
 * both 0. */
#define _DEFAULT_SOURCE /* madvise */
#include "games/moriarty/transposition_table.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

_Static_assert(sizeof(moriarty_bucket) == 128, "a bucket is two cache lines");

/* Spreads a change of the data over the whole word it is mixed into. */
static uint64_t mixer(uint64_t data)
{
    return data * UINT64_C(0xA0761D6478BD642F);
}

static uint64_t pack(moriarty_known k, unsigned date)
{
    return (uint64_t)(uint16_t)k.lower | (uint64_t)(uint16_t)k.upper << 16 |
           (uint64_t)(k.depth << 1 | k.proved) << 32 | (uint64_t)(date & 127) << 40 |
           (uint64_t)k.selective << 47 | (uint64_t)k.move[0] << 48 | (uint64_t)k.move[1] << 56;
}

static moriarty_known unpack(uint64_t data)
{
    return (moriarty_known){.lower = (int16_t)data,
                            .upper = (int16_t)(data >> 16),
                            .depth = (int)(data >> 33 & 127),
                            .proved = (int)(data >> 32 & 1),
                            .move = {(int)(data >> 48 & 255), (int)(data >> 56)},
                            .selective = (int)(data >> 47 & 1)};
}

static uint64_t load_word(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* The slot's data if it holds this board, else 0. */
static uint64_t data_of(const moriarty_slot *s, moriarty_board b)
{
    uint64_t data = load_word(&s->data), mix = mixer(data);
    if ((load_word(&s->mover) ^ mix) != b.mover || (load_word(&s->other) ^ mix) != b.other)
        return 0;
    return data;
}

static void write_slot(moriarty_slot *s, moriarty_board b, uint64_t data)
{
    uint64_t mix = mixer(data);
    atomic_store_explicit(&s->mover, b.mover ^ mix, memory_order_relaxed);
    atomic_store_explicit(&s->other, b.other ^ mix, memory_order_relaxed);
    atomic_store_explicit(&s->data, data, memory_order_relaxed);
}

enum { HUGE_PAGE = 2 << 20 };

/* Probes jump about: with small pages most of them miss the processor's page cache too. Only a
 * wish: where it is refused nothing changes but time. */
static void ask_for_huge_pages(void *memory, size_t size)
{
#if defined MADV_HUGEPAGE
    if (size >= HUGE_PAGE)
        madvise(memory, size, MADV_HUGEPAGE);
#else
#endif
}

duel_status moriarty_table_init(moriarty_table *t, size_t bytes, duel_msg *why)
{
    uint64_t count = 1;
    while (count * 2 * sizeof(moriarty_bucket) <= bytes)
        count *= 2;
    size_t size = count * sizeof(moriarty_bucket);
    moriarty_bucket *bucket =
        aligned_alloc(size >= HUGE_PAGE ? HUGE_PAGE : sizeof *bucket, size);
    if (!bucket)
        return duel_no_space(why);
    ask_for_huge_pages(bucket, size);
    *t = (moriarty_table){.bucket = bucket, .mask = count - 1};
    moriarty_table_clear(t);
    return DUEL_OK;
}

void moriarty_table_fini(moriarty_table *t)
{
    free(t->bucket);
    t->bucket = NULL;
}

void moriarty_table_clear(moriarty_table *t)
{
    memset((void *)t->bucket, 0, (t->mask + 1) * sizeof *t->bucket);
    t->date = 0;
}

void moriarty_table_new_search(moriarty_table *t)
{
    t->date++;
}

bool moriarty_table_get(const moriarty_table *t, moriarty_board b, moriarty_known *out)
{
    const moriarty_bucket *bucket = moriarty_bucket_of(t, b);
    for (int i = 0; i < MORIARTY_WAYS; i++) {
        uint64_t data = data_of(&bucket->way[i], b);
        if (data) {
            *out = unpack(data);
            return true;
        }
    }
    return false;
}

/* What to keep of two findings about one board: proved bounds are joined, and never lost to
 * estimates; an estimate replaces another unless it only adds the opposite bound. */
static moriarty_known merge(moriarty_known old, moriarty_known fresh)
{
    if (old.proved && !fresh.proved)
        return old;
    if (old.proved == fresh.proved && old.depth == fresh.depth &&
        old.selective == fresh.selective) {
        if (fresh.lower < old.lower && old.lower <= fresh.upper)
            fresh.lower = old.lower;
        if (fresh.upper > old.upper && old.upper >= fresh.lower)
            fresh.upper = old.upper;
    }
    if (fresh.move[0] == MORIARTY_NO_MOVE)
        fresh.move[0] = old.move[0];
    if (fresh.move[0] != old.move[0])
        fresh.move[1] = old.move[0];
    else
        fresh.move[1] = old.move[1];
    return fresh;
}

/* Slots of earlier searches go first, then the shallowest. */
static unsigned worth(uint64_t data, unsigned date)
{
    if (data == 0)
        return 0;
    unsigned fresh = (data >> 40 & 127) == (date & 127) ? 256 : 1;
    return fresh + (unsigned)(data >> 33 & 127);
}

void moriarty_table_put(moriarty_table *t, moriarty_board b, moriarty_known known)
{
    moriarty_bucket *bucket = moriarty_bucket_of(t, b);
    moriarty_slot *victim = &bucket->way[0];
    unsigned least = UINT32_MAX;
    for (int i = 0; i < MORIARTY_WAYS; i++) {
        moriarty_slot *s = &bucket->way[i];
        uint64_t data = data_of(s, b);
        if (data) {
            write_slot(s, b, pack(merge(unpack(data), known), t->date));
            return;
        }
        unsigned w = worth(load_word(&s->data), t->date);
        if (w < least) {
            least = w;
            victim = s;
        }
    }
    write_slot(victim, b, pack(known, t->date));
}
