/* tests/lab/test_laws.c -- every game of the catalogue keeps the laws. */
#include "check.h"

#include "lab/held.h"

/* A long game shows as many positions as several short ones. */
static int games_to_try(const duel_game *g)
{
    enum { LONG = 100 };
    duel_variant v = check_variant(g->id);
    return check_sample(v.max_plies > LONG ? 3 : 8, 300);
}

TEST(every_game_keeps_the_laws)
{
    for (int i = 0; duel_games[i]; i++)
        keeps_laws(duel_games[i], 11, games_to_try(duel_games[i]), check_sample(4, 60), 50);
}
