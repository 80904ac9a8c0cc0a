/* tests/moriarty/test_game.c -- Moriarty on the contract: the laws, the seed's figure, words,
 * small boards solved two ways, both rule sets, and the engines. */
#include "check.h"

#include "core/engine.h"
#include "core/scene_text.h"
#include "games/moriarty/moriarty.h"
#include "helper.h"
#include "lab/held.h"

extern const duel_engine duel_engine_exact; /* the generic solver */

TEST(keeps_the_laws)
{
    keeps_laws(&duel_game_moriarty, 5, check_sample(4, 100), check_sample(16, 200), 500);
}

/* ---- the seed's figure ------------------------------------------------------------------ */

static void assert_discs(const moriarty_state *s, int active, int inactive)
{
    assert_int_equal(moriarty_count(s->disc[0]), active);
    assert_int_equal(moriarty_count(s->disc[1]), inactive);
}

static duel_status try_move(const duel_variant *v, duel_state *s, const char *text)
{
    duel_move move;
    duel_msg why = {0};
    duel_status status = duel_read_move(v, s, duel_str_of(text), &move, &why);
    if (status == DUEL_OK)
        v->game->play(v, s, move);
    return status;
}

TEST(the_figure_of_the_seed)
{
    static const char *const writings[][4] = {{"(3,2)", "(4,2)", "(3,5)", "(5,2)"},
                                              {"3,2", "4,2", "3,5", "5,2"},
                                              {"d3", "e3", "d6", "F3"}};
    duel_variant v = check_settings("moriarty", "");
    for (int i = 0; i < 3; i++) {
        duel_state s;
        const moriarty_state *m = (const moriarty_state *)&s;
        assert_ok(duel_deal(&v, duel_str_of("1"), &s));
        assert_discs(m, 2, 2);
        assert_ok(try_move(&v, &s, writings[i][0]));
        assert_discs(m, 4, 1);
        assert_ok(try_move(&v, &s, writings[i][1]));
        assert_discs(m, 3, 3);
        assert_int_equal(try_move(&v, &s, writings[i][2]), DUEL_REFUSED);
        assert_discs(m, 3, 3);
        assert_ok(try_move(&v, &s, writings[i][3]));
        assert_discs(m, 6, 1);
    }
}

/* ---- words ------------------------------------------------------------------------------ */

#define OPENING "---------------------------OX------XO---------------------------"

TEST(positions_are_checked)
{
    static const struct {
        const char *variant, *text;
        bool right;
    } cases[] = {
        {"", OPENING " X", true},
        {"", OPENING " O", true},
        {"", "  " OPENING " X ", true},
        {"", OPENING, false},
        {"", OPENING "X", false},
        {"", OPENING "  X", false},
        {"", OPENING " -", false},
        {"", OPENING " X X", false},
        {"", "-" OPENING " X", false},
        {"", "?--------------------------OX------XO--------------------------- X", false},
        {"", "---------------------------OX------X---------------------------- X", false},
        {"", "---------------- X", false},
        {"", "", false},
        {"size=4", "-----OX--XO----- X", true},
        {"size=4", OPENING " X", false},
        {"size=4", "-----OX--X------ X", false},
        {"size=6", "--------------OX----XO-------------- O", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_settings("moriarty", cases[i].variant);
        duel_state s;
        duel_msg why = {0};
        memset(&s, 0x5A, sizeof s);
        duel_status status = duel_read(&v, duel_str_of(cases[i].text), &s, &why);
        assert_int_equal(status, cases[i].right ? DUEL_OK : DUEL_INVALID);
        if (!cases[i].right) {
            assert_non_null(why.id);
            assert_int_equal(s.bytes[0], 0x5A);
        }
    }
}

TEST(refusals_name_the_rule)
{
    static const struct {
        const char *variant, *position, *move, *words;
    } cases[] = {
        {"", OPENING " X", "d4", "There is a disc on d4 already."},
        {"", OPENING " X", "a1", "A disc on a1 turns nothing"},
        {"notation=xy", OPENING " X", "a1", "A disc on 0,0 turns nothing"},
        {"", OPENING " X", "pass", "Who has a move must play it"},
        {"", OPENING " X", "i9", "A move is a square"},
        {"", OPENING " X", "9,9", "is not on this board"},
        {"size=4", "-----OX--XO----- X", "e1", "is not on this board of 4"},
        {"", "XO-------------------------XX------XX--------------------------- O", "d3",
         "the only move is pass"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_settings("moriarty", cases[i].variant);
        duel_move move = 99;
        duel_msg why = {0};
        duel_state s = check_state(&v, cases[i].position);
        assert_true(duel_read_move(&v, &s, duel_str_of(cases[i].move), &move, &why) != DUEL_OK);
        assert_int_equal(move, 99);
        assert_non_null(strstr(check_english(&why), cases[i].words));
    }
}

static void drawn(const char *options, bool utf8, const char *expected)
{
    duel_variant v = check_settings("moriarty", options);
    CHECK_BUF(text);
    duel_state s = check_dealt(&v, 1);
    duel_pen pen = {.out = &text.sink, .lang = DUEL_EN, .utf8 = utf8};
    duel_draw(&v, &s, DUEL_SEES_ALL, &pen);
    assert_string_equal(text.text, expected);
}

TEST(boards_are_drawn)
{
    drawn("size=4", false,
          "                 a b c d\n"
          "              1  . + . .\n"
          "              2  + I A .\n"
          "              3  . A I +\n"
          "              4  . . + .\n"
          "  Activator: 2 discs   Inhibitor: 2 discs\n");
    drawn("size=4 notation=xy", true,
          "                 0 1 2 3\n"
          "              0  · + · ·\n"
          "              1  + ○ ● ·\n"
          "              2  · ● ○ +\n"
          "              3  · · + ·\n"
          "  Activator: 2 discs   Inhibitor: 2 discs\n");
}

/* ---- passes, ends and scores ------------------------------------------------------------ */

/* X owns all but h8 and its neighbour g8; only X can move, to h8. */
#define LAST_SQUARE "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-"

TEST(a_blocked_player_passes_or_ends_the_game)
{
    duel_state s;
    duel_move list[MORIARTY_MAX_MOVES];
    int32_t score[2];
    duel_variant v = check_settings("moriarty", "");
    check_position(&v, LAST_SQUARE " O", &s);
    assert_false(v.game->over(&v, &s, score));
    assert_int_equal(v.game->moves(&v, &s, list), 1);
    assert_int_equal(list[0], MORIARTY_PASS);
    v.game->play(&v, &s, list[0]);
    assert_int_equal(v.game->moves(&v, &s, list), 1);
    assert_int_equal(list[0], 63);

    duel_variant seed = check_settings("moriarty", "rules=seed");
    check_position(&seed, LAST_SQUARE " O", &s);
    assert_true(seed.game->over(&seed, &s, score));
    assert_int_equal(score[0], 62);
    assert_int_equal(score[1], 1);
    assert_int_equal(seed.game->moves(&seed, &s, list), 0);
}

/* Four discs in the middle are the Activator's, a1 is the Inhibitor's: nobody can move. */
#define STUCK "O--------------------------XX------XX---------------------------"

TEST(the_winner_takes_the_empties)
{
    static const struct {
        const char *options;
        int32_t score[2];
    } cases[] = {{"", {63, 1}},
                 {"empties=nobody", {4, 1}},
                 {"rules=seed", {4, 1}},
                 {"rules=seed empties=winner", {63, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = check_settings("moriarty", cases[i].options);
        int32_t score[2];
        duel_state s = check_state(&v, STUCK " X");
        assert_true(v.game->over(&v, &s, score));
        assert_memory_equal(score, cases[i].score, sizeof score);
    }
}

/* ---- small boards ----------------------------------------------------------------------- */

static duel_answer *think(const duel_engine *e, const duel_variant *v, duel_think t)
{
    void *self = NULL;
    duel_settings settings = {.learned = NULL};
    duel_answer *a = malloc(sizeof *a);
    for (int i = 0; e->options && e->options[i].name; i++)
        settings.option[i] = e->options[i].initial;
    assert_non_null(a);
    assert_ok(e->open(v, &settings, (size_t)64 << 20, &self, NULL));
    t.seat = v->game->turn(v, t.view);
    assert_ok(e->think(self, &t, a, NULL));
    e->close(self);
    return a;
}

static const duel_engine *own(const char *name)
{
    for (int i = 0; moriarty_engines[i]; i++)
        if (strcmp(moriarty_engines[i]->name, name) == 0)
            return moriarty_engines[i];
    fail_msg("no engine %s", name);
    return NULL;
}

static uint64_t all_of(const duel_answer *a)
{
    return a->counts[DUEL_WIN] + a->counts[DUEL_LOSS] + a->counts[DUEL_TIE] +
           a->counts[DUEL_DRAW];
}

/* 62,789 states and 3–11 are published (GamesmanClassic); the two solvers share no code. */
TEST(four_by_four_is_solved_twice)
{
    static const char *const options[] = {"size=4", "size=4 empties=winner",
                                          "size=4 rules=seed"};
    for (int i = 0; i < 3; i++) {
        duel_variant v = check_settings("moriarty", options[i]);
        duel_state s = check_dealt(&v, 1);
        duel_think t = {.view = &s, .count = true, .every_move = true};
        duel_answer *generic = think(&duel_engine_exact, &v, t);
        duel_answer *mine = think(own("exact"), &v, t);
        assert_true(generic->proved && mine->proved);
        assert_int_equal(generic->result.score, mine->result.score);
        assert_int_equal(generic->result.value, mine->result.value);
        assert_memory_equal(generic->counts, mine->counts, sizeof mine->counts);
        if (i == 0) {
            assert_int_equal(mine->result.score, -8);
            assert_int_equal(all_of(mine), 62789);
        }
        free(generic);
        free(mine);
    }
}

/* Every move of random endings, under every rule and scoring, against the generic solver. */
TEST(endings_agree_with_the_generic_solver)
{
    static const char *const options[] = {
        "",       "rules=seed",       "empties=nobody", "rules=seed empties=winner",
        "size=6", "size=6 rules=seed"};
    duel_rng rng = check_rng(77);
    for (int i = 0; i < check_sample(24, 600); i++) {
        duel_variant v = check_settings("moriarty", options[i % 6]);
        duel_state s = check_dealt(&v, 1);
        moriarty_state *m = (moriarty_state *)&s;
        while (!duel_is_over(&v, &s) &&
               moriarty_count(moriarty_squares(&v) & ~(m->disc[0] | m->disc[1])) > 6)
            v.game->play(&v, &s, v.game->accel->sample(&v, &s, &rng));
        if (duel_is_over(&v, &s))
            continue;
        duel_think t = {.view = &s, .every_move = true};
        duel_answer *generic = think(&duel_engine_exact, &v, t);
        duel_answer *mine = think(own("exact"), &v, t);
        assert_int_equal(generic->result.score, mine->result.score);
        assert_int_equal(generic->rated_count, mine->rated_count);
        for (int j = 0; j < mine->rated_count; j++)
            for (int k = 0; k < generic->rated_count; k++)
                if (generic->rated[k].move == mine->rated[j].move)
                    assert_int_equal(generic->rated[k].result.score,
                                     mine->rated[j].result.score);
        free(generic);
        free(mine);
    }
}

/* ---- engines ---------------------------------------------------------------------------- */

TEST(every_engine_plays_legally)
{
    static const char *const options[] = {"", "size=4", "size=6", "rules=seed",
                                          "first=random notation=xy"};
    CHECK_ANSWER(a);
    for (int i = 0; i < 5; i++) {
        duel_variant v = check_settings("moriarty", options[i]);
        for (int e = 0; moriarty_engines[e]; e++) {
            machine_player *p = NULL;
            duel_msg why = {0};
            int plies = 0;
            assert_ok(player_open(duel_str_of(moriarty_engines[e]->name), &v, (size_t)16 << 20,
                                  NULL, &p, &why));
            duel_state s = check_dealt(&v, 3);
            while (!duel_is_over(&v, &s) && plies < 200) {
                duel_think t = {.view = &s,
                                .seat = v.game->turn(&v, &s),
                                .nodes = 300,
                                .seed = (uint64_t)plies};
                assert_ok(player_think(p, &t, a, &why));
                assert_true(a->plan_count == 1 && duel_legal(&v, &s, a->plan[0]));
                v.game->play(&v, &s, a->plan[0]);
                plies++;
            }
            assert_true(plies < 200);
            player_close(p);
        }
    }
}

TEST(equal_calls_get_equal_answers)
{
    duel_variant v = check_settings("moriarty", "");
    duel_state s = check_dealt(&v, 1);
    duel_think t = {.view = &s, .nodes = 5000, .seed = 4, .every_move = true};
    duel_answer *first = think(own("expert"), &v, t), *second = think(own("expert"), &v, t);
    assert_int_equal(first->nodes, second->nodes);
    assert_int_equal(first->line_count, second->line_count);
    assert_memory_equal(first->line, second->line,
                        (size_t)first->line_count * sizeof *first->line);
    assert_int_equal(first->rated_count, 4);
    free(first);
    free(second);
}

TEST(a_stopped_solver_answers_politely)
{
    duel_variant v = check_settings("moriarty", "");
    atomic_bool stop = true;
    duel_state s = check_dealt(&v, 1);
    duel_think t = {.view = &s, .stop = &stop};
    duel_answer *a = think(own("exact"), &v, t);
    assert_false(a->proved);
    assert_int_equal(a->result.value, DUEL_UNSOLVED);
    assert_true(a->plan_count == 1 && duel_legal(&v, &s, a->plan[0]));
    free(a);
    t = (duel_think){.view = &s, .nodes = 20000};
    a = think(own("exact"), &v, t);
    assert_false(a->proved);
    assert_true(a->nodes < 22000 && duel_legal(&v, &s, a->plan[0]));
    free(a);
}

TEST(seed_hard_breaks_ties_by_column)
{
    duel_variant v = check_settings("moriarty", "");
    duel_state s;
    duel_deal(&v, duel_str_of("1"), &s); /* c4 d3 e6 f5 all turn one disc */
    duel_answer *a = think(own("seed-hard"), &v, (duel_think){.view = &s});
    assert_int_equal(a->plan[0], moriarty_square(&v, 2, 3));
    free(a);
    try_move(&v, &s, "d3");
    try_move(&v, &s, "e3");
    a = think(own("seed-hard"), &v, (duel_think){.view = &s}); /* f3 turns two, f5 two */
    assert_int_equal(moriarty_count(moriarty_flips(
                         moriarty_board_of((const moriarty_state *)&s), (int)a->plan[0])),
                     2);
    free(a);
}

TEST(seed_normal_plays_every_move)
{
    duel_variant v = check_settings("moriarty", "");
    uint64_t seen = 0;
    duel_state s = check_dealt(&v, 1);
    for (uint64_t seed = 0; seed < 60; seed++) {
        duel_answer *a = think(own("seed-normal"), &v, (duel_think){.view = &s, .seed = seed});
        seen |= moriarty_bit((int)a->plan[0]);
        free(a);
    }
    assert_int_equal(seen, moriarty_legal(&v, (const moriarty_state *)&s));
}

/* Positions after eight random plies, played twice with the sides exchanged. */
/* But for one game in a hundred, in which it loses its last discs beyond what so few positions
 * show. */
TEST(the_expert_does_not_lose_to_the_seed)
{
    const int games = check_sample(20, 200);
    int lost = 0;
    duel_variant v = check_settings("moriarty", "");
    machine_player *p[2] = {NULL, NULL};
    duel_msg why = {0};
    CHECK_ANSWER(a);
    duel_rng rng = check_rng(9);
    player_open(duel_str_of("expert:nodes=3000"), &v, (size_t)16 << 20, NULL, &p[0], &why);
    player_open(duel_str_of("seed-hard"), &v, (size_t)1 << 20, NULL, &p[1], &why);
    duel_state start = {{0}}, s;
    for (int game = 0; game < games; game++) {
        int32_t score[2];
        if (game % 2 == 0) {
            duel_deal(&v, duel_str_of("1"), &start);
            for (int i = 0; i < 8; i++)
                v.game->play(&v, &start, v.game->accel->sample(&v, &start, &rng));
        }
        s = start;
        while (!v.game->over(&v, &s, score)) {
            int seat = v.game->turn(&v, &s);
            duel_think t = {.view = &s, .seat = seat};
            assert_ok(player_think(p[seat ^ (game % 2)], &t, a, &why));
            v.game->play(&v, &s, a->plan[0]);
        }
        lost += score[game % 2] < score[1 - game % 2];
    }
    assert_true(lost <= games / 100);
    player_close(p[0]);
    player_close(p[1]);
}
