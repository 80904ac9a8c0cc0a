/* tests/lab/test_laws.c -- every game of the catalogue keeps the laws. */
#include "check.h"

#include "lab/laws.h"

/* A long game shows as many positions as several short ones. */
static int games_to_try(const duel_game *g)
{
    enum { LONG = 100 };
    duel_variant v = check_variant(g->id);
    return check_sample(v.max_plies > LONG ? 3 : 8, 300);
}

TEST(every_game_keeps_the_laws)
{
    for (int i = 0; duel_games[i]; i++) {
        duel_laws_report r;
        duel_msg why = {0};
        assert_ok(duel_laws_check(duel_games[i], 11, games_to_try(duel_games[i]),
                                  check_sample(4, 60), &r, &why));
        if (r.broken)
            fail_msg("%s: %s (%s; --seed %s --play %s)", duel_games[i]->id, r.breach.law,
                     r.breach.variant.text, r.breach.seed, r.breach.moves.text);
        assert_true(r.positions > 50);
        duel_laws_report_fini(&r);
    }
}
