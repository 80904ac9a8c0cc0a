/* tests/wumpus/test_game.c -- Wumpus World on the contract: the laws, what each move does and
 * costs, positions that are refused, guesses with the right odds, reasons recomputed. */
#include "helpers.h"

#include "base/long_work.h"
#include "core/reason.h"
#include "games/wumpus/cell_status.h"
#include "games/wumpus/move_reasons.h"
#include "games/wumpus/solvable.h"
#include "games/wumpus/state.h"
#include "lab/held.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

extern const duel_game duel_game_wumpus;

TEST(laws_hold)
{
    keeps_laws(&duel_game_wumpus, 3, check_sample(2, 40), check_sample(1, 12), 20);
}

/* Laws again for rules that random variants seldom meet. */
static void laws_hold_in(const char *text, int games)
{
    duel_variant v = check_settings("wumpus", text);
    duel_rng rng = check_rng(9);
    for (int game = 0; game < games; game++) {
        duel_state s, view, back;
        char seed[16];
        snprintf(seed, sizeof seed, "g%d", game);
        assert_ok(duel_deal(&v, duel_str_of(seed), &s));
        for (int ply = 0; !duel_is_over(&v, &s); ply++) {
            duel_move list[DUEL_MOVES_MAX];
            int count = v.game->moves(&v, &s, list);
            assert_true(count > 0 && (uint32_t)count <= v.max_moves);
            duel_view(&v, &s, 0, &view);
            assert_ok(v.game->guess(&v, &view, &rng, NULL));
            CHECK_BUF(b);
            duel_print(&v, &view, &b.sink); /* a guess is a full state like any other */
            assert_ok(duel_read(&v, duel_buf_str(&b), &back, NULL));
            assert_true(duel_states_equal(&v, &view, &back));
            v.game->play(&v, &s, list[duel_rng_below(&rng, (uint32_t)count)]);
        }
    }
}

TEST(guesses_are_positions)
{
    laws_hold_in("wumpuses=3 golds=2 arrows=4 size=6 reveals=9", check_sample(8, 100));
    laws_hold_in("goal=all golds=3 size=5 pits=3 deduces=9", check_sample(8, 100));
    laws_hold_in("goal=all golds=2 rules=textbook size=4 chance=0.05", check_sample(8, 100));
    laws_hold_in("rules=textbook wumpuses=2 chance=0.1 size=5", check_sample(8, 100));
    laws_hold_in("strict=no chance=0.25 size=5 reveals=5 deduces=9", check_sample(8, 100));
    laws_hold_in("counted=yes pits=4 size=5", check_sample(8, 100));
}

/* ---- what moves do ------------------------------------------------------------------ */

typedef struct script {
    const char *variant, *start, *moves, *end; /* end: part of the text of the final view */
    int score;                                 /* when it is over; UNDECIDED: it goes on */
} script;

enum { UNDECIDED = 1 << 20 };
#define CAVE "-T -. -. -. / -. -. -W -. / -. -. -. -. / . -. -. -G ; at 0,0 0"

#define TREASURES "-T -. -. -G / -. -. -W -. / -. -. -. -. / . -. -. -G ; at 0,0 0"

static const script scripts[] = {
    {"size=4 pits=1", CAVE, "1:0 2:0 3:0",
     "? ? ? ? / ? ? ? ? / ? ? ? ? / . . E G ; at 3,0 3 ; view", 997},
    {"size=4 pits=1", CAVE, "e n n", "? ? ? ? / ? P ? ? / ? . ? ? / . . ? ? ; at 1,2 3 ; view",
     UNDECIDED},
    /* walking back through explored cells and on is one move of four steps */
    {"size=4 pits=1", CAVE, "1:0 1:1 0:1", "at 0,1 3", UNDECIDED},
    {"size=4 pits=1", CAVE, "1:0 1:1 1:2 0:1", "at 0,1 5", UNDECIDED},
    {"size=4 pits=1", CAVE, "1:0 1:1 1:2 2:2",
     "? ? ? ? / ? P *W ? / ? . ? ? / . . ? ? ; at 2,2 4 ; view", -4},
    {"size=4 pits=1", CAVE, "0:1 0:2 0:3", "*T ? ? ? / B", -3},
    /* the arrow */
    {"size=4 pits=1", CAVE, "1:0 1:1 1:2 shoot:e 2:2 3:2", "arrow 1,2 east hit ; at 3,2 5",
     UNDECIDED},
    {"size=4 pits=1", CAVE, "shoot:n 1:0 2:0 3:0", "arrow 0,0 north miss", 987},
    {"size=4 pits=1 wumpuses=2",
     "-T -. -. -. / -. -. -W -W / -. -. -. -. / . -. -. -G ; at 0,0 0",
     "0:1 0:2 shoot:e shoot:e", "arrow 0,2 east hit 2,2 ; arrow 0,2 east hit 3,2", UNDECIDED},
    /* lifelines */
    {"size=4 pits=1", CAVE, "reveal:2:2 1:0 2:0 3:0", "? ? *W ?", 947},
    {"size=4 pits=1", CAVE, "deduce:1:0 1:0 2:0 3:0", "deduces 1", 947},
    {"size=4 pits=1", CAVE, "0:1 0:2 deduce:0:3", "deduce 0,3 unknown", UNDECIDED},
    {"size=4 pits=1", CAVE, "0:1 0:2 1:2 1:3 0:2 deduce:0:3", "deduce 0,3 danger", UNDECIDED},
    /* no step left */
    {"size=4 pits=1 steps=2", CAVE, "1:0 2:0", "at 2,0 2", -2},
    /* the textbook's cave */
    {"rules=textbook pits=1", "-T -. -. -. / -. -. -W -. / -. -. -. -. / . -G -. -. ; at 0,0 0",
     "1:0 grab 0:0 climb", "grabbed ; climbed ; view", 996},
    {"rules=textbook pits=1", "-T -. -. -. / -. -. -W -. / -. -. -. -. / . -G -. -. ; at 0,0 0",
     "climb", "climbed", -1},
    {"rules=textbook pits=1",
     "-. -. -. -. / -. -. -W -. / -. -. -. -. / B -TG -. -. ; at 0,0 0", "shoot:n 1:0", "*ETG",
     -1012},
    /* several golds: one is enough, or all of them */
    {"size=4 pits=1 golds=2", TREASURES, "1:0 2:0 3:0", "/ . . E G ; at 3,0 3 ; view", 997},
    {"size=4 pits=1 golds=2 goal=all", TREASURES, "1:0 2:0 3:0", "/ . . E G ; at 3,0 3 ; view",
     UNDECIDED},
    {"size=4 pits=1 golds=2 goal=all", TREASURES, "1:0 2:0 3:0 3:1 3:2 3:3",
     "? ? ? G / ? ? ? PE / ? ? ? E / . . E G ; at 3,3 6 ; view", 994},
    {"size=4 pits=1 golds=2 goal=all", TREASURES, "1:0 2:0 3:0 3:1 2:1 2:2", "*W", -6},
    {"size=4 pits=1 golds=2 goal=all steps=5", TREASURES, "1:0 2:0 3:0 3:1 3:2", "at 3,2 5",
     -5},
    {"rules=textbook pits=1 golds=2 goal=all",
     "-T -. -. -. / -. -. -W -. / -. -G -. -. / . -G -. -. ; at 0,0 0",
     "1:0 grab 1:1 grab 0:0 climb", "grabbed 1,0 ; grabbed 1,1 ; climbed ; view", 993},
    {"rules=textbook pits=1 golds=2 goal=all",
     "-T -. -. -. / -. -. -W -. / -. -G -. -. / . -G -. -. ; at 0,0 0", "1:0 grab 0:0 climb",
     "grabbed ; climbed ; view", -4},
    {"rules=textbook pits=1 golds=2",
     "-T -. -. -. / -. -. -W -. / -. -G -. -. / . -G -. -. ; at 0,0 0",
     "1:0 1:1 grab 0:0 climb", "grabbed 1,1 ; climbed ; view", 994},
};

TEST(moves_do_what_they_say)
{
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        const script *t = &scripts[i];
        duel_variant v = check_settings("wumpus", t->variant);
        duel_state s;
        duel_msg why = {0};
        duel_str rest = duel_str_of(t->moves), word;
        int32_t score[DUEL_SEATS] = {UNDECIDED};
        if (duel_read(&v, duel_str_of(t->start), &s, &why) != DUEL_OK)
            fail_msg("%s: %s", t->start, check_english(&why));
        while (duel_str_word(&rest, " ", &word)) {
            duel_move move;
            if (duel_read_move(&v, &s, word, &move, &why) != DUEL_OK)
                fail_msg("%s, %.*s: %s", t->moves, (int)word.len, word.at, check_english(&why));
            v.game->play(&v, &s, move);
        }
        v.game->over(&v, &s, score);
        assert_int_equal(score[0], t->score);
        CHECK_BUF(b);
        v.game->hide(&v, &s, 0);
        duel_print(&v, &s, &b.sink);
        if (strstr(b.text, t->end) == NULL)
            fail_msg("%s: %s, not %s", t->moves, b.text, t->end);
    }
}

/* ---- what is refused ---------------------------------------------------------------- */

TEST(positions_are_checked)
{
    static const struct {
        const char *position, *says;
    } wrong[] = {
        {"", "rows"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . ? ? ?", "end a view"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . ? ? ? ; view", "Where is the explorer"},
        {"? ? ? / ? ? ? / . ? ? ; at 0,0 0 ; view", "3 rows"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / ? . ? ? ; at 1,0 1 ; view", "(0,0)"},
        {"? ? ? ? / ? ? ? . / ? ? ? ? / . . ? ? ; at 1,0 9 ; view", "(3,2)"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . ? ? ; at 3,3 9 ; view", "(3,3)"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . ? ? ; at 1,0 0 ; view", "too few"},
        {"? ? ? ? / ? ? ? ? / ? ? *T ? / . . ? ? ; at 1,0 1 ; view", "lifelines"},
        {"? ? ? ? / ? ? ? ? / ? ? *T ? / . . ? ? ; at 1,0 1 ; reveals 2 ; view", "reveals 2"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . T ? ? ; at 0,0 4 ; view", "(1,0)"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . ? ? ; at 1,0 1 ; climbed ; view", "textbook"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . B ? ? ; at 1,0 1 ; view", "No grid of this variant"},
        {"? ? ? ? / ? ? ? ? / . ? ? ? / B . ? ? ; at 1,0 3 ; view", "(0,0)"},
        {"? ? ? ? / E ? ? ? / . . ? ? / . . E ? ; at 1,0 9 ; view", "(2,0) (0,2)"},
        {"-T -. -. -. / -. -. -W -. / -. -. -. -. / . -. -. -. ; at 0,0 0",
         "1 wumpus, 1 gold and"},
        {"-. -. -. -. / -. -. -W -. / -. -T -. -. / . -. -. -G ; at 0,0 0", "allow nothing"},
        {"-T -. -. -. / -. -. -W -. / -. -. -. -. / . B -. -G ; at 1,0 1", "not true"},
        {"-T -. -. -. / -. -. -W -. / -. -. -. -. / . -. -. -G ; at 0,0 0 ; arrow 0,0 north hit",
         "not true"},
        {"-T -. -. -. / -. -. -W -. / -. -. -. -. / . -. -. -X ; at 0,0 0", "-X"},
        {"-T -. -. -. / -. -. -W -. / -. -. -. -. / . -. -. -G ; at 0,0 0 ; fly", "fly"},
    };
    duel_variant v = check_settings("wumpus", "size=4 pits=1");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        duel_state s;
        duel_msg why = {0};
        assert_int_equal(duel_read(&v, duel_str_of(wrong[i].position), &s, &why), DUEL_INVALID);
        if (strstr(check_english(&why), wrong[i].says) == NULL)
            fail_msg("%s: %s", wrong[i].position, check_english(&why));
    }
}

/* Every way to write a move: legal, or refused with a reason of its own. */
TEST(refusals_have_reasons)
{
    static const struct {
        const char *variant, *start, *move, *says;
    } wrong[] = {
        {"size=4 pits=1 arrows=0", CAVE, "shoot:n", "no arrows in this game"},
        {"size=4 pits=1", CAVE " ; arrow 0,0 north miss", "shoot:e", "no arrow left"},
        {"size=4 pits=1", CAVE, "shoot:s", "wall"},
        {"size=4 pits=1", CAVE, "w", "wall"},
        {"size=4 pits=1", CAVE, "4:0",
         "(4,0) is outside the cave: its cells go from (0,0) to (3,3)"},
        {"size=4 pits=1", CAVE, "reveal:-1:2", "(-1,2) is outside"},
        {"size=4 pits=1", CAVE, "deduce:9:9", "(9,9) is outside"},
        {"size=4 pits=1", CAVE, "0:0", "You are at (0,0) already"},
        {"size=4 pits=1", CAVE, "3:3", "(3,3) is out of reach"},
        {"size=4 pits=1 steps=3",
         "-T -. -. -. / -. -. -W -. / . -. -. -. / . -. -. -G ; at 0,1 1", "2:0",
         "out of reach"},
        {"size=4 pits=1 steps=2",
         "-T -. -. -. / -. -. -W -. / . -. -. -. / . -. -. -G ; at 0,1 1", "1:0",
         "(1,0) is 2 steps away, and you have 1 left"},
        {"size=4 pits=1", CAVE, "reveal:0:0", "(0,0) is explored"},
        {"size=4 pits=1", CAVE, "deduce:0:0", "(0,0) is explored"},
        {"size=4 pits=1", CAVE, "deduce:3:3", "(3,3) is not beside you"},
        {"size=4 pits=1 reveals=0", CAVE, "reveal:1:1", "no lifeline left that reveals"},
        {"size=4 pits=1 deduces=0", CAVE, "deduce:1:0", "no lifeline left that judges"},
        {"size=4 pits=1 reveals=2",
         "-T -. -. -. / -. -. *W -. / -. -. -. -. / . -. -. -G ; at 0,0 0 ; reveals 1",
         "reveal:2:2", "(2,2) has been revealed"},
        {"size=4 pits=1", CAVE " ; deduce 1,0 safe ; deduces 1", "deduce:1:0",
         "(1,0) has been judged"},
        {"size=4 pits=1", CAVE, "grab", "entering its cell"},
        {"size=4 pits=1", CAVE, "climb", "nobody climbs out"},
        {"rules=textbook pits=1", CAVE, "grab", "no gold here"},
        {"size=4 pits=1", CAVE, "fly", "is no move"},
        {"size=4 pits=1", CAVE, "shoot:", "is no move"},
        {"size=4 pits=1", CAVE, "reveal:1", "is no move"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        duel_variant v = check_settings("wumpus", wrong[i].variant);
        duel_state s;
        duel_msg why = {0};
        duel_move move;
        assert_ok(duel_read(&v, duel_str_of(wrong[i].start), &s, &why));
        assert_int_not_equal(duel_read_move(&v, &s, duel_str_of(wrong[i].move), &move, &why),
                             DUEL_OK);
        if (strstr(check_english(&why), wrong[i].says) == NULL)
            fail_msg("%s: %s", wrong[i].move, check_english(&why));
    }
}

static void is_legal_or_told(const duel_variant *v, const duel_state *s, const char *text)
{
    duel_move move;
    duel_msg why = {0};
    duel_status status = v->game->parse_move(v, s, duel_str_of(text), &move, &why);
    if (status == DUEL_OK && !duel_legal(v, s, move))
        fail_msg("%s is taken, and not legal", text);
    if (status != DUEL_OK && strchr(check_english(&why), '.') == NULL)
        fail_msg("%s: %s", text, check_english(&why));
}

TEST(moves_read_are_legal)
{
    static const char *const variants[] = {"size=4 deduces=9 reveals=2 steps=20 arrows=2",
                                           "rules=textbook size=5 deduces=2"};
    static const char *const plain[] = {"n",       "e",       "s",       "w",    "shoot:n",
                                        "shoot:e", "shoot:s", "shoot:w", "grab", "climb"};
    static const char *const cell[] = {"", "reveal:", "deduce:"};
    for (int i = 0; i < check_sample(6, 200); i++) {
        duel_variant v = check_settings("wumpus", variants[i % 2]);
        duel_state s;
        duel_rng rng = check_rng((uint64_t)i);
        assert_ok(v.game->deal(&v, &rng, &s));
        while (!duel_is_over(&v, &s)) {
            duel_move list[DUEL_MOVES_MAX];
            for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
                is_legal_or_told(&v, &s, plain[k]);
            for (int at = 0; at < 3 * 6 * 6; at++) {
                char text[32];
                snprintf(text, sizeof text, "%s%d:%d", cell[at % 3], at / 3 % 6, at / 18);
                is_legal_or_told(&v, &s, text);
            }
            int count = v.game->moves(&v, &s, list);
            v.game->play(&v, &s, list[duel_rng_below(&rng, (uint32_t)count)]);
        }
    }
}

TEST(variants_are_checked)
{
    static const char *const wrong[] = {"size=3",
                                        "size=33",
                                        "pits=59",
                                        "pits=1 chance=0.1",
                                        "id=5",
                                        "id=108101 size=8",
                                        "wumpuses=5",
                                        "chance=0.1 counted=yes",
                                        "rules=other",
                                        "difficulty=simple",
                                        "difficulty=hard rules=textbook",
                                        "difficulty=hard chance=0.1",
                                        "difficulty=hard counted=yes pits=8",
                                        "difficulty=hard size=4 wumpuses=2 golds=4",
                                        "id=121108202 goal=all",
                                        "difficulty=hard strict=no",
                                        "difficulty=hard id=108201",
                                        "difficulty=hard size=4 pits=0",
                                        "difficulty=risky size=8 pits=25"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        duel_variant v;
        duel_msg why = {0};
        assert_int_equal(duel_variant_read(&duel_game_wumpus, duel_str_of(wrong[i]), &v, &why),
                         DUEL_INVALID);
        assert_non_null(why.id);
    }
}

/* An id deals its grid whatever the seed. */
TEST(ids_deal_their_grid)
{
    duel_variant v = check_settings("wumpus", "id=108101");
    duel_state a = check_dealt(&v, 1);
    duel_state b = check_dealt(&v, 2);
    assert_true(duel_states_equal(&v, &a, &b));
    const wumpus_state *s = (const wumpus_state *)&a;
    assert_true(wumpus_has(&s->gold, 4, 7) && wumpus_has(&s->wumpus, 1, 2));
}

/* An option more changes no deal of those before it. */
TEST(deals_stay_as_they_were)
{
    static const struct {
        const char *options, *grid;
    } kept[] = {
        {"", "-. -. -. -G -. -. -. -T / -. -T -. -. -T -. -T -. / -. -. -. -. -. -T -. -T / "
             "-. -. -. -. -W -. -. -. / -. -. -. -. -. -. -T -. / -. -. -. -. -. -. -. -. / "
             "-. -. -. -. -. -. -. -. / . -. -. -. -. -T -. -. ; at 0,0 0"},
        {"rules=textbook", "-. -W -. -G / -. -. -. -. / -. -. -. -. / . -. -T -. ; at 0,0 0"},
        {"size=5 wumpuses=2 golds=2",
         "-T -T -. -. -. / -. -G -W -. -G / -. -. -W -. -. / -. -. -. -. -. / "
         ". -. -. -T -. ; at 0,0 0"},
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        for (int any = 0; any < 2; any++) {
            char options[64];
            duel_state s;
            snprintf(options, sizeof options, "%s%s", kept[i].options,
                     any ? " difficulty=any" : "");
            duel_variant v = check_settings("wumpus", options);
            assert_ok(duel_deal(&v, duel_str_of("42"), &s));
            CHECK_BUF(b);
            duel_print(&v, &s, &b.sink);
            assert_string_equal(b.text, kept[i].grid);
        }
}

/* Whether the solver alone, entering what it proves safe, comes to the gold. */
static bool solver_reaches_gold(const wumpus_setup *u, const wumpus_world *world)
{
    wumpus_grade grade;
    void *solver;
    assert_ok(wumpus_sat.open(&u->rules, &solver, NULL));
    assert_ok(
        wumpus_explore(&wumpus_sat, solver, &u->rules, world, false, NULL, NULL, &grade, NULL));
    wumpus_sat.close(solver);
    return grade == WUMPUS_DEDUCIBLE;
}

static void check_grade(const char *options, wumpus_difficulty wanted, int pits, int seed)
{
    duel_variant v = check_settings("wumpus", options);
    const wumpus_setup *u = wumpus_setup_of(&v);
    wumpus_certificate c;
    duel_state s, again;
    char text[16];
    snprintf(text, sizeof text, "g%d", seed);
    assert_ok(duel_deal(&v, duel_str_of(text), &s));
    assert_ok(duel_deal(&v, duel_str_of(text), &again));
    assert_true(duel_states_equal(&v, &s, &again));
    wumpus_world world = wumpus_world_of(u, (const wumpus_state *)&s);
    assert_ok(wumpus_certify(&u->rules, &world, &c, NULL));
    if (c.difficulty != wanted)
        fail_msg("%s with seed %s is of class %d", options, text, (int)c.difficulty);
    assert_int_equal(solver_reaches_gold(u, &world), wanted != WUMPUS_RISKY);
    assert_true(wanted != WUMPUS_RISKY || wumpus_is_valid(&world));
    assert_int_equal(wumpus_count(&world.wumpus), u->rules.wumpuses);
    assert_int_equal(wumpus_count(&world.gold), u->rules.golds);
    if (pits >= 0)
        assert_int_equal(wumpus_count(&world.pit), pits);
}

/* Two deals in three with the fewest or the most pits; every second with several wumpuses and
 * golds. */
static void check_deal(int size, wumpus_difficulty d, int seed)
{
    wumpus_rules rules = wumpus_rules_seed(size);
    int most = wumpus_most_things(size);
    if (seed % 2) {
        rules.wumpuses = 1 + (seed + (int)d) % (size > 4 ? WUMPUS_MOST : 3);
        rules.golds = 1 + seed / 2 % (most - rules.wumpuses < 4 ? most - rules.wumpuses : 4);
        rules.all_golds = seed / 4 % 2;
    }
    wumpus_pit_range can = wumpus_possible_pits(&rules, d);
    int pits = seed % 3 == 1 ? can.least : seed % 3 == 2 ? can.most : -1;
    char options[128];
    int at =
        snprintf(options, sizeof options, "size=%d difficulty=%s wumpuses=%d golds=%d goal=%s",
                 size, wumpus_difficulty_names[d], rules.wumpuses, rules.golds,
                 wumpus_goal_names[rules.all_golds]);
    if (pits >= 0)
        snprintf(options + at, sizeof options - (size_t)at, " pits=%d", pits);
    check_grade(options, d, pits, seed);
}

TEST(deals_have_the_difficulty_asked_for)
{
    static const int sizes[] = {4, 5, 8, 11, 15, 21, 32};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int d = 0; d < WUMPUS_DIFFICULTIES; d++)
            for (int seed = 0; seed < check_sample(sizes[i] > 11 ? 2 : 4, 40); seed++)
                check_deal(sizes[i], (wumpus_difficulty)d, seed);
}

/* What is certified is said, a risk above all. */
TEST(certified_grids_say_so)
{
    static const struct {
        const char *options, *says;
    } grids[] = {{"difficulty=risky", "A risky grid"},
                 {"id=108301", "A risky grid"},
                 {"difficulty=hard", "no risk is needed"},
                 {"difficulty=hard wumpuses=2 golds=2 goal=all", "leads to every gold"},
                 {"id=122108302", "does not lead to every gold"},
                 {"", NULL}};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        duel_variant v = check_settings("wumpus", grids[i].options);
        duel_scene scene;
        const char *label = "";
        duel_state s = check_dealt(&v, 1);
        duel_hide(&v, &s, 0);
        CHECK_BUF(b);
        duel_pen pen = {.out = &b.sink, .lang = DUEL_EN};
        v.game->draw(&v, &s, 0, &pen);
        duel_scene_init(&scene);
        duel_scene_make(&v, &s, 0, &scene);
        for (int k = 0; k < scene.count; k++)
            if (strcmp(scene.element[k].id, "promise") == 0)
                label = check_english(&scene.element[k].label);
        assert_int_equal(label[0] != '\0', grids[i].says != NULL);
        if (grids[i].says) {
            assert_non_null(strstr(b.text, grids[i].says));
            assert_non_null(strstr(label, grids[i].says));
        } else {
            assert_null(strstr(b.text, "risk"));
        }
        duel_scene_fini(&scene);
    }
}

/* ---- best scores, figures ------------------------------------------------------------ */

/* The class that a variant is ranked in is a variant, and of that class. */
TEST(classes_are_variants)
{
    static const struct {
        const char *variant, *class;
    } cases[] = {
        {"", "size=8"},
        {"size=5 pits=3 arrows=0 reveals=2", "size=5"},
        {"difficulty=risky", "size=8 difficulty=risky"},
        {"id=104201", "size=4 difficulty=hard"},
        {"id=123112302", "size=12 difficulty=risky wumpuses=2 golds=3 goal=all"},
        {"golds=1 goal=all", "size=8"},
        {"rules=textbook golds=2", "rules=textbook size=4 golds=2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].variant;
        for (int again = 0; again < 2; again++) {
            duel_variant v = check_settings("wumpus", text);
            duel_buf class;
            duel_buf_init(&class);
            v.game->museum.ranked(&v, &class.sink);
            assert_string_equal(class.text, cases[i].class);
            duel_buf_fini(&class);
            text = cases[i].class;
        }
    }
}

TEST(figures_are_pictures)
{
    int count = 0;
    for (const duel_figure *f = duel_game_wumpus.museum.figures; f->id; f++, count++) {
        CHECK_BUF(en);
        CHECK_BUF(fr);
        f->svg(DUEL_EN, &en.sink);
        f->svg(DUEL_FR, &fr.sink);
        assert_memory_equal(en.text, "<svg ", 5);
        assert_non_null(strstr(en.text, "10000 drawn for each number of pits"));
        assert_non_null(strstr(en.text, "<polyline"));
        assert_string_not_equal(en.text, fr.text);
    }
    assert_int_equal(count, 3);
}

/* ---- guessing ----------------------------------------------------------------------- */

/* Deals that lead to a given view by given moves, against guesses from that view: each cell's
 * share of pits, wumpuses and golds must agree. */
TEST(guesses_have_the_odds_of_deals)
{
    static const char *const moves[] = {"1:0", "1:1", "shoot:e"};
    duel_variant v = check_settings("wumpus", "size=4 pits=3");
    duel_state s, wanted;
    double deals[3][16] = {{0}}, guesses[3][16] = {{0}};
    int met = 0, drawn = check_sample(3000, 30000);
    for (int i = 0; met < drawn; i++) {
        char seed[24];
        snprintf(seed, sizeof seed, "odds%d", i);
        assert_ok(duel_deal(&v, duel_str_of(seed), &s));
        bool alive = true;
        for (size_t k = 0; alive && k < sizeof moves / sizeof *moves; k++) {
            duel_move move;
            alive = duel_read_move(&v, &s, duel_str_of(moves[k]), &move, NULL) == DUEL_OK;
            if (alive)
                v.game->play(&v, &s, move);
        }
        duel_state view;
        duel_view(&v, &s, 0, &view);
        if (!alive || !wumpus_has(&((const wumpus_state *)&s)->is[WUMPUS_B], 1, 1))
            continue;
        if (met == 0)
            memcpy(&wanted, &view, v.state_size);
        if (!duel_states_equal(&v, &view, &wanted))
            continue;
        met++;
        const wumpus_state *w = (const wumpus_state *)&s;
        for (int c = 0; c < 16; c++) {
            deals[0][c] += wumpus_has(&w->pit, c % 4, c / 4);
            deals[1][c] += wumpus_has(&w->wumpus, c % 4, c / 4);
            deals[2][c] += wumpus_has(&w->gold, c % 4, c / 4);
        }
    }
    duel_rng rng = check_rng(77);
    for (int i = 0; i < drawn; i++) {
        memcpy(&s, &wanted, v.state_size);
        assert_ok(v.game->guess(&v, &s, &rng, NULL));
        const wumpus_state *w = (const wumpus_state *)&s;
        for (int c = 0; c < 16; c++) {
            guesses[0][c] += wumpus_has(&w->pit, c % 4, c / 4);
            guesses[1][c] += wumpus_has(&w->wumpus, c % 4, c / 4);
            guesses[2][c] += wumpus_has(&w->gold, c % 4, c / 4);
        }
    }
    for (int thing = 0; thing < 3; thing++)
        for (int c = 0; c < 16; c++) {
            double n = drawn, a = deals[thing][c] / n, b = guesses[thing][c] / n,
                   p = (a + b) / 2;
            if (!(fabs(a - b) <= 5 * sqrt(2 * p * (1 - p) / n) + 1e-9))
                fail_msg("thing %d at (%d,%d): deals %.4f, guesses %.4f", thing, c % 4, c / 4,
                         a, b);
        }
}

TEST(impossible_views_are_not_guessed)
{
    duel_variant v = check_settings("wumpus", "size=4 pits=1");
    duel_rng rng = check_rng(1);
    duel_state s = check_dealt(&v, 1);
    duel_hide(&v, &s, 0);
    wumpus_add(&((wumpus_state *)&s)->is[WUMPUS_B], 0, 0);
    duel_msg why = {0};
    assert_int_equal(v.game->guess(&v, &s, &rng, &why), DUEL_REFUSED);
    assert_non_null(why.id);
}

/* ---- reasons ------------------------------------------------------------------------ */

static void check_fact(const wumpus_setup *u, const wumpus_state *s, const duel_fact *f)
{
    wumpus_knowledge k = wumpus_knowledge_of(u, s);
    wumpus_risk *risk = malloc(sizeof *risk);
    int x = (int)f->arg[0], y = (int)f->arg[1];
    assert_ok(wumpus_risk_of(&u->rules, &k, risk, NULL));
    if (f->kind == WUMPUS_FACT_RISK)
        assert_true(fabs((double)f->arg[2] - 1e6 * risk->danger[y][x]) <= 1);
    if (f->kind == WUMPUS_FACT_GOLD)
        assert_true(fabs((double)f->arg[2] - 1e6 * risk->gold[y][x]) <= 1);
    if (f->kind == WUMPUS_FACT_STATUS) { /* by the solver, which the explanation may not ask */
        wumpus_facts facts;
        wumpus_set cell = wumpus_only(x, y);
        wumpus_verdicts v;
        void *solver;
        assert_ok(wumpus_facts_of(&u->rules, &k, &facts, NULL));
        assert_ok(wumpus_sat.open(&u->rules, &solver, NULL));
        assert_ok(wumpus_sat.learn(solver, &facts, NULL));
        assert_ok(wumpus_sat.judge(solver, &cell, &v, NULL));
        assert_int_equal(wumpus_status_of(&v, x, y), f->arg[2]);
        wumpus_sat.close(solver);
    }
    free(risk);
}

TEST(reasons_are_true)
{
    duel_variant v = check_settings("wumpus", "size=6 pits=5");
    const wumpus_setup *u = wumpus_setup_of(&v);
    int kinds[WUMPUS_FACT_BRINGS + 1] = {0}, own;
    duel_rng rng = check_rng(4);
    for (int game = 0; game < check_sample(10, 200); game++) {
        duel_state s, view;
        char seed[16];
        snprintf(seed, sizeof seed, "w%d", game);
        assert_ok(duel_deal(&v, duel_str_of(seed), &s));
        while (!duel_is_over(&v, &s)) {
            duel_move list[DUEL_MOVES_MAX];
            static duel_reason reason;
            int count = v.game->moves(&v, &s, list);
            duel_move move = list[duel_rng_below(&rng, (uint32_t)count)];
            duel_view(&v, &s, 0, &view);
            duel_explain_why(&v, &view, 0, &move, 1, &reason);
            own = 0;
            for (int i = 0; i < reason.count; i++) {
                own += reason.fact[i].kind != WUMPUS_FACT_HINT;
                check_fact(u, (const wumpus_state *)&view, &reason.fact[i]);
                kinds[reason.fact[i].kind]++;
            }
            assert_true(own > 0); /* no move is without a word of its own */
            v.game->play(&v, &s, move);
        }
    }
    for (int kind = WUMPUS_FACT_STATUS; kind <= WUMPUS_FACT_SHOT; kind++)
        assert_true(kinds[kind] > 0);
    assert_true(kinds[WUMPUS_FACT_BRINGS] > 0);
}

/* Chances as they are said: what is proved is certain, and only that. */
TEST(chances_have_words)
{
    static const struct {
        const char *position, *move, *says, *never;
    } told[] = {
        {"? ? ? ? / ? ? ? ? / ? . ? ? / . . B ? ; at 1,1 4 ; view", "3:0",
         "Entering (3,0) is certain death.", " in 100"},
        {"? ? ? ? / ? ? ? ? / ? . ? ? / . . B ? ; at 1,1 4 ; view", "1:2",
         "You can enter (1,2) without any risk: that is proved.", " in 100"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . B ? ; at 2,0 2 ; view", "3:0",
         "Entering (3,0) is a risk of 54 in 100.", "certain"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . B ? ; at 2,0 2 ; view", "3:0",
         "Nothing can be known about (3,0) yet.", "in 1000"},
        {"? ? ? ? / ? ? ? ? / ? . P ? / . . . ? ; at 2,1 4 ; view", "shoot:w",
         "The arrow would meet no wumpus that way.", "0 in"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . B ? ; at 2,0 2 ; view", "1:0",
         "It leads over explored cells only, without any risk.", "Entering"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . B ? ; at 2,0 2 ; view", "reveal:3:0",
         "It costs 50 points and shows what is at (3,0).", "certain"},
        {"? ? ? ? / ? ? ? ? / ? ? ? ? / . . B ? ; at 2,0 2 ; view", "deduce:3:0",
         "It costs 50 points, and will tell that nothing can be known yet.", "proved without"},
        {"? ? ? ? / ? ? ? ? / ? . ? ? / . . B ? ; at 1,1 4 ; view", "deduce:1:2",
         "It costs 50 points and tells what can be proved without it.", "known yet"},
    };
    duel_variant v = check_settings("wumpus", "size=4 pits=2");
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        duel_state view;
        duel_move move;
        duel_msg why = {0};
        duel_reason reason;
        if (duel_read(&v, duel_str_of(told[i].position), &view, &why) != DUEL_OK)
            fail_msg("%s", check_english(&why));
        assert_ok(duel_read_move(&v, &view, duel_str_of(told[i].move), &move, &why));
        duel_explain_why(&v, &view, 0, &move, 1, &reason);
        CHECK_BUF(all);
        for (int k = 0; k < reason.count; k++)
            duel_putf(&all.sink, "%s ", check_english(&reason.fact[k].text));
        if (strstr(all.text, told[i].says) == NULL || strstr(all.text, told[i].never))
            fail_msg("%s", all.text);
    }
}

/* ---- flags -------------------------------------------------------------------------- */

/* By enumeration of all worlds, which knows nothing of the reasoners. */
static duel_mark_verdict claim_by_models(const brute *b, int cell)
{
    double models = brute_sum(b->models), danger = brute_sum(b->either[cell]);
    return danger == 0 ? DUEL_MARK_WRONG : danger == models ? DUEL_MARK_PROVED : DUEL_MARK_OPEN;
}

static void check_flags(const duel_variant *v, const void *view, int met[])
{
    enum { MOST_DARK = 12 }; /* more take too long to enumerate */
    static brute b;
    static duel_reason why;
    const wumpus_setup *u = wumpus_setup_of(v);
    wumpus_knowledge k = wumpus_knowledge_of(u, view);
    wumpus_set known = wumpus_known(&k);
    wumpus_rules rules = u->rules;
    rules.clear = 0; /* deduction does not use the empty corner, nor the number of pits */
    if (rules.n * rules.n - wumpus_count(&known) > MOST_DARK)
        return;
    assert_true(brute_count(&rules, &k, &b));
    for (int i = 0; i < b.count; i++) {
        duel_target at = duel_target_of("cell:%d:%d", b.cell[i].x, b.cell[i].y);
        duel_mark_verdict claim = duel_judge_mark(v, view, 0, &at, &why);
        if (claim != claim_by_models(&b, i))
            fail_msg("the flag on %s: %d", at.text, (int)claim);
        assert_true(why.count > 0);
        check_fact(u, view, &why.fact[0]);
        met[claim]++;
    }
}

/* Flags on every dark cell on the way of random games, against all worlds that agree. */
TEST(flags_are_judged_by_what_follows)
{
    duel_variant v = check_settings("wumpus", "size=4 pits=3");
    int met[4] = {0};
    duel_rng rng = check_rng(21);
    for (int game = 0; game < check_sample(12, 200); game++) {
        duel_state s, view;
        char seed[16];
        snprintf(seed, sizeof seed, "f%d", game);
        assert_ok(duel_deal(&v, duel_str_of(seed), &s));
        while (!duel_is_over(&v, &s)) {
            duel_move list[DUEL_MOVES_MAX];
            duel_view(&v, &s, 0, &view);
            check_flags(&v, &view, met);
            int count = v.game->moves(&v, &s, list);
            v.game->play(&v, &s, list[duel_rng_below(&rng, (uint32_t)count)]);
        }
    }
    assert_true(met[DUEL_MARK_OPEN] && met[DUEL_MARK_PROVED] && met[DUEL_MARK_WRONG]);
}

TEST(flags_on_seen_cells_and_elsewhere)
{
    static const struct {
        const char *target;
        duel_mark_verdict claim;
        const char *says;
    } flags[] = {
        {"cell:1:0", DUEL_MARK_WRONG, "(1,0) is safe: you have seen what is there."},
        {"cell:3:0", DUEL_MARK_PROVED, "(3,0) is a pit: you have seen it."},
        {"cell:1:2", DUEL_MARK_WRONG, "(1,2) is safe: there is neither breeze nor stench"},
        {"cell:3:3", DUEL_MARK_OPEN, "Nothing can be known about (3,3) yet."},
        {"cell:4:0", DUEL_MARK_NONE, NULL},
        {"cell:1:0x", DUEL_MARK_NONE, NULL},
        {"button:shoot", DUEL_MARK_NONE, NULL},
        {"", DUEL_MARK_NONE, NULL},
    };
    duel_variant v = check_settings("wumpus", "size=4 pits=2");
    duel_state view;
    duel_msg why = {0};
    const char *text = "? ? ? ? / ? ? ? ? / ? . ? ? / . . B *T ; at 1,1 4 ; reveals 1 ; view";
    if (duel_read(&v, duel_str_of(text), &view, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        duel_reason reason;
        duel_target at = duel_target_of("%s", flags[i].target);
        assert_int_equal(duel_judge_mark(&v, &view, 0, &at, &reason), flags[i].claim);
        assert_int_equal(reason.count > 0, flags[i].says != NULL);
        if (flags[i].says && !strstr(check_english(&reason.fact[0].text), flags[i].says))
            fail_msg("%s", check_english(&reason.fact[0].text));
    }
}

/* ---- pictures ----------------------------------------------------------------------- */

TEST(drawing)
{
    duel_variant v = check_settings("wumpus", "size=4 pits=2");
    duel_state s;
    duel_msg why = {0};
    CHECK_BUF(b);
    const char *text = "? ? ? ? / E P ? ? / . . ? ? / . . ? ? ; at 1,2 6 ; deduces 1 ; "
                       "deduce 2,2 unknown ; view";
    if (duel_read(&v, duel_str_of(text), &s, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    duel_pen pen = {.out = &b.sink, .lang = DUEL_EN};
    v.game->draw(&v, &s, 0, &pen);
    assert_non_null(strstr(b.text,
                           "  3  ###  ###  ###  ### \n"
                           "  2   .E @ P  ?###  ### \n"
                           "  1   .    .   ###  ### \n"
                           "  0   .    .   ###  ### \n"
                           "     0    1    2    3   \n"
                           "  Here is a stench: a wumpus is beside you.\n"
                           "  Steps 6 of 64, arrows 1, reveal 1, deduce 2, score -56\n"));
}

/* Half the lattice is dark, each breeze between two dark cells: nobody counts these worlds
 * soon.
 */
static void write_lattice(int n, duel_buf *out)
{
    for (int y = n - 1; y >= 0; y--)
        for (int x = 0; x < n; x++)
            duel_putf(&out->sink, "%s%s",
                      (x & y & 1) || y > 28              ? "?"
                      : (x & 1) == (y & 1) || x + y == 1 ? "."
                                                         : "B",
                      x + 1 < n ? " "
                      : y > 0   ? " / "
                                : " ; at 2,1 800 ; view");
}

/* A search may say why somebody's position is none: a debug build ends where that is asked on a
 * thread that serves everybody. A text that was read before needs no search. */
TEST(a_written_position_is_not_read_beside_everybody)
{
    int status;
    duel_state s;
    duel_variant v = check_settings("wumpus", "size=4 pits=1");
    duel_str dark = duel_str_of("? ? ? ? / ? ? ? ? / ? ? ? ? / . . ? ? ; at 1,0 1 ; view");
    pid_t child = fork();
    if (child == 0) {
        duel_long_work_allow(DUEL_LONG_WORK_DEAL);
        duel_read(&v, dark, &s, NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
#ifdef NDEBUG
    assert_int_equal(status, 0);
#else
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#endif
    unsigned before = duel_long_work_allow(DUEL_LONG_WORK_DEAL);
    duel_status again = duel_read_again(&v, dark, &s, NULL);
    duel_long_work_allow(before);
    assert_ok(again);
}

/* A lifeline is played wherever its game is looked at, so it never takes long: no solver is
 * asked, and beyond a counted bound it is refused before it costs anything. */
TEST(a_lifeline_never_takes_long)
{
    duel_variant v =
        check_settings("wumpus", "size=32 wumpuses=4 golds=4 pits=200 counted=yes");
    duel_state s;
    duel_move move = 777;
    duel_msg why = {0};
    CHECK_BUF(text);
    write_lattice(32, &text);
    assert_ok(duel_read(&v, duel_buf_str(&text), &s, &why));
    unsigned before = duel_long_work_allow(DUEL_LONG_WORK_DEAL);
    duel_status lattice = duel_read_move(&v, &s, duel_str_of("deduce:3:1"), &move, &why);
    v.game->play(&v, &s, wumpus_move(WUMPUS_DEDUCE, 3, 1));
    bool open = wumpus_has(&((const wumpus_state *)&s)->open, 3, 1);
    duel_deal(&v, duel_str_of("1"), &s);
    duel_status dealt = duel_read_move(&v, &s, duel_str_of("deduce:1:0"), &move, NULL);
    duel_long_work_allow(before);
    assert_int_equal(lattice, DUEL_NO_SPACE);
    assert_non_null(strstr(why.id, "too entangled"));
    assert_true(open);
    assert_ok(dealt);
}
