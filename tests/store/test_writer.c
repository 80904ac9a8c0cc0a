/* tests/store/test_writer.c -- changes on their way to the disk: sessions that wait, the
 * writer that groups them, and what a session does again after a restart. */
#include "by_hand.h"
#include "place.h"

#include "base/clock.h"
#include "check.h"
#include "kept.h"
#include "store/inside.h"
#include "store/writer.h"
#include "table/inside.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

bool __real_duel_clock_wait(pthread_cond_t *c, pthread_mutex_t *lock, double until);
bool __wrap_duel_clock_wait(pthread_cond_t *c, pthread_mutex_t *lock, double until);

/* ---- helpers ---------------------------------------------------------------------------- */

/* `waits`: it is still to be stored. */
static game_session *table(data_store *store, const char *game, game_terms terms, bool waits)
{
    duel_variant v = check_variant(game);
    game_session *s = NULL;
    session_opening o = {.variant = &v, .terms = terms};
    for (int i = 0; i < v.seats; i++)
        o.seats[i] = duel_str_of("human");
    assert_ok(session_store_new(store, &o, NULL, 1, &s, NULL));
    if (!waits)
        assert_ok(session_store_change(store, s, NULL));
    return s;
}

/* Stores what waits, and settles it. */
static duel_status store_it(data_store *store, game_session *s, duel_msg *why)
{
    store_changes *batch = session_pending(s);
    assert_non_null(batch);
    store_append(store, batch, NULL);
    return session_settle(s, why);
}

static duel_status play(game_session *s, const char *text, duel_msg *why)
{
    duel_state view;
    duel_move move;
    session_view(s, session_turn(s), &view);
    duel_status status =
        duel_read_move(session_variant(s), &view, duel_str_of(text), &move, why);
    return status == DUEL_OK ? session_play(s, move, 2, why) : status;
}

static game_session *resumed(data_store *store, const char *id)
{
    game_session *s = NULL;
    assert_ok(session_store_load(store, id, &s, NULL));
    return s;
}

static size_t moves(const game_session *s)
{
    return session_record(s)->count;
}

/* ---- what waits for the disk ------------------------------------------------------------ */

TEST(nothing_changes_before_it_is_stored)
{
    duel_msg why = {0};
    const duel_move *drafted;
    PLACE(p);
    STORE(store, &p);
    game_session *s = table(store, "tictactoe", (game_terms){.table = true}, true);
    assert_ok(store_it(store, s, &why));
    assert_ok(play(s, "b2", &why));
    assert_non_null(session_pending(s));
    assert_int_equal(moves(s), 0);
    assert_int_equal(session_turn(s), 0);
    /* everything else is refused meanwhile */
    assert_int_equal(play(s, "a1", &why), DUEL_REFUSED);
    assert_int_equal(undo_last(s, 3, &why), DUEL_REFUSED);
    assert_int_equal(session_end(s, DUEL_BY_RESIGNING, 0, 3, &why), DUEL_REFUSED);
    assert_int_equal(session_claim(s, 0, 3, &why), DUEL_REFUSED);
    assert_int_equal(session_mark(s, false, 3, &why), DUEL_REFUSED);
    assert_int_equal(session_reseat(s, 0, duel_str_of("human"), true, 3, &why), DUEL_REFUSED);
    assert_false(session_take_back(s));
    assert_ok(store_it(store, s, &why));
    assert_int_equal(moves(s), 1);
    assert_int_equal(session_drafted(s, &drafted), 0);
    assert_int_equal(session_turn(s), 1);
    session_free(s);
}

TEST(what_cannot_be_stored_is_not_done)
{
    duel_msg why = {0};
    PLACE(p);
    STORE(store, &p);
    game_session *s = table(store, "tictactoe", (game_terms){.table = true}, true);
    assert_ok(store_it(store, s, &why));
    assert_ok(play(s, "b2", &why));
    store_changes *batch = session_pending(s);
    batch->status = DUEL_NO_SPACE;
    duel_say(&batch->why, N_("There is no saved game “{0}”."), "c", "x");
    assert_int_equal(session_settle(s, &why), DUEL_NO_SPACE);
    assert_string_equal(check_english(&why), "There is no saved game “x”.");
    assert_null(session_pending(s));
    assert_int_equal(moves(s), 0);
    assert_true(session_ready(s)); /* the draft stays: it can be tried again, or taken back */
    assert_true(session_take_back(s));
    assert_ok(play(s, "b2", &why));
    assert_ok(store_it(store, s, &why));
    assert_int_equal(moves(s), 1);
    session_free(s);
}

/* What a table went through is there again: nothing of it is kept in memory only. */
TEST(a_restart_does_it_all_again)
{
    duel_msg why = {0};
    char id[STORE_ID_TEXT];
    PLACE(p);
    STORE(store, &p);
    game_terms terms = {
        .table = true, .open = 2, .advice = ADVICE_SHOWN, .main = 60000, .more = 2000};
    game_session *s = table(store, "tictactoe", terms, false);
    memcpy(id, session_id(s), sizeof id);
    assert_ok(kept(store, s, session_claim(s, 1, 2, &why)));
    assert_ok(kept(store, s, session_mark(s, false, 2, &why)));
    session_stop_clock(s, 51234);
    assert_ok(kept(store, s, play(s, "b2", &why)));
    assert_ok(kept(store, s, session_reseat(s, 1, duel_str_of("random"), false, 2, &why)));
    assert_true(session_kept(s, 1) && !session_kept(s, 0));
    assert_ok(kept(store, s, session_reseat(s, 1, duel_str_of("human"), true, 2, &why)));
    assert_ok(kept(store, s, play(s, "a1", &why)));
    assert_ok(kept(store, s, session_end(s, DUEL_BY_TIME, 0, 3, &why)));
    assert_int_equal(kept(store, s, session_end(s, DUEL_BY_TIME, 1, 3, &why)), DUEL_REFUSED);
    session_free(s);
    s = resumed(store, id);
    const game_terms *t = session_terms(s);
    int32_t score[DUEL_SEATS];
    assert_true(t->table && t->open == 0 && t->advice == ADVICE_SHOWN);
    assert_true(t->main == 60000 && t->more == 2000 && !t->analysis);
    assert_int_equal(session_left(s, 0), 51234);
    assert_int_equal(session_left(s, 1), 60000);
    assert_true(session_assisted(s) && !session_observed(s));
    assert_int_equal(session_seat_changes(s, 0), 0);
    assert_int_equal(session_seat_changes(s, 1), 2); /* claimed, then taken over */
    assert_true(session_human(s, 1) && !session_kept(s, 1));
    assert_int_equal(moves(s), 2);
    assert_true(session_over(s, score));
    assert_true(score[0] == 0 && score[1] == 1);
    assert_int_equal(session_record(s)->ending, DUEL_BY_TIME);
    assert_int_equal(kept(store, s, play(s, "c3", &why)), DUEL_REFUSED);
    assert_int_equal(kept(store, s, undo_last(s, 4, &why)), DUEL_REFUSED);
    session_free(s);
}

static bool take_finished(void *to, const saved_game *game)
{
    *(bool *)to = game->finished;
    return false;
}

TEST(a_game_taken_back_from_its_end_goes_on)
{
    static const char *const line[] = {"b2", "a1", "b1", "a2", "b3"};
    duel_msg why = {0};
    bool finished = false;
    PLACE(p);
    STORE(store, &p);
    game_session *s = table(store, "tictactoe", (game_terms){.table = true}, false);
    for (size_t i = 0; i < 5; i++)
        assert_ok(kept(store, s, play(s, line[i], &why)));
    store_load(store, session_id(s), take_finished, &finished, &why);
    assert_true(finished);
    assert_ok(kept(store, s, undo_last(s, 4, &why)));
    store_load(store, session_id(s), take_finished, &finished, &why);
    assert_false(finished);
    session_free(s);
}

/* ---- profiles --------------------------------------------------------------------------- */

static bool take_standing(void *to, const store_standing *row)
{
    *(store_standing *)to = *row;
    return true;
}

TEST(a_finished_game_is_counted_once)
{
    static const char *const line[] = {"b2", "a1", "b1", "a2", "b3"};
    duel_msg why = {0};
    store_standing row = {.games = 0};
    PLACE(p);
    STORE(store, &p);
    assert_ok(store_profile_add(store, "ada", duel_str_of("Ada"), duel_str_of("x"), 1, &why));
    assert_int_equal(
        store_profile_add(store, "ada", duel_str_of("Eve"), duel_str_of("y"), 1, &why),
        DUEL_REFUSED);
    game_session *s = table(store, "tictactoe", (game_terms){.table = true}, false);
    assert_ok(kept(store, s, session_name(s, 0, "ada", 2, &why)));
    assert_ok(kept(store, s, session_name(s, 1, "gone", 2, &why))); /* no such profile */
    for (size_t i = 0; i < 5; i++)
        assert_ok(kept(store, s, play(s, line[i], &why)));
    assert_ok(kept(store, s, undo_last(s, 4, &why))); /* taken back and won again */
    assert_ok(kept(store, s, play(s, "b3", &why)));
    session_free(s);
    assert_ok(store_results(store, "ada", take_standing, &row, &why));
    assert_true(row.games == 1 && row.won == 1 && row.assisted == 1 && !row.scored);
    row.games = 0;
    assert_ok(store_results(store, "gone", take_standing, &row, &why));
    assert_int_equal(row.games, 0);
}

/* Whoever holds both seats has beaten nobody. */
TEST(a_game_against_oneself_is_not_counted)
{
    static const char *const line[] = {"b2", "a1", "b1", "a2", "b3"};
    store_standing row = {.games = 0};
    PLACE(p);
    STORE(store, &p);
    store_profile_add(store, "ada", duel_str_of("Ada"), duel_str_of("x"), 1, NULL);
    game_session *s = table(store, "tictactoe", (game_terms){.table = true}, false);
    for (int seat = 0; seat < 2; seat++)
        assert_ok(kept(store, s, session_name(s, seat, "ada", 2, NULL)));
    for (size_t i = 0; i < 5; i++)
        assert_ok(kept(store, s, play(s, line[i], NULL)));
    session_free(s);
    assert_ok(store_results(store, "ada", take_standing, &row, NULL));
    assert_int_equal(row.games, 0);
}

/* A game of this many openings, begun for a profile: the hash of what was dealt. */
static void begin_for(data_store *store, const char *game, const char *options, const char *who,
                      const char *seed, char opening[DUEL_POSITION_HASH])
{
    game_session *s = NULL;
    duel_variant v;
    duel_state state;
    assert_ok(duel_variant_read(catalogue_find_game(duel_str_of(game)), duel_str_of(options),
                                &v, NULL));
    session_opening o = {.variant = &v, .seed = duel_str_of(seed)};
    for (int i = 0; i < v.seats; i++)
        o.seats[i] = duel_str_of("human");
    assert_ok(session_store_new(store, &o, who, 1, &s, NULL));
    assert_ok(session_store_change(store, s, NULL));
    assert_ok(duel_record_begin(session_record(s), &state, NULL));
    duel_position_hash(&v, &state, opening);
    session_free(s);
}

static bool is_known(data_store *store, const char *game, const char *who, const char *opening)
{
    bool known = false;
    store_deal dealt = {who, opening};
    unsigned rules = catalogue_find_game(duel_str_of(game))->version;
    assert_ok(store_deal_known(store, duel_str_of(game), rules, &dealt, &known, NULL));
    return known;
}

/* Three openings are all there are: each is dealt once before one comes back. */
TEST(no_opening_comes_back_before_it_must)
{
    static const char three[] = "size=4 pits=0 difficulty=medium";
    char dealt[3][DUEL_POSITION_HASH], more[DUEL_POSITION_HASH];
    PLACE(p);
    STORE(store, &p);
    store_profile_add(store, "ada", duel_str_of("Ada"), duel_str_of("x"), 1, NULL);
    store_profile_add(store, "bob", duel_str_of("Bob"), duel_str_of("x"), 1, NULL);
    begin_for(store, "wumpus", three, "ada", "7", more); /* a seed of one's own is not kept */
    assert_false(is_known(store, "wumpus", "ada", more));
    for (int i = 0; i < 3; i++) {
        begin_for(store, "wumpus", i == 1 ? "size=4 pits=0 difficulty=medium reveals=0" : three,
                  "ada", "", dealt[i]);
        assert_true(is_known(store, "wumpus", "ada", dealt[i]));
        assert_false(is_known(store, "wumpus", "bob", dealt[i]));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(dealt[i], dealt[k]);
    }
    begin_for(store, "wumpus", three, "ada", "", more);
    assert_true(strcmp(more, dealt[0]) == 0 || strcmp(more, dealt[1]) == 0 ||
                strcmp(more, dealt[2]) == 0);
    begin_for(store, "wumpus", three, "gone", "", more); /* no such profile: nothing is kept */
    assert_false(is_known(store, "wumpus", "gone", more));
    begin_for(store, "nim", "", "ada", "", more); /* always the same: nothing to draw */
    assert_false(is_known(store, "nim", "ada", more));
}

/* ---- the writer ------------------------------------------------------------------------- */

enum { TABLES = 60, TURNS = 8 };

typedef struct promise {
    store_write write; /* first, so that a write leads to its promise */
    game_session *session;
    int *settled;
    duel_status status;
} promise;

static void settle(store_write *w)
{
    promise *p = (promise *)w;
    duel_msg why;
    p->status = session_settle(p->session, &why);
    ++*p->settled;
}

static void wake(void *self)
{
    atomic_store((atomic_bool *)self, true);
}

static void submit_all(store_writer *w, promise *list, atomic_bool *news, int *settled)
{
    *settled = 0;
    for (int i = 0; i < TABLES; i++) {
        list[i].write =
            (store_write){.batch = session_pending(list[i].session), .done = settle};
        store_writer_submit(w, &list[i].write);
    }
    while (*settled < TABLES) {
        while (!atomic_exchange(news, false))
            nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        store_writer_collect(w);
    }
    for (int i = 0; i < TABLES; i++)
        assert_ok(list[i].status);
}

TEST(many_tables_share_the_disk)
{
    static const char *const line[TURNS] = {"b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"};
    promise list[TABLES];
    atomic_bool news = false;
    int settled;
    store_writer *w = NULL;
    PLACE(p);
    STORE(store, &p);
    assert_ok(store_writer_new(store, wake, &news, &w, NULL));
    for (int i = 0; i < TABLES; i++) {
        list[i].session = table(store, "tictactoe", (game_terms){.table = true}, true);
        list[i].settled = &settled;
    }
    submit_all(w, list, &news, &settled);
    for (int turn = 0; turn < TURNS; turn++) {
        for (int i = 0; i < TABLES; i++)
            assert_ok(play(list[i].session, line[turn], NULL));
        submit_all(w, list, &news, &settled);
    }
    store_writer_free(w);
    for (int i = 0; i < TABLES; i++) {
        char id[STORE_ID_TEXT];
        memcpy(id, session_id(list[i].session), sizeof id);
        session_free(list[i].session);
        game_session *s = resumed(store, id);
        assert_int_equal(moves(s), TURNS);
        session_free(s);
    }
}

TEST(a_writer_that_ends_writes_what_waits)
{
    atomic_bool news = false;
    int settled = 0;
    store_writer *w = NULL;
    PLACE(p);
    STORE(store, &p);
    assert_ok(store_writer_new(store, wake, &news, &w, NULL));
    promise one = {.session = table(store, "nim", (game_terms){.table = true}, true),
                   .settled = &settled};
    one.write = (store_write){.batch = session_pending(one.session), .done = settle};
    store_writer_submit(w, &one.write);
    store_writer_free(w);
    assert_int_equal(settled, 1);
    assert_ok(one.status);
    session_free(one.session);
}

/* Whether the base itself, without its log, holds some text. */
static bool base_holds(const place *p, const char *text)
{
    static char bytes[1 << 20];
    FILE *f = fopen(p->file, "rb");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f), length = strlen(text);
    fclose(f);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(bytes + i, text, length) == 0)
            return true;
    return false;
}

static atomic_bool no_pause_ends;

/* A second ends when the test says so. */
bool __wrap_duel_clock_wait(pthread_cond_t *c, pthread_mutex_t *lock, double until)
{
    bool held = no_pause_ends;
    while (no_pause_ends)
        if (__real_duel_clock_wait(c, lock, duel_clock() + 0.005))
            return true;
    return !held && __real_duel_clock_wait(c, lock, until);
}

TEST(the_log_is_folded_in_a_pause)
{
    atomic_bool news = false;
    int settled = 0;
    store_writer *w = NULL;
    PLACE(p);
    no_pause_ends = true;
    STORE(store, &p);
    assert_ok(store_writer_new(store, wake, &news, &w, NULL));
    promise one = {.session = table(store, "nim", (game_terms){.table = true}, true),
                   .settled = &settled};
    one.write = (store_write){.batch = session_pending(one.session), .done = settle};
    store_writer_submit(w, &one.write);
    while (settled == 0) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        store_writer_collect(w);
    }
    assert_int_equal(settled, 1);
    const char *id = session_id(one.session);
    assert_false(base_holds(&p, id)); /* stored, in the log */
    no_pause_ends = false;
    for (int ms = 0; ms < 60000 && !base_holds(&p, id); ms++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    assert_true(base_holds(&p, id));
    store_writer_free(w);
    session_free(one.session);
}

/* ---- an older base ---------------------------------------------------------------------- */

/* A base as the first version made it has neither terms nor profiles; its games go on. */
TEST(an_older_base_is_brought_up_to_date)
{
    char id[STORE_ID_TEXT];
    PLACE(p);
    data_store *store = open_at(&p);
    game_session *s = table(store, "tictactoe", (game_terms){.table = false}, false);
    assert_ok(kept(store, s, play(s, "b2", NULL)));
    memcpy(id, session_id(s), sizeof id);
    session_free(s);
    store_close(store);
    change_by_hand(
        p.file,
        "DROP INDEX game_loose; ALTER TABLE game DROP COLUMN terms; DROP TABLE tally; DROP TABLE deal;"
        "DROP TABLE attempt; DROP TABLE exercise; DROP TABLE rating; DROP TABLE profile; DROP TABLE daily;"
        "PRAGMA user_version = 1;");
    store = open_at(&p);
    s = resumed(store, id);
    assert_int_equal(moves(s), 1);
    assert_false(session_terms(s)->table);
    assert_ok(kept(store, s, play(s, "a1", NULL)));
    session_free(s);
    assert_ok(store_check(store, NULL));
    store_close(store);
}

/* A base of the second version has profiles, and does not know what they were dealt. */
TEST(a_base_without_deals_learns_them)
{
    char opening[DUEL_POSITION_HASH];
    PLACE(p);
    data_store *store = open_at(&p);
    store_profile_add(store, "ada", duel_str_of("Ada"), duel_str_of("x"), 1, NULL);
    store_close(store);
    change_by_hand(
        p.file, "DROP TABLE deal; DROP TABLE attempt; DROP TABLE exercise; DROP TABLE rating;"
                "ALTER TABLE tally DROP COLUMN reviewed; PRAGMA user_version = 2;");
    store = open_at(&p);
    begin_for(store, "wumpus", "size=5", "ada", "", opening);
    assert_true(is_known(store, "wumpus", "ada", opening));
    assert_ok(store_check(store, NULL));
    store_close(store);
}

/* ---- whose turn it is to write ---------------------------------------------------------- */

enum { QUEUE = 4 };

typedef struct in_line {
    write_turn *gate;
    pthread_t thread;
    int number;
    int *order, *entered;
} in_line;

static void *enter_once(void *self)
{
    in_line *l = self;
    write_turn_enter(l->gate);
    l->order[(*l->entered)++] = l->number;
    write_turn_leave(l->gate);
    return NULL;
}

/* Nobody passes another, not even the one who was inside and comes again at once. */
TEST(who_comes_first_writes_first)
{
    in_line line[QUEUE];
    int order[QUEUE + 1] = {0}, entered = 0;
    write_turn *g = write_turn_new();
    assert_non_null(g);
    write_turn_enter(g);
    for (int i = 0; i < QUEUE; i++) {
        line[i] = (in_line){.gate = g, .number = i + 1, .order = order, .entered = &entered};
        assert_int_equal(pthread_create(&line[i].thread, NULL, enter_once, &line[i]), 0);
        while (write_turn_waiting(g) <= i)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    write_turn_leave(g);
    in_line again = {.gate = g, .number = QUEUE + 1, .order = order, .entered = &entered};
    enter_once(&again);
    for (int i = 0; i < QUEUE; i++)
        pthread_join(line[i].thread, NULL);
    for (int i = 0; i <= QUEUE; i++)
        assert_int_equal(order[i], i + 1);
    write_turn_let_go(g);
}
