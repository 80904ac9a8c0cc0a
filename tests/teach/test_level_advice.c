/* tests/teach/test_level_advice.c -- which level is suggested after which games. */
#include "store/place.h"

#include "check.h"
#include "players/player.h"
#include "teach/inside.h"
#include "teach/level_advice.h"

/* Games as "4+ 4+ 5-": the level met, won, tied (=) or lost. */
static level_advice after_games(int level, const char *games)
{
    level_advice l = {level, 0};
    duel_str rest = duel_str_of(games), word;
    while (duel_str_word(&rest, " ", &word)) {
        char last = word.at[word.len - 1];
        int64_t met;
        assert_true(duel_str_number((duel_str){word.at, word.len - 1}, &met));
        l = level_advice_after(l, (int)met, last == '+' ? 1 : last == '-' ? -1 : 0);
    }
    return l;
}

TEST(test_the_rule)
{
    static const struct {
        int from;
        const char *games;
        int level;
    } cases[] = {
        {4, "", 4},
        {4, "4+", 4},
        {4, "4+ 4+", 5},
        {4, "4- 4-", 3},
        {4, "4+ 4- 4+", 4},
        {4, "4+ 4= 4+", 4},
        {4, "4+ 4= 4+ 4+", 5},
        {4, "3+ 3+ 3+", 4},
        {4, "9- 9- 9-", 4},
        {4, "7+ 7+", 8},
        {4, "2- 2-", 1},
        {1, "1- 1- 1-", 1},
        {10, "10+ 10+", 10},
        {4, "4+ 2+ 4+", 5},
        {4, "4- 8- 4-", 3},
        {4, "4+ 4+ 5+ 5+", 6},
        {4, "4+ 4+ 5- 5-", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(after_games(cases[i].from, cases[i].games).level, cases[i].level);
}

/* Whoever wins half of the games at one level, more below and fewer above, stays about there.
 */
TEST(test_who_is_as_strong_as_a_level_stays_near_it)
{
    duel_rng rng = check_rng(3);
    for (int strength = 2; strength <= 9; strength++) {
        level_advice l = {4, 0};
        double sum = 0;
        for (int i = 0; i < 2000; i++) {
            double chance = 0.5 + 0.15 * (strength - l.level);
            l = level_advice_after(l, l.level, duel_rng_unit(&rng) < chance ? 1 : -1);
            assert_in_range(l.level, 1, DUEL_LEVELS);
            sum += l.level;
        }
        assert_true(sum / 2000 > strength - 1 && sum / 2000 < strength + 1);
    }
}

TEST(test_who_was_met)
{
    static const struct {
        const char *seats;
        int level;
    } cases[] = {{"human level:3", 3},
                 {"expert human", 10},
                 {"human human", 0},
                 {"human seed-score", 0},
                 {"human level:3 level:3", 3},
                 {"human level:3 level:4", 0},
                 {"human level:11", 0},
                 {"human level:", 0},
                 {"human", 0},
                 {"", 0},
                 {"human level:x", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(level_advice_met(duel_str_of(cases[i].seats)), cases[i].level);
}

/* ---- with a base ------------------------------------------------------------------------ */

static void add_game(data_store *s, const char *seats, const char *kind, int outcome,
                     bool assisted, int64_t now)
{
    char id[STORE_ID_TEXT];
    saved_game header = {.game = duel_str_of(kind), .rules = 1, .seats = duel_str_of(seats)};
    store_result tally = {"ada", duel_str_of(kind), outcome, false, 0, assisted};
    duel_rng rng = check_rng((uint64_t)now);
    assert_ok(make_game(s, &header, now, &rng, id));
    store_changes batch = {
        .id = id, .time = now, .result = duel_str_of("1-0"), .tally = &tally, .tallies = 1};
    assert_ok(store_append(s, &batch, NULL));
}

static int suggested(data_store *s, const char *profile, const char *kind)
{
    level_advice l;
    assert_ok(level_advice_of(s, profile, catalogue_find_game(duel_str_of(kind)), &l, NULL));
    return l.level;
}

TEST(test_results_of_a_profile)
{
    PLACE(p);
    STORE(s, &p);
    assert_ok(store_profile_add(s, "ada", duel_str_of("Ada"), duel_str_of(""), 1, NULL));
    assert_int_equal(suggested(s, "ada", "nim"), 4);
    assert_int_equal(suggested(s, "ada", "chicago"), 3); /* as the game itself says */
    add_game(s, "human level:4", "nim", 1, false, 10);
    add_game(s, "human level:4", "nim", 1, true, 11); /* with advice: does not count */
    assert_int_equal(suggested(s, "ada", "nim"), 4);
    add_game(s, "level:4 human", "nim", 1, false, 12);
    assert_int_equal(suggested(s, "ada", "nim"), 5);
    add_game(s, "human level:5", "nim", -1, false, 13);
    add_game(s, "human level:5", "nim", -1, false, 14);
    assert_int_equal(suggested(s, "ada", "nim"), 4);
    assert_int_equal(suggested(s, "ada", "chicago"), 3);
    assert_int_equal(suggested(s, "eve", "nim"), 4);
}
