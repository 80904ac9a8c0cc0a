/* tests/store/test_sweep.c -- games that nobody will miss leave the base, and no others: a
 * folder lives through months, by a clock of this file, and a model that knows the rules as
 * store/store.h draws them, but neither the store nor its SQL, says what is left. */
#include "disk.h"
#include "place.h"

#include "check.h"
#include "kept.h"
#include "store/store.h"
#include "table/inside.h"

enum { HOUR = 3600, DAY = 86400, BEGINNING = 1700000000, GAMES = 4000 };

/* ---- the model -------------------------------------------------------------------------- */

typedef struct life {
    char id[STORE_ID_TEXT];
    game_session *s; /* somebody may go on with it; NULL: nobody will */
    int64_t touched;
    int moves;
    bool over, invited, profile;
    bool sat_at; /* by somebody, now */
    bool gone;
} life;

typedef struct world {
    data_store *store;
    disk *fast;
    place at;
    duel_rng rng;
    int64_t now, days; /* what the owner has set */
    bool own;
    life *life;
    int count, swept;
} world;

static bool model_lets_go(const world *w, const life *l)
{
    int64_t age = w->now - l->touched;
    if (l->gone || l->sat_at)
        return false;
    if (l->moves == 0 && !l->over)
        return age > (l->invited ? 30 : 1) * DAY;
    return w->days > 0 && age > w->days * DAY && (w->own || !l->profile);
}

/* ---- what happens ----------------------------------------------------------------------- */

static uint32_t any(world *w, uint32_t below)
{
    return duel_rng_below(&w->rng, below);
}

static void begin_game(world *w)
{
    static const char *const games[] = {"nim matches=9", "tictactoe"};
    static const char *const machines[] = {"level:1", "expert"};
    life *l = &w->life[w->count++];
    duel_variant v = check_variant(games[any(w, 2)]);
    bool two = any(w, 2), free_seat = two && any(w, 2), table = free_seat || any(w, 2);
    session_opening o = {
        .variant = &v,
        .seats = {duel_str_of("human"), duel_str_of(two ? "human" : machines[any(w, 2)])},
        .terms = {.table = table, .open = free_seat ? 2 : 0}};
    assert_true(w->count < GAMES);
    *l = (life){.touched = w->now, .invited = two, .sat_at = any(w, 4) == 0};
    assert_ok(session_store_new(w->store, &o, NULL, w->now, &l->s, NULL));
    assert_ok(session_store_change(w->store, l->s, NULL));
    snprintf(l->id, sizeof l->id, "%s", session_id(l->s));
}

static void play_in(world *w, life *l)
{
    duel_state view;
    duel_move list[DUEL_MOVES_MAX];
    int32_t score[DUEL_SEATS];
    const duel_variant *v = session_variant(l->s);
    session_view(l->s, session_turn(l->s), &view);
    uint32_t count = (uint32_t)v->game->moves(v, &view, list);
    assert_ok(kept(w->store, l->s, session_play(l->s, list[any(w, count)], w->now, NULL)));
    l->moves++;
    l->over = session_over(l->s, score);
}

/* Somebody does something at one of the tables that are still there. */
static void go_on_in(world *w, life *l)
{
    switch (any(w, 8)) {
    case 0:
        assert_ok(kept(w->store, l->s, session_end(l->s, DUEL_BY_RESIGNING, 0, w->now, NULL)));
        l->over = true;
        break;
    case 1:
        assert_ok(kept(w->store, l->s, session_name(l->s, 0, "somebody", w->now, NULL)));
        l->profile = true;
        break;
    case 2:
        if (l->moves == 0)
            return;
        assert_ok(kept(w->store, l->s, session_undo(l->s, 0, w->now, NULL)));
        l->moves = 0;
        break;
    default:
        play_in(w, l);
    }
    l->touched = w->now;
}

static void forget_game(life *l)
{
    session_free(l->s);
    l->s = NULL;
}

static void live_an_hour(world *w)
{
    w->now += HOUR;
    if (any(w, 3) == 0)
        begin_game(w);
    for (int i = 0; i < w->count; i++) {
        life *l = &w->life[i];
        if (l->s == NULL)
            continue;
        if (any(w, 40) == 0)
            l->sat_at = !l->sat_at;
        if (l->over || any(w, 200) == 0) {
            l->sat_at = false;
            forget_game(l);
        } else if (any(w, 20) == 0) {
            go_on_in(w, l);
        }
    }
}

/* ---- sweeping --------------------------------------------------------------------------- */

/* As a server does: piece by piece, sparing those at which somebody sits. */
static void sweep_world(world *w)
{
    store_sweep by = {w->now, w->days, w->own};
    store_sweep_sums piece = {.place = 0};
    int64_t gone = 0;
    do {
        assert_ok(store_sweep_find(w->store, &by, NULL, NULL, &piece, NULL));
        assert_true(piece.count <= STORE_SWEEP_PIECE);
        for (int i = 0; i < piece.count; i++)
            for (int k = 0; k < w->count; k++)
                if (strcmp(w->life[k].id, piece.game[i].id) == 0)
                    piece.game[i].spared = w->life[k].sat_at;
        assert_ok(store_sweep_away(w->store, &by, &piece, &gone, NULL));
    } while (!piece.last);
    w->swept += (int)gone;
}

typedef struct expected {
    world *w;
    int there;
} expected;

static bool expect_one(void *to, const saved_game *g)
{
    expected *e = to;
    e->there++;
    for (int i = 0; i < e->w->count; i++)
        if (strcmp(e->w->life[i].id, g->id) == 0)
            assert_false(e->w->life[i].gone);
    return true;
}

static void compare_with_model(world *w)
{
    expected e = {w, 0};
    int left = 0;
    for (int i = 0; i < w->count; i++) {
        life *l = &w->life[i];
        if (model_lets_go(w, l)) {
            l->gone = true;
            forget_game(l);
        }
        left += !l->gone;
    }
    assert_ok(store_list(w->store, expect_one, &e, NULL));
    assert_int_equal(e.there, left);
}

static void begin_world(world *w, uint64_t seed)
{
    *w = (world){.now = BEGINNING, .life = calloc(GAMES, sizeof *w->life)};
    w->fast = disk_new("/nowhere");
    place_init(&w->at);
    w->store = open_at(&w->at);
    duel_rng_init_number(&w->rng, seed);
}

static void end_world(world *w)
{
    for (int i = 0; i < w->count; i++)
        forget_game(&w->life[i]);
    free(w->life);
    store_close(w->store);
    place_fini(&w->at);
    disk_free(w->fast);
}

TEST(a_folder_lives_through_months)
{
    world w;
    for (uint64_t seed = 1; seed <= (uint64_t)check_sample(2, 20); seed++) {
        begin_world(&w, seed);
        for (int day = 0; day < check_sample(120, 400); day++) {
            for (int hour = 0; hour < 24; hour++)
                live_an_hour(&w);
            if (day % 40 == 30) {
                w.days = (int64_t)any(&w, 3) * 15;
                w.own = any(&w, 2);
            }
            sweep_world(&w);
            compare_with_model(&w);
        }
        assert_true(w.swept > w.count / 4 && w.swept < w.count);
        end_world(&w);
    }
}

/* ---- the rules, one by one -------------------------------------------------------------- */

static int64_t swept_at(world *w, int64_t later, int64_t days, bool own)
{
    int64_t gone;
    store_sweep by = {w->now + later, days, own};
    assert_ok(store_sweep_all(w->store, &by, NULL, NULL, &gone, NULL));
    return gone;
}

static game_session *begin_with(world *w, const char *other, unsigned open)
{
    duel_variant v = check_variant("tictactoe");
    session_opening o = {.variant = &v,
                         .seats = {duel_str_of("human"), duel_str_of(other)},
                         .terms = {.table = true, .open = open}};
    game_session *s = NULL;
    assert_ok(session_store_new(w->store, &o, NULL, w->now, &s, NULL));
    assert_ok(session_store_change(w->store, s, NULL));
    return s;
}

TEST(times_are_kept_to_the_second)
{
    world w;
    begin_world(&w, 1);
    session_free(begin_with(&w, "level:3", 0));
    assert_int_equal(swept_at(&w, DAY, 0, false), 0);
    assert_int_equal(swept_at(&w, DAY + 1, 0, false), 1);
    session_free(begin_with(&w, "human", 0));
    session_free(begin_with(&w, "human", 2));
    assert_int_equal(swept_at(&w, 30 * DAY, 0, false), 0);
    assert_int_equal(swept_at(&w, 30 * DAY + 1, 0, false), 2);
    game_session *s = begin_with(&w, "human", 0);
    assert_ok(kept(w.store, s, session_play_text(s, duel_str_of("b2"), w.now, NULL)));
    assert_int_equal(swept_at(&w, 9000 * DAY, 0, false), 0); /* never, unless it is said */
    assert_int_equal(swept_at(&w, 90 * DAY, 90, false), 0);
    assert_int_equal(swept_at(&w, 90 * DAY + 1, 90, false), 1);
    session_free(s);
    end_world(&w);
}

TEST(a_game_touched_meanwhile_stays)
{
    world w;
    int64_t gone = 0;
    store_sweep_sums piece = {.place = 0};
    begin_world(&w, 1);
    game_session *s = begin_with(&w, "level:3", 0);
    store_sweep by = {w.now + 2 * DAY, 0, false};
    assert_ok(store_sweep_find(w.store, &by, NULL, NULL, &piece, NULL));
    assert_int_equal(piece.count, 1);
    assert_ok(kept(w.store, s, session_play_text(s, duel_str_of("b2"), w.now + 2 * DAY, NULL)));
    assert_ok(store_sweep_away(w.store, &by, &piece, &gone, NULL));
    assert_int_equal(gone, 0);
    session_free(s);
    end_world(&w);
}
