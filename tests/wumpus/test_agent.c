/* tests/wumpus/test_agent.c -- the agent wins every grid that can be deduced, chooses legal
 * moves everywhere, and keeps its figures. */
#include "helpers.h"

#include "games/wumpus/agent.h"
#include "games/wumpus/command.h"

extern const duel_game duel_game_wumpus;

TEST(deducible_grids_are_won)
{
    static const wumpus_tour tours[] = {
        {.name = "8", .least = 8, .most = 8, .pits = 8, .only = WUMPUS_DEDUCIBLE},
        {.name = "10", .least = 10, .most = 10, .pits = 14, .only = WUMPUS_DEDUCIBLE},
        {.name = "15", .least = 15, .most = 15, .pits = 30, .only = WUMPUS_DEDUCIBLE},
        {.name = "4-7", .least = 4, .most = 7, .pits = 3, .only = WUMPUS_DEDUCIBLE},
        {.name = "8, once the wumpus is shot",
         .least = 8,
         .most = 8,
         .pits = 6,
         .only = WUMPUS_DEDUCIBLE_BY_ARROW},
        {.name = "6-8, several, all to be found",
         .least = 6,
         .most = 8,
         .pits = 3,
         .only = WUMPUS_DEDUCIBLE,
         .wumpuses = 2,
         .golds = 3},
    };
    for (size_t i = 0; i < sizeof tours / sizeof *tours; i++) {
        wumpus_tally_sheet t;
        int64_t count = check_sample(12, 10000);
        assert_ok(wumpus_tour_run(NULL, &tours[i], count, 5, 2, &t, NULL));
        assert_int_equal(t.deducible, tours[i].only == WUMPUS_DEDUCIBLE ? count : 0);
        assert_int_equal(t.won, count);
    }
}

/* One pit for eight cells, as the game deals them. */
TEST(deducible_grids_of_every_side)
{
    for (int n = 4; n <= 16; n++) {
        wumpus_tour tour = {.name = "deducible",
                            .least = n,
                            .most = n,
                            .pits = n * n / 8,
                            .only = WUMPUS_DEDUCIBLE};
        wumpus_tally_sheet t;
        int64_t count = check_sample(6, 10000);
        assert_ok(wumpus_tour_run(NULL, &tour, count, 9, 2, &t, NULL));
        assert_int_equal(t.deducible, count);
        assert_int_equal(t.won, count);
    }
}

/* The figures do not depend on the number of threads, and stay where they were. */
TEST(figures)
{
    static const wumpus_tour four = {
        .name = "textbook-4", .textbook = true, .least = 4, .most = 4};
    static const wumpus_tour mixed = {
        .name = "textbook-4-7", .textbook = true, .least = 4, .most = 7};
    static const wumpus_tour seed = {.name = "seed-8", .least = 8, .most = 8, .pits = 8};
    wumpus_tally_sheet one, two;
    int64_t count = check_sample(30, 10000);
    assert_ok(wumpus_tour_run(NULL, &four, count, 1, 1, &one, NULL));
    assert_ok(wumpus_tour_run(NULL, &four, count, 1, 2, &two, NULL));
    assert_memory_equal(&one, &two, sizeof one);
    assert_true(one.sum / (double)count > check_sample(200, 345));
    assert_ok(wumpus_tour_run(NULL, &mixed, count, 1, 2, &two, NULL));
    assert_true(two.sum / (double)count > check_sample(50, 245) && two.turning < two.sum);
    assert_ok(wumpus_tour_run(NULL, &seed, count, 1, 2, &two, NULL));
    assert_true((double)two.valid_won > 0.7 * (double)two.valid);
    assert_int_equal(two.deducible_won, two.deducible);
}

/* In every variant the engine answers with a legal move, from a view, until the end. */
TEST(choices_are_legal)
{
    static const char *const variants[] = {"",
                                           "size=4 pits=3",
                                           "wumpuses=2 golds=2 size=6",
                                           "counted=yes size=5",
                                           "chance=0.3 size=6",
                                           "rules=textbook",
                                           "strict=no",
                                           "rules=textbook size=6 wumpuses=2",
                                           "steps=9",
                                           "rules=textbook steps=5",
                                           "rules=textbook steps=9",
                                           "arrows=0 size=5 pits=8"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v;
        duel_msg why = {0};
        void *self;
        assert_ok(duel_variant_read(&duel_game_wumpus, duel_str_of(variants[i]), &v, &why));
        assert_ok(wumpus_expert.open(&v, NULL, 0, &self, &why));
        CHECK_ANSWER(a);
        for (int game = 0; game < check_sample(1, 60); game++) {
            duel_state state, view;
            char seed[16];
            snprintf(seed, sizeof seed, "%d", game);
            assert_ok(duel_deal(&v, duel_str_of(seed), &state));
            while (!duel_is_over(&v, &state)) {
                duel_view(&v, &state, 0, &view);
                duel_think t = {.view = &view, .every_move = true, .nodes = 20, .seed = 3};
                assert_ok(wumpus_expert.think(self, &t, a, &why));
                assert_int_equal(a->plan_count, 1);
                assert_true(duel_legal(&v, &state, a->plan[0]));
                assert_true(a->rated_count > 0);
                v.game->play(&v, &state, a->plan[0]);
            }
        }
        wumpus_expert.close(self);
    }
}

/* A position, and what the agent does. */
TEST(choices_by_example)
{
    static const struct {
        const char *variant, *position, *move;
    } examples[] = {
        /* the gold is beside (1,1), and both cells it can be on are safe */
        {"size=4 pits=3", "? ? ? ? / ? ? ? ? / . E ? ? / . . ? ? ; at 0,1 4 ; view", "2:1"},
        {"rules=textbook", "? ? ? ? / ? ? ? ? / ? EG ? ? / . . ? ? ; at 1,1 2 ; view", "grab"},
        {"rules=textbook", "? ? ? ? / ? ? ? ? / ? EG ? ? / . . ? ? ; at 1,1 3 ; grabbed ; view",
         "0:0"},
        {"rules=textbook", "? ? ? ? / ? ? ? ? / ? EG ? ? / . . ? ? ; at 0,0 5 ; grabbed ; view",
         "climb"},
        /* a breeze at the start: not worth the risk */
        {"rules=textbook", "? ? ? ? / ? ? ? ? / ? ? ? ? / B ? ? ? ; at 0,0 0 ; view", "climb"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        duel_variant v;
        duel_state view;
        duel_msg why = {0};
        wumpus_choice choice;
        assert_ok(
            duel_variant_read(&duel_game_wumpus, duel_str_of(examples[i].variant), &v, &why));
        assert_ok(duel_read(&v, duel_str_of(examples[i].position), &view, &why));
        const wumpus_setup *u = wumpus_setup_of(&v);
        assert_ok(wumpus_choose(u, (const wumpus_state *)&view, &choice, &why));
        CHECK_BUF(text);
        duel_print_move(&v, &view, choice.move, &text.sink);
        assert_string_equal(text.text, examples[i].move);
    }
}
