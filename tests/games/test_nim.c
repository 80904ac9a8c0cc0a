/* tests/games/test_nim.c -- NIM's reasons, every one of them, against the rules played out. */
#include "check.h"

#include "core/reason.h"

enum { MOST = 60, TAKES = 3 };

/* Whether who must move has lost, with `last` just taken: by the rules and nothing else. */
static bool is_lost(int left, int last)
{
    static signed char known[MOST + 1][TAKES + 1]; /* 1 lost, -1 won, 0 not yet looked at */
    if (known[left][last] == 0) {
        bool lost = true;
        for (int take = 1; take <= TAKES && take <= left; take++)
            if (take != last && is_lost(left - take, take))
                lost = false;
        known[left][last] = lost ? 1 : -1;
    }
    return known[left][last] == 1;
}

static bool is_blocked(int left, int last)
{
    return left == 0 || (left == 1 && last == 1);
}

/* Whether what the sentence claims of `left` matches after `taken` is so, and whether it speaks
 * of a good move. */
static bool holds(const char *sentence, int left, int taken, bool *good)
{
    char expected[200];
    const char *matches = left == 1 ? "match" : "matches";
    *good = true;
    snprintf(expected, sizeof expected,
             "It leaves %d %s, a multiple of 4, and such a heap is lost for whoever must take "
             "from it.",
             left, matches);
    if (strcmp(sentence, expected) == 0) {
        bool always = true;
        for (int last = 0; last <= TAKES; last++)
            always = always && is_lost(left, last);
        return left % 4 == 0 && always;
    }
    if (strcmp(sentence, "One match is left and a 1 may not be repeated: the other player is "
                         "blocked.") == 0)
        return left == 1 && taken == 1 && is_blocked(left, taken);
    snprintf(
        expected, sizeof expected,
        "It leaves %d %s: the answer would be %d, down to a multiple of 4, but %d has just "
        "been taken and is forbidden.",
        left, matches, taken, taken);
    if (strcmp(sentence, expected) == 0)
        return !is_blocked(left, taken) && (left - taken) % 4 == 0 && left >= taken &&
               is_lost(left - taken, taken);
    *good = false;
    snprintf(expected, sizeof expected,
             "It leaves %d %s after a %d: the other player has a winning answer.", left,
             matches, taken);
    return strcmp(sentence, expected) == 0;
}

static void check_reason(const duel_variant *v, const duel_state *state, duel_move move,
                         int left)
{
    duel_reason why = {.count = 0};
    bool good;
    duel_explain_why(v, state, v->game->turn(v, state), &move, 1, &why);
    assert_int_equal(why.count, 1);
    const duel_fact *f = &why.fact[0];
    const char *sentence = check_english(&f->text);
    if (!holds(sentence, left, (int)move, &good) || good != is_lost(left, (int)move))
        fail_msg("after a %d that leaves %d: %s", (int)move, left, sentence);
    assert_int_equal(f->arg[0], left);
    assert_int_equal(f->arg[1], move);
    assert_string_equal(f->groups.of, "match");
    assert_true(f->groups.from == 0 && f->groups.size == 4);
    assert_int_equal(f->groups.count, left);
}

TEST(every_reason_is_true)
{
    duel_variant v = check_variant("nim matches=60");
    for (int left = 1; left <= MOST; left++)
        for (int last = 0; last <= TAKES; last++) {
            char text[32];
            duel_move list[DUEL_MOVES_MAX];
            snprintf(text, sizeof text, "%d-%d", left, last);
            duel_state position = check_state(&v, text);
            int count = v.game->moves(&v, &position, list);
            for (int i = 0; i < count; i++)
                check_reason(&v, &position, list[i], left - (int)list[i]);
        }
}

/* The table behind the reasons is that of the game with 1 to 3: nothing is said of others. */
TEST(other_rules_have_no_reasons)
{
    static const char *const variants[] = {"nim max=4", "nim max=2", "nim misere=yes"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        duel_reason why = {.count = 0};
        duel_state position = check_state(&v, "12");
        duel_explain_why(&v, &position, 0, &(duel_move){1}, 1, &why);
        assert_int_equal(why.count, 0);
    }
}

/* While somebody is to move; under an empty heap nothing is forbidden any more. */
TEST(a_number_is_forbidden_to_a_player)
{
    duel_variant v = check_variant("nim");
    static const char *const positions[] = {"0-2/1", "5-2/1"};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        duel_scene scene;
        int said = 0;
        duel_state position = check_state(&v, positions[i]);
        duel_scene_init(&scene);
        duel_scene_make(&v, &position, DUEL_NOBODY, &scene);
        for (int k = 0; k < scene.count; k++)
            said += strcmp(scene.element[k].id, "last") == 0;
        assert_int_equal(said, i);
        duel_scene_fini(&scene);
    }
}
