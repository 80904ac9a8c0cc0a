/* tests/wumpus/test_puzzle.c -- puzzles of Wumpus World keep their promises: checked by the
 * satisfiability solver, which is not what found them, and by the explanation. */
#include "check.h"

#include "core/puzzle.h"
#include "games/wumpus/explain.h"
#include "games/wumpus/state.h"

/* What the solver says of the dark cells. */
static wumpus_verdicts judged(const wumpus_setup *u, const wumpus_knowledge *k,
                              const wumpus_set *cells)
{
    void *self;
    wumpus_facts facts;
    wumpus_verdicts v;
    assert_ok(wumpus_facts_of(&u->rules, k, &facts, NULL));
    assert_ok(wumpus_sat.open(&u->rules, &self, NULL));
    assert_ok(wumpus_sat.learn(self, &facts, NULL));
    assert_ok(wumpus_sat.judge(self, cells, &v, NULL));
    wumpus_sat.close(self);
    return v;
}

/* No cell beside it where neither breeze nor stench is felt. */
static void check_not_plain(const wumpus_state *s, int n, wumpus_cell c)
{
    static const int way[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int i = 0; i < 4; i++) {
        int x = c.x + way[i][0], y = c.y + way[i][1];
        if (wumpus_inside(n, x, y) && wumpus_has(&s->explored, x, y))
            assert_true(wumpus_has(&s->is[WUMPUS_B], x, y) ||
                        wumpus_has(&s->is[WUMPUS_P], x, y));
    }
}

/* The game says of every move what the solver says. */
static void check_judge(const duel_variant *v, const wumpus_state *s, wumpus_cell safe)
{
    duel_move list[DUEL_MOVES_MAX];
    int count = v->game->moves(v, s, list);
    for (int i = 0; i < count; i++) {
        duel_msg why = {.id = NULL};
        wumpus_cell c = wumpus_move_cell(list[i]);
        bool right = wumpus_move_act(list[i]) == WUMPUS_GO && c.x == safe.x && c.y == safe.y;
        bool said = wumpus_puzzles.judge(v, s, &list[i], 1, &why) == DUEL_OK;
        assert_true(said == right && right == (why.id == NULL));
    }
}

static void check_puzzle(const char *table, uint64_t seed)
{
    duel_puzzle p;
    duel_variant v = check_variant(table);
    const wumpus_setup *u = wumpus_setup_of(&v);
    wumpus_explanation e;
    assert_ok(wumpus_puzzles.make(&v, seed, NULL, &p, NULL));
    const wumpus_state *s = (const wumpus_state *)&p.state;
    wumpus_cell safe = wumpus_move_cell(p.answer[0]);
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_set edge = wumpus_frontier(&k);
    wumpus_verdicts verdicts = judged(u, &k, &edge);
    wumpus_set proved = wumpus_and(edge, &verdicts.safe);
    assert_true(wumpus_count(&edge) >= WUMPUS_PUZZLE_CELLS);
    assert_int_equal(wumpus_count(&proved), 1);
    assert_true(wumpus_has(&proved, safe.x, safe.y));
    assert_false(wumpus_has(&s->pit, safe.x, safe.y) || wumpus_has(&s->wumpus, safe.x, safe.y));
    assert_true(s->arrows == 0 && s->reveals == 0 && s->deduces == 0);
    check_not_plain(s, u->rules.n, safe);
    assert_ok(wumpus_explain(&u->rules, &k, safe, WUMPUS_IS_SAFE, &e, NULL));
    assert_true(e.facts >= WUMPUS_PUZZLE_FACTS && p.why.count > 0);
    check_judge(&v, s, safe);
}

TEST(one_dark_cell_only_is_safe)
{
    static const char *const tables[] = {"wumpus", "wumpus size=5", "wumpus rules=textbook",
                                         "wumpus size=6 chance=0.2"};
    for (int i = 0; i < check_sample(4, 80); i++)
        check_puzzle(tables[i % 4], (uint64_t)i);
}

TEST(seeds_repeat_and_stopping_stops)
{
    duel_variant v = check_variant("wumpus size=6");
    duel_puzzle a, b;
    atomic_bool stop = true;
    duel_msg why = {0};
    assert_ok(wumpus_puzzles.make(&v, 3, NULL, &a, NULL));
    assert_ok(wumpus_puzzles.make(&v, 3, NULL, &b, NULL));
    assert_memory_equal(&a.state, &b.state, sizeof(wumpus_state));
    assert_int_equal(wumpus_puzzles.make(&v, 3, &stop, &b, &why), DUEL_STOPPED);
    assert_non_null(why.id);
    v = check_variant("wumpus size=4 pits=0"); /* the gold is found before there is a riddle */
    assert_int_not_equal(wumpus_puzzles.make(&v, 3, NULL, &b, &why), DUEL_STOPPED);
}
