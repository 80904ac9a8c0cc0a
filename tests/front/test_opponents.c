/* tests/front/test_opponents.c -- machines that people meet: they are there, they play, they
 * can be called by name, and what is said of them is said in both languages. */
#include "check.h"

#include "front/inside.h"
#include "front/opponents.h"
#include "players/calibration.h"

enum { MEMORY = 1 << 22 };

static const char *told(void (*tell)(duel_lang, duel_sink *, const duel_game *, const char *),
                        duel_lang lang, const duel_game *g, const char *spec)
{
    static char text[1024];
    CHECK_BUF(buf);
    tell(lang, &buf.sink, g, spec);
    snprintf(text, sizeof text, "%s", buf.text ? buf.text : "");
    return text;
}

/* The games of the documents, and the machines their readers look for. */
static const struct exhibit {
    const char *game, *name, *french, *plays;
} exhibits[] = {
    {"ergo", "OrdiRandom", "ordirandom", "seed-random"},
    {"ergo", "OrdiScore", "ORDISCORE", "seed-score"},
    {"ergo", "Tuned", "réglé", "tuned"},
    {"chicago", "Depth 1", "profondeur1", "seed-depth1"},
    {"chicago", "Minimax 2", "minimax2", "seed-minimax2"},
    {"chicago", "Minimax 4", "minimax4", "seed-minimax4"},
    {"moriarty", "Normal", "normal", "seed-normal"},
    {"moriarty", "Difficult", "difficile", "seed-hard"},
    {"allumettes", "Expert 1995", "expert1995", "exact"},
    {"nim", "Expert 1995", "expert1995", "exact"},
};

static void assert_is(const duel_game *g, const char *name, const char *spec)
{
    const duel_machine *m = player_find_machine(g, duel_str_of(name));
    assert_non_null(m);
    assert_string_equal(m->spec, spec);
}

TEST(test_the_museum)
{
    for (size_t i = 0; i < sizeof exhibits / sizeof *exhibits; i++) {
        const struct exhibit *e = &exhibits[i];
        const duel_game *g = catalogue_find_game(duel_str_of(e->game));
        assert_is(g, e->name, e->plays);
        assert_is(g, e->french, e->plays);
        assert_is(g, e->plays, e->plays);
        assert_true(opponent_is(g, e->plays));
        assert_string_equal(told(opponent_name, DUEL_EN, g, e->plays), e->name);
    }
    const duel_game *ergo = catalogue_find_game(duel_str_of("ergo"));
    assert_null(player_find_machine(ergo, duel_str_of("Ordi")));
    assert_null(player_find_machine(ergo, duel_str_of("")));
    assert_false(opponent_is(ergo, "seed-score:seconds=9"));
    assert_false(opponent_is(ergo, "level:11"));
    assert_false(opponent_is(ergo, "level:01x"));
    assert_false(opponent_is(ergo, "cmd:./bot"));
}

/* What is named plays, by its name, and answers with a legal move. */
static void assert_plays(const duel_game *g, const char *spec)
{
    duel_variant v;
    duel_state state, view;
    CHECK_ANSWER(a);
    assert_ok(duel_variant_make(g, NULL, 0, &v, NULL));
    assert_ok(duel_deal(&v, duel_str_of("museum"), &state));
    machine_player *p = check_player(spec, &v, MEMORY);
    int seat = g->turn(&v, &state);
    duel_view(&v, &state, seat, &view);
    duel_think t = {.view = &view, .seat = seat, .nodes = 2000, .seed = 1};
    assert_ok(player_think(p, &t, a, NULL));
    assert_true(a->plan_count > 0 && duel_legal(&v, &view, a->plan[0]));
    player_close(p);
}

TEST(test_all_that_are_named_play)
{
    for (int i = 0; duel_games[i]; i++) {
        const duel_game *g = duel_games[i];
        for (const duel_machine *m = g->museum.machines; m && m->spec; m++) {
            char french[1024];
            snprintf(french, sizeof french, "%s", told(opponent_about, DUEL_FR, g, m->spec));
            assert_string_not_equal(told(opponent_about, DUEL_EN, g, m->spec), french);
            assert_plays(g, m->spec);
            assert_plays(g, duel_text(DUEL_FR, m->title));
        }
    }
}

/* Each thinks more often than the one below, and looks at no less. */
static void check_grades(const duel_game *g)
{
    for (int level = 2; level < DUEL_LEVELS; level++) {
        duel_level here = player_level_of(g, level), below = player_level_of(g, level - 1);
        assert_true(here.careless < below.careless);
        assert_true(here.nodes == 0 || (below.nodes && here.nodes > below.nodes));
    }
}

/* A level says what it does, from player.c's own table, and the next does more of it. */
TEST(test_levels_say_what_they_do)
{
    const duel_game *g = catalogue_find_game(duel_str_of("nim"));
    assert_string_equal(told(opponent_name, DUEL_EN, g, "level:4"), "Machine, level 4");
    assert_non_null(strstr(told(opponent_about, DUEL_EN, g, "level:4"),
                           "Of 100 turns it plays 45 without thinking; for the others it looks "
                           "at 300 positions at most."));
    char expert[1024];
    snprintf(expert, sizeof expert, "%s", told(opponent_about, DUEL_EN, g, "expert"));
    assert_string_equal(told(opponent_about, DUEL_EN, g, "level:10"), expert);
    check_grades(g);
    const duel_game *graded = catalogue_find_game(duel_str_of("moriarty"));
    check_grades(graded);
    assert_non_null(strstr(told(opponent_about, DUEL_EN, graded, "level:9"),
                           "Of 100 turns it plays 4 without thinking; for the others it looks "
                           "as far as its time allows."));
    json_t *list = opponents_json(DUEL_FR, g);
    assert_int_equal(json_array_size(list), DUEL_LEVELS + 2);
    json_decref(list);
}

/* What was measured is told of each level, and of no other game. */
TEST(test_levels_say_how_strong_they_are)
{
    int measured = 0;
    for (int i = 0; duel_games[i]; i++) {
        const duel_game *g = duel_games[i];
        int sum = 0;
        for (int level = 1; level <= DUEL_LEVELS; level++) {
            char spec[24], expected[80];
            int rating = level_rating_of(g, level);
            snprintf(spec, sizeof spec, "level:%d", level);
            snprintf(expected, sizeof expected, "About %d on the ladder",
                     (rating + 5) / 10 * 10);
            assert_int_equal(strstr(told(opponent_about, DUEL_EN, g, spec), expected) != NULL,
                             rating != 0);
            sum += rating;
        }
        assert_true(sum == 0 || abs(sum / DUEL_LEVELS - LEVEL_RATING_MEAN) <= 2);
        measured += sum != 0;
        CHECK_BUF(ladder);
        opponent_ladder(DUEL_FR, &ladder.sink, g);
        assert_true((ladder.len > 0) == (sum != 0));
    }
    assert_true(measured >= 3);
    assert_int_equal(level_rating_points(1500, 1500), 50);
    assert_int_equal(level_rating_points(1900, 1500), 91);
}

/* Who asks for a player that is not there is told each one once, by what can be written. */
TEST(a_missing_player_is_told_who_there_is)
{
    for (int i = 0; duel_games[i]; i++) {
        duel_variant v = check_variant(duel_games[i]->id);
        machine_player *p = NULL;
        duel_msg why;
        char met[64][64];
        int count = 0;
        assert_int_equal(player_open(duel_str_of("nobody"), &v, MEMORY, NULL, &p, &why),
                         DUEL_INVALID);
        CHECK_BUF(text);
        duel_render(DUEL_FR, &why, &text.sink);
        char *list = strstr(text.text, "expert, ");
        assert_non_null(list);
        list[strcspn(list, ".\n")] = '\0';
        for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
            name += *name == ' ';
            for (int k = 0; k < count; k++)
                assert_string_not_equal(met[k], name);
            snprintf(met[count++], sizeof met[0], "%s", name);
            for (const duel_machine *m = duel_games[i]->museum.machines; m && m->spec; m++)
                assert_true(strcmp(m->title, name) != 0 || strcmp(m->spec, name) == 0);
        }
    }
}
