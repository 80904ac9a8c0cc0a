/* tests/chicago/test_lesson.c -- the moves the first lesson asks for are the best there are,
 * and no other move is; what it says about scores is what comes out. */
#include "check.h"

#include "core/lesson.h"

enum { ENDING = 3, LAST = 4 }; /* steps */

static duel_learner at_step(int step)
{
    duel_learner l;
    const duel_game *chicago = catalogue_find_game(duel_str_of("chicago"));
    assert_ok(duel_learner_begin(chicago, &l, NULL));
    assert_ok(duel_learner_go(&l, step, NULL));
    return l;
}

/* The value of every move; the caller frees. */
static duel_answer *solved(const duel_learner *l)
{
    duel_answer *a = malloc(sizeof *a);
    assert_non_null(a);
    machine_player *p = check_player("exact", &l->v, (size_t)64 << 20);
    duel_think t = {
        .view = &l->state, .seat = l->v.game->turn(&l->v, &l->state), .every_move = true};
    assert_ok(player_think(p, &t, a, NULL));
    assert_true(a->proved);
    player_close(p);
    return a;
}

static bool accepted(const duel_learner *l, duel_move move)
{
    duel_learner copy = *l;
    duel_msg word = {0};
    CHECK_BUF(text);
    duel_print_move(&l->v, &l->state, move, &text.sink);
    bool good = duel_learner_try(&copy, duel_buf_str(&text), &word) == DUEL_OK;
    return good;
}

/* In the opening another move is as good; from then on exactly the best ones are accepted. */
TEST(only_the_best_is_accepted)
{
    for (int step = 0; step <= LAST; step++) {
        duel_learner l = at_step(step);
        duel_answer *a = solved(&l);
        assert_true(a->rated_count > 1);
        for (int i = 0; i < a->rated_count; i++) {
            bool best = a->rated[i].result.score == a->result.score;
            if (step > 0 || !best)
                assert_int_equal(accepted(&l, a->rated[i].move), best);
        }
        free(a);
    }
}

/* One move wins; the tempting 1CM loses by 3. Then 39 to 38, or 37 to 40. */
TEST(the_ending_is_as_told)
{
    duel_learner l = at_step(ENDING);
    duel_answer *a = solved(&l);
    int winning = 0;
    duel_move tempting = check_read_move(&l.v, &l.state, "1CM");
    for (int i = 0; i < a->rated_count; i++) {
        winning += a->rated[i].result.value == DUEL_WIN;
        if (a->rated[i].move == tempting)
            assert_int_equal(a->rated[i].result.score, -3);
    }
    assert_int_equal(winning, 1);
    free(a);
    l = at_step(LAST);
    duel_move list[DUEL_MOVES_MAX];
    int count = l.v.game->moves(&l.v, &l.state, list);
    for (int i = 0; i < count; i++) {
        duel_state after = l.state;
        int32_t score[DUEL_SEATS] = {0};
        l.v.game->play(&l.v, &after, list[i]);
        assert_true(l.v.game->over(&l.v, &after, score));
        bool good = accepted(&l, list[i]);
        assert_int_equal(score[0], good ? 39 : 37);
        assert_int_equal(score[1], good ? 38 : 40);
    }
}
