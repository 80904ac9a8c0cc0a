/* tests/script/test_memory.c -- no room to keep what a file answered: a failure, never a rule.
 *
 * The linker sends the calls that keep something in the graph here first. */
#include "examples.h"

#include "core/fault_guard.h"
#include "script/answer_graph.h"

void *__real_graph_keep(graph *g, const void *bytes, size_t count);
void *__wrap_graph_keep(graph *g, const void *bytes, size_t count);

static bool none_left;

void *__wrap_graph_keep(graph *g, const void *bytes, size_t count)
{
    return none_left ? NULL : __real_graph_keep(g, bytes, count);
}

/* A position no random game has met when the file was loaded. */
static duel_variant far_away(const char *file, const char *settings, duel_state *state)
{
    duel_msg why = {0};
    duel_variant v = example(file, settings);
    assert_ok(duel_deal(&v, duel_str_of("1"), state));
    duel_fault_guard guard;
    duel_fault_guard_begin(&guard, v.game);
    for (int i = 0; i < 400; i++) /* those had 300 plies at most */
        v.game->play(&v, state, i % 2 ? 3 : 2);
    assert_ok(duel_fault_guard_end(&guard, DUEL_OK, &why));
    return v;
}

TEST(a_position_without_room_is_a_failure)
{
    duel_state s;
    duel_move list[DUEL_MOVES_MAX];
    duel_msg why = {0};
    duel_variant v = far_away("nim.lua", "matches=10000", &s);
    duel_fault_guard g;
    duel_fault_guard_begin(&g, v.game);
    v.game->play(&v, &s, 2);
    none_left = true;
    int moves = v.game->moves(&v, &s, list);
    none_left = false;
    assert_int_equal(moves, 2);
    assert_ok(duel_fault_guard_take(&g, &why)); /* its moves are known… */
    v.game->play(&v, &s, list[0]);              /* …and where they lead is not */
    assert_int_equal(duel_fault_guard_end(&g, DUEL_OK, &why), DUEL_FAILED);
    assert_string_equal(check_english(&why), "Not enough memory.");
}

static int take_down(void **unused)
{
    (void)unused;
    catalogue_close_games();
    return 0;
}

TESTS_BETWEEN(NULL, take_down)
