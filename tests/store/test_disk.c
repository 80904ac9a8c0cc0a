/* tests/store/test_disk.c -- a move is on the disk before anybody is told: the power fails,
 * and what was told as stored is there, and goes on. */
#include "disk.h"
#include "place.h"

#include "check.h"
#include "kept.h"
#include "store/inside.h"
#include "store/writer.h"
#include "table/inside.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>

enum { NOW = 1000, HEAP = 30 };

/* ---- helpers ---------------------------------------------------------------------------- */

/* `waits`: it is still to be stored. */
static game_session *new_table(data_store *store, bool waits)
{
    duel_variant v = check_variant("nim matches=30");
    session_opening o = {.variant = &v, .seats = {duel_str_of("human"), duel_str_of("human")}};
    game_session *s = NULL;
    assert_ok(session_store_new(store, &o, NULL, NOW, &s, NULL));
    if (!waits)
        assert_ok(session_store_change(store, s, NULL));
    return s;
}

static void move_on(game_session *s)
{
    duel_state view;
    duel_move list[DUEL_MOVES_MAX];
    const duel_variant *v = session_variant(s);
    session_view(s, session_turn(s), &view);
    v->game->moves(v, &view, list);
    assert_ok(session_play(s, list[0], NOW, NULL));
}

static int moves_of(const game_session *s)
{
    return (int)session_record(s)->count;
}

/* What is found of a game after a power cut: how many moves, -1 without the game, and -2 if the
 * base cannot be opened or is damaged. */
static int found_after_power_cut(disk *d, const char *id, uint64_t seed)
{
    char above[PLACE_TEXT];
    data_store *store = NULL;
    game_session *s = NULL;
    int found = -2;
    PLACE(later);
    snprintf(above, sizeof above, "%s/share", later.root);
    mkdir(above, 0700);
    mkdir(later.dir, 0700);
    disk_power_cut(d, later.dir, seed);
    if (store_open(later.dir, &store, NULL) == DUEL_OK && store_check(store, NULL) == DUEL_OK)
        found = session_store_load(store, id, &s, NULL) == DUEL_OK ? moves_of(s) : -1;
    session_free(s);
    store_close(store);
    return found;
}

/* ---- the store -------------------------------------------------------------------------- */

TEST(what_the_store_has_told_survives)
{
    PLACE(p);
    disk *d = disk_new(p.dir);
    data_store *store = open_at(&p);
    game_session *s = new_table(store, false);
    for (int moves = 0; moves < 8; moves++) {
        assert_int_equal(found_after_power_cut(d, session_id(s), 0), moves);
        int before = disk_syncs(d, "-wal");
        move_on(s);
        assert_ok(session_store_change(store, s, NULL));
        assert_true(disk_syncs(d, "-wal") > before);
    }
    assert_ok(kept(store, s, undo_last(s, NOW, NULL)));
    assert_int_equal(found_after_power_cut(d, session_id(s), 0), moves_of(s));
    session_free(s);
    store_close(store);
    disk_free(d);
}

/* A game is made, moved on in and folded into the base, and the power may fail at any change of
 * any file on the way. */
typedef struct witness {
    disk *d;
    uint64_t changes;
    char id[STORE_ID_TEXT];
    int told;   /* moves that were told as stored; -1: not even the game */
    int broken; /* power cuts after which something told was gone, or the base damaged */
} witness;

static void cut_the_power(void *self)
{
    witness *w = self;
    uint64_t luck[] = {0, ++w->changes};
    for (size_t i = 0; i < sizeof luck / sizeof *luck; i++) {
        int found = found_after_power_cut(w->d, w->id, luck[i]);
        w->broken += found < w->told || found > w->told + 1;
    }
}

TEST(the_power_may_fail_at_any_moment)
{
    int32_t score[DUEL_SEATS];
    PLACE(p);
    witness w = {.d = disk_new(p.dir), .told = -1};
    disk_watch(w.d, cut_the_power, &w);
    data_store *store = open_at(&p);
    game_session *s = new_table(store, false);
    snprintf(w.id, sizeof w.id, "%s", session_id(s));
    w.told = 0;
    for (int i = 0; i < check_sample(6, HEAP) && !session_over(s, score); i++) {
        move_on(s);
        assert_ok(session_store_change(store, s, NULL));
        w.told = moves_of(s);
        if (i % 3 == 2)
            assert_ok(store_checkpoint(store, NULL));
    }
    session_free(s);
    store_close(store);
    assert_true(w.changes > 30);
    assert_int_equal(w.broken, 0);
    disk_free(w.d);
}

/* ---- the writer ------------------------------------------------------------------------- */

enum { TABLES = 12, TURNS = 3 };

typedef struct account {
    disk *d;
    int told, kept; /* changes told as stored; of these, found on the disk that moment */
} account;

typedef struct promise {
    store_write write; /* first, so that a write leads to its promise */
    game_session *session;
    int syncs; /* of the log, when it was submitted */
    account *account;
} promise;

static void look_at_the_disk(store_write *write)
{
    promise *p = (promise *)write;
    account *a = p->account;
    bool stored = session_settle(p->session, NULL) == DUEL_OK;
    int found = found_after_power_cut(a->d, session_id(p->session), 0);
    a->told++;
    a->kept += stored && found == moves_of(p->session) && disk_syncs(a->d, "-wal") > p->syncs;
}

static void wake(void *self)
{
    atomic_store((atomic_bool *)self, true);
}

static void write_all(store_writer *w, promise list[TABLES], atomic_bool *news)
{
    const account *a = list[0].account;
    int before = a->told;
    for (int i = 0; i < TABLES; i++) {
        list[i].syncs = disk_syncs(a->d, "-wal");
        list[i].write =
            (store_write){.batch = session_pending(list[i].session), .done = look_at_the_disk};
        store_writer_submit(w, &list[i].write);
    }
    while (a->told < before + TABLES) {
        while (!atomic_exchange(news, false))
            nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        store_writer_collect(w);
    }
}

TEST(what_the_writer_has_told_survives)
{
    atomic_bool news = false;
    promise list[TABLES];
    store_writer *w = NULL;
    PLACE(p);
    account a = {.d = disk_new(p.dir)};
    data_store *store = open_at(&p);
    assert_ok(store_writer_new(store, wake, &news, &w, NULL));
    for (int i = 0; i < TABLES; i++)
        list[i] = (promise){.session = new_table(store, true), .account = &a};
    write_all(w, list, &news);
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < TABLES; i++)
            move_on(list[i].session);
        write_all(w, list, &news);
    }
    store_writer_free(w);
    for (int i = 0; i < TABLES; i++)
        session_free(list[i].session);
    store_close(store);
    assert_int_equal(a.told, TABLES * (TURNS + 1));
    assert_int_equal(a.kept, a.told);
    disk_free(a.d);
}

/* ---- many tables, and the power fails thousands of times -------------------------------- */

enum { SLOTS = 8, FOLD_EVERY = 12 };

/* What was told of a table, and how many events more are on their way. */
typedef struct truth {
    char id[STORE_ID_TEXT];
    int64_t told, coming; /* events; told -1: not even the game */
    size_t moves;
    duel_move move[HEAP];
} truth;

typedef struct slot {
    store_write write; /* first, so that a write leads to its slot */
    game_session *session;
    struct power_world *world;
} slot;

typedef struct power_world {
    place p;
    disk *d;
    data_store *store;
    store_writer *writer;
    duel_rng rng;
    slot slot[SLOTS];
    atomic_bool news;
    int waiting;          /* writes that are not told yet */
    pthread_mutex_t lock; /* of all below, which the threads that write look at */
    truth truth[SLOTS];
    int cuts, wanted, broken;
} power_world;

static bool keep_count(void *to, const saved_game *g)
{
    *(int64_t *)to = g->events;
    return false;
}

/* Whether a game is found as it was told, or as it is about to be; and whether it goes on. */
static bool is_as_told(data_store *found, const truth *t)
{
    int64_t events = -1;
    game_session *s = NULL;
    int32_t score[DUEL_SEATS];
    store_load(found, t->id, keep_count, &events, NULL);
    if (events < 0)
        return t->told < 0;
    bool good = (events == t->told || events == t->told + t->coming ||
                 (t->told < 0 && events == t->coming)) &&
                session_store_load(found, t->id, &s, NULL) == DUEL_OK;
    const duel_record *r = good ? session_record(s) : NULL;
    size_t same = 0;
    while (r && same < r->count && same < t->moves && r->move[same] == t->move[same])
        same++;
    good = good && (events == t->told ? same == t->moves && r->count == t->moves
                                      : same == r->count || same == t->moves);
    if (good && !session_over(s, score)) {
        move_on(s);
        good = session_store_change(found, s, NULL) == DUEL_OK;
    }
    session_free(s);
    return good;
}

/* The base as it is found later, sound, with every table as it was told. */
static bool all_is_found(disk *d, const truth list[SLOTS], uint64_t seed)
{
    char above[PLACE_TEXT];
    data_store *store = NULL;
    PLACE(later);
    snprintf(above, sizeof above, "%s/share", later.root);
    mkdir(above, 0700);
    mkdir(later.dir, 0700);
    disk_power_cut(d, later.dir, seed);
    bool good =
        store_open(later.dir, &store, NULL) == DUEL_OK && store_check(store, NULL) == DUEL_OK;
    for (int i = 0; good && i < SLOTS; i++)
        good = list[i].id[0] == '\0' || is_as_told(store, &list[i]);
    store_close(store);
    return good;
}

/* At a change of any file, on the thread that made it. What was told by then is on the platter:
 * it cannot become less while the others wait here. */
static void fail_the_power(void *self)
{
    power_world *w = self;
    pthread_mutex_lock(&w->lock);
    if (w->cuts < w->wanted) {
        w->cuts++;
        w->broken += !all_is_found(w->d, w->truth, w->cuts % 3 ? (uint64_t)w->cuts : 0);
    }
    pthread_mutex_unlock(&w->lock);
}

static void tell_truth(store_write *write)
{
    slot *s = (slot *)write;
    power_world *w = s->world;
    truth *t = &w->truth[s - w->slot];
    assert_ok(session_settle(s->session, NULL));
    const duel_record *r = session_record(s->session);
    pthread_mutex_lock(&w->lock);
    t->told = (t->told < 0 ? 0 : t->told) + t->coming;
    t->coming = 0;
    t->moves = r->count;
    if (r->count)
        memcpy(t->move, r->move, r->count * sizeof *r->move);
    pthread_mutex_unlock(&w->lock);
    w->waiting--;
}

static void submit_change(power_world *w, slot *s, bool fresh)
{
    store_changes *batch = session_pending(s->session);
    truth *t = &w->truth[s - w->slot];
    pthread_mutex_lock(&w->lock);
    if (fresh) {
        *t = (truth){.told = -1};
        snprintf(t->id, sizeof t->id, "%s", session_id(s->session));
    }
    t->coming = (int64_t)batch->count;
    pthread_mutex_unlock(&w->lock);
    s->write = (store_write){.batch = batch, .done = tell_truth};
    w->waiting++;
    store_writer_submit(w->writer, &s->write);
}

/* A new game, a move, a turn taken back, or the end. */
static void change_something(power_world *w, slot *s)
{
    int32_t score[DUEL_SEATS];
    bool over = s->session && session_over(s->session, score);
    bool fresh = s->session == NULL || over;
    if (fresh) {
        session_free(s->session);
        s->session = new_table(w->store, true);
    } else if (moves_of(s->session) > 2 && duel_rng_below(&w->rng, 6) == 0) {
        assert_ok(undo_last(s->session, NOW, NULL));
    } else if (duel_rng_below(&w->rng, 20) == 0) {
        assert_ok(session_end(s->session, DUEL_BY_RESIGNING, 1, NOW, NULL));
    } else {
        move_on(s->session);
    }
    submit_change(w, s, fresh);
}

static void live_a_round(power_world *w)
{
    for (int i = 0; i < SLOTS; i++)
        change_something(w, &w->slot[i]);
    while (w->waiting) {
        while (!atomic_exchange(&w->news, false))
            nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        store_writer_collect(w->writer);
    }
}

/* How many of so many power cuts lost something. */
static int cuts_that_lost(int wanted, bool broken_syncs)
{
    power_world *w = calloc(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    duel_rng_init_number(&w->rng, 11);
    place_init(&w->p);
    w->d = disk_new(w->p.dir);
    w->store = open_at(&w->p);
    assert_ok(store_writer_new(w->store, wake, &w->news, &w->writer, NULL));
    for (int i = 0; i < SLOTS; i++)
        w->slot[i].world = w;
    if (broken_syncs)
        disk_break_syncs(w->d);
    w->wanted = wanted;
    disk_watch(w->d, fail_the_power, w);
    for (int round = 1; w->cuts < wanted; round++) {
        live_a_round(w);
        if (round % FOLD_EVERY == 0)
            assert_ok(store_checkpoint(w->store, NULL));
    }
    store_writer_free(w->writer);
    for (int i = 0; i < SLOTS; i++)
        session_free(w->slot[i].session);
    store_close(w->store);
    disk_free(w->d);
    place_fini(&w->p);
    int broken = w->broken;
    free(w);
    return broken;
}

TEST(tables_survive_thousands_of_power_cuts)
{
    assert_int_equal(cuts_that_lost(check_sample(150, 20000), false), 0);
}

/* The test can fail: on a disk that only says that it has synced, things are lost. */
TEST(without_syncs_something_is_lost)
{
    assert_true(cuts_that_lost(100, true) > 0);
}
