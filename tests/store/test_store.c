/* tests/store/test_store.c -- the base: opening, refusing, saved games, full disks, kills. */
#define _XOPEN_SOURCE 700
#include "by_hand.h"
#include "place.h"
#include "store/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- helpers ---------------------------------------------------------------------------- */

static const saved_game header = {.game = {"nim", 3},
                                  .rules = 1,
                                  .variant = {"matches=11", 10},
                                  .seed = {"42", 2},
                                  .start = {"", 0},
                                  .seats = {"human,exact", 11}};

static void new_game(data_store *s, uint64_t seed, int64_t now, char id[STORE_ID_TEXT])
{
    duel_rng rng = check_rng(seed);
    assert_ok(make_game(s, &header, now, &rng, id));
}

static store_event move(const char *text, int seat)
{
    return (store_event){0, 1000, seat, duel_str_of("move"), duel_str_of(text)};
}

static duel_status append_move(data_store *s, const char *id, int64_t next, duel_msg *why)
{
    store_event e = move("3", (int)(next % 2));
    store_changes batch = {.id = id,
                           .next = next,
                           .event = &e,
                           .count = 1,
                           .moves = next + 1,
                           .time = 1000 + next};
    return store_append(s, &batch, why);
}

/* Writes the events as "seq:time:seat:kind:data ". */
static bool event_text(void *to, const store_event *e)
{
    duel_sink *out = to;
    duel_putf(out, "%lld:%lld:%d:", (long long)e->seq, (long long)e->time, e->seat);
    duel_put_str(out, e->kind);
    duel_put(out, ":");
    for (size_t i = 0; i < e->data.len; i++)
        duel_putf(out, e->data.at[i] ? "%c" : "<%d>", e->data.at[i]);
    duel_put(out, " ");
    return true;
}

static void expect_events(data_store *s, const char *id, int64_t from, const char *expected)
{
    CHECK_BUF(text);
    assert_ok(store_events(s, id, from, event_text, &text.sink, NULL));
    assert_string_equal(text.text, expected);
}

static bool keep_numbers(void *to, const saved_game *g)
{
    saved_game *out = to;
    *out = *g;
    return true;
}

static int64_t events_of(data_store *s, const char *id)
{
    saved_game g;
    assert_ok(store_load(s, id, keep_numbers, &g, NULL));
    return g.events;
}

static char *read_whole(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    return bytes;
}

static void write_file(const place *p, const char *text)
{
    char path[PLACE_TEXT];
    snprintf(path, sizeof path, "%s/share", p->root);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(mkdir(p->dir, 0700), 0);
    FILE *f = fopen(p->file, "wb");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* The store refuses the file with a message that begins so, and leaves every byte of it. */
static void expect_refused(const place *p, const char *message)
{
    size_t before_size, after_size;
    char *before = read_whole(p->file, &before_size);
    data_store *s = NULL;
    duel_msg why = {.id = NULL};
    assert_int_equal(store_open(p->dir, &s, &why), DUEL_FAILED);
    assert_null(s);
    assert_non_null(why.id);
    assert_true(strncmp(why.id, message, strlen(message)) == 0);
    assert_non_null(strstr(why.text, "duelliste.db"));
    char *after = read_whole(p->file, &after_size);
    assert_int_equal(before_size, after_size);
    assert_memory_equal(before, after, before_size);
    free(before);
    free(after);
}

/* What a child process found: exit status 0 if `test` returned true. */
static bool in_child(bool (*test)(const place *p), const place *p)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(test(p) ? 0 : 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- opening ---------------------------------------------------------------------------- */

TEST(folder_is_made_for_the_user_alone)
{
    PLACE(p);
    mode_t mask = umask(0);
    data_store *s = open_at(&p);
    umask(mask);
    struct stat info;
    assert_int_equal(stat(p.dir, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_int_equal(stat(p.file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_string_equal(store_path(s), p.file);
    assert_ok(store_check(s, NULL));
    store_close(s);
    size_t size;
    char *bytes = read_whole(p.file, &size);
    assert_true(size > 100 && bytes[18] == 2 && bytes[19] == 2); /* with a write-ahead log */
    free(bytes);
    store_close(open_at(&p));
}

static void expect_default(const char *name, const char *value, const char *file)
{
    struct stat info;
    data_store *s;
    unsetenv("XDG_DATA_HOME");
    unsetenv("HOME");
    setenv(name, value, 1);
    assert_ok(store_open(NULL, &s, NULL));
    store_close(s);
    assert_int_equal(stat(file, &info), 0);
}

TEST(default_folder_follows_the_environment)
{
    char path[PLACE_TEXT], folder[PLACE_TEXT];
    PLACE(p);
    snprintf(path, sizeof path, "%s/share", p.root);
    expect_default("XDG_DATA_HOME", path, p.file);
    snprintf(path, sizeof path, "%s/.local/share/duelliste/duelliste.db", p.root);
    expect_default("HOME", p.root, path);
    unlink(path);
    static const char *const parts[] = {"/.local/share/duelliste", "/.local/share", "/.local"};
    for (int i = 0; i < 3; i++) {
        snprintf(folder, sizeof folder, "%s%s", p.root, parts[i]);
        assert_int_equal(rmdir(folder), 0);
    }
    unsetenv("HOME");
    setenv("XDG_DATA_HOME", "not/absolute", 1);
    data_store *s;
    duel_msg why;
    assert_int_equal(store_open(NULL, &s, &why), DUEL_FAILED);
    assert_non_null(strstr(why.id, "no home folder"));
}

TEST(newer_base_is_refused_and_left)
{
    PLACE(p);
    store_close(open_at(&p));
    change_by_hand(p.file, "PRAGMA user_version = 99");
    expect_refused(&p, "The base {0} was made by a newer Duelliste");
}

TEST(strange_files_are_refused_and_left)
{
    static const char *const texts[] = {"hello", "a letter to a friend, not a base"};
    for (size_t i = 0; i < 2; i++) {
        PLACE(p);
        write_file(&p, texts[i]);
        expect_refused(&p, "{0} is not a base of Duelliste");
    }
    PLACE(p);
    write_file(&p, "");
    change_by_hand(p.file,
                   "CREATE TABLE recipes(name TEXT); INSERT INTO recipes VALUES('soup')");
    expect_refused(&p, "{0} is not a base of Duelliste");
    change_by_hand(p.file, "PRAGMA user_version = 1");
    expect_refused(&p, "{0} is not a base of Duelliste");
}

/* Version 0 is the empty file: what a program killed at once leaves behind. */
TEST(empty_file_becomes_a_base)
{
    char id[STORE_ID_TEXT];
    PLACE(p);
    write_file(&p, "");
    STORE(s, &p);
    new_game(s, 1, 5, id);
    assert_int_equal(events_of(s, id), 0);
}

/* Root may write anywhere, so a nobody tries. */
static bool nobody_is_refused(const place *p)
{
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        return false;
    data_store *s = NULL;
    duel_msg why = {.id = NULL};
    return store_open(p->dir, &s, &why) == DUEL_FAILED && s == NULL && why.id &&
           strstr(why.id, "cannot be") && strstr(why.text, p->root);
}

TEST(unwritable_folder_is_told)
{
    PLACE(p);
    assert_int_equal(chmod(p.root, 0555), 0);
    assert_true(in_child(nobody_is_refused, &p)); /* cannot make the folder */
    assert_int_equal(chmod(p.root, 0755), 0);
    store_close(open_at(&p));
    char path[PLACE_TEXT];
    snprintf(path, sizeof path, "%s/share", p.root);
    assert_int_equal(chmod(path, 0755) | chmod(p.dir, 0555) | chmod(p.file, 0444), 0);
    assert_true(in_child(nobody_is_refused, &p)); /* cannot write the file */
    assert_int_equal(chmod(p.dir, 0755) | unlink(p.file) | chmod(p.dir, 0555), 0);
    assert_true(in_child(nobody_is_refused, &p)); /* cannot make the file */
    assert_int_equal(chmod(p.dir, 0755), 0);
}

TEST(file_in_place_of_the_folder_is_told)
{
    PLACE(p);
    write_file(&p, "x");
    data_store *s;
    duel_msg why;
    assert_int_equal(store_open(p.file, &s, &why), DUEL_FAILED);
    assert_non_null(strstr(why.text, "duelliste.db"));
}

/* ---- saved games ------------------------------------------------------------------------ */

TEST(events_come_back_in_order)
{
    char id[STORE_ID_TEXT];
    PLACE(p);
    data_store *s = open_at(&p);
    new_game(s, 7, 5, id);
    assert_int_equal(strlen(id), STORE_ID_TEXT - 1);
    store_event two[] = {move("3", 0), move("1", 1)};
    store_event one = {99, 7, -1, duel_str_of("say"), {"a\0b", 3}};
    store_changes first = {
        .id = id, .next = 0, .event = two, .count = 2, .moves = 2, .time = 6};
    store_changes then = {
        .id = id, .next = 2, .event = &one, .count = 1, .moves = 2, .time = 7};
    assert_ok(store_append(s, &first, NULL));
    assert_ok(store_append(s, &then, NULL));
    store_close(s);
    s = open_at(&p);
    expect_events(s, id, 0, "0:1000:0:move:3 1:1000:1:move:1 2:7:-1:say:a<0>b ");
    expect_events(s, id, 1, "1:1000:1:move:1 2:7:-1:say:a<0>b ");
    expect_events(s, id, 3, "");
    assert_int_equal(store_events(s, "nothing", 0, event_text, NULL, NULL), DUEL_INVALID);
    store_close(s);
}

TEST(stale_writer_is_refused)
{
    char id[STORE_ID_TEXT];
    duel_msg why = {.id = NULL};
    PLACE(p);
    STORE(s, &p);
    new_game(s, 7, 5, id);
    assert_ok(append_move(s, id, 0, &why));
    for (int64_t next = 0; next <= 2; next += 2) {
        assert_int_equal(append_move(s, id, next, &why), DUEL_REFUSED);
        assert_non_null(strstr(why.id, "has gone on"));
        assert_int_equal(why.arg[1].number, 1);
    }
    assert_int_equal(append_move(s, "unknown", 0, &why), DUEL_INVALID);
    assert_non_null(strstr(why.id, "no saved game"));
    assert_int_equal(events_of(s, id), 1);
}

TEST(one_stale_batch_stops_no_other)
{
    char id[2][STORE_ID_TEXT];
    PLACE(p);
    STORE(s, &p);
    new_game(s, 1, 5, id[0]);
    new_game(s, 2, 5, id[1]);
    store_event e = move("2", 0);
    store_changes batches[] = {
        {.id = id[0], .next = 0, .event = &e, .count = 1, .moves = 1, .time = 6},
        {.id = id[0], .next = 0, .event = &e, .count = 1, .moves = 1, .time = 6},
        {.id = "unknown", .next = 0, .event = &e, .count = 1, .moves = 1, .time = 6},
        {.id = id[1], .next = 0, .event = &e, .count = 1, .moves = 1, .time = 6},
    };
    static const duel_status expected[] = {DUEL_OK, DUEL_REFUSED, DUEL_INVALID, DUEL_OK};
    assert_ok(store_append_all(s, batches, 4, NULL));
    for (int i = 0; i < 4; i++) {
        assert_int_equal(batches[i].status, expected[i]);
        assert_true((batches[i].why.id == NULL) == (expected[i] == DUEL_OK));
    }
    assert_int_equal(events_of(s, id[0]), 1);
    assert_int_equal(events_of(s, id[1]), 1);
}

static bool saved_text(void *to, const saved_game *g)
{
    duel_sink *out = to;
    duel_put_str(out, g->game);
    duel_putf(out, " %u ", g->rules);
    duel_put_str(out, g->variant);
    duel_put(out, " ");
    duel_put_str(out, g->seed);
    duel_put(out, " ");
    duel_put_str(out, g->seats);
    duel_putf(out, " %lld %lld %lld %d ", (long long)g->created, (long long)g->updated,
              (long long)g->moves, g->finished);
    duel_put_str(out, g->result);
    duel_put(out, "\n");
    return true;
}

static void expect_list(data_store *s, const char *expected)
{
    CHECK_BUF(text);
    assert_ok(store_list(s, saved_text, &text.sink, NULL));
    assert_string_equal(text.text, expected);
}

TEST(list_shows_the_latest_first)
{
    char a[STORE_ID_TEXT], b[STORE_ID_TEXT];
    PLACE(p);
    STORE(s, &p);
    expect_list(s, "");
    new_game(s, 1, 5, a);
    new_game(s, 2, 6, b);
    expect_list(s, "nim 1 matches=11 42 human,exact 6 6 0 0 \n"
                   "nim 1 matches=11 42 human,exact 5 5 0 0 \n");
    assert_ok(append_move(s, a, 0, NULL));
    store_changes over = {.id = b, .time = 900, .result = duel_str_of("1 0")};
    assert_ok(store_append(s, &over, NULL));
    expect_list(s, "nim 1 matches=11 42 human,exact 5 1000 1 0 \n"
                   "nim 1 matches=11 42 human,exact 6 900 0 1 1 0\n");
    store_event e = move("1", 1);
    store_changes last = {.id = a,
                          .next = 1,
                          .event = &e,
                          .count = 1,
                          .moves = 2,
                          .time = 1001,
                          .result = duel_str_of("0 1")};
    assert_ok(store_append(s, &last, NULL));
    expect_list(s, "nim 1 matches=11 42 human,exact 5 1001 2 1 0 1\n"
                   "nim 1 matches=11 42 human,exact 6 900 0 1 1 0\n");
}

TEST(an_id_that_is_taken_is_refused)
{
    char id[STORE_ID_TEXT], again[STORE_ID_TEXT];
    duel_rng rng = check_rng(1);
    PLACE(p);
    STORE(s, &p);
    new_game(s, 1, 5, id);
    assert_ok(append_move(s, id, 0, NULL));
    assert_int_equal(make_game(s, &header, 6, &rng, again), DUEL_FAILED);
    assert_string_equal(id, again);
    assert_int_equal(events_of(s, id), 1);
}

/* ---- disks that are full or fail -------------------------------------------------------- */

/* A batch of `count` events of 3000 bytes. */
static duel_status append_much(data_store *s, const char *id, int64_t next, size_t count,
                               duel_msg *why)
{
    static char page[3000];
    memset(page, 'x', sizeof page);
    store_event *e = calloc(count, sizeof *e);
    for (size_t i = 0; i < count; i++)
        e[i] = (store_event){0, 1, 0, duel_str_of("say"), {page, sizeof page}};
    store_changes batch = {.id = id, .next = next, .event = e, .count = count, .time = 9};
    duel_status status = store_append(s, &batch, why);
    free(e);
    return status;
}

TEST(full_disk_loses_nothing)
{
    char id[STORE_ID_TEXT];
    duel_msg why = {.id = NULL};
    PLACE(p);
    STORE(s, &p);
    new_game(s, 1, 5, id);
    assert_ok(append_much(s, id, 0, 10, &why));
    store_limit(s, 40);
    assert_int_equal(append_much(s, id, 10, 100, &why), DUEL_NO_SPACE);
    assert_non_null(strstr(why.id, "no room left on the disk"));
    assert_non_null(strstr(why.text, "duelliste.db"));
    assert_int_equal(events_of(s, id), 10); /* none of the batch */
    assert_ok(append_move(s, id, 10, NULL));
    store_limit(s, 0);
    assert_ok(append_much(s, id, 11, 100, NULL));
    assert_int_equal(events_of(s, id), 111);
    assert_ok(store_check(s, NULL));
}

/* Writes beyond the limit fail in the middle of a file, as on a disk that fills up. */
static bool failing_writes_are_told(const place *p)
{
    char id[STORE_ID_TEXT];
    duel_msg why = {.id = NULL};
    data_store *s = open_at(p);
    new_game(s, 1, 5, id);
    struct rlimit limit = {200000, RLIM_INFINITY};
    bool good = append_much(s, id, 0, 10, NULL) == DUEL_OK;
    signal(SIGXFSZ, SIG_IGN);
    good = good && setrlimit(RLIMIT_FSIZE, &limit) == 0;
    good = good && append_much(s, id, 10, 200, &why) == DUEL_NO_SPACE && why.id != NULL;
    limit.rlim_cur = RLIM_INFINITY;
    good = good && setrlimit(RLIMIT_FSIZE, &limit) == 0;
    good = good && events_of(s, id) == 10 && append_much(s, id, 10, 200, NULL) == DUEL_OK;
    good = good && store_check(s, NULL) == DUEL_OK && events_of(s, id) == 210;
    store_close(s);
    return good;
}

TEST(failing_disk_loses_nothing)
{
    PLACE(p);
    assert_true(in_child(failing_writes_are_told, &p));
}

/* ---- together, and killed --------------------------------------------------------------- */

enum { THREADS = 4, EACH = 25 };

typedef struct player {
    data_store *store;
    const char *shared;
    char own[STORE_ID_TEXT];
    uint64_t seed;
    int64_t won; /* events added to the shared game */
    bool good;
} player;

static void *play(void *arg)
{
    player *me = arg;
    duel_rng rng = check_rng(me->seed);
    me->good = make_game(me->store, &header, 1, &rng, me->own) == DUEL_OK;
    for (int64_t i = 0; i < EACH; i++) {
        me->good = me->good && append_move(me->store, me->own, i, NULL) == DUEL_OK;
        duel_status status = append_move(me->store, me->shared, i, NULL);
        me->won += status == DUEL_OK;
        me->good = me->good && (status == DUEL_OK || status == DUEL_REFUSED);
    }
    return NULL;
}

/* Each thread plays a game of its own, and all play one together. */
static void play_together(data_store *const store[THREADS])
{
    char shared[STORE_ID_TEXT];
    pthread_t thread[THREADS];
    player players[THREADS];
    int64_t won = 0;
    new_game(store[0], 99, 5, shared);
    for (int i = 0; i < THREADS; i++) {
        players[i] = (player){.store = store[i], .shared = shared, .seed = (uint64_t)i};
        assert_int_equal(pthread_create(&thread[i], NULL, play, &players[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_true(players[i].good);
        assert_int_equal(events_of(store[0], players[i].own), EACH);
        won += players[i].won;
    }
    assert_true(won >= 1 && won <= EACH);
    assert_int_equal(events_of(store[0], shared), won); /* each number was given once */
}

TEST(threads_share_a_store)
{
    PLACE(p);
    STORE(s, &p);
    play_together((data_store *const[THREADS]){s, s, s, s});
}

TEST(stores_share_a_file)
{
    data_store *store[THREADS];
    PLACE(p);
    for (int i = 0; i < THREADS; i++)
        store[i] = open_at(&p);
    play_together(store);
    for (int i = 0; i < THREADS; i++)
        store_close(store[i]);
}

typedef struct waiter {
    data_store *store;
    const char *id;
    duel_status status;
} waiter;

static void *append_one(void *arg)
{
    waiter *w = arg;
    w->status = append_move(w->store, w->id, 0, NULL);
    return NULL;
}

TEST(writer_waits_for_another_program)
{
    char id[STORE_ID_TEXT];
    sqlite3 *other;
    pthread_t thread;
    PLACE(p);
    STORE(s, &p);
    new_game(s, 1, 5, id);
    waiter w = {s, id, DUEL_FAILED};
    assert_int_equal(sqlite3_open(p.file, &other), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(other, "BEGIN IMMEDIATE; UPDATE game SET updated = 6", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(pthread_create(&thread, NULL, append_one, &w), 0);
    struct timespec pause = {0, 100000000};
    nanosleep(&pause, NULL);
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_ok(w.status);
    assert_int_equal(events_of(s, id), 1);
    sqlite3_close(other);
}

static bool open_and_add(const place *p)
{
    data_store *s = NULL;
    char id[STORE_ID_TEXT], seed[DUEL_SEED_TEXT];
    duel_rng rng;
    duel_seed_from_system(seed);
    duel_rng_init(&rng, duel_str_of(seed));
    bool good = store_open(p->dir, &s, NULL) == DUEL_OK &&
                make_game(s, &header, 1, &rng, id) == DUEL_OK;
    store_close(s);
    return good;
}

static bool count_saved(void *to, const saved_game *g)
{
    (void)g;
    ++*(int *)to;
    return true;
}

/* Programs that all find no base at the same moment. */
TEST(programs_may_begin_together)
{
    enum { PROGRAMS = 8 };
    for (int round = 0; round < (check_full() ? 50 : 5); round++) {
        pid_t child[PROGRAMS];
        int status, count = 0;
        PLACE(p);
        for (int i = 0; i < PROGRAMS; i++) {
            child[i] = fork();
            assert_true(child[i] >= 0);
            if (child[i] == 0)
                _exit(open_and_add(&p) ? 0 : 1);
        }
        for (int i = 0; i < PROGRAMS; i++) {
            assert_int_equal(waitpid(child[i], &status, 0), child[i]);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        STORE(s, &p);
        assert_ok(store_list(s, count_saved, &count, NULL));
        assert_int_equal(count, PROGRAMS);
    }
}

/* Appends for ever, and tells through the pipe what it was told is done. */
static void append_until_killed(const place *p, const char *id, int64_t next, int pipe_end)
{
    data_store *s = NULL;
    if (store_open(p->dir, &s, NULL) != DUEL_OK)
        _exit(1);
    for (;; next++) {
        if (append_move(s, id, next, NULL) != DUEL_OK)
            _exit(1);
        if (write(pipe_end, &next, sizeof next) != (ssize_t)sizeof next)
            _exit(1);
    }
}

static int64_t kill_a_writer(const place *p, const char *id, int64_t next, long microseconds)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        append_until_killed(p, id, next, ends[1]);
    close(ends[1]);
    int64_t told = next - 1, number;
    if (next == 0) /* however long it takes to begin */
        assert_int_equal(read(ends[0], &told, sizeof told), (ssize_t)sizeof told);
    struct timespec pause = {0, microseconds * 1000};
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    while (read(ends[0], &number, sizeof number) == (ssize_t)sizeof number)
        told = number;
    close(ends[0]);
    return told;
}

TEST(acknowledged_events_survive_a_kill)
{
    char id[STORE_ID_TEXT];
    duel_rng rng = check_rng(3);
    PLACE(p);
    data_store *s = open_at(&p);
    new_game(s, 1, 5, id);
    store_close(s);
    int64_t next = 0;
    for (int i = 0; i < (check_full() ? 100 : 10); i++) {
        int64_t told = kill_a_writer(&p, id, next, 5000 + (long)duel_rng_below(&rng, 50000));
        s = open_at(&p);
        assert_ok(store_check(s, NULL));
        next = events_of(s, id);
        assert_true(next == told + 1 || next == told + 2); /* done, but not yet told */
        store_close(s);
    }
    assert_true(next > 0);
}
