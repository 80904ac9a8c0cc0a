/* tests/engines/test_memory.c -- the solver when memory runs out, wherever that is: what it
 * calls proved is right.
 *
 * After a number of calls for memory none is left (scarce.h). */
#include "check.h"

#include "core/engine.h"
#include "ends.h"
#include "scarce.h"

extern const duel_engine duel_engine_exact;

/* Solves with memory for so many calls; false if all of them were answered. */
static bool solve_with(long calls, const duel_variant *v, const duel_state *s, int threads,
                       duel_answer *a)
{
    duel_settings settings = {.option = {1}};
    duel_think t = {.view = s, .seat = v->game->turn(v, s), .threads = threads};
    duel_msg why = {0};
    void *self;
    scarce_from(calls);
    a->proved = false;
    duel_status status = duel_engine_exact.open(v, &settings, (size_t)1 << 30, &self, &why);
    if (status == DUEL_OK) {
        status = duel_engine_exact.think(self, &t, a, &why);
        duel_engine_exact.close(self);
    }
    bool short_of_it = scarce_end();
    assert_true(status == DUEL_OK || (short_of_it && status == DUEL_NO_SPACE));
    return short_of_it;
}

static void check_all(const duel_variant *v, int threads)
{
    duel_answer *right = malloc(sizeof *right), *poor = malloc(sizeof *poor);
    duel_state s = check_dealt(v, 1);
    assert_false(solve_with(-1, v, &s, threads, right));
    assert_true(right->proved);
    for (long calls = 1; solve_with(calls, v, &s, threads, poor); calls++)
        if (poor->proved)
            assert_memory_equal(&poor->result, &right->result, sizeof right->result);
    free(right);
    free(poor);
}

TEST(what_is_proved_is_right)
{
    duel_variant keyed = check_variant("tictactoe"), loopy = check_variant("dodgem"), plain;
    assert_ok(duel_variant_make(&duel_game_ends, NULL, 0, &plain, NULL));
    check_all(&keyed, 1);
    check_all(&keyed, 3);
    check_all(&loopy, 1);
    check_all(&plain, 1); /* without a key: its states are numbered */
}
