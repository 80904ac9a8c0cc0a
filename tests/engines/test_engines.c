/* tests/engines/test_engines.c -- the generic engines: legal whole turns everywhere, the
 * solver's values where the search reaches the end, equal answers to equal calls, and strength
 * enough to beat chance. Seeds are fixed and budgets are counted in nodes, so that a run is the
 * same on every machine. */
#include "core/value.h"
#include "ends.h"
#include "engines/inside.h"
#include "engines/negamax.h"
#include "envelope.h"
#include "maze.h"

#include "check.h"

extern const duel_engine duel_engine_random, duel_engine_greedy, duel_engine_exact,
    duel_engine_alphabeta, duel_engine_mcts;
extern const duel_game duel_game_allumettes, duel_game_chomp, duel_game_connect4,
    duel_game_dodgem, duel_game_duo, duel_game_kayles, duel_game_lgame, duel_game_nim,
    duel_game_template, duel_game_tictactoe;

enum { MEMORY = 512 << 20 };

/* ---- helpers ---------------------------------------------------------------------------- */

static duel_variant variant_of(const duel_game *game, const char *settings)
{
    duel_variant v;
    duel_msg why = {0};
    if (duel_variant_read(game, duel_str_of(settings), &v, &why) != DUEL_OK)
        fail_msg("%s %s: %s", game->id, settings, why.id);
    return v;
}

typedef struct player {
    const duel_engine *engine;
    void *self;
} player;

/* `set` is one option by name and its value, or NULL. */
static player player_of(const duel_engine *e, const duel_variant *v, const char *set,
                        int64_t value)
{
    duel_settings s = {.learned = NULL};
    duel_msg why = {0};
    player p = {e, NULL};
    for (int i = 0; e->options && e->options[i].name; i++) {
        bool meant = set && duel_str_is(duel_str_of(e->options[i].name), set);
        s.option[i] = meant ? value : e->options[i].initial;
    }
    if (e->fits(v, &why) != DUEL_OK || e->open(v, &s, MEMORY, &p.self, &why) != DUEL_OK)
        fail_msg("%s does not play %s: %s", e->name, v->game->id, why.id);
    return p;
}

static void close_player(player *p)
{
    p->engine->close(p->self);
}

static void ask_with(player *p, const duel_think *t, duel_answer *out)
{
    duel_msg why = {0};
    if (p->engine->think(p->self, t, out, &why) != DUEL_OK)
        fail_msg("%s: %s", p->engine->name, why.id ? why.id : "failed without a word");
}

/* Asks for the seat to move, which sees only its view. */
static void ask(player *p, const duel_variant *v, const void *state, uint64_t nodes,
                uint64_t seed, duel_answer *out)
{
    duel_state view;
    int seat = v->game->turn(v, state);
    duel_view(v, state, seat, &view);
    ask_with(p, &(duel_think){.view = &view, .seat = seat, .nodes = nodes, .seed = seed}, out);
}

static void deal(const duel_variant *v, uint64_t seed, duel_state *state)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    assert_ok(duel_deal(v, duel_str_of(text), state));
}

/* A position that is not over, some random moves after a deal. */
static void random_position(const duel_variant *v, uint64_t seed, uint32_t plies,
                            duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_rng rng = check_rng(seed);
    deal(v, seed, state);
    for (uint32_t n = plies ? duel_rng_below(&rng, plies) : 0; n > 0; n--) {
        duel_state before = *state;
        uint32_t count = (uint32_t)v->game->moves(v, state, list);
        v->game->play(v, state, list[duel_rng_below(&rng, count)]);
        if (duel_is_over(v, state)) {
            *state = before;
            return;
        }
    }
}

/* ---- plans ------------------------------------------------------------------------------ */

static const struct {
    const duel_game *game;
    const char *settings;
    uint32_t plies; /* random moves before the question, at most */
} every_game[] = {
    {&duel_game_allumettes, "", 8},
    {&duel_game_allumettes, "matches=2500", 8},
    {&duel_game_chomp, "", 8},
    {&duel_game_connect4, "", 36},
    {&duel_game_connect4, "width=8 height=8", 50},
    {&duel_game_dodgem, "", 30},
    {&duel_game_duo, "", 10},
    {&duel_game_kayles, "", 8},
    {&duel_game_lgame, "", 10},
    {&duel_game_nim, "", 8},
    {&duel_game_template, "", 8},
    {&duel_game_tictactoe, "", 8},
    {&duel_game_ends, "seats=1", 8},
    {&duel_game_ends, "seats=2 each=3", 8},
    {&duel_game_ends, "seats=3 each=2", 8},
    {&duel_game_ends, "seats=4", 8},
};
enum { GAMES = sizeof every_game / sizeof *every_game };

static const duel_engine *const every_engine[] = {&duel_engine_random, &duel_engine_greedy,
                                                  &duel_engine_alphabeta, &duel_engine_mcts};
enum { ENGINES = sizeof every_engine / sizeof *every_engine };

/* Plays the plan on the true state, where every move must be legal. */
static void check_plan(const duel_variant *v, const duel_answer *a, duel_state *state)
{
    int seat = v->game->turn(v, state);
    assert_in_range(a->plan_count, 1, DUEL_PLAN);
    assert_in_range(a->line_count, a->plan_count, DUEL_LINE);
    assert_memory_equal(a->line, a->plan, (size_t)a->plan_count * sizeof *a->plan);
    for (int i = 0; i < a->plan_count; i++) {
        assert_int_equal(v->game->turn(v, state), seat);
        assert_true(duel_legal(v, state, a->plan[i]));
        v->game->play(v, state, a->plan[i]);
    }
}

/* The turn is over, unless the player is alone. */
static void check_whole(const duel_variant *v, const duel_state *after, int seat)
{
    if (v->seats > 1 && !duel_is_over(v, after))
        assert_int_not_equal(v->game->turn(v, after), seat);
}

static void check_line(const duel_variant *v, const duel_answer *a, duel_state state)
{
    for (int i = 0; i < a->line_count; i++) {
        assert_true(duel_legal(v, &state, a->line[i]));
        v->game->play(v, &state, a->line[i]);
    }
}

static void check_plans(const duel_engine *e, const duel_variant *v, uint32_t plies,
                        duel_answer *a)
{
    player p = player_of(e, v, NULL, 0);
    uint64_t rounds = check_full() ? 1000 : 200;
    for (uint64_t i = 0; i < rounds; i++) {
        duel_state state;
        random_position(v, i, plies, &state);
        int seat = v->game->turn(v, &state);
        ask(&p, v, &state, i % 4 ? 40 : 5, i, a);
        if (!duel_has_secrets(v))
            check_line(v, a, state);
        check_plan(v, a, &state);
        check_whole(v, &state, seat);
    }
    close_player(&p);
}

TEST(test_plans_are_legal_turns)
{
    CHECK_ANSWER(a);
    for (size_t g = 0; g < GAMES; g++) {
        duel_variant v = variant_of(every_game[g].game, every_game[g].settings);
        for (size_t e = 0; e < ENGINES; e++)
            if (every_engine[e]->fits(&v, NULL) == DUEL_OK)
                check_plans(every_engine[e], &v, every_game[g].plies, a);
    }
}

TEST(test_stopped_before_it_began)
{
    CHECK_ANSWER(a);
    atomic_bool stop = true;
    for (size_t g = 0; g < GAMES; g++) {
        duel_variant v = variant_of(every_game[g].game, every_game[g].settings);
        for (size_t e = 0; e < ENGINES; e++) {
            if (every_engine[e]->fits(&v, NULL) != DUEL_OK)
                continue;
            player p = player_of(every_engine[e], &v, NULL, 0);
            duel_state state, view;
            random_position(&v, g, every_game[g].plies, &state);
            int seat = v.game->turn(&v, &state);
            duel_view(&v, &state, seat, &view);
            ask_with(&p, &(duel_think){.view = &view, .seat = seat, .stop = &stop}, a);
            check_plan(&v, a, &state);
            assert_false(a->proved);
            close_player(&p);
        }
    }
}

TEST(test_an_ended_game_has_no_plan)
{
    duel_variant v = variant_of(&duel_game_tictactoe, "");
    CHECK_ANSWER(a);
    duel_state state = check_state(&v, "XXXOO....");
    for (size_t e = 0; e < ENGINES; e++) {
        player p = player_of(every_engine[e], &v, NULL, 0);
        ask(&p, &v, &state, 100, 1, a);
        assert_int_equal(a->plan_count, 0);
        close_player(&p);
    }
}

/* What a coin under the envelope will show is not known: four guesses agree once in eight
 * times. Where there is one face only, they always do. */
TEST(test_a_plan_ends_where_guesses_differ)
{
    static const struct {
        const char *settings;
        int least, most; /* of 1600 plans, those that go on */
    } cases[] = {{"faces=1", 1600, 1600}, {"faces=2", 150, 250}, {"faces=1000000", 0, 0}};
    CHECK_ANSWER(a);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_variant v = variant_of(&duel_game_envelope, cases[i].settings);
        player p = player_of(&duel_engine_random, &v, NULL, 0);
        int longer = 0;
        for (uint64_t seed = 0; seed < 1600; seed++) {
            duel_state state;
            deal(&v, seed, &state);
            ask(&p, &v, &state, 0, seed, a);
            longer += a->plan_count == 2;
        }
        assert_in_range(longer, cases[i].least, cases[i].most);
        close_player(&p);
    }
}

/* ---- alphabeta and the solver ------------------------------------------------------------ */

static const struct {
    const duel_game *game;
    const char *settings;
    uint32_t plies;
    int rounds;
} solved[] = {
    {&duel_game_tictactoe, "", 6, 60},
    {&duel_game_connect4, "width=4 height=4", 10, 40},
    {&duel_game_connect4, "width=5 height=3", 8, 20},
    {&duel_game_allumettes, "matches=21", 6, 20},
    {&duel_game_allumettes, "matches=15 misere=yes", 6, 20},
    {&duel_game_nim, "matches=14", 6, 20},
    {&duel_game_template, "", 4, 10},
    {&duel_game_kayles, "pins=8", 3, 10},
    {&duel_game_chomp, "rows=3 cols=4", 3, 10},
    {&duel_game_ends, "seats=2", 5, 40},
    {&duel_game_ends, "seats=2 each=2", 5, 40},
    {&duel_game_ends, "seats=1", 5, 20},
};

/* Ties are given without their remoteness. */
static void check_result(const duel_result *found, const duel_result *right)
{
    assert_int_equal(found->value, right->value);
    assert_int_equal(found->score, right->score);
    assert_int_equal(found->remoteness, right->value == DUEL_TIE && right->remoteness
                                            ? DUEL_NO_REMOTENESS
                                            : right->remoteness);
}

static const duel_move_value *rating(const duel_answer *a, duel_move move)
{
    for (int i = 0; i < a->rated_count; i++)
        if (a->rated[i].move == move)
            return &a->rated[i];
    fail_msg("a legal move has no rating");
    abort();
}

static void check_ratings(const duel_answer *found, const duel_answer *right)
{
    assert_int_equal(found->rated_count, right->rated_count);
    for (int i = 0; i < right->rated_count; i++)
        check_result(&rating(found, right->rated[i].move)->result, &right->rated[i].result);
}

static void check_solved(const duel_variant *v, uint32_t plies, int rounds)
{
    CHECK_ANSWER(right);
    CHECK_ANSWER(found);
    player exact = player_of(&duel_engine_exact, v, NULL, 0);
    player search = player_of(&duel_engine_alphabeta, v, NULL, 0);
    for (int i = 0; i < (check_full() ? 5 * rounds : rounds); i++) {
        duel_state state;
        random_position(v, (uint64_t)i, plies, &state);
        duel_think t = {.view = &state, .seat = v->game->turn(v, &state), .seconds = 60};
        ask_with(&exact, &t, right);
        ask_with(&search, &t, found);
        assert_true(found->proved);
        check_result(&found->result, &right->result);
        assert_false(value_better(&right->result, &rating(right, found->plan[0])->result) &&
                     right->result.value != DUEL_TIE);
        t.every_move = true;
        ask_with(&search, &t, found);
        check_result(&found->result, &right->result);
        check_ratings(found, right);
    }
    close_player(&search);
    close_player(&exact);
}

TEST(test_searched_to_the_end)
{
    for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
        duel_variant v = variant_of(solved[i].game, solved[i].settings);
        check_solved(&v, solved[i].plies, solved[i].rounds);
    }
}

/* Wherever the nodes run out, what is called proved is so. */
static void check_proofs_of_a_part(const duel_variant *v, uint32_t plies)
{
    CHECK_ANSWER(right);
    CHECK_ANSWER(found);
    player exact = player_of(&duel_engine_exact, v, NULL, 0);
    player search = player_of(&duel_engine_alphabeta, v, NULL, 0);
    for (uint64_t i = 0; i < (check_full() ? 2000 : 300); i++) {
        duel_state state;
        random_position(v, i, plies, &state);
        duel_think t = {.view = &state, .seat = v->game->turn(v, &state), .seconds = 60};
        ask_with(&exact, &t, right);
        t.nodes = 10 + i * i % 397;
        t.every_move = i % 3 == 0;
        ask_with(&search, &t, found);
        if (found->proved && found->result.remoteness != DUEL_NO_REMOTENESS)
            check_result(&found->result, &right->result);
        if (found->proved)
            assert_int_equal(found->result.value, right->result.value);
        for (int k = 0; k < found->rated_count; k++) {
            const duel_result *r = &found->rated[k].result;
            if (r->value && r->remoteness != DUEL_NO_REMOTENESS)
                check_result(r, &rating(right, found->rated[k].move)->result);
        }
    }
    close_player(&search);
    close_player(&exact);
}

TEST(test_proofs_of_a_part)
{
    for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
        duel_variant v = variant_of(solved[i].game, solved[i].settings);
        check_proofs_of_a_part(&v, solved[i].plies);
    }
}

/* What one question left in the table answers the next: here from the end of the walk to its
 * beginning, by some steps at a time, so that long wins are known from the table before short
 * ones are searched. */
static void check_walk_backwards(const duel_variant *v, int32_t seat, int32_t step)
{
    CHECK_ANSWER(right);
    CHECK_ANSWER(found);
    player exact = player_of(&duel_engine_exact, v, NULL, 0);
    player search = player_of(&duel_engine_alphabeta, v, "hash", 1);
    for (int32_t room = MAZE_ROOMS - 1; room >= 0; room -= step) {
        duel_state state = {.aligned = 0};
        maze at = {room, seat};
        memcpy(&state, &at, sizeof at);
        duel_think t = {.view = &state, .seat = seat, .seconds = 60};
        ask_with(&exact, &t, right);
        ask_with(&search, &t, found);
        assert_true(found->proved);
        check_result(&found->result, &right->result);
    }
    close_player(&search);
    close_player(&exact);
}

TEST(test_the_table_keeps_facts)
{
    for (int number = 1; number <= (check_full() ? 2000 : 100); number++) {
        char settings[32];
        snprintf(settings, sizeof settings, "maze=%d loops=no", number);
        duel_variant v = variant_of(&duel_game_maze, settings);
        for (int32_t step = 1; step <= 8; step++)
            check_walk_backwards(&v, number % 2, step);
    }
}

/* In games that loop, what the search calls proved is so. Returns how often it did. */
static int check_loopy(const duel_game *game, const char *settings, uint64_t nodes)
{
    duel_variant v = variant_of(game, settings);
    CHECK_ANSWER(right);
    CHECK_ANSWER(found);
    player exact = player_of(&duel_engine_exact, &v, NULL, 0);
    player search = player_of(&duel_engine_alphabeta, &v, NULL, 0);
    int proved = 0;
    duel_state state = check_dealt(&v, 1);
    ask(&exact, &v, &state, 0, 1, right); /* solves all below the start at once */
    for (uint64_t i = 0; i < (check_full() ? 400 : 60); i++) {
        random_position(&v, i, 30, &state);
        ask(&search, &v, &state, nodes, i, found);
        if (!found->proved)
            continue;
        ask(&exact, &v, &state, 0, 1, right);
        assert_int_equal(found->result.value, right->result.value);
        assert_int_equal(rating(right, found->plan[0])->result.value, right->result.value);
        proved++;
    }
    close_player(&search);
    close_player(&exact);
    return proved;
}

TEST(test_loops)
{
    int proved = 0;
    assert_true(check_loopy(&duel_game_dodgem, "", 3000) >= 15);
    if (check_full())
        assert_true(check_loopy(&duel_game_lgame, "", 20000) >= 5);
    for (int number = 1; number <= 20; number++) {
        char settings[24];
        snprintf(settings, sizeof settings, "maze=%d", number);
        proved += check_loopy(&duel_game_maze, settings, 200);
    }
    assert_true(proved >= 300);
}

/* The worth of `state` for `me` if all others play against it. */
static int32_t paranoid(const duel_variant *v, const duel_state *state, int me)
{
    int32_t score[DUEL_SEATS], best = 0;
    duel_move list[2];
    if (v->game->over(v, state, score))
        return duel_margin(v, score, me);
    int count = v->game->moves(v, state, list);
    bool own = v->game->turn(v, state) == me;
    for (int i = 0; i < count; i++) {
        duel_state child = *state;
        v->game->play(v, &child, list[i]);
        int32_t worth = paranoid(v, &child, me);
        if (i == 0 || (own ? worth > best : worth < best))
            best = worth;
    }
    return best;
}

/* The margin an estimate of alphabeta tells, when everything was searched: the game always
 * ends when the row is empty. */
static int32_t margin_of(int32_t estimate, const duel_state *state)
{
    const ends *s = (const ends *)state;
    int32_t plies = s->last - s->first + 1;
    return estimate > 0   ? estimate - PLAN_WON + plies
           : estimate < 0 ? estimate + PLAN_WON - plies
                          : 0;
}

static void check_paranoid(player *p, const duel_variant *v, uint64_t seed, duel_answer *a)
{
    duel_state state;
    random_position(v, seed, 4, &state);
    int me = v->game->turn(v, &state);
    ask(p, v, &state, 0, seed, a);
    int32_t right = paranoid(v, &state, me);
    assert_int_equal(margin_of(a->estimate, &state), right);
    assert_int_equal(a->proved, right > 0); /* no loss is sure where nobody plots */
    v->game->play(v, &state, a->plan[0]);
    assert_int_equal(paranoid(v, &state, me), right);
}

TEST(test_many_seats_are_paranoid)
{
    static const char *const settings[] = {"seats=3", "seats=4", "seats=3 each=2"};
    CHECK_ANSWER(a);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        duel_variant v = variant_of(&duel_game_ends, settings[k]);
        player p = player_of(&duel_engine_alphabeta, &v, NULL, 0);
        for (uint64_t seed = 0; seed < 20; seed++)
            check_paranoid(&p, &v, seed, a);
        close_player(&p);
    }
}

TEST(test_depth_and_nodes_are_limits)
{
    duel_variant v = variant_of(&duel_game_connect4, "");
    CHECK_ANSWER(a);
    duel_state state = check_dealt(&v, 1);
    for (int depth = 1; depth <= 5; depth++) {
        player p = player_of(&duel_engine_alphabeta, &v, "depth", depth);
        ask(&p, &v, &state, 0, 1, a);
        assert_int_equal(a->depth, depth);
        close_player(&p);
    }
    player p = player_of(&duel_engine_alphabeta, &v, "nodes", 777);
    ask(&p, &v, &state, 0, 1, a);
    assert_in_range(a->nodes, 700, 777);
    ask(&p, &v, &state, 333, 1, a);
    assert_in_range(a->nodes, 300, 333);
    close_player(&p);
    p = player_of(&duel_engine_mcts, &v, "iterations", 555);
    ask(&p, &v, &state, 0, 1, a);
    assert_int_equal(a->nodes, 555);
    close_player(&p);
}

/* A game longer than the search has room for is searched as deep as there is; of a line longer
 * than an answer, as much is told. */
TEST(test_a_line_longer_than_its_room)
{
    duel_variant v = variant_of(&duel_game_allumettes, "matches=200 max=2");
    CHECK_ANSWER(a);
    duel_state state = check_dealt(&v, 1);
    player p = player_of(&duel_engine_alphabeta, &v, NULL, 0);
    ask(&p, &v, &state, 2000000, 1, a);
    assert_int_equal(a->depth, NEGAMAX_PLIES);
    assert_int_equal(a->line_count, DUEL_LINE);
    check_line(&v, a, state);
    close_player(&p);
}

/* A search that finds a fact in its table is cut short, and so is its line: it goes on in the
 * table, to the end of the game where that was seen. */
TEST(test_a_line_goes_on_in_the_table)
{
    duel_variant v = variant_of(&duel_game_tictactoe, "");
    CHECK_ANSWER(a);
    player p = player_of(&duel_engine_alphabeta, &v, NULL, 0);
    for (uint64_t seed = 0; seed < 20; seed++) {
        duel_state state;
        random_position(&v, seed, 5, &state);
        ask(&p, &v, &state, 0, seed, a);
        check_line(&v, a, state);
        for (int i = 0; i < a->line_count; i++)
            v.game->play(&v, &state, a->line[i]);
        assert_true(duel_is_over(&v, &state));
    }
    close_player(&p);
}

/* Where there is one move only, each playing out sees one move farther than the one before; the
 * one that comes to the end proves it all. */
TEST(test_each_playing_out_goes_a_step_farther)
{
    enum { MATCHES = 12 };
    duel_variant v = variant_of(&duel_game_allumettes, "matches=12 max=1");
    CHECK_ANSWER(a);
    duel_state state = check_dealt(&v, 1);
    player p = player_of(&duel_engine_mcts, &v, NULL, 0);
    ask(&p, &v, &state, 100, 1, a);
    assert_true(a->proved);
    assert_int_equal(a->nodes, MATCHES);
    close_player(&p);
}

TEST(test_time_is_a_limit)
{
    static const duel_engine *const timed[] = {&duel_engine_alphabeta, &duel_engine_mcts};
    duel_variant v = variant_of(&duel_game_connect4, "");
    CHECK_ANSWER(a);
    duel_state state = check_dealt(&v, 1);
    for (int i = 0; i < 2; i++) {
        player p = player_of(timed[i], &v, "seconds", 50000);
        ask(&p, &v, &state, 0, 1, a);
        assert_true(a->seconds >=
                    0.04); /* and it ends, which takes as long as the machine is busy */
        close_player(&p);
        p = player_of(timed[i], &v, NULL, 0);
        ask(&p, &v, &state, 0, 1, a); /* nobody set a limit: a second */
        assert_true(a->seconds >= 0.9);
        close_player(&p);
    }
}

TEST(test_secrets_are_refused)
{
    duel_variant v = variant_of(&duel_game_duo, "");
    duel_msg why = {0};
    assert_int_equal(duel_engine_alphabeta.fits(&v, &why), DUEL_REFUSED);
    assert_non_null(why.id);
    duel_game mute = duel_game_duo;
    mute.guess = NULL;
    v.game = &mute;
    assert_int_equal(duel_engine_mcts.fits(&v, NULL), DUEL_REFUSED);
    assert_int_equal(duel_engine_greedy.fits(&v, NULL), DUEL_REFUSED);
    assert_ok(duel_engine_random.fits(&v, NULL));
}

/* ---- equal calls ------------------------------------------------------------------------- */

static void check_equal_answers(const duel_engine *e, const duel_variant *v, uint32_t plies)
{
    CHECK_ANSWER(one);
    CHECK_ANSWER(two);
    player p = player_of(e, v, NULL, 0), q = player_of(e, v, NULL, 0);
    for (uint64_t i = 0; i < 12; i++) {
        duel_state state;
        random_position(v, i, plies, &state);
        ask(&p, v, &state, 150, i, one);
        ask(&q, v, &state, 150, i, two);
        one->seconds = two->seconds = 0;
        assert_memory_equal(one, two, sizeof *one);
        ask(&p, v, &state, 150, i, one); /* the same instance again */
        one->seconds = 0;
        assert_memory_equal(one, two, sizeof *one);
    }
    close_player(&p);
    close_player(&q);
}

TEST(test_equal_calls_give_equal_answers)
{
    for (size_t g = 0; g < GAMES; g++) {
        duel_variant v = variant_of(every_game[g].game, every_game[g].settings);
        for (size_t e = 0; e < ENGINES; e++)
            if (every_engine[e]->fits(&v, NULL) == DUEL_OK)
                check_equal_answers(every_engine[e], &v, every_game[g].plies);
    }
}

/* Deals that one seat cannot tell apart get the same plan: the rest never reaches an engine. */
TEST(test_what_is_hidden_plays_no_part)
{
    duel_variant v = variant_of(&duel_game_duo, "");
    CHECK_ANSWER(one);
    CHECK_ANSWER(two);
    int pairs = 0;
    player p = player_of(&duel_engine_mcts, &v, NULL, 0);
    duel_state a, b, view_a, view_b;
    for (uint64_t i = 0; i < 40; i++)
        for (uint64_t j = i + 1; j < 200; j++) {
            deal(&v, i, &a);
            deal(&v, j, &b);
            duel_view(&v, &a, 0, &view_a);
            duel_view(&v, &b, 0, &view_b);
            if (duel_states_equal(&v, &a, &b) || !duel_states_equal(&v, &view_a, &view_b))
                continue;
            ask(&p, &v, &a, 200, 7, one);
            ask(&p, &v, &b, 200, 7, two);
            assert_int_equal(one->plan_count, two->plan_count);
            assert_memory_equal(one->plan, two->plan, sizeof one->plan);
            pairs++;
        }
    assert_true(pairs >= 20);
    close_player(&p);
}

/* ---- strength ---------------------------------------------------------------------------- */

typedef struct side {
    const duel_engine *engine;
    uint64_t nodes;
} side;

/* The first side's share of the points over `games`, seats in turn. */
static double share_of_points(const duel_variant *v, side one, side two, int games)
{
    CHECK_ANSWER(a);
    player p[2] = {player_of(one.engine, v, NULL, 0), player_of(two.engine, v, NULL, 0)};
    uint64_t nodes[2] = {one.nodes, two.nodes};
    double points = 0;
    for (int game = 0; game < games; game++) {
        duel_state state;
        int32_t score[DUEL_SEATS];
        int swap = game & 1;
        deal(v, (uint64_t)game / 2, &state);
        for (uint64_t ply = 0; !v->game->over(v, &state, score); ply++) {
            int who = v->game->turn(v, &state) ^ swap;
            ask(&p[who], v, &state, nodes[who], (uint64_t)game * 1000 + ply, a);
            check_plan(v, a, &state);
        }
        points += duel_share(v, score, swap);
    }
    close_player(&p[0]);
    close_player(&p[1]);
    return points / games;
}

static const side chance = {&duel_engine_random, 1};

TEST(test_strength)
{
    static const struct {
        const duel_game *game;
        const char *settings;
        side better, worse;
        int games;
        double least; /* share of the points, well below what was found (DUEL_SHOW) */
    } contests[] = {
        {&duel_game_connect4, "width=5 height=4", {&duel_engine_mcts, 300}, chance, 60, 0.80},
        {&duel_game_connect4, "", {&duel_engine_greedy, 1}, chance, 60, 0.75},
        {&duel_game_connect4,
         "",
         {&duel_engine_alphabeta, 5000},
         {&duel_engine_greedy, 1},
         40,
         0.75},
        {&duel_game_connect4, "", {&duel_engine_mcts, 400}, {&duel_engine_mcts, 40}, 40, 0.65},
        {&duel_game_duo, "", {&duel_engine_mcts, 300}, chance, 200, 0.65},
        {&duel_game_duo, "", {&duel_engine_greedy, 1}, chance, 200, 0.55},
        {&duel_game_ends, "each=2", {&duel_engine_mcts, 300}, chance, 60, 0.65},
        {&duel_game_dodgem, "", {&duel_engine_mcts, 300}, chance, 40, 0.80},
    };
    for (size_t i = 0; i < sizeof contests / sizeof *contests; i++) {
        duel_variant v = variant_of(contests[i].game, contests[i].settings);
        double share =
            share_of_points(&v, contests[i].better, contests[i].worse, contests[i].games);
        if (getenv("DUEL_SHOW"))
            printf("%s %s: %s scores %.3f against %s\n", v.game->id, contests[i].settings,
                   contests[i].better.engine->name, share, contests[i].worse.engine->name);
        if (share < contests[i].least)
            fail_msg("%s %s: %s scores %.3f against %s", v.game->id, contests[i].settings,
                     contests[i].better.engine->name, share, contests[i].worse.engine->name);
    }
}

/* X to move has a win at once, or must stop one. */
TEST(test_wins_and_threats_are_seen)
{
    static const struct {
        const char *position, *move;
        bool reply; /* it takes a look at the other's reply */
    } cases[] = {
        {"XX.OO....", "c3", false}, {"X.XOO....", "b3", false}, {"X...X.OO.", "c1", false},
        {"OO.X...X.", "c3", true},  {"O..O.X.X.", "a1", true},
    };
    duel_variant v = variant_of(&duel_game_tictactoe, "");
    CHECK_ANSWER(a);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        duel_state state = check_state(&v, cases[i].position);
        duel_move right = check_read_move(&v, &state, cases[i].move);
        for (size_t e = cases[i].reply ? 2 : 1; e < ENGINES; e++) {
            player p = player_of(every_engine[e], &v, NULL, 0);
            ask(&p, &v, &state, 500, i, a);
            assert_int_equal(a->plan[0], right);
            close_player(&p);
        }
    }
}

/* What mcts calls proved agrees with the solver. */
TEST(test_mcts_proofs)
{
    duel_variant v = variant_of(&duel_game_connect4, "width=4 height=4");
    CHECK_ANSWER(right);
    CHECK_ANSWER(found);
    player exact = player_of(&duel_engine_exact, &v, NULL, 0);
    player p = player_of(&duel_engine_mcts, &v, NULL, 0);
    int proved = 0;
    for (uint64_t i = 0; i < 200; i++) {
        duel_state state;
        random_position(&v, i, 12, &state);
        ask(&exact, &v, &state, 0, 1, right);
        ask(&p, &v, &state, 2000, i, found);
        for (int k = 0; k < found->rated_count; k++)
            if (found->rated[k].result.value)
                assert_int_equal(found->rated[k].result.value,
                                 rating(right, found->rated[k].move)->result.value);
        if (found->proved)
            assert_int_equal(found->result.value, right->result.value);
        proved += found->proved;
    }
    assert_true(proved >= 50);
    close_player(&p);
    close_player(&exact);
}

/* No move is given up for good, with secrets or without. */
TEST(test_mcts_tries_everything)
{
    static const duel_game *const games[] = {&duel_game_duo, &duel_game_connect4};
    CHECK_ANSWER(a);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        duel_variant v = variant_of(games[g], "");
        player p = player_of(&duel_engine_mcts, &v, NULL, 0);
        for (uint64_t i = 0; i < 10; i++) {
            duel_state state;
            uint64_t visits = 0;
            deal(&v, i, &state);
            ask(&p, &v, &state, 2000, i, a);
            for (int k = 0; k < a->rated_count; k++) {
                assert_true(a->rated[k].visits >= 10);
                visits += a->rated[k].visits;
            }
            assert_in_range(visits, 1500, 2000); /* the rest may go into the turn's next move */
        }
        close_player(&p);
    }
}

/* Every move of an open board is as likely as any other: 3000 draws, 333 expected of each. */
TEST(test_random_is_even)
{
    duel_variant v = variant_of(&duel_game_tictactoe, "");
    CHECK_ANSWER(a);
    int count[9] = {0};
    duel_state state = check_dealt(&v, 1);
    player p = player_of(&duel_engine_random, &v, NULL, 0);
    for (uint64_t seed = 0; seed < 3000; seed++) {
        ask(&p, &v, &state, 0, seed, a);
        count[a->plan[0]]++;
    }
    for (int i = 0; i < 9; i++)
        assert_in_range(count[i], 250, 420);
    close_player(&p);
}
