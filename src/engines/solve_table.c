/* engines/solve_table.c -- sizes, writing, growing and sorting of the solver's memory:
 * solve_table.h. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "engines/solve_table.h"
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, HUGE_PAGE = 1 << 21 };

/* ---- pages ------------------------------------------------------------------------------ */

/* Anonymous pages come zeroed and go back to the system at once; large ones are asked for,
 * since most look-ups would otherwise miss the translation cache too. */
static void *get_pages(size_t bytes)
{
    size_t more = 0;
#if defined __linux__
    more = bytes >= HUGE_PAGE ? HUGE_PAGE : 0; /* for a beginning where a large one may */
#endif
    unsigned char *p =
        mmap(NULL, bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
#if defined __linux__
    if (more) {
        size_t before = -(uintptr_t)p % HUGE_PAGE;
        if (before)
            munmap(p, before);
        munmap(p + before + bytes, more - before);
        p += before;
        madvise(p, bytes, MADV_HUGEPAGE);
    }
#endif
    return p;
}

/* Some of them go back to the system before the rest. */
static void drop_pages(void *pages, size_t bytes)
{
#if defined __linux__
    madvise(pages, bytes, MADV_DONTNEED);
#else
    (void)pages, (void)bytes;
#endif
}

/* Writes to each page before anybody reads there. A page that is read first is given as the
 * shared page of zeroes, and its first write then interrupts every processor that runs this
 * program: with two threads that took a tenth of the time. Who moved the lines before may have
 * written there already. */
static void touch_pages(unsigned char *from, const unsigned char *end)
{
    for (; from < end; from += PAGE)
        __atomic_fetch_or(from, 0, __ATOMIC_RELAXED);
}

/* ---- sizes ------------------------------------------------------------------------------ */

enum { FIRST_LINES = 4096, SMALL_BYTES = 8 << 20 };

static uint32_t bits_of(uint64_t largest)
{
    return largest ? 64 - (uint32_t)__builtin_clzll(largest) : 0;
}

static size_t layout_bytes(const solve_table_layout *l)
{
    return (l->count * SOLVE_TABLE_LINE + PAGE - 1) / PAGE * PAGE;
}

static uint64_t layout_slots(const solve_table_layout *l)
{
    return (l->count + 1 - l->far) * solve_table_slots(l->wide);
}

/* Lays at least so many lines out; false: a slot has not the bits for it. */
static bool lay_out(const solve_table *t, uint64_t lines, bool wide, solve_table_layout *l)
{
    uint64_t upper = (t->key_mask >> t->low_bits) + 1;
    *l = (solve_table_layout){
        .width = lines < upper ? upper / lines : 1, .wide = wide, .far = 1};
    uint32_t rest_bits = bits_of(l->width - 1) + t->low_bits;
    l->inverse = l->width > 1 ? UINT64_MAX / l->width + 1 : 0;
    uint32_t bits = wide ? 64 : 32, taken = rest_bits + t->code_bits;
    bool overflows = rest_bits > 6 || (size_t)1 << rest_bits > solve_table_slots(wide);
    if (overflows && taken + SOLVE_TABLE_LEAST_FAR_BITS <= bits) {
        l->far_bits = bits - taken < SOLVE_TABLE_FAR_BITS ? bits - taken : SOLVE_TABLE_FAR_BITS;
        l->far = UINT64_C(1) << l->far_bits;
    }
    l->count = (size_t)((upper + l->width - 1) / l->width + l->far - 1);
    return overflows ? l->far_bits > 0 : taken <= bits;
}

/* For at least so many slots, of 4 bytes if that is enough. */
static void lay_out_slots(const solve_table *t, uint64_t slots, solve_table_layout *l)
{
    if (!lay_out(t, slots / 16, false, l))
        lay_out(t, slots / 8, true, l);
}

/* Small tables double, which takes fewer steps; then the larger a slot the less is wasted: the
 * worst are 7.2 bytes an entry for slots of 4, and 11.9 for slots of 8. */
static void lay_out_next(const solve_table *t, solve_table_layout *l)
{
    uint64_t slots = layout_slots(&t->now), some = t->now.wide ? slots / 4 : slots / 2;
    lay_out_slots(t, slots + (solve_table_bytes(t) < SMALL_BYTES ? slots : some), l);
}

/* ---- life ------------------------------------------------------------------------------- */

bool solve_table_init(solve_table *t, uint32_t key_bits, uint32_t code_bits)
{
    enum { UPPER_BITS = 32 }; /* so that dividing by a width is one multiplication */
    memset(t, 0, sizeof *t);
    t->key_bits = key_bits;
    t->code_bits = code_bits;
    t->fold = (key_bits + 1) / 2;
    t->low_bits = key_bits > UPPER_BITS ? key_bits - UPPER_BITS : 0;
    t->key_mask = (UINT64_C(1) << key_bits) - 1;
    t->code_mask = (UINT64_C(1) << code_bits) - 1;
    t->low_mask = (UINT64_C(1) << t->low_bits) - 1;
    if (!lay_out(t, FIRST_LINES, false, &t->now) && !lay_out(t, FIRST_LINES, true, &t->now))
        return false;
    t->spill = calloc(1, sizeof *t->spill);
    if (t->spill)
        t->now.lines = get_pages(layout_bytes(&t->now));
    if (t->now.lines == NULL) {
        free(t->spill);
        return false;
    }
    pthread_mutex_init(&t->spill->lock, NULL);
    return true;
}

void solve_table_fini(solve_table *t)
{
    munmap(t->now.lines, layout_bytes(&t->now));
    pthread_mutex_destroy(&t->spill->lock);
    free(t->spill->entry);
    free(t->spill);
    memset(t, 0, sizeof *t);
}

size_t solve_table_bytes(const solve_table *t)
{
    return layout_bytes(&t->now);
}

/* Handing over takes an eighth, see solve_table_each_sorted; moving, the parts that are being
 * moved.
 */
size_t solve_table_bytes_grown(const solve_table *t, int threads)
{
    solve_table_layout next;
    lay_out_next(t, &next);
    size_t grown = layout_bytes(&next), now = solve_table_bytes(t);
    size_t parts = (size_t)threads * HUGE_PAGE;
    parts = parts < now ? parts : now;
    return grown + (grown / 8 > parts ? grown / 8 : parts);
}

/* At 27/32 full a search for an absent key still looks into one line or two, as a rule. */
bool solve_table_crowded_by(const solve_table *t, uint64_t more)
{
    enum { MANY = 256 }; /* in a list that is gone through */
    return atomic_load_explicit(&t->used, memory_order_relaxed) + more >
               layout_slots(&t->now) / 32 * 27 ||
           atomic_load_explicit(&t->spill->count, memory_order_relaxed) > MANY;
}

bool solve_table_must_grow(const solve_table *t)
{
    return solve_table_crowded_by(t, 0);
}

void solve_table_add_inserted(solve_table *t, uint64_t inserted)
{
    atomic_fetch_add_explicit(&t->used, inserted, memory_order_relaxed);
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* The inverses, modulo 2^64 and so modulo any smaller power of two, of scrambling's factors;
 * folding over at least half of the bits is its own. */
uint64_t solve_table_unscramble(const solve_table *t, uint64_t number)
{
    uint64_t n = number * UINT64_C(0xCFEE444D8B59A89B) & t->key_mask;
    n ^= n >> t->fold;
    return n * UINT64_C(0xF1DE83E19937733D) & t->key_mask;
}

/* The number that a slot of this line keeps. */
static uint64_t number_in(const solve_table *t, const solve_table_layout *l, uint64_t line,
                          uint64_t word)
{
    uint64_t rest = word >> t->code_bits >> l->far_bits;
    uint64_t far = word >> t->code_bits & ((UINT64_C(1) << l->far_bits) - 1);
    uint64_t upper = (line - far) * l->width + (rest >> t->low_bits);
    return upper << t->low_bits | (rest & t->low_mask);
}

/* ---- what finds no room ----------------------------------------------------------------- */

static solve_table_entry *find_spilled(const solve_table_spill *s, uint64_t key)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->entry[i].key == key)
            return &s->entry[i];
    return NULL;
}

uint64_t solve_table_get_spilled(const solve_table *t, uint64_t key)
{
    pthread_mutex_lock(&t->spill->lock);
    const solve_table_entry *e = find_spilled(t->spill, key);
    uint64_t code = e ? e->code : 0;
    pthread_mutex_unlock(&t->spill->lock);
    return code;
}

static bool add_spilled(solve_table *t, uint64_t key, uint64_t code)
{
    solve_table_spill *s = t->spill;
    if (!GROW(s->entry, s->room, s->count + 1)) {
        atomic_store(&t->failed, true);
        return false;
    }
    s->entry[s->count++] = (solve_table_entry){key, code};
    return true;
}

/* `over`: an entry that is there gets the code. True if it was not. */
static bool put_spilled(solve_table *t, uint64_t key, uint64_t code, bool over)
{
    pthread_mutex_lock(&t->spill->lock);
    solve_table_entry *e = find_spilled(t->spill, key);
    bool added = e == NULL && add_spilled(t, key, code);
    if (e && over)
        e->code = code;
    pthread_mutex_unlock(&t->spill->lock);
    return added;
}

/* ---- writing ---------------------------------------------------------------------------- */

PACKED_ONE_WIDTH void store_slot(unsigned char *line, uint64_t slot, uint64_t word, bool wide)
{
    if (wide)
        __atomic_store_n((uint64_t *)(void *)line + slot, word, __ATOMIC_RELAXED);
    else
        __atomic_store_n((uint32_t *)(void *)line + slot, (uint32_t)word, __ATOMIC_RELAXED);
}

/* Writes to an empty slot; false if somebody was faster. */
PACKED_ONE_WIDTH bool take_slot(unsigned char *line, size_t slot, uint64_t word, bool wide)
{
    uint64_t empty = 0;
    uint32_t small = 0;
    if (wide)
        return __atomic_compare_exchange_n((uint64_t *)(void *)line + slot, &empty, word, false,
                                           __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return __atomic_compare_exchange_n((uint32_t *)(void *)line + slot, &small, (uint32_t)word,
                                       false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Writes to the first empty slot; false if there is none any more. */
PACKED_ONE_WIDTH bool fill_slot(unsigned char *line, size_t slot, uint64_t word, bool shared,
                                bool wide)
{
    if (shared)
        return take_slot(line, slot, word, wide);
    store_slot(line, slot, word, wide);
    return true;
}

/* A slot with a key belongs to it for good, and only the first empty slot of a line is ever
 * written to: so all who write a key come to the same slot. Who is too late for it looks at the
 * line again. */
PACKED_ONE_WIDTH bool put_sized(solve_table *t, const solve_table_place *p, uint64_t code,
                                bool shared, bool over, bool wide)
{
    unsigned char *line = t->now.lines + (p->line - t->now.lines);
    uint64_t want = p->want;
    for (uint64_t far = 0; far < t->now.far;) {
        size_t slot;
        if (solve_table_find(line, want, ~t->code_mask, wide, &slot)) {
            if (over)
                store_slot(line, slot, want | code, wide);
            return false;
        }
        if (slot < solve_table_slots(wide)) {
            if (fill_slot(line, slot, want | code, shared, wide))
                return true;
            continue;
        }
        far++;
        line += SOLVE_TABLE_LINE;
        want += t->code_mask + 1;
    }
    return put_spilled(t, p->key, code, over);
}

bool solve_table_put_at(solve_table *t, const solve_table_place *p, uint64_t code, bool shared)
{
    return t->now.wide ? put_sized(t, p, code, shared, true, true)
                       : put_sized(t, p, code, shared, true, false);
}

bool solve_table_put(solve_table *t, uint64_t key, uint64_t code, bool shared)
{
    solve_table_place p = solve_table_place_of(t, key);
    return solve_table_put_at(t, &p, code, shared);
}

bool solve_table_put_new(solve_table *t, uint64_t key, uint64_t code)
{
    solve_table_place p = solve_table_place_of(t, key);
    return t->now.wide ? put_sized(t, &p, code, true, false, true)
                       : put_sized(t, &p, code, true, false, false);
}

/* ---- growing ---------------------------------------------------------------------------- */

enum {
    PART_LINES = HUGE_PAGE / SOLVE_TABLE_LINE
}; /* moved by one thread before it looks again */

static size_t parts_of(const solve_table_layout *l)
{
    return (l->count + PART_LINES - 1) / PART_LINES;
}

/* The pages are reserved first (they cost nothing until they are touched), so a refusal leaves
 * the table as it was. */
bool solve_table_grow_begin(solve_table *t)
{
    solve_table_layout next;
    lay_out_next(t, &next);
    next.lines = get_pages(layout_bytes(&next));
    if (next.lines == NULL)
        return false;
    t->old = t->now;
    t->now = next;
    t->old_entry = t->spill->entry;
    t->old_entries = atomic_exchange(&t->spill->count, 0);
    t->spill->entry = NULL;
    t->spill->room = 0;
    atomic_store(&t->left, parts_of(&t->old));
    atomic_store(&t->moved, 0);
    return true;
}

/* How full the lines are that were written to last: a line that is read as a whole just after
 * a slot was written waits for that. */
typedef struct fill {
    const unsigned char *line;
    size_t slots; /* in use, at least */
} fill;
enum { FILLS = 64 };

PACKED_ONE_WIDTH fill *fill_of(fill fills[], const unsigned char *line, bool wide)
{
    fill *f = &fills[(uintptr_t)line / SOLVE_TABLE_LINE % FILLS];
    if (f->line != line)
        *f = (fill){line, solve_table_filled(line, wide)};
    return f;
}

/* No key comes twice: an empty slot is its own. Two parts may meet in a line: somebody else's
 * slots are passed over. */
PACKED_ONE_WIDTH void move_number(solve_table *t, uint64_t number, uint64_t code, fill fills[],
                                  bool shared, bool wide)
{
    solve_table_place p = solve_table_place_in(t, &t->now, number);
    unsigned char *line = t->now.lines + (p.line - t->now.lines);
    uint64_t word = p.want | code;
    for (uint64_t far = 0; far < t->now.far; far++, line += SOLVE_TABLE_LINE) {
        fill *f = fill_of(fills, line, wide);
        while (f->slots < solve_table_slots(wide))
            if (fill_slot(line, f->slots++, word, shared, wide))
                return;
        word += t->code_mask + 1;
    }
    put_spilled(t, solve_table_unscramble(t, number), code, true);
}

PACKED_ONE_WIDTH void move_lines(solve_table *t, size_t from, size_t end, bool shared,
                                 bool wide)
{
    const solve_table_layout old = t->old;
    size_t slots = solve_table_slots(old.wide);
    fill fills[FILLS] = {{NULL, 0}};
    for (size_t line = from; line < end; line++) {
        const unsigned char *at = old.lines + line * SOLVE_TABLE_LINE;
        uint64_t word;
        for (size_t slot = 0; slot < slots && (word = solve_table_load(at, slot, old.wide));
             slot++)
            move_number(t, number_in(t, &old, line, word), word & t->code_mask, fills, shared,
                        wide);
    }
}

/* The new lines for these old ones. */
static void touch_new_lines(solve_table *t, size_t from, size_t end)
{
    uint64_t width = t->old.width, to = end * width / t->now.width + 1;
    size_t first = (size_t)(from * width / t->now.width) * SOLVE_TABLE_LINE / PAGE * PAGE;
    size_t last = to < t->now.count ? (size_t)to : t->now.count;
    touch_pages(t->now.lines + first, t->now.lines + last * SOLVE_TABLE_LINE);
}

static void move_part(solve_table *t, size_t part, bool shared)
{
    size_t from = part * PART_LINES, end = from + PART_LINES;
    end = end < t->old.count ? end : t->old.count;
    touch_new_lines(t, from, end);
    if (t->now.wide)
        shared ? move_lines(t, from, end, true, true) : move_lines(t, from, end, false, true);
    else
        shared ? move_lines(t, from, end, true, false) : move_lines(t, from, end, false, false);
    drop_pages(t->old.lines + from * SOLVE_TABLE_LINE,
               (end - from) * SOLVE_TABLE_LINE / PAGE * PAGE);
}

static void end_growth(solve_table *t)
{
    for (size_t i = 0; i < t->old_entries; i++)
        solve_table_put(t, t->old_entry[i].key, t->old_entry[i].code, false);
    free(t->old_entry);
    munmap(t->old.lines, layout_bytes(&t->old));
}

void solve_table_grow_share(solve_table *t, bool shared)
{
    for (size_t part; (part = atomic_fetch_add(&t->moved, 1)) < parts_of(&t->old);) {
        move_part(t, part, shared);
        if (atomic_fetch_sub(&t->left, 1) == 1) {
            end_growth(t);
            return;
        }
    }
}

bool solve_table_grow(solve_table *t)
{
    if (!solve_table_grow_begin(t))
        return false;
    solve_table_grow_share(t, false);
    return true;
}

/* ---- going through all of it ------------------------------------------------------------ */

/* Calls `each` on every entry; without a key where `keys` is false. */
PACKED_ONE_WIDTH void each_entry(const solve_table *t, solve_table_each_fn *each, void *to,
                                 bool keys)
{
    const solve_table_layout l = t->now;
    size_t slots = solve_table_slots(l.wide);
    for (size_t line = 0; line < l.count; line++) {
        const unsigned char *at = l.lines + line * SOLVE_TABLE_LINE;
        uint64_t word;
        for (size_t slot = 0; slot < slots && (word = solve_table_load(at, slot, l.wide));
             slot++) {
            uint64_t key = keys ? solve_table_unscramble(t, number_in(t, &l, line, word)) : 0;
            if (!each(to, key, word & t->code_mask))
                return;
        }
    }
    for (size_t i = 0; i < t->spill->count; i++)
        if (!each(to, t->spill->entry[i].key, t->spill->entry[i].code))
            return;
}

void solve_table_each(const solve_table *t, solve_table_each_fn *each, void *to)
{
    each_entry(t, each, to, true);
}

static bool count_value(void *to, uint64_t key, uint64_t code)
{
    uint64_t *counts = to;
    counts[code & 7]++;
    return true;
}

void solve_table_count(const solve_table *t, uint64_t counts[8])
{
    each_entry(t, count_value, counts, false);
}

/* ---- sorting ---------------------------------------------------------------------------- */

enum { DIGIT = 8, DIGITS = 1 << DIGIT, FEW_WORDS = 48 };

static void insertion_sort(uint64_t *words, size_t count, uint64_t mask)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t w = words[i];
        size_t j = i;
        for (; j > 0 && (words[j - 1] & mask) > (w & mask); j--)
            words[j] = words[j - 1];
        words[j] = w;
    }
}

/* In-place radix sort from the highest digit (McIlroy, Bostic and McIlroy's "American flag
 * sort", Computing Systems 1993): no second array is needed. Recursion is as deep as a key has
 * digits, at most 8. */
static void flag_sort(uint64_t *words, size_t count, uint32_t shift, uint64_t mask)
{
    if (count <= FEW_WORDS) {
        insertion_sort(words, count, mask);
        return;
    }
    size_t end[DIGITS] = {0}, next[DIGITS];
    for (size_t i = 0; i < count; i++)
        end[(words[i] & mask) >> shift & (DIGITS - 1)]++;
    size_t sum = 0;
    for (int d = 0; d < DIGITS; d++) {
        next[d] = sum;
        sum += end[d];
        end[d] = sum;
    }
    for (int d = 0; d < DIGITS; d++) {
        while (next[d] < end[d]) {
            uint64_t w = words[next[d]];
            for (uint64_t own; (own = (w & mask) >> shift & (DIGITS - 1)) != (uint64_t)d;) {
                uint64_t other = words[next[own]];
                words[next[own]++] = w;
                w = other;
            }
            words[next[d]++] = w;
        }
    }
    if (shift == 0)
        return;
    uint32_t lower = shift > DIGIT ? shift - DIGIT : 0;
    for (int d = 0; d < DIGITS; d++) {
        size_t begin = d ? end[d - 1] : 0;
        flag_sort(words + begin, end[d] - begin, lower, mask);
    }
}

/* Keys lie in the order of their scrambled numbers. They are put into their own order a range
 * after the other, each as large as the room: what is in a range is gathered from the whole
 * table, sorted and handed over. How far a range goes is seen by counting, first by the upper
 * bits of the keys. */
enum { BIN_BITS = 10, BINS = 1 << BIN_BITS };

typedef struct harvest {
    const solve_table *t;
    solve_table_each_fn *each;
    void *to;
    uint64_t *words; /* a code above its key */
    size_t count, room;
    uint64_t first, last; /* the range of keys being counted or gathered */
    uint32_t shift;       /* from a key in the range to its bin */
    size_t *bin;          /* NULL: gathered */
} harvest;

static bool meet_in_range(void *to, uint64_t key, uint64_t code)
{
    harvest *h = to;
    if (key < h->first || key > h->last)
        return true;
    if (h->bin)
        h->bin[(key - h->first) >> h->shift]++;
    else
        h->words[h->count++] = code << h->t->key_bits | key;
    return true;
}

/* False: `each` wants no more. */
static bool hand_over(harvest *h, uint64_t first, uint64_t last)
{
    const solve_table *t = h->t;
    h->first = first;
    h->last = last;
    h->bin = NULL;
    h->count = 0;
    solve_table_each(t, meet_in_range, h);
    flag_sort(h->words, h->count, t->key_bits > DIGIT ? t->key_bits - DIGIT : 0, t->key_mask);
    for (size_t i = 0; i < h->count; i++)
        if (!h->each(h->to, h->words[i] & t->key_mask, h->words[i] >> t->key_bits))
            return false;
    return true;
}

/* The 2^bits keys from `first` on. A bin with more than there is room for is gone through in
 * its turn. */
static bool harvest_range(harvest *h, uint64_t first, uint32_t bits)
{
    size_t bin[BINS] = {0}, sum = 0;
    uint32_t shift = bits > BIN_BITS ? bits - BIN_BITS : 0, bins = 1U << (bits - shift);
    uint64_t from = first, next = first;
    h->first = first;
    h->last = first + ((UINT64_C(1) << bits) - 1);
    h->shift = shift;
    h->bin = bin;
    solve_table_each(h->t, meet_in_range, h);
    for (uint32_t i = 0; i < bins; i++, next += UINT64_C(1) << shift) {
        if (sum + bin[i] > h->room) {
            if (sum && !hand_over(h, from, next - 1))
                return false;
            from = next;
            sum = 0;
        }
        if (bin[i] > h->room) {
            if (!harvest_range(h, next, shift))
                return false;
            from = next + (UINT64_C(1) << shift);
            continue;
        }
        sum += bin[i];
    }
    return sum == 0 || hand_over(h, from, next - 1);
}

/* The less room the more often the table is gone through. */
bool solve_table_each_sorted(const solve_table *t, size_t spare, solve_table_each_fn *each,
                             void *to)
{
    enum { LEAST = 1 << 13 }; /* words: a bin of one key fits by far */
    size_t half = solve_table_bytes(t) / 2, eighth = solve_table_bytes(t) / 8;
    size_t room = (spare > half ? half : spare < eighth ? eighth : spare) / sizeof(uint64_t);
    harvest h = {.t = t, .each = each, .to = to, .room = room > LEAST ? room : LEAST};
    h.words = malloc(h.room * sizeof *h.words);
    if (h.words == NULL)
        return false;
    harvest_range(&h, 0, t->key_bits);
    free(h.words);
    return true;
}
