/* tests/engines/test_equilibrium.c -- games with secrets are solved: values that are published
 * or can be worked out by hand, bounds that an independent best reply confirms, refusals. */
#include "examples.h"

#include "front/cli/player_policy.h"
#include "lab/verify.h"
#include "players/inside.h"
#include "players/strategy.h"

#include <math.h>

extern const duel_game duel_game_duo;

static const size_t memory = (size_t)1 << 30;

static machine_player *solver_of(const duel_variant *v, const char *spec, duel_full_solution *w)
{
    duel_msg why = {0};
    duel_think t = {.seconds = 0};
    machine_player *p = check_player(spec, v, memory);
    if (player_solution(p, &t, w, &why) != DUEL_OK)
        fail_msg("%s", check_english(&why));
    return p;
}

static bool mix_of_player(void *self, const policy_place *at, double chance[])
{
    double worth[DUEL_MOVES_MAX];
    return player_mix(self, at->seat, at->known, at->count, chance, worth);
}

static bool mix_of_strategy(void *self, const policy_place *at, double chance[])
{
    return strategy_mix(self, at->seat, at->known, at->count, chance);
}

/* The value lies between bounds that close, and they are what the plain best reply finds. */
static void hold_value(const duel_variant *v, const char *spec, double value, double gap)
{
    duel_full_solution w;
    duel_msg why = {0};
    machine_player *p = solver_of(v, spec, &w);
    if (!(w.low <= value + 1e-9 && value <= w.high + 1e-9 && w.high - w.low <= gap))
        fail_msg("%s: %.9f is not between %.9f and %.9f", v->game->id, value, w.low, w.high);
    duel_status status = verify_policy(v, w.low, w.high, mix_of_player, p, 100000000, &why);
    if (status != DUEL_OK)
        fail_msg("%s: %s", v->game->id, check_english(&why));
    player_close(p);
}

/* Kuhn: H. W. Kuhn, 1950. Leduc: -0.085606424078, as OpenSpiel's linear programme has it. The
 * tables by hand: see the file. */
TEST(values_are_those_published)
{
    static const struct {
        const char *file, *settings;
        double value;
    } cases[] = {{"kuhn.lua", "", -1.0 / 18},         {"matrix.lua", "game=pennies", 0},
                 {"matrix.lua", "game=scissors", 0},  {"matrix.lua", "game=saddle", 1},
                 {"matrix.lua", "game=dominated", 1}, {"matrix.lua", "game=uneven", 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = example(cases[i].file, cases[i].settings);
        hold_value(&v, "equilibrium", cases[i].value, 1e-6);
    }
    if (check_full()) {
        duel_variant leduc = example("leduc.lua", ""), goofspiel = example("goofspiel.lua", "");
        duel_variant dice = example("liarsdice.lua", "");
        hold_value(&leduc, "equilibrium", -0.085606424078, 1e-6);
        hold_value(&goofspiel, "equilibrium", 0, 1e-6);
        hold_value(&dice, "equilibrium:gap=0.00001", -0.027131, 1e-5);
    }
}

/* ---- what is played in Kuhn's poker ------------------------------------------------------ */

typedef struct wanted {
    machine_player *player;
    const duel_variant *v;
    const char *position;
    double chance[2], worth[2];
    int met;
} wanted;

static bool take_mix(void *to, const strategy_view *met)
{
    wanted *w = to;
    CHECK_BUF(text);
    duel_print(w->v, met->view, &text.sink);
    if (strncmp(text.text, w->position, strlen(w->position)) == 0) {
        assert_true(
            player_mix(w->player, met->seat, met->known, met->count, w->chance, w->worth));
        w->met++;
    }
    return true;
}

/* Second's equilibrium is the only one: a 1 is bet one time in three after a check, and a 2
 * calls one time in three; First bets a 3 three times as often as a 1. */
TEST(kuhn_bluffs_one_time_in_three)
{
    duel_full_solution w;
    duel_variant v = example("kuhn.lua", "");
    machine_player *p = solver_of(&v, "exact", &w);
    wanted bluff = {p, &v, "?1:check/2", {0}, {0}, 0}, call = {p, &v, "?2:bet/2", {0}, {0}, 0};
    wanted one = {p, &v, "1?:/1", {0}, {0}, 0}, three = {p, &v, "3?:/1", {0}, {0}, 0};
    strategy_each_view(&v, false, take_mix, &bluff, NULL);
    strategy_each_view(&v, false, take_mix, &call, NULL);
    strategy_each_view(&v, false, take_mix, &one, NULL);
    strategy_each_view(&v, false, take_mix, &three, NULL);
    assert_int_equal(bluff.met + call.met + one.met + three.met, 4);
    assert_true(fabs(bluff.chance[1] - 1.0 / 3) < 1e-4);
    assert_true(fabs(bluff.worth[0] - bluff.worth[1]) < 1e-4); /* margins: -2 is a coin */
    assert_true(fabs(bluff.worth[0] + 2) < 1e-4);
    assert_true(fabs(call.chance[1] - 1.0 / 3) < 1e-4);
    assert_true(fabs(three.chance[1] - 3 * one.chance[1]) < 1e-3);
    player_close(p);
}

/* ---- the two best replies ---------------------------------------------------------------- */

/* Cards on the Table with two cards a seat is too large to check here: with the last three
 * moves to come it is not. A game of the house, in C, whose views forget. */
static duel_status deals_few(const duel_variant *v, duel_rng *rng, void *state)
{
    duel_status status = DUEL_OK;
    static const char *const text[] = {"7@1-.1@2-/5@1-.2/2:1", "6@1-.1@2-/5@1-.2/2:1",
                                       "6@1-.4@2-/5@1-.3/2:1", "2@1-.1@2-/4@1-.3/2:1",
                                       "7@1-.4@2-/6@1-.3/2:1", "3@1-.7@2-/5@1-.2/2:1"};
    uint32_t n = duel_rng_below(rng, sizeof text / sizeof *text);
    status = duel_read(v, duel_str_of(text[n]), state, NULL);
    return status;
}

/* Two deals, from the beginning: every past of a view is met. */
static duel_status deals_two_pasts(const duel_variant *v, duel_rng *rng, void *state)
{
    static const char *const text[] = {"7.1/5.2/0:0", "4.1/5.2/0:0"};
    return duel_read(v, duel_str_of(text[duel_rng_below(rng, 2)]), state, NULL);
}

TEST(a_game_of_ours_is_confirmed)
{
    duel_full_solution w;
    duel_game g = duel_game_duo;
    duel_variant v = check_variant("duo");
    g.deal = deals_few;
    v.game = &g;
    machine_player *p = solver_of(&v, "equilibrium", &w);
    assert_int_equal(w.deals, 6);
    assert_true(w.high - w.low < 1e-6);
    assert_ok(verify_policy(&v, w.low, w.high, mix_of_player, p, 1000000, NULL));
    player_close(p);
}

/* Asked by a view alone it lays the pasts together, and says what that may cost; asked with the
 * past it loses no more than the bounds are apart. */
TEST(a_view_alone_costs_what_is_told)
{
    duel_full_solution w;
    duel_state dealt, view;
    duel_info_set knowing;
    CHECK_ANSWER(a);
    duel_game g = duel_game_duo;
    duel_variant v = check_variant("duo");
    g.deal = deals_two_pasts;
    v.game = &g;
    machine_player *p = solver_of(&v, "equilibrium", &w);
    duel_rng rng = check_rng(1);
    assert_ok(deals_two_pasts(&v, &rng, &dealt));
    duel_info_set_begin(&v, &dealt, &knowing);
    static const char *const line[] = {"a1-", "1", "a1-", "1", "b2-", "2"};
    for (int i = 0; i < 6; i++) {
        int seat = v.game->turn(&v, &dealt);
        duel_move move = check_read_move(&v, &dealt, line[i]);
        v.game->play(&v, &dealt, move);
        duel_info_set_step(&v, seat, move, &dealt, &knowing);
    }
    duel_view(&v, &dealt, 1, &view);
    duel_think t = {.view = &view, .seat = 1, .seed = 1};
    assert_ok(player_think(p, &t, a, NULL));
    assert_true(a->mixed && a->loss >= -1e-9 && isfinite(a->loss));
    double by_view = a->loss;
    t.known = knowing.seat[1];
    assert_ok(player_think(p, &t, a, NULL));
    assert_true(a->mixed && a->loss <= by_view + 1e-6 && a->loss <= w.high - w.low + 1e-9);
    assert_int_equal(a->plan_count, 2); /* a card and its coins: the whole turn */
    player_close(p);
}

typedef struct falsified {
    player_strategy *strategy;
    const strategy_line *line;
    double moved;
} falsified;

/* The strategy with a part of one mix moved from one move to the next. */
static bool falsified_mix(void *self, const policy_place *at, double chance[])
{
    const falsified *f = self;
    if (!mix_of_strategy(f->strategy, at, chance))
        return false;
    if (f->line->seat == at->seat && f->line->known == at->known) {
        int from = chance[0] >= chance[1] ? 0 : 1;
        double part = chance[from] * f->moved;
        chance[from] -= part;
        chance[1 - from] += part;
    }
    return true;
}

TEST(false_strategies_are_refused)
{
    duel_full_solution w;
    player_strategy s;
    duel_variant v = example("kuhn.lua", "");
    machine_player *p = solver_of(&v, "equilibrium", &w);
    CHECK_BUF(text);
    assert_ok(strategy_write(p, &v, &w, &text.sink, NULL));
    assert_ok(strategy_read(&v, duel_buf_str(&text), &s, NULL));
    assert_int_equal(s.lines, 12);
    assert_ok(verify_policy(&v, s.low, s.high, mix_of_strategy, &s, 1000000, NULL));
    duel_rng rng = check_rng(5);
    for (int i = 0; i < check_sample(30, 1000); i++) {
        duel_msg why = {0};
        falsified f = {&s, &s.line[duel_rng_below(&rng, (uint32_t)s.lines)],
                       0.01 + 0.98 * duel_rng_unit(&rng)};
        if (verify_policy(&v, s.low, s.high, falsified_mix, &f, 1000000, &why) != DUEL_REFUSED)
            fail_msg("line %d, %g moved: not refused", (int)(f.line - s.line), f.moved);
    }
    strategy_fini(&s);
    player_close(p);
}

/* A last line that is right is added to what has none. */
static void expect_bad_strategy(const duel_variant *v, const char *text, const char *sentence)
{
    player_strategy s;
    duel_msg why = {0};
    CHECK_BUF(sealed);
    duel_put(&sealed.sink, text);
    if (strstr(text, "check ") == NULL)
        duel_putf(&sealed.sink, "check %016llx\n",
                  (unsigned long long)strategy_check(duel_str_of(text)));
    assert_int_equal(strategy_read(v, duel_buf_str(&sealed), &s, &why), DUEL_INVALID);
    if (strstr(check_english(&why), sentence) == NULL)
        fail_msg("“%s” is not said of “%s”", sentence, check_english(&why));
}

TEST(a_strategy_that_is_not_one_is_refused)
{
    static const char *const wrong[] = {
        "low 0\nhigh x\n", "high 0\n", "low 0\nhigh 0\n3 0123456789abcdef 1\n",
        "low 0\nhigh 0\n1 0123 1\n", "low 0\nhigh 0\n1 0123456789abcdef -1\n"};
    char text[200];
    duel_variant v = example("kuhn.lua", "");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, "duelliste strategy 2\ngame kuhn.lua %u\nvariant\n%s",
                 v.game->version, wrong[i]);
        expect_bad_strategy(&v, text, "is not understood");
    }
    expect_bad_strategy(&v, "duelliste strategy 2\ngame nim 1\n", "is not understood");
    expect_bad_strategy(&v, "", "is not understood");
    expect_bad_strategy(&v, "duelliste strategy 1\n", "is of format 1");
    expect_bad_strategy(&v, "duelliste strategy 2\ngame kuhn.lua 1\n",
                        "version 1 of the rules");
    expect_bad_strategy(&v, "duelliste strategy 2\ngame kuhn.lua 1\ncheck 0123456789abcdef\n",
                        "is damaged");
}

/* ---- against everybody ------------------------------------------------------------------- */

/* The equilibrium at one seat, at the other somebody who was asked how it plays. */
typedef struct meeting {
    machine_player *equilibrium;
    asked_policy other;
    int seat; /* of the equilibrium */
} meeting;

static bool mix_of_meeting(void *self, const policy_place *at, double chance[])
{
    meeting *m = self;
    if (at->seat == m->seat)
        return mix_of_player(m->equilibrium, at, chance);
    return asked_policy_mix(&m->other, at, chance);
}

/* By exact expectation, over every deal and every move either may make. */
static void hold_against(const duel_variant *v, machine_player *p, double value,
                         const char *spec, int seeds, uint64_t nodes)
{
    duel_msg why = {0};
    double unit = v->traits & DUEL_MARGIN ? 2 : 1;
    for (int seat = 0; seat < 2; seat++) {
        meeting m = {p, {.v = v, .seeds = seeds, .nodes = nodes}, seat};
        double first;
        if (player_open(duel_str_of(spec), v, memory, NULL, &m.other.player, NULL) != DUEL_OK)
            return; /* it does not play this */
        if (reference_expected_value(v, mix_of_meeting, &m, 100000000, &first, &why) != DUEL_OK)
            fail_msg("%s, %s: %s", v->game->id, spec, check_english(&why));
        double more = seat == 0 ? first / unit - value : value - first / unit;
        if (!(more >= -1e-5))
            fail_msg("%s: %s as player %d wins %g", v->game->id, spec, 2 - seat, -more);
        player_close(m.other.player);
        asked_policy_fini(&m.other);
    }
}

static void hold_against_all(const char *file, const char *settings, const char *solver,
                             double value, int seeds, uint64_t nodes)
{
    duel_full_solution w;
    duel_variant v = example(file, settings);
    machine_player *p = solver_of(&v, solver, &w);
    static const char *const made[] = {"expert", "level:1", "level:5", "punisher:level:3",
                                       "punisher:random"};
    for (int i = 0; duel_engines[i]; i++)
        hold_against(&v, p, value, duel_engines[i]->name, seeds, nodes);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        hold_against(&v, p, value, made[i], seeds, nodes);
    player_close(p);
}

TEST(nobody_beats_an_equilibrium)
{
    hold_against_all("kuhn.lua", "", "equilibrium", -1.0 / 18, check_sample(2, 40), 50);
    hold_against_all("matrix.lua", "game=uneven", "equilibrium", 0.5, 2, 50);
    if (check_full()) {
        hold_against_all("matrix.lua", "game=scissors", "equilibrium", 0, 40, 100);
        hold_against_all("matrix.lua", "game=saddle", "equilibrium", 1, 40, 100);
        hold_against_all("leduc.lua", "", "equilibrium", -0.085606424078, 4, 100);
        hold_against_all("goofspiel.lua", "", "equilibrium", 0, 1, 30);
        hold_against_all("liarsdice.lua", "", "equilibrium:gap=0.00001", -0.027131, 1, 20);
    }
}

/* ---- who knows how another plays --------------------------------------------------------- */

typedef struct punishing {
    asked_policy victim, punisher;
    int seat; /* of the punisher */
} punishing;

/* The victim as a punisher knows it: by what it was asked, seed by seed. */
static bool mix_of_victim(void *self, const policy_place *at, double chance[])
{
    asked_policy *h = self;
    bool told;
    duel_think t = {.view = at->view, .seat = at->seat, .known = at->known, .nodes = h->nodes};
    h->status =
        strategy_ask(h->player, &t, h->seeds, at->move, at->count, chance, &told, &h->why);
    return h->status == DUEL_OK;
}

static bool mix_of_punishing(void *self, const policy_place *at, double chance[])
{
    punishing *p = self;
    return at->seat == p->seat ? asked_policy_mix(&p->punisher, at, chance)
                               : mix_of_victim(&p->victim, at, chance);
}

/* It wins as much as the plain best reply finds that one can. */
TEST(a_punisher_wins_what_can_be_won)
{
    static const char *const victims[] = {"random", "level:2", "mcts", "equilibrium"};
    enum { SAME_NODES = 60 };
    duel_variant v = example("kuhn.lua", "");
    for (int i = 0; i < check_sample(2, 4); i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "punisher:%s", victims[i]);
        for (int seat = 0; seat < 2; seat++) {
            punishing p = {{.v = &v, .seeds = STRATEGY_SEEDS, .nodes = SAME_NODES},
                           {.v = &v, .seeds = 1, .nodes = SAME_NODES},
                           seat};
            double most, first;
            assert_ok(
                player_open(duel_str_of(victims[i]), &v, memory, NULL, &p.victim.player, NULL));
            assert_ok(
                player_open(duel_str_of(spec), &v, memory, NULL, &p.punisher.player, NULL));
            assert_ok(reference_best_response(&v, seat, mix_of_victim, &p.victim, 100000, &most,
                                              NULL));
            assert_ok(reference_expected_value(&v, mix_of_punishing, &p, 100000, &first, NULL));
            if (!(fabs((seat == 0 ? first : -first) - most) < 1e-9))
                fail_msg("%s wins %g, not %g", spec, seat == 0 ? first : -first, most);
            player_close(p.victim.player);
            player_close(p.punisher.player);
            asked_policy_fini(&p.victim);
            asked_policy_fini(&p.punisher);
        }
    }
}

TEST(a_punisher_is_told_whom)
{
    duel_variant kuhn = example("kuhn.lua", "");
    machine_player *p = NULL;
    duel_msg why = {0};
    assert_int_equal(player_open(duel_str_of("punisher"), &kuhn, memory, NULL, &p, &why),
                     DUEL_REFUSED);
    assert_string_equal(check_english(&why), "Say whom it is to punish: punisher:SPEC.");
    assert_int_equal(player_open(duel_str_of("punisher:nobody"), &kuhn, memory, NULL, &p, &why),
                     DUEL_INVALID);
    assert_non_null(strstr(check_english(&why), "There is no player “nobody”"));
}

/* ---- what is refused --------------------------------------------------------------------- */

static void expect_refusal(const duel_variant *v, const char *spec, const char *sentence)
{
    machine_player *p = NULL;
    duel_full_solution w;
    duel_msg why = {0};
    duel_think t = {.seconds = 0};
    duel_status status = player_open(duel_str_of(spec), v, memory, NULL, &p, &why);
    if (status == DUEL_OK)
        status = player_solution(p, &t, &w, &why);
    assert_int_equal(status, DUEL_REFUSED);
    assert_string_equal(check_english(&why), sentence);
    player_close(p);
}

static bool each_has_scores_of_its_own(const duel_variant *v, const void *state,
                                       int32_t score[])
{
    if (!duel_game_duo.over(v, state, score))
        return false;
    score[0] *= 2;
    return true;
}

TEST(what_has_no_such_value_is_refused)
{
    duel_variant ergo = check_variant("ergo"), wumpus = check_variant("wumpus");
    duel_variant three = check_variant("ergo players=3"), nim = check_variant("nim");
    duel_variant duo = check_variant("duo"), uneven = duo;
    duel_game g = duel_game_duo;
    expect_refusal(&ergo, "equilibrium",
                   "The deal of ergo draws a number of 64 bits: its deals cannot be listed.");
    expect_refusal(&wumpus, "equilibrium",
                   "Only games of two players have an equilibrium that is found here; this one "
                   "has 1.");
    expect_refusal(&three, "equilibrium",
                   "Only games of two players have an equilibrium that is found here; this one "
                   "has 3.");
    expect_refusal(&nim, "equilibrium",
                   "Nothing is hidden in nim: there is no need to mix moves.");
    expect_refusal(&duo, "equilibrium:ends=1000",
                   "Laid out, the game has more than 1000 ends: too many here.");
    g.over = each_has_scores_of_its_own;
    uneven.game = &g;
    uneven.traits |= DUEL_MARGIN;
    expect_refusal(&uneven, "equilibrium",
                   "The scores add up to 9 in one game and to 7 in another: what one wins is "
                   "not what the other loses.");
}

/* ---- what a seat knows ------------------------------------------------------------------- */

/* Two games of Cards on the Table that come to one view are two things to know. */
TEST(two_pasts_are_two_things_to_know)
{
    static const char *const game[2][6] = {{"a1-", "1", "a1-", "1", "b2-", "2"},
                                           {"b2-", "1", "a1-", "1", "a1-", "2"}};
    duel_variant v = check_variant("duo");
    duel_info_set known[2];
    duel_state after[2];
    for (int i = 0; i < 2; i++) {
        duel_deal(&v, duel_str_of("1"), &after[i]);
        duel_info_set_begin(&v, &after[i], &known[i]);
        for (int ply = 0; ply < 6; ply++) {
            int seat = v.game->turn(&v, &after[i]);
            duel_move move = check_read_move(&v, &after[i], game[i][ply]);
            v.game->play(&v, &after[i], move);
            duel_info_set_step(&v, seat, move, &after[i], &known[i]);
        }
    }
    assert_true(duel_states_equal(&v, &after[0], &after[1]));
    assert_true(known[0].seat[0] != known[1].seat[0]);
    assert_true(known[0].seat[1] != known[1].seat[1]);
}
