/* tests/ergo/test_laws.c -- Ergo under the conformance suite, in both presets and with every
 * number of players. */
#include "check.h"

#include "games/ergo/rules.h"
#include "lab/laws.h"

extern const duel_game duel_game_ergo;

static void check(const duel_game *game, uint64_t seed, int games, int variants)
{
    duel_laws_report r;
    assert_ok(duel_laws_check(game, seed, games, variants, &r, NULL));
    if (r.broken) {
        CHECK_BUF(detail);
        duel_render(DUEL_EN, &r.breach.detail, &detail.sink);
        print_error("%s %s\n%s --seed %s\n%s\n%s\n", r.breach.law, detail.text,
                    r.breach.variant.text, r.breach.seed, r.breach.moves.text,
                    r.breach.position.text);
    }
    bool broken = r.broken;
    duel_laws_report_fini(&r);
    assert_false(broken);
    assert_true(r.positions > 20 * r.games);
}

TEST(test_default_and_random_variants)
{
    check(&duel_game_ergo, 1, check_sample(3, 60), check_sample(4, 60));
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
    check(&game, (uint64_t)(10 * players + preset), check_sample(3, 30), 0);
}

TEST(test_all_sizes_and_presets)
{
    for (int players = 2; players <= 4; players++)
        for (int preset = 0; preset <= 1; preset++)
            if (getenv("DUEL_FULL") || preset == players % 2) /* each of them at least once */
                check_with(players, preset);
}
