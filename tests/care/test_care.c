/* tests/care/test_care.c -- a data folder is looked after: what is damaged is found, what
 * can be kept is, and nothing goes without being told.
 *
 * A row is known by all its columns, read here with SQL of this file. After a repair it is in
 * the base or in the file of what was moved aside, unless the page it stood in was wiped: and a
 * row stands in one page. */
#include "store/by_hand.h"
#include "store/disk.h"
#include "store/place.h"
#include "store/results_inside.h"

#include "care/care.h"
#include "check.h"
#include "kept.h"
#include "store/maintenance.h"
#include "store/results.h"
#include "store/server_lock.h"
#include "table/inside.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { NOW = 1000, LATER = 2000, PAGE = 4096, PROFILES = 3 };

/* Nobody waits for the real disk here. */
int __wrap_fsync(int file);
int __wrap_fsync(int file)
{
    (void)file;
    return 0;
}

/* ---- a base with something of everything ------------------------------------------------ */

static void add_profile(data_store *s, int i)
{
    char id[STORE_PROFILE_TEXT], name[16];
    snprintf(id, sizeof id, "profile%03u", (unsigned)i % 1000);
    snprintf(name, sizeof name, "%c%c%c", 'A' + i, 'B' + 2 * i, 'X' - i);
    assert_ok(store_profile_add(s, id, duel_str_of(name), duel_str_of("hash"), NOW, NULL));
}

/* Played to the end, or some moves of it. */
static void add_game(data_store *s, const char *text, int moves, uint64_t seed)
{
    duel_variant v = check_variant(text);
    session_opening o = {.variant = &v, .seats = {duel_str_of("human"), duel_str_of("human")}};
    game_session *g = NULL;
    int32_t score[DUEL_SEATS];
    duel_rng rng = check_rng(seed);
    assert_ok(session_store_new(s, &o, "profile001", NOW, &g, NULL));
    assert_ok(session_store_change(s, g, NULL));
    assert_ok(kept(s, g, session_name(g, 0, "profile001", NOW, NULL)));
    while (moves-- > 0 && !session_over(g, score)) {
        duel_state view;
        duel_move list[DUEL_MOVES_MAX];
        session_view(g, session_turn(g), &view);
        uint32_t count = (uint32_t)v.game->moves(&v, &view, list);
        duel_move move = list[duel_rng_below(&rng, count)];
        assert_ok(kept(s, g, session_play(g, move, NOW, NULL)));
    }
    session_free(g);
}

/* Of rules that nobody has: the keys are spread out, and no positions of Nim. */
static void learn_something(data_store *s, uint64_t positions)
{
    duel_variant v = check_variant("nim matches=30");
    duel_game elsewhere = *v.game;
    elsewhere.version += 100;
    v.game = &elsewhere;
    results_writer *harvest = NULL;
    uint64_t saved;
    assert_ok(results_writer_begin(s, &v, false, &harvest, NULL));
    for (uint64_t i = 0; i < positions; i++)
        assert_true(results_writer_add(harvest, 7919 * i, 1 + i % 40));
    assert_ok(results_writer_commit(harvest, NOW, &saved, NULL));
}

/* A game of which nothing has been played, as a record. */
static void print_record(const char *game, duel_buf *out)
{
    duel_variant v = check_variant(game);
    duel_record record;
    duel_record_init(&record, &v);
    snprintf(record.seed, sizeof record.seed, "1");
    duel_buf_init(out);
    duel_record_print(&record, &out->sink);
    duel_record_fini(&record);
}

static void add_daily(data_store *s, const char *game)
{
    duel_buf record;
    print_record(game, &record);
    assert_ok(store_daily_add(s, "2026-01-01", duel_str_of(game),
                              check_variant(game).game->version, duel_buf_str(&record),
                              duel_str_of("1"), NULL));
    duel_buf_fini(&record);
}

static void add_exercise(data_store *s)
{
    duel_buf record;
    print_record("nim", &record);
    char id[STORE_ID_TEXT] = "";
    stored_exercise e = {.source = duel_str_of("mistake"),
                         .game = duel_str_of("nim"),
                         .rules = 1,
                         .variant = duel_str_of(""),
                         .position = duel_str_of("hash"),
                         .record = duel_buf_str(&record),
                         .told = duel_str_of("")};
    bool fresh;
    sqlite3 *db;
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_open(store_path(s), &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT game FROM tally LIMIT 1", -1, &st, NULL);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    snprintf(id, sizeof id, "%s", (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    sqlite3_close(db);
    assert_ok(store_reviewed(s, "profile001", id, &e, 1, NOW, &fresh, NULL));
    assert_true(fresh);
    assert_ok(store_attempt(s, "profile001", 1, true, 1, NOW, NOW, NULL));
    duel_buf_fini(&record);
}

/* A base of some fifty pages. */
static data_store *furnish(const place *p)
{
    data_store *s = open_at(p);
    for (int i = 0; i < PROFILES; i++)
        add_profile(s, i);
    for (uint64_t i = 0; i < 40; i++)
        add_game(s, i % 2 ? "tictactoe" : "nim matches=30", i % 3 ? 99 : 3, i);
    learn_something(s, 20000);
    add_exercise(s);
    add_daily(s, "nim");
    add_daily(s, "tictactoe");
    return s;
}

/* ---- places ----------------------------------------------------------------------------- */

/* Removes whatever is in the folder, and the folder. */
static void place_clear(const place *p)
{
    char path[2 * PLACE_TEXT];
    DIR *dir = opendir(p->dir);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%s", p->dir, e->d_name);
        unlink(path);
    }
    if (dir)
        closedir(dir);
    place_fini(p);
}

static void place_make(place *p)
{
    char above[PLACE_TEXT];
    place_init(p);
    snprintf(above, sizeof above, "%s/share", p->root);
    mkdir(above, 0700);
    mkdir(p->dir, 0700);
}

typedef struct bytes {
    unsigned char *at;
    size_t size;
} bytes;

static bytes read_bytes(const char *path)
{
    bytes b = {NULL, 0};
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    b.size = (size_t)ftell(f);
    rewind(f);
    b.at = malloc(b.size + 1);
    assert_int_equal(fread(b.at, 1, b.size, f), b.size);
    b.at[b.size] = '\0';
    fclose(f);
    return b;
}

static void write_bytes(const char *path, const unsigned char *at, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(at, 1, size, f), size);
    fclose(f);
}

/* What all tests begin with: the furnished base as one file, without a log. */
typedef struct fixture {
    disk *fast; /* that does not wait either */
    bytes sound;
} fixture;

static int make_fixture(void **state)
{
    place p;
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *state = f;
    f->fast = disk_new("/nowhere");
    place_init(&p);
    store_close(furnish(&p));
    f->sound = read_bytes(p.file);
    place_clear(&p);
    return 0;
}

static int drop_fixture(void **state)
{
    fixture *f = *state;
    if (f == NULL)
        return 0; /* it could not be made */
    if (f->fast)
        disk_free(f->fast);
    free(f->sound.at);
    free(f);
    return 0;
}

/* The same in a place of its own. */
static data_store *furnished_at(void **state, place *p)
{
    const fixture *f = *state;
    place_make(p);
    write_bytes(p->file, f->sound.at, f->sound.size);
    return open_at(p);
}

/* ---- rows ------------------------------------------------------------------------------- */

/* What a repair may put right in a row (what lists show, sums) is no part of it here. */
static const char *const row_queries[] = {
    "SELECT 'game', id, game, rules, variant, seed, start, seats, created, terms FROM game",
    "SELECT 'event', * FROM event",
    "SELECT 'topic', * FROM topic",
    "SELECT 'run', id, topic, symmetric FROM run",
    "SELECT 'block', run, first, last, count, hex(data) FROM block",
    "SELECT 'profile', * FROM profile",
    "SELECT 'tally', * FROM tally",
    "SELECT 'daily', * FROM daily",
    "SELECT 'deal', * FROM deal",
    "SELECT 'exercise', * FROM exercise",
    "SELECT 'attempt', * FROM attempt"};

typedef struct row_set {
    char **row;
    size_t count;
} row_set;

static void add_rows(row_set *set, sqlite3 *db)
{
    for (size_t q = 0; q < sizeof row_queries / sizeof *row_queries; q++) {
        sqlite3_stmt *st;
        assert_int_equal(sqlite3_prepare_v2(db, row_queries[q], -1, &st, NULL), SQLITE_OK);
        while (sqlite3_step(st) == SQLITE_ROW) {
            duel_buf text;
            duel_buf_init(&text);
            for (int i = 0; i < sqlite3_column_count(st); i++) {
                const char *value = (const char *)sqlite3_column_text(st, i);
                duel_putf(&text.sink, "%s|", value ? value : "NULL");
            }
            assert_false(text.failed); /* without memory its text is not its own */
            set->row = realloc(set->row, (set->count + 1) * sizeof *set->row);
            set->row[set->count++] = text.text;
        }
        sqlite3_finalize(st);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static row_set rows_of(const char *file)
{
    row_set set = {NULL, 0};
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    add_rows(&set, db);
    sqlite3_close(db);
    qsort(set.row, set.count, sizeof *set.row, by_text);
    return set;
}

static bool has_row(const row_set *set, const char *row)
{
    return set->count && bsearch(&row, set->row, set->count, sizeof *set->row, by_text);
}

static void row_set_fini(row_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->row[i]);
    free(set->row);
}

/* What was moved aside, put back by its own lines into a base that is empty. */
static row_set rows_aside(const char *file)
{
    place p;
    row_set set = {NULL, 0};
    sqlite3 *db;
    if (file[0] == '\0')
        return set;
    place_init(&p);
    store_close(open_at(&p));
    bytes sql = read_bytes(file);
    assert_int_equal(sqlite3_open(p.file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, (const char *)sql.at, NULL, NULL, NULL), SQLITE_OK);
    add_rows(&set, db);
    sqlite3_close(db);
    free(sql.at);
    place_clear(&p);
    qsort(set.row, set.count, sizeof *set.row, by_text);
    return set;
}

/* ---- what is found ---------------------------------------------------------------------- */

typedef struct witness {
    int found[CARE_FAULT_KINDS];
    char last[64]; /* name of what was found last */
    int64_t steps;
} witness;

static void note_fault(void *self, const care_fault *f)
{
    witness *w = self;
    w->found[f->kind]++;
    assert_non_null(f->why.id);
    snprintf(w->last, sizeof w->last, "%s", f->name);
}

static bool note_step(void *self, int64_t done, int64_t total)
{
    assert_true(done <= total);
    ((witness *)self)->steps++;
    return true;
}

static care_setup care_by(witness *w)
{
    *w = (witness){.steps = 0};
    return (care_setup){w, note_fault, note_step, DUEL_EN};
}

static int64_t faults_at(const place *p)
{
    witness w;
    care_health h;
    care_setup care = care_by(&w);
    data_store *s = open_at(p);
    assert_ok(care_check(s, &care, &h, NULL));
    store_close(s);
    int64_t told = 0;
    for (int i = 0; i < CARE_FAULT_KINDS; i++)
        told += w.found[i];
    assert_int_equal(told, care_health_faults(&h));
    return told;
}

TEST(a_sound_base_has_no_fault)
{
    place p;
    witness w;
    care_health h;
    care_setup care = care_by(&w);
    data_store *s = furnished_at(group_state, &p);
    assert_ok(care_check(s, &care, &h, NULL));
    assert_int_equal(care_health_faults(&h), 0);
    assert_int_equal(h.games, 40);
    assert_int_equal(h.positions, 20000);
    assert_int_equal(h.profiles, PROFILES);
    assert_int_equal(h.exercises, 1);
    assert_int_equal(h.dailies, 2);
    assert_true(h.events > 100 && h.blocks > 5 && w.steps > 40);
    store_close(s);
    place_clear(&p);
}

/* ---- rows changed by hand --------------------------------------------------------------- */

#define ONE_GAME "(SELECT id FROM game WHERE moves = 3 LIMIT 1)"

/* What is done to the base, and what is then found in it. */
static const struct planted {
    const char *sql;
    care_fault_kind kind;
    int64_t aside; /* rows moved aside by its repair; -1: some */
} planted[] = {
    {"UPDATE event SET data = 'zz' WHERE game = " ONE_GAME " AND seq = 2", CARE_FAULT_GAME, 2},
    {"UPDATE event SET seat = 1 - seat WHERE game = " ONE_GAME " AND seq = 1", CARE_FAULT_GAME,
     3},
    {"UPDATE event SET kind = 'mofe' WHERE game = " ONE_GAME " AND seq = 3", CARE_FAULT_GAME,
     1},
    {"DELETE FROM event WHERE game = " ONE_GAME " AND seq = 1", CARE_FAULT_GAME, 2},
    {"UPDATE game SET variant = 'matches=many' WHERE id = (SELECT id FROM game WHERE"
     " game = 'nim' AND moves = 3 LIMIT 1)",
     CARE_FAULT_GAME, 5},
    {"UPDATE game SET seats = 'human' WHERE id = " ONE_GAME, CARE_FAULT_GAME, 5},
    {"UPDATE game SET moves = 77 WHERE id = " ONE_GAME, CARE_FAULT_SUMMARY, 0},
    {"UPDATE game SET result = '1 0' WHERE id = " ONE_GAME, CARE_FAULT_SUMMARY, 0},
    {"UPDATE block SET data = x'00112233' WHERE rowid = 2", CARE_FAULT_LEARNED, 1},
    {"UPDATE block SET count = count + 1 WHERE rowid = 2", CARE_FAULT_LEARNED, 1},
    {"DELETE FROM block WHERE rowid = 2", CARE_FAULT_LEARNED, 0},
    {"UPDATE block SET data = x'00'", CARE_FAULT_LEARNED, -1},
    {"UPDATE run SET positions = 1", CARE_FAULT_LEARNED, 0},
    {"UPDATE exercise SET record = 'nothing'", CARE_FAULT_RECORD, 2},
    {"UPDATE daily SET record = 'nothing' WHERE game = 'nim'", CARE_FAULT_RECORD, 1},
    {"UPDATE profile SET name = CAST(x'ff80' AS TEXT) WHERE id = 'profile002'",
     CARE_FAULT_PROFILE, 1},
    {"DELETE FROM game WHERE id = " ONE_GAME, CARE_FAULT_REFERENCE, 4},
    {"DELETE FROM topic", CARE_FAULT_REFERENCE, -1},
    {"DELETE FROM profile WHERE id = 'profile001'", CARE_FAULT_REFERENCE, -1},
};

/* Every row is in the base or aside, as it was before the repair. */
static void expect_nothing_lost(const row_set *before, const place *p,
                                const care_repair_report *r)
{
    row_set there = rows_of(p->file), aside = rows_aside(r->aside_file);
    for (size_t i = 0; i < before->count; i++) {
        bool kept = has_row(&there, before->row[i]) || has_row(&aside, before->row[i]);
        if (!kept)
            print_message("lost: %s\n", before->row[i]);
        assert_true(kept);
    }
    row_set_fini(&there);
    row_set_fini(&aside);
}

TEST(changed_rows_are_found_and_moved_aside)
{
    bytes sound = ((fixture *)*group_state)->sound;
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        place p;
        witness w;
        care_repair_report r;
        place_make(&p);
        write_bytes(p.file, sound.at, sound.size);
        assert_true(change_by_hand(p.file, planted[i].sql) > 0);
        row_set before = rows_of(p.file);
        assert_true(faults_at(&p) > 0);
        care_setup care = care_by(&w);
        assert_ok(care_repair(p.dir, LATER, &care, &r, NULL));
        if (w.found[planted[i].kind] == 0 ||
            (planted[i].aside >= 0 ? r.aside != planted[i].aside : r.aside == 0))
            print_message("%s: %lld aside\n", planted[i].sql, (long long)r.aside);
        assert_true(w.found[planted[i].kind] > 0);
        assert_true(planted[i].aside >= 0 ? r.aside == planted[i].aside : r.aside > 0);
        assert_true((r.aside > 0) == (r.aside_file[0] != '\0'));
        assert_string_equal(r.damaged_file, "");
        expect_nothing_lost(&before, &p, &r);
        assert_int_equal(faults_at(&p), 0);
        row_set_fini(&before);
        place_clear(&p);
    }
}

/* A question to the base that fails is a fault of the base, also for a caller who wants no
 * message. */
TEST(a_table_that_is_missing_is_a_fault)
{
    static const char *const tables[] = {"game",    "event",    "run",   "block",
                                         "profile", "exercise", "daily", "tally"};
    bytes sound = ((fixture *)*group_state)->sound;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        place p;
        char sql[80];
        snprintf(sql, sizeof sql, "UPDATE game SET moves = moves; DROP TABLE %s", tables[i]);
        place_make(&p);
        write_bytes(p.file, sound.at, sound.size);
        assert_true(change_by_hand(p.file, sql) > 0);
        assert_true(faults_at(&p) > 0);
        place_clear(&p);
    }
}

/* A game that is cut goes on from where it was cut. */
TEST(a_cut_game_can_be_taken_up)
{
    place p;
    witness w;
    care_repair_report r;
    store_close(furnished_at(group_state, &p));
    assert_true(change_by_hand(p.file, planted[0].sql) > 0);
    care_setup care = care_by(&w);
    assert_ok(care_repair(p.dir, LATER, &care, &r, NULL));
    data_store *s = open_at(&p);
    game_session *g = NULL;
    assert_ok(session_store_load(s, w.last, &g, NULL));
    assert_int_equal(session_record(g)->count, 1);
    assert_ok(kept(s, g, session_end(g, DUEL_BY_RESIGNING, 0, NOW, NULL)));
    session_free(g);
    store_close(s);
    place_clear(&p);
}

/* ---- files ------------------------------------------------------------------------------ */

/* Repairs what these bytes are; false: nothing of a base was found in them. */
static bool repair_bytes(place *p, const unsigned char *at, size_t size, care_repair_report *r)
{
    witness w;
    duel_msg why = {.id = NULL};
    place_make(p);
    write_bytes(p->file, at, size);
    care_setup care = care_by(&w);
    duel_status status = care_repair(p->dir, LATER, &care, r, &why);
    assert_true(status == DUEL_OK || why.id != NULL);
    if (status == DUEL_OK) {
        assert_int_equal(faults_at(p), 0);
    } else { /* it is as it was */
        bytes left = read_bytes(p->file);
        assert_int_equal(left.size, size);
        assert_memory_equal(left.at, at, size);
        free(left.at);
    }
    return status == DUEL_OK;
}

/* Each page in its turn is filled with noise: a row that is gone then was in that page, so it
 * is gone for one page only. */
TEST(a_wiped_page_loses_what_was_in_it)
{
    bytes sound = ((fixture *)*group_state)->sound;
    place whole;
    place_make(&whole);
    write_bytes(whole.file, sound.at, sound.size);
    row_set rows = rows_of(whole.file);
    place_clear(&whole);
    int *lost = calloc(rows.count, sizeof *lost);
    size_t pages = sound.size / PAGE, step = check_full() ? 1 : 4;
    for (size_t page = 0; page < pages; page += step) {
        place p;
        care_repair_report r;
        unsigned char *damaged = malloc(sound.size);
        memcpy(damaged, sound.at, sound.size);
        duel_rng rng = check_rng(page + 1);
        for (size_t i = 0; i < PAGE; i++)
            damaged[page * PAGE + i] = (unsigned char)duel_rng_below(&rng, 256);
        assert_true(repair_bytes(&p, damaged, sound.size, &r));
        row_set there = rows_of(p.file), aside = rows_aside(r.aside_file);
        for (size_t i = 0; i < rows.count; i++)
            lost[i] += !has_row(&there, rows.row[i]) && !has_row(&aside, rows.row[i]);
        row_set_fini(&there);
        row_set_fini(&aside);
        place_clear(&p);
        free(damaged);
    }
    for (size_t i = 0; i < rows.count; i++)
        assert_true(lost[i] <= 1);
    free(lost);
    row_set_fini(&rows);
}

/* Bits flipped, bytes cut off, the head gone: it is repaired or refused, and never crashes. */
TEST(no_damage_is_too_much)
{
    bytes sound = ((fixture *)*group_state)->sound;
    duel_rng rng = check_rng(5);
    int repaired = 0, tries = check_sample(16, 2000);
    for (int i = 0; i < tries; i++) {
        place p;
        care_repair_report r;
        unsigned char *damaged = malloc(sound.size);
        size_t size = sound.size;
        memcpy(damaged, sound.at, size);
        if (i % 4 == 0)
            size = duel_rng_below(&rng, (uint32_t)size);
        else if (i % 4 == 1)
            memset(damaged, 0, 100);
        for (uint32_t flips = duel_rng_below(&rng, 1 << i % 9); i % 4 != 0 && flips; flips--)
            damaged[duel_rng_below(&rng, (uint32_t)size)] ^=
                (unsigned char)(1 << duel_rng_below(&rng, 8));
        repaired += repair_bytes(&p, damaged, size, &r);
        place_clear(&p);
        free(damaged);
    }
    assert_true(repaired > tries / 2);
}

/* What is in the log only: as far as it is whole, it counts; a base without its log is an older
 * one, or is repaired. */
TEST(a_log_may_be_cut_or_lost)
{
    place p;
    char log[PLACE_TEXT + 8];
    data_store *s = furnished_at(group_state, &p);
    store_checkpoint(s, NULL);
    row_set folded = rows_of(p.file);
    for (uint64_t i = 0; i < 10; i++)
        add_game(s, "tictactoe", 99, 100 + i);
    snprintf(log, sizeof log, "%s-wal", p.file);
    bytes base = read_bytes(p.file), tail = read_bytes(log);
    store_close(s);
    for (size_t part = 0; part <= 8; part++) {
        place later;
        care_repair_report r;
        witness w;
        care_setup care = care_by(&w);
        place_make(&later);
        write_bytes(later.file, base.at, base.size);
        snprintf(log, sizeof log, "%s-wal", later.file);
        write_bytes(log, tail.at, tail.size * part / 8);
        assert_ok(care_repair(later.dir, LATER, &care, &r, NULL));
        expect_nothing_lost(&folded, &later, &r);
        assert_int_equal(faults_at(&later), 0);
        place_clear(&later);
    }
    free(base.at);
    free(tail.at);
    row_set_fini(&folded);
    place_clear(&p);
}

/* The head of the base is gone, and half of the games are in the log: both are read. */
TEST(a_log_is_read_without_its_base)
{
    place p, later;
    char log[PLACE_TEXT + 8];
    care_repair_report r;
    witness w;
    care_setup care = care_by(&w);
    data_store *s = furnished_at(group_state, &p);
    store_checkpoint(s, NULL);
    for (uint64_t i = 0; i < 10; i++)
        add_game(s, "tictactoe", 99, 100 + i);
    row_set rows = rows_of(p.file);
    snprintf(log, sizeof log, "%s-wal", p.file);
    bytes base = read_bytes(p.file), tail = read_bytes(log);
    store_close(s);
    place_make(&later);
    memset(base.at, 0, 100);
    write_bytes(later.file, base.at, base.size);
    snprintf(log, sizeof log, "%s-wal", later.file);
    write_bytes(log, tail.at, tail.size);
    assert_ok(care_repair(later.dir, LATER, &care, &r, NULL));
    expect_nothing_lost(&rows, &later, &r);
    free(base.at);
    free(tail.at);
    row_set_fini(&rows);
    place_clear(&later);
    place_clear(&p);
}

TEST(what_is_no_base_is_left)
{
    place p;
    care_repair_report r;
    const char text[] = "Dear diary, today we played Nim and I lost.";
    assert_false(repair_bytes(&p, (const unsigned char *)text, sizeof text, &r));
    assert_string_equal(r.damaged_file, "");
    place_clear(&p);
    place_make(&p);
    witness w;
    care_setup care = care_by(&w);
    duel_msg why = {.id = NULL};
    assert_int_equal(care_repair(p.dir, LATER, &care, &r, &why), DUEL_FAILED);
    assert_non_null(why.id);
    place_clear(&p);
}

/* ---- backup and restore ----------------------------------------------------------------- */

typedef struct busy_player {
    data_store *store;
    atomic_bool stop;
} busy_player;

static void *play_on(void *arg)
{
    busy_player *b = arg;
    for (uint64_t i = 0; !atomic_load(&b->stop); i++)
        add_game(b->store, "tictactoe", 99, 1000 + i);
    return NULL;
}

TEST(a_backup_is_of_one_moment)
{
    place p, other;
    char file[2 * PLACE_TEXT], before[512];
    witness w;
    care_health h;
    pthread_t thread;
    data_store *s = furnished_at(group_state, &p);
    busy_player busy = {.stop = false};
    assert_ok(store_open_second(s, &busy.store, NULL));
    assert_int_equal(pthread_create(&thread, NULL, play_on, &busy), 0);
    place_init(&other);
    snprintf(file, sizeof file, "%s/backup.db", p.dir);
    for (int i = 0; i < 5; i++) {
        care_setup care = care_by(&w);
        assert_ok(care_backup(s, file, i > 0, &care, NULL));
        assert_true(w.steps > 0);
        assert_ok(care_restore(other.dir, file, i > 0, LATER + i, &care, &h, before, NULL));
        assert_true((before[0] != '\0') == (i > 0));
        assert_true(h.games >= 40);
    }
    atomic_store(&busy.stop, true);
    pthread_join(thread, NULL);
    store_close(busy.store);
    store_close(s);
    assert_int_equal(faults_at(&other), 0);
    place_clear(&other);
    place_clear(&p);
}

static void expect_refusal(duel_status status, const duel_msg *why, const char *words)
{
    assert_int_equal(status, DUEL_REFUSED);
    assert_non_null(why->id);
    assert_non_null(strstr(check_english(why), words));
}

TEST(nothing_is_written_over_unasked)
{
    place p;
    char file[2 * PLACE_TEXT], before[512];
    witness w;
    care_health h;
    duel_msg why = {.id = NULL};
    care_setup care = care_by(&w);
    data_store *s = furnished_at(group_state, &p);
    snprintf(file, sizeof file, "%s/backup.db", p.dir);
    assert_ok(care_backup(s, file, false, &care, &why));
    expect_refusal(care_backup(s, file, false, &care, &why), &why, "there already");
    expect_refusal(care_backup(s, p.file, true, &care, &why), &why, "the base itself");
    store_close(s);
    expect_refusal(care_restore(p.dir, file, false, LATER, &care, &h, before, &why), &why,
                   "there already");
    expect_refusal(care_restore(p.dir, p.file, true, LATER, &care, &h, before, &why), &why,
                   "the base itself");
    assert_int_equal(care_restore(p.dir, "/no/such/file", true, LATER, &care, &h, before, &why),
                     DUEL_FAILED);
    assert_int_equal(faults_at(&p), 0);
    place_clear(&p);
}

/* What stands in the folder besides the base and one backup. */
static int strangers_in(const place *p)
{
    int count = 0;
    DIR *dir = opendir(p->dir);
    for (struct dirent *e; (e = readdir(dir));)
        count += strncmp(e->d_name, "duelliste.db.", 13) == 0;
    closedir(dir);
    return count;
}

TEST(a_backup_that_is_not_sound_is_refused)
{
    place p;
    char file[2 * PLACE_TEXT], before[512];
    witness w;
    care_health h;
    duel_msg why = {.id = NULL};
    care_setup care = care_by(&w);
    store_close(furnished_at(group_state, &p));
    bytes base = read_bytes(p.file);
    snprintf(file, sizeof file, "%s/backup.db", p.dir);
    write_bytes(file, base.at, base.size);
    assert_true(change_by_hand(file, planted[0].sql) > 0);
    expect_refusal(care_restore(p.dir, file, true, LATER, &care, &h, before, &why), &why,
                   "not sound");
    assert_int_equal(w.found[CARE_FAULT_GAME], 1);
    write_bytes(file, base.at, base.size / 2);
    assert_true(care_restore(p.dir, file, true, LATER, &care, &h, before, &why) != DUEL_OK);
    assert_int_equal(strangers_in(&p), 0);
    assert_int_equal(faults_at(&p), 0);
    free(base.at);
    place_clear(&p);
}

/* A server, as far as the folder knows: it has the lock until it is killed. */
static pid_t hold_lock(const place *p)
{
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        server_lock lock = {.held = false};
        bool held = server_lock_take(&lock, p->file, NULL) == DUEL_OK;
        server_lock_sign(&lock, "127.0.0.1:8080");
        if (!held || write(ends[1], "!", 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    close(ends[1]);
    return child;
}

TEST(another_base_waits_until_nobody_is_there)
{
    place p;
    char file[2 * PLACE_TEXT], before[512];
    witness w;
    care_health h;
    care_repair_report r;
    duel_msg why = {.id = NULL};
    care_setup care = care_by(&w);
    data_store *s = furnished_at(group_state, &p);
    snprintf(file, sizeof file, "%s/backup.db", p.dir);
    assert_ok(care_backup(s, file, false, &care, &why));
    duel_status status = care_restore(p.dir, file, true, LATER, &care, &h, before, &why);
    assert_int_equal(status, DUEL_FAILED); /* this store has it open */
    store_close(s);
    pid_t server = hold_lock(&p);
    expect_refusal(care_restore(p.dir, file, true, LATER, &care, &h, before, &why), &why,
                   "A server is at work");
    assert_true(change_by_hand(p.file, planted[0].sql) > 0); /* rows may be mended meanwhile */
    assert_ok(care_repair(p.dir, LATER, &care, &r, &why));
    assert_int_equal(r.aside, 2);
    bytes base = read_bytes(p.file);
    memset(base.at, 0, 100); /* a file may not */
    write_bytes(p.file, base.at, base.size);
    expect_refusal(care_repair(p.dir, LATER + 1, &care, &r, &why), &why, "A server is at work");
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    assert_ok(care_repair(p.dir, LATER + 1, &care, &r, &why));
    assert_int_equal(faults_at(&p), 0);
    free(base.at);
    place_clear(&p);
}

/* Without it repair could not copy a row, and nothing else would say so. */
TEST(every_column_of_the_schema_has_its_letter)
{
    sqlite3 *db;
    sqlite3_stmt *st;
    PLACE(p);
    store_close(open_at(&p));
    assert_int_equal(sqlite3_open(p.file, &db), SQLITE_OK);
    for (int i = 0; i < TABLE_COUNT; i++) {
        char text[64];
        snprintf(text, sizeof text, "SELECT count(*) FROM pragma_table_info('%s')",
                 store_tables[i].name);
        assert_int_equal(sqlite3_prepare_v2(db, text, -1, &st, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(st), SQLITE_ROW);
        assert_int_equal(sqlite3_column_int(st, 0), strlen(store_tables[i].columns));
        sqlite3_finalize(st);
    }
    sqlite3_close(db);
}

TESTS_BETWEEN(make_fixture, drop_fixture)
