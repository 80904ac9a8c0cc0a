/* tests/wumpus/test_grid_id.c -- certified grids: ids keep theirs, grades are right, deductions
 * by kind prove nothing that is not so. */
#include "helpers.h"

#include "games/wumpus/cell_status.h"
#include "games/wumpus/grid_id.h"
#include "pinned_ids.h"

static void world_text(const wumpus_world *w, char *out)
{
    for (int y = w->n - 1; y >= 0; y--) {
        for (int x = 0; x < w->n; x++)
            *out++ = wumpus_has(&w->pit, x, y)      ? 'T'
                     : wumpus_has(&w->wumpus, x, y) ? 'W'
                     : wumpus_has(&w->gold, x, y)   ? 'G'
                                                    : '.';
        *out++ = y > 0 ? '/' : '\0';
    }
}

TEST(ids_keep_their_grids)
{
    assert_int_equal(sizeof pinned / sizeof *pinned, 50);
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        wumpus_grid_id id;
        wumpus_world world;
        char text[WUMPUS_CELLS + WUMPUS_SIDE];
        assert_ok(wumpus_id_read(pinned[i].id, &id, NULL));
        assert_true(wumpus_id_number(&id) == pinned[i].id);
        assert_ok(wumpus_id_grid(&id, &world, NULL));
        world_text(&world, text);
        assert_string_equal(text, pinned[i].grid);
        assert_int_equal(wumpus_count(&world.pit), wumpus_id_rules(&id).pits);
    }
}

/* The first grids with several wumpuses and golds, pinned like the others. */
TEST(ids_of_several_keep_their_grids)
{
    static const struct {
        int64_t id;
        const char *grid;
    } several[] = {
        {122108202, "..T.TT.T/.T.TG.../..T.T.../......../..TW.T../......G./.....T../...W...."},
        {131006102, "TW..../...G.T/...T../...TWW/....../.....T"},
        {114110012,
         ".....T.T../........../.......T../.T..G...../T........./..TGG..T../..W...TT../.........T/.......T../.....G...."},
        {121009022,
         "......T../........./...T...../........./.......W./...W...../.......G./........T/........."},
        {123112302,
         "..T.....T..T/T.........T./..TT.T.W..../T...T.....T./T.T.T....GTT/T.........../T...TTTT.T.T/.T...T.T..TT/W....TT...T./....T..T.TG./..T...T.T.../...T......TG"}};
    for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
        wumpus_grid_id id;
        wumpus_world world;
        char text[WUMPUS_CELLS + WUMPUS_SIDE];
        assert_ok(wumpus_id_read(several[i].id, &id, NULL));
        assert_true(wumpus_id_number(&id) == several[i].id);
        assert_ok(wumpus_id_grid(&id, &world, NULL));
        world_text(&world, text);
        assert_string_equal(text, several[i].grid);
        assert_int_equal(wumpus_count(&world.wumpus), id.wumpuses);
        assert_int_equal(wumpus_count(&world.gold), id.golds);
    }
}

TEST(numbers_without_a_grid_are_refused)
{
    static const int64_t wrong[] = {
        -108101, 0, 1, 108100, 108102, 108141, 108401, 103101, 133101, 100101, 108131,
        INT64_MAX,
        /* one of each, no wumpus, five golds, all of one gold, a path */
        111008102, 101008102, 115008102, 121108102, 121008032, 122208102};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wumpus_grid_id id = {.size = 77};
        assert_int_equal(wumpus_id_read(wrong[i], &id, NULL), DUEL_INVALID);
        assert_int_equal(id.size, 77);
    }
}

/* What the class promises, looked at without the generator's own tests. */
static void check_class(const wumpus_certificate *c, wumpus_difficulty wanted)
{
    assert_int_equal(c->difficulty, wanted);
    assert_int_equal(c->deducible, wanted != WUMPUS_RISKY);
    if (wanted == WUMPUS_RISKY)
        assert_true(c->valid);
    if (wanted == WUMPUS_EASY)
        assert_int_equal(c->interest, 0);
    if (wanted == WUMPUS_MEDIUM)
        assert_int_equal(c->interest, 1);
    if (wanted == WUMPUS_HARD)
        assert_true(c->interest >= 2 || c->hardness.hardest >= WUMPUS_BY_EXCLUSION);
}

static void check_by_solver(void *solver, const wumpus_rules *rules, const wumpus_world *world,
                            bool deducible)
{
    wumpus_grade grade;
    assert_ok(
        wumpus_explore(&wumpus_sat, solver, rules, world, false, NULL, NULL, &grade, NULL));
    assert_int_equal(grade == WUMPUS_DEDUCIBLE, deducible);
}

/* Every difficulty by every method, certified again from the grid and by the solver. */
TEST(grades_are_right)
{
    static const int sizes[] = {4, 8, 11};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        wumpus_rules rules = wumpus_rules_seed(sizes[s]);
        void *solver;
        assert_ok(wumpus_sat.open(&rules, &solver, NULL));
        for (int d = 0; d < WUMPUS_DIFFICULTIES; d++)
            for (int64_t serial = 500; serial < 500 + check_sample(4, 300); serial++) {
                wumpus_grid_id id = {.serial = serial,
                                     .size = sizes[s],
                                     .difficulty = (wumpus_difficulty)d,
                                     .method = (wumpus_method)(serial % 2),
                                     .version = WUMPUS_ONE_OF_EACH};
                wumpus_world world;
                wumpus_certificate c;
                assert_ok(wumpus_id_grid(&id, &world, NULL));
                assert_ok(wumpus_certify(&rules, &world, &c, NULL));
                check_class(&c, id.difficulty);
                check_by_solver(solver, &rules, &world, c.deducible);
            }
        wumpus_sat.close(solver);
    }
}

/* Pits of the spaced method lie five steps apart; a carved path has nothing to feel on it. */
TEST(methods_do_what_they_say)
{
    for (int64_t serial = 1; serial <= 20; serial++) {
        wumpus_grid_id id = {.serial = serial,
                             .size = 10,
                             .difficulty = WUMPUS_EASY,
                             .method = WUMPUS_SPACED,
                             .version = WUMPUS_ONE_OF_EACH};
        wumpus_world world;
        assert_ok(wumpus_id_grid(&id, &world, NULL));
        const wumpus_set *pits = &world.pit;
        for (wumpus_cell a = wumpus_first(pits); a.y >= 0; a = wumpus_next(pits, a))
            for (wumpus_cell b = wumpus_next(pits, a); b.y >= 0; b = wumpus_next(pits, b))
                assert_true(abs(a.x - b.x) + abs(a.y - b.y) >= 5);
        id.method = WUMPUS_PATH;
        assert_ok(wumpus_id_grid(&id, &world, NULL));
        wumpus_rules rules = wumpus_id_rules(&id);
        assert_int_equal(wumpus_interest(&rules, &world), 0);
        id.difficulty = WUMPUS_HARD;
        assert_int_equal(wumpus_id_grid(&id, &world, NULL), DUEL_REFUSED);
    }
}

/* Each kind proves at least what easier ones do, nothing that is not proved by all together;
 * and the grids on which they reach the gold are the deducible ones. */
TEST(kinds_are_sound)
{
    duel_rng rng = check_rng(11);
    for (int i = 0; i < check_sample(400, 20000); i++) {
        int n = 4 + (int)duel_rng_below(&rng, 6);
        wumpus_rules rules = wumpus_rules_seed(n);
        rules.pits_are = WUMPUS_PITS_COUNT;
        rules.pits = 1 + (int)duel_rng_below(&rng, (uint32_t)(n * n / 5));
        if (i % 2 && n > 4) {
            rules.wumpuses = 1 + i / 2 % WUMPUS_MOST;
            rules.golds = 1 + i / 8 % WUMPUS_MOST;
            rules.all_golds = i / 4 % 2;
        }
        wumpus_world world;
        wumpus_hardness h;
        assert_ok(wumpus_draw_world(&rules, &rng, &world, NULL));
        assert_ok(wumpus_hardness_of(&rules, &world, &h, NULL));
        assert_int_equal(h.deducible,
                         wumpus_deducible(&rules, &world, false) == WUMPUS_DEDUCIBLE);
        wumpus_knowledge k;
        wumpus_know_nothing(n, &k);
        wumpus_enter(&k, &world, 0, 0);
        for (bool more = true; more;) {
            wumpus_set proved[WUMPUS_KINDS];
            for (int kind = 0; kind < WUMPUS_KINDS; kind++)
                assert_ok(wumpus_proved_by(&rules, (wumpus_kind)kind, &k, &proved[kind], NULL));
            for (int kind = 1; kind < WUMPUS_KINDS; kind++)
                assert_true(wumpus_within(&proved[kind - 1], &proved[kind]));
            wumpus_set *all = &proved[WUMPUS_KINDS - 1];
            more = !wumpus_empty(all);
            for (wumpus_cell c = wumpus_first(all); c.y >= 0; c = wumpus_next(all, c))
                wumpus_enter(&k, &world, c.x, c.y);
        }
    }
}

/* A drawn grid, from the top, and the kind of deduction it needs. */
TEST(kinds_by_example)
{
    static const struct {
        const char *grid;
        wumpus_kind kind;
    } examples[] = {
        {"T.../.W../...G/...T", WUMPUS_BY_SILENCE},
        {"TG.T/..W./..../....", WUMPUS_BY_CLAUSE},
        {"TT.T/..W./...G/...T", WUMPUS_BY_PLACE},
        {"...T/.WT./...G/...T", WUMPUS_BY_EXCLUSION},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        wumpus_world world = {.n = 4};
        wumpus_rules rules = wumpus_rules_seed(4);
        wumpus_hardness h;
        const char *c = examples[i].grid;
        for (int y = 3; y >= 0; y--, c++)
            for (int x = 0; x < 4; x++, c++) {
                if (*c == 'T')
                    wumpus_add(&world.pit, x, y);
                if (*c == 'W')
                    wumpus_add(&world.wumpus, x, y);
                if (*c == 'G')
                    wumpus_add(&world.gold, x, y);
            }
        assert_ok(wumpus_hardness_of(&rules, &world, &h, NULL));
        assert_true(h.deducible);
        assert_int_equal(h.hardest, examples[i].kind);
    }
}
