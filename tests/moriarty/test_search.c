/* tests/moriarty/test_search.c -- the estimated search: its values against plain negamax on
 * the evaluation, its budgets, its determinism; the table and the evaluation alone. */
#include "check.h"

#include "games/moriarty/search.h"
#include "helper.h"

static moriarty_table table;

static moriarty_request request_of(moriarty_board b, int depth)
{
    return (moriarty_request){.board = b,
                              .playable = MORIARTY_ALL,
                              .max_depth = depth,
                              .threads = 1,
                              .path = MORIARTY_BEST_PATH,
                              .table = &table,
                              .eval = &moriarty_handmade};
}

static moriarty_answer think(const moriarty_request *q)
{
    moriarty_answer a;
    moriarty_table_clear(&table);
    assert_ok(moriarty_think(q, &a, NULL));
    assert_true(a.move_count == 0 || a.line[0] == a.move);
    return a;
}

static const moriarty_eval *const both[] = {&moriarty_handmade, &moriarty_trained};

static int estimate(moriarty_board b, uint64_t playable, int path)
{
    return moriarty_handmade.estimate[path](moriarty_handmade.weights, b, playable);
}

/* Plain negamax of an evaluation; a pass costs no depth. */
static int judge(const moriarty_eval *eval, moriarty_board b, int depth)
{
    if (depth == 0)
        return eval->estimate[MORIARTY_PORTABLE](eval->weights, b, MORIARTY_ALL);
    if (moriarty_over(b, MORIARTY_ALL))
        return moriarty_final(b, MORIARTY_ALL) * MORIARTY_UNIT;
    uint64_t moves = moriarty_moves(b, MORIARTY_ALL);
    if (moves == 0)
        return -judge(eval, moriarty_passed(b), depth);
    int best = -MORIARTY_UNIT * 65;
    for (; moves; moves &= moves - 1) {
        int score = -judge(eval, moriarty_play(b, moriarty_first(moves)), depth - 1);
        if (score > best)
            best = score;
    }
    return best;
}

TEST(estimates_are_minimax)
{
    duel_rng rng = check_rng(5);
    for (int i = 0; i < (check_full() ? 400 : 60); i++) {
        moriarty_board b;
        if (!random_game(&rng, 12 + (int)duel_rng_below(&rng, 44), &b))
            continue;
        int depth = 1 + i % 4;
        moriarty_request q = request_of(b, depth);
        q.every_move = i % 2;
        q.eval = both[i / 2 % 2];
        q.sure = true;
        moriarty_answer a = think(&q);
        assert_false(a.proved);
        assert_int_equal(a.depth, depth);
        /* Deeper slots left by the deepening would be allowed; this shallow none are. */
        assert_int_equal(a.score, judge(q.eval, b, depth));
        for (int k = 0; k < a.move_count && q.every_move; k++) {
            moriarty_board child = moriarty_play(b, a.moves[k].move);
            int left = depth - (a.moves[k].move != MORIARTY_PASS);
            assert_int_equal(a.moves[k].score, -judge(q.eval, child, left));
        }
    }
}

/* Turning the board about or changing the kernel must not change an estimate. */
TEST(evaluation_is_symmetric)
{
    duel_rng rng = check_rng(11);
    for (int i = 0; i < 3000; i++) {
        moriarty_board b = random_discs(&rng, (int)duel_rng_below(&rng, 60), 4),
                       turned = {0, 0};
        for (int square = 0; square < 64; square++) {
            int image = 8 * (square % 8) + 7 - square / 8;
            turned.mover |= (b.mover >> square & 1) << image;
            turned.other |= (b.other >> square & 1) << image;
        }
        int here = estimate(b, MORIARTY_ALL, MORIARTY_PORTABLE);
        assert_int_equal(here, estimate(turned, MORIARTY_ALL, MORIARTY_PORTABLE));
        assert_in_range(here + 64 * MORIARTY_UNIT, 0, 128 * MORIARTY_UNIT);
        for (int path = 0; path < MORIARTY_PATHS; path++)
            if (moriarty_path_works((moriarty_path)path))
                assert_int_equal(here, estimate(b, MORIARTY_ALL, path));
    }
}

TEST(evaluation_knows_corners)
{
    moriarty_board b = moriarty_opening();
    int before = estimate(b, MORIARTY_ALL, MORIARTY_PORTABLE);
    moriarty_board corner = {b.mover | 1, b.other}, x_square = {b.mover | 1 << 9, b.other};
    assert_true(estimate(corner, MORIARTY_ALL, MORIARTY_PORTABLE) > before + MORIARTY_UNIT);
    assert_true(estimate(x_square, MORIARTY_ALL, MORIARTY_PORTABLE) < before - MORIARTY_UNIT);
}

static void same_answer(const moriarty_answer *a, const moriarty_answer *b)
{
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_true(a->nodes == b->nodes);
    assert_int_equal(a->line_length, b->line_length);
    assert_memory_equal(a->line, b->line, sizeof a->line);
}

/* A node limit makes equal calls equal, on every kernel, and is kept to the node. */
TEST(node_limits)
{
    duel_rng rng = check_rng(21);
    uint64_t limit = check_full() ? 300000 : 20000;
    for (int i = 0; i < 12; i++) {
        moriarty_board b;
        if (!random_game(&rng, 14 + 4 * i, &b))
            continue;
        moriarty_request q = request_of(b, 0);
        q.node_limit = limit;
        q.every_move = i % 2;
        q.eval = both[i / 2 % 2];
        moriarty_answer first = think(&q), again = think(&q);
        same_answer(&first, &again);
        /* a node checks the limit, the few empties below it or a glance do not */
        assert_true(first.proved || first.nodes < limit + 20000);
        for (int path = 0; path < MORIARTY_PATHS; path++) {
            if (!moriarty_path_works((moriarty_path)path))
                continue;
            q.path = (moriarty_path)path;
            again = think(&q);
            same_answer(&first, &again);
        }
    }
}

TEST(other_limits)
{
    moriarty_request q = request_of(moriarty_opening(), 0);
    q.seconds = 0.1;
    moriarty_answer a = think(&q); /* it comes to an end */
    assert_true(a.depth >= 2 && !a.proved);

    /* A raised flag: no search at all, but a legal move; and a proof is not pretended. */
    atomic_bool stop = true;
    q = request_of(moriarty_opening(), 0);
    q.stop = &stop;
    q.prove = true;
    assert_int_equal(moriarty_think(&q, &a, NULL), DUEL_STOPPED);
    assert_false(a.proved);
    assert_true(moriarty_moves(q.board, q.playable) & moriarty_bit(a.move));
}

/* However few nodes are allowed, the choice is that of one ply, not the first legal move. */
TEST(one_ply_is_always_seen)
{
    duel_rng rng = check_rng(41);
    for (int i = 0; i < 40; i++) {
        moriarty_board b;
        if (!random_game(&rng, 1 + i, &b) || naive_moves(b) == 0)
            continue;
        moriarty_request q = request_of(b, 0), ply = q;
        q.node_limit = 1;
        ply.max_depth = 1;
        moriarty_answer few = think(&q), one = think(&ply);
        assert_true(few.depth >= 1);
        assert_int_equal(few.move, one.move);
        assert_int_equal(few.score, one.score);
    }
}

typedef struct watch {
    int calls, depth;
    uint64_t nodes;
    atomic_bool stop;
} watch;

static void on_progress(void *user, const moriarty_answer *so_far)
{
    watch *w = user;
    w->calls++;
    assert_true(so_far->depth > w->depth && so_far->nodes > w->nodes);
    w->depth = so_far->depth;
    w->nodes = so_far->nodes;
    if (w->depth == 5)
        atomic_store(&w->stop, true);
}

/* Progress comes after every depth; raising the flag from it ends the search there. */
TEST(progress_and_stop)
{
    watch w = {0};
    moriarty_request q = request_of(moriarty_opening(), 0);
    q.progress = on_progress;
    q.user = &w;
    q.stop = &w.stop;
    moriarty_answer a = think(&q);
    assert_true(w.calls >= 5 && a.depth >= 5);
    assert_int_equal(a.depth, w.depth);
}

/* With a budget that allows it the end is proved, without being asked to. */
TEST(proofs_come_by_themselves)
{
    duel_rng rng = check_rng(31);
    for (int i = 0; i < 10; i++) {
        moriarty_board b;
        if (!random_game(&rng, 11, &b))
            continue;
        moriarty_request q = request_of(b, 0);
        q.node_limit = 50000000;
        moriarty_answer a = think(&q);
        assert_true(a.proved);
        q.max_depth = 11;
        moriarty_answer deep = think(&q);
        assert_true(deep.proved);
        assert_int_equal(a.score, deep.score);
        q.max_depth = 4;
        assert_false(think(&q).proved);
    }
}

TEST(ended_and_passing)
{
    moriarty_board over = {1, 1 << 2};
    moriarty_request q = request_of(over, 3);
    moriarty_answer a = think(&q);
    assert_int_equal(a.move, MORIARTY_NO_MOVE);
    assert_true(a.proved && a.score == 0 && a.line_length == 0);
    moriarty_board must_pass = {1 << 1, 1}; /* the other side plays c1 */
    q = request_of(must_pass, 3);
    a = think(&q);
    assert_int_equal(a.move, MORIARTY_PASS);
    assert_int_equal(a.score, -64 * MORIARTY_UNIT);
}

TEST(several_threads)
{
    for (int threads = 2; threads <= 4; threads++) {
        moriarty_request q = request_of(moriarty_opening(), check_full() ? 10 : 7);
        q.threads = threads;
        q.every_move = threads == 3;
        moriarty_answer a = think(&q);
        assert_int_equal(a.depth, q.max_depth);
        assert_true(moriarty_moves(q.board, q.playable) & moriarty_bit(a.move));
        q.max_depth = 0;
        q.node_limit = 30000;
        a = think(&q);
        assert_true(a.nodes < 30000 + 20000 * (uint64_t)threads);
    }
}

TEST(table_keeps_bounds)
{
    moriarty_table_clear(&table);
    moriarty_board b = moriarty_opening();
    moriarty_known got, put = {-64, 10, 20, 1, {5, MORIARTY_NO_MOVE}, 0};
    assert_false(moriarty_table_get(&table, b, &got));
    moriarty_table_put(&table, b, put);
    assert_true(moriarty_table_get(&table, b, &got));
    assert_true(got.lower == -64 && got.upper == 10 && got.depth == 20 && got.proved == 1);
    assert_true(got.move[0] == 5 && got.move[1] == MORIARTY_NO_MOVE);
    put = (moriarty_known){-8, 64, 20, 1, {7, MORIARTY_NO_MOVE}, 0}; /* the other bound */
    moriarty_table_put(&table, b, put);
    assert_true(moriarty_table_get(&table, b, &got));
    assert_true(got.lower == -8 && got.upper == 10 && got.move[0] == 7 && got.move[1] == 5);
    put = (moriarty_known){-4096, 100, 30, 0, {9, MORIARTY_NO_MOVE}, 0}; /* an estimate: no */
    moriarty_table_put(&table, b, put);
    assert_true(moriarty_table_get(&table, b, &got));
    assert_true(got.proved == 1 && got.lower == -8 && got.upper == 10);
    assert_false(moriarty_table_get(&table, moriarty_passed(b), &got));
}

/* How a bound was found is kept: one that left something out is never joined with others. */
TEST(table_keeps_selectivity)
{
    moriarty_table_clear(&table);
    moriarty_board b = moriarty_opening();
    moriarty_known got, put = {-64, 100, 9, 0, {5, MORIARTY_NO_MOVE}, 1};
    moriarty_table_put(&table, b, put);
    assert_true(moriarty_table_get(&table, b, &got) && got.selective == 1);
    put = (moriarty_known){-500, 4096, 9, 0, {5, MORIARTY_NO_MOVE}, 0};
    moriarty_table_put(&table, b, put);
    assert_true(moriarty_table_get(&table, b, &got) && got.selective == 0);
    assert_true(got.lower == -500 && got.upper == 4096);
}

/* A sure search finds the same, whatever a selective one has left in the table. */
TEST(sure_searches_ignore_selective_bounds)
{
    duel_rng rng = check_rng(51);
    for (int i = 0; i < 8; i++) {
        moriarty_board b;
        moriarty_answer a;
        if (!random_game(&rng, 20 + 4 * i, &b))
            continue;
        moriarty_request q = request_of(b, 4);
        q.eval = &moriarty_trained;
        think(&q);
        q.sure = true;
        assert_ok(moriarty_think(&q, &a, NULL));
        assert_int_equal(a.score, judge(q.eval, b, 4));
    }
}

/* A table of one bucket keeps the deepest of what it is given. */
TEST(table_replaces_the_shallow)
{
    moriarty_table small;
    assert_ok(moriarty_table_init(&small, 1, NULL));
    moriarty_known known = {-64, 64, 0, 1, {0, MORIARTY_NO_MOVE}, 0}, got;
    for (int i = 0; i < 40; i++) {
        known.depth = (i * 7) % 40;
        moriarty_table_put(&small, (moriarty_board){(uint64_t)known.depth + 1, 0}, known);
    }
    /* 39, 38, 37 and 36 came before the last put (depth 33), which is always kept. */
    for (int depth = 0; depth < 40; depth++) {
        bool found = moriarty_table_get(&small, (moriarty_board){(uint64_t)depth + 1, 0}, &got);
        assert_int_equal(found, depth >= 36 || depth == 33);
    }
    moriarty_table_fini(&small);
}

static int open_table(void **state)
{
    (void)state;
    return moriarty_table_init(&table, 1 << 20, NULL) != DUEL_OK;
}

static int close_table(void **state)
{
    (void)state;
    moriarty_table_fini(&table);
    return 0;
}

/* A proved bound may contradict what a shallow estimate finds; the search must still settle on
 * a value instead of missing its window on one side, then on the other, for ever. */
TEST(contradicting_bounds_are_settled)
{
    moriarty_request q = request_of(moriarty_opening(), 4);
    moriarty_answer a;
    moriarty_table_clear(&table);
    moriarty_table_put(&table, q.board,
                       (moriarty_known){.lower = 40,
                                        .upper = 64,
                                        .depth = 60,
                                        .proved = 1,
                                        .move = {MORIARTY_NO_MOVE, MORIARTY_NO_MOVE}});
    q.node_limit = 200000;
    assert_ok(moriarty_think(&q, &a, NULL));
    assert_int_equal(a.depth, 4);
    assert_true(a.nodes < q.node_limit);
}

TESTS_BETWEEN(open_table, close_table)
