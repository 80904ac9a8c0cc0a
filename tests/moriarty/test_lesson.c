/* tests/moriarty/test_lesson.c -- what the first lesson claims, worked out by the naive rules:
 * how many discs turn, what is left to the other side, which corners open, how it ends. */
#include "check.h"

#include "core/lesson.h"
#include "games/moriarty/moriarty.h"
#include "helper.h"

static const uint64_t corners = 0x8100000000000081;

static moriarty_board board_at(int step)
{
    duel_learner l;
    assert_ok(duel_learner_begin(&duel_game_moriarty, &l, NULL));
    assert_ok(duel_learner_go(&l, step, NULL));
    const moriarty_state *s = (const moriarty_state *)&l.state;
    assert_int_equal(s->seat, MORIARTY_ACTIVATOR); /* the learner, throughout */
    return moriarty_board_of(s);
}

static int square(const char *name)
{
    return name[0] - 'a' + 8 * (name[1] - '1');
}

static int turned(moriarty_board b, const char *name)
{
    moriarty_board after = naive_play(b, square(name));
    return moriarty_count(b.other) - moriarty_count(after.mover);
}

static int left_to_the_other(moriarty_board b, const char *name)
{
    return moriarty_count(naive_moves(naive_play(b, square(name))));
}

TEST(four_discs_turn)
{
    moriarty_board b = board_at(1);
    assert_int_equal(turned(b, "f3"), 4);
    for (uint64_t moves = naive_moves(b); moves; moves &= moves - 1) {
        moriarty_board after = naive_play(b, moriarty_first(moves));
        if (moriarty_first(moves) != square("f3"))
            assert_true(moriarty_count(b.other) - moriarty_count(after.mover) < 4);
    }
}

TEST(freedom_is_as_told)
{
    moriarty_board b = board_at(2);
    assert_int_equal(left_to_the_other(b, "g4"), 3);
    assert_int_equal(left_to_the_other(b, "h5"), 7);
    assert_int_equal(turned(b, "h5"), 3);
    for (uint64_t moves = naive_moves(b); moves; moves &= moves - 1)
        if (moriarty_first(moves) != square("g4"))
            assert_true(moriarty_count(naive_moves(naive_play(b, moriarty_first(moves)))) >= 6);
}

/* Exactly the moves that the step accepts leave the corners shut. */
TEST(corners_stay_shut)
{
    moriarty_board b = board_at(3);
    uint64_t safe = 0;
    assert_int_equal(turned(b, "g2"), 4);
    for (uint64_t moves = naive_moves(b); moves; moves &= moves - 1)
        if (!(naive_moves(naive_play(b, moriarty_first(moves))) & corners))
            safe |= moves & -moves;
    assert_true(safe == (moriarty_bit(square("d3")) | moriarty_bit(square("d7")) |
                         moriarty_bit(square("f7"))));
    assert_true(naive_moves(board_at(4)) & moriarty_bit(square("h1")));
}

static int best_of(moriarty_board b)
{
    uint64_t moves = naive_moves(b);
    moriarty_board passed = {b.other, b.mover};
    if (moves == 0)
        return naive_moves(passed) ? -best_of(passed) : moriarty_final(b, MORIARTY_ALL);
    int best = -65;
    for (; moves; moves &= moves - 1) {
        int score = -best_of(naive_play(b, moriarty_first(moves)));
        best = score > best ? score : best;
    }
    return best;
}

TEST(one_ending_wins)
{
    moriarty_board b = board_at(5);
    assert_int_equal(moriarty_count(b.mover), 25);
    assert_int_equal(moriarty_count(b.other), 36);
    assert_int_equal(-best_of(naive_play(b, square("a1"))), 2);
    assert_true(-best_of(naive_play(b, square("c1"))) < 0);
    assert_true(-best_of(naive_play(b, square("d1"))) < 0);
    assert_int_equal(turned(b, "a1"), 3);
    assert_int_equal(turned(b, "c1"), 4);
    assert_int_equal(turned(b, "d1"), 4);
    b = naive_play(board_at(6), square("d1"));
    assert_int_equal(moriarty_count(b.other), 33);
    assert_int_equal(moriarty_count(b.mover), 31);
}
