/* tests/moriarty/test_perft.c -- leaf counts of perft.tsv, both conventions, every kernel; and
 * counts of small boards. */
#include "check.h"

#include "games/moriarty/kernel.h"
#include "helper.h"

static void check_depth(int depth, unsigned long long costs, unsigned long long is_free)
{
    for (int path = 0; path < MORIARTY_PATHS; path++) {
        if (!moriarty_path_works((moriarty_path)path))
            continue;
        moriarty_board b = moriarty_opening();
        uint64_t got = moriarty_perft(b, MORIARTY_ALL, depth, MORIARTY_PASS_COSTS_A_PLY,
                                      (moriarty_path)path);
        assert_true(got == costs);
        got =
            moriarty_perft(b, MORIARTY_ALL, depth, MORIARTY_PASS_IS_FREE, (moriarty_path)path);
        assert_true(got == is_free);
    }
}

TEST(the_known_counts)
{
    FILE *f = check_data("perft.tsv");
    char line[256];
    int depth, checked = 0, deepest = check_full() ? 11 : 9;
    unsigned long long costs, is_free;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%d\t%llu\t%llu", &depth, &costs, &is_free) == 3 && depth <= deepest) {
            check_depth(depth, costs, is_free);
            checked++;
        }
    fclose(f);
    assert_int_equal(checked, deepest);
}

/* A count by the naive rules, without bulk; outside the playable squares nobody plays. */
static uint64_t naive_perft(moriarty_board b, uint64_t playable, int depth, int pass_cost)
{
    if (depth <= 0)
        return 1;
    uint64_t moves = naive_moves(b) & playable, leaves = 0;
    if (moves == 0) {
        moriarty_board passed = {b.other, b.mover};
        if ((naive_moves(passed) & playable) == 0)
            return 1;
        return naive_perft(passed, playable, depth - pass_cost, pass_cost);
    }
    for (; moves; moves &= moves - 1)
        leaves +=
            naive_perft(naive_play(b, __builtin_ctzll(moves)), playable, depth - 1, pass_cost);
    return leaves;
}

/* The small boards end and pass early: both conventions part within a few plies. */
TEST(small_boards)
{
    uint64_t differences = 0;
    for (int side = 4; side <= 6; side += 2) {
        uint64_t playable = moriarty_playable(side);
        for (int depth = 0; depth <= (side == 4 ? 9 : 6); depth++) {
            uint64_t count[2];
            for (int cost = 0; cost < 2; cost++) {
                count[cost] = naive_perft(moriarty_opening(), playable, depth, cost);
                moriarty_pass_rule rule =
                    cost ? MORIARTY_PASS_COSTS_A_PLY : MORIARTY_PASS_IS_FREE;
                for (int path = 0; path < MORIARTY_PATHS; path++)
                    if (moriarty_path_works((moriarty_path)path))
                        assert_true(moriarty_perft(moriarty_opening(), playable, depth, rule,
                                                   (moriarty_path)path) == count[cost]);
            }
            differences += count[0] != count[1];
        }
    }
    assert_true(differences > 0);
}
