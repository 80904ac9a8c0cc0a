/* tests/wumpus/test_proof.c -- contradictions name their cells, explanations are as small as
 * can be: dropping any premise makes the conclusion fail, and no smaller set of facts will do.
 */
#include "helpers.h"

#include "base/messages.h"

#include "games/wumpus/explain.h"

static wumpus_knowledge read(const char *grid)
{
    wumpus_knowledge k;
    duel_msg why;
    if (wumpus_read_knowledge(duel_str_of(grid), &k, &why) != DUEL_OK)
        fail_msg("%s: %s", grid, why.id);
    return k;
}

/* ---- contradictions ----------------------------------------------------------------- */

TEST(test_conflicts)
{
    static const struct {
        const char *grid, *cells; /* "" = consistent */
    } cases[] = {
        {"? ? ? / ? ? ? / . . ?", ""},
        {"? ? ? / ? ? ? / B . ?", "(0,0)"},
        {"? ? ? / . ? ? / . B .", "(1,0) (2,0) (0,1)"},           /* a breeze from nowhere */
        {"P ? ? ? / ? ? ? ? / ? ? ? ? / . . ? P", "(3,0) (0,3)"}, /* two wumpuses */
        {"E ? ? ? / ? ? ? ? / ? ? ? ? / . . ? E", "(3,0) (0,3)"},
        {"? ? ? / ? ? ? / . . T", "(1,0) (2,0)"}, /* a pit without its breeze */
        {"? ? ? / . ? ? / . ? . ; arrow 1,0 east hit", "(2,0)+"},
        {"? ? ? / ? ? P / . . ? ; arrow 2,1 south miss ; arrow 2,1 west miss ; "
         "arrow 2,1 north miss",
         "(1,0) (2,1)+"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wumpus_knowledge k = read(cases[i].grid);
        wumpus_rules rules = wumpus_rules_seed(k.n);
        rules.clear = 0;
        wumpus_conflict found;
        duel_msg why = {.id = NULL};
        duel_status status = wumpus_check_knowledge(&rules, &k, &found, &why);
        assert_int_equal(status, cases[i].cells[0] ? DUEL_REFUSED : DUEL_OK);
        if (status == DUEL_OK)
            continue;
        CHECK_BUF(text);
        for (wumpus_cell c = wumpus_first(&found.cells); c.y >= 0;
             c = wumpus_next(&found.cells, c))
            duel_putf(&text.sink, "%s(%d,%d)", text.len ? " " : "", c.x, c.y);
        if (found.arrow)
            duel_put(&text.sink, "+");
        assert_string_equal(text.text, cases[i].cells);
        if (!found.arrow)
            assert_string_equal(why.text + why.arg[0].at, cases[i].cells);
    }
}

/* Lies told about a random world: the conflict is one, and none of its cells can be spared. */
static void check_lie(const wumpus_rules *rules, const wumpus_knowledge *k,
                      const wumpus_conflict *found)
{
    wumpus_conflict other;
    for (wumpus_cell c = wumpus_first(&found->cells); c.y >= 0;
         c = wumpus_next(&found->cells, c)) {
        wumpus_knowledge part = *k;
        wumpus_set board = wumpus_board(k->n), rest = wumpus_minus(board, &found->cells);
        wumpus_add(&rest, c.x, c.y);
        part.explored = wumpus_minus(part.explored, &rest);
        part.shown = wumpus_minus(part.shown, &rest);
        for (int i = 0; i < WUMPUS_SIGNS; i++)
            part.is[i] = wumpus_minus(part.is[i], &rest);
        if (!found->arrow)
            part.shots = 0;
        assert_ok(wumpus_check_knowledge(rules, &part, &other, NULL));
    }
}

TEST(test_lies)
{
    static const wumpus_sign felt[] = {WUMPUS_B, WUMPUS_P, WUMPUS_E};
    static const wumpus_reasoner *const reasoners[] = {&wumpus_fast, &wumpus_sat,
                                                       &wumpus_counting};
    int wanted = check_sample(60, 1000), lies = 0;
    duel_rng rng = check_rng(50);
    for (int i = 0; i < wanted; i++) {
        wumpus_rules rules = wumpus_rules_seed(5);
        wumpus_world world;
        wumpus_knowledge k;
        wumpus_conflict found;
        wumpus_facts facts;
        rules.pits_are = WUMPUS_PITS_CHANCE;
        rules.chance = 0.15;
        random_knowledge(&rules, 16, &rng, &world, &k);
        wumpus_cell c = wumpus_first(&k.explored);
        for (uint32_t skip = duel_rng_below(&rng, 8); skip > 0; skip--) {
            wumpus_cell next = wumpus_next(&k.explored, c);
            c = next.y < 0 ? c : next;
        }
        k.is[felt[i % 3]].row[c.y] ^= (uint32_t)1 << c.x;
        duel_status status = wumpus_check_knowledge(&rules, &k, &found, NULL);
        assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
        for (int r = 0; r < 3; r++) { /* all reasoners refuse exactly then */
            void *self;
            wumpus_verdicts v;
            wumpus_set board = wumpus_board(5);
            assert_ok(reasoners[r]->open(&rules, &self, NULL));
            assert_ok(reasoners[r]->learn(self, &facts, NULL));
            assert_int_equal(reasoners[r]->judge(self, &board, &v, NULL), status);
            reasoners[r]->close(self);
        }
        if (status == DUEL_REFUSED) {
            check_lie(&rules, &k, &found);
            lies++;
        }
    }
    assert_true(lies > wanted / 4);
}

/* ---- explanations ------------------------------------------------------------------- */

TEST(test_reasons)
{
    wumpus_rules rules = wumpus_rules_seed(4);
    wumpus_explanation e;
    wumpus_knowledge k = read("? ? ? ? / ? ? ? ? / . ? ? ? / . . ? ?");
    assert_ok(wumpus_explain(&rules, &k, (wumpus_cell){2, 0}, WUMPUS_IS_SAFE, &e, NULL));
    assert_int_equal(e.facts, 2); /* no breeze and no stench at (1,0) */
    assert_int_equal(wumpus_count(&e.cells), 1);
    assert_true(wumpus_has(&e.cells, 1, 0));
    assert_int_equal(wumpus_explain(&rules, &k, (wumpus_cell){2, 0}, WUMPUS_IS_PIT, &e, NULL),
                     DUEL_REFUSED);
    assert_int_equal(wumpus_explain(&rules, &k, (wumpus_cell){3, 3}, WUMPUS_IS_SAFE, &e, NULL),
                     DUEL_REFUSED);
    assert_int_equal(
        wumpus_explain(&rules, &k, (wumpus_cell){3, 3}, WUMPUS_IS_UNKNOWN, &e, NULL),
        DUEL_REFUSED);
}

/* What is known, a cell, and the sentence about it. */
TEST(test_sentences)
{
    static const struct {
        const char *known;
        wumpus_cell cell;
        wumpus_status status;
        const char *says;
    } examples[] = {
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . ? ? ?",
         {1, 0},
         WUMPUS_IS_SAFE,
         "(1,0) is safe: nothing is felt at the start."},
        {"? ? ? ? / ? ? ? ? / . ? ? ? / . . ? ?",
         {2, 0},
         WUMPUS_IS_SAFE,
         "(2,0) is safe: there is neither breeze nor stench at (1,0)."},
        {"? ? ? ? / ? ? ? ? / B ? ? ? / . P ? ?",
         {1, 1},
         WUMPUS_IS_SAFE,
         "(1,1) is safe: no breeze at (1,0), so it is no pit; no stench at (0,1), so the wumpus "
         "is not there."},
        {"? ? ? ? / ? ? ? ? / P ? ? ? / . P ? ?",
         {2, 0},
         WUMPUS_IS_SAFE,
         "(2,0) is safe: no breeze at (1,0), so it is no pit; and the stench at (0,1) comes "
         "from somewhere else."},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . P ? ? ; arrow 1,0 east miss",
         {2, 0},
         WUMPUS_IS_SAFE,
         "(2,0) is safe: there is no breeze at (1,0), and the arrow from (1,0) met no wumpus "
         "there."},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . P ? ? ; arrow 1,0 east hit",
         {1, 1},
         WUMPUS_IS_SAFE,
         "(1,1) is safe: there is no breeze at (1,0), and the wumpus is dead."},
        {"? ? ? ? / ? ? ? ? / . ? ? ? / . B ? ?",
         {2, 0},
         WUMPUS_IS_PIT,
         "(2,0) is a pit: the breeze at (1,0) can come from nowhere else, for there is none at "
         "(0,1)."},
        {"? ? ? ? / ? ? ? ? / . ? ? ? / . P ? ?",
         {2, 0},
         WUMPUS_IS_WUMPUS,
         "(2,0) is the wumpus’s cell: the stench at (1,0) can come from nowhere else, for there "
         "is none at (0,1)."},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        wumpus_knowledge k = read(examples[i].known);
        wumpus_rules rules = wumpus_rules_seed(4);
        wumpus_explanation e;
        duel_msg say;
        assert_ok(wumpus_explain(&rules, &k, examples[i].cell, examples[i].status, &e, NULL));
        assert_true(wumpus_say_explanation(&e, &say));
        CHECK_BUF(text);
        duel_render(DUEL_EN, &say, &text.sink);
        assert_string_equal(text.text, examples[i].says);
    }
}

/* Whether some set of fewer facts, with every law, refutes the contrary: all sets are tried. */
static bool smaller_exists(wumpus_proof *p, const sat_contrary *contrary, int facts, int from,
                           bool *on)
{
    if (!sat_premises_possible(wumpus_proof_premises(p), contrary, on))
        return true;
    for (int i = from; facts > 1 && i < sat_premises_count(wumpus_proof_premises(p)); i++) {
        on[i] = true;
        if (smaller_exists(p, contrary, facts - 1, i + 1, on))
            return true;
        on[i] = false;
    }
    return false;
}

/* Field by field: between them anything may stand. */
static bool same_premise(const wumpus_premise *a, const wumpus_premise *b)
{
    return a->kind == b->kind && a->cell.x == b->cell.x && a->cell.y == b->cell.y &&
           a->sign == b->sign && a->holds == b->holds && a->shot == b->shot && a->law == b->law;
}

static bool premise_on(const wumpus_explanation *e, const wumpus_premise *p, int without)
{
    for (int i = 0; i < e->count; i++)
        if (i != without && same_premise(&e->premise[i], p))
            return true;
    return false;
}

static void check_explanation(const wumpus_rules *rules, const wumpus_knowledge *k,
                              const wumpus_explanation *e)
{
    wumpus_proof *p;
    sat_contrary contrary;
    static bool on[WUMPUS_PREMISES];
    assert_true(wumpus_contrary_of(rules, e->cell, e->status, e->dead, &contrary));
    assert_ok(wumpus_proof_new(rules, k, false, &p, NULL));
    for (int without = -1; without < e->count; without++) {
        for (int i = 0; i < sat_premises_count(wumpus_proof_premises(p)); i++)
            on[i] = premise_on(e, wumpus_proof_premise(p, i), without);
        assert_int_equal(sat_premises_possible(wumpus_proof_premises(p), &contrary, on),
                         without >= 0);
    }
    memset(on, 0, sizeof on);
    memset(on, true, WUMPUS_LAWS);
    if (e->facts > 1 && e->facts <= 3)
        assert_false(smaller_exists(p, &contrary, e->facts, WUMPUS_LAWS, on));
    wumpus_proof_free(p);
}

TEST(test_explanations)
{
    int wanted = check_sample(25, 500), told[5] = {0};
    duel_rng rng = check_rng(51);
    for (int i = 0; i < wanted; i++) {
        wumpus_rules rules = wumpus_rules_seed(5);
        wumpus_world world;
        wumpus_knowledge k;
        wumpus_facts facts;
        wumpus_verdicts v;
        void *self;
        rules.pits_are = WUMPUS_PITS_CHANCE;
        rules.chance = 0.15;
        random_knowledge(&rules, 14, &rng, &world, &k);
        wumpus_set edge = wumpus_frontier(&k);
        assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
        assert_ok(wumpus_fast.open(&rules, &self, NULL));
        assert_ok(wumpus_fast.learn(self, &facts, NULL));
        assert_ok(wumpus_fast.judge(self, &edge, &v, NULL));
        wumpus_fast.close(self);
        for (wumpus_cell c = wumpus_first(&edge); c.y >= 0; c = wumpus_next(&edge, c)) {
            wumpus_status is = wumpus_status_of(&v, c.x, c.y);
            wumpus_explanation e;
            duel_status status = wumpus_explain(&rules, &k, c, is, &e, NULL);
            assert_int_equal(status, is == WUMPUS_IS_UNKNOWN ? DUEL_REFUSED : DUEL_OK);
            if (status == DUEL_OK)
                check_explanation(&rules, &k, &e);
            told[is]++;
        }
    }
    assert_true(told[WUMPUS_IS_SAFE] > 0 && told[WUMPUS_IS_PIT] > 0 &&
                told[WUMPUS_IS_WUMPUS] > 0);
}
