/* tests/engines/test_limits.c -- the solver keeps to its time however much was learned: a clock
 * of the test's own counts how often it is read. */
#include "check.h"

#include "core/engine.h"
#include "core/value.h"

extern const duel_engine duel_engine_exact;
double __wrap_duel_clock(void);

enum { OFTEN = 1000 }; /* look-ups between two readings of the clock, at most */

typedef struct book { /* a base of learned positions that never ends */
    uint64_t lookups, since_clock, worst;
    uint64_t code;
    double time;
} book;
static book b;

/* Every reading takes a millisecond, nothing else takes any time. */
double __wrap_duel_clock(void)
{
    b.since_clock = 0;
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

static void pour_for_ever(void *self, bool symmetric, duel_take *take, void *to)
{
    enum { FOR_EVER = 3000000 };
    (void)self, (void)symmetric;
    for (uint64_t key = 1; key <= FOR_EVER; key++) {
        count_lookup();
        if (!take(to, key, b.code))
            return;
    }
}

static void pour_nothing(void *self, bool symmetric, duel_take *take, void *to)
{
    (void)self, (void)symmetric, (void)take, (void)to;
}

static void ask(const char *variant, const duel_learned *learned, const duel_think *limits,
                duel_answer *out)
{
    duel_variant v = check_variant(variant);
    duel_state state;
    void *self;
    duel_settings settings = {.option = {1}, .learned = learned};
    value_format format = value_format_of(&v);
    duel_result tie = {.value = DUEL_TIE, .remoteness = 9};
    b = (book){.code = value_encode(&format, &tie)};
    duel_deal(&v, duel_str_of("1"), &state);
    duel_think t = *limits;
    t.view = &state;
    t.seat = v.game->turn(&v, &state);
    assert_int_equal(duel_engine_exact.open(&v, &settings, 1 << 30, &self, NULL), DUEL_OK);
    assert_int_equal(duel_engine_exact.think(self, &t, out, NULL), DUEL_OK);
    duel_engine_exact.close(self);
}

static void a_base_without_end_is_taken_in_by_the_clock(void **state)
{
    (void)state;
    duel_answer *a = malloc(sizeof *a);
    duel_learned endless = {.find = find_nothing, .pour = pour_for_ever};
    ask("connect4", &endless, &(duel_think){.seconds = 0.2}, a);
    assert_in_range(b.worst, 1, OFTEN);
    assert_in_range(b.lookups, 0, 200 * OFTEN);
    assert_true(a->nodes > 0); /* and some of the time is left for searching */
    free(a);
}

static void one_who_is_asked_to_stop_reads_no_further(void **state)
{
    (void)state;
    duel_answer *a = malloc(sizeof *a);
    duel_learned endless = {.find = find_nothing, .pour = pour_for_ever};
    atomic_bool stop = true;
    ask("connect4", &endless, &(duel_think){.stop = &stop}, a);
    assert_in_range(b.lookups, 0, OFTEN);
    free(a);
}

static void a_long_line_is_followed_by_the_clock(void **state)
{
    (void)state;
    duel_answer *a = malloc(sizeof *a);
    duel_learned all = {.find = find_everything, .pour = pour_nothing};
    ask("allumettes matches=10000 max=60", &all, &(duel_think){.seconds = 3600}, a);
    assert_true(a->proved && b.lookups > OFTEN);
    assert_in_range(b.worst, 1, OFTEN);
    free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_base_without_end_is_taken_in_by_the_clock),
        cmocka_unit_test(one_who_is_asked_to_stop_reads_no_further),
        cmocka_unit_test(a_long_line_is_followed_by_the_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
