/* tests/wumpus/test_command.c -- `duel wumpus …` as a program sees it: answers, exit statuses,
 * errors that name the cells. */
#include "front/inside.h"
#include "helpers.h"

#include "front/console.h"
#include "front/json.h"
#include "games/wumpus/command.h"

#include <jansson.h>
#include <time.h>
#include <unistd.h>

typedef struct run {
    int status;
    duel_buf out, err;
    json_t *json; /* NULL when the answer is no JSON */
} run;

static const duel_command *find(const char *name)
{
    const duel_command *c = wumpus_commands;
    while (c->name && strcmp(c->name, name) != 0)
        c++;
    assert_non_null(c->name);
    return c;
}

/* Runs "name argument argument…" with --json; `file` takes the place of FILE. */
static run run_command(const char *line, const char *file)
{
    run r = {.status = -1};
    char copy[512], *argv[32];
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    char path[256];
    snprintf(path, sizeof path, "%s", file ? file : "");
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "FILE") == 0)
            argv[i] = path;
    duel_buf_init(&r.out);
    duel_buf_init(&r.err);
    duel_console c = {.out = &r.out.sink,
                      .err = &r.err.sink,
                      .lang = DUEL_EN,
                      .json = true,
                      .print_json = json_print};
    r.status = console_run(&c, argv[0], find(argv[0]), argc - 1, argv + 1);
    r.json = json_loads(r.out.text, 0, NULL);
    return r;
}

static void run_fini(run *r)
{
    json_decref(r->json);
    duel_buf_fini(&r->out);
    duel_buf_fini(&r->err);
}

static run deduce(const char *grid, const char *options)
{
    char name[] = "/tmp/wumpus-test-XXXXXX", line[256];
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, grid, strlen(grid)), (ssize_t)strlen(grid));
    close(fd);
    snprintf(line, sizeof line, "deduce FILE %s", options);
    run r = run_command(line, name);
    unlink(name);
    return r;
}

static const char *status_word(char letter)
{
    return letter == 'S'   ? "safe"
           : letter == 'T' ? "pit"
           : letter == 'W' ? "wumpus"
           : letter == 'D' ? "danger"
                           : "unknown";
}

/* "2,0=S(0;0) 1,1=T(4;0)" against the answer, with the risk models / all where pits are free.
 */
static void check_frontier(const json_t *cells, const char *expected)
{
    size_t count = 0;
    for (const char *p = expected; *p; count++) {
        int x, y, used;
        char status;
        assert_int_equal(sscanf(p, "%d,%d=%c(%*d;%*d)%n", &x, &y, &status, &used), 3);
        const json_t *found = NULL;
        for (size_t i = 0; i < json_array_size(cells); i++) {
            const json_t *c = json_array_get(cells, i);
            if (json_integer_value(json_object_get(c, "x")) == x &&
                json_integer_value(json_object_get(c, "y")) == y)
                found = c;
        }
        assert_non_null(found);
        assert_string_equal(json_string_value(json_object_get(found, "status")),
                            status_word(status));
        double risk = json_real_value(json_object_get(found, "risk"));
        assert_true(status == 'S'   ? risk <= 0
                    : status == '?' ? risk > 0 && risk < 1
                                    : risk >= 1 - 1e-9);
        p += used;
        p += *p == ' ';
    }
    assert_int_equal(json_array_size(cells), count);
}

static void check_case(void *none, char *column[])
{
    (void)none;
    run annex = deduce(column[3], "strict=no"), strict = deduce(column[3], "strict=yes");
    assert_int_equal(annex.status, 0);
    assert_int_equal(strict.status, 0);
    assert_true(json_is_true(json_object_get(annex.json, "consistent")));
    check_frontier(json_object_get(annex.json, "cells"), column[5]);
    check_frontier(json_object_get(strict.json, "cells"), column[7]);
    run_fini(&annex);
    run_fini(&strict);
}

TEST(all_cases)
{
    assert_true(check_rows("wumpus_cases.tsv", 8, check_case, NULL) >= 15);
}

TEST(risks_and_reasons)
{
    run r = deduce("? ? ? ? / ? ? ? ? / B ? ? ? / . B ? ?", "pits=2 --explain");
    assert_int_equal(r.status, 0);
    const json_t *cells = json_object_get(r.json, "cells");
    assert_int_equal(json_array_size(cells), 3);
    double sum = 0;
    for (size_t i = 0; i < 3; i++)
        sum += json_real_value(json_object_get(json_array_get(cells, i), "risk"));
    assert_true(sum > 1 && sum < 2); /* (1,1), or both others */
    run_fini(&r);
    run plain = deduce("? ? ? ? / ? ? ? ? / B ? ? ? / . B ? ?", "");
    run told = deduce("? ? ? ? / ? ? ? ? / B ? ? ? / . B ? ?", "chance=0.2");
    assert_true(json_equal(plain.json, told.json)); /* the default that help names */
    run_fini(&plain);
    run_fini(&told);
    r = deduce("? ? ? ? / ? ? ? ? / . ? ? ? / . B ? ?", "--explain");
    const json_t *why =
        json_object_get(json_array_get(json_object_get(r.json, "cells"), 0), "why");
    assert_string_equal(json_string_value(json_object_get(why, "sentence")),
                        "(2,0) is a pit: the breeze at (1,0) can come from nowhere else, for "
                        "there is none at (0,1).");
    run_fini(&r);
}

TEST(wrong_grids)
{
    static const struct {
        const char *grid, *options;
        int status;
        const char *says;
    } wrong[] = {
        {"? ? ? / . . ? / . B ?", "", 1, "(1,0)"},
        {"? ? ? / ? ? ? / B ? ?", "", 1, "(0,0)"},
        {"? ? ? / . . ? / . T ?", "", 1, "(1,0)"},
        {"? ? / . . ? / . B ?", "", 2, "(2,2)"},
        {"? ? ? ? / . . ? / . B ?", "", 2, "(3,2)"},
        {"? ? ? / . Q ? / . B ?", "", 2, "(1,1)"},
        {"", "", 2, "rows"},
        {"? ? ? / ? ? ? / . ? ? ; arrow 5,5 east miss", "", 2, "arrow"},
        {"? ? ? / ? ? ? / . ? ?", "pits=99", 2, "99"},
        {"? ? ? / ? ? ? / . ? ?", "pits=1 chance=0.1", 2, "both"},
        {"? ? ? / ? ? ? / . ? ?", "--nothing", 2, "nothing"},
        {"? ? ? / ? ? ? / . ? ?", "strict=perhaps", 2, "strict"},
        {"? ? ? ? / ? ? ? ? / B ? ? ? / . B ? ?", "pits=0", 1, "number of pits"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        run r = deduce(wrong[i].grid, wrong[i].options);
        assert_int_equal(r.status, wrong[i].status);
        assert_null(json_object_get(r.json, "cells")); /* never a verdict */
        const char *said = NULL;
        json_unpack(r.json, "{s{ss}}", "error", "message", &said);
        assert_int_equal(r.err.len, 0);
        if (said == NULL || strstr(said, wrong[i].says) == NULL)
            fail_msg("%s: %s", wrong[i].grid, r.out.text);
        run_fini(&r);
    }
    run r = run_command("deduce /nowhere/at/all", NULL);
    assert_int_equal(r.status, 2);
    run_fini(&r);
}

TEST(dimacs)
{
    run r = deduce("? ? ? / ? ? ? / . ? ?", "--dimacs");
    assert_int_equal(r.status, 0);
    assert_non_null(
        strstr(json_string_value(json_object_get(r.json, "dimacs")), "\np cnf 54 "));
    run_fini(&r);
}

TEST(experiment)
{
    char name[] = "/tmp/wumpus-test-XXXXXX", line[128];
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    close(fd);
    snprintf(line, sizeof line, "stats --size 8 --grids 50 --seed 3 --threads 2 --svg %s",
             name);
    run r = run_command(line, NULL),
        again = run_command("stats --size 8 --grids 50 --seed 3", NULL);
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out.text, again.out.text); /* however many threads */
    const json_t *rows = json_object_get(r.json, "rows");
    assert_int_equal(json_array_size(rows), 50);
    const json_t *row = json_array_get(rows, 7);
    assert_int_equal(json_integer_value(json_object_get(row, "pits")), 8);
    int64_t all = json_integer_value(json_object_get(row, "not_deducible"));
    static const char *const parts[] = {"ded_interest0", "ded_interest1", "ded_interest2",
                                        "ded_interest3", "ded_interest4plus"};
    for (int i = 0; i < 5; i++)
        all += json_integer_value(json_object_get(row, parts[i]));
    assert_int_equal(all, 50);
    run_fini(&again);
    run_fini(&r);
    FILE *svg = fopen(name, "r");
    char text[64] = "";
    assert_non_null(svg);
    assert_non_null(fgets(text, sizeof text, svg));
    assert_memory_equal(text, "<svg ", 5);
    fclose(svg);
    unlink(name);
}

TEST(generator)
{
    run one = run_command("generate --size 8 --difficulty hard --count 12 --seed 4", NULL);
    run two = run_command("generate --size 8 --difficulty hard --count 12 --seed 4 --threads 2",
                          NULL);
    const json_t *a = json_object_get(one.json, "grids"),
                 *b = json_object_get(two.json, "grids");
    assert_int_equal(one.status, 0);
    assert_int_equal(json_array_size(a), 12);
    assert_true(json_equal(a, b));
    run_fini(&one);
    run_fini(&two);
    run r = run_command("generate --method path --difficulty hard", NULL);
    assert_int_equal(r.status, 1);
    run_fini(&r);
    r = run_command("generate --difficulty absurd", NULL);
    assert_int_equal(r.status, 2);
    run_fini(&r);
    r = run_command("generate --daily 20261115 --count 5", NULL);
    assert_int_equal(json_array_size(json_object_get(r.json, "grids")), 1);
    run_fini(&r);
}

static int64_t daily_id(const char *arguments)
{
    run r = run_command(arguments, NULL);
    assert_int_equal(r.status, 0);
    const json_t *grid = json_array_get(json_object_get(r.json, "grids"), 0);
    int64_t id = json_integer_value(json_object_get(grid, "id"));
    run_fini(&r);
    return id;
}

/* A day names its grid; today is that of UTC, and may end meanwhile. */
TEST(grid_of_the_day)
{
    assert_true(daily_id("generate --daily 20261115") == INT64_C(2026111508101));
    char day[16];
    time_t before = time(NULL);
    int64_t today = daily_id("generate --daily today --size 6 --difficulty easy") / 100000;
    time_t after = time(NULL);
    struct tm utc;
    strftime(day, sizeof day, "%Y%m%d", gmtime_r(&before, &utc));
    bool right = today == atoll(day);
    strftime(day, sizeof day, "%Y%m%d", gmtime_r(&after, &utc));
    assert_true(right || today == atoll(day));
    static const char *const wrong[] = {"tomorrow", "20261399", "20270229", "20260431",
                                        "19691231"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[64];
        snprintf(line, sizeof line, "generate --daily %s", wrong[i]);
        run r = run_command(line, NULL);
        assert_int_equal(r.status, 2);
        run_fini(&r);
    }
    assert_true(daily_id("generate --daily 20280229") == INT64_C(2028022908101));
}

TEST(agent)
{
    run r = run_command("agent --grids 6", NULL);
    assert_int_equal(r.status, 0);
    const json_t *tours = json_object_get(r.json, "tours");
    assert_int_equal(json_array_size(tours), 10);
    for (size_t i = 3; i < 6; i++) {
        const json_t *all = json_object_get(json_array_get(tours, i), "all");
        assert_int_equal(json_integer_value(json_object_get(all, "won")), 6);
    }
    run_fini(&r);
}
