/* tests/wumpus/test_deduce.c -- the three reasoners against the given cases, against plain
 * enumeration, and against each other. */
#include "helpers.h"

#include "games/wumpus/clauses.h"
#include "games/wumpus/world_count.h"

#include <math.h>

static const wumpus_reasoner *const reasoners[] = {&wumpus_fast, &wumpus_sat, &wumpus_counting};
enum { REASONERS = sizeof reasoners / sizeof reasoners[0] };

static wumpus_verdicts judge(const wumpus_reasoner *r, const wumpus_rules *rules,
                             const wumpus_knowledge *k)
{
    wumpus_facts facts;
    wumpus_verdicts verdicts;
    wumpus_set known = wumpus_known(k), cells = wumpus_board(k->n);
    duel_msg why = {.id = NULL};
    void *self;
    cells = wumpus_minus(cells, &known);
    if (wumpus_facts_of(rules, k, &facts, &why) != DUEL_OK ||
        r->open(rules, &self, &why) != DUEL_OK)
        fail_msg("%s: %s", r->name, why.id);
    if (r->learn(self, &facts, &why) != DUEL_OK ||
        r->judge(self, &cells, &verdicts, &why) != DUEL_OK)
        fail_msg("%s: %s", r->name, why.id);
    r->close(self);
    return verdicts;
}

/* ---- the cases ---------------------------------------------------------------------- */

static char letter(wumpus_status status)
{
    static const char letters[] = {'?', 'S', 'T', 'W', 'D'};
    return letters[status];
}

static int check_cells(const char *grid, const char *expected, bool strict)
{
    wumpus_knowledge k;
    assert_ok(wumpus_read_knowledge(duel_str_of(grid), &k, NULL));
    wumpus_rules rules = wumpus_rules_seed(k.n);
    rules.strict = strict;
    int checked = 0;
    wumpus_set left = wumpus_frontier(&k);
    for (int i = 0; i < REASONERS; i++) {
        wumpus_verdicts v = judge(reasoners[i], &rules, &k);
        int x, y, used;
        char status;
        for (const char *at = expected;
             sscanf(at, " %d,%d=%c(%*d;%*d)%n", &x, &y, &status, &used) == 3; at += used) {
            if (letter(wumpus_status_of(&v, x, y)) != status)
                fail_msg("%s: %s at %d,%d: %c, expected %c", reasoners[i]->name, grid, x, y,
                         letter(wumpus_status_of(&v, x, y)), status);
            wumpus_drop(&left, x, y);
            checked++;
        }
    }
    assert_true(wumpus_empty(&left)); /* the case speaks of the whole frontier */
    return checked;
}

/* Model counts of the case by counting worlds. */
static void check_models(const char *grid, const char *expected, bool strict)
{
    wumpus_knowledge k;
    wumpus_facts facts;
    wumpus_counts *counts;
    assert_ok(wumpus_read_knowledge(duel_str_of(grid), &k, NULL));
    wumpus_rules rules = wumpus_rules_seed(k.n);
    rules.strict = strict;
    rules.clear = 0;
    assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
    assert_ok(wumpus_counts_new(&rules, &facts, &counts, NULL));
    double models = exp(wumpus_counts_log(counts));
    assert_true(fabs(models / atof(expected) - 1) < 1e-9);
    wumpus_counts_free(counts);
}

static void check_case(void *checked, char *column[])
{
    *(int *)checked += check_cells(column[3], column[5], false);
    *(int *)checked += check_cells(column[3], column[7], true);
    check_models(column[3], column[4], false);
    check_models(column[3], column[6], true);
}

TEST(test_cases)
{
    int checked = 0, cases = check_rows("wumpus_cases.tsv", 8, check_case, &checked);
    assert_true(cases >= 15 && checked >= 6 * cases * 3);
}

/* ---- random knowledge --------------------------------------------------------------- */

static void random_rules(duel_rng *rng, wumpus_rules *rules)
{
    *rules = wumpus_rules_seed(4 + (int)duel_rng_below(rng, 3));
    rules->strict = duel_rng_below(rng, 2);
    rules->pits_are = WUMPUS_PITS_CHANCE;
    rules->chance = 0.05 + 0.25 * duel_rng_unit(rng);
}

static double near_enough(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* The prior of a world with so many pits among m cells: see world.h. */
static double prior(const wumpus_rules *rules, int m, int t)
{
    double room = m - t;
    double places = rules->strict ? room * (room - 1) : room * room;
    if (rules->overlap)
        places = 1;
    return places <= 0 ? 0 : pow(rules->chance, t) * pow(1 - rules->chance, m - t) / places;
}

static double expect(const wumpus_rules *rules, const double by_pits[BRUTE_PITS])
{
    double sum = 0;
    wumpus_set ground = wumpus_ground(rules);
    for (int t = 0; t < BRUTE_PITS; t++) {
        double weight = rules->pits_are == WUMPUS_PITS_ANY ? 1
                        : rules->pits_are == WUMPUS_PITS_COUNT
                            ? t == rules->pits
                            : prior(rules, wumpus_count(&ground), t);
        if (by_pits[t] > 0)
            sum += weight * by_pits[t];
    }
    return sum;
}

/* Risks against enumeration, for one way to draw pits. */
static void check_risk(const wumpus_rules *rules, const wumpus_knowledge *k, const brute *b,
                       const char *text)
{
    wumpus_facts facts;
    wumpus_counts *counts;
    static wumpus_risk risk;
    double all = expect(rules, b->models);
    assert_ok(wumpus_facts_of(rules, k, &facts, NULL));
    duel_status status = wumpus_counts_new(rules, &facts, &counts, NULL);
    if (all == 0) {
        assert_int_equal(status, DUEL_REFUSED);
        return;
    }
    assert_ok(status);
    assert_ok(wumpus_counts_risk(counts, &risk, NULL));
    for (int i = 0; i < b->count; i++) {
        int x = b->cell[i].x, y = b->cell[i].y;
        if (!near_enough(risk.pit[y][x], expect(rules, b->pit[i]) / all) ||
            !near_enough(risk.wumpus[y][x], expect(rules, b->wumpus[i]) / all) ||
            !near_enough(risk.danger[y][x], expect(rules, b->either[i]) / all))
            fail_msg("%s at %d,%d: risk %.12f, expected %.12f", text, x, y, risk.danger[y][x],
                     expect(rules, b->either[i]) / all);
    }
    wumpus_counts_free(counts);
}

static void check_risks(wumpus_rules rules, const wumpus_knowledge *k,
                        const wumpus_world *world, const char *text)
{
    static brute b;
    if (!brute_count(&rules, k, &b))
        fail_msg("too many unknown cells");
    check_risk(&rules, k, &b, text);
    rules.pits_are = WUMPUS_PITS_COUNT;
    rules.pits = wumpus_count(&world->pit);
    check_risk(&rules, k, &b, text);
    rules.pits_are = WUMPUS_PITS_ANY;
    check_risk(&rules, k, &b, text);
}

static void check_statuses(const wumpus_rules *rules, const wumpus_knowledge *k,
                           const char *text)
{
    static brute b;
    wumpus_rules bare = *rules;
    bare.clear = 0;
    if (!brute_count(&bare, k, &b))
        fail_msg("too many unknown cells");
    for (int r = 0; r < REASONERS; r++) {
        wumpus_verdicts v = judge(reasoners[r], rules, k);
        for (int i = 0; i < b.count; i++) {
            wumpus_status is = wumpus_status_of(&v, b.cell[i].x, b.cell[i].y);
            if (is != brute_status(&b, i))
                fail_msg("%s: %s at %d,%d: %c, expected %c", reasoners[r]->name, text,
                         b.cell[i].x, b.cell[i].y, letter(is), letter(brute_status(&b, i)));
        }
    }
}

TEST(test_enumeration)
{
    duel_rng rng = check_rng(20);
    CHECK_BUF(text);
    int wanted = check_sample(300, 20000);
    for (int done = 0; done < wanted;) {
        wumpus_rules rules;
        wumpus_world world;
        wumpus_knowledge k;
        random_rules(&rng, &rules);
        if (!random_knowledge(&rules, 10 + (int)duel_rng_below(&rng, 9), &rng, &world, &k))
            continue;
        check_statuses(&rules, &k, knowledge_text(&k, &text));
        check_risks(rules, &k, &world, knowledge_text(&k, &text));
        done++;
    }
}

/* Several wumpuses, several golds, textbook worlds: the solver, counting and enumeration. */
TEST(test_several)
{
    duel_rng rng = check_rng(21);
    CHECK_BUF(text);
    int wanted = check_sample(60, 2000);
    for (int done = 0; done < wanted;) {
        wumpus_rules rules;
        wumpus_world world;
        wumpus_knowledge k;
        static brute b;
        random_rules(&rng, &rules);
        rules.pits_are = WUMPUS_PITS_COUNT;
        rules.pits = (int)duel_rng_below(&rng, 4);
        rules.wumpuses = 1 + (int)duel_rng_below(&rng, 2);
        rules.golds = 1 + (int)duel_rng_below(&rng, 2);
        bool textbook = duel_rng_below(&rng, 3) == 0;
        rules.overlap = rules.own_glitter = rules.windy_start = textbook;
        rules.clear = textbook ? 0 : 2;
        if (!random_knowledge(&rules, 10, &rng, &world, &k))
            continue;
        const char *what = knowledge_text(&k, &text);
        assert_true(brute_count(&rules, &k, &b));
        check_risk(&rules, &k, &b, what);
        rules.clear = 0;
        assert_true(brute_count(&rules, &k, &b));
        for (int known = 0; known < 2; known++) {
            rules.count_known = known;
            wumpus_verdicts sat = judge(&wumpus_sat, &rules, &k);
            wumpus_verdicts counted = judge(&wumpus_counting, &rules, &k);
            if (memcmp(&sat, &counted, sizeof sat) != 0)
                fail_msg("solver and counting differ: %s", what);
            for (int i = 0; !known && i < b.count; i++)
                if (wumpus_status_of(&sat, b.cell[i].x, b.cell[i].y) != brute_status(&b, i))
                    fail_msg("solver and enumeration differ: %s", what);
        }
        done++;
    }
}

/* The verdicts of the risk of every cell, for which all cells are gone through. */
static wumpus_verdicts judge_all_cells(wumpus_rules rules, const wumpus_knowledge *k)
{
    static wumpus_risk risk;
    wumpus_facts facts;
    wumpus_counts *counts;
    wumpus_set known = wumpus_known(k), cells = wumpus_board(k->n);
    cells = wumpus_minus(cells, &known);
    assert_ok(wumpus_facts_of(&rules, k, &facts, NULL));
    rules.clear = 0;
    rules.pits_are = rules.count_known ? WUMPUS_PITS_COUNT : WUMPUS_PITS_ANY;
    assert_ok(wumpus_counts_new(&rules, &facts, &counts, NULL));
    assert_ok(wumpus_counts_risk(counts, &risk, NULL));
    wumpus_counts_free(counts);
    const wumpus_verdicts *v = &risk.verdicts;
    return (wumpus_verdicts){wumpus_and(v->safe, &cells), wumpus_and(v->pit, &cells),
                             wumpus_and(v->wumpus, &cells), wumpus_and(v->danger, &cells)};
}

/* Much unknown ground, and numbers of pits that leave little room below or above: a judgement
 * that leaves most cells out is that of all cells. */
TEST(test_large)
{
    duel_rng rng = check_rng(24);
    int wanted = check_sample(150, 5000), decided = 0;
    for (int done = 0; done < wanted;) {
        wumpus_world world;
        wumpus_knowledge k;
        wumpus_rules rules = wumpus_rules_seed(6 + (int)duel_rng_below(&rng, 5));
        int cells = rules.n * rules.n, few = (int)duel_rng_below(&rng, 12);
        bool textbook = duel_rng_below(&rng, 3) == 0;
        rules.overlap = rules.own_glitter = rules.windy_start = textbook;
        rules.clear = textbook ? 0 : 2;
        rules.pits_are = WUMPUS_PITS_COUNT;
        rules.pits = duel_rng_below(&rng, 3) ? few : cells - 20 - few;
        rules.count_known = duel_rng_below(&rng, 4);
        rules.wumpuses = 1 + (int)duel_rng_below(&rng, WUMPUS_MOST);
        rules.golds = 1 + (int)duel_rng_below(&rng, WUMPUS_MOST);
        if (!random_knowledge(&rules, cells - 1 - few, &rng, &world, &k))
            continue;
        wumpus_verdicts all = judge_all_cells(rules, &k),
                        some = judge(&wumpus_counting, &rules, &k);
        assert_memory_equal(&some, &all, sizeof all);
        decided += wumpus_count(&all.safe) + wumpus_count(&all.pit);
        done++;
    }
    assert_true(decided > wanted);
}

/* Every literal of small grids gets the same answer from all three. */
TEST(test_questions)
{
    duel_rng rng = check_rng(22);
    int wanted = check_sample(15, 500), open = 0, closed = 0;
    for (int done = 0; done < wanted;) {
        wumpus_rules rules;
        wumpus_world world;
        wumpus_knowledge k;
        wumpus_facts facts;
        random_rules(&rng, &rules);
        if (!random_knowledge(&rules, 14, &rng, &world, &k))
            continue;
        void *self[REASONERS];
        assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
        for (int r = 0; r < REASONERS; r++) {
            assert_ok(reasoners[r]->open(&rules, &self[r], NULL));
            assert_ok(reasoners[r]->learn(self[r], &facts, NULL));
        }
        for (int lit = 1; lit <= 6 * rules.n * rules.n; lit++) {
            wumpus_answer answer[REASONERS];
            for (int r = 0; r < REASONERS; r++) {
                int asked = lit % 2 ? lit : -lit;
                assert_ok(reasoners[r]->ask(self[r], asked, &answer[r], NULL));
                assert_int_equal(answer[r], answer[0]);
            }
            *(answer[0] == WUMPUS_OPEN ? &open : &closed) += 1;
        }
        for (int r = 0; r < REASONERS; r++)
            reasoners[r]->close(self[r]);
        done++;
    }
    assert_true(open > 100 && closed > 100);
}

/* Facts that no game gives, some percepts of a cell and not the others: all three still agree,
 * on every cell. Here many places are left to the wumpus and the gold. */
TEST(test_partial_facts)
{
    duel_rng rng = check_rng(23);
    wumpus_verdicts v[REASONERS];
    int wanted = check_sample(400, 20000), certain = 0;
    for (int done = 0; done < wanted; done++) {
        wumpus_rules rules;
        wumpus_world world;
        wumpus_knowledge k;
        wumpus_facts facts;
        random_rules(&rng, &rules);
        random_knowledge(&rules, 14, &rng, &world, &k);
        assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
        for (int sign = 0; sign < WUMPUS_SIGNS; sign++)
            for (int y = 0; y < rules.n; y++) {
                uint32_t one = (uint32_t)duel_rng_next(&rng),
                         two = (uint32_t)duel_rng_next(&rng);
                facts.yes[sign].row[y] &= sign == WUMPUS_B ? one | two : one;
                facts.no[sign].row[y] &= sign == WUMPUS_T ? ~0u : one & two;
            }
        for (int sign = 0; sign < WUMPUS_SIGNS; sign++) /* what holds at the start is a rule */
            wumpus_add(&facts.no[sign], 0, 0);
        wumpus_set board = wumpus_board(rules.n);
        for (int r = 0; r < REASONERS; r++) {
            void *self;
            assert_ok(reasoners[r]->open(&rules, &self, NULL));
            assert_ok(reasoners[r]->learn(self, &facts, NULL));
            assert_ok(reasoners[r]->judge(self, &board, &v[r], NULL));
            reasoners[r]->close(self);
            if (memcmp(&v[r], &v[0], sizeof v[0]) != 0)
                fail_msg("%s differs at try %d", reasoners[r]->name, done);
        }
        certain += !wumpus_empty(&v[0].pit) || !wumpus_empty(&v[0].danger);
    }
    assert_true(certain > wanted / 20);
}

/* ---- clauses ------------------------------------------------------------------------ */

typedef struct finder {
    sat_sink sink;
    int a, b, found, clauses;
} finder;

static void look_for(sat_sink *self, int law, const int *literal, int count)
{
    (void)law;
    finder *f = (finder *)self;
    f->clauses++;
    if (count == 2)
        f->found += (literal[0] == f->a && literal[1] == f->b) ||
                    (literal[0] == f->b && literal[1] == f->a);
}

TEST(test_numbers)
{
    assert_int_equal(wumpus_literal(4, WUMPUS_W, 3, 0), 84);
    assert_int_equal(wumpus_literal(4, WUMPUS_T, 3, 0), 52);
    assert_int_equal(wumpus_literal(4, WUMPUS_W, 0, 3), 93);
    assert_int_equal(wumpus_literal(4, WUMPUS_T, 0, 3), 61);
    for (int lit = -96; lit <= 96; lit++) {
        wumpus_sign sign;
        wumpus_cell cell;
        if (wumpus_literal_read(4, lit, &sign, &cell))
            assert_int_equal(wumpus_literal(4, sign, cell.x, cell.y), abs(lit));
        else
            assert_int_equal(lit, 0);
    }
    /* A pit excludes a wumpus, on the cell (3,0) of a 4 by 4 grid. */
    finder f = {{look_for, false}, -84, -52, 0, 0};
    wumpus_rules rules = wumpus_rules_seed(4);
    assert_int_equal(wumpus_clauses(&rules, &f.sink), 96);
    assert_int_equal(f.found, 1);
    /* Two "exactly one" of 1 + 120, six at the start, three marks of 48 + 16, three exclusions
     * of 16. */
    assert_int_equal(f.clauses, 2 * 121 + 6 + 3 * 64 + 3 * 16);
    rules.strict = false;
    f.clauses = 0;
    wumpus_clauses(&rules, &f.sink);
    assert_int_equal(f.clauses, 2 * 121 + 6 + 3 * 64 + 2 * 16);
}

TEST(test_dimacs)
{
    wumpus_knowledge k;
    wumpus_facts facts;
    CHECK_BUF(out);
    assert_ok(
        wumpus_read_knowledge(duel_str_of("? ? ? ? / ? ? ? ? / B ? ? ? / . B ? ?"), &k, NULL));
    wumpus_rules rules = wumpus_rules_seed(4);
    assert_ok(wumpus_facts_of(&rules, &k, &facts, NULL));
    wumpus_print_dimacs(&rules, &facts, &out.sink);
    int variables, clauses, lines = 0;
    const char *head = strstr(out.text, "p cnf ");
    assert_non_null(head);
    assert_int_equal(sscanf(head, "p cnf %d %d", &variables, &clauses), 2);
    for (const char *at = strchr(head, '\n') + 1; *at; at = strchr(at, '\n') + 1)
        lines++;
    assert_int_equal(variables, 96);
    assert_int_equal(lines, clauses);
    assert_non_null(strstr(out.text, "\n2 0\n"));   /* a breeze at (1,0) */
    assert_non_null(strstr(out.text, "\n-34 0\n")); /* no stench there */
}

TEST(test_learning_less)
{
    wumpus_rules rules = wumpus_rules_seed(4);
    wumpus_facts much, little;
    wumpus_answer answer;
    void *self;
    wumpus_facts_none(&rules, &little);
    much = little;
    wumpus_facts_add(&much, WUMPUS_T, (wumpus_cell){2, 2}, true);
    assert_ok(wumpus_sat.open(&rules, &self, NULL));
    assert_ok(wumpus_sat.learn(self, &much, NULL));
    assert_ok(wumpus_sat.ask(self, wumpus_literal(4, WUMPUS_B, 2, 1), &answer, NULL));
    assert_int_equal(answer, WUMPUS_YES);
    assert_ok(wumpus_sat.learn(self, &little, NULL));
    assert_ok(wumpus_sat.ask(self, wumpus_literal(4, WUMPUS_B, 2, 1), &answer, NULL));
    assert_int_equal(answer, WUMPUS_OPEN);
    assert_int_equal(wumpus_sat.ask(self, 0, &answer, NULL), DUEL_INVALID);
    assert_int_equal(wumpus_sat.ask(self, 97, &answer, NULL), DUEL_INVALID);
    wumpus_sat.close(self);
}
