/* tests/engines/test_solve_batched.c -- the search by generations against the one that opens
 * position by position: the games of the house, made to look like games that make many children
 * at once. */
#include "check.h"

#include "core/engine.h"
#include "core/value.h"

extern const duel_engine duel_engine_exact;

/* ---- games that expand ------------------------------------------------------------------ */

typedef struct expanding {
    duel_variant v;
    duel_game game;
    duel_accel accel;
} expanding;

static const duel_game *plain_game; /* that of the expanding one in use */

static int expand_plainly(const duel_variant *v, const void *states, int count,
                          duel_children *out, int *made)
{
    duel_variant plain = *v;
    plain.game = plain_game;
    return duel_expand(&plain, states, count, out, made);
}

/* The same game, with `expand` and without nim-values; with its key or without. */
static void make_expanding(expanding *x, const duel_variant *v, bool keyed)
{
    *x = (expanding){.v = *v, .game = *v->game};
    plain_game = v->game;
    if (keyed && v->game->accel)
        x->accel = *v->game->accel;
    else
        x->v.key_bits = 0;
    x->accel.expand = expand_plainly;
    x->v.traits &= ~(unsigned)DUEL_NIMBERS;
    x->game.accel = &x->accel;
    x->v.game = &x->game;
}

/* ---- questions -------------------------------------------------------------------------- */

typedef struct asked {
    void *self;
    duel_answer *a;
    duel_status status;
    duel_msg why;
} asked;

static void ask_again(asked *q, const duel_variant *v, const duel_think *limits)
{
    duel_think t = *limits;
    duel_state position = check_dealt(v, 1);
    t.view = &position;
    t.seat = v->game->turn(v, &position);
    q->status = duel_engine_exact.think(q->self, &t, q->a, &q->why);
}

static asked ask(const duel_variant *v, size_t memory, const duel_think *limits)
{
    asked q = {.a = malloc(sizeof *q.a)};
    duel_settings settings = {.option = {1}};
    assert_ok(duel_engine_exact.open(v, &settings, memory, &q.self, &q.why));
    ask_again(&q, v, limits);
    return q;
}

static void ask_no_more(asked *q)
{
    duel_engine_exact.close(q->self);
    free(q->a);
}

typedef struct harvest {
    value_format format;
    uint64_t hash, count;
} harvest;

/* By values and remoteness, not by codes: those of a game with nim-values have them, too. */
static bool take_into_hash(void *to, uint64_t key, uint64_t code)
{
    harvest *h = to;
    duel_result r = value_decode(&h->format, code);
    h->hash = (h->hash ^ key) * UINT64_C(0x9E3779B97F4A7C15);
    h->hash = (h->hash ^ (uint64_t)r.value << 40 ^ r.remoteness) * UINT64_C(0xD6E8FEB86659FD93);
    h->count++;
    return true;
}

static harvest harvest_of(asked *q, const duel_variant *v)
{
    harvest h = {.format = value_format_of(v)};
    bool symmetric;
    assert_ok(duel_engine_exact.harvest(q->self, &symmetric, take_into_hash, &h));
    return h;
}

static void assert_same_answer(const asked *a, const asked *b)
{
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->a->result.value, b->a->result.value);
    assert_int_equal(a->a->result.remoteness, b->a->result.remoteness);
    assert_int_equal(a->a->rated_count, b->a->rated_count);
    for (int i = 0; i < a->a->rated_count; i++) {
        assert_int_equal(a->a->rated[i].move, b->a->rated[i].move);
        assert_int_equal(a->a->rated[i].result.value, b->a->rated[i].result.value);
        assert_int_equal(a->a->rated[i].result.remoteness, b->a->rated[i].result.remoteness);
    }
}

/* ---- tests ------------------------------------------------------------------------------ */

enum { PLENTY = 1 << 30 };

/* In the first four all ways to a position are of one length; in the others they are not, and
 * the last two are large enough to be given up and laid out whole. */
static const char *const variants[] = {"tictactoe",
                                       "connect4 width=4 height=4",
                                       "connect4 width=5 height=3",
                                       "col",
                                       "template squares=15",
                                       "nim matches=40 max=5",
                                       "allumettes matches=50 take=2,3 misere=yes",
                                       "kayles pins=12",
                                       "chomp rows=4 cols=5",
                                       "chomp rows=7 cols=8",
                                       "nim matches=3000 max=9"};

TEST(generations_find_what_single_positions_do)
{
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        asked one = ask(&v, PLENTY, &(duel_think){.every_move = true});
        harvest all = harvest_of(&one, &v);
        for (int keyed = 0; keyed <= 1; keyed++) {
            expanding x;
            make_expanding(&x, &v, keyed);
            asked many = ask(&x.v, PLENTY, &(duel_think){.every_move = true});
            assert_same_answer(&one, &many);
            if (keyed && many.a->positions == one.a->positions) { /* mirrored ones are one */
                harvest same = harvest_of(&many, &x.v);
                assert_int_equal(same.count, all.count);
                assert_int_equal(same.hash, all.hash);
            }
            ask_no_more(&many);
        }
        ask_no_more(&one);
    }
}

/* Where the lengths agree each position is opened once, and a search by generations is what
 * took place. */
TEST(each_is_opened_once_where_ways_are_of_one_length)
{
    for (size_t i = 0; i < 4; i++) {
        duel_variant v = check_variant(variants[i]);
        expanding x;
        make_expanding(&x, &v, true);
        duel_think counting = {.count = true};
        asked one = ask(&v, PLENTY, &counting), many = ask(&x.v, PLENTY, &counting);
        assert_int_equal(one.a->nodes, many.a->nodes);
        assert_int_equal(one.a->positions, many.a->positions);
        assert_memory_equal(one.a->counts, many.a->counts, sizeof one.a->counts);
        ask_no_more(&one);
        ask_no_more(&many);
    }
}

/* What was valued before it was stopped is right, and is not valued again; so much at least is
 * opened that some generations are done. */
TEST(a_stopped_search_goes_on)
{
    duel_variant v = check_variant("connect4 width=5 height=3");
    expanding x;
    make_expanding(&x, &v, true);
    asked whole = ask(&v, PLENTY, &(duel_think){.every_move = true});
    asked parts = ask(&x.v, PLENTY, &(duel_think){.nodes = 5000});
    uint64_t nodes = parts.a->nodes, known = 0;
    assert_false(parts.a->proved);
    assert_true(parts.a->plan_count == 1);
    for (int i = 0; i < 1000 && !parts.a->proved; i++) {
        assert_true(parts.a->positions >= known);
        known = parts.a->positions;
        ask_again(&parts, &x.v, &(duel_think){.nodes = 5000});
        nodes += parts.a->nodes;
    }
    assert_true(parts.a->proved);
    assert_true(nodes > whole.a->nodes);
    ask_again(&parts, &x.v, &(duel_think){.every_move = true});
    assert_same_answer(&whole, &parts);
    ask_no_more(&parts);
    ask_no_more(&whole);
}

TEST(it_keeps_to_its_memory)
{
    duel_variant v = check_variant("connect4");
    for (int keyed = 0; keyed <= 1; keyed++) {
        expanding x;
        make_expanding(&x, &v, keyed);
        asked q = ask(&x.v, (size_t)16 << 20, &(duel_think){.seconds = 0});
        assert_int_equal(q.status, DUEL_NO_SPACE);
        assert_non_null(strstr(check_english(&q.why), "memory limit"));
        assert_true(q.a->positions > 100000);
        assert_true(q.a->plan_count == 1);
        ask_no_more(&q);
    }
}

/* A game that is longer than it says has no room for its plies in a code. */
TEST(a_game_that_is_too_long_is_refused)
{
    duel_variant v = check_variant("template squares=15");
    for (int keyed = 0; keyed <= 1; keyed++) {
        expanding x;
        make_expanding(&x, &v, keyed);
        x.v.max_plies = 3;
        asked q = ask(&x.v, PLENTY, &(duel_think){.seconds = 0});
        assert_int_equal(q.status, DUEL_FAILED);
        ask_no_more(&q);
    }
}
