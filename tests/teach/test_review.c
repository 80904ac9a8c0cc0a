/* tests/teach/test_review.c -- reviews: costs, the turning point, proofs and estimates; and
 * the openings of matches. */
#include "examples.h"

#include "core/record.h"
#include "match/inside.h"
#include "teach/review.h"

enum { MEMORY = 64 << 20 };

/* ---- reviews ---------------------------------------------------------------------------- */

static game_review review(const char *record_text, const char *spec, duel_record *record)
{
    game_review out = {0};
    duel_msg why = {0};
    if (duel_record_read(duel_str_of(record_text), catalogue_find_game, record, &why) !=
        DUEL_OK)
        fail_msg("%s", check_english(&why));
    game_review_request q = {.record = record, .engine = spec, .memory = MEMORY, .threads = 1};
    if (game_review_run(&q, &out, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    return out;
}

/* NIM with 11 matches is won by taking 3; 1 is the mistake, and the game is lost with it. */
TEST(the_mistake_is_found)
{
    duel_record record;
    game_review r = review("duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\n"
                           "moves 1 2 1 3 1 3\nresult 0 1\n",
                           "exact", &record);
    assert_int_equal(r.count, 6);
    assert_int_equal(r.turning, 0);
    assert_int_equal(r.move[0].best, 3);
    assert_int_equal(r.move[0].mark, DUEL_BLUNDER);
    assert_true(r.move[0].cost.share == 1 && r.move[0].had.proved && r.move[0].got.proved);
    for (size_t i = 1; i < r.count; i++)
        assert_true(r.move[i].cost.share == 0 && r.move[i].mark == DUEL_UNMARKED);
    assert_true(r.given[0].share == 1 && r.given[1].share == 0);
    game_review_fini(&r);
    duel_record_fini(&record);
}

TEST(nothing_given_away_turns_nothing)
{
    duel_record record;
    game_review r = review("duelliste 1\ngame nim 1\nvariant matches=11\nseed 1\n"
                           "moves 3 1 3 1 3\nresult 1 0\n",
                           "exact", &record);
    assert_int_equal(r.turning, r.count);
    game_review_fini(&r);
    duel_record_fini(&record);
}

/* In the middle of a game values are estimates in discs, at its end proofs; nothing is left
 * without a value, and a worth agrees with the one the next move starts from. */
TEST(estimates_and_proofs_are_told_apart)
{
    static const char game[] =
        "duelliste 1\ngame moriarty 1\nvariant \nseed 3\n"
        "moves d3 e3 f4 c3 c4 d6 c6 c5 e2 f2 b5 d2 c2 g4 f3 b2 e1 g3 b1 c1 d1 f5 b4 b3 a4 f1 "
        "g1 a5 b6 a3 g6 g5 a1 e6 d7 a2 a6 e7 f8 d8 f6 e8 f7 g8 g2 c7 b8 b7 a8 a7 c8 h7 h8 g7 "
        "h6 h1 h2 h5 h4 h3\nresult 37 27\n";
    duel_record record;
    game_review r = review(game, "expert:nodes=20000", &record);
    assert_int_equal(r.count, 60);
    for (size_t i = 0; i < r.count; i++) {
        const move_review *d = &r.move[i];
        assert_true(d->cost.scored);
        assert_false(duel_worth_better(&record.variant, &d->got, &d->had));
        assert_true(d->line_count > 0 && d->line[0] == d->best);
        if (i + 1 < r.count && d->got.proved && d[1].had.proved && d->seat != d[1].seat)
            assert_true(d->got.points == -d[1].had.points);
    }
    assert_false(r.move[10].had.proved);
    assert_true(r.move[52].had.proved && r.move[52].got.proved);
    assert_true(r.move[59].got.points == -10); /* 37 to 27 */
    game_review_fini(&r);
    duel_record_fini(&record);
}

/* ---- a judge that errs ------------------------------------------------------------------ */

/* A game of three moves, any of `moves` each time, that the second player wins. Its evaluation
 * takes whoever moved last for the one who is ahead, so that a search one ply deep finds every
 * move good from above, and bad from behind. */
enum { FLATTERY_PLIES = 3 };

static const duel_option flattery_options[] = {
    {"moves", DUEL_NUMBER, 2, 1, DUEL_MOVES_MAX, NULL, "moves"},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

static duel_status flattery_variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = sizeof(int);
    v->max_moves = (uint32_t)v->option[0];
    v->max_plies = FLATTERY_PLIES;
    v->max_score = 1;
    return DUEL_OK;
}

static duel_status flattery_deal(const duel_variant *v, duel_rng *rng, void *plies)
{
    (void)v, (void)rng;
    *(int *)plies = 0;
    return DUEL_OK;
}

static int flattery_turn(const duel_variant *v, const void *plies)
{
    (void)v;
    return *(const int *)plies % 2;
}

static bool flattery_over(const duel_variant *v, const void *plies, int32_t score[])
{
    (void)v;
    score[0] = 0;
    score[1] = 1;
    return *(const int *)plies == FLATTERY_PLIES;
}

static int flattery_moves(const duel_variant *v, const void *plies, duel_move out[])
{
    (void)plies;
    for (int i = 0; i < v->option[0]; i++)
        out[i] = (duel_move)i;
    return (int)v->option[0];
}

static void flattery_play(const duel_variant *v, void *plies, duel_move move)
{
    (void)v, (void)move;
    ++*(int *)plies;
}

static int32_t flattery_evaluate(const duel_variant *v, const void *plies, int seat)
{
    return flattery_turn(v, plies) == seat ? -100 : 100;
}

static const duel_accel flattery_accel = {.evaluate = flattery_evaluate};
static const duel_game flattery = {
    .id = "flattery",
    .title = "Flattery",
    .version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .options = flattery_options,
    .variant = flattery_variant,
    .deal = flattery_deal,
    .turn = flattery_turn,
    .over = flattery_over,
    .moves = flattery_moves,
    .play = flattery_play,
    .accel = &flattery_accel,
};

/* The mark of the first of two moves. */
static duel_mark mark_among(int moves)
{
    char options[32];
    duel_variant v;
    duel_record record;
    game_review r;
    snprintf(options, sizeof options, "moves=%d", moves);
    assert_ok(duel_variant_read(&flattery, duel_str_of(options), &v, NULL));
    duel_record_init(&record, &v);
    duel_record_add(&record, 0, NULL);
    duel_record_add(&record, 0, NULL);
    game_review_request q = {
        .record = &record, .engine = "alphabeta:depth=1", .memory = MEMORY, .threads = 1};
    assert_ok(game_review_run(&q, &r, NULL));
    duel_mark mark = r.move[0].mark;
    game_review_fini(&r);
    duel_record_fini(&record);
    return mark;
}

/* Each move but the one played seems to have kept the lead, until it is looked at from behind.
 * Where there are too many of them for that, the last one still seems better by a blunder. */
TEST(what_sixteen_looks_do_not_settle_is_no_blunder)
{
    enum { LOOKED_AT = 16 }; /* one of them at the move played */
    assert_int_equal(mark_among(LOOKED_AT), DUEL_UNMARKED);
    assert_int_equal(mark_among(LOOKED_AT + 1), DUEL_INACCURATE);
    assert_int_equal(mark_among(2 * LOOKED_AT), DUEL_INACCURATE);
}

/* ---- where things are hidden ------------------------------------------------------------ */

/* Kuhn's poker, dealt so that both have what is wanted. */
static game_review review_kuhn(const char *cards, const char *const moves[], duel_record *r)
{
    duel_variant v = example("kuhn.lua", "");
    duel_state state;
    game_review out = {0};
    duel_record_init(r, &v);
    for (int seed = 1, found = 0; !found; seed++) {
        CHECK_BUF(text);
        snprintf(r->seed, sizeof r->seed, "%d", seed);
        assert_ok(duel_record_begin(r, &state, NULL));
        duel_print(&r->variant, &state, &text.sink);
        found = strncmp(text.text, cards, 2) == 0;
    }
    for (int i = 0; moves[i]; i++) {
        duel_move move = check_read_move(&v, &state, moves[i]);
        v.game->play(&v, &state, move);
        duel_record_add(r, move, NULL);
    }
    game_review_request q = {.record = r, .memory = MEMORY, .nodes = 100, .threads = 1};
    assert_ok(game_review_run(&q, &out, NULL));
    return out;
}

/* A 1 is bet one time in three, and a 2 calls one time in three: neither is blamed for what the
 * other happened to have. Folding a 3 is what nobody should do. */
TEST(a_called_bluff_is_no_mistake)
{
    static const char *const called[] = {"check", "bet", "call", NULL};
    static const char *const folded[] = {"check", "bet", "fold", NULL};
    duel_record record;
    game_review r = review_kuhn("21", called, &record);
    for (size_t i = 0; i < 3; i++)
        if (r.move[i].mark != DUEL_UNMARKED || r.move[i].cost.points > 1e-3)
            fail_msg("move %zu is marked", i + 1);
    assert_int_equal(r.turning, r.count);
    game_review_fini(&r);
    duel_record_fini(&record);
    r = review_kuhn("23", called, &record);
    assert_int_equal(r.move[2].mark, DUEL_UNMARKED); /* it lost two coins this time */
    game_review_fini(&r);
    duel_record_fini(&record);
    r = review_kuhn("31", folded, &record);
    assert_true(r.move[2].mark > DUEL_UNMARKED && r.turning == 2);
    assert_int_equal(r.move[1].mark, DUEL_UNMARKED);
    game_review_fini(&r);
    duel_record_fini(&record);
    catalogue_close_games();
}

TEST(a_stopped_review_is_refused)
{
    duel_record record;
    duel_msg why = {0};
    game_review out;
    atomic_bool stop = true;
    assert_ok(duel_record_read(duel_str_of("duelliste 1\ngame nim 1\nvariant matches=11\n"
                                           "seed 1\nmoves 3 1 3 1 3\nresult 1 0\n"),
                               catalogue_find_game, &record, &why));
    game_review_request q = {
        .record = &record, .engine = "exact", .memory = MEMORY, .threads = 1, .stop = &stop};
    assert_int_equal(game_review_run(&q, &out, &why), DUEL_REFUSED);
    duel_record_fini(&record);
}

/* ---- openings --------------------------------------------------------------------------- */

TEST(openings_are_read)
{
    static const struct {
        const char *text;
        int plies;
        bool balanced;
        duel_status status;
    } cases[] = {{"8", 8, false, DUEL_OK},
                 {"8,balanced", 8, true, DUEL_OK},
                 {"0", 0, false, DUEL_OK},
                 {"61", 0, false, DUEL_INVALID},
                 {"8,even", 0, false, DUEL_INVALID},
                 {"8,", 0, false, DUEL_INVALID},
                 {"balanced", 0, false, DUEL_INVALID},
                 {"8,balanced,9", 0, false, DUEL_INVALID}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match_openings o = {0};
        duel_msg why = {0};
        assert_int_equal(match_openings_read(duel_str_of(cases[i].text), &o, &why),
                         cases[i].status);
        assert_int_equal(o.plies, cases[i].plies);
        assert_int_equal(o.balanced, cases[i].balanced);
    }
}

static int64_t judged(const duel_variant *v, bool balanced, uint64_t seed)
{
    duel_state s;
    CHECK_ANSWER(room);
    match_openings o = {.plies = 8, .balanced = balanced};
    duel_record opening;
    duel_record_init(&opening, v);
    duel_rng rng = check_rng(seed);
    machine_player *judge = check_player("expert", v, MEMORY);
    assert_ok(match_opening_draw(&o, 0, &rng, judge, room, &opening, NULL));
    assert_ok(duel_record_replay(&opening, opening.count, &s, NULL));
    duel_record_fini(&opening);
    assert_false(duel_is_over(v, &s));
    duel_think t = {.view = &s, .seat = v->game->turn(v, &s), .nodes = 20000, .seed = 1};
    player_forget(judge);
    assert_ok(player_think(judge, &t, room, NULL));
    int64_t estimate = room->estimate;
    player_close(judge);
    return estimate < 0 ? -estimate : estimate;
}

TEST(balanced_openings_are_nearer_to_even)
{
    duel_variant v = check_variant("moriarty");
    int64_t any = 0, even = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        any += judged(&v, false, seed);
        even += judged(&v, true, seed);
    }
    assert_true(3 * even < any);
    assert_true(even < 12 * 300); /* three discs each, on average */
}

TEST(openings_that_cannot_be_are_refused)
{
    duel_variant nim = check_variant("nim matches=7"), duo = check_variant("duo");
    match_openings long_ones = {.plies = 30}, balanced = {.plies = 2, .balanced = true};
    duel_record opening;
    duel_msg why = {0};
    duel_rng rng = check_rng(1);
    duel_record_init(&opening, &nim);
    assert_int_equal(match_opening_draw(&long_ones, 0, &rng, NULL, NULL, &opening, &why),
                     DUEL_REFUSED);
    duel_record_fini(&opening);
    assert_int_equal(match_openings_fit(&balanced, &duo, &why), DUEL_REFUSED);
    assert_ok(match_openings_fit(&balanced, &nim, &why));
}
