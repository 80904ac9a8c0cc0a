/* tests/table/test_session.c -- sessions, claims and players. */
#include "check.h"

#include "core/record.h"
#include "kept.h"
#include "lab/verify.h"
#include "store/place.h"
#include "table/advice.h"
#include "table/inside.h"
#include "table/players.h"

enum { NOW = 1000000, MEMORY = 64 << 20 };

/* ---- sessions --------------------------------------------------------------------------- */

static game_session *new_session(data_store *store, const char *variant, const char *a,
                                 const char *b)
{
    duel_variant v = check_variant(variant);
    session_opening o = {
        .variant = &v, .seed = duel_str_of("5"), .seats = {duel_str_of(a), duel_str_of(b)}};
    game_session *s = NULL;
    duel_msg why = {0};
    if (session_store_new(store, &o, NULL, NOW, &s, &why) != DUEL_OK ||
        session_store_change(store, s, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    return s;
}

static duel_status type(data_store *store, game_session *s, const char *text)
{
    duel_state view;
    duel_move move;
    duel_msg why = {0};
    session_view(s, session_turn(s), &view);
    duel_status status =
        duel_read_move(session_variant(s), &view, duel_str_of(text), &move, &why);
    return status == DUEL_OK ? kept(store, s, session_play(s, move, NOW, &why)) : status;
}

static table_players *cast_of(data_store *store, const game_session *s)
{
    table_players *cast = NULL;
    duel_msg why = {0};
    if (table_players_new(store, session_variant(s), MEMORY, MEMORY, NULL, &cast, &why) !=
        DUEL_OK)
        fail_msg("%s", check_english(&why));
    table_players_sync(cast, s);
    return cast;
}

/* The machine at the seat to move plays. */
static void answer_by_machine(table_players *cast, game_session *s)
{
    CHECK_ANSWER(a);
    duel_state view;
    duel_think t = {.view = &view, .seat = session_turn(s), .seconds = 1};
    session_view(s, t.seat, &view);
    assert_ok(table_players_think(cast, &t, a, NULL));
    assert_ok(kept(NULL, s, session_play(s, a->plan[0], NOW, NULL)));
}

TEST(moves_and_undo_survive_in_the_store)
{
    PLACE(at);
    STORE(store, &at);
    game_session *s = new_session(store, "nim matches=11", "human", "human"), *again = NULL;
    char id[STORE_ID_TEXT];
    duel_msg why = {0};
    assert_ok(type(store, s, "3"));
    assert_int_equal(type(store, s, "3"), DUEL_REFUSED); /* just taken */
    assert_ok(type(store, s, "1"));
    assert_ok(kept(store, s, undo_last(s, NOW, &why)));
    assert_ok(type(store, s, "2"));
    strcpy(id, session_id(s));
    session_free(s);
    assert_ok(session_store_load(store, id, &again, &why));
    const duel_record *r = session_record(again);
    assert_int_equal(r->count, 2);
    assert_int_equal(r->move[0], 3);
    assert_int_equal(r->move[1], 2);
    assert_true(session_assisted(again));
    assert_int_equal(session_store_load(store, "nosuchgame", &s, &why), DUEL_INVALID);
    session_free(again);
}

TEST(a_game_is_taken_up_without_its_program)
{
    PLACE(at);
    STORE(store, &at);
    saved_game header = {.game = duel_str_of("nim"),
                         .rules = check_variant("nim").game->version,
                         .variant = duel_str_of("matches=11"),
                         .seed = duel_str_of("5"),
                         .seats = duel_str_of("human cmd:/nowhere/bot:colour=red")};
    duel_rng rng = check_rng(1);
    char id[STORE_ID_TEXT];
    duel_msg why = {0};
    game_session *s = NULL;
    duel_answer answer;
    duel_state view;
    duel_think call = {.view = &view, .seat = 1, .seconds = 1};
    assert_ok(make_game(store, &header, NOW, &rng, id));
    assert_ok(session_store_load(store, id, &s, &why));
    assert_ok(type(store, s, "3"));
    table_players *cast = cast_of(store, s);
    session_view(s, 1, &view);
    assert_int_not_equal(table_players_think(cast, &call, &answer, &why), DUEL_OK);
    assert_true(table_players_forfeits(cast, 1)); /* it has lost, in its own turn */
    assert_false(table_players_forfeits(cast, 0));
    table_players_free(cast);
    session_free(s);
}

/* Whoever begins a game is told at once, whatever seat the program is to have. */
TEST(a_program_that_is_not_there_begins_no_game)
{
    duel_variant v = check_variant("nim matches=9");
    for (int seat = 0; seat < 2; seat++) {
        game_session *s;
        session_opening o = {.variant = &v, .seed = duel_str_of("1")};
        o.seats[seat] = duel_str_of("cmd:/nowhere/at/all");
        o.seats[1 - seat] = duel_str_of("human");
        assert_ok(session_new(&o, NOW, &s, NULL));
        table_players *cast = cast_of(NULL, s);
        assert_int_equal(table_players_begin(cast, NULL), DUEL_INVALID);
        table_players_free(cast);
        session_free(s);
    }
}

TEST(a_draft_is_seen_by_its_seat_alone)
{
    game_session *s = new_session(NULL, "duo", "human", "human");
    const duel_variant *v = session_variant(s);
    duel_state own, other, before, after;
    const duel_move *moves;
    duel_msg why = {0};
    session_view(s, 1, &before);
    assert_ok(type(NULL, s, "a1-"));
    assert_int_equal(session_drafted(s, &moves), 1);
    assert_false(session_ready(s));
    assert_int_equal(session_validate(s, NOW, &why), DUEL_REFUSED);
    session_view(s, 1, &after);
    assert_true(duel_states_equal(v, &before, &after));
    session_view(s, 0, &own);
    assert_false(duel_states_equal(v, &own, &after));
    assert_ok(type(NULL, s, "2"));
    assert_true(session_ready(s));
    assert_int_equal(session_turn(s), 0); /* not yet confirmed */
    assert_true(session_take_back(s));
    assert_true(session_take_back(s));
    assert_false(session_take_back(s));
    assert_ok(type(NULL, s, "b2+"));
    assert_ok(type(NULL, s, "1"));
    assert_ok(kept(NULL, s, session_validate(s, NOW, &why)));
    assert_int_equal(session_turn(s), 1);
    session_view(s, 1, &other);
    assert_false(duel_states_equal(v, &other, &before));
    session_free(s);
}

TEST(undo_alone_goes_back_to_the_persons_decision)
{
    game_session *s = new_session(NULL, "tictactoe", "human", "exact");
    table_players *cast = cast_of(NULL, s);
    duel_msg why = {0};
    assert_ok(type(NULL, s, "b2"));
    answer_by_machine(cast, s);
    assert_int_equal(session_record(s)->count, 2);
    assert_ok(kept(NULL, s, undo_last(s, NOW, &why)));
    assert_int_equal(session_record(s)->count, 0);
    assert_int_equal(undo_last(s, NOW, &why), DUEL_REFUSED);
    table_players_free(cast);
    session_free(s);
}

/* An engine that plays anything and counts how often it was told to forget. */
static duel_status open_at_counter(int *forgotten, void **self)
{
    *forgotten = 0;
    *self = forgotten;
    return DUEL_OK;
}

static int solver_forgot, searcher_forgot;

static duel_status open_solver(const duel_variant *v, const duel_settings *settings,
                               size_t memory, void **self, duel_msg *why)
{
    (void)v, (void)settings, (void)memory, (void)why;
    return open_at_counter(&solver_forgot, self);
}

static duel_status open_searcher(const duel_variant *v, const duel_settings *settings,
                                 size_t memory, void **self, duel_msg *why)
{
    (void)v, (void)settings, (void)memory, (void)why;
    return open_at_counter(&searcher_forgot, self);
}

static duel_status think_proved(void *self, const duel_think *t, duel_answer *out,
                                duel_msg *why)
{
    (void)self, (void)t, (void)why;
    memset(out, 0, sizeof *out);
    out->proved = true;
    out->plan[out->plan_count++] = 1;
    return DUEL_OK;
}

static void count_forgetting(void *self)
{
    ++*(int *)self;
}

static void close_nothing(void *self)
{
    (void)self;
}

TEST(undo_makes_every_part_of_a_player_forget)
{
    static const duel_engine solver = {.name = "exact",
                                       .open = open_solver,
                                       .think = think_proved,
                                       .forget = count_forgetting,
                                       .close = close_nothing},
                             searcher = {.name = "alphabeta",
                                         .open = open_searcher,
                                         .think = think_proved,
                                         .forget = count_forgetting,
                                         .close = close_nothing};
    static const duel_engine *const engines[] = {&solver, &searcher, NULL};
    duel_variant v = check_variant("nim matches=11");
    duel_game watched = *v.game;
    watched.engines = engines;
    v.game = &watched;
    session_opening o = {.variant = &v,
                         .seed = duel_str_of("5"),
                         .seats = {duel_str_of("human"), duel_str_of("expert")}};
    game_session *s;
    assert_ok(session_new(&o, NOW, &s, NULL));
    assert_ok(session_store_change(NULL, s, NULL));
    table_players *cast = cast_of(NULL, s);
    assert_ok(type(NULL, s, "3"));
    answer_by_machine(cast, s);
    assert_int_equal(solver_forgot + searcher_forgot, 0);
    assert_ok(kept(NULL, s, undo_last(s, NOW, NULL)));
    table_players_sync(cast, s);
    table_players_sync(cast, s); /* once is enough */
    assert_int_equal(searcher_forgot, 1);
    assert_int_equal(solver_forgot, 1);
    table_players_free(cast);
    session_free(s);
}

/* ---- claims ----------------------------------------------------------------------------- */

static duel_status claim(const char *variant, const char *position, const char *text)
{
    duel_variant v = check_variant(variant);
    duel_msg why = {0};
    duel_state s = check_state(&v, position);
    return verify_game_claim(&v, &s, duel_str_of(text), 200000, &why);
}

TEST(true_claims_are_verified)
{
    assert_ok(claim("nim", "19", "value=win"));
    assert_ok(claim("nim", "19", "remoteness=9"));
    assert_ok(claim("nim", "19", "nimber=3"));
    assert_ok(claim("nim", "11", "line=3,1,3,1,3"));
    assert_ok(claim("tictactoe", "X...O....", "value=tie"));
    assert_ok(claim("lgame", "a11..21..21..22b/1", "value=draw"));
    assert_int_equal(claim("nim", "11", "line=3,1,3"), DUEL_REFUSED); /* stops early */
    assert_int_equal(claim("nim", "11", "line=1,2,3"), DUEL_REFUSED); /* gives the win away */
    assert_int_equal(claim("nim", "11", "value=nice"), DUEL_INVALID);
    assert_int_equal(claim("nim", "11", "colour=blue"), DUEL_INVALID);
}

/* Every claim is made false on purpose: another value, another number. */
TEST(falsified_claims_are_refused)
{
    static const char *const words[] = {"loss", "draw", "tie", "win"};
    static const char *const variants[] = {"nim matches=30", "allumettes matches=30 take=1,3,4",
                                           "tictactoe", "kayles pins=8", "dodgem"};
    int refused = 0;
    duel_rng rng = check_rng(9);
    while (refused < check_sample(150, 1000)) {
        duel_variant v = check_variant(variants[duel_rng_below(&rng, 5)]);
        duel_move list[DUEL_MOVES_MAX];
        char text[40], truth[40];
        duel_state s = check_dealt(&v, 1);
        for (uint32_t i = duel_rng_below(&rng, 6); i > 0 && !duel_is_over(&v, &s); i--)
            v.game->play(&v, &s,
                         list[duel_rng_below(&rng, (uint32_t)v.game->moves(&v, &s, list))]);
        int right = -1;
        for (int w = 0; w < 4; w++) {
            snprintf(truth, sizeof truth, "value=%s", words[w]);
            if (verify_game_claim(&v, &s, duel_str_of(truth), 200000, NULL) == DUEL_OK)
                right = w;
        }
        assert_true(right >= 0);
        snprintf(text, sizeof text, "value=%s",
                 words[(right + 1 + (int)duel_rng_below(&rng, 3)) % 4]);
        assert_int_equal(verify_game_claim(&v, &s, duel_str_of(text), 200000, NULL),
                         DUEL_REFUSED);
        refused++;
    }
}

/* ---- players and matches ---------------------------------------------------------------- */

TEST(specs_are_checked)
{
    static const struct {
        const char *game, *spec;
        duel_status status;
    } cases[] = {{"nim", "exact", DUEL_OK},
                 {"nim", "alphabeta:depth=4", DUEL_OK},
                 {"nim", "mcts:seconds=0.05", DUEL_OK},
                 {"nim", "expert:nodes=100", DUEL_OK},
                 {"nim", "level:3", DUEL_OK},
                 {"nim", "level:11", DUEL_INVALID},
                 {"nim", "level", DUEL_INVALID},
                 {"nim", "nosuch", DUEL_INVALID},
                 {"nim", "alphabeta:colour=1", DUEL_INVALID},
                 {"nim", "alphabeta:depth=x", DUEL_INVALID},
                 {"duo", "exact", DUEL_OK},
                 {"ergo", "exact", DUEL_REFUSED},
                 {"nim", "equilibrium", DUEL_REFUSED},
                 {"duo", "expert", DUEL_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_variant(cases[i].game);
        machine_player *p = NULL;
        duel_msg why = {0};
        assert_int_equal(player_open(duel_str_of(cases[i].spec), &v, MEMORY, NULL, &p, &why),
                         cases[i].status);
        if (cases[i].status == DUEL_OK)
            player_close(p);
        else
            assert_non_null(why.id);
    }
}
