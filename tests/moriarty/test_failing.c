/* tests/moriarty/test_failing.c -- a search that fails: nothing of its answer may be read.
 *
 * The linker sends the game's calls of moriarty_think here first. A search that fails for want
 * of memory leaves the caller's answer as it was; so that reading it is noticed, whatever the
 * stack happened to hold, the answer is closed to the program: to the address sanitizer, or to
 * valgrind where the test runs under it. */
#include "check.h"

#include "games/moriarty/moriarty.h"
#include "games/moriarty/search.h"
#include "games/moriarty/workshop/workshop.h"

#include <sanitizer/asan_interface.h>
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#else
#define VALGRIND_MAKE_MEM_NOACCESS(at, size)  ((void)(at), (void)(size))
#define VALGRIND_MAKE_MEM_UNDEFINED(at, size) ((void)(at), (void)(size))
#endif

duel_status __real_moriarty_think(const moriarty_request *q, moriarty_answer *out,
                                  duel_msg *why);
duel_status __wrap_moriarty_think(const moriarty_request *q, moriarty_answer *out,
                                  duel_msg *why);

static bool failing;
static moriarty_answer *closed; /* of the last search that failed */

duel_status __wrap_moriarty_think(const moriarty_request *q, moriarty_answer *out,
                                  duel_msg *why)
{
    if (!failing)
        return __real_moriarty_think(q, out, why);
    closed = out;
    ASAN_POISON_MEMORY_REGION(out, sizeof *out);
    VALGRIND_MAKE_MEM_NOACCESS(out, sizeof *out);
    return duel_no_space(why);
}

/* The stack is used again by whoever comes next. */
static void open_again(void)
{
    ASAN_UNPOISON_MEMORY_REGION(closed, sizeof *closed);
    VALGRIND_MAKE_MEM_UNDEFINED(closed, sizeof *closed);
}

static bool tells_the_result(const duel_variant *v, const duel_state *s, duel_move move)
{
    duel_reason r;
    duel_explain_why(v, s, v->game->turn(v, s), &move, 1, &r);
    for (int i = 0; i < r.count; i++)
        if (r.fact[i].kind == MORIARTY_FACT_RESULT)
            return true;
    return false;
}

TEST(a_failed_search_is_no_reason)
{
    duel_variant v = check_variant("moriarty size=4");
    duel_move list[MORIARTY_MAX_MOVES];
    duel_state s = check_dealt(&v, 1);
    v.game->moves(&v, &s, list);
    v.game->play(&v, &s, list[0]); /* leaves few enough empty squares to play them all out */
    v.game->moves(&v, &s, list);
    assert_true(tells_the_result(&v, &s, list[0]));
    failing = true;
    assert_false(tells_the_result(&v, &s, list[0]));
    failing = false;
    open_again();
}

TEST(fitting_stops_at_a_failed_search)
{
    moriarty_fit f = {
        .seed = 1, .games = 2, .nodes = 100, .generations = 1, .threads = 1, .steps = 1};
    duel_msg why = {0};
    failing = true;
    assert_int_equal(moriarty_fit_run(&f, NULL, NULL, &why), DUEL_NO_SPACE);
    failing = false;
}
