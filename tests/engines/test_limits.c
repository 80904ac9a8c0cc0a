/* tests/engines/test_limits.c -- the solver keeps to its time however much was learned, and a
 * turn that has no time left is ended soon: a clock of the test's own counts how often it is
 * read. */
#include "check.h"

#include "core/engine.h"
#include "core/value.h"

extern const duel_engine duel_engine_alphabeta, duel_engine_exact;
double __wrap_duel_clock(void);

enum { OFTEN = 1000 }; /* look-ups between two readings of the clock, at most */

typedef struct book { /* a base of learned positions that never ends */
    uint64_t lookups, since_clock, worst;
    uint64_t code, readings, late; /* late: the reading before which much time passes */
    double time;
} book;
static book b;

/* Every reading takes a millisecond, nothing else takes any time but what comes before a late
 * one. */
double __wrap_duel_clock(void)
{
    b.since_clock = 0;
    if (++b.readings == b.late)
        b.time += 3600;
    return b.time += 0.001;
}

static void count_lookup(void)
{
    b.lookups++;
    if (++b.since_clock > b.worst)
        b.worst = b.since_clock;
}

static uint64_t find_nothing(void *self, uint64_t pack, uint64_t canon)
{
    (void)self, (void)pack, (void)canon;
    count_lookup();
    return 0;
}

static uint64_t find_everything(void *self, uint64_t pack, uint64_t canon)
{
    (void)self, (void)pack, (void)canon;
    count_lookup();
    return b.code;
}

static bool pour_for_ever(void *self, bool symmetric, duel_result_visitor *take, void *to)
{
    enum { FOR_EVER = 3000000 };
    (void)self, (void)symmetric;
    for (uint64_t key = 1; key <= FOR_EVER; key++) {
        count_lookup();
        if (!take(to, key, b.code))
            break;
    }
    return true;
}

static bool pour_nothing(void *self, bool symmetric, duel_result_visitor *take, void *to)
{
    (void)self, (void)symmetric, (void)take, (void)to;
    return true;
}

static void ask(const char *variant, const duel_learned *learned, const duel_think *limits,
                duel_answer *out)
{
    duel_variant v = check_variant(variant);
    void *self;
    duel_settings settings = {.option = {1}, .learned = learned};
    value_format format = value_format_of(&v);
    duel_result tie = {.value = DUEL_TIE, .remoteness = 9};
    b = (book){.code = value_encode(&format, &tie)};
    duel_state state = check_dealt(&v, 1);
    duel_think t = *limits;
    t.view = &state;
    t.seat = v.game->turn(&v, &state);
    assert_ok(duel_engine_exact.open(&v, &settings, 1 << 30, &self, NULL));
    assert_ok(duel_engine_exact.think(self, &t, out, NULL));
    duel_engine_exact.close(self);
}

TEST(a_base_without_end_is_taken_in_by_the_clock)
{
    CHECK_ANSWER(a);
    duel_learned endless = {.find = find_nothing, .pour = pour_for_ever};
    ask("connect4", &endless, &(duel_think){.seconds = 0.2}, a);
    assert_in_range(b.worst, 1, OFTEN);
    assert_in_range(b.lookups, 0, 200 * OFTEN);
    assert_true(a->nodes > 0); /* and some of the time is left for searching */
}

TEST(one_who_is_asked_to_stop_reads_no_further)
{
    CHECK_ANSWER(a);
    duel_learned endless = {.find = find_nothing, .pour = pour_for_ever};
    atomic_bool stop = true;
    ask("connect4", &endless, &(duel_think){.stop = &stop}, a);
    assert_in_range(b.lookups, 0, OFTEN);
}

TEST(a_long_line_is_followed_by_the_clock)
{
    CHECK_ANSWER(a);
    duel_learned all = {.find = find_everything, .pour = pour_nothing};
    ask("allumettes matches=10000 max=60", &all, &(duel_think){.seconds = 3600}, a);
    assert_true(a->proved && b.lookups > OFTEN);
    assert_in_range(b.worst, 1, OFTEN);
}

/* ---- a game of long turns: eight ways to go on, always, and no two lead to the same place
 * ----
 */

typedef struct wood {
    uint64_t path, plies;
} wood;

enum { WAYS = 8, IN_A_TURN = 3, WOOD_PLIES = 60 };

static duel_status wood_variant(duel_variant *v, duel_msg *why)
{
    (void)why;
    v->state_size = sizeof(wood);
    v->max_moves = WAYS;
    v->max_plies = WOOD_PLIES;
    v->max_score = 1;
    return DUEL_OK;
}

static duel_status deal_wood(const duel_variant *v, duel_rng *rng, void *state)
{
    (void)v, (void)rng;
    *(wood *)state = (wood){1, 0};
    return DUEL_OK;
}

static int wood_turn(const duel_variant *v, const void *state)
{
    (void)v;
    return (int)(((const wood *)state)->plies / IN_A_TURN % 2);
}

static bool wood_over(const duel_variant *v, const void *state, int32_t score[])
{
    (void)v;
    const wood *s = state;
    score[0] = (int32_t)(s->path >> 63);
    score[1] = 1 - score[0];
    return s->plies == WOOD_PLIES;
}

/* None is a move of another ply. */
static int wood_moves(const duel_variant *v, const void *state, duel_move out[])
{
    (void)v;
    const wood *s = state;
    for (duel_move i = 0; i < WAYS; i++)
        out[i] = s->plies * WAYS + i;
    return s->plies < WOOD_PLIES ? WAYS : 0;
}

static void play_wood(const duel_variant *v, void *state, duel_move move)
{
    (void)v;
    wood *s = state;
    s->path = (s->path + move + 1) * UINT64_C(0x9e3779b97f4a7c15);
    s->plies++;
}

/* The time is up before anything was seen: each of the other moves of the turn gets some nodes,
 * not that time again. */
TEST(a_turn_without_time_is_ended_soon)
{
    duel_game g = *catalogue_find_game(duel_str_of("template"));
    g.options = NULL;
    g.variant = wood_variant;
    g.deal = deal_wood;
    g.turn = wood_turn;
    g.over = wood_over;
    g.moves = wood_moves;
    g.play = play_wood;
    duel_variant v;
    void *self;
    CHECK_ANSWER(a);
    duel_settings settings = {.option = {[3] = 1}}; /* a megabyte */
    assert_ok(duel_variant_make(&g, NULL, 0, &v, NULL));
    duel_state start = check_dealt(&v, 1);
    assert_ok(duel_engine_alphabeta.open(&v, &settings, 1 << 20, &self, NULL));
    b = (book){.late = 3};
    duel_think t = {.view = &start, .seconds = 1};
    assert_ok(duel_engine_alphabeta.think(self, &t, a, NULL));
    assert_int_equal(a->plan_count, IN_A_TURN);
    for (int i = 0; i < a->plan_count; i++)
        assert_int_equal(a->plan[i] / WAYS, i);
    assert_int_equal(a->depth, 0);
    assert_in_range(b.readings, 10, 200); /* a second has a thousand */
    duel_engine_alphabeta.close(self);
}
