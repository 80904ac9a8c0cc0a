/* tests/logic/test_verdict.c -- verdicts by table, on the public cases, and tables at random.
 * The cases are read from ergo_cases.tsv in the folder DUEL_TEST_DATA ("tests/data"). */
#include "check.h"

#include "logic/random_proof.h"

/* ---- the public cases --------------------------------------------------------------- */

enum { PREMISE_1, EXPECTED = 4, KIND, EXPECTED_OFFICIAL, NOTE, COLUMNS };

static void check_proof(char *cell[], logic_precedence p, const char *expected)
{
    logic_proof proof = {0};
    char got[8] = "PARADOX";
    for (unsigned i = 0; i < LOGIC_LINES; i++) {
        logic_line line;
        assert_ok(logic_read(duel_str_of(cell[PREMISE_1 + i]), &line, NULL, NULL));
        logic_to_rpn(&line, p, &proof.line[i]);
    }
    logic_verdict v = logic_proof_verdict(&proof);
    for (unsigned k = 0; k < LOGIC_LETTERS && !v.paradox; k++)
        got[k] = logic_letter_verdict(&v, k);
    if (!v.paradox)
        got[LOGIC_LETTERS] = '\0';
    if (strcmp(expected, got) != 0)
        fail_msg("%s: %s", cell[NOTE], got);
}

static void check_row(void *none, char *cell[])
{
    (void)none;
    const char *official =
        cell[EXPECTED_OFFICIAL][0] ? cell[EXPECTED_OFFICIAL] : cell[EXPECTED];
    if (strcmp(cell[KIND], "proof") == 0) {
        check_proof(cell, LOGIC_SEED, cell[EXPECTED]);
        check_proof(cell, LOGIC_OFFICIAL, official);
        return;
    }
    assert_string_equal(cell[KIND], "syntax");
    logic_line line;
    bool valid = logic_read(duel_str_of(cell[PREMISE_1]), &line, NULL, NULL) == DUEL_OK;
    assert_string_equal(cell[EXPECTED], valid ? "VALID" : "INVALID");
}

TEST(public_cases_are_judged_right)
{
    assert_true(check_rows("ergo_cases.tsv", COLUMNS, check_row, NULL) >= 59);
}

/* ---- tables ------------------------------------------------------------------------- */

TEST(tables_are_the_values_in_all_models)
{
    duel_rng rng = check_rng(11);
    for (unsigned i = 0; i < check_sample(5000, 100000); i++) {
        logic_line line;
        logic_rpn rpn;
        logic_table fast;
        logic_precedence p = i % 2 ? LOGIC_OFFICIAL : LOGIC_SEED;
        random_long_line(&rng, 1 + duel_rng_below(&rng, 20), &line);
        logic_to_rpn(&line, p, &rpn);
        logic_table table = logic_rpn_table(&rpn);
        for (unsigned model = 0; model < 16; model++)
            assert_int_equal(table >> model & 1, logic_rpn_value(&rpn, model));
        assert_true(logic_symbols_table(line.symbol, line.count, p, &fast));
        assert_int_equal(fast, table);
    }
}

TEST(nested_parentheses_have_no_limit_of_their_own)
{
    uint8_t symbol[LOGIC_LINE_MAX];
    for (unsigned depth = 0; depth <= LOGIC_LINE_MAX; depth++) {
        memset(symbol, LOGIC_OPEN, sizeof symbol);
        logic_table t = 1;
        unsigned count = 2 * depth + 1;
        if (count <= LOGIC_LINE_MAX) {
            symbol[depth] = LOGIC_C;
            memset(symbol + depth + 1, LOGIC_CLOSE, depth);
            assert_true(logic_symbols_table(symbol, count, LOGIC_SEED, &t));
            assert_int_equal(t, logic_letter_table(LOGIC_C));
        } else {
            assert_false(logic_symbols_table(symbol, depth, LOGIC_SEED, &t));
            assert_int_equal(t, 1);
        }
    }
}

TEST(verdicts_of_sets_of_models)
{
    for (unsigned models = 0; models <= LOGIC_TRUE; models++) {
        logic_verdict v = logic_verdict_of((logic_table)models);
        assert_int_equal(v.paradox, models == 0);
        for (unsigned k = 0; k < LOGIC_LETTERS; k++) {
            bool seen[2] = {false, false};
            for (unsigned m = 0; m < 16; m++)
                if (models >> m & 1)
                    seen[m >> k & 1] = true;
            char expected = seen[0] == seen[1] ? '?' : seen[1] ? 'T' : 'F';
            assert_int_equal(logic_letter_verdict(&v, k), expected);
        }
    }
}
