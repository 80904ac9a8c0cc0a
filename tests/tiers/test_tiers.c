/* tests/tiers/test_tiers.c -- games solved by tiers: as the solver in memory has them, with
 * little memory, on a disk that is full, with damaged files, and killed at any moment. */
#define _XOPEN_SOURCE 700
#include "check.h"

#include "core/engine.h"
#include "core/value.h"
#include "lab/reference_solver.h"
#include "rooms.h"
#include "stairs.h"
#include "store/results.h"
#include "tiers/lookup.h"
#include "tiers/solve.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern const duel_engine duel_engine_exact;

/* ---- the disk: a program that dies at a call for it ------------------------------------- */

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_fsync(int fd);
int __wrap_fsync(int fd);

static long calls_left = -1; /* of a child; below 0: it lives on */

static void perhaps_die(void)
{
    if (calls_left >= 0 && calls_left-- == 0)
        _exit(9);
}

int __wrap_rename(const char *from, const char *to)
{
    perhaps_die(); /* before, and after */
    int result = __real_rename(from, to);
    perhaps_die();
    return result;
}

int __wrap_fsync(int fd)
{
    (void)fd; /* what is tested here is the program's death, not the machine's */
    perhaps_die();
    return 0;
}

/* ---- against the solver in memory ------------------------------------------------------- */

typedef struct comparison {
    const duel_variant *v;
    tiers_lookup *l;
    uint64_t count;
} comparison;

static bool compare_position(void *to, uint64_t key, uint64_t code)
{
    comparison *c = to;
    duel_state state;
    assert_true(c->v->game->accel->unpack(c->v, key, &state));
    uint64_t own = tiers_key_of(c->v)(c->v, &state), found = tiers_lookup_find(c->l, own);
    if (found != code)
        fail_msg("key %llu: %llu by tiers, %llu in memory", (unsigned long long)key,
                 (unsigned long long)found, (unsigned long long)code);
    c->count += own == key;
    return true;
}

static void compare_all(const solving *s)
{
    duel_settings settings = {.option = {1}};
    void *self;
    bool symmetric;
    comparison c = {.v = &s->v};
    CHECK_ANSWER(answer);
    duel_think t = {.view = &s->root, .seat = s->v.game->turn(&s->v, &s->root)};
    assert_ok(duel_engine_exact.open(&s->v, &settings, 16 * PLENTY, &self, NULL));
    assert_ok(duel_engine_exact.think(self, &t, answer, NULL));
    assert_int_equal(answer->result.value, s->report.result.value);
    assert_int_equal(answer->result.remoteness, s->report.result.remoteness);
    assert_ok(tiers_lookup_open(s->folder.path, &s->v, &c.l, NULL));
    duel_engine_exact.harvest(self, &symmetric, compare_position, &c);
    assert_int_equal(c.count, s->report.positions);
    tiers_lookup_close(c.l);
    duel_engine_exact.close(self);
}

static const char *const variants[] = {"connect4 width=4 height=4",
                                       "connect4 width=6 height=2",
                                       "tictactoe",
                                       "nim matches=40",
                                       "nim matches=23 misere=yes",
                                       "chomp",
                                       "chomp rows=5 cols=5 poison=left",
                                       "kayles pins=18",
                                       "kayles pins=15 rules=dawson",
                                       "col columns=3 rows=3",
                                       "dodgem",
                                       "morris",
                                       "awari seeds=5",
                                       "lgame"};

/* The last one takes as long as all others. */
static int count_variants(void)
{
    int all = sizeof variants / sizeof *variants;
    return check_sample(all - 1, all);
}

TEST(every_position_is_as_in_memory)
{
    for (int i = 0; i < count_variants(); i++) {
        room r = new_room();
        solving s = begin_in(&r, variants[i]);
        solve_whole(&s, PLENTY, 1);
        assert_int_equal(s.report.positions, s.report.fresh);
        compare_all(&s);
        clear_folder(r.dir);
    }
}

/* Nor do the files depend on how they came about: runs on the scratch disk, windows on part of
 * what is below, threads. */
TEST(files_do_not_depend_on_memory_or_threads)
{
    for (int i = 0; i < count_variants(); i++) {
        room a = new_room(), b = new_room();
        solving plenty = begin_in(&a, variants[i]), little = begin_in(&b, variants[i]);
        bool nimbers = plenty.v.traits & DUEL_NIMBERS, loopy = plenty.v.traits & DUEL_LOOPY;
        solve_whole(&plenty, PLENTY, 1);
        solve_whole(&little, loopy ? 32 * LITTLE : nimbers ? 8 * LITTLE : LITTLE, 3);
        expect_same_folder(plenty.folder.path, little.folder.path);
        clear_folder(a.dir);
        clear_folder(b.dir);
    }
}

static bool has_keys(const tiers_folder *f)
{
    tiers_list there = {.count = 0};
    assert_ok(tiers_folder_list(f, TIER_KEYS, &there, NULL));
    free(there.tier);
    return there.count > 0;
}

/* A tier inside which moves stay is in memory as a whole, so one that is too large for it is
 * refused while it is gathered, and not once it has taken what it wants. */
TEST(a_tier_too_large_is_refused_as_it_grows)
{
    static const char *const large[] = {"lgame", "awari seeds=8"};
    for (int all = 0; all < 2; all++)
        for (int i = all; i < 2; i++) {
            room r = new_room();
            solving s = begin_in(&r, large[i]);
            if (all)
                assert_ok(tiers_folder_make_all(r.dir, &s.v, UINT32_MAX, &s.folder, &s.why));
            assert_int_equal(go_on(&s, LITTLE, 1 + i), DUEL_NO_SPACE);
            assert_non_null(strstr(check_english(&s.why), "The memory limit of 0 MB is too "
                                                          "small for tier"));
            assert_non_null(strstr(check_english(&s.why), "which has more than"));
            assert_int_equal(has_keys(&s.folder), all); /* small tiers were listed before it */
            clear_folder(r.dir);
        }
}

/* A nimber is the least number that no child has, so it cannot be made of one part of the
 * children after another: a tier is refused whose children do not fit into memory together. */
TEST(nimbers_want_all_children_at_once)
{
    static const char *const games[] = {"nim matches=40", "kayles pins=18"};
    for (int i = 0; i < 2; i++) {
        room a = new_room(), b = new_room();
        solving plenty = begin_in(&a, games[i]), little = begin_in(&b, games[i]);
        assert_int_equal(go_on(&little, LITTLE / 16, 1 + i), DUEL_NO_SPACE);
        assert_null(strstr(check_english(&little.why), "more than")); /* it has been listed */
        solve_whole(&plenty, PLENTY, 1);
        solve_whole(&little, PLENTY, 1);
        expect_same_folder(plenty.folder.path, little.folder.path);
        clear_folder(a.dir);
        clear_folder(b.dir);
    }
}

/* Games drawn at random, with loops and without, with margins and without; their roots by the
 * plainest solver, too. */
TEST(stairs_are_as_in_memory)
{
    static const int telling[] = {24, 49, 375}; /* a sooner win is not the larger one */
    const int first = (int)(sizeof telling / sizeof *telling);
    for (int i = 0; i < check_sample(40, 5000); i++) {
        room r = new_room();
        char options[64];
        solving s = {.why = {.id = NULL}};
        duel_result plain;
        snprintf(options, sizeof options, "stairs=%d loops=%s margin=%s",
                 i / 4 < first ? telling[i / 4] : i / 4 + 1, i & 1 ? "yes" : "no",
                 i & 2 ? "yes" : "no");
        assert_ok(duel_variant_read(&duel_game_stairs, duel_str_of(options), &s.v, &s.why));
        assert_ok(duel_deal(&s.v, duel_str_of("1"), &s.root));
        assert_ok(tiers_folder_make(r.dir, &s.v, &s.root, &s.folder, &s.why));
        solve_whole(&s, PLENTY, 1 + i % 3);
        compare_all(&s);
        assert_ok(reference_solve(&s.v, &s.root, 1000, &plain, NULL));
        assert_int_equal(plain.value, s.report.result.value);
        assert_int_equal(plain.remoteness, s.report.result.remoteness);
        assert_int_equal(plain.score, s.report.result.score);
        clear_folder(r.dir);
    }
}

/* What a position is worth alone, by the plainest solver: where nothing is carried yet, what
 * lies ahead is all. */
static bool expect_plain(void *to, uint64_t key, uint64_t code)
{
    const duel_variant *v = to;
    value_format format = value_format_of(v);
    duel_state position;
    duel_result plain;
    assert_true(v->game->accel->unpack(v, key, &position));
    assert_ok(reference_solve(v, &position, 10000, &plain, NULL));
    assert_int_equal(value_decode(&format, code).score, plain.score);
    return true;
}

/* The same stairs with margins that are carried: every position, not the root alone. */
TEST(carrying_is_as_in_memory)
{
    for (int i = 0; i < check_sample(40, 2000); i++) {
        room r = new_room();
        char options[64];
        solving s = {.why = {.id = NULL}};
        duel_result plain;
        tiers_lookup *l;
        uint64_t damaged = 0;
        snprintf(options, sizeof options, "stairs=%d loops=%s margin=yes", i / 2 + 1,
                 i & 1 ? "yes" : "no");
        assert_ok(duel_variant_read(&duel_game_carrying, duel_str_of(options), &s.v, &s.why));
        assert_ok(duel_deal(&s.v, duel_str_of("1"), &s.root));
        assert_ok(tiers_folder_make(r.dir, &s.v, &s.root, &s.folder, &s.why));
        solve_whole(&s, PLENTY, 1 + i % 3);
        compare_all(&s);
        assert_ok(reference_solve(&s.v, &s.root, 10000, &plain, NULL));
        assert_int_equal(plain.value, s.report.result.value);
        assert_int_equal(plain.score, s.report.result.score);
        assert_ok(tiers_lookup_open(s.folder.path, &s.v, &l, NULL));
        assert_true(tiers_lookup_each(l, expect_plain, &s.v, &damaged));
        tiers_lookup_close(l);
        clear_folder(r.dir);
    }
}

/* ---- all positions ---------------------------------------------------------------------- */

typedef struct finding {
    tiers_lookup *in;
    const duel_variant *v;
    uint32_t upto; /* tiers above it are not looked for */
    uint64_t found;
} finding;

static bool expect_found(void *to, uint64_t key, uint64_t code)
{
    finding *f = to;
    duel_state position;
    uint32_t tier;
    uint64_t count;
    bool listed = false;
    assert_true(f->v->game->accel->unpack(f->v, key, &position));
    for (uint32_t i = 0; f->v->game->accel->span(f->v, i, &tier, &count); i++)
        listed = listed || tier == f->v->game->accel->tier(f->v, &position);
    if (!listed)
        return true;
    if (tiers_lookup_find(f->in, key) != code)
        fail_msg("key %llu is not among all positions", (unsigned long long)key);
    f->found++;
    return true;
}

/* Whatever a game comes to is among all positions, and worth the same there; how many those
 * are depends on neither threads nor memory. */
static void compare_with_all(duel_variant *v, uint64_t positions, uint64_t shared)
{
    room a = new_room(), b = new_room(), c = new_room();
    solving below = {.v = *v}, all = {.v = *v}, again = {.v = *v};
    tiers_lookup *l;
    uint64_t damaged = 0;
    assert_ok(duel_deal(v, duel_str_of("1"), &below.root));
    all.root = again.root = below.root;
    assert_ok(tiers_folder_make(a.dir, &below.v, &below.root, &below.folder, NULL));
    assert_ok(tiers_folder_make_all(b.dir, &all.v, UINT32_MAX, &all.folder, NULL));
    assert_ok(tiers_folder_make_all(c.dir, &again.v, UINT32_MAX, &again.folder, NULL));
    solve_whole(&below, PLENTY, 1);
    solve_whole(&all, 16 * PLENTY, 1);
    tiers_job late = {
        .v = &again.v, .root = &again.root, .memory = PLENTY, .threads = 1, .seconds = 1e-9};
    assert_int_equal(tiers_solve(&late, &again.folder, &again.report, &again.why),
                     DUEL_STOPPED);
    solve_whole(&again, PLENTY / 2, 3);
    expect_same_folder(all.folder.path, again.folder.path);
    assert_int_equal(all.report.positions, positions);
    finding f = {.v = &all.v};
    assert_ok(tiers_lookup_open(all.folder.path, &all.v, &f.in, NULL));
    assert_ok(tiers_lookup_open(below.folder.path, &below.v, &l, NULL));
    assert_true(tiers_lookup_each(l, expect_found, &f, &damaged));
    assert_int_equal(f.found, shared ? shared : below.report.positions);
    assert_int_equal(damaged, 0);
    tiers_lookup_close(l);
    tiers_lookup_close(f.in);
    clear_folder(a.dir);
    clear_folder(b.dir);
    clear_folder(c.dir);
}

TEST(all_positions_hold_those_of_games)
{
    duel_variant v;
    for (int i = 0; i < check_sample(8, 200); i++) {
        char options[64];
        snprintf(options, sizeof options, "stairs=%d loops=%s margin=yes", i / 2 + 1,
                 i & 1 ? "yes" : "no");
        assert_ok(duel_variant_read(i & 2 ? &duel_game_carrying : &duel_game_stairs,
                                    duel_str_of(options), &v, NULL));
        compare_with_all(&v, 2 * STAIRS_STEPS * STAIRS_PLACES, 0);
    }
    v = check_variant("awari seeds=6"); /* 18 choose 12 */
    compare_with_all(&v, 18564, 0);
}

/* A square of nine points, row by row, as one of its eight symmetries has it. */
static uint32_t turn_square(uint32_t set, int how)
{
    uint32_t turned = 0;
    for (int point = 0; point < 9; point++) {
        int x = point % 3, y = point / 3, other = x;
        x = how & 1 ? 2 - x : x;
        y = how & 2 ? 2 - y : y;
        other = x;
        x = how & 4 ? y : x;
        y = how & 4 ? other : y;
        if (set >> point & 1)
            turned |= UINT32_C(1) << (3 * y + x);
    }
    return turned;
}

static bool has_row(uint32_t set)
{
    static const uint32_t rows[] = {7, 56, 448, 73, 146, 292, 273, 84};
    for (int i = 0; i < 8; i++)
        if ((set & rows[i]) == rows[i])
            return true;
    return false;
}

/* Of three men each on nine points, the mover without a row, one of each kind. */
static uint64_t count_threes(void)
{
    uint64_t count = 0;
    for (uint32_t mover = 0; mover < 512; mover++)
        for (uint32_t other = 0; other < 512; other++) {
            if (mover & other || has_row(mover) || __builtin_popcount(mover) != 3 ||
                __builtin_popcount(other) != 3)
                continue;
            bool least = true;
            for (int how = 1; how < 8; how++)
                least = least && (turn_square(mover, how) << 9 | turn_square(other, how)) >=
                                     (mover << 9 | other);
            count += least;
        }
    return count;
}

/* Of morris, the positions after placing are listed; games come to no others. */
TEST(positions_after_placing_are_listed)
{
    duel_variant v = check_variant("morris");
    assert_int_equal(count_threes(), 204);
    compare_with_all(&v, 204, 204);
}

/* A position that is its own mirror image counts once, any other twice. */
static bool count_images(void *to, uint64_t key, uint64_t code)
{
    uint64_t mirror = 0, rest = key;
    assert_true(code != 0);
    for (int x = 0; x < 4; x++, rest >>= 5)
        mirror = mirror << 5 | (rest & 31);
    *(uint64_t *)to += key == mirror ? 1 : 2;
    return true;
}

/* 161,029 positions of 4×4: J. Tromp, "John's Connect Four Playground". */
TEST(counts_are_those_published)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=4");
    tiers_lookup *l;
    uint64_t images = 0, damaged = 0;
    solve_whole(&s, PLENTY, 2);
    assert_ok(tiers_lookup_open(s.folder.path, &s.v, &l, NULL));
    assert_true(tiers_lookup_each(l, count_images, &images, &damaged));
    assert_int_equal(images, 161029);
    assert_int_equal(damaged, 0);
    assert_true(s.report.bytes * 2 <= s.report.positions * 5);
    tiers_lookup_close(l);
    clear_folder(r.dir);
}

/* Published as a draw; how many positions there are, other programs may tell. */
TEST(six_mens_morris_is_a_draw)
{
    if (!check_full())
        return;
    room r = new_room();
    solving s = begin_in(&r, "morris board=six");
    solve_whole(&s, 16 * PLENTY, 2);
    assert_int_equal(s.report.result.value, DUEL_DRAW);
    assert_int_equal(s.report.positions, 1545778);
    clear_folder(r.dir);
}

static bool expect_as_before(void *to, uint64_t key, uint64_t code)
{
    finding *f = to;
    assert_int_equal(tiers_lookup_find(f->in, key), code);
    f->found++;
    return true;
}

/* Files that were written before keys and results took fewer bytes say what they said. */
TEST(files_of_the_first_format_are_read)
{
    room r = new_room();
    char path[PATH_MAX];
    const char *data = getenv("DUEL_TEST_DATA");
    uint64_t damaged = 0;
    tiers_lookup *old;
    solving s = begin_in(&r, "connect4 width=3 height=3");
    finding f = {.v = &s.v};
    assert_non_null(data);
    snprintf(path, sizeof path, "%s/tiers/first-format", data);
    solve_whole(&s, PLENTY, 1);
    assert_ok(tiers_lookup_open(s.folder.path, &s.v, &f.in, NULL));
    assert_ok(tiers_lookup_open(path, &s.v, &old, NULL));
    assert_true(tiers_lookup_each(old, expect_as_before, &f, &damaged));
    assert_int_equal(f.found, s.report.positions);
    assert_int_equal(damaged, 0);
    tiers_lookup_close(old);
    tiers_lookup_close(f.in);
    clear_folder(r.dir);
}

/* ---- interrupted ------------------------------------------------------------------------ */

/* In a child: 0 solved, 1 not, 9 died at a call. */
static int solve_in_child(const solving *s, long calls, rlim_t most, int threads)
{
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {most, RLIM_INFINITY};
        solving own = *s;
        signal(SIGXFSZ, SIG_IGN);
        if (most != RLIM_INFINITY)
            setrlimit(RLIMIT_FSIZE, &limit);
        calls_left = calls;
        duel_status status = go_on(&own, PLENTY, threads);
        _exit(status == DUEL_OK ? 0 : status == DUEL_NO_SPACE ? 1 : 2);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result));
    return WEXITSTATUS(result);
}

static const char *const interrupted[] = {"connect4 width=4 height=3", "chomp", "dodgem"};
enum { INTERRUPTED = 3 };

/* At every call for the disk in its turn: before a file is named, after it, while it is brought
 * to the disk. */
TEST(killed_at_any_call_it_ends_with_the_same_files)
{
    for (int i = 0; i < INTERRUPTED; i++) {
        room a = new_room(), b = new_room();
        solving whole = begin_in(&a, interrupted[i]), s = begin_in(&b, interrupted[i]);
        int lives = 0;
        solve_whole(&whole, PLENTY, 1);
        while (solve_in_child(&s, check_sample(7, 3), RLIM_INFINITY, 1 + lives % 2) == 9)
            lives++;
        assert_true(lives > 4);
        solve_whole(&s, PLENTY, 1);
        expect_same_folder(whole.folder.path, s.folder.path);
        clear_folder(a.dir);
        clear_folder(b.dir);
    }
}

TEST(killed_from_outside_it_ends_with_the_same_files)
{
    const char *variant = "connect4 width=4 height=4";
    room a = new_room(), b = new_room();
    solving whole = begin_in(&a, variant), s = begin_in(&b, variant);
    solve_whole(&whole, PLENTY, 1);
    duel_rng rng = check_rng(21);
    for (int kills = check_sample(5, 100), result = -1; kills > 0 && result != 0; kills--) {
        pid_t child = fork();
        if (child == 0)
            _exit(go_on(&s, PLENTY, 1 + kills % 2) != DUEL_OK);
        struct timespec pause = {0, (long)duel_rng_below(&rng, 40000000)};
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, &result, 0), child);
    }
    solve_whole(&s, PLENTY, 1);
    expect_same_folder(whole.folder.path, s.folder.path);
    clear_folder(a.dir);
    clear_folder(b.dir);
}

TEST(a_full_disk_keeps_what_is_finished)
{
    static const rlim_t limits[] = {100, 700, 2500, 9000, RLIM_INFINITY};
    const char *variant = "connect4 width=4 height=4";
    room a = new_room(), b = new_room();
    solving whole = begin_in(&a, variant), s = begin_in(&b, variant);
    solve_whole(&whole, PLENTY, 1);
    size_t before = 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        tiers_list there;
        int result = solve_in_child(&s, -1, limits[i], 2);
        assert_int_equal(result, limits[i] == RLIM_INFINITY ? 0 : 1);
        assert_ok(tiers_folder_list(&s.folder, TIER_KEYS, &there, NULL));
        assert_true(there.count >= before && (i == 0 || there.count > 0));
        before = there.count;
        free(there.tier);
    }
    expect_same_folder(whole.folder.path, s.folder.path);
    clear_folder(a.dir);
    clear_folder(b.dir);
}

TEST(it_stops_when_asked)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=4");
    atomic_bool stop = true;
    tiers_job j = {.v = &s.v, .root = &s.root, .memory = PLENTY, .threads = 1, .stop = &stop};
    assert_int_equal(tiers_solve(&j, &s.folder, &s.report, &s.why), DUEL_STOPPED);
    j.stop = NULL;
    j.seconds = 1e-9;
    assert_int_equal(tiers_solve(&j, &s.folder, &s.report, &s.why), DUEL_STOPPED);
    solve_whole(&s, PLENTY, 1);
    clear_folder(r.dir);
}

/* ---- damaged ---------------------------------------------------------------------------- */

static void flip_byte(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    int c = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(c ^ 0x10, f);
    fclose(f);
}

static long size_of(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return (long)st.st_size;
}

/* Whether a file is refused as a whole, or by one of its blocks. */
static bool is_refused(const solving *s, const char *path, tier_kind kind)
{
    tier_file f;
    duel_msg why;
    if (tier_file_open(path, kind, s->folder.topic, &f, &why) != DUEL_OK)
        return true;
    duel_status status = tier_file_check(&f, path, &why);
    tier_file_close(&f);
    return status != DUEL_OK;
}

TEST(damaged_files_are_refused)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=3");
    solve_whole(&s, PLENTY, 1);
    for (tier_kind kind = TIER_KEYS; kind <= TIER_CODES; kind++) {
        char path[PATH_MAX];
        tiers_file_name(&s.folder, kind, 6, path);
        long size = size_of(path), step = check_sample(17, 1);
        assert_false(is_refused(&s, path, kind));
        for (long at = 0; at < size; at += at < 100 ? 1 : step) {
            flip_byte(path, at);
            if (!is_refused(&s, path, kind))
                fail_msg("%s: byte %ld", path, at);
            flip_byte(path, at);
        }
        for (long cut = size - 1; cut >= 0; cut -= cut > size - 20 || cut < 100 ? 1 : step) {
            assert_int_equal(truncate(path, cut), 0);
            assert_true(is_refused(&s, path, kind));
        }
    }
    clear_folder(r.dir);
}

/* A solve that needs a damaged tier says which, and makes nothing of it. */
TEST(a_damaged_tier_is_named)
{
    room r = new_room();
    solving s = begin_in(&r, "connect4 width=4 height=3");
    char path[PATH_MAX];
    solve_whole(&s, PLENTY, 1);
    tiers_file_name(&s.folder, TIER_CODES, 8, path);
    assert_int_equal(unlink(path), 0);
    tiers_file_name(&s.folder, TIER_CODES, 7, path);
    flip_byte(path, 90);
    assert_int_equal(go_on(&s, PLENTY, 1), DUEL_FAILED);
    assert_string_equal(check_english(&s.why), "Tier 7 is damaged.");
    flip_byte(path, 90);
    solve_whole(&s, PLENTY, 1);
    tiers_file_name(&s.folder, TIER_KEYS, 3, path);
    assert_int_equal(truncate(path, size_of(path) / 2), 0);
    assert_int_equal(go_on(&s, PLENTY, 1), DUEL_FAILED);
    clear_folder(r.dir);
}

TEST(files_of_another_game_are_refused)
{
    room r = new_room();
    solving s = begin_in(&r, "nim matches=7"), other = begin_in(&r, "nim matches=8");
    char from[PATH_MAX], to[PATH_MAX];
    solve_whole(&s, PLENTY, 1);
    solve_whole(&other, PLENTY, 1);
    tiers_file_name(&s.folder, TIER_CODES, 4, from);
    tiers_file_name(&other.folder, TIER_CODES, 4, to);
    assert_int_equal(__real_rename(from, to), 0);
    assert_true(is_refused(&other, to, TIER_CODES));
    tiers_lookup *l;
    assert_int_equal(tiers_lookup_open(s.folder.path, &other.v, &l, NULL), DUEL_REFUSED);
    clear_folder(r.dir);
}

TEST(what_has_no_tiers_is_refused)
{
    duel_msg why;
    static const char *const unfit[] = {"ergo", "allumettes", "template", "duo",
                                        "connect4 width=8 height=8"};
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
        duel_variant v = check_variant(unfit[i]);
        assert_int_equal(tiers_fit(&v, &why), DUEL_REFUSED);
    }
}

/* ---- what is learned -------------------------------------------------------------------- */

static bool count_rows(void *to, const stored_results *row)
{
    uint64_t *sums = to;
    sums[0]++;
    sums[1] += row->positions;
    return true;
}

static long count_lines(const char *text)
{
    long lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Put into the folder of another base, as if it had come from another machine. */
TEST(the_base_answers_from_tiers)
{
    room a = new_room(), b = new_room();
    char from[PATH_MAX], to[PATH_MAX];
    uint64_t sums[2] = {0, 0};
    duel_learned l;
    data_store *store;
    solving s = begin_in(&a, "connect4 width=4 height=3");
    solve_whole(&s, PLENTY, 1);
    assert_ok(store_open(b.dir, &store, NULL));
    assert_ok(results_open(store, &s.v, &l, NULL));
    uint64_t key = s.folder.root;
    assert_int_equal(l.find(l.self, key, key), 0);
    snprintf(from, sizeof from, "%s", s.folder.path);
    snprintf(to, sizeof to, "%s/tiers", b.dir);
    assert_int_equal(mkdir(to, 0700), 0);
    snprintf(to, sizeof to, "%s/tiers/carried", b.dir);
    assert_int_equal(__real_rename(from, to), 0);
    value_format f = value_format_of(&s.v);
    duel_result r = value_decode(&f, l.find(l.self, key, key));
    assert_int_equal(r.value, s.report.result.value);
    results_close(&l);
    duel_str game = duel_str_of("connect4");
    assert_ok(results_list(store, game, count_rows, sums, NULL));
    assert_int_equal(sums[0], 1);
    assert_int_equal(sums[1], s.report.positions);
    CHECK_BUF(text);
    assert_ok(results_export(store, catalogue_find_game, game, &text.sink, NULL));
    assert_int_equal(count_lines(text.text), s.report.positions);
    assert_ok(results_forget(store, game, NULL));
    assert_int_equal(access(to, F_OK), -1);
    store_close(store);
    clear_folder(a.dir);
    clear_folder(b.dir);
}
