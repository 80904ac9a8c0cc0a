/* tests/teach/test_high_scores.c -- best scores: sorted into classes, and what was dealt counts
 * once, the first time. */
#include "store/place.h"

#include "check.h"
#include "teach/high_scores.h"

static const duel_game *wumpus(void)
{
    return catalogue_find_game(duel_str_of("wumpus"));
}

typedef struct game_played {
    const char *who, *variant, *seed;
    int score;
    bool assisted;
} game_played;

static void add_scored(data_store *s, const game_played *g, int64_t now)
{
    char id[STORE_ID_TEXT];
    saved_game header = {.game = duel_str_of("wumpus"),
                         .rules = wumpus()->version,
                         .variant = duel_str_of(g->variant),
                         .seed = duel_str_of(g->seed),
                         .seats = duel_str_of("human")};
    store_result tally = {g->who, header.game, g->score > 0 ? 1 : -1,
                          true,   g->score,    g->assisted};
    duel_rng rng = check_rng((uint64_t)now);
    assert_ok(make_game(s, &header, now, &rng, id));
    store_changes batch = {
        .id = id, .time = now, .result = duel_str_of("1"), .tally = &tally, .tallies = 1};
    assert_ok(store_append(s, &batch, NULL));
}

/* "class: name best won/openings, …; class: …" */
static void ranking_text(data_store *s, duel_buf *out)
{
    high_scores r;
    assert_ok(high_scores_make(s, wumpus(), &r, NULL));
    duel_buf_init(out);
    for (size_t i = 0; i < r.classes; i++) {
        duel_putf(&out->sink, "%s%s:", i ? "; " : "", r.class[i].variant.text);
        for (size_t k = 0; k < r.class[i].rows; k++)
            duel_putf(&out->sink, "%s %s %d %d/%d", k ? "," : "", r.class[i].row[k].name.text,
                      (int)r.class[i].row[k].best, (int)r.class[i].row[k].won,
                      (int)r.class[i].row[k].openings);
    }
    high_scores_fini(&r);
}

static void ranking_is(const game_played *games, size_t count, const char *expected)
{
    duel_msg why;
    duel_buf text;
    PLACE(p);
    STORE(s, &p);
    store_profile_add(s, "ada", duel_str_of("Ada"), duel_str_of(""), 1, &why);
    store_profile_add(s, "bob", duel_str_of("Bob"), duel_str_of(""), 1, &why);
    for (size_t i = 0; i < count; i++)
        add_scored(s, &games[i], 10 + (int64_t)i);
    ranking_text(s, &text);
    assert_string_equal(text.text, expected);
    duel_buf_fini(&text);
}

TEST(test_nothing_played)
{
    ranking_is(NULL, 0, "");
}

TEST(test_by_size_and_class)
{
    static const game_played games[] = {
        {"ada", "difficulty=hard", "a", 970, false},
        {"bob", "difficulty=hard deduces=9", "b", 980,
         false},                               /* lifelines make no other class */
        {"bob", "id=108201", "c", 940, false}, /* neither does an id */
        {"ada", "size=5 pits=3", "d", -4, false},
        {"ada", "difficulty=hard wumpuses=2 golds=2 goal=all", "e", 900, false},
        {"ada", "rules=textbook", "f", 950, false},
        {"ada", "size=99", "g", 1000, false}, /* no such variant any more */
    };
    ranking_is(games, sizeof games / sizeof *games,
               "rules=textbook size=4: Ada 950 1/1; size=5: Ada -4 0/1; "
               "size=8 difficulty=hard: Bob 980 2/2, Ada 970 1/1; "
               "size=8 difficulty=hard wumpuses=2 golds=2 goal=all: Ada 900 1/1");
}

TEST(test_a_grid_counts_once)
{
    static const game_played games[] = {
        {"ada", "id=104201", "a", -3, false},
        {"ada", "id=104201", "b", 994, false}, /* the same grid, whatever the seed */
        {"bob", "id=104201", "c", 990, false}, /* it is new to others */
        {"ada", "size=4 difficulty=hard", "x", 980, false},
        {"ada", "size=4 difficulty=hard deduces=0", "x", 996, false}, /* the same, too */
    };
    ranking_is(games, sizeof games / sizeof *games,
               "size=4 difficulty=hard: Bob 990 1/1, Ada 980 1/2");
}

TEST(test_help_spoils_a_grid)
{
    static const game_played games[] = {
        {"ada", "id=104201", "a", 950, true},  {"ada", "id=104201", "a", 994, false},
        {"bob", "id=104201", "a", 991, false}, {"bob", "id=204201", "a", 991, false},
        {"ada", "id=204201", "a", 991, false}, /* of equals the earlier comes first */
    };
    ranking_is(games, sizeof games / sizeof *games,
               "size=4 difficulty=hard: Bob 991 2/2, Ada 991 1/1");
}
