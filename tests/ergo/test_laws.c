/* tests/ergo/test_laws.c -- Ergo under the conformance suite, in both presets and with every
 * number of players. */
#include "check.h"

#include "games/ergo/rules.h"
#include "lab/held.h"

extern const duel_game duel_game_ergo;

TEST(test_default_and_random_variants)
{
    int games = check_sample(3, 60), variants = check_sample(4, 60);
    keeps_laws(&duel_game_ergo, 1, games, variants, 20 * games * (variants + 1));
}

/* A copy of the game whose defaults are others. */
static void check_with(int players, int preset)
{
    static duel_option options[DUEL_OPTIONS];
    duel_game game = duel_game_ergo;
    int count = 0;
    do {
        options[count] = ergo_options[count];
    } while (ergo_options[count++].name);
    options[ERGO_OPT_PLAYERS].initial = players;
    options[ERGO_OPT_PRESET].initial = preset;
    options[ERGO_OPT_ROUNDS].initial = check_sample(3, 30);
    game.options = options;
    int games = check_sample(3, 30);
    keeps_laws(&game, (uint64_t)(10 * players + preset), games, 0, 20 * games);
}

TEST(test_all_sizes_and_presets)
{
    for (int players = 2; players <= 4; players++)
        for (int preset = 0; preset <= 1; preset++)
            if (getenv("DUEL_FULL") || preset == players % 2) /* each of them at least once */
                check_with(players, preset);
}
