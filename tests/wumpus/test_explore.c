/* tests/wumpus/test_explore.c -- exploring on proved cells: the fast reasoner and the solver
 * agree at every step, and the deducible test agrees with both. */
#include "helpers.h"

#include "games/wumpus/solvable.h"

static wumpus_rules rules_with(int n, int pits)
{
    wumpus_rules rules = wumpus_rules_seed(n);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = pits;
    return rules;
}

/* The solver's second opinion on every step of the fast reasoner. */
typedef struct second {
    void *solver;
    int steps;
    duel_buf text;
} second;

static bool same_verdicts(void *context, const wumpus_knowledge *k, const wumpus_facts *facts,
                          const wumpus_verdicts *verdicts)
{
    second *s = context;
    wumpus_verdicts sat;
    wumpus_set edge = wumpus_frontier(k);
    assert_ok(wumpus_sat.learn(s->solver, facts, NULL));
    assert_ok(wumpus_sat.judge(s->solver, &edge, &sat, NULL));
    if (memcmp(&sat, verdicts, sizeof sat) != 0)
        fail_msg("the solver differs: %s", knowledge_text(k, &s->text));
    s->steps++;
    return true;
}

static void check_steps(const wumpus_rules *rules, const wumpus_world *world, second *s)
{
    wumpus_grade plain, armed;
    assert_ok(wumpus_sat.open(rules, &s->solver, NULL));
    armed = explore(&wumpus_fast, rules, world, true, same_verdicts, s);
    plain = explore(&wumpus_fast, rules, world, false, NULL, NULL);
    wumpus_sat.close(s->solver);
    assert_int_equal(wumpus_deducible(rules, world, true), armed);
    assert_int_equal(wumpus_deducible(rules, world, false), plain);
    assert_true(plain == armed ||
                (plain == WUMPUS_NOT_DEDUCIBLE && armed == WUMPUS_DEDUCIBLE_BY_ARROW));
}

TEST(test_every_step)
{
    second s = {.steps = 0};
    duel_rng rng = check_rng(30);
    duel_buf_init(&s.text);
    int wanted = check_sample(40, 2000);
    for (int i = 0; i < wanted; i++) {
        int n = 8 + (int)duel_rng_below(&rng, 8);
        wumpus_rules rules =
            rules_with(n, 2 + (int)duel_rng_below(&rng, (uint32_t)(n * n / 6)));
        rules.strict = i % 4 != 0;
        wumpus_world world;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        if (rules.strict) {
            check_steps(&rules, &world, &s);
        } else {
            assert_ok(wumpus_sat.open(&rules, &s.solver, NULL));
            explore(&wumpus_fast, &rules, &world, true, same_verdicts, &s);
            wumpus_sat.close(s.solver);
        }
    }
    assert_true(s.steps > 4 * wanted);
    duel_buf_fini(&s.text);
}

/* The deducible test against the fast reasoner on many small grids, where pits, stench and
 * glitter crowd together, and on every width of its sets. */
TEST(test_deducible)
{
    static const int sides[] = {4, 5, 5, 6, 6, 7, 8, 9, 12, 16, 17, 32};
    int grades[3] = {0, 0, 0}, wanted = check_sample(4000, 400000);
    duel_rng rng = check_rng(31);
    for (int i = 0; i < wanted; i++) {
        int n = sides[i % 12];
        uint32_t most = (uint32_t)(n * n / (n > 16 ? 8 : 3));
        wumpus_rules rules = rules_with(n, (int)duel_rng_below(&rng, most));
        wumpus_world world;
        wumpus_grade grade;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        if (n > 16 && i % 96 > 12)
            continue;
        grade = explore(&wumpus_fast, &rules, &world, true, NULL, NULL);
        assert_int_equal(wumpus_deducible(&rules, &world, true), grade);
        bool plain = wumpus_deducible(&rules, &world, false) == WUMPUS_DEDUCIBLE;
        assert_int_equal(plain, grade == WUMPUS_DEDUCIBLE);
        grades[grade]++;
    }
    for (int i = 0; i < 3; i++)
        assert_true(grades[i] > 20);
}

/* Drawn worlds: T pit, W wumpus, G gold, top row first. */
static wumpus_world world_of(int n, const char *drawn)
{
    wumpus_world world = {.n = n};
    for (int i = 0; i < n * n; i++) {
        int x = i % n, y = n - 1 - i / n;
        if (drawn[i] == 'T')
            wumpus_add(&world.pit, x, y);
        if (drawn[i] == 'W')
            wumpus_add(&world.wumpus, x, y);
        if (drawn[i] == 'G')
            wumpus_add(&world.gold, x, y);
    }
    return world;
}

TEST(test_drawn)
{
    static const struct {
        const char *drawn;
        wumpus_grade grade;
    } cases[] = {
        {"...G"
         "...."
         "...W"
         "....",
         WUMPUS_DEDUCIBLE},
        /* The wumpus blocks the only way; it is located, then shot. */
        {"..G."
         "TTWT"
         "...."
         "....",
         WUMPUS_DEDUCIBLE_BY_ARROW},
        {"...."
         "..TG"
         "..WT"
         "....",
         WUMPUS_NOT_DEDUCIBLE},
        {"...."
         "..TT"
         "..WG"
         "....",
         WUMPUS_DEDUCIBLE},
    };
    for (int i = 0; i < 4; i++) {
        wumpus_world world = world_of(4, cases[i].drawn);
        wumpus_grade by_solver;
        wumpus_rules rules = wumpus_rules_seed(4);
        by_solver = explore(&wumpus_sat, &rules, &world, true, NULL, NULL);
        assert_int_equal(wumpus_deducible(&rules, &world, true), by_solver);
        assert_int_equal(by_solver, cases[i].grade);
    }
}

/* Several wumpuses: the solver and counting walk the same way. */
TEST(test_several)
{
    duel_rng rng = check_rng(32);
    int reached = 0, wanted = check_sample(20, 500);
    for (int i = 0; i < wanted; i++) {
        wumpus_rules rules = rules_with(6, 4);
        rules.wumpuses = 2;
        rules.count_known = i % 2;
        wumpus_world world;
        wumpus_grade by_solver, by_counts;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        by_solver = explore(&wumpus_sat, &rules, &world, true, NULL, NULL);
        by_counts = explore(&wumpus_counting, &rules, &world, true, NULL, NULL);
        assert_int_equal(by_solver, by_counts);
        reached += by_counts != WUMPUS_NOT_DEDUCIBLE;
    }
    assert_true(reached > 0 && reached < wanted);
}

/* ---- several wumpuses and golds ------------------------------------------------------ */

/* Deducible by nothing but listing all worlds at every step. */
static bool brute_deducible(const wumpus_rules *rules, const wumpus_world *world)
{
    static brute b;
    wumpus_knowledge k;
    wumpus_rules free_corner = *rules;
    free_corner.clear = 0; /* deduction knows of the start only */
    wumpus_know_nothing(world->n, &k);
    wumpus_enter(&k, world, 0, 0);
    for (bool more = true; more;) {
        wumpus_set near = wumpus_around(world->n, &k.explored);
        int found = 0;
        for (wumpus_cell c = wumpus_first(&world->gold); c.y >= 0;
             c = wumpus_next(&world->gold, c))
            found += wumpus_has(&k.explored, c.x, c.y);
        if (found >= (rules->all_golds ? rules->golds : 1))
            return true;
        assert_true(brute_count(&free_corner, &k, &b));
        more = false;
        for (int i = 0; i < b.count; i++)
            if (wumpus_has(&near, b.cell[i].x, b.cell[i].y) &&
                brute_status(&b, i) == WUMPUS_IS_SAFE) {
                wumpus_enter(&k, world, b.cell[i].x, b.cell[i].y);
                more = true;
            }
    }
    return false;
}

TEST(test_crowd_by_brute_force)
{
    int reached = 0, wanted = check_sample(300, 6000), large = check_sample(2, 200);
    duel_rng rng = check_rng(34);
    for (int i = 0; i < wanted + large; i++) {
        bool small = i < wanted;
        wumpus_rules rules = rules_with(small ? 3 : 4, (int)duel_rng_below(&rng, 3));
        wumpus_world world;
        rules.clear = small ? 1 : 2;
        rules.wumpuses = 1 + (int)duel_rng_below(&rng, 2);
        rules.golds = 1 + (int)duel_rng_below(&rng, 2);
        rules.all_golds = i % 2;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        wumpus_percepts felt = wumpus_percepts_of(&world);
        wumpus_set any = wumpus_or(felt.breeze, &felt.stench);
        any = wumpus_or(any, &felt.glitter);
        if (wumpus_has(&any, 0, 0)) /* by the seed's rules nothing is felt at the start */
            continue;
        bool by_brute = brute_deducible(&rules, &world);
        assert_int_equal(wumpus_crowd_deducible(&rules, &world), by_brute);
        reached += by_brute;
    }
    assert_true(reached > 20 && reached < wanted);
}

/* Larger grids: against the solver, and with one of each against the other test. */
TEST(test_crowd)
{
    static const int sides[] = {4, 5, 5, 6, 6, 7, 8};
    int reached = 0, wanted = check_sample(400, 40000);
    duel_rng rng = check_rng(35);
    for (int i = 0; i < wanted; i++) {
        int n = sides[i % 7];
        wumpus_rules rules = rules_with(n, (int)duel_rng_below(&rng, (uint32_t)(n * n / 6)));
        wumpus_world world;
        rules.wumpuses = 1 + (int)duel_rng_below(&rng, n > 4 ? WUMPUS_MOST : 2);
        rules.golds = 1 + (int)duel_rng_below(&rng, n > 4 ? WUMPUS_MOST : 2);
        rules.all_golds = i % 2;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        bool crowd = wumpus_crowd_deducible(&rules, &world);
        bool plain = rules.wumpuses == 1 && rules.golds == 1;
        wumpus_grade grade = plain ? wumpus_deducible(&rules, &world, false)
                                   : explore(&wumpus_sat, &rules, &world, false, NULL, NULL);
        assert_int_equal(crowd, grade == WUMPUS_DEDUCIBLE);
        reached += crowd;
    }
    assert_true(reached > wanted / 10 && reached < wanted * 9 / 10);
}

/* One solver for many grids: what it knew of one is forgotten for the next. */
TEST(test_reuse)
{
    void *solver;
    wumpus_rules rules = rules_with(8, 8);
    duel_rng rng = check_rng(33);
    assert_ok(wumpus_sat.open(&rules, &solver, NULL));
    for (int i = 0; i < check_sample(30, 1000); i++) {
        wumpus_world world;
        wumpus_grade grade;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        assert_ok(wumpus_explore(&wumpus_sat, solver, &rules, &world, true, NULL, NULL, &grade,
                                 NULL));
        assert_int_equal(grade, wumpus_deducible(&rules, &world, true));
    }
    wumpus_sat.close(solver);
}
