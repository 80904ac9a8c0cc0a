/* tests/sheets/test_state_machine.c -- many states worked out together are what they are one by
 * one, and what is told of choices and goals is what a plain count of them says. */
#include "sheets/opened.h"

#include "sheets/inside.h"

enum { MOST = 300, WORDS = 512 };

/* A step, and room for what comes of it. */
typedef struct told {
    machine_step step;
    uint64_t facts[WORDS], legal[WORDS];
} told;

/* Goals that fail in every way: `a` has two at 3, three at 4; `b` has none at 4 and no move at
 * 5. */
static const char faulty[] =
    "(role a)(role b)(succ 0 1)(succ 1 2)(succ 2 3)(succ 3 4)(succ 4 5)(succ 5 6)(init (at 0))"
    "(<= (legal a (go ?n)) (true (at ?m)) (succ ?m ?n))"
    "(<= (legal a stay) (true (at ?m)) (not (true (at 2))) (succ ?m ?n))"
    "(<= (legal b wait) (not (true (at 5))))"
    "(<= (next (at ?n)) (does a (go ?n)))(<= (next (at ?n)) (does a stay) (true (at ?n)))"
    "(<= terminal (true (at 4)))(<= terminal (true (at 6)))"
    "(<= (goal a 10) (true (at ?n)))(<= (goal a 20) (true (at 3)))"
    "(<= (goal a 30) (true (at 4)))(<= (goal a 40) (true (at 4)))(<= (goal b 5) (not (true (at 4))))";

static void work_out(const sheets_game *g, const uint64_t *from, const uint32_t move[], told *t)
{
    duel_msg why = {0};
    t->step = (machine_step){.from = from, .facts = t->facts, .legal = t->legal};
    memcpy(t->step.move, move, sizeof t->step.move);
    assert_true(g->m->way->run(g->m, &t->step, 1, &why));
}

static void choose(const sheets_game *g, const uint64_t *legal, duel_rng *rng, uint32_t move[])
{
    for (uint32_t r = 0; r < g->m->roles; r++) {
        uint64_t list[1024];
        uint32_t count = machine_list(g->m, legal, r, list, 1024);
        assert_int_equal(count, machine_count(g->m, legal, r));
        move[r] = (uint32_t)list[duel_rng_below(rng, count)];
    }
}

/* Steps of random games, one after the other; *from keeps the states they begin with. */
static void play_alone(const sheets_game *g, told *all, uint64_t (*from)[WORDS])
{
    duel_rng rng = check_rng(7);
    told start;
    uint32_t nothing[MACHINE_ROLES] = {0};
    memcpy(start.facts, g->m->start, machine_fact_words(g->m) * sizeof(uint64_t));
    work_out(g, NULL, nothing, &start);
    const told *now = &start;
    for (int i = 0; i < MOST; i++) {
        uint32_t move[MACHINE_ROLES] = {0};
        memcpy(from[i], now->facts, sizeof from[i]);
        choose(g, now->legal, &rng, move);
        work_out(g, from[i], move, &all[i]);
        bool ended = all[i].step.over || all[i].step.stuck;
        now = ended ? &start : &all[i];
    }
}

static void same_told(const sheets_game *g, const told *one, const told *other)
{
    const machine_step *a = &one->step, *b = &other->step;
    assert_memory_equal(one->facts, other->facts, machine_fact_words(g->m) * sizeof(uint64_t));
    assert_memory_equal(one->legal, other->legal, machine_move_words(g->m) * sizeof(uint64_t));
    assert_int_equal(a->over, b->over);
    assert_int_equal(a->stuck, b->stuck);
    assert_int_equal(a->choosing, b->choosing);
    assert_int_equal(a->scored, b->scored);
    for (uint32_t r = 0; r < g->m->roles; r++)
        if (a->scored >> r & 1)
            assert_int_equal(a->points[r], b->points[r]);
}

static void same_together(const sheets_game *g, const told *all, int count)
{
    static told together[MOST];
    machine_step step[MOST];
    duel_msg why = {0};
    for (int i = 0; i < count; i++) {
        step[i] = (machine_step){.from = all[i].step.from};
        step[i].facts = together[i].facts;
        step[i].legal = together[i].legal;
        memcpy(step[i].move, all[i].step.move, sizeof step[i].move);
    }
    assert_true(g->m->way->run(g->m, step, count, &why));
    for (int i = 0; i < count; i++) {
        together[i].step = step[i];
        same_told(g, &all[i], &together[i]);
    }
}

static void choices_are_counted(const sheets_game *g, const told *t)
{
    for (uint32_t r = 0; r < g->m->roles; r++) {
        uint32_t first, count = machine_count(g->m, t->legal, r);
        assert_int_equal(t->step.stuck >> r & 1, count == 0);
        assert_int_equal(t->step.choosing >> r & 1, count > 1);
        assert_int_equal(machine_chooses(g->m, t->legal, r, &first), count > 1);
        assert_int_equal(first, machine_next(g->m, t->legal, r, NAMES_NONE));
    }
}

static void check_machine(const sheets_game *g)
{
    static const int counts[] = {1, 2, 6, 7, 63, 64, 65, 128, 255, 256, 257, MOST};
    static told all[MOST];
    static uint64_t from[MOST][WORDS];
    assert_true(machine_fact_words(g->m) <= WORDS && machine_move_words(g->m) <= WORDS);
    play_alone(g, all, from);
    for (int i = 0; i < MOST; i++)
        choices_are_counted(g, &all[i]);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        same_together(g, all, counts[i]);
}

TEST(many_are_as_one_by_one)
{
    static const char *const files[] = {"chicago.kif",   "connect4.kif", "dodgem.kif",
                                        "moriarty6.kif", "morra.kif",    "pig.kif"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        sheets_game *g = open_sheet_file(files[i]);
        check_machine(g);
        sheets_close(g);
    }
}

/* Goals at `from`, after a move of a: which roles have exactly one, and a's. */
static void check_goals(const sheets_game *g, const char *at, int scored, int points, int stuck)
{
    told t;
    duel_msg why = {0};
    char fact[16];
    snprintf(fact, sizeof fact, "(at %s)", at);
    uint32_t number = g->m->way->find(g->m, duel_str_of(fact));
    assert_int_not_equal(number, NAMES_NONE);
    memset(t.facts, 0, sizeof t.facts);
    t.facts[number / 64] = (uint64_t)1 << (number % 64);
    t.step = (machine_step){.facts = t.facts, .legal = t.legal};
    assert_true(g->m->way->run(g->m, &t.step, 1, &why));
    choices_are_counted(g, &t);
    assert_int_equal(t.step.stuck, stuck);
    assert_int_equal(t.step.scored, scored);
    if (scored & 1)
        assert_int_equal(t.step.points[0], points);
}

/* Of states that go on a ground sheet tells no goals. */
TEST(one_goal_counts)
{
    for (int ground = 0; ground < 2; ground++) {
        sheets_game *g = NULL;
        duel_msg why = {0};
        assert_ok(sheets_open_text("faulty.kif", duel_str_of(faulty), ground, &g, &why));
        assert_int_equal(g->m->ground, ground);
        check_goals(g, "4", 0, 0, 0); /* three for a, none for b */
        check_goals(g, "5", 3, 10, 2);
        check_goals(g, "6", 3, 10, 1);
        check_goals(g, "3", ground ? 0 : 2, 0, 0); /* two for a */
        check_machine(g);
        sheets_close(g);
    }
}
