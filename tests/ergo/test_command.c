/* tests/ergo/test_command.c -- `duel ergo prove` as its callers see it: what it writes, and how
 * it ends. The cases are read from ergo_cases.tsv in the folder DUEL_TEST_DATA ("tests/data").
 */
#include "check.h"

#include "front/console.h"
#include "front/inside.h"
#include "front/json.h"
#include "games/ergo/rules.h"
#include "logic/random_proof.h"

#include <jansson.h>

enum { ARGS = 12 };

typedef struct run {
    duel_buf out, err;
    int status;
} run;

/* Arguments end with NULL. */
static run prove(bool json, duel_lang lang, const char *const *args)
{
    run r;
    char copy[ARGS][128], *argv[ARGS];
    int argc = 0;
    duel_buf_init(&r.out);
    duel_buf_init(&r.err);
    for (; args[argc]; argc++) {
        assert_true(argc < ARGS);
        snprintf(copy[argc], sizeof copy[argc], "%s", args[argc]);
        argv[argc] = copy[argc];
    }
    duel_console c = {.out = &r.out.sink,
                      .err = &r.err.sink,
                      .lang = lang,
                      .json = json,
                      .print_json = json_print};
    r.status = console_run(&c, "ergo prove", &ergo_commands[0], argc, argv);
    return r;
}

static void done(run *r)
{
    duel_buf_fini(&r->out);
    duel_buf_fini(&r->err);
}

static json_t *json_of(const run *r)
{
    json_error_t error;
    json_t *j = json_loads(r->out.text, 0, &error);
    if (j == NULL)
        fail_msg("%s: %s", error.text, r->out.text);
    return j;
}

/* ---- the public cases ------------------------------------------------------------------- */

static char sign_of(const char *word)
{
    return strcmp(word, "proven") == 0 ? 'T' : strcmp(word, "disproven") == 0 ? 'F' : '?';
}

static void check_answer(const run *r, const char *expected, const char *note)
{
    json_t *j = json_of(r);
    char got[8] = "PARADOX";
    if (!json_is_true(json_object_get(j, "paradox"))) {
        for (int k = 0; k < LOGIC_LETTERS; k++) {
            char name[2] = {(char)('A' + k), '\0'};
            got[k] = sign_of(
                json_string_value(json_object_get(json_object_get(j, "verdict"), name)));
        }
        got[LOGIC_LETTERS] = '\0';
    }
    if (strcmp(got, expected) != 0)
        fail_msg("%s: %s, not %s", note, got, expected);
    assert_true(json_is_true(json_object_get(j, "wellformed")));
    assert_int_equal(json_array_size(json_object_get(j, "models")) == 0,
                     strcmp(expected, "PARADOX") == 0);
    json_decref(j);
}

static void check_case(void *none, char *cell[])
{
    (void)none;
    static const char *const method[] = {"table", "dpll"}, *const precedence[] = {"seed",
                                                                                  "official"};
    for (int i = 0; i < 4; i++) {
        const char *args[ARGS] = {"--method", method[i / 2], "--precedence", precedence[i % 2]};
        const char *expected = i % 2 && cell[6][0] ? cell[6] : cell[4];
        for (int k = 0; k < 4; k++)
            args[4 + k] = cell[k];
        run r = prove(true, DUEL_EN, args);
        if (strcmp(expected, "INVALID") == 0)
            assert_int_equal(r.status, 1);
        else
            assert_int_equal(r.status, 0);
        if (strcmp(expected, "VALID") != 0 && strcmp(expected, "INVALID") != 0)
            check_answer(&r, expected, cell[7]);
        done(&r);
    }
}

TEST(test_cases)
{
    assert_true(check_rows("ergo_cases.tsv", 8, check_case, NULL) > 49);
}

/* ---- shapes ----------------------------------------------------------------------------- */

TEST(test_models_and_explanations)
{
    const char *const args[] = {"A>B", "A", "--explain", "--steps", "--dimacs", NULL};
    run r = prove(true, DUEL_EN, args);
    json_t *j = json_of(&r), *models = json_object_get(j, "models");
    assert_int_equal(r.status, 0);
    assert_int_equal(json_array_size(models), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(json_is_true(json_object_get(json_array_get(models, i), "A")));
        assert_true(json_is_true(json_object_get(json_array_get(models, i), "B")));
    }
    json_t *b = json_object_get(json_object_get(j, "explanation"), "B");
    assert_int_equal(json_array_size(json_object_get(b, "lines")), 2);
    assert_int_equal(json_array_size(json_object_get(b, "steps")), 3);
    assert_string_equal(json_string_value(json_object_get(
                            json_array_get(json_object_get(b, "steps"), 2), "rule")),
                        "modus ponens");
    json_t *c = json_object_get(json_object_get(j, "explanation"), "C");
    assert_int_equal(json_array_size(json_object_get(c, "models")), 2);
    assert_string_equal(json_string_value(json_object_get(j, "dimacs")),
                        "p cnf 4 2\n-1 2 0\n1 0\n");
    assert_int_equal(json_array_size(json_object_get(j, "cnf")), 2);
    assert_true(json_array_size(json_object_get(j, "search")) > 0);
    json_decref(j);
    done(&r);
}

/* ---- DPLL and clauses against truth tables ---------------------------------------------- */

/* Of clauses as others read them; a literal's table is written out here once more. */
static logic_table dimacs_table(const char *text)
{
    logic_table all = LOGIC_TRUE, clause = LOGIC_FALSE;
    duel_str rest = duel_str_of(strchr(text, '\n')), word;
    assert_int_equal(strncmp(text, "p cnf 4 ", 8), 0);
    while (duel_str_word(&rest, " \n", &word)) {
        int64_t number;
        assert_true(duel_str_number(word, &number) && number >= -4 && number <= 4);
        for (int64_t m = 0; m < 16 && number; m++)
            if ((m >> (llabs(number) - 1) & 1) == (number > 0))
                clause |= (logic_table)(1U << m);
        all &= number ? LOGIC_TRUE : clause;
        clause = number ? clause : LOGIC_FALSE;
    }
    return all;
}

static logic_table models_table(const json_t *models)
{
    logic_table t = LOGIC_FALSE;
    const json_t *model;
    size_t i;
    json_array_foreach(models, i, model)
    {
        unsigned m = 0;
        for (unsigned k = 0; k < LOGIC_LETTERS; k++)
            m |=
                (unsigned)json_is_true(json_object_get(model, (char[2]){(char)('A' + k), '\0'}))
                << k;
        t |= (logic_table)(1U << m);
    }
    return t;
}

/* Each step to clauses, read back, has the table of the line. */
static void check_steps(const json_t *line, const logic_proof *proof, logic_precedence p)
{
    const logic_rpn *rpn = &proof->line[json_integer_value(json_object_get(line, "line")) - 1];
    const json_t *step, *steps = json_object_get(line, "steps");
    size_t i;
    assert_int_equal(json_array_size(steps), 5);
    json_array_foreach(steps, i, step)
    {
        logic_line read;
        logic_rpn again;
        const char *formula = json_string_value(json_object_get(step, "formula"));
        if (strlen(formula) > LOGIC_LINE_MAX) /* longer than a line may be */
            continue;
        assert_ok(logic_read(duel_str_of(formula), &read, NULL, NULL));
        logic_to_rpn(&read, p, &again);
        assert_int_equal(logic_rpn_table(&again), logic_rpn_table(rpn));
    }
}

static void check_against_tables(const logic_line line[LOGIC_LINES], bool official)
{
    char text[LOGIC_LINES][LOGIC_LINE_MAX + 1], got[8];
    const char *args[ARGS] = {"--method", "dpll",         "--steps",
                              "--dimacs", "--precedence", official ? "official" : "seed"};
    logic_proof proof;
    proof_of_lines(line, official ? LOGIC_OFFICIAL : LOGIC_SEED, &proof);
    logic_verdict v = logic_proof_verdict(&proof);
    for (int i = 0; i < LOGIC_LINES; i++) {
        CHECK_BUF(out);
        put_line(&line[i], LOGIC_ASCII, &out.sink);
        snprintf(text[i], sizeof text[i], "%s", out.text);
        args[6 + i] = text[i];
    }
    for (unsigned k = 0; k < LOGIC_LETTERS; k++)
        got[k] = logic_letter_verdict(&v, k);
    got[LOGIC_LETTERS] = '\0';
    run r = prove(true, DUEL_EN, args);
    check_answer(&r, v.paradox ? "PARADOX" : got, text[0]);
    json_t *j = json_of(&r), *cnf = json_object_get(j, "cnf");
    assert_int_equal(models_table(json_object_get(j, "models")), v.models);
    assert_int_equal(dimacs_table(json_string_value(json_object_get(j, "dimacs"))), v.models);
    for (size_t i = 0; i < json_array_size(cnf); i++)
        check_steps(json_array_get(cnf, i), &proof, official ? LOGIC_OFFICIAL : LOGIC_SEED);
    json_decref(j);
    done(&r);
}

TEST(test_random_proofs)
{
    duel_rng rng = check_rng(12);
    for (unsigned i = 0; i < check_sample(1000, 20000); i++) {
        logic_line line[LOGIC_LINES];
        random_lines(&rng, line);
        check_against_tables(line, i % 2);
    }
}

/* As long as a line may be: 31 conjunctions. By hand its clauses are 2^31. */
TEST(test_long_lines)
{
    logic_line line[LOGIC_LINES] = {{0}};
    for (unsigned l = 0; l < LOGIC_LINES; l++) {
        for (unsigned i = 0; i < 31; i++) {
            const uint8_t part[4] = {(uint8_t)(i % 4), LOGIC_AND, (uint8_t)((i + l) / 4 % 4),
                                     LOGIC_OR};
            memcpy(line[l].symbol + line[l].count, part, sizeof part);
            line[l].count = (uint8_t)(line[l].count + sizeof part);
        }
        line[l].count--;
    }
    check_against_tables(line, false);
    check_against_tables(line, true);
}

/* ---- as text ---------------------------------------------------------------------------- */

/* The report's four steps, reverse Polish before them and DPLL behind. */
TEST(test_steps)
{
    const char *const args[] = {"A>B&C", "~(~A|D)", "--steps", NULL};
    static const char *const steps = "Line 1, in reverse Polish notation:\n"
                                     "  A B C ∧ ⇒\n"
                                     "Line 1, to conjunctive normal form:\n"
                                     "  A⇒B∧C   as given\n"
                                     "  ¬A∨B∧C   without implications\n"
                                     "  ¬A∨B∧C   by De Morgan's laws\n"
                                     "  ¬A∨B∧C   without double negations\n"
                                     "  (¬A∨B)∧(¬A∨C)   by distribution\n"
                                     "\n"
                                     "Line 2, in reverse Polish notation:\n"
                                     "  A ¬ D ∨ ¬\n"
                                     "Line 2, to conjunctive normal form:\n"
                                     "  ¬(¬A∨D)   as given\n"
                                     "  ¬(¬A∨D)   without implications\n"
                                     "  ¬(¬A)∧¬D   by De Morgan's laws\n"
                                     "  A∧¬D   without double negations\n"
                                     "  A∧¬D   by distribution\n"
                                     "\n"
                                     "Davis, Putnam, Logemann and Loveland's search:\n"
                                     "  Can all lines be true?\n"
                                     "    There are 4 clauses to be made true.\n"
                                     "    A: it alone is left of {A}.\n"
                                     "    B: it alone is left of {¬A, B}.\n"
                                     "    C: it alone is left of {¬A, C}.\n"
                                     "    ¬D: it alone is left of {¬D}.\n"
                                     "    Every clause is true with A B C ¬D.\n"
                                     "  Can they with ¬A?\n"
                                     "    There are 5 clauses to be made true.\n"
                                     "    ¬A: it alone is left of {¬A}.\n"
                                     "    {A} is false: this case is closed.\n"
                                     "  No: A is proven.\n";
    run r = prove(false, DUEL_EN, args);
    if (strstr(r.out.text, steps) == NULL)
        fail_msg("%s", r.out.text);
    done(&r);
}

TEST(test_malformed)
{
    const char *const args[] = {"A", "A&)", NULL};
    run r = prove(true, DUEL_EN, args);
    json_t *j = json_of(&r);
    assert_int_equal(r.status, 1);
    assert_true(json_is_false(json_object_get(j, "wellformed")));
    assert_int_equal(json_integer_value(json_object_get(j, "line")), 2);
    assert_int_equal(json_integer_value(json_object_get(j, "position")), 2);
    json_decref(j);
    done(&r);
    r = prove(false, DUEL_EN, args);
    assert_int_equal(r.status, 1);
    assert_int_equal(r.out.len, 0);
    assert_non_null(strstr(r.err.text, "line 2"));
    assert_non_null(strstr(r.err.text, "\n  A&)\n    ^\n"));
    done(&r);
}

TEST(test_wrong_usage)
{
    static const char *const wrong[][7] = {{"A", "B", "C", "D", "A", NULL},
                                           {"--foo", NULL},
                                           {"--method", NULL},
                                           {"--method", "magic", NULL},
                                           {"--precedence=none", NULL},
                                           {"--explain=perhaps", NULL}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        run r = prove(i % 2, DUEL_EN, wrong[i]);
        assert_int_equal(r.status, 2);
        duel_buf *said = i % 2 ? &r.out : &r.err; /* as JSON, it is the answer */
        assert_int_equal(r.out.len + r.err.len, said->len);
        assert_true(said->len > 0);
        assert_true(
            strncmp(said->text, i % 2 ? "{\"error\":{\"kind\":\"bad\"," : "duel: ", 6) == 0);
        done(&r);
    }
}

TEST(test_text)
{
    static const struct {
        const char *args[6], *says[2];
    } cases[] = {
        {{"A>B>C", "~C", NULL},
         {"A  proven\nB  disproven\nC  disproven\n", "in 2 cases of 16"}},
        {{"", "", "A", "", NULL}, {"A  proven\n", "in 8 cases of 16"}},
        {{NULL}, {"D  undetermined\n", "in 16 cases of 16"}},
        {{"A", "~A", "--explain", NULL}, {"Paradox: the lines", "lines 1, 2"}},
        {{"A|B", "~A", "--steps", NULL}, {"Line 1, to conjunctive", "No: B is proven."}},
        {{"A|B", "--dimacs", NULL}, {"p cnf 4 1\n1 2 0\n", ""}},
        {{"--", "A", NULL}, {"A  proven", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run r = prove(false, DUEL_EN, cases[i].args);
        assert_int_equal(r.status, 0);
        for (int k = 0; k < 2; k++)
            if (strstr(r.out.text, cases[i].says[k]) == NULL)
                fail_msg("case %zu: %s", i, r.out.text);
        done(&r);
    }
}
