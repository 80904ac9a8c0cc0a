/* tiers/gather.c -- gathers the positions that moves lead to, by tier, sorted and without
 * duplicates: see inside.h. */
#include "base/compact_numbers.h"
#include "base/grow.h"
#include "tiers/inside.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- sorting ------------------------------------------------------------------------- */

/* Radix sort from the lowest digit, over those bits only in which the keys differ: keys that
 * were gathered between two limits have few of them. */
enum { DIGIT = 11, DIGITS = 1 << DIGIT, FEW = 64 };

static void insert_sorted(uint64_t *key, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t k = key[i];
        size_t j = i;
        for (; j > 0 && key[j - 1] > k; j--)
            key[j] = key[j - 1];
        key[j] = k;
    }
}

static void sort_by_digit(const uint64_t *from, uint64_t *to, size_t count, uint32_t shift,
                          uint32_t bits)
{
    size_t next[DIGITS] = {0}, sum = 0;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (size_t i = 0; i < count; i++)
        next[from[i] >> shift & mask]++;
    for (uint64_t d = 0; d <= mask; d++) {
        size_t here = next[d];
        next[d] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[next[from[i] >> shift & mask]++] = from[i];
}

static size_t leave_once(const uint64_t *from, uint64_t *to, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        to[kept] = from[i];
        kept += i + 1 == count || from[i] != from[i + 1];
    }
    return kept;
}

/* The bits in which keys differ lie below the highest one of these. */
static uint32_t bits_that_differ(const uint64_t *key, size_t count)
{
    uint64_t differ = 0;
    for (size_t i = 1; i < count; i++)
        differ |= key[i] ^ key[0];
    return coding_bits(differ);
}

size_t sorting_unique(uint64_t *key, uint64_t *room, size_t count)
{
    if (count <= FEW) {
        insert_sorted(key, count);
        return leave_once(key, key, count);
    }
    uint64_t *from = key, *to = room;
    uint32_t bits = bits_that_differ(key, count), digits = (bits + DIGIT - 1) / DIGIT;
    for (uint32_t d = 0, shift = 0; d < digits; d++) {
        uint32_t width = (bits - shift + digits - d - 1) / (digits - d);
        sort_by_digit(from, to, count, shift, width);
        shift += width;
        uint64_t *other = from;
        from = to;
        to = other;
    }
    return leave_once(from, key, count);
}

size_t sorting_seek(const uint64_t *key, size_t count, uint64_t least)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key[middle] < least)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- piles --------------------------------------------------------------------------- */

/* Keys. A basket is sorted inside the cache of a processor, and so is a range; from the chunks
 * a key in SAMPLE is looked at to cut them into ranges. */
enum { FIRST_BASKET = 1 << 10, BASKET = 1 << 18, RANGE = 1 << 17, SAMPLE = 1 << 9 };

static const key_range everything = {0, UINT64_MAX};

/* ---- life -------------------------------------------------------------------------------- */

bool gathering_init(key_gathering *p, const duel_game *game, int threads, const char *scratch,
                    size_t memory)
{
    *p = (key_gathering){.game = game,
                         .threads = threads,
                         .scratch = scratch,
                         .memory = memory,
                         .own = everything};
    size_t share = memory / sizeof(uint64_t) / (size_t)threads / 16;
    for (p->basket = FIRST_BASKET; p->basket < BASKET && 4 * p->basket <= share;)
        p->basket *= 4;
    return pthread_mutex_init(&p->lock, NULL) == 0;
}

static void name_run(const key_gathering *p, unsigned number, char path[PATH_MAX])
{
    if (snprintf(path, PATH_MAX, "%s/run-%u", p->scratch, number) >= PATH_MAX)
        path[0] = '\0';
}

static void free_chunks(key_gathering *p, pile *of)
{
    for (size_t i = 0; i < of->chunks; i++)
        free(of->chunk[i].key);
    p->held -= of->keys * sizeof(uint64_t);
    of->chunks = of->keys = 0;
}

static void free_pile(key_gathering *p, pile *of)
{
    char path[PATH_MAX];
    free_chunks(p, of);
    free(of->chunk);
    for (size_t i = 0; i < of->runs; i++) {
        tier_file_close(&of->run[i]);
        name_run(p, of->run_number[i], path);
        unlink(path);
    }
    free(of->run);
    free(of->run_number);
}

void gathering_fini(key_gathering *p)
{
    for (size_t i = 0; i < p->count; i++)
        free_pile(p, &p->list[i]);
    free(p->list);
    free_pile(p, &p->inbox);
    pthread_mutex_destroy(&p->lock);
}

const pile *gathering_top(const key_gathering *p)
{
    return p->count ? &p->list[0] : NULL;
}

uint32_t gathering_since(const key_gathering *p, uint32_t tier)
{
    uint32_t since = p->since > tier ? p->since : tier;
    for (size_t i = 0; i < p->count; i++)
        if (p->list[i].tier < tier && p->list[i].highest_source > since)
            since = p->list[i].highest_source;
    return since;
}

static bool note_no_room(key_gathering *p)
{
    p->status = p->status == DUEL_OK ? duel_no_space(&p->why) : p->status;
    return false;
}

/* ---- gathering a pile -------------------------------------------------------------------- */

/* The chunks and runs of a pile cut into ranges of keys: range i begins at from[i]. */
typedef struct gathering {
    const pile *of;
    key_range limits;
    uint64_t *from;
    size_t ranges, stretch; /* all; those of one stretch, which are given away together */
    size_t begin;           /* of the stretch */
    atomic_size_t next;     /* range of the stretch to be done */
    uint64_t **out;         /* by range of the stretch */
    size_t *count;
    atomic_bool failed, damaged;
} gathering;

static size_t count_samples(const pile *of)
{
    size_t count = 1;
    for (size_t i = 0; i < of->chunks; i++)
        count += (of->chunk[i].count + SAMPLE - 1) / SAMPLE;
    for (size_t i = 0; i < of->runs; i++)
        count += of->run[i].blocks * (TIER_BLOCK / SAMPLE);
    return count;
}

static bool is_in_range(uint64_t key, const key_range *r)
{
    return key >= r->from && key <= r->to;
}

/* A block of a run weighs as many samples as it has of them: its first key, that often. */
static size_t take_samples(const pile *of, const key_range *r, uint64_t *out)
{
    size_t count = 0;
    for (size_t i = 0; i < of->chunks; i++)
        for (size_t at = 0; at < of->chunk[i].count; at += SAMPLE)
            if (is_in_range(of->chunk[i].key[at], r))
                out[count++] = of->chunk[i].key[at];
    for (size_t i = 0; i < of->runs; i++)
        for (uint64_t b = 0; b < of->run[i].blocks; b++)
            for (int k = 0; k < TIER_BLOCK / SAMPLE; k++)
                if (is_in_range(tier_file_first(&of->run[i], b), r))
                    out[count++] = tier_file_first(&of->run[i], b);
    return count;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* False: no memory. */
static bool cut_into_ranges(gathering *g)
{
    enum { SAMPLES = RANGE / SAMPLE };
    uint64_t *sample = malloc(count_samples(g->of) * sizeof *sample);
    if (sample == NULL)
        return false;
    size_t count = take_samples(g->of, &g->limits, sample), kept = 1;
    qsort(sample, count, sizeof *sample, by_size);
    sample[0] = g->limits.from;
    for (size_t i = SAMPLES; i < count; i += SAMPLES)
        if (sample[i] > sample[kept - 1])
            sample[kept++] = sample[i];
    g->from = sample;
    g->ranges = kept;
    return true;
}

size_t keys_in_range(const uint64_t *key, size_t count, const key_range *r,
                     const uint64_t **begin)
{
    size_t first = sorting_seek(key, count, r->from), after = count;
    if (r->to != UINT64_MAX)
        after = sorting_seek(key, count, r->to + 1);
    *begin = key + first;
    return after > first ? after - first : 0;
}

typedef struct growing {
    uint64_t *key;
    size_t count, room;
} growing;

static bool append_keys(growing *g, const uint64_t *key, size_t count)
{
    if (g->count + count > g->room) {
        size_t room = g->room + g->room / 2 + count + RANGE;
        uint64_t *more = realloc(g->key, room * sizeof *more);
        if (more == NULL)
            return false;
        g->key = more;
        g->room = room;
    }
    if (count)
        memcpy(g->key + g->count, key, count * sizeof *key);
    g->count += count;
    return true;
}

/* False: damaged, or no memory; the caller's flags tell which. */
static bool append_run(gathering *g, const tier_file *run, const key_range *r, growing *to)
{
    uint64_t key[TIER_BLOCK];
    for (uint64_t b = tier_file_seek(run, r->from);
         b < run->blocks && tier_file_first(run, b) <= r->to; b++) {
        uint32_t all = tier_file_keys(run, b, key);
        const uint64_t *begin;
        if (all == 0) {
            atomic_store(&g->damaged, true);
            return false;
        }
        size_t count = keys_in_range(key, all, r, &begin);
        if (!append_keys(to, begin, count))
            return false;
    }
    return true;
}

static bool gather_range(gathering *g, size_t i, growing *out)
{
    key_range r = {g->from[i], i + 1 < g->ranges ? g->from[i + 1] - 1 : g->limits.to};
    bool fine = true;
    for (size_t c = 0; fine && c < g->of->chunks; c++) {
        const pile_chunk *chunk = &g->of->chunk[c];
        const uint64_t *begin;
        size_t count = keys_in_range(chunk->key, chunk->count, &r, &begin);
        fine = append_keys(out, begin, count);
    }
    for (size_t f = 0; fine && f < g->of->runs; f++)
        fine = append_run(g, &g->of->run[f], &r, out);
    return fine;
}

static void gather_ranges(void *job, int worker)
{
    gathering *g = job;
    growing room = {.count = 0};
    for (size_t i; (i = atomic_fetch_add(&g->next, 1)) < g->stretch && !g->failed;) {
        growing out = {.count = 0};
        bool fine = gather_range(g, g->begin + i, &out);
        room.count = 0;
        fine = fine && append_keys(&room, out.key, out.count);
        if (fine)
            g->count[i] = sorting_unique(out.key, room.key, out.count);
        else
            atomic_store(&g->failed, true);
        g->out[i] = out.key;
    }
    free(room.key);
}

/* One stretch of ranges: gathered by all threads, then given away in order. */
static bool pour_stretch(const key_gathering *p, gathering *g, gathering_fn *take, void *to)
{
    bool fine = true;
    memset(g->out, 0, g->stretch * sizeof *g->out);
    atomic_store(&g->next, 0);
    threads_run(p->game, p->threads, gather_ranges, g);
    for (size_t i = 0; i < g->stretch; i++) {
        fine = fine && !g->failed && take(to, g->out[i], g->count[i]);
        free(g->out[i]);
    }
    return fine;
}

static duel_status pour_pile(const key_gathering *p, const pile *of, key_range limits,
                             gathering_fn *take, void *to, duel_msg *why)
{
    gathering g = {.of = of, .limits = limits};
    if (limits.from > limits.to)
        return DUEL_OK;
    size_t most = (size_t)p->threads * 16;
    g.out = malloc(most * sizeof *g.out);
    g.count = malloc(most * sizeof *g.count);
    bool fine = g.out && g.count && cut_into_ranges(&g), room = fine;
    for (; fine && g.begin < g.ranges; g.begin += g.stretch) {
        g.stretch = g.ranges - g.begin < most ? g.ranges - g.begin : most;
        fine = pour_stretch(p, &g, take, to);
    }
    free(g.from);
    free(g.out);
    free(g.count);
    if (g.damaged)
        return duel_fail(why, N_("{0}: the file is damaged."), "c", p->scratch);
    if (!room || g.failed)
        return duel_no_space(why);
    return fine ? DUEL_OK : DUEL_FAILED; /* whoever takes knows why */
}

/* ---- the scratch disk -------------------------------------------------------------------- */

bool piles_take_to_write(void *to, const uint64_t *key, size_t count)
{
    return tier_writer_add(to, key, count);
}

static bool note_run(key_gathering *p, pile *of, const char *path)
{
    if (!GROW_ONE(of->run, of->runs) || !GROW_ONE(of->run_number, of->runs))
        return note_no_room(p);
    p->status = tier_file_open(path, TIER_KEYS, 0, &of->run[of->runs], &p->why);
    of->run_number[of->runs] = p->runs_made;
    of->runs += p->status == DUEL_OK;
    return p->status == DUEL_OK;
}

/* The chunks of the pile become a run. With the lock held. */
static bool spill_chunks(key_gathering *p, pile *of)
{
    char path[PATH_MAX];
    tier_writer w;
    tier_head head = {.kind = TIER_KEYS, .tier = of->tier};
    pile chunks = *of;
    chunks.runs = 0;
    name_run(p, ++p->runs_made, path);
    tier_writer_init(&w, path, &head, false);
    duel_status poured = pour_pile(p, &chunks, everything, piles_take_to_write, &w, &p->why);
    p->status = tier_writer_end(&w, &p->why);
    p->status = p->status == DUEL_OK ? poured : p->status;
    if (p->status == DUEL_OK && note_run(p, of, path)) {
        free_chunks(p, of);
        return true;
    }
    unlink(path);
    return false;
}

static bool spill_largest(key_gathering *p)
{
    pile *largest = &p->list[0];
    for (size_t i = 1; i < p->count; i++)
        if (p->list[i].keys > largest->keys)
            largest = &p->list[i];
    return spill_chunks(p, largest);
}

/* ---- filling ----------------------------------------------------------------------------- */

pile *gathering_at(key_gathering *p, uint32_t tier)
{
    size_t at = 0;
    while (at < p->count && p->list[at].tier > tier)
        at++;
    if (at < p->count && p->list[at].tier == tier)
        return &p->list[at];
    if (!GROW_ONE(p->list, p->count))
        return NULL;
    pile *one = &p->list[at];
    memmove(one + 1, one, (p->count++ - at) * sizeof *one);
    *one = (pile){.tier = tier, .lowest_source = UINT32_MAX};
    return one;
}

static bool add_chunk(key_gathering *p, pile *to, pile_chunk c)
{
    if (!GROW(to->chunk, to->chunk_room, to->chunks + 1))
        return note_no_room(p);
    to->chunk[to->chunks++] = c;
    to->keys += c.count;
    p->held += c.count * sizeof(uint64_t);
    return true;
}

static bool hand_over(key_gathering *p, const basket *b, pile_chunk c)
{
    pile *to = gathering_at(p, b->tier);
    if (to == NULL)
        return note_no_room(p);
    to->lowest_source =
        b->lowest_source < to->lowest_source ? b->lowest_source : to->lowest_source;
    to->highest_source =
        b->highest_source > to->highest_source ? b->highest_source : to->highest_source;
    return add_chunk(p, to, c) && (p->held <= p->memory || spill_largest(p));
}

static bool empty_basket(key_gathering *p, basket *b)
{
    size_t count = sorting_unique(b->key, b->aside, b->count);
    pile_chunk c = {malloc((count + !count) * sizeof *c.key), count};
    if (c.key && count)
        memcpy(c.key, b->key, count * sizeof *c.key);
    pthread_mutex_lock(&p->lock);
    size_t held = p->held;
    bool fine = p->status == DUEL_OK;
    fine = fine && (c.key ? hand_over(p, b, c) : note_no_room(p));
    if (!fine && held == p->held) /* it did not get as far as the pile */
        free(c.key);
    pthread_mutex_unlock(&p->lock);
    b->count = 0;
    b->lowest_source = UINT32_MAX;
    b->highest_source = 0;
    return fine;
}

static bool tell_no_room(key_gathering *p)
{
    pthread_mutex_lock(&p->lock);
    note_no_room(p);
    pthread_mutex_unlock(&p->lock);
    return false;
}

static basket *new_basket(baskets *b, uint32_t tier)
{
    if (!GROW_ONE(b->list, b->count))
        return NULL;
    basket *one = &b->list[b->count++];
    *one = (basket){.tier = tier, .lowest_source = UINT32_MAX};
    return one;
}

/* Room for one key more. A game may have many tiers, and few keys on most of them. */
static bool room_for_key(key_gathering *p, basket *b)
{
    if (b->count < b->room)
        return true;
    if (b->room == p->basket)
        return empty_basket(p, b);
    size_t room = b->room ? 4 * b->room : FIRST_BASKET;
    uint64_t *key = realloc(b->key, room * sizeof *key);
    b->key = key ? key : b->key;
    uint64_t *aside = realloc(b->aside, room * sizeof *aside);
    b->aside = aside ? aside : b->aside;
    if (key == NULL || aside == NULL)
        return tell_no_room(p);
    b->room = room;
    return true;
}

static basket *basket_of(baskets *b, uint32_t tier)
{
    for (size_t i = 0; i < b->count; i++)
        if (b->list[i].tier == tier)
            return &b->list[i];
    return new_basket(b, tier);
}

bool baskets_add(baskets *b, uint32_t source, uint32_t tier, uint64_t key)
{
    basket *to = basket_of(b, tier);
    if (to == NULL)
        return tell_no_room(b->to);
    if (!room_for_key(b->to, to))
        return false;
    to->key[to->count++] = key;
    to->lowest_source = source < to->lowest_source ? source : to->lowest_source;
    to->highest_source = source > to->highest_source ? source : to->highest_source;
    return true;
}

void baskets_fini(baskets *b)
{
    for (size_t i = 0; i < b->count; i++) {
        if (b->list[i].count)
            empty_basket(b->to, &b->list[i]);
        free(b->list[i].key);
        free(b->list[i].aside);
    }
    free(b->list);
    *b = (baskets){.to = b->to};
}

duel_status gather_each(key_gathering *p, gathering_fn *take, void *to, duel_msg *why)
{
    duel_status status = pour_pile(p, &p->list[0], p->own, take, to, why);
    free_pile(p, &p->list[0]);
    memmove(&p->list[0], &p->list[1], --p->count * sizeof p->list[0]);
    return status;
}

/* ---- where others are at the same work --------------------------------------------------- */

uint64_t pile_size(const pile *of)
{
    uint64_t size = of->keys;
    for (size_t i = 0; i < of->runs; i++)
        size += of->run[i].head.count;
    return size;
}

bool pile_quantiles(const pile *of, uint64_t *out, size_t count)
{
    uint64_t *sample = malloc(count_samples(of) * sizeof *sample);
    if (sample == NULL)
        return false;
    size_t all = take_samples(of, &everything, sample);
    qsort(sample, all, sizeof *sample, by_size);
    for (size_t i = 0; i < count; i++)
        out[i] = all ? sample[(2 * i + 1) * all / (2 * count)] : 0;
    free(sample);
    return true;
}

bool gathering_receive(key_gathering *p, uint64_t *key, size_t count)
{
    if (!add_chunk(p, &p->inbox, (pile_chunk){key, count})) {
        free(key);
        return false;
    }
    p->inbox.tier = p->list[0].tier;
    return p->inbox.keys * sizeof(uint64_t) <= p->inbox_room || spill_chunks(p, &p->inbox);
}

static bool settle_runs(pile *from, pile *to)
{
    for (size_t i = to->runs; i < to->runs + from->runs; i++)
        if (!GROW_ONE(to->run, i) || !GROW_ONE(to->run_number, i))
            return false;
    for (size_t i = 0; i < from->runs; i++, to->runs++) {
        to->run[to->runs] = from->run[i];
        to->run_number[to->runs] = from->run_number[i];
    }
    from->runs = 0;
    return true;
}

bool gathering_settle(key_gathering *p)
{
    pile *from = &p->inbox, *to = &p->list[0];
    if (!GROW(to->chunk, to->chunk_room, from->chunks + to->chunks) || !settle_runs(from, to))
        return note_no_room(p);
    for (size_t i = 0; i < from->chunks; i++)
        to->chunk[to->chunks++] = from->chunk[i];
    to->keys += from->keys;
    from->chunks = from->keys = 0;
    return true;
}
