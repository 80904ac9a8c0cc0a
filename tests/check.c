/* tests/check.c -- main of every test program: it runs the tests of its file, in their order.
 */
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

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    return _cmocka_run_group_tests("tests", tests, count, set_up, tear_down);
}
