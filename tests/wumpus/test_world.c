/* tests/wumpus/test_world.c -- worlds: what the generator promises, percepts, validity,
 * interest. */
#include "helpers.h"

#include <math.h>

/* Drawn worlds: T pit, W wumpus, G gold, top row first. */
static wumpus_world world_of(int n, const char *drawn)
{
    wumpus_world world = {.n = n};
    for (int i = 0; i < n * n; i++) {
        int x = i % n, y = n - 1 - i / n;
        wumpus_set *set = drawn[i] == 'T'   ? &world.pit
                          : drawn[i] == 'W' ? &world.wumpus
                          : drawn[i] == 'G' ? &world.gold
                                            : NULL;
        if (set)
            wumpus_add(set, x, y);
    }
    return world;
}

TEST(test_percepts)
{
    wumpus_world world = world_of(4, "...G"
                                     "T..."
                                     "...W"
                                     "....");
    wumpus_percepts felt = wumpus_percepts_of(&world);
    static const char *const expected[] = {"B.E.", ".B.X", "B.P.",
                                           "...P"}; /* X: both P and E */
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            char c = expected[3 - y][x];
            assert_int_equal(wumpus_has(&felt.breeze, x, y), c == 'B');
            assert_int_equal(wumpus_has(&felt.stench, x, y), c == 'P' || c == 'X');
            assert_int_equal(wumpus_has(&felt.glitter, x, y), c == 'E' || c == 'X');
        }
    world.own_glitter = true;
    felt = wumpus_percepts_of(&world);
    assert_true(wumpus_same(&felt.glitter, &world.gold));
}

TEST(test_weighing)
{
    static const struct {
        const char *drawn;
        bool valid;
        int interest;
    } cases[] = {
        {"...G"
         "...."
         "...W"
         "....",
         true, 0},
        {"..TG" /* walled in */
         "...T"
         "...W"
         "....",
         false, -1},
        {"W..G" /* one breeze to leave, at (3,2) */
         "..T."
         "...."
         "....",
         true, 1},
        {"...G" /* a stench, a stench, a breeze */
         "TTT."
         "...."
         "...W",
         true, 3},
        {".TWT" /* the wumpus out of reach, the gold on a quiet way */
         "..T."
         "...."
         "...G",
         false, 0},
        {"G..." /* three noisy cells in a row, whatever the way */
         "TWTT"
         "...."
         "....",
         true, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wumpus_world world = world_of(4, cases[i].drawn);
        assert_int_equal(wumpus_is_valid(&world), cases[i].valid);
        wumpus_rules rules = wumpus_rules_seed(4);
        assert_int_equal(wumpus_interest(&rules, &world), cases[i].interest);
    }
}

/* The nearest gold, or the one hardest to come by. */
TEST(interest_of_several_golds)
{
    wumpus_rules rules = wumpus_rules_seed(4);
    wumpus_world world = world_of(4, "G..."
                                     "TWTT"
                                     "...."
                                     "...G");
    rules.golds = 2;
    assert_int_equal(wumpus_interest(&rules, &world), 0);
    rules.all_golds = true;
    assert_int_equal(wumpus_interest(&rules, &world), 3);
    wumpus_add(&world.pit, 1, 2);
    wumpus_drop(&world.wumpus, 1, 2);
    assert_int_equal(wumpus_interest(&rules, &world), -1);
}

static void check_promises(const wumpus_rules *rules, const wumpus_world *world)
{
    wumpus_set all = wumpus_or(world->pit, &world->wumpus);
    all = wumpus_or(all, &world->gold);
    for (int y = 0; y < rules->n; y++)
        for (int x = 0; x < rules->n; x++)
            assert_false(x + y <= rules->clear && wumpus_has(&all, x, y));
    assert_int_equal(wumpus_count(&world->wumpus), rules->wumpuses);
    assert_int_equal(wumpus_count(&world->gold), rules->golds);
    if (rules->pits_are == WUMPUS_PITS_COUNT)
        assert_int_equal(wumpus_count(&world->pit), rules->pits);
    if (!rules->overlap)
        assert_int_equal(wumpus_count(&all),
                         rules->wumpuses + rules->golds + wumpus_count(&world->pit));
    wumpus_set board = wumpus_board(rules->n);
    assert_true(wumpus_within(&all, &board));
}

TEST(test_generator)
{
    duel_rng rng = check_rng(60);
    for (int n = 4; n <= 32; n++)
        for (int i = 0; i < 20; i++) {
            wumpus_rules rules = wumpus_rules_seed(n);
            wumpus_world world;
            rules.wumpuses = 1 + i % WUMPUS_MOST;
            rules.golds = 1 + i % 2;
            rules.pits_are = i % 2 ? WUMPUS_PITS_CHANCE : WUMPUS_PITS_COUNT;
            rules.chance = 0.3;
            rules.pits = n * n - 6 - rules.wumpuses - rules.golds - i / 2 % 3;
            assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
            check_promises(&rules, &world);
            rules = wumpus_rules_textbook(n, 0.2);
            assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
            check_promises(&rules, &world);
        }
}

/* Every allowed cell is equally often a pit, a wumpus, a gold. */
TEST(test_uniform)
{
    enum { DRAWS = 30000 };
    int pits[16] = {0}, wumpuses[16] = {0}, golds[16] = {0};
    wumpus_rules rules = wumpus_rules_seed(4);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = 3;
    duel_rng rng = check_rng(61);
    for (int i = 0; i < DRAWS; i++) {
        wumpus_world world;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        for (int c = 0; c < 16; c++) {
            pits[c] += wumpus_has(&world.pit, c % 4, c / 4);
            wumpuses[c] += wumpus_has(&world.wumpus, c % 4, c / 4);
            golds[c] += wumpus_has(&world.gold, c % 4, c / 4);
        }
    }
    for (int c = 0; c < 16; c++) {
        bool bare = c % 4 + c / 4 <= 2;
        double pit = bare ? 0 : 0.3 * DRAWS, one = bare ? 0 : 0.1 * DRAWS;
        assert_true(fabs(pits[c] - pit) <= 5 * sqrt(pit * 0.7));
        assert_true(fabs(wumpuses[c] - one) <= 5 * sqrt(one * 0.9));
        assert_true(fabs(golds[c] - one) <= 5 * sqrt(one * 0.9));
    }
}

TEST(test_refusals)
{
    wumpus_world world;
    duel_msg why;
    duel_rng rng = check_rng(62);
    wumpus_rules rules = wumpus_rules_seed(4);
    assert_int_equal(wumpus_draw_world(&rules, &rng, &world, &why), DUEL_INVALID);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = 9;
    assert_int_equal(wumpus_draw_world(&rules, &rng, &world, &why), DUEL_INVALID);
    assert_int_equal(why.arg[0].number, 8); /* ten cells, one wumpus, one gold */
    rules.pits = 8;
    assert_ok(wumpus_draw_world(&rules, &rng, &world, &why));
    rules.n = 33;
    assert_int_equal(wumpus_rules_check(&rules, &why), DUEL_INVALID);
    rules = wumpus_rules_seed(4);
    rules.golds = WUMPUS_MOST + 1;
    assert_int_equal(wumpus_rules_check(&rules, &why), DUEL_INVALID);
    rules = wumpus_rules_textbook(4, 1.0);
    assert_int_equal(wumpus_rules_check(&rules, &why), DUEL_INVALID);
}
