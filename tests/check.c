/* tests/check.c -- main of every test program, which runs the tests of its file in their order;
 * and tables of known answers. */
#include "check.h"

#include <sodium.h>

enum { MOST = 64 };

static struct CMUnitTest tests[MOST];
static int place_of[MOST];
static size_t count;
static CMFixtureFunction set_up, tear_down;

/* Compilers call constructors in any order: each test is put before those that come later. */
void check_add(int at, struct CMUnitTest test)
{
    size_t i = count++;
    if (count > MOST)
        abort();
    for (; i > 0 && place_of[i - 1] > at; i--) {
        tests[i] = tests[i - 1];
        place_of[i] = place_of[i - 1];
    }
    tests[i] = test;
    place_of[i] = at;
}

void check_between(CMFixtureFunction before, CMFixtureFunction after)
{
    set_up = before;
    tear_down = after;
}

FILE *check_data(const char *name)
{
    const char *folder = getenv("DUEL_TEST_DATA");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/data", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("cannot open %s: set DUEL_TEST_DATA", path);
    return file;
}

int check_rows(const char *name, int cells, void (*check)(void *to, char *cell[]), void *to)
{
    enum { CELLS = 10 };
    FILE *file = check_data(name);
    char line[8192], *cell[CELLS];
    int rows = -1;
    assert_in_range(cells, 1, CELLS);
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        if (line[0] == '#')
            continue;
        line[strcspn(line, "\r\n")] = '\0';
        for (int i = 0; i < cells; i++) {
            cell[i] = at;
            at += strcspn(at, "\t");
            if (*at)
                *at++ = '\0';
        }
        assert_string_equal(at, "");
        if (rows++ >= 0)
            check(to, cell);
    }
    fclose(file);
    return rows;
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    return _cmocka_run_group_tests("tests", tests, count, set_up, tear_down);
}
