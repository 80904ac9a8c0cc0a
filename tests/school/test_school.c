/* tests/school/test_school.c -- the methods of the school agree with truth tables and with each
 * other. */
#include "check.h"

#include "base/messages.h"
#include "base/rng.h"
#include "school/clauses.h"
#include "school/derivation_search.h"
#include "school/shunting_yard.h"
#include "school/truth_tree.h"

static struct desk {
    prop_pool pool;
    school_clauses clauses;
    duel_film film;
    school_tree tree;
} * desk;

static int set_up(void **state)
{
    (void)state;
    desk = malloc(sizeof *desk);
    return desk == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    free(desk);
    return 0;
}

static const prop_letters six = {6, {0, 1, 2, 3, 4, 5}};

static prop_id random_formula(duel_rng *rng, int size)
{
    if (size <= 1) {
        unsigned k = duel_rng_below(rng, 30);
        return k < 2 ? prop_make(&desk->pool, k ? PROP_TRUE : PROP_FALSE, 0, 0)
                     : prop_letter(&desk->pool, duel_rng_below(rng, 6));
    }
    prop_op op = (prop_op)(PROP_NOT + duel_rng_below(rng, PROP_OPS - PROP_NOT));
    int left = op == PROP_NOT ? size - 1 : 1 + (int)duel_rng_below(rng, (uint32_t)size - 1);
    prop_id a = random_formula(rng, left);
    return prop_make(&desk->pool, op, a, op == PROP_NOT ? 0 : random_formula(rng, size - left));
}

/* The rows in which a model leaves everything true, whatever the letters it leaves open. */
static uint64_t rows_of(school_clause model)
{
    uint64_t rows = UINT64_MAX;
    for (unsigned k = 0; k < 6; k++) {
        uint64_t column = prop_table(&desk->pool, prop_letter(&desk->pool, k), &six);
        rows &= model.yes >> k & 1 ? column : model.no >> k & 1 ? ~column : UINT64_MAX;
    }
    return rows;
}

static uint64_t clause_rows(school_clause c)
{
    return ~rows_of((school_clause){c.no, c.yes});
}

/* ---- forms and clauses -------------------------------------------------------------- */

/* Which operators may stand in which, form by form. */
static bool has_shape(prop_id id, int form, unsigned above)
{
    const prop_node *n = &desk->pool.node[id];
    bool same = n->op == PROP_SAME || n->op == PROP_EITHER;
    if ((same && form >= SCHOOL_NO_EQUIVALENCE) ||
        (n->op == PROP_THEN && form >= SCHOOL_NO_IMPLICATION))
        return false;
    if (above == PROP_NOT && form >= SCHOOL_DE_MORGAN && n->op != PROP_LETTER &&
        (n->op != PROP_NOT || form >= SCHOOL_NO_DOUBLE))
        return false;
    return (n->op < PROP_NOT || has_shape(n->left, form, n->op)) &&
           (n->op <= PROP_NOT || has_shape(n->right, form, n->op));
}

static const struct {
    const char *form[SCHOOL_FORMS], *clauses;
} written[] = {
    {{"A", "A", "A", "A", "A"}, "p cnf 1 1\n1 0\n"},
    {{"A>B", "A>B", "~A|B", "~A|B", "~A|B"}, "p cnf 2 1\n-1 2 0\n"},
    {{"~(A|~B)", "~(A|~B)", "~(A|~B)", "~A&~~B", "~A&B"}, "p cnf 2 2\n-1 0\n2 0\n"},
    {{"A|B&C", "A|B&C", "A|B&C", "A|B&C", "A|B&C"}, "p cnf 3 2\n1 2 0\n1 3 0\n"},
    {{"A|~A", "A|~A", "A|~A", "A|~A", "A|~A"}, "p cnf 0 0\n"},
    {{"~(A>B)", "~(A>B)", "~(~A|B)", "~~A&~B", "A&~B"}, "p cnf 2 2\n1 0\n-2 0\n"},
    {{"~~(A&B)", "~~(A&B)", "~~(A&B)", "~~A&~~B", "A&B"}, "p cnf 2 2\n1 0\n2 0\n"},
    {{"A^B", "(A|B)&~(A&B)", "(A|B)&~(A&B)", "(A|B)&(~A|~B)", "(A|B)&(~A|~B)"},
     "p cnf 2 2\n1 2 0\n-1 -2 0\n"},
    {{"A&(A|B)", "A&(A|B)", "A&(A|B)", "A&(A|B)", "A&(A|B)"}, "p cnf 1 1\n1 0\n"},
    {{"~(A|~#)", "~(A|~#)", "~(A|~#)", "~A&#", "~A&#"}, "p cnf 0 1\n0\n"},
};

TEST(textbook_forms)
{
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        prop_id id, form[SCHOOL_FORMS];
        prop_pool_init(&desk->pool);
        CHECK_BUF(text);
        desk->clauses.count = 0;
        assert_ok(prop_read(&desk->pool, duel_str_of(written[i].form[0]), &id, NULL, NULL));
        assert_ok(school_forms_of(&desk->pool, id, form, NULL));
        for (int f = 0; f < SCHOOL_FORMS; f++) {
            duel_buf_clear(&text);
            prop_put(&desk->pool, form[f], PROP_ASCII, &text.sink);
            assert_string_equal(text.text, written[i].form[f]);
        }
        assert_ok(
            school_add_clauses(&desk->pool, form[SCHOOL_FORMS - 1], &desk->clauses, NULL));
        duel_buf_clear(&text);
        school_put_dimacs(&desk->clauses, 0, &text.sink);
        assert_string_equal(text.text, written[i].clauses);
    }
}

/* Every form has its shape and the same table, and so have the clauses. */
static void make_clauses(prop_id id)
{
    prop_id form[SCHOOL_FORMS];
    uint64_t table = prop_table(&desk->pool, id, &six), clauses = UINT64_MAX;
    school_clauses own = {0};
    assert_ok(school_forms_of(&desk->pool, id, form, NULL));
    for (int f = 0; f < SCHOOL_FORMS; f++) {
        assert_true(has_shape(form[f], f, PROP_AND));
        assert_true(prop_table(&desk->pool, form[f], &six) == table);
    }
    assert_ok(school_add_clauses(&desk->pool, form[SCHOOL_FORMS - 1], &own, NULL));
    for (unsigned i = 0; i < own.count; i++)
        clauses &= clause_rows(own.clause[i]);
    assert_true(clauses == table);
    assert_ok(school_add_clauses(&desk->pool, form[SCHOOL_FORMS - 1], &desk->clauses, NULL));
}

/* Any list, also with the empty clause and with what others imply. */
TEST(any_clauses_are_decided)
{
    duel_rng rng = check_rng(16);
    for (unsigned i = 0; i < check_sample(5000, 200000); i++) {
        school_clauses *c = &desk->clauses;
        school_clause model = {0, 0};
        uint64_t rows = UINT64_MAX;
        prop_pool_init(&desk->pool);
        for (c->count = 0; c->count < i % 24; c->count++) {
            uint32_t yes = duel_rng_below(&rng, 64) & duel_rng_below(&rng, 64);
            uint32_t no = duel_rng_below(&rng, 64) & duel_rng_below(&rng, 64) & ~yes;
            c->clause[c->count] = (school_clause){yes, no};
            rows &= clause_rows(c->clause[c->count]);
        }
        assert_int_equal(school_dpll(c, &model, NULL),
                         rows ? SCHOOL_CONSISTENT : SCHOOL_REFUTED);
        assert_true(rows == 0 || (rows_of(model) & ~rows) == 0);
    }
}

/* A disjunction of 31 conjunctions: multiplied out by hand it has 2^31 clauses. Of four letters
 * it has few. */
TEST(distribution_does_not_explode)
{
    prop_pool_init(&desk->pool);
    desk->clauses.count = 0;
    prop_id id = PROP_NONE;
    for (unsigned i = 0; i < 31; i++) {
        prop_id pair = prop_make(&desk->pool, PROP_AND, prop_letter(&desk->pool, i % 4),
                                 prop_letter(&desk->pool, (i + 1) / 4 % 4));
        id = i ? prop_make(&desk->pool, PROP_OR, id, pair) : pair;
    }
    make_clauses(id);
    assert_in_range(desk->clauses.count, 1, 6);
}

/* ---- methods ------------------------------------------------------------------------ */

static void check_methods(const prop_id *line, int count, uint64_t all)
{
    school_clause model = {0, 0};
    bool consistent = all != 0;
    assert_int_equal(school_dpll(&desk->clauses, &model, NULL),
                     consistent ? SCHOOL_CONSISTENT : SCHOOL_REFUTED);
    if (consistent) {
        assert_true(school_satisfies(&desk->clauses, model));
        assert_true((rows_of(model) & ~all) == 0);
    }
    assert_int_equal(school_resolve(&desk->clauses, NULL),
                     consistent ? SCHOOL_CONSISTENT : SCHOOL_REFUTED);
    assert_ok(school_grow(&desk->tree, &desk->pool, line, count, NULL));
    assert_int_equal(desk->tree.open >= 0, consistent);
    school_tree_model(&desk->tree, &model.yes, &model.no);
    if (consistent)
        assert_true((rows_of(model) & ~all) == 0);
}

TEST(methods_agree)
{
    unsigned rounds = check_sample(1500, 100000), consistent = 0;
    duel_rng rng = check_rng(11);
    for (unsigned i = 0; i < rounds; i++) {
        prop_id line[8];
        int count = 1 + (int)duel_rng_below(&rng, 8);
        uint64_t all = UINT64_MAX;
        prop_pool_init(&desk->pool);
        desk->clauses.count = 0;
        for (int k = 0; k < count; k++) {
            line[k] = random_formula(&rng, 1 + (int)duel_rng_below(&rng, 9));
            all &= prop_table(&desk->pool, line[k], &six);
            make_clauses(line[k]);
        }
        check_methods(line, count, all);
        consistent += all != 0;
    }
    assert_true(consistent > rounds / 5 && consistent < rounds * 9 / 10);
}

/* Read as a stack machine would, the result is the formula. */
static prop_id of_polish(const char *text)
{
    prop_id stack[PROP_SIGNS];
    int top = 0;
    duel_str rest = duel_str_of(text), word;
    while (duel_str_word(&rest, " ", &word)) {
        prop_op op = word.at[0] == '~'   ? PROP_NOT
                     : word.at[0] == '&' ? PROP_AND
                     : word.at[0] == '|' ? PROP_OR
                     : word.at[0] == '^' ? PROP_EITHER
                     : word.at[0] == '>' ? PROP_THEN
                     : word.at[0] == '=' ? PROP_SAME
                                         : PROP_LETTER;
        if (op == PROP_LETTER)
            assert_ok(prop_read(&desk->pool, word, &stack[top++], NULL, NULL));
        else if (op == PROP_NOT)
            stack[top - 1] = prop_make(&desk->pool, op, stack[top - 1], 0);
        else
            top--, stack[top - 1] = prop_make(&desk->pool, op, stack[top - 1], stack[top]);
    }
    assert_int_equal(top, 1);
    return stack[0];
}

TEST(reverse_polish_means_the_same)
{
    duel_rng rng = check_rng(12);
    for (unsigned i = 0; i < check_sample(1000, 50000); i++) {
        prop_pool_init(&desk->pool);
        film_init(&desk->film, FILM_LANES);
        school_yard yard = {.film = &desk->film};
        CHECK_BUF(text);
        CHECK_BUF(polish);
        prop_id id = random_formula(&rng, 1 + (int)duel_rng_below(&rng, 20));
        prop_put(&desk->pool, id, PROP_ASCII, &text.sink);
        assert_ok(school_polish(&desk->pool, duel_buf_str(&text), &yard, &polish, NULL, NULL));
        assert_int_equal(of_polish(polish.text), id);
        assert_true(desk->film.count > 0);
        film_fini(&desk->film);
    }
}

/* Every node hangs below one that was there before it, and none stands on another. */
static void check_tree_film(duel_film *f)
{
    bool there[4 * FILM_STEPS] = {false};
    film_lay_out(f);
    assert_false(f->failed);
    for (size_t i = 0; i < f->puts; i++) {
        const film_put *p = &f->put[i];
        assert_true(p->in == FILM_NOWHERE || (p->in < p->id && there[p->in]));
        there[p->id] = true;
        for (size_t k = 0; k < i; k++)
            assert_true(f->put[k].y != p->y ||
                        2 * abs(f->put[k].x - p->x) >= f->put[k].w + p->w);
    }
}

TEST(films_show_what_methods_do)
{
    duel_rng rng = check_rng(13);
    for (unsigned i = 0; i < check_sample(150, 3000); i++) {
        school_clause model;
        duel_film dpll, tree;
        prop_pool_init(&desk->pool);
        desk->clauses.count = 0;
        prop_id id = random_formula(&rng, 4 + (int)duel_rng_below(&rng, 9));
        make_clauses(id);
        film_init(&dpll, FILM_TREE);
        film_init(&tree, FILM_TREE);
        school_outcome told = school_dpll(&desk->clauses, &model, &dpll);
        assert_int_equal(told, school_dpll(&desk->clauses, &model, NULL));
        assert_int_equal(dpll.put[dpll.puts - 1].tone,
                         told == SCHOOL_CONSISTENT ? FILM_YES : FILM_NO);
        check_tree_film(&dpll);
        assert_ok(school_grow(&desk->tree, &desk->pool, &id, 1, NULL));
        school_show_tree(&desk->tree, PROP_UNICODE, &tree);
        check_tree_film(&tree);
        film_fini(&dpll);
        film_fini(&tree);
    }
}

/* What was not looked at to its end is no answer, but what it says is so. */
TEST(long_work_is_given_up)
{
    school_clause model;
    duel_rng rng = check_rng(14);
    desk->clauses.count = 0;
    while (desk->clauses.count < 112) {
        school_clause c = {0, 0};
        for (int k = 0; k < 3; k++)
            *(duel_rng_below(&rng, 2) ? &c.yes : &c.no) |= 1U << duel_rng_below(&rng, 26);
        if (!(c.yes & c.no))
            desk->clauses.clause[desk->clauses.count++] = c;
    }
    school_outcome outcome = school_resolve(&desk->clauses, NULL);
    school_outcome sure = school_dpll(&desk->clauses, &model, NULL);
    assert_true(outcome == SCHOOL_GAVE_UP || outcome == sure);
}

/* Premises at random, and a goal: a way that is found passes the checker and is found only
 * where there is one. */
static bool seek_once(duel_rng *rng, fitch_derivation *d)
{
    seek_found way;
    uint64_t all = UINT64_MAX;
    fitch_init(d);
    for (int i = 0; i < 3; i++) {
        prop_pool_init(&desk->pool);
        CHECK_BUF(text);
        prop_put(&desk->pool, random_formula(rng, 1 + (int)duel_rng_below(rng, 4)), PROP_ASCII,
                 &text.sink);
        fitch_line line = {.rule = i < 2 ? FITCH_PREMISE : FITCH_ASSUMPTION, .depth = i == 2};
        assert_ok(prop_read(&d->pool, duel_buf_str(&text), &line.formula, NULL, NULL));
        all &= i < 2 ? prop_table(&d->pool, line.formula, &six) : UINT64_MAX;
        assert_ok(fitch_add(d, &line, NULL));
    }
    prop_id a = prop_letter(&d->pool, duel_rng_below(rng, 3));
    prop_id goal = duel_rng_below(rng, 2)
                       ? prop_make(&d->pool, PROP_THEN, d->line[2].formula, a)
                       : prop_make(&d->pool, PROP_NOT, a, 0);
    if (!school_seek(d, goal, 5000, &way))
        return false;
    assert_true((all & ~prop_table(&d->pool, goal, &six)) == 0);
    assert_true(school_append(d, &way));
    assert_true(fitch_proves(d, goal));
    return true;
}

TEST(ways_found_are_derivations)
{
    unsigned rounds = check_sample(300, 20000), found = 0;
    fitch_derivation *d = malloc(sizeof *d);
    assert_non_null(d);
    duel_rng rng = check_rng(15);
    for (unsigned i = 0; i < rounds; i++)
        found += seek_once(&rng, d);
    assert_true(found > rounds / 20);
    free(d);
}

/* Whoever does what each hint says gets there, and is not led round in a circle. */
static void follow_hints(fitch_derivation *d, prop_id goal)
{
    seek_found way;
    for (int left = SEEK_LINES + 1; !fitch_proves(d, goal); left = way.count) {
        assert_true(school_hint(d, goal, SEEK_PATIENCE, &way) && way.count > 0);
        assert_true(way.count < left);
        seek_found next = way;
        next.count = 1;
        assert_true(school_append(d, &next));
    }
}

static void reach_goal(int level, unsigned number, fitch_derivation *d)
{
    static const int most[GOAL_LEVELS] = {2, 5, 10};
    prop_id goal;
    seek_found way;
    assert_true(school_goal(level, number, d, &goal));
    assert_true(school_seek(d, goal, SEEK_PATIENCE, &way));
    assert_in_range(way.count, 1, most[level - 1]);
    follow_hints(d, goal);
}

TEST(goals_can_be_reached)
{
    static const unsigned winding[] = {86, 167, 216,
                                       221}; /* from within, another way seems shorter */
    fitch_derivation *d = malloc(sizeof *d);
    assert_non_null(d);
    for (int level = 1; level <= GOAL_LEVELS; level++)
        for (unsigned number = 0; number < check_sample(6, 300); number++)
            reach_goal(level, number, d);
    for (size_t i = 0; i < sizeof winding / sizeof *winding; i++)
        reach_goal(GOAL_LEVELS, winding[i], d);
    free(d);
}

/* What grows without end is refused: equivalences in each other, and clauses. */
TEST(what_is_too_large_is_refused)
{
    prop_id form[SCHOOL_FORMS], id;
    duel_msg why;
    school_clauses *c = &desk->clauses;
    prop_pool_init(&desk->pool);
    id = prop_letter(&desk->pool, 0);
    for (unsigned k = 1; k < 26; k++)
        id = prop_make(&desk->pool, PROP_SAME, id, prop_letter(&desk->pool, k));
    assert_int_equal(school_forms_of(&desk->pool, id, form, &why), DUEL_REFUSED);
    prop_pool_init(&desk->pool);
    c->count = 0;
    id = prop_make(&desk->pool, PROP_FALSE, 0, 0);
    for (unsigned k = 0; k + 1 < 26; k += 2)
        id = prop_make(&desk->pool, PROP_OR, id,
                       prop_make(&desk->pool, PROP_AND, prop_letter(&desk->pool, k),
                                 prop_letter(&desk->pool, k + 1)));
    assert_int_equal(school_add_clauses(&desk->pool, id, c, &why), DUEL_REFUSED);
}

TEST(dimacs_is_read_back)
{
    static const char *const wrong[] = {"p cnf 1 1\n1", "1 x 0", "27 0", "1 -- 0"};
    school_clauses again;
    desk->clauses = (school_clauses){3, {{1, 2}, {4, 0}, {0, 9}}};
    CHECK_BUF(text);
    school_put_dimacs(&desk->clauses, 0, &text.sink);
    assert_string_equal(text.text, "p cnf 4 3\n1 -2 0\n3 0\n-1 -4 0\n");
    assert_ok(school_read_dimacs(duel_buf_str(&text), &again, NULL));
    assert_int_equal(again.count, 3);
    assert_memory_equal(again.clause, desk->clauses.clause, 3 * sizeof *again.clause);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(school_read_dimacs(duel_str_of(wrong[i]), &again, NULL), DUEL_REFUSED);
}

TESTS_BETWEEN(set_up, tear_down)
