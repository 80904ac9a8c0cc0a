/* tests/engines/test_solve_table.c -- the solver's memory against an array: keys and codes of
 * every width, lines that overflow, growing at any moment, by threads, and without memory. */
#include "check.h"

#include "base/rng.h"
#include "engines/solve_table.h"
#include "scarce.h"

#include <pthread.h>
#include <sys/mman.h>

void *__real_mmap64(void *at, size_t bytes, int prot, int flags, int fd, off_t offset);
void *__wrap_mmap64(void *at, size_t bytes, int prot, int flags, int fd, off_t offset);

static bool no_pages;

void *__wrap_mmap64(void *at, size_t bytes, int prot, int flags, int fd, off_t offset)
{
    return no_pages ? MAP_FAILED : __real_mmap64(at, bytes, prot, flags, fd, offset);
}

/* ---- an array that says what the table must say ----------------------------------------- */

typedef struct model {
    solve_table t;
    solve_table_entry *entry; /* each key once */
    size_t count;
    size_t met; /* while the table is gone through */
    uint64_t last;
} model;

static uint64_t ones(uint32_t bits)
{
    return (UINT64_C(1) << bits) - 1;
}

static uint64_t some_code(duel_rng *rng, uint32_t bits)
{
    uint64_t code = duel_rng_next(rng) & ones(bits);
    return code ? code : 1;
}

static void put_both(model *m, uint64_t key, uint64_t code)
{
    solve_table_add_inserted(&m->t, solve_table_put(&m->t, key, code, false));
    m->entry[m->count++] = (solve_table_entry){key, code};
}

static int by_key(const void *a, const void *b)
{
    const solve_table_entry *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static const solve_table_entry *in_model(const model *m, uint64_t key)
{
    solve_table_entry wanted = {key, 0};
    return bsearch(&wanted, m->entry, m->count, sizeof *m->entry, by_key);
}

static bool meet_in_order(void *to, uint64_t key, uint64_t code)
{
    model *m = to;
    assert_int_equal(key, m->entry[m->met].key);
    assert_int_equal(code, m->entry[m->met].code);
    m->met++;
    return true;
}

static bool meet_in_any(void *to, uint64_t key, uint64_t code)
{
    model *m = to;
    const solve_table_entry *e = in_model(m, key);
    assert_non_null(e);
    assert_int_equal(code, e->code);
    m->met++;
    return true;
}

/* All that was put is there, once, and nothing else. */
static void check_table(model *m, duel_rng *rng)
{
    uint64_t counts[8] = {0}, right[8] = {0};
    qsort(m->entry, m->count, sizeof *m->entry, by_key);
    for (size_t i = 0; i < m->count; i++) {
        assert_int_equal(solve_table_get(&m->t, m->entry[i].key), m->entry[i].code);
        right[m->entry[i].code & 7]++;
    }
    for (int i = 0; i < 200; i++) {
        uint64_t key = duel_rng_next(rng) & m->t.key_mask;
        const solve_table_entry *e = in_model(m, key);
        assert_int_equal(solve_table_get(&m->t, key), e ? e->code : 0);
    }
    m->met = 0;
    solve_table_each(&m->t, meet_in_any, m);
    assert_int_equal(m->met, m->count);
    for (size_t spare = 0; spare <= SIZE_MAX / 2; spare += SIZE_MAX / 2) {
        m->met = 0;
        assert_true(solve_table_each_sorted(&m->t, spare, meet_in_order, m));
        assert_int_equal(m->met, m->count);
    }
    solve_table_count(&m->t, counts);
    assert_memory_equal(counts, right, sizeof right);
}

static void begin_model(model *m, uint32_t key_bits, uint32_t code_bits, size_t room)
{
    *m = (model){.entry = malloc(room * sizeof *m->entry)};
    assert_true(solve_table_init(&m->t, key_bits, code_bits));
}

static void end_model(model *m)
{
    solve_table_fini(&m->t);
    free(m->entry);
}

/* ---- widths ----------------------------------------------------------------------------- */

TEST(scrambling_is_one_to_one)
{
    duel_rng rng = check_rng(1);
    for (uint32_t bits = 1; bits <= 63; bits++) {
        model m;
        begin_model(&m, bits, 1, 1);
        for (uint64_t i = 0; i < 5000; i++) {
            uint64_t key = (bits <= 12 ? i : duel_rng_next(&rng)) & ones(bits);
            uint64_t number = solve_table_scramble(&m.t, key);
            assert_true(number <= ones(bits));
            assert_int_equal(solve_table_unscramble(&m.t, number), key);
        }
        end_model(&m);
    }
}

/* Some random keys of a width, or all there are, with growth in between and at the end. */
static void try_width(uint32_t key_bits, uint32_t code_bits, size_t some, duel_rng *rng)
{
    model m;
    begin_model(&m, key_bits, code_bits, some);
    bool all = key_bits < 16 && ones(key_bits) < some;
    while (m.count < (all ? ones(key_bits) + 1 : some)) {
        uint64_t key = (all ? m.count : duel_rng_next(rng)) & ones(key_bits);
        if (solve_table_get(&m.t, key) == 0)
            put_both(&m, key, some_code(rng, code_bits));
        if (duel_rng_below(rng, (uint32_t)some) < 2)
            assert_true(solve_table_grow(&m.t));
    }
    check_table(&m, rng);
    for (size_t i = 0; i < m.count; i++) { /* other codes, and claims that come too late */
        m.entry[i].code = some_code(rng, code_bits);
        assert_false(solve_table_put(&m.t, m.entry[i].key, m.entry[i].code, i & 1));
        assert_false(solve_table_put_new(&m.t, m.entry[i].key, 1));
    }
    assert_true(solve_table_grow(&m.t));
    check_table(&m, rng);
    end_model(&m);
}

TEST(keys_and_codes_have_any_width)
{
    duel_rng rng = check_rng(2);
    for (uint32_t key_bits = 1; key_bits <= 63; key_bits++) {
        uint32_t most = 64 - key_bits, step = check_sample(7, 1) > 1 ? 7 : 1;
        for (uint32_t code_bits = 1; code_bits < most; code_bits += step)
            try_width(key_bits, code_bits, 300, &rng);
        try_width(key_bits, most, 300, &rng);
        try_width(key_bits, most < 8 ? most : 8, 3000, &rng);
    }
}

/* A code that no slot has the bits for is refused at once. */
TEST(what_fits_no_slot_is_refused)
{
    solve_table t;
    assert_false(solve_table_init(&t, 63, 63));
}

/* ---- growing ---------------------------------------------------------------------------- */

/* Keys as a game has them: near each other, in no order. */
static uint64_t nth_key(uint64_t i, uint32_t key_bits)
{
    return i * 3 % (ones(key_bits) + 1);
}

/* Grows when it is crowded, and the bytes at the worst moment are those it has promised. */
static void grow_to(uint32_t key_bits, uint32_t code_bits, uint64_t entries, double most)
{
    enum { ONCE_LARGE = 1000000 };
    solve_table t;
    double worst = 0;
    assert_true(solve_table_init(&t, key_bits, code_bits));
    for (uint64_t i = 0; i < entries; i++) {
        if (solve_table_must_grow(&t)) {
            size_t promised = solve_table_bytes_grown(&t, 1);
            assert_true(solve_table_grow(&t));
            assert_in_range(solve_table_bytes(&t), 0, promised);
            double bytes = (double)solve_table_bytes(&t) / (double)i;
            worst = i > ONCE_LARGE && bytes > worst ? bytes : worst;
        }
        assert_true(solve_table_put(&t, nth_key(i, key_bits), i % ones(code_bits) + 1, false));
        solve_table_add_inserted(&t, 1);
    }
    for (uint64_t i = 0; i < entries; i++)
        assert_int_equal(solve_table_get(&t, nth_key(i, key_bits)), i % ones(code_bits) + 1);
    assert_in_range(t.spill->count, 0, 64);
    assert_true(worst > 0 && worst <= most);
    solve_table_fini(&t);
}

TEST(large_tables_waste_little)
{
    uint64_t entries = (uint64_t)check_sample(3, 20) * 1000000;
    grow_to(33, 8, entries, 7.2); /* 4 bytes a slot, as soon as there are enough lines */
    grow_to(49, 9, entries, 12);  /* always 8 */
}

TEST(without_memory_nothing_grows)
{
    model m;
    duel_rng rng = check_rng(3);
    begin_model(&m, 40, 9, 60000);
    while (!solve_table_must_grow(&m.t))
        put_both(&m, m.count * 5, some_code(&rng, 9));
    size_t bytes = solve_table_bytes(&m.t);
    no_pages = true;
    assert_false(solve_table_grow(&m.t));
    no_pages = false;
    assert_int_equal(solve_table_bytes(&m.t), bytes);
    check_table(&m, &rng);
    assert_true(solve_table_grow(&m.t));
    check_table(&m, &rng);
    scarce_from(0);
    assert_false(solve_table_each_sorted(&m.t, 0, meet_in_order, &m));
    scarce_end();
    no_pages = true;
    solve_table never;
    assert_false(solve_table_init(&never, 40, 9));
    no_pages = false;
    end_model(&m);
}

/* ---- lines that overflow ---------------------------------------------------------------- */

/* Numbers that follow each other share lines: far more of them than those lines and the ones
 * behind them hold. */
static void put_neighbours(model *m, size_t count, duel_rng *rng)
{
    while (m->count < count)
        put_both(m, solve_table_unscramble(&m->t, m->count), some_code(rng, m->t.code_bits));
}

TEST(what_finds_no_line_is_kept)
{
    enum { MANY = 6000 }; /* more than 256 lines hold */
    static const uint32_t widths[][2] = {{24, 8}, {40, 8}, {20, 40}};
    duel_rng rng = check_rng(4);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        model m;
        begin_model(&m, widths[i][0], widths[i][1], MANY + 1);
        put_neighbours(&m, MANY, &rng);
        assert_true(m.t.spill->count > 0);
        assert_true(solve_table_must_grow(&m.t)); /* a long list is slow */
        check_table(&m, &rng);
        assert_true(solve_table_put_new(&m.t, solve_table_unscramble(&m.t, MANY), 1));
        assert_false(solve_table_put_new(&m.t, solve_table_unscramble(&m.t, MANY), 2));
        m.entry[m.count++] = (solve_table_entry){solve_table_unscramble(&m.t, MANY), 1};
        for (int growths = 0; growths < 8; growths++) {
            assert_true(solve_table_grow(&m.t));
            check_table(&m, &rng);
        }
        end_model(&m);
    }
}

/* Without memory for the list an entry is lost, which is said; all others stay. */
TEST(what_is_lost_is_told)
{
    model m;
    duel_rng rng = check_rng(5);
    begin_model(&m, 24, 8, 8000);
    scarce_from(0);
    while (!m.t.failed)
        put_neighbours(&m, m.count + 1, &rng);
    scarce_end();
    m.count--;
    check_table(&m, &rng);
    end_model(&m);
}

/* ---- threads ---------------------------------------------------------------------------- */

enum { THREADS = 4, ROUNDS = 6, KEYS = 6000 };

typedef struct gang {
    solve_table t;
    pthread_barrier_t barrier;
    uint64_t inserted[THREADS], claimed[THREADS];
} gang;

typedef struct hand {
    gang *g;
    int index;
} hand;

/* Some of the keys share lines beyond what these hold. */
static uint64_t gang_key(const solve_table *t, int round, uint64_t i)
{
    uint64_t n = (uint64_t)round * KEYS + i;
    return solve_table_unscramble(t,
                                  i % 6 ? (n * 99991 & ones(27)) | UINT64_C(1) << 27 : n / 6);
}

/* All write the same keys, each in an order of its own; then all grow. */
static void *work_in_gang(void *arg)
{
    hand *h = arg;
    gang *g = h->g;
    for (int round = 0; round < ROUNDS; round++) {
        for (uint64_t n = 0; n < KEYS; n++) {
            uint64_t i = (n * 7919 + (uint64_t)h->index * 1500) % KEYS;
            uint64_t key = gang_key(&g->t, round, i);
            if (i % 3 == 0)
                g->claimed[h->index] += solve_table_put_new(&g->t, key, 7);
            g->inserted[h->index] += solve_table_put(&g->t, key, i % 200 + 8, true);
            uint64_t code = solve_table_get(&g->t, key);
            if (code != i % 200 + 8)
                return NULL;
        }
        pthread_barrier_wait(&g->barrier);
        if (h->index == 0)
            solve_table_grow_begin(&g->t);
        pthread_barrier_wait(&g->barrier);
        solve_table_grow_share(&g->t, true);
        pthread_barrier_wait(&g->barrier);
    }
    return arg;
}

static bool count_entry(void *to, uint64_t key, uint64_t code)
{
    (void)key;
    assert_true(code >= 8);
    ++*(uint64_t *)to;
    return true;
}

TEST(threads_write_each_key_once)
{
    static const uint32_t codes[] = {8, 30};
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++) {
        gang g = {.inserted = {0}};
        hand h[THREADS];
        pthread_t id[THREADS];
        uint64_t there = 0, told = 0;
        assert_true(solve_table_init(&g.t, 28, codes[c]));
        pthread_barrier_init(&g.barrier, NULL, THREADS);
        for (int i = 0; i < THREADS; i++) {
            h[i] = (hand){&g, i};
            assert_int_equal(pthread_create(&id[i], NULL, work_in_gang, &h[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            void *done;
            pthread_join(id[i], &done);
            assert_non_null(done);
            told += g.inserted[i] + g.claimed[i];
        }
        solve_table_each(&g.t, count_entry, &there);
        assert_int_equal(there, told);
        pthread_barrier_destroy(&g.barrier);
        solve_table_fini(&g.t);
    }
}

/* ---- one looks while another writes ----------------------------------------------------- */

enum { NEIGHBOURS = 15, CROWDED_LINES = 600 };

/* The keys of one line: `lone`, which is told apart by nothing but zeros there, is never
 * written, and the others are. */
typedef struct crowded_line {
    uint64_t lone, neighbour[NEIGHBOURS];
    int neighbours;
    bool has_lone;
} crowded_line;

typedef struct crossing {
    solve_table t;
    crowded_line *line;
    atomic_int at; /* the line that is written to */
} crossing;

static void sort_into_lines(crossing *x)
{
    uint64_t most = CROWDED_LINES * (uint64_t)SOLVE_TABLE_LINE;
    for (uint64_t number = 0; number <= x->t.key_mask; number++) {
        uint64_t key = solve_table_unscramble(&x->t, number);
        solve_table_place p = solve_table_place_of(&x->t, key);
        if ((uint64_t)(p.line - x->t.now.lines) >= most)
            return; /* lines lie in the order of the numbers */
        crowded_line *l = &x->line[(p.line - x->t.now.lines) / SOLVE_TABLE_LINE];
        if (p.want == 0) {
            l->lone = key;
            l->has_lone = true;
        } else if (l->neighbours < NEIGHBOURS) {
            l->neighbour[l->neighbours++] = key;
        }
    }
}

static void *fill_lines(void *arg)
{
    crossing *x = arg;
    for (int i = 0; i < CROWDED_LINES; i++) {
        atomic_store(&x->at, i);
        for (int k = 0; k < x->line[i].neighbours; k++)
            solve_table_put(&x->t, x->line[i].neighbour[k], 1, true);
    }
    atomic_store(&x->at, CROWDED_LINES);
    return NULL;
}

TEST(who_looks_meets_no_other_key)
{
    for (int round = 0; round < 60; round++) {
        crossing x = {.at = 0};
        pthread_t writer;
        x.line = calloc(CROWDED_LINES, sizeof *x.line);
        assert_non_null(x.line);
        assert_true(solve_table_init(&x.t, 18, 3));
        sort_into_lines(&x);
        assert_true(x.line[0].has_lone && x.line[0].neighbours == NEIGHBOURS);
        assert_int_equal(pthread_create(&writer, NULL, fill_lines, &x), 0);
        uint64_t wrong = 0;
        for (int at; (at = atomic_load(&x.at)) < CROWDED_LINES;)
            wrong += x.line[at].has_lone && solve_table_get(&x.t, x.line[at].lone) != 0;
        pthread_join(writer, NULL);
        assert_int_equal(wrong, 0);
        solve_table_fini(&x.t);
        free(x.line);
    }
}
