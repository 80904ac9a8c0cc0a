/* tests/ergo/test_command.c -- `duel ergo prove` as its callers see it: what it writes, and how
 * it ends. The cases are read from ergo_cases.tsv in the folder DUEL_TEST_DATA ("tests/data").
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "front/console.h"
#include "front/json.h"
#include "games/ergo/rules.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- the public cases
 * ------------------------------------------------------------------------ */

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

static void check_case(char *cell[8])
{
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

static void test_cases(void **unused)
{
    (void)unused;
    const char *folder = getenv("DUEL_TEST_DATA");
    char path[512], row[512];
    int count = 0;
    snprintf(path, sizeof path, "%s/ergo_cases.tsv", folder ? folder : "tests/data");
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("cannot open %s: set DUEL_TEST_DATA", path);
    while (fgets(row, sizeof row, file)) {
        char *cell[8], *at = row, empty[1] = "";
        row[strcspn(row, "\n")] = '\0';
        for (int i = 0; i < 8; i++) {
            cell[i] = at ? at : empty;
            at = at ? strchr(at, '\t') : NULL;
            if (at)
                *at++ = '\0';
        }
        if (count++) /* the first row names the columns */
            check_case(cell);
    }
    fclose(file);
    assert_true(count > 50);
}

/* ---- shapes
 * ------------------------------------------------------------------------------------ */

static void test_models_and_explanations(void **unused)
{
    (void)unused;
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
                        "p cnf 4 2\n1 0\n-1 2 0\n");
    assert_int_equal(json_array_size(json_object_get(j, "cnf")), 2);
    assert_true(json_array_size(json_object_get(j, "search")) > 0);
    json_decref(j);
    done(&r);
}

static void test_malformed(void **unused)
{
    (void)unused;
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

static void test_wrong_usage(void **unused)
{
    (void)unused;
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

static void test_text(void **unused)
{
    (void)unused;
    static const struct {
        const char *args[6], *says[2];
    } cases[] = {
        {{"A>B>C", "~C", NULL},
         {"A  proven\nB  disproven\nC  disproven\n", "in 2 cases of 16"}},
        {{"", "", "A", "", NULL}, {"A  proven\n", "in 8 cases of 16"}},
        {{NULL}, {"D  undetermined\n", "in 16 cases of 16"}},
        {{"A", "~A", "--explain", NULL}, {"Paradox: the lines", "lines 1, 2"}},
        {{"A|B", "~A", "--steps", NULL}, {"Line 1, to conjunctive", "search:"}},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),     cmocka_unit_test(test_models_and_explanations),
        cmocka_unit_test(test_malformed), cmocka_unit_test(test_wrong_usage),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
