/* tests/logic/test_cnf.c -- conjunctive normal form: every step, its shape and its meaning. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "logic/checker.h"
#include "logic/cnf.h"
#include "logic/random_proof.h"

static unsigned sample(unsigned few, unsigned all)
{
    return getenv("DUEL_FULL") != NULL ? all : few;
}

static logic_id read_formula(logic_pool *pool, const char *text)
{
    logic_line line;
    logic_rpn rpn;
    assert_int_equal(logic_read(duel_str_of(text), &line, NULL, NULL), DUEL_OK);
    logic_to_rpn(&line, LOGIC_SEED, &rpn);
    return logic_of_rpn(pool, &rpn);
}

static const struct {
    const char *step[LOGIC_CNF_STEPS];
    const char *dimacs;
} written[] = {
    {{"A", "A", "A", "A", "A"}, "p cnf 4 1\n1 0\n"},
    {{"A>B", "~A|B", "~A|B", "~A|B", "~A|B"}, "p cnf 4 1\n-1 2 0\n"},
    {{"~(A|~B)", "~(A|~B)", "~A&~(~B)", "~A&B", "B&~A"}, "p cnf 4 2\n2 0\n-1 0\n"},
    {{"A|B&C", "A|B&C", "A|B&C", "A|B&C", "(A|B)&(A|C)"}, "p cnf 4 2\n1 2 0\n1 3 0\n"},
    {{"A|~A", "A|~A", "A|~A", "A|~A", "A|~A"}, "p cnf 4 0\n"},
    {{"~(A>B)", "~(~A|B)", "~(~A)&~B", "A&~B", "A&~B"}, "p cnf 4 2\n1 0\n-2 0\n"},
    {{"A&(A|B)", "A&(A|B)", "A&(A|B)", "A&(A|B)", "A&(A|B)"}, "p cnf 4 1\n1 0\n"},
    {{"~(~(A&B))", "~(~(A&B))", "~(~A)&~(~B)", "A&B", "A&B"}, "p cnf 4 2\n1 0\n2 0\n"},
};

static void written_formulas_are_converted(void **state)
{
    (void)state;
    logic_pool *pool = malloc(sizeof *pool);
    assert_non_null(pool);
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        logic_pool_init(pool);
        logic_cnf cnf;
        duel_buf out;
        duel_buf_init(&out);
        logic_id formula = read_formula(pool, written[i].step[0]);
        assert_int_equal(logic_cnf_of(pool, formula, &cnf), DUEL_OK);
        for (unsigned k = 0; k < LOGIC_CNF_STEPS; k++) {
            duel_buf_clear(&out);
            logic_put_formula(pool, cnf.step[k], LOGIC_SEED, LOGIC_ASCII, &out.sink);
            assert_string_equal(out.text, written[i].step[k]);
            assert_non_null(logic_cnf_step_name((logic_cnf_step)k));
        }
        duel_buf_clear(&out);
        logic_put_dimacs(&cnf.clauses, &out.sink);
        assert_string_equal(out.text, written[i].dimacs);
        duel_buf_fini(&out);
    }
    free(pool);
}

/* ---- shapes ------------------------------------------------------------------------- */

/* Which operators may stand inside which, step by step. */
static bool has_shape(const logic_pool *pool, logic_id id, logic_cnf_step step, unsigned above)
{
    const logic_node *n = &pool->node[id];
    if (n->op < LOGIC_LETTERS)
        return true;
    if (n->op == LOGIC_THEN && step >= LOGIC_CNF_IMPLICATIONS)
        return false;
    if (above == LOGIC_NOT && n->op != LOGIC_NOT && step >= LOGIC_CNF_DE_MORGAN)
        return false;
    if (above == LOGIC_NOT && n->op == LOGIC_NOT && step >= LOGIC_CNF_DOUBLE_NEGATION)
        return false;
    if (above == LOGIC_OR && n->op == LOGIC_AND && step == LOGIC_CNF_DISTRIBUTION)
        return false;
    if (!has_shape(pool, n->left, step, n->op))
        return false;
    return n->op == LOGIC_NOT || has_shape(pool, n->right, step, n->op);
}

static logic_table table_by_value(const logic_pool *pool, logic_id id)
{
    logic_table t = 0;
    for (unsigned model = 0; model < 16; model++)
        t |= (logic_table)((unsigned)checker_value(pool, id, model) << model);
    return t;
}

static void assert_clauses_clean(const logic_clauses *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        assert_int_equal(c->clause[i] & logic_opposite(c->clause[i]), 0);
        for (unsigned k = 0; k < c->count; k++)
            if (k != i) /* neither equal nor contained */
                assert_int_not_equal(c->clause[i] & c->clause[k], c->clause[k]);
    }
}

static logic_table table_of_clauses(const logic_clauses *c)
{
    logic_table t = LOGIC_TRUE;
    for (unsigned i = 0; i < c->count; i++)
        t &= logic_clause_table(c->clause[i]);
    return t;
}

static void every_step_keeps_the_meaning(void **state)
{
    (void)state;
    logic_pool *pool = malloc(sizeof *pool);
    assert_non_null(pool);
    duel_rng rng;
    duel_rng_init_number(&rng, 21);
    for (unsigned i = 0; i < sample(4000, 100000); i++) {
        logic_pool_init(pool);
        logic_line line;
        logic_rpn rpn;
        logic_cnf cnf;
        random_long_line(&rng, 1 + duel_rng_below(&rng, 20), &line);
        logic_to_rpn(&line, i % 2 ? LOGIC_OFFICIAL : LOGIC_SEED, &rpn);
        assert_int_equal(logic_cnf_of(pool, logic_of_rpn(pool, &rpn), &cnf), DUEL_OK);
        for (unsigned k = 0; k < LOGIC_CNF_STEPS; k++) {
            assert_true(has_shape(pool, cnf.step[k], (logic_cnf_step)k, LOGIC_AND));
            if (k > 0)
                assert_int_equal(table_by_value(pool, cnf.step[k]),
                                 table_by_value(pool, cnf.step[k - 1]));
        }
        assert_clauses_clean(&cnf.clauses);
        assert_int_equal(table_of_clauses(&cnf.clauses), logic_rpn_table(&rpn));
    }
    free(pool);
}

/* A disjunction of conjunctions: by hand its normal form has 2^32 clauses. */
static void distribution_does_not_explode(void **state)
{
    (void)state;
    logic_pool *pool = malloc(sizeof *pool);
    assert_non_null(pool);
    logic_proof proof = {0};
    for (unsigned l = 0; l < LOGIC_LINES; l++) {
        logic_line line = {0};
        for (unsigned i = 0; i < 31; i++) {
            const uint8_t part[4] = {(uint8_t)(i % 4), LOGIC_AND, (uint8_t)((i + l) / 4 % 4),
                                     LOGIC_OR};
            memcpy(line.symbol + line.count, part, sizeof part);
            line.count = (uint8_t)(line.count + sizeof part);
        }
        line.count--;
        assert_int_equal(logic_check(line.symbol, line.count).want, LOGIC_WANT_NOTHING);
        logic_to_rpn(&line, LOGIC_SEED, &proof.line[l]);
    }
    logic_clauses clauses;
    logic_pool_init(pool);
    assert_int_equal(logic_proof_clauses(pool, &proof, &clauses), DUEL_OK);
    assert_clauses_clean(&clauses);
    assert_int_equal(table_of_clauses(&clauses), logic_proof_verdict(&proof).models);
    free(pool);
}

static void a_full_pool_is_a_status(void **state)
{
    (void)state;
    logic_pool *pool = malloc(sizeof *pool);
    assert_non_null(pool);
    for (unsigned room = 0; room < 8; room++) {
        logic_pool_init(pool);
        logic_id formula = read_formula(pool, "~(A>B&C)|D"), pad = formula;
        while (pool->count < LOGIC_POOL_MAX - room)
            pad = logic_make(pool, LOGIC_NOT, pad, 0);
        logic_cnf cnf = {.step = {77}};
        assert_int_equal(logic_cnf_of(pool, formula, &cnf), DUEL_FULL);
        assert_int_equal(cnf.step[0], 77);
    }
    free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_formulas_are_converted),
        cmocka_unit_test(every_step_keeps_the_meaning),
        cmocka_unit_test(distribution_does_not_explode),
        cmocka_unit_test(a_full_pool_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
