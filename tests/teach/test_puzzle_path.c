/* tests/teach/test_puzzle_path.c -- puzzles as a path: names, tries, ratings, streaks. */
#include "store/by_hand.h"
#include "store/place.h"

#include "check.h"
#include "teach/inside.h"
#include "teach/puzzle_path.h"

#include <math.h>

enum { DAY = 86400, NOON = 20773 * DAY + 43200 }; /* 2026-11-16 */

/* ---- names ------------------------------------------------------------------------------ */

TEST(test_names)
{
    static const char
        *const good[] = {"1", "17", "1000", "2026-11-16", "2026-11-15", "2026-10-01"},
               *const bad[] = {
                   "",         "0",     "01",          "1001",      "-1",
                   "x",        "17 ",   "2026-11-17",  "2026-11-6", "1970-01-01",
                   "2026-9-9", "99999", "2026-11-16x", "../../etc", "99999999999999999999"};
    char name[PUZZLE_NAME];
    duel_msg why;
    puzzle_day(NOON, name);
    assert_string_equal(name, "2026-11-16");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_ok(puzzle_named(duel_str_of(good[i]), NOON, name, &why));
        assert_string_equal(name, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(puzzle_named(duel_str_of(bad[i]), NOON, name, &why), DUEL_REFUSED);
    assert_int_equal(puzzle_number("17"), 17);
    assert_int_equal(puzzle_number("2026-11-16"), 0);
}

/* Pinned: an address is to lead to the same puzzle for ever. */
TEST(test_seeds_stay)
{
    const duel_game *nim = catalogue_find_game(duel_str_of("nim"));
    const duel_game *chomp = catalogue_find_game(duel_str_of("chomp"));
    assert_true(puzzle_seed("17", nim) != puzzle_seed("17", chomp));
    assert_true(puzzle_seed("17", nim) != puzzle_seed("18", nim));
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *c = "2026-11-16nim"; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    assert_int_equal(puzzle_seed("2026-11-16", nim), hash / 2);
}

/* ---- streaks ---------------------------------------------------------------------------- */

/* The slow way: day by day, back from today, and from every day. */
static void count_streaks(const bool solved[], int days, int today, int *now, int *longest)
{
    *now = *longest = 0;
    int from = solved[today] ? today : today - 1;
    while (from >= 0 && solved[from--])
        ++*now;
    for (int i = 0; i < days; i++) {
        int length = 0;
        while (i + length < days && solved[i + length])
            length++;
        *longest = length > *longest ? length : *longest;
    }
}

TEST(test_streaks)
{
    enum { DAYS = 24 };
    duel_rng rng = check_rng(5);
    for (int try = 0; try < 4000; try++) {
        bool solved[DAYS] = {false};
        int64_t list[DAYS];
        size_t count = 0;
        int now, longest, slow_now, slow_longest;
        for (int day = DAYS - 1; day >= 0; day--) {
            solved[day] = duel_rng_below(&rng, 3) > 0;
            if (solved[day])
                list[count++] = day;
        }
        puzzle_streak(list, count, DAYS - 1, &now, &longest);
        count_streaks(solved, DAYS, DAYS - 1, &slow_now, &slow_longest);
        assert_int_equal(now, slow_now);
        assert_int_equal(longest, slow_longest);
    }
}

/* ---- trying ----------------------------------------------------------------------------- */

typedef struct world {
    place p;
    data_store *store;
    duel_variant v;
    found_puzzle found;
} world;

static void world_init(world *w, const char *variant, const char *name)
{
    place_init(&w->p);
    w->store = open_at(&w->p);
    for (const char *id = "ab"; *id; id++)
        assert_ok(store_profile_add(w->store, (char[]){*id, 0}, duel_str_of((char[]){*id, 0}),
                                    duel_str_of(""), 1, NULL));
    w->v = check_variant(variant);
    assert_ok(
        puzzle_find(&w->v, puzzle_seed(name, w->v.game), PUZZLE_MEMORY, NULL, &w->found, NULL));
}

static void world_fini(world *w)
{
    found_puzzle_fini(&w->found);
    store_close(w->store);
    place_fini(&w->p);
}

static puzzle_tried try_it(world *w, const char *who, const char *name, bool right, int64_t now)
{
    puzzle_solver s = {w->store, who, now};
    puzzle_tried t;
    assert_ok(puzzle_path_try(&s, name, &w->found, right, &t, NULL));
    return t;
}

static puzzle_standing_at stands(world *w, const char *who, int64_t now)
{
    puzzle_solver s = {w->store, who, now};
    puzzle_standing_at at;
    assert_ok(puzzle_path_standing(&s, w->v.game, &at, NULL));
    return at;
}

static bool seen(world *w, const char *who)
{
    bool known;
    puzzle_solver s = {w->store, who, NOON};
    assert_ok(puzzle_path_seen(&s, &w->found, &known, NULL));
    return known;
}

TEST(test_only_the_first_try_counts)
{
    world w;
    world_init(&w, "chomp", "17");
    assert_false(stands(&w, "a", NOON).rated);
    puzzle_tried first = try_it(&w, "a", "17", false, NOON);
    assert_true(first.counted && first.own.rating < first.was.rating && first.streak == 0);
    assert_true(first.puzzle.rating > puzzle_rating(&w.found).rating);
    assert_false(seen(&w, "a"));
    puzzle_tried later = try_it(&w, "a", "17", true, NOON + 60);
    assert_false(later.counted);
    assert_int_equal(later.streak, 1);
    puzzle_standing_at at = stands(&w, "a", NOON);
    assert_true(at.rated && at.own.rating < 1500);
    assert_int_equal(at.tried, 1);
    assert_int_equal(at.solved, 1);
    assert_int_equal(at.next, 18);
    assert_true(seen(&w, "a") && !seen(&w, "b"));
    assert_int_equal(stands(&w, "b", NOON).tried, 0);
    world_fini(&w);
}

/* What one loses the puzzle wins; the next who meets it meets it as it is now. */
TEST(test_ratings_are_those_of_the_paper)
{
    world w;
    world_init(&w, "chomp", "3");
    glicko_rating fresh = glicko_new(), puzzle = puzzle_rating(&w.found);
    puzzle_tried a = try_it(&w, "a", "3", true, NOON);
    glicko_game persons = {puzzle, 1}, things = {fresh, 0};
    assert_true(fabs(a.own.rating - glicko_after(fresh, &persons, 1).rating) < 0.01);
    assert_true(fabs(a.puzzle.rating - glicko_after(puzzle, &things, 1).rating) < 0.01);
    puzzle_tried b = try_it(&w, "b", "3", false, NOON + 10 * DAY);
    glicko_rating met = glicko_rest(a.puzzle, 10);
    glicko_game again = {met, 0};
    assert_true(fabs(b.own.rating - glicko_after(fresh, &again, 1).rating) < 0.01);
    world_fini(&w);
}

TEST(test_days_in_a_row)
{
    world w;
    char name[16];
    world_init(&w, "chomp", "1");
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%d", i + 1);
        assert_int_equal(try_it(&w, "a", name, true, NOON + i * DAY).streak, i + 1);
    }
    assert_int_equal(stands(&w, "a", NOON + 4 * DAY).streak, 4); /* today is not over */
    assert_int_equal(stands(&w, "a", NOON + 5 * DAY).streak, 0);
    assert_int_equal(stands(&w, "a", NOON + 5 * DAY).longest, 4);
    try_it(&w, "a", "2026-11-16", false, NOON + 5 * DAY);
    assert_int_equal(stands(&w, "a", NOON + 5 * DAY).streak, 0); /* nothing was solved */
    assert_int_equal(stands(&w, "a", NOON).next, 5);
    world_fini(&w);
}

/* A base can be changed by hand: whatever stands there, ratings stay within measure. */
TEST(test_a_spoilt_rating_is_a_number)
{
    world w;
    world_init(&w, "chomp", "1");
    try_it(&w, "a", "1", true, NOON);
    store_close(w.store);
    change_by_hand(w.p.file, "UPDATE rating SET rating = -9223372036854775807,"
                             " deviation = 0, volatility = 0, time = -5");
    w.store = open_at(&w.p);
    puzzle_tried t = try_it(&w, "a", "2", true, NOON);
    assert_true(t.own.rating >= 0 && t.own.rating < 4000 && t.own.deviation <= 350);
    world_fini(&w);
}

/* Themes are what a first hint would say: the answer's, of the same words. */
TEST(test_themes)
{
    world w;
    duel_msg theme;
    world_init(&w, "nim", "1");
    assert_true(puzzle_theme(&w.found, &theme));
    assert_string_equal(check_english(&theme),
                        "Some heaps are lost for whoever must take from them: look for one to "
                        "leave.");
    world_fini(&w);
}
