/* tests/store/test_results.c -- blocks, and positions that outlive the program that solved
 * them: saved, found again, merged, damaged, killed. */
#define _XOPEN_SOURCE 700
#include "by_hand.h"
#include "place.h"

#include "core/value.h"
#include "store/inside.h"
#include "store/result_blocks.h"
#include "store/results.h"
#include "store/results_inside.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

extern const duel_game duel_game_connect4;
extern const duel_engine duel_engine_exact;

/* ---- positions in memory ---------------------------------------------------------------- */

typedef struct list {
    size_t count, room;
    uint64_t *key, *code;
} list;

static bool list_add(void *to, uint64_t key, uint64_t code)
{
    list *l = to;
    if (l->count == l->room) {
        l->room = 2 * l->room + 1024;
        l->key = realloc(l->key, l->room * sizeof *l->key);
        l->code = realloc(l->code, l->room * sizeof *l->code);
        assert_true(l->key && l->code);
    }
    l->key[l->count] = key;
    l->code[l->count++] = code;
    return true;
}

static void list_fini(list *l)
{
    free(l->key);
    free(l->code);
}

static void expect_same(const list *a, const list *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->key, b->key, a->count * sizeof *a->key);
    assert_memory_equal(a->code, b->code, a->count * sizeof *a->code);
}

/* ---- blocks ----------------------------------------------------------------------------- */

/* A set of keys: `first`, then steps of 1 plus a random number of at most gap_bits bits. */
typedef struct key_set {
    const char *name;
    uint64_t first;
    size_t count;
    uint32_t gap_bits, code_bits;
} key_set;

static const key_set key_sets[] = {
    {"single zero", 0, 1, 0, 1},
    {"single last", UINT64_MAX, 1, 0, 64},
    {"consecutive", 0, 5000, 0, 8},
    {"consecutive, one bit", 77, 9000, 0, 1},
    {"up to the last key", UINT64_MAX - 2999, 3000, 0, 3},
    {"connect4-like", 1000, 8000, 4, 8},
    {"sparse", 5, 3000, 20, 12},
    {"odd widths", 9, 3000, 9, 57},
    {"wide codes", 9, 2000, 13, 64},
    {"63 bits", 9, 2000, 13, 63},
    {"huge gaps", 3, 1000, 53, 20},
    {"larger still", 0, 3, 62, 64},
};

static uint64_t random_bits(duel_rng *rng, uint32_t bits)
{
    return bits ? duel_rng_next(rng) >> (64 - bits) : 0;
}

static void fill(const key_set *set, duel_rng *rng, list *out)
{
    uint64_t key = set->first;
    for (size_t i = 0; i < set->count; i++) {
        uint64_t code = random_bits(rng, set->code_bits);
        list_add(out, key, code ? code : 1);
        uint64_t gap = random_bits(rng, set->gap_bits);
        if (gap >= UINT64_MAX - key)
            break;
        key += gap + 1;
    }
}

/* What the blocks here are of. */
static block_seal seal_of(const char *game, unsigned rules, const char *variant, bool symmetric)
{
    return block_seal_of(duel_str_of(game), rules, duel_str_of(variant), symmetric);
}

static block_seal some_seal(void)
{
    return seal_of("nim", 1, "matches=12", false);
}

/* Codes a list block after block and decodes each at once. */
static size_t round_trip(const list *in, list *out)
{
    static block filling, decoded;
    uint8_t data[BLOCK_BYTES];
    const block_seal seal = some_seal();
    size_t blocks = 0;
    for (size_t i = 0; i < in->count;) {
        block_clear(&filling);
        while (i < in->count && block_add(&filling, in->key[i], in->code[i]))
            i++;
        size_t size = block_encode(&filling, &seal, data);
        assert_true(size <= BLOCK_BYTES);
        assert_ok(block_decode(data, size, &seal, &decoded));
        for (uint32_t k = 0; k < decoded.count; k++) {
            list_add(out, decoded.key[k], decoded.code[k]);
            assert_true(block_find(&decoded, decoded.key[k]) == decoded.code[k]);
        }
        blocks++;
    }
    return blocks;
}

TEST(blocks_come_back)
{
    duel_rng rng = check_rng(1);
    for (size_t i = 0; i < sizeof key_sets / sizeof *key_sets; i++) {
        list in = {0, 0, NULL, NULL}, out = in;
        fill(&key_sets[i], &rng, &in);
        assert_true(round_trip(&in, &out) * BLOCK_POSITIONS >= in.count);
        expect_same(&in, &out);
        list_fini(&in);
        list_fini(&out);
    }
}

TEST(random_blocks_come_back)
{
    duel_rng rng = check_rng(2);
    for (int i = 0; i < (check_full() ? 5000 : 200); i++) {
        list in = {0, 0, NULL, NULL}, out = in;
        key_set set = {"random", random_bits(&rng, 1 + duel_rng_below(&rng, 64)),
                       1 + duel_rng_below(&rng, 4000), duel_rng_below(&rng, 64),
                       1 + duel_rng_below(&rng, 64)};
        fill(&set, &rng, &in);
        round_trip(&in, &out);
        expect_same(&in, &out);
        list_fini(&in);
        list_fini(&out);
    }
}

TEST(absent_keys_are_not_found)
{
    static block b;
    block_clear(&b);
    for (uint64_t key = 10; key <= 50; key += 10)
        assert_true(block_add(&b, key, key));
    for (uint64_t key = 0; key < 60; key++)
        assert_true(block_find(&b, key) == (key >= 10 && key <= 50 && key % 10 == 0 ? key : 0));
    assert_true(block_find(&b, UINT64_MAX) == 0);
    assert_int_equal(block_seek(&b, 11), 1);
    assert_int_equal(block_seek(&b, 51), 5);
}

static size_t some_block(duel_rng *rng, uint8_t *data)
{
    static block b;
    list in = {0, 0, NULL, NULL};
    key_set set = {"random", random_bits(rng, 60), 1 + duel_rng_below(rng, 3000),
                   duel_rng_below(rng, 50), 1 + duel_rng_below(rng, 64)};
    fill(&set, rng, &in);
    block_clear(&b);
    for (size_t i = 0; i < in.count && block_add(&b, in.key[i], in.code[i]); i++)
        ;
    list_fini(&in);
    const block_seal seal = some_seal();
    return block_encode(&b, &seal, data);
}

/* Decodes a copy in memory of exactly its size, so that a sanitizer sees every wrong read. */
static duel_status decode_exactly(const uint8_t *data, size_t size)
{
    static block out;
    const block_seal seal = some_seal();
    uint8_t *copy = malloc(size + !size);
    assert_non_null(copy);
    memcpy(copy, data, size);
    duel_status status = block_decode(copy, size, &seal, &out);
    free(copy);
    if (status == DUEL_OK) {
        assert_true(out.count >= 1 && out.count <= BLOCK_POSITIONS);
        for (uint32_t i = 0; i < out.count; i++)
            assert_true(out.code[i] && (i == 0 || out.key[i] > out.key[i - 1]));
    }
    return status;
}

TEST(damage_is_noticed)
{
    uint8_t data[BLOCK_BYTES];
    duel_rng rng = check_rng(3);
    for (int i = 0; i < (check_full() ? 20000 : 1000); i++) {
        size_t size = some_block(&rng, data);
        assert_ok(decode_exactly(data, size));
        size_t at = duel_rng_below(&rng, (uint32_t)size);
        data[at] ^= (uint8_t)(1u << duel_rng_below(&rng, 8));
        assert_int_equal(decode_exactly(data, size), DUEL_FAILED);
        data[at] = (uint8_t)duel_rng_next(&rng);
        assert_int_equal(decode_exactly(data, at), DUEL_FAILED); /* cut off */
    }
}

/* ---- damage with a right check ---------------------------------------------------------- */

/* As result_blocks.h says: SipHash-2-4 of what stands before, with the module's key in format 1
 * and what the block is of in others. */
static void sign(uint8_t *data, size_t size)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = "Duelliste block";
    const block_seal seal = some_seal();
    crypto_shorthash(data + size - 8, data, size - 8, data[0] == 1 ? key : seal.key);
}

TEST(hostile_blocks_do_no_harm)
{
    uint8_t data[BLOCK_BYTES];
    int accepted = 0, rounds = check_full() ? 200000 : 5000;
    duel_rng rng = check_rng(4);
    for (int i = 0; i < rounds; i++) {
        size_t size = some_block(&rng, data);
        if (i % 3 == 0) /* the head is where the sizes are */
            data[duel_rng_below(&rng, 12)] = (uint8_t)duel_rng_next(&rng);
        else if (i % 3 == 1)
            size = 20 + duel_rng_below(&rng, (uint32_t)size - 19);
        for (int k = (int)duel_rng_below(&rng, 4); k > 0; k--)
            data[duel_rng_below(&rng, (uint32_t)size - 8)] = (uint8_t)duel_rng_next(&rng);
        sign(data, size);
        accepted += decode_exactly(data, size) == DUEL_OK;
    }
    assert_true(accepted > 0 && accepted < rounds); /* both ways were tried */
}

/* Each is wrong in one way only. */
TEST(malformed_blocks_are_refused)
{
    static const struct {
        const char *name;
        size_t size;
        uint8_t bytes[40];
    } cases[] = {
        {"format 3", 21, {3, 8, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9}},
        {"no width", 21, {1, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9}},
        {"width 65", 29, {1, 65, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9}},
        {"no position", 20, {1, 8, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0}},
        {"codes missing", 20, {1, 8, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0}},
        {"code 0", 21, {1, 8, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0}},
        {"gap missing", 22, {1, 8, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9, 9}},
        {"gap unfinished", 23, {1, 8, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9, 9, 0x80}},
        {"one gap too many", 22, {1, 8, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9, 0}},
        {"key past 64 bits", 23, {1, 8, 2, 0, 255, 255, 255, 255, 255, 255, 255, 255, 9, 9, 0}},
        {"gap past 64 bits", 32, {1,    8,    2,    0,    5,    0,    0,    0,
                                  0,    0,    0,    0,    9,    9,    0x80, 0x80,
                                  0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2}},
    };
    static const uint8_t good[21] = {1, 8, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9};
    uint8_t data[40];
    memcpy(data, good, sizeof good);
    sign(data, sizeof good);
    assert_ok(decode_exactly(data, sizeof good));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(data, cases[i].bytes, sizeof data);
        sign(data, cases[i].size);
        if (decode_exactly(data, cases[i].size) != DUEL_FAILED)
            fail_msg("accepted: %s", cases[i].name);
    }
}

/* Of another game, other rules, another variant or other keys it is refused; a block of the
 * first edition, which does not say what it is of, is read as it was. */
TEST(block_is_of_its_variant)
{
    static block out;
    uint8_t data[BLOCK_BYTES];
    duel_rng rng = check_rng(12);
    size_t size = some_block(&rng, data);
    const block_seal others[] = {
        seal_of("nin", 1, "matches=12", false), seal_of("nim", 2, "matches=12", false),
        seal_of("nim", 1, "matches=13", false), seal_of("nim", 1, "matches=12", true),
        seal_of("nimm", 1, "atches=12", false), seal_of("", 1, "matches=12", false)};
    const block_seal own = some_seal();
    assert_ok(block_decode(data, size, &own, &out));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(block_decode(data, size, &others[i], &out), DUEL_FAILED);
    data[0] = 1;
    assert_int_equal(block_decode(data, size, &own, &out), DUEL_FAILED);
    sign(data, size);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_ok(block_decode(data, size, &others[i], &out));
}

/* ---- solving and saving ----------------------------------------------------------------- */

static duel_variant board(const char *text)
{
    duel_variant v;
    assert_ok(duel_variant_read(&duel_game_connect4, duel_str_of(text), &v, NULL));
    return v;
}

/* Thinks about the position after `moves` and leaves the engine full of what it proved. */
static void *solve(const duel_variant *v, const duel_learned *learned, const char *moves,
                   bool count, duel_answer *answer)
{
    duel_settings settings = {.option = {1}, .learned = learned};
    void *engine;
    duel_state state = check_dealt(v, 1);
    duel_str rest = duel_str_of(moves), word;
    while (duel_str_word(&rest, " ", &word)) {
        duel_move m;
        assert_ok(duel_read_move(v, &state, word, &m, NULL));
        v->game->play(v, &state, m);
    }
    assert_ok(duel_engine_exact.open(v, &settings, (size_t)1 << 30, &engine, NULL));
    duel_think t = {.view = &state, .seat = v->game->turn(v, &state), .count = count};
    assert_ok(duel_engine_exact.think(engine, &t, answer, NULL));
    return engine;
}

static duel_answer answer; /* too large for the stack */

/* Everything below the position after `moves`, as a list. */
static bool harvest_list(const duel_variant *v, const char *moves, bool count, list *out)
{
    bool symmetric = false;
    void *engine = solve(v, NULL, moves, count, &answer);
    assert_ok(duel_engine_exact.harvest(engine, &symmetric, list_add, out));
    duel_engine_exact.close(engine);
    return symmetric;
}

static uint64_t save(data_store *s, const duel_variant *v, bool symmetric, const list *l)
{
    results_writer *lesson;
    uint64_t saved = 0;
    assert_ok(results_writer_begin(s, v, symmetric, &lesson, NULL));
    for (size_t i = 0; i < l->count; i++)
        assert_true(results_writer_add(lesson, l->key[i], l->code[i]));
    assert_ok(results_writer_commit(lesson, 77, &saved, NULL));
    return saved;
}

static duel_learned open_learned(data_store *s, const duel_variant *v)
{
    duel_learned l;
    assert_ok(results_open(s, v, &l, NULL));
    return l;
}

static void expect_poured(data_store *s, const duel_variant *v, bool symmetric,
                          const list *expected)
{
    list poured = {0, 0, NULL, NULL};
    duel_learned l = open_learned(s, v);
    l.pour(l.self, symmetric, list_add, &poured);
    results_close(&l);
    expect_same(&poured, expected);
    list_fini(&poured);
}

/* Plays random games and asks about what they meet. */
static void expect_known_everywhere(const duel_variant *v, const duel_learned *l, int wanted)
{
    duel_rng rng = check_rng(5);
    value_format format = value_format_of(v);
    void *engine = solve(v, NULL, "", false, &answer);
    for (int found = 0; found < wanted;) {
        duel_move moves[DUEL_MOVES_MAX];
        duel_state state = check_dealt(v, 1);
        while (!duel_is_over(v, &state)) {
            duel_think t = {.view = &state, .seat = v->game->turn(v, &state)};
            assert_ok(duel_engine_exact.think(engine, &t, &answer, NULL));
            assert_true(answer.proved);
            uint64_t code = l->find(l->self, v->game->accel->pack(v, &state),
                                    v->game->accel->canon(v, &state));
            assert_true(code == value_encode(&format, &answer.result));
            found++;
            int count = v->game->moves(v, &state, moves);
            v->game->play(v, &state, moves[duel_rng_below(&rng, (uint32_t)count)]);
        }
    }
    duel_engine_exact.close(engine);
}

TEST(solved_once_is_found_again)
{
    duel_variant v = board("width=4 height=4");
    for (int plain = 0; plain < 2; plain++) { /* counting solves without the symmetry */
        uint64_t saved = 0;
        PLACE(p);
        data_store *s = open_at(&p);
        void *engine = solve(&v, NULL, "", plain, &answer);
        assert_ok(results_save(s, &v, &duel_engine_exact, engine, 77, &saved, NULL));
        duel_engine_exact.close(engine);
        assert_true(plain ? saved == 161029 : saved > 0 && saved < 161029);
        store_close(s);
        s = open_at(&p);
        duel_learned l = open_learned(s, &v);
        expect_known_everywhere(&v, &l, 200);
        assert_true(l.find(l.self, 0, 0) == 0);
        assert_true(l.find(l.self, UINT64_MAX, UINT64_MAX) == 0);
        results_close(&l);
        store_close(s);
    }
}

TEST(solver_uses_what_is_learned)
{
    uint64_t saved;
    duel_variant v = board("width=4 height=4"), same = board("height=4 width=4"),
                 other = board("width=4 height=3");
    PLACE(p);
    STORE(s, &p);
    duel_learned before = open_learned(s, &v);
    void *engine = solve(&v, NULL, "1", false, &answer);
    duel_result result = answer.result;
    assert_ok(results_save(s, &v, &duel_engine_exact, engine, 77, &saved, NULL));
    assert_true(saved > 0);
    duel_engine_exact.close(engine);
    engine = solve(&same, &before, "1", false, &answer); /* opened before, knows it too */
    assert_true(answer.nodes == 0 && answer.learned > 0);
    assert_memory_equal(&answer.result, &result, sizeof result);
    assert_ok(results_save(s, &v, &duel_engine_exact, engine, 77, &saved, NULL));
    assert_true(saved == 0); /* nothing was searched */
    duel_engine_exact.close(engine);
    engine = solve(&v, &before, "", false, &answer);
    assert_true(answer.nodes > 0 && answer.learned > 0);
    duel_engine_exact.close(engine);
    results_close(&before);
    duel_learned l = open_learned(s, &other);
    engine = solve(&other, &l, "", false, &answer); /* another variant: nothing of it */
    assert_true(answer.learned == 0);
    duel_engine_exact.close(engine);
    results_close(&l);
}

TEST(written_defaults_make_no_difference)
{
    list some = {0, 0, NULL, NULL};
    duel_variant bare = board(""), written = board("width=7 height=6"), wide = board("width=8");
    list_add(&some, 5, 9);
    PLACE(p);
    STORE(s, &p);
    assert_true(save(s, &written, false, &some) == 1);
    assert_true(save(s, &bare, false, &some) == 0);
    assert_true(save(s, &wide, false, &some) == 1);
    expect_poured(s, &bare, false, &some);
    list_fini(&some);
}

/* ---- runs ------------------------------------------------------------------------------- */

typedef struct summary {
    int rows;
    uint64_t positions, bytes;
    int64_t saved;
    char variant[64];
} summary;

static bool summarise(void *to, const stored_results *row)
{
    summary *s = to;
    s->rows++;
    s->positions += row->positions;
    s->bytes += row->bytes;
    s->saved = row->saved;
    snprintf(s->variant, sizeof s->variant, "%.*s", (int)row->topic.variant.len,
             row->topic.variant.at);
    return true;
}

static summary summary_of(data_store *s, const char *game)
{
    summary sum = {.rows = 0};
    assert_ok(results_list(s, duel_str_of(game), summarise, &sum, NULL));
    return sum;
}

static int count_rows(const char *path, const char *table)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    char text[64];
    snprintf(text, sizeof text, "SELECT count(*) FROM %s", table);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, text, -1, &st, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    int count = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return count;
}

/* The code of a key, by a rule, so that overlapping sets agree. */
static uint64_t code_of(uint64_t key)
{
    return 1 + key * 37 % 200;
}

/* Random keys below 1 << bits, ascending. */
static void random_list(duel_rng *rng, uint32_t bits, size_t count, list *out)
{
    uint64_t key = 0, most = (UINT64_C(2) << bits) / count;
    for (size_t i = 0; i < count; i++) {
        key += 1 + duel_rng_below(rng, (uint32_t)most);
        list_add(out, key, code_of(key));
    }
}

static void unite(const list *a, const list *b, list *out)
{
    for (size_t i = 0, k = 0; i < a->count || k < b->count;) {
        bool left = k == b->count || (i < a->count && a->key[i] <= b->key[k]);
        uint64_t key = left ? a->key[i] : b->key[k];
        list_add(out, key, code_of(key));
        i += i < a->count && a->key[i] == key;
        k += k < b->count && b->key[k] == key;
    }
}

TEST(many_runs_are_merged_into_their_union)
{
    static const int expected_runs[] = {1, 2, 3, 4, 1, 2};
    list all = {0, 0, NULL, NULL};
    duel_variant v = board("");
    duel_rng rng = check_rng(6);
    PLACE(p);
    STORE(s, &p);
    duel_learned early = open_learned(s, &v);
    for (int i = 0; i < 6; i++) {
        list one = {0, 0, NULL, NULL}, sum = one;
        random_list(&rng, 17, 30000, &one);
        unite(&all, &one, &sum);
        assert_true(save(s, &v, false, &one) == sum.count - all.count); /* only what is new */
        list_fini(&all);
        list_fini(&one);
        all = sum;
        assert_int_equal(count_rows(p.file, "run"), expected_runs[i]);
        assert_true(summary_of(s, "connect4").positions == all.count);
        for (size_t k = 0; k < all.count; k += 501) /* also through a handle opened before */
            assert_true(early.find(early.self, all.key[k], 0) == all.code[k]);
    }
    results_close(&early);
    expect_poured(s, &v, false, &all);
    list none = {0, 0, NULL, NULL};
    expect_poured(s, &v, true, &none);
    assert_ok(store_check(s, NULL));
    list_fini(&all);
}

/* Overlapping runs that did not know of each other, as two programs leave them. */
TEST(overlapping_runs_are_merged)
{
    enum { RUNS = 6 };
    list all = {0, 0, NULL, NULL};
    results_writer *lesson[RUNS];
    uint64_t saved;
    duel_variant v = board("");
    duel_rng rng = check_rng(7);
    PLACE(p);
    STORE(s, &p);
    for (int i = 0; i < RUNS; i++)
        assert_ok(results_writer_begin(s, &v, true, &lesson[i], NULL));
    for (int i = 0; i < RUNS; i++) {
        list one = {0, 0, NULL, NULL}, sum = one;
        random_list(&rng, 16, 20000, &one);
        if (i == 0)
            list_add(&one, UINT64_MAX, code_of(UINT64_MAX));
        for (size_t k = 0; k < one.count; k++)
            assert_true(results_writer_add(lesson[i], one.key[k], one.code[k]));
        unite(&all, &one, &sum);
        list_fini(&all);
        all = sum;
        assert_ok(results_writer_commit(lesson[i], 77, &saved, NULL));
        assert_true(saved == one.count);
        list_fini(&one);
    }
    assert_int_equal(count_rows(p.file, "run"), 2); /* five made one, then the sixth */
    expect_poured(s, &v, true, &all);
    list_fini(&all);
}

TEST(dropped_lesson_leaves_nothing)
{
    uint64_t saved = 5;
    results_writer *lesson;
    duel_variant v = board("");
    PLACE(p);
    STORE(s, &p);
    assert_ok(results_writer_begin(s, &v, false, &lesson, NULL));
    for (uint64_t key = 0; key < 10000; key++)
        assert_true(results_writer_add(lesson, key, 1));
    results_writer_abort(lesson);
    assert_ok(results_writer_begin(s, &v, false, &lesson, NULL));
    assert_ok(results_writer_commit(lesson, 77, &saved, NULL));
    assert_true(saved == 0);
    assert_int_equal(summary_of(s, "").rows, 0);
    assert_int_equal(count_rows(p.file, "block"), 0);
}

static const duel_game *find_connect4(duel_str id)
{
    return duel_str_is(id, "connect4") ? &duel_game_connect4 : NULL;
}

TEST(list_export_and_forget)
{
    struct stat small, large, again;
    duel_variant v = board("width=4 height=4"), w = board("width=3 height=3");
    value_format f = value_format_of(&w);
    duel_result win = {DUEL_WIN, 1, 3, 0}, tie = {DUEL_TIE, 0, 8, 0};
    list some = {0, 0, NULL, NULL}, much = some;
    duel_rng rng = check_rng(8);
    PLACE(p);
    CHECK_BUF(text);
    data_store *s = open_at(&p);
    store_close(s);
    assert_int_equal(stat(p.file, &small), 0);
    s = open_at(&p);
    list_add(&some, 5, value_encode(&f, &win));
    list_add(&some, 900, value_encode(&f, &tie));
    random_list(&rng, 22, 300000, &much);
    save(s, &w, true, &some);
    save(s, &v, false, &much);
    summary sum = summary_of(s, "");
    assert_true(sum.rows == 2 && sum.positions == 300002 && sum.saved == 77);
    assert_string_equal(sum.variant, "width=4 height=4");
    assert_true(sum.bytes < 3 * sum.positions);
    assert_int_equal(summary_of(s, "nim").rows, 0);
    assert_ok(results_export(s, find_connect4, duel_str_of(""), &text.sink, NULL));
    static const char expected[] = "connect4\twidth=3 height=3\tcanon\t5\twin\t3\t1\t0\n"
                                   "connect4\twidth=3 height=3\tcanon\t900\ttie\t8\t0\t0\n"
                                   "connect4\twidth=4 height=4\tpack\t";
    assert_true(strncmp(text.text, expected, sizeof expected - 1) == 0);
    assert_ok(results_forget(s, duel_str_of("nim"), NULL));
    assert_int_equal(summary_of(s, "connect4").rows, 2);
    assert_int_equal(stat(p.file, &large), 0);
    assert_ok(results_forget(s, duel_str_of("connect4"), NULL));
    assert_int_equal(summary_of(s, "").rows, 0);
    assert_int_equal(stat(p.file, &again), 0);
    assert_true(large.st_size > 400000 && again.st_size < small.st_size + 50000);
    list_fini(&some);
    list_fini(&much);
    store_close(s);
}

/* ---- runs that only another program, or a bad one, would make --------------------------- */

static const store_topic topic = {{"connect4", 8}, 1, {"", 0}};

static void stage(sql_results *shelf, const uint64_t *keys, int count)
{
    static block b;
    static store_block row;
    block_clear(&b);
    for (int i = 0; i < count; i++)
        assert_true(block_add(&b, keys[i], code_of(keys[i])));
    row = (store_block){.first = keys[0], .last = keys[count - 1], .count = b.count};
    const block_seal seal = seal_of("connect4", 1, "", false);
    row.size = (uint32_t)block_encode(&b, &seal, row.data);
    assert_ok(sql_results_stage(shelf, &row, NULL));
}

static sql_results *open_shelf(data_store *s)
{
    sql_results *shelf = NULL;
    assert_ok(sql_results_open(s, &topic, &shelf, NULL));
    return shelf;
}

/* The runs were merged by somebody else in the meantime. */
TEST(merge_of_vanished_runs_is_given_up)
{
    static const uint64_t keys[] = {1, 5, 9};
    size_t count;
    store_run *runs, made = {.positions = 3};
    PLACE(p);
    STORE(s, &p);
    sql_results *shelf = open_shelf(s);
    stage(shelf, keys, 3);
    assert_ok(sql_results_write(shelf, &made, 7, NULL, 0, NULL));
    assert_ok(sql_results_runs(shelf, &runs, &count, NULL));
    assert_int_equal(count, 1);
    int64_t old[] = {runs[0].id, runs[0].id + 1};
    stage(shelf, keys, 3);
    assert_int_equal(sql_results_write(shelf, &made, 8, old, 2, NULL), DUEL_REFUSED);
    assert_int_equal(count_rows(p.file, "run"), 1);
    assert_int_equal(count_rows(p.file, "block"), 1);
    stage(shelf, keys, 3);
    assert_ok(sql_results_write(shelf, &made, 9, old, 1, NULL));
    assert_int_equal(count_rows(p.file, "run"), 1);
    assert_int_equal(count_rows(p.file, "block"), 1);
    assert_int_equal(summary_of(s, "").saved, 9);
    free(runs);
    sql_results_close(shelf);
}

TEST(overlapping_blocks_still_ascend)
{
    static const uint64_t a[] = {1, 5, 9}, b[] = {4, 5, 6, 20}, expected[] = {1, 5, 9, 20};
    list all = {0, 0, NULL, NULL};
    store_run made = {.positions = 7};
    duel_variant v = board("");
    PLACE(p);
    STORE(s, &p);
    sql_results *shelf = open_shelf(s);
    stage(shelf, a, 3);
    stage(shelf, b, 4);
    assert_ok(sql_results_write(shelf, &made, 7, NULL, 0, NULL));
    for (int i = 0; i < 4; i++)
        list_add(&all, expected[i], code_of(expected[i]));
    expect_poured(s, &v, false, &all);
    list_fini(&all);
    sql_results_close(shelf);
}

/* ---- damage, full disks and kills ------------------------------------------------------- */

/* Each makes one block of the run unusable. */
static const char *const damages[] = {
    "UPDATE block SET data = zeroblob(4000) WHERE rowid = 2",
    "UPDATE block SET data = zeroblob(0) WHERE rowid = 2",
    "UPDATE block SET data = zeroblob(100000) WHERE rowid = 2",
    "UPDATE block SET data = (SELECT data FROM block WHERE rowid = 1) WHERE rowid = 2",
    "UPDATE block SET count = count - 1 WHERE rowid = 2",
    "UPDATE block SET first = first - 1 WHERE rowid = 2",
    "DELETE FROM block WHERE rowid = 2",
    "UPDATE block SET data = zeroblob(50) WHERE last = (SELECT max(last) FROM block)",
};

TEST(damaged_block_counts_as_not_learned)
{
    list all = {0, 0, NULL, NULL};
    duel_rng rng = check_rng(9);
    random_list(&rng, 15, 20000, &all);
    list_add(&all, UINT64_MAX, code_of(UINT64_MAX));
    duel_variant v = board("");
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        PLACE(p);
        STORE(s, &p);
        save(s, &v, false, &all);
        change_by_hand(p.file, damages[i]);
        duel_learned l = open_learned(s, &v);
        size_t lost = 0;
        for (size_t k = 0; k < all.count; k++) {
            uint64_t code = l.find(l.self, all.key[k], 0);
            assert_true(code == 0 || code == all.code[k]);
            lost += code == 0;
        }
        results_close(&l);
        assert_true(lost > 0 && lost <= BLOCK_POSITIONS);
        assert_true(save(s, &v, false, &all) == lost); /* learned again */
        expect_poured(s, &v, false, &all);
    }
    list_fini(&all);
}

TEST(run_of_another_variant_counts_as_not_learned)
{
    list all = {0, 0, NULL, NULL}, none = all;
    duel_rng rng = check_rng(13);
    random_list(&rng, 12, 500, &all);
    duel_variant v = board(""), w = board("width=4 height=4");
    PLACE(p);
    STORE(s, &p);
    save(s, &v, false, &all);
    save(s, &w, false, &all);
    change_by_hand(p.file, "UPDATE run SET topic = 3 - topic");
    expect_poured(s, &v, false, &none);
    duel_learned l = open_learned(s, &v);
    for (size_t k = 0; k < all.count; k++)
        assert_true(l.find(l.self, all.key[k], 0) == 0);
    results_close(&l);
    assert_true(save(s, &v, false, &all) == all.count); /* learned again */
    change_by_hand(p.file, "UPDATE run SET symmetric = 1 - symmetric");
    expect_poured(s, &v, true, &none);
    list_fini(&all);
}

TEST(full_disk_keeps_what_was_learned)
{
    list some = {0, 0, NULL, NULL}, more = some, all = some;
    duel_msg why = {.id = NULL};
    results_writer *lesson;
    uint64_t saved = 0;
    duel_variant v = board("");
    duel_rng rng = check_rng(10);
    random_list(&rng, 16, 20000, &some);
    random_list(&rng, 20, 200000, &more);
    unite(&some, &more, &all);
    PLACE(p);
    STORE(s, &p);
    save(s, &v, false, &some);
    store_limit(s, 40);
    assert_ok(results_writer_begin(s, &v, false, &lesson, NULL));
    for (size_t i = 0; i < more.count; i++)
        results_writer_add(lesson, more.key[i], more.code[i]);
    assert_int_equal(results_writer_commit(lesson, 78, &saved, &why), DUEL_NO_SPACE);
    assert_non_null(strstr(why.id, "no room left on the disk"));
    assert_true(saved == 0);
    expect_poured(s, &v, false, &some);
    store_limit(s, 0);
    assert_true(save(s, &v, false, &more) == all.count - some.count);
    expect_poured(s, &v, false, &all);
    list_fini(&some);
    list_fini(&more);
    list_fini(&all);
}

static bool try_save(data_store *s, const duel_variant *v, bool symmetric, const list *l)
{
    results_writer *lesson;
    uint64_t saved;
    if (results_writer_begin(s, v, symmetric, &lesson, NULL) != DUEL_OK)
        return false;
    for (size_t i = 0; i < l->count; i++)
        results_writer_add(lesson, l->key[i], l->code[i]);
    return results_writer_commit(lesson, 77, &saved, NULL) == DUEL_OK;
}

/* Saves, and so merges, for ever. */
static void save_until_killed(const place *p, const duel_variant *v, uint64_t seed)
{
    data_store *s = NULL;
    duel_rng rng = check_rng(seed);
    if (store_open(p->dir, &s, NULL) != DUEL_OK)
        _exit(1);
    for (;;) {
        list l = {0, 0, NULL, NULL};
        random_list(&rng, 24, 3000, &l);
        if (!try_save(s, v, duel_rng_below(&rng, 2), &l))
            _exit(1);
        list_fini(&l);
    }
}

static bool check_code(void *to, uint64_t key, uint64_t code)
{
    assert_true(code == code_of(key));
    ++*(uint64_t *)to;
    return true;
}

TEST(killed_program_leaves_a_right_base)
{
    duel_variant v = board("");
    uint64_t before = 0;
    duel_rng rng = check_rng(11);
    PLACE(p);
    /* at least until one of them was in time */
    for (uint64_t i = 0; i < (check_full() ? 200 : 20) || before == 0; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            save_until_killed(&p, &v, i);
        struct timespec pause = {0, (long)duel_rng_below(&rng, 150000000)};
        nanosleep(&pause, NULL);
        int status;
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        uint64_t count = 0;
        STORE(s, &p);
        assert_ok(store_check(s, NULL));
        duel_learned l = open_learned(s, &v);
        l.pour(l.self, false, check_code, &count);
        l.pour(l.self, true, check_code, &count);
        results_close(&l);
        assert_true(count >= before); /* what was there is still there */
        before = count;
    }
    assert_true(before > 0);
}

/* ---- together --------------------------------------------------------------------------- */

typedef struct asker {
    const duel_learned *l;
    const list *all;
    size_t wrong;
} asker;

static void *ask(void *arg)
{
    asker *a = arg;
    for (size_t i = 0; i < a->all->count; i += 37)
        a->wrong += a->l->find(a->l->self, a->all->key[i], 0) != a->all->code[i];
    return NULL;
}

/* Threads ask while runs are added and merged under them. */
TEST(threads_find_while_runs_change)
{
    enum { THREADS = 3 };
    list all = {0, 0, NULL, NULL};
    pthread_t thread[THREADS];
    asker askers[THREADS];
    duel_variant v = board("");
    duel_rng rng = check_rng(12);
    random_list(&rng, 20, 50000, &all);
    PLACE(p);
    STORE(s, &p);
    save(s, &v, false, &all);
    duel_learned l = open_learned(s, &v);
    for (int i = 0; i < THREADS; i++) {
        askers[i] = (asker){&l, &all, 0};
        assert_int_equal(pthread_create(&thread[i], NULL, ask, &askers[i]), 0);
    }
    for (int i = 0; i < 10; i++) {
        list one = {0, 0, NULL, NULL};
        random_list(&rng, 20, 2000, &one);
        save(s, &v, false, &one);
        list_fini(&one);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_int_equal(askers[i].wrong, 0);
    }
    results_close(&l);
    list_fini(&all);
}

static size_t file_size(const place *p)
{
    struct stat info;
    assert_int_equal(stat(p->file, &info), 0);
    return (size_t)info.st_size;
}

/* What is learned is; the tables of a base in which nothing stands take a few pages besides. */
TEST(whole_base_is_small)
{
    list all = {0, 0, NULL, NULL};
    duel_variant v = board(check_full() ? "width=5 height=4" : "width=4 height=4");
    PLACE(p);
    bool symmetric = harvest_list(&v, "", true, &all);
    assert_true(all.count == (check_full() ? 3945711 : 161029));
    data_store *s = open_at(&p);
    store_close(s);
    size_t empty = file_size(&p);
    s = open_at(&p);
    assert_true(save(s, &v, symmetric, &all) == all.count);
    expect_poured(s, &v, symmetric, &all);
    store_close(s);
    assert_true(empty < 200000);
    assert_true((file_size(&p) - empty) * 2 <= all.count * 5);
    list_fini(&all);
}
