/* tests/engines/test_exact.c -- the solver against public figures and against the plainest
 * solver there is. */
#include "check.h"

#include "core/engine.h"
#include "core/fault_guard.h"
#include "core/value.h"
#include "lab/reference_solver.h"
#include "maze.h"

#include <pthread.h>

extern const duel_engine duel_engine_exact;

typedef struct solved {
    duel_answer *a;
    void *self;
    duel_status status;
} solved;

static solved solve(const duel_variant *v, const void *state, int threads, bool count,
                    size_t memory)
{
    solved s = {.a = malloc(sizeof *s.a)};
    duel_settings settings = {.option = {1}};
    duel_msg why = {0};
    duel_think t = {.view = state,
                    .seat = v->game->turn(v, state),
                    .threads = threads,
                    .count = count,
                    .every_move = true};
    assert_ok(duel_engine_exact.open(v, &settings, memory, &s.self, &why));
    s.status = duel_engine_exact.think(s.self, &t, s.a, &why);
    return s;
}

static void done(solved *s)
{
    duel_engine_exact.close(s->self);
    free(s->a);
}

static duel_result value_of(const char *variant, const char *position)
{
    duel_variant v = check_variant(variant);
    duel_state state;
    if (position)
        check_position(&v, position, &state);
    else
        duel_deal(&v, duel_str_of("1"), &state);
    solved s = solve(&v, &state, 1, false, (size_t)1 << 30);
    assert_ok(s.status);
    duel_result r = s.a->result;
    done(&s);
    return r;
}

/* ---- the games of 1995 ------------------------------------------------------------------ */

/* The spec's table: lost when n = 0 mod 4; n = 1 mod 4 after a 1; n = 3 mod 4 after a 3. */
static bool nim_lost(int n, int last)
{
    return n % 4 == 0 || (n % 4 == 1 && last == 1) || (n % 4 == 3 && last == 3);
}

TEST(nim_is_the_table_of_the_spec)
{
    for (int n = 1; n <= 60; n++) {
        for (int last = 0; last <= 3; last++) {
            char variant[32], position[32];
            snprintf(variant, sizeof variant, "nim matches=%d", n);
            snprintf(position, sizeof position, "%d-%d", n, last);
            duel_value expected = nim_lost(n, last) ? DUEL_LOSS : DUEL_WIN;
            assert_int_equal(value_of(variant, position).value, expected);
        }
    }
}

TEST(nim_misere_is_lost_at_1_mod_4)
{
    for (int n = 1; n <= 40; n++) {
        char variant[48];
        snprintf(variant, sizeof variant, "nim matches=%d misere=yes", n);
        assert_int_equal(value_of(variant, NULL).value, n % 4 == 1 ? DUEL_LOSS : DUEL_WIN);
    }
}

/* Periods of the whole table (all last numbers) for the largest number K, with pre-period. */
TEST(nim_with_other_maxima_is_periodic)
{
    static const struct {
        int most, period, before;
    } cases[] = {{2, 3, 0},  {3, 4, 0},  {4, 10, 0}, {5, 13, 9},
                 {6, 28, 0}, {7, 25, 0}, {8, 27, 0}};
    enum { FAR = 90 };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        static bool lost[FAR + 1][9];
        char variant[48];
        snprintf(variant, sizeof variant, "nim matches=%d max=%d", FAR, cases[c].most);
        for (int n = 0; n <= FAR; n++) {
            for (int last = 0; last <= cases[c].most; last++) {
                char position[16];
                snprintf(position, sizeof position, "%d-%d", n, last);
                lost[n][last] = value_of(variant, position).value == DUEL_LOSS;
            }
        }
        int last_difference = -1;
        for (int n = 0; n + cases[c].period <= FAR; n++)
            if (memcmp(lost[n], lost[n + cases[c].period], (size_t)cases[c].most + 1) != 0)
                last_difference = n;
        assert_int_equal(last_difference + 1, cases[c].before);
    }
}

TEST(subtraction_games_are_periodic)
{
    static const struct {
        const char *set;
        int period;
    } cases[] = {{"1,2", 3}, {"1,2,3", 4}, {"1,2,3,4", 5},  {"1,3,4", 7},
                 {"2,3", 5}, {"2,3,5", 7}, {"1,4,9,16", 5}, {"1,3,9", 2}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        uint32_t nimber[61];
        char variant[64];
        snprintf(variant, sizeof variant, "allumettes matches=60 take=%s", cases[c].set);
        for (int n = 0; n <= 60; n++) {
            char position[16];
            snprintf(position, sizeof position, "%d", n);
            nimber[n] = value_of(variant, position).nimber;
        }
        for (int n = 0; n + cases[c].period <= 60; n++)
            assert_int_equal(nimber[n], nimber[n + cases[c].period]);
    }
}

TEST(a_million_matches_are_searched)
{
    duel_result even = value_of("allumettes matches=1000000", NULL);
    assert_int_equal(even.value, DUEL_LOSS);
    assert_int_equal(even.remoteness, 500000);
    duel_variant v = check_variant("allumettes matches=1000001");
    duel_state position = check_dealt(&v, 1);
    solved s = solve(&v, &position, 1, false, (size_t)2 << 30);
    assert_int_equal(s.a->result.value, DUEL_WIN);
    assert_int_equal(s.a->plan[0], 1);
    assert_false(s.a->formula);
    assert_int_equal(s.a->nodes, 1000001);
    done(&s);
}

TEST(a_thousand_million_by_formula)
{
    duel_variant v = check_variant("allumettes matches=1000000000");
    duel_state position = check_dealt(&v, 1);
    solved s = solve(&v, &position, 1, false, (size_t)1 << 30);
    assert_true(s.a->formula);
    assert_int_equal(s.a->result.value, DUEL_LOSS);
    assert_int_equal(s.a->nodes, 0);
    done(&s);
}

/* ---- counts ----------------------------------------------------------------------------- */

TEST(counts_are_the_public_ones)
{
    static const struct {
        const char *variant;
        uint64_t win, loss, tie, draw;
        duel_value value;
        bool large; /* only in a full run */
    } cases[] = {{"tictactoe", 2836, 1574, 1068, 0, DUEL_TIE, false},
                 {"nim matches=19", 0, 0, 0, 0, DUEL_WIN, false},
                 {"connect4 width=4 height=4", 38675, 32234, 90120, 0, DUEL_TIE, false},
                 {"dodgem", 1123, 840, 0, 0, DUEL_WIN, false},
                 {"lgame", 32192, 928, 0, 40352, DUEL_DRAW, false},
                 {"morris", 2997, 1185, 0, 1208, DUEL_WIN, false},
                 {"chomp rows=4 cols=7 poison=left", 299, 30, 0, 0, DUEL_WIN, false},
                 {"connect4 width=5 height=4", 1390516, 1251559, 1303636, 0, DUEL_TIE, true}};
    static const uint64_t totals[] = {5478, 53, 161029, 1963, 73472, 5390, 329, 3945711};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].large && !check_full())
            continue;
        for (int threads = 1; threads <= 2; threads++) {
            duel_variant v = check_variant(cases[i].variant);
            duel_state position = check_dealt(&v, 1);
            solved s = solve(&v, &position, threads, true, (size_t)4 << 30);
            const uint64_t *c = s.a->counts;
            assert_ok(s.status);
            assert_int_equal(s.a->result.value, cases[i].value);
            assert_int_equal(c[DUEL_WIN] + c[DUEL_LOSS] + c[DUEL_TIE] + c[DUEL_DRAW],
                             totals[i]);
            if (cases[i].win) {
                assert_int_equal(c[DUEL_WIN], cases[i].win);
                assert_int_equal(c[DUEL_LOSS], cases[i].loss);
                assert_int_equal(c[DUEL_TIE], cases[i].tie);
                assert_int_equal(c[DUEL_DRAW], cases[i].draw);
            }
            done(&s);
        }
    }
}

TEST(tictactoe_is_a_tie_in_nine)
{
    duel_result r = value_of("tictactoe", NULL);
    assert_int_equal(r.value, DUEL_TIE);
    assert_int_equal(r.remoteness, 9);
}

TEST(kayles_has_the_nim_values_of_oeis)
{
    static const uint32_t kayles[] = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7};
    static const uint32_t dawson[] = {0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3,
                                      3, 2, 2, 4, 0, 5, 2, 2, 3, 3};
    for (int n = 1; n < 16; n++) {
        char variant[40];
        snprintf(variant, sizeof variant, "kayles pins=%d", n);
        assert_int_equal(value_of(variant, NULL).nimber, kayles[n]);
    }
    for (int n = 1; n < 21; n++) {
        char variant[40];
        snprintf(variant, sizeof variant, "kayles pins=%d rules=dawson", n);
        assert_int_equal(value_of(variant, NULL).nimber, dawson[n]);
    }
}

TEST(chomp_has_one_winning_bite)
{
    static const struct {
        int rows, cols;
        const char *bite;
    } cases[] = {{2, 3, "1,2"}, {3, 3, "1,1"}, {3, 4, "1,2"}, {3, 5, "2,3"},
                 {4, 4, "1,1"}, {4, 5, "2,2"}, {4, 7, "2,3"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char variant[40];
        snprintf(variant, sizeof variant, "chomp rows=%d cols=%d", cases[i].rows,
                 cases[i].cols);
        duel_variant v = check_variant(variant);
        duel_state position = check_dealt(&v, 1);
        solved s = solve(&v, &position, 1, false, (size_t)1 << 30);
        int wins = 0;
        for (int m = 0; m < s.a->rated_count; m++) {
            if (s.a->rated[m].result.value != DUEL_WIN)
                continue;
            CHECK_BUF(text);
            duel_print_move(&v, &position, s.a->rated[m].move, &text.sink);
            assert_string_equal(text.text, cases[i].bite);
            wins++;
        }
        assert_int_equal(wins, 1);
        done(&s);
    }
}

/* ---- what is opened --------------------------------------------------------------------- */

typedef struct ends {
    value_format format;
    uint64_t ended, others, last;
} ends;

static bool count_ends(void *to, uint64_t key, uint64_t code)
{
    ends *e = to;
    assert_true(e->ended + e->others == 0 || key > e->last);
    e->last = key;
    *(value_decode(&e->format, code).remoteness ? &e->others : &e->ended) += 1;
    return true;
}

/* Brothers are opened together, and moves lead to the same position, or to positions below each
 * other: all the same each is opened once, and handed over once, by ascending keys. */
TEST(every_position_is_opened_once)
{
    static const char *const variants[] = {"tictactoe",
                                           "connect4 width=4 height=4",
                                           "connect4 width=5 height=3",
                                           "chomp rows=4 cols=5",
                                           "kayles pins=12",
                                           "col",
                                           "nim matches=40 max=5",
                                           "allumettes matches=50"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        for (int count = 0; count <= 1; count++) { /* mirrored positions as one, and apart */
            duel_variant v = check_variant(variants[i]);
            bool symmetric;
            duel_state position = check_dealt(&v, 1);
            solved s = solve(&v, &position, 1, count, (size_t)1 << 30);
            ends e = {.format = value_format_of(&v)};
            assert_ok(s.status);
            assert_ok(duel_engine_exact.harvest(s.self, &symmetric, count_ends, &e));
            assert_int_equal(s.a->nodes, e.others);
            assert_int_equal(s.a->positions, e.others + e.ended);
            done(&s);
        }
    }
}

/* ---- against the plainest solver -------------------------------------------------------- */

static void play_some(const duel_variant *v, duel_state *s, duel_rng *rng, uint32_t plies)
{
    duel_move list[DUEL_MOVES_MAX];
    for (uint32_t i = 0; i < plies && !duel_is_over(v, s); i++)
        v->game->play(v, s, list[duel_rng_below(rng, (uint32_t)v->game->moves(v, s, list))]);
}

TEST(agrees_with_the_plainest_solver)
{
    static const char *const variants[] = {"tictactoe",
                                           "nim matches=25 max=4",
                                           "allumettes matches=20 take=2,3 misere=yes",
                                           "connect4 width=4 height=3",
                                           "kayles pins=9",
                                           "chomp rows=3 cols=4",
                                           "dodgem",
                                           "template squares=15",
                                           "nim matches=14 misere=yes"};
    duel_rng rng = check_rng(5);
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        for (int trial = 0; trial < check_sample(6, 60); trial++) {
            duel_result plain;
            duel_state position = check_dealt(&v, 1);
            play_some(&v, &position, &rng, duel_rng_below(&rng, 8));
            assert_ok(reference_solve(&v, &position, 1000000, &plain, NULL));
            solved s = solve(&v, &position, 1 + trial % 2, false, (size_t)1 << 30);
            assert_int_equal(s.a->result.value, plain.value);
            if (plain.value != DUEL_DRAW)
                assert_int_equal(s.a->result.remoteness, plain.remoteness);
            if (v.traits & DUEL_NIMBERS)
                assert_int_equal(s.a->result.nimber, plain.nimber);
            done(&s);
        }
    }
}

/* ---- games that may never end ----------------------------------------------------------- */

enum { MAZE_POSITIONS = 2 * MAZE_ROOMS };

static maze maze_position(int i)
{
    return (maze){i / 2, i % 2};
}

/* What a way is worth to the one who takes it, as far as the place it leads to is known. */
static duel_value worth_of_way(const duel_variant *v, const duel_result known[], maze at,
                               duel_move way)
{
    maze to = at;
    maze_play(v, &to, way);
    duel_value value = known[2 * to.room + to.seat].value;
    if (to.seat == at.seat || value == DUEL_UNSOLVED || value == DUEL_TIE)
        return value;
    return value == DUEL_WIN ? DUEL_LOSS : DUEL_WIN;
}

/* The value of a position that is settled by those known; DUEL_UNSOLVED: none is. */
static duel_value settled_by(const duel_variant *v, const duel_result known[], maze at)
{
    int ways[DUEL_WIN + 1] = {0}, count = maze_ways(v, at.room);
    int32_t score[2];
    if (maze_over(v, &at, score))
        return duel_outcome(v, score, at.seat);
    for (int way = 0; way < count; way++)
        ways[worth_of_way(v, known, at, (duel_move)way)]++;
    if (ways[DUEL_WIN])
        return DUEL_WIN;
    return ways[DUEL_LOSS] == count ? DUEL_LOSS : ways[DUEL_TIE] ? DUEL_TIE : DUEL_UNSOLVED;
}

/* One ply farther from the ends, with or without ties. */
static void settle_a_ply(const duel_variant *v, duel_result known[], uint32_t plies, bool ties)
{
    duel_result before[MAZE_POSITIONS];
    memcpy(before, known, sizeof before);
    for (int i = 0; i < MAZE_POSITIONS; i++) {
        duel_value value = settled_by(v, before, maze_position(i));
        if (before[i].value == DUEL_UNSOLVED && (ties || value != DUEL_TIE))
            known[i] = (duel_result){.value = value, .remoteness = value ? plies : 0};
    }
}

/* By the definition alone: what can be won or lost within n plies, for every n; then what of
 * the rest can be tied within n plies; nobody can force an end of what then is left. */
static void solve_maze_by_definition(const duel_variant *v, duel_result known[])
{
    memset(known, 0, MAZE_POSITIONS * sizeof *known);
    for (int ties = 0; ties <= 1; ties++)
        for (uint32_t plies = 0; plies <= MAZE_POSITIONS; plies++)
            settle_a_ply(v, known, plies, ties);
    for (int i = 0; i < MAZE_POSITIONS; i++)
        if (known[i].value == DUEL_UNSOLVED)
            known[i].value = DUEL_DRAW;
}

static void check_maze_from(const duel_variant *v, const duel_result right[], int i)
{
    duel_state position = {.aligned = 0};
    maze at = maze_position(i);
    memcpy(&position, &at, sizeof at);
    solved s = solve(v, &position, 1, false, (size_t)1 << 30);
    assert_ok(s.status);
    assert_int_equal(s.a->result.value, right[i].value);
    assert_int_equal(s.a->result.remoteness, right[i].remoteness);
    for (int m = 0; m < s.a->rated_count; m++) {
        maze to = at;
        maze_play(v, &to, s.a->rated[m].move);
        duel_result below = right[2 * to.room + to.seat];
        assert_int_equal(s.a->rated[m].result.value,
                         value_step(below, to.seat != at.seat).value);
    }
    done(&s);
}

TEST(mazes_have_the_values_of_the_definition)
{
    int met[DUEL_WIN + 1] = {0};
    for (int number = 1; number <= check_sample(40, 400); number++) {
        duel_variant v;
        duel_result right[MAZE_POSITIONS];
        char options[24];
        snprintf(options, sizeof options, "maze=%d", number);
        assert_ok(duel_variant_read(&duel_game_maze, duel_str_of(options), &v, NULL));
        solve_maze_by_definition(&v, right);
        for (int i = 0; i < MAZE_POSITIONS; i++) {
            check_maze_from(&v, right, i);
            met[right[i].value] += right[i].value == DUEL_DRAW || right[i].remoteness > 2;
        }
    }
    for (int value = DUEL_LOSS; value <= DUEL_WIN; value++)
        assert_true(met[value] > 20); /* each kind, and not only beside an end */
}

/* ---- limits ----------------------------------------------------------------------------- */

TEST(stops_at_its_limits_with_a_legal_move)
{
    duel_variant v = check_variant("connect4");
    duel_settings settings = {.option = {1}};
    CHECK_ANSWER(a);
    void *self;
    duel_msg why = {0};
    atomic_bool stop = true;
    duel_state position = check_dealt(&v, 1);
    duel_think limits[] = {{.view = &position, .nodes = 5000},
                           {.view = &position, .stop = &stop},
                           {.view = &position, .seconds = 0.05, .threads = 2}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        duel_engine_exact.open(&v, &settings, (size_t)1 << 30, &self, &why);
        assert_ok(duel_engine_exact.think(self, &limits[i], a, &why));
        assert_false(a->proved);
        assert_true(a->plan_count == 1 && duel_legal(&v, &position, a->plan[0]));
        duel_engine_exact.close(self);
    }
    duel_engine_exact.open(&v, &settings, (size_t)16 << 20, &self, &why);
    duel_think plain = {.view = &position};
    assert_int_equal(duel_engine_exact.think(self, &plain, a, &why), DUEL_NO_SPACE);
    assert_non_null(strstr(check_english(&why), "memory limit"));
    assert_true(a->plan_count == 1);
    duel_engine_exact.close(self);
}

/* ---- learned by somebody else meanwhile ------------------------------------------------- */

typedef struct shelf { /* learned positions, by ascending key */
    uint64_t key[2048], code[2048];
    size_t count;
} shelf;

static bool shelf_take(void *to, uint64_t key, uint64_t code)
{
    shelf *s = to;
    s->key[s->count] = key;
    s->code[s->count++] = code;
    return s->count < sizeof s->key / sizeof *s->key;
}

static uint64_t shelf_find(void *self, uint64_t pack, uint64_t canon)
{
    (void)canon;
    const shelf *s = self;
    for (size_t i = 0; i < s->count; i++)
        if (s->key[i] == pack)
            return s->code[i];
    return 0;
}

static duel_status think_after(void *self, const duel_variant *v, const char *move,
                               duel_answer *a)
{
    duel_state position;
    duel_move first;
    duel_msg why = {0};
    duel_think t = {.view = &position, .threads = 1};
    duel_deal(v, duel_str_of("1"), &position);
    assert_ok(duel_read_move(v, &position, duel_str_of(move), &first, &why));
    v->game->play(v, &position, first);
    t.seat = v->game->turn(v, &position);
    return duel_engine_exact.think(self, &t, a, &why);
}

/* The graph of a game that can loop holds what is below one root. Asked about another line, the
 * engine finds it in the base: nothing of that line may get into the graph, whose results were
 * laid out for the positions it had. */
TEST(looking_up_a_position_adds_nothing)
{
    duel_variant v = check_variant("dodgem");
    shelf *learned = calloc(1, sizeof *learned), *proved = calloc(1, sizeof *proved);
    duel_learned base = {.self = learned, .find = shelf_find};
    duel_settings settings = {.option = {1}, .learned = &base};
    CHECK_ANSWER(a);
    void *self;
    bool symmetric;
    duel_state position = check_dealt(&v, 1);
    solved whole = solve(&v, &position, 1, false, (size_t)1 << 30);
    assert_ok(duel_engine_exact.open(&v, &settings, (size_t)1 << 30, &self, NULL));
    assert_ok(think_after(self, &v, "a3-b3", a));
    uint64_t below = a->positions;
    duel_engine_exact.harvest(whole.self, &symmetric, shelf_take, learned);
    assert_ok(think_after(self, &v, "a2-a1", a));
    assert_true(a->proved && a->learned > 0);
    assert_true(a->line_count > 1);
    duel_engine_exact.harvest(self, &symmetric, shelf_take, proved);
    assert_int_equal(proved->count, below);
    for (size_t i = 0; i < proved->count; i++)
        assert_int_equal(proved->code[i], shelf_find(learned, proved->key[i], 0));
    duel_engine_exact.close(self);
    done(&whole);
    free(learned);
    free(proved);
}

/* A base with nothing but what no solver has written: every position a value that does not
 * exist, or a nim-value beyond all moves. */
typedef struct nonsense {
    uint64_t found, key, poured;
} nonsense;

static uint64_t nonsense_find(void *self, uint64_t pack, uint64_t canon)
{
    (void)pack, (void)canon;
    return ((const nonsense *)self)->found;
}

static bool nonsense_pour(void *self, bool symmetric, duel_result_visitor *take, void *to)
{
    (void)symmetric;
    const nonsense *n = self;
    take(to, n->key, n->poured);
    take(to, UINT64_MAX, n->poured);
    return true;
}

TEST(what_cannot_be_a_result_is_not_learned)
{
    duel_variant v = check_variant("kayles pins=9");
    value_format f = value_format_of(&v);
    duel_state child;
    duel_move list[DUEL_MOVES_MAX];
    duel_state root = check_dealt(&v, 1);
    child = root;
    v.game->moves(&v, &root, list);
    v.game->play(&v, &child, list[0]);
    uint64_t key = v.game->accel->canon ? v.game->accel->canon(&v, &child)
                                        : v.game->accel->pack(&v, &child);
    duel_result huge = {DUEL_WIN, 1, 1, 1U << 22}, strange = {(duel_value)6, 0, 1, 0};
    uint64_t codes[] = {value_encode(&f, &huge), value_encode(&f, &strange)};
    nonsense bases[] = {{codes[0], key, 0}, {codes[1], key, 0}, {0, key, codes[0]}};
    solved right = solve(&v, &root, 1, false, (size_t)1 << 30);
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        duel_learned base = {&bases[i], nonsense_find, nonsense_pour};
        duel_settings settings = {.option = {1}, .learned = &base};
        duel_think t = {.view = &root, .seat = v.game->turn(&v, &root), .threads = 1};
        CHECK_ANSWER(a);
        duel_msg why = {0};
        void *self;
        duel_engine_exact.open(&v, &settings, (size_t)1 << 30, &self, &why);
        assert_ok(duel_engine_exact.think(self, &t, a, &why));
        assert_true(a->proved && a->learned == 0);
        assert_memory_equal(&a->result, &right.a->result, sizeof a->result);
        duel_engine_exact.close(self);
    }
    done(&right);
}

TEST(refuses_what_it_cannot_solve)
{
    duel_variant v = check_variant("duo");
    assert_int_equal(duel_engine_exact.fits(&v, NULL), DUEL_REFUSED);
}

/* ---- stopped before the end ------------------------------------------------------------- */

/* What an engine says that is told to stop before it has begun. */
static void ask_in_a_hurry(const duel_variant *v, const void *state,
                           const duel_learned *learned, duel_answer *out)
{
    void *self;
    atomic_bool stop = true;
    duel_settings settings = {.option = {1}, .learned = learned};
    duel_think t = {.view = state, .seat = v->game->turn(v, state), .stop = &stop};
    assert_ok(duel_engine_exact.open(v, &settings, 1 << 28, &self, NULL));
    assert_ok(duel_engine_exact.think(self, &t, out, NULL));
    duel_engine_exact.close(self);
}

/* A move by which the game ends well for whoever plays it. */
static bool wins_at_once(const duel_variant *v, const duel_state *s, duel_move move)
{
    duel_state after = *s;
    int32_t score[DUEL_SEATS];
    int seat = v->game->turn(v, s);
    v->game->play(v, &after, move);
    return v->game->over(v, &after, score) && duel_outcome(v, score, seat) == DUEL_WIN;
}

/* Plays at random up to a position won in one move; false if none came. */
static bool nearly_won(const duel_variant *v, duel_rng *rng, duel_state *state)
{
    duel_move list[DUEL_MOVES_MAX];
    duel_deal(v, duel_str_of("1"), state);
    for (int ply = 0; ply < 200 && !duel_is_over(v, state); ply++) {
        int count = v->game->moves(v, state, list);
        for (int i = 0; i < count; i++)
            if (wins_at_once(v, state, list[i]))
                return true;
        v->game->play(v, state, list[duel_rng_below(rng, (uint32_t)count)]);
    }
    return false;
}

TEST(a_win_at_once_is_proved_without_searching)
{
    static const char *const variants[] = {"tictactoe", "connect4", "dodgem", "lgame"};
    CHECK_ANSWER(a);
    duel_state s;
    duel_rng rng = check_rng(7);
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        duel_variant v = check_variant(variants[i]);
        int tried = 0;
        for (int n = 0; n < 2000 && tried < 10; n++) {
            if (!nearly_won(&v, &rng, &s))
                continue;
            ask_in_a_hurry(&v, &s, NULL, a);
            assert_true(a->proved && a->plan_count >= 1);
            assert_int_equal(a->result.value, DUEL_WIN);
            assert_int_equal(a->result.remoteness, 1);
            assert_true(wins_at_once(&v, &s, a->plan[0]));
            tried++;
        }
        assert_int_equal(tried, 10);
    }
}

typedef struct one_known { /* a base of one position */
    uint64_t pack, code;
} one_known;

static uint64_t find_the_one(void *self, uint64_t pack, uint64_t canon)
{
    (void)canon;
    const one_known *k = self;
    return pack == k->pack ? k->code : 0;
}

static bool take_no_position(void *self, bool symmetric, duel_result_visitor *take, void *to)
{
    (void)self, (void)symmetric, (void)take, (void)to;
    return true;
}

TEST(an_unknown_move_is_preferred_to_a_loss)
{
    duel_variant v = check_variant("connect4");
    duel_state after;
    duel_move list[DUEL_MOVES_MAX];
    CHECK_ANSWER(a);
    value_format format = value_format_of(&v);
    duel_result win = {.value = DUEL_WIN, .remoteness = 3}; /* for the one who answers */
    duel_state s = check_dealt(&v, 1);
    after = s;
    v.game->moves(&v, &s, list);
    v.game->play(&v, &after, list[0]);
    one_known known = {v.game->accel->pack(&v, &after), value_encode(&format, &win)};
    duel_learned base = {.self = &known, .find = find_the_one, .pour = take_no_position};
    ask_in_a_hurry(&v, &s, &base, a);
    assert_int_equal(a->rated[0].result.value, DUEL_LOSS);
    assert_false(a->proved);
    assert_int_not_equal(a->plan[0], a->rated[0].move);
}

/* ---- a game that fails ------------------------------------------------------------------ */

static pthread_t asking; /* the thread that asks the solver */

static int moves_where_helpers_fail(const duel_variant *v, const void *state, duel_move out[])
{
    static const duel_msg fault = {.id = "in a helper"};
    if (!pthread_equal(pthread_self(), asking))
        duel_fault_guard_fault(v->game, &fault);
    return catalogue_find_game(duel_str_of("connect4"))->moves(v, state, out);
}

TEST(what_a_helper_meets_is_told_to_who_asked)
{
    duel_variant v = check_variant("connect4 width=4 height=4");
    duel_game game = *v.game;
    duel_msg why = {0};
    game.moves = moves_where_helpers_fail;
    v.game = &game;
    asking = pthread_self();
    duel_state begin = check_dealt(&v, 1);
    for (int threads = 1; threads <= 3; threads += 2) {
        duel_fault_guard g;
        duel_fault_guard_begin(&g, &game);
        solved s = solve(&v, &begin, threads, false, (size_t)1 << 28);
        duel_status verdict = duel_fault_guard_end(&g, DUEL_OK, &why);
        assert_ok(s.status);
        assert_int_equal(verdict, threads == 1 ? DUEL_OK : DUEL_FAILED);
        done(&s);
    }
    assert_string_equal(why.id, "in a helper");
}
