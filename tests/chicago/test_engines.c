/* tests/chicago/test_engines.c -- who plays Chicago: the expert against exact values, the other
 * engines, limits, and the variants that cannot be solved. */
#include "check.h"

#include "games/chicago/chicago.h"
#include "games/chicago/solver.h"

typedef struct limit {
    uint64_t nodes;
    double seconds;
} limit;

/* The move a player chooses for the seat to move, from that seat's view. */
static duel_move choose(machine_player *p, const duel_variant *v, const void *state, limit l,
                        uint64_t seed, duel_answer *a)
{
    duel_state view;
    int seat = v->game->turn(v, state);
    duel_view(v, state, seat, &view);
    duel_think t = {
        .view = &view, .seat = seat, .nodes = l.nodes, .seconds = l.seconds, .seed = seed};
    assert_ok(player_think(p, &t, a, NULL));
    assert_true(a->plan_count == 1);
    assert_true(duel_legal(v, state, a->plan[0]));
    return a->plan[0];
}

static void play_some(const duel_variant *v, duel_state *s, duel_rng *rng, int plies)
{
    duel_move list[DUEL_MOVES_MAX];
    memset(s, 0, sizeof *s);
    assert_ok(v->game->deal(v, rng, s));
    for (int i = 0; i < plies; i++) {
        int count = v->game->moves(v, s, list);
        v->game->play(v, s, list[duel_rng_below(rng, (uint32_t)count)]);
    }
}

static chicago_solver *new_solver(void)
{
    chicago_solver *solver;
    void *memory = malloc(CHICAGO_SOLVER_MEMORY);
    assert_non_null(memory);
    assert_ok(chicago_solver_init(memory, CHICAGO_SOLVER_MEMORY, &solver));
    return solver;
}

/* ---- the expert is perfect ---------------------------------------------------------- */

TEST(expert_chooses_a_best_move)
{
    static const char *const variants[] = {"chicago", "chicago expert=yes", "chicago komi=5"};
    CHECK_ANSWER(a);
    chicago_solver *solver = new_solver();
    for (int n = 0; n < check_sample(120, 10000); n++) {
        duel_variant v = check_variant(variants[n % 8 < 6 ? 0 : n % 8 - 5]);
        chicago_rules rules = {2, n % 8 == 6};
        machine_player *p = check_player("expert", &v, 64 << 20);
        duel_state s;
        chicago_answer all;
        duel_rng rng = check_rng(5000 + (uint64_t)n);
        play_some(&v, &s, &rng, n % 20 == 0 ? 0 : 4 + (int)duel_rng_below(&rng, 9));
        duel_move move = choose(p, &v, &s, (limit){0, 0}, 1, a);
        assert_true(a->proved);
        chicago_solve_all(solver, &rules, (const chicago_board *)&s, NULL, &all);
        int found = -1;
        for (int i = 0; i < all.count; i++)
            if (all.move[i] == move)
                found = i;
        assert_true(found >= 0);
        assert_int_equal(all.move_low[found], all.low);
        player_close(p);
    }
    free(solver);
}

/* One game of the expert from `seat` against a spec; its margin at the end. */
static int play_game(const duel_variant *v, const duel_state *opening, int seat,
                     const char *other, uint64_t seed, duel_answer *a)
{
    machine_player *p[2];
    p[seat] = check_player("expert", v, 64 << 20);
    p[!seat] = check_player(other, v, 64 << 20);
    duel_state s = *opening;
    int32_t score[DUEL_SEATS];
    while (!v->game->over(v, &s, score)) {
        int turn = v->game->turn(v, &s);
        duel_move move = choose(p[turn], v, &s, (limit){0, 0}, seed++, a);
        v->game->play(v, &s, move);
    }
    player_close(p[0]);
    player_close(p[1]);
    return duel_margin(v, score, seat);
}

TEST(expert_never_ends_below_the_opening_value)
{
    static const char *const others[] = {"random",
                                         "seed-depth1",
                                         "seed-minimax2",
                                         "seed-minimax4",
                                         "lookahead:depth=2",
                                         "lookahead:depth=6",
                                         "expert",
                                         "level:5"};
    enum { OTHERS = sizeof others / sizeof *others };
    duel_variant v = check_variant("chicago");
    CHECK_ANSWER(a);
    chicago_solver *solver = new_solver();
    const chicago_rules rules = {2, false};
    for (int n = 0; n < check_sample(OTHERS, 25 * OTHERS); n++) {
        duel_state s;
        chicago_answer all;
        duel_rng rng = check_rng(900 + (uint64_t)n);
        play_some(&v, &s, &rng, 0);
        chicago_solve(solver, &rules, (const chicago_board *)&s, NULL, &all);
        for (int seat = 0; seat < 2; seat++) {
            int margin = play_game(&v, &s, seat, others[n % OTHERS], 7 * (uint64_t)n, a);
            int due = seat == 0 ? all.low : -all.low;
            if (margin < due)
                fail_msg("against %s: %d, not %d", others[n % OTHERS], margin, due);
            if (strcmp(others[n % OTHERS], "expert") == 0)
                assert_int_equal(margin, due);
        }
    }
    free(solver);
}

/* ---- limits ------------------------------------------------------------------------- */

/* Equal calls give equal answers under a limit of nodes, whatever was asked before. */
TEST(node_limits_repeat_and_are_kept)
{
    static const char *const variants[] = {"chicago", "chicago view=tops", "chicago expert=yes",
                                           "chicago view=tops komi=4"};
    static const uint64_t nodes[] = {20, 100, 1000, 3000, 20000, 100000};
    duel_answer *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (size_t i = 0; i < 4; i++) {
        duel_variant v = check_variant(variants[i]);
        machine_player *used = check_player("expert", &v, 64 << 20);
        for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
            duel_state s;
            duel_rng rng = check_rng(10 * i + k);
            play_some(&v, &s, &rng, (int)k);
            machine_player *fresh = check_player("expert", &v, 64 << 20);
            choose(used, &v, &s, (limit){nodes[k], 0}, 3, a);
            choose(fresh, &v, &s, (limit){nodes[k], 0}, 3, b);
            assert_true(a->plan[0] == b->plan[0] && a->nodes == b->nodes);
            assert_int_equal(a->estimate, b->estimate);
            assert_in_range(a->nodes, 1, nodes[k] + 20); /* and one node for every move */
            player_close(fresh);
        }
        player_close(used);
    }
    free(a);
    free(b);
}

TEST(stopped_engines_still_answer)
{
    static const char *const variants[] = {"chicago", "chicago view=tops",
                                           "chicago expert=yes"};
    CHECK_ANSWER(a);
    atomic_bool stop = true;
    for (size_t i = 0; i < 3; i++) {
        duel_variant v = check_variant(variants[i]);
        machine_player *p = check_player("expert", &v, 64 << 20);
        duel_msg why = {0};
        duel_state view = check_dealt(&v, 77);
        duel_hide(&v, &view, 0);
        duel_think t = {.view = &view, .stop = &stop};
        assert_ok(player_think(p, &t, a, &why));
        assert_true(a->plan_count == 1 && duel_legal(&v, &view, a->plan[0]) && !a->proved);
        player_close(p);
    }
}

/* ---- the other engines -------------------------------------------------------------- */

/* The machines of the report answer as original_bots.c does, whose own test has their moves. */
TEST(seed_machines)
{
    static const char *const spec[] = {"seed-depth1", "seed-minimax2", "seed-minimax4"};
    duel_variant v = check_variant("chicago");
    const chicago_rules rules = {2, false};
    CHECK_ANSWER(a);
    for (int bot = 0; bot < 3; bot++) {
        machine_player *p = check_player(spec[bot], &v, 64 << 20);
        for (int n = 0; n < 8; n++) {
            duel_state s;
            duel_rng rng = check_rng((uint64_t)n);
            play_some(&v, &s, &rng, n);
            assert_true(choose(p, &v, &s, (limit){0, 0}, 1, a) ==
                        chicago_seedbot_move((chicago_seedbot)bot, &rules,
                                             (const chicago_board *)&s, NULL));
        }
        player_close(p);
    }
}

TEST(lookahead_plays_a_move_of_largest_value)
{
    duel_variant v = check_variant("chicago komi=3");
    const chicago_rules rules = {2, false};
    CHECK_ANSWER(a);
    for (int depth = 2; depth <= 6; depth += 2) {
        char spec[32];
        snprintf(spec, sizeof spec, "lookahead:depth=%d", depth);
        machine_player *p = check_player(spec, &v, 64 << 20);
        for (int n = 0; n < 6; n++) {
            duel_state s;
            int value[CHICAGO_MOVES], largest = -1000;
            duel_rng rng = check_rng(60 + (uint64_t)n);
            play_some(&v, &s, &rng, n);
            int count = chicago_lookahead(&rules, (const chicago_board *)&s, depth, value);
            duel_move move = choose(p, &v, &s, (limit){0, 0}, (uint64_t)n, a);
            for (int i = 0; i < count; i++)
                largest = value[i] > largest ? value[i] : largest;
            for (int i = 0; i < a->rated_count; i++)
                if (a->rated[i].move == move)
                    assert_int_equal(value[i], largest);
            assert_int_equal(a->estimate, largest + (n % 2 ? 3 : -3));
        }
        player_close(p);
    }
}

/* ---- variants without a solver ------------------------------------------------------ */

/* `games` deals, each played once from every seat by `spec` among seed-depth1; its share. */
static double share_of(const char *variant, const char *spec, limit l, int games)
{
    duel_variant v = check_variant(variant);
    CHECK_ANSWER(a);
    machine_player *good = check_player(spec, &v, 64 << 20),
                   *plain = check_player("seed-depth1", &v, 64 << 20);
    double points = 0;
    for (int n = 0; n < games * v.seats; n++) {
        duel_state s;
        int32_t score[DUEL_SEATS];
        duel_rng rng = check_rng(40 + (uint64_t)(n / v.seats));
        play_some(&v, &s, &rng, 0);
        while (!v.game->over(&v, &s, score)) {
            bool own = v.game->turn(&v, &s) == n % v.seats;
            v.game->play(&v, &s, choose(own ? good : plain, &v, &s, l, (uint64_t)n, a));
        }
        points += duel_share(&v, score, n % v.seats);
    }
    player_close(good);
    player_close(plain);
    return points / (games * v.seats);
}

/* A fair share would be a half, then a third. */
TEST(the_best_beat_the_simple_machine_everywhere)
{
    int games = check_sample(12, 100);
    assert_true(share_of("chicago view=tops", "expert", (limit){6000, 0}, games) > 0.6);
    assert_true(share_of("chicago players=3", "mcts:iterations=400", (limit){0, 9}, games) >
                0.38);
}

/* Tree search plays what the solver cannot; choose() refuses an illegal move. */
TEST(sampling_plays_every_variant_to_its_end)
{
    static const char *const variants[] = {"chicago players=4", "chicago players=3 view=tops",
                                           "chicago players=4 expert=yes view=tops"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        assert_in_range(100 * share_of(variants[i], "mcts:iterations=60", (limit){0, 9}, 2), 0,
                        100);
}
