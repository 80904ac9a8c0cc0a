/* tests/teach/test_puzzle_search.c -- the one door to puzzles: every game of the catalogue has
 * them, seeds repeat, and what is claimed is checked by searches that share nothing with the
 * finder: the plain solver, and where that would take too long a search of the test's own. */
#include "check.h"

#include "lab/reference_solver.h"
#include "teach/puzzle_search.h"

enum {
    MEMORY = 256 << 20,
    PLAIN_POSITIONS = 20000,
    LOOPY_POSITIONS = 200000,
    OWN_NODES = 20000000
};

/* ---- a search of the test's own: can `seat` force at least `least`? --------------------- */

typedef struct reply {
    int moves; /* the other side's: few first, so that little is searched */
    duel_state state;
} reply;

static int by_moves(const void *a, const void *b)
{
    return ((const reply *)a)->moves - ((const reply *)b)->moves;
}

static bool forces(const duel_variant *v, const void *state, int seat, duel_value wanted,
                   int *nodes)
{
    int32_t score[DUEL_SEATS];
    duel_move list[DUEL_MOVES_MAX], unused[DUEL_MOVES_MAX];
    if (v->game->over(v, state, score))
        return duel_outcome(v, score, seat) >= wanted;
    assert_true(--*nodes > 0);
    int count = v->game->moves(v, state, list);
    bool own = v->game->turn(v, state) == seat, done = false;
    reply *after = calloc((size_t)count, sizeof *after);
    for (int i = 0; i < count; i++) {
        memcpy(&after[i].state, state, v->state_size);
        v->game->play(v, &after[i].state, list[i]);
        after[i].moves = v->game->moves(v, &after[i].state, unused);
    }
    qsort(after, (size_t)count, sizeof *after, by_moves);
    for (int i = 0; i < count && !done; i++)
        done = forces(v, &after[i].state, seat, wanted, nodes) == own;
    free(after);
    return done == own;
}

/* The same by the plain solver if it is able to, which also tells draws from losses. */
static bool reaches(const duel_variant *v, const void *state, int seat, duel_value wanted)
{
    static const duel_value mirrored[] = {DUEL_UNSOLVED, DUEL_WIN, DUEL_DRAW, DUEL_TIE,
                                          DUEL_LOSS};
    duel_result r;
    int nodes = OWN_NODES;
    if (v->traits & DUEL_LOOPY) {
        assert_ok(reference_solve(v, state, LOOPY_POSITIONS, &r, NULL));
    } else if (reference_solve(v, state, PLAIN_POSITIONS, &r, NULL) != DUEL_OK) {
        return forces(v, state, seat, wanted, &nodes);
    }
    return (v->game->turn(v, state) == seat ? r.value : mirrored[r.value]) >= wanted;
}

/* ---- what every puzzle promises --------------------------------------------------------- */

/* The result that is at stake. */
static duel_value stake(const duel_variant *v, const found_puzzle *f, const void *after,
                        int seat)
{
    for (int i = 0; i < f->valued_count; i++)
        if (f->valued[i].move == f->puzzle.answer[0])
            return f->valued[i].value;
    return reaches(v, after, seat, DUEL_WIN) ? DUEL_WIN : DUEL_TIE;
}

/* The reply to a wrong move does what is said of it. */
static void check_reply(const duel_variant *v, const found_puzzle *f, duel_move wrong,
                        duel_value best)
{
    int seat = v->game->turn(v, &f->puzzle.state);
    for (int i = 0; i < f->valued_count; i++) {
        duel_state after = f->puzzle.state;
        if (f->valued[i].move != wrong || !f->valued[i].replied)
            continue;
        v->game->play(v, &after, wrong);
        assert_true(duel_legal(v, &after, f->valued[i].reply));
        v->game->play(v, &after, f->valued[i].reply);
        assert_false(reaches(v, &after, seat, best));
    }
}

/* The answer keeps the result, no other move does; the judge says so, too. Where every question
 * is a long one only some are asked. */
static void check_values(const duel_variant *v, const found_puzzle *f)
{
    duel_move list[DUEL_MOVES_MAX];
    const duel_puzzle *p = &f->puzzle;
    int seat = v->game->turn(v, &p->state), count = v->game->moves(v, &p->state, list);
    int every = v->traits & DUEL_LOOPY ? 1 + count / 4 : 1;
    duel_state after = p->state;
    v->game->play(v, &after, p->answer[0]);
    duel_value best = stake(v, f, &after, seat);
    assert_true(best > DUEL_LOSS && count > 1 && reaches(v, &after, seat, best));
    for (int i = 0; i < count; i++) {
        duel_msg why = {.id = NULL};
        bool right = list[i] == p->answer[0];
        assert_true((found_puzzle_judge(f, &list[i], 1, &why) == DUEL_OK) == right);
        assert_true(right == (why.id == NULL));
        after = p->state;
        v->game->play(v, &after, list[i]);
        if (right || i % every)
            continue;
        assert_false(reaches(v, &after, seat, best));
        check_reply(v, f, list[i], best);
    }
}

/* The answer is a legal turn, judged right; it can be kept as text. */
static void check_answer(const duel_variant *v, const found_puzzle *f)
{
    const duel_puzzle *p = &f->puzzle;
    duel_state state = p->state, again;
    duel_record read;
    for (int i = 0; i < p->count; i++) {
        assert_true(duel_legal(v, &state, p->answer[i]));
        assert_true(p->answer[i] == p->line[i]);
        v->game->play(v, &state, p->answer[i]);
        assert_true(puzzle_try_continues(f, i + 1, &state) == (i + 1 < p->count));
    }
    assert_ok(found_puzzle_judge(f, p->answer, p->count, NULL));
    CHECK_BUF(text);
    duel_record_print(&f->record, &text.sink);
    assert_ok(duel_record_read(duel_buf_str(&text), catalogue_find_game, &read, NULL));
    assert_ok(duel_record_replay(&read, read.count, &again, NULL));
    assert_true(duel_states_equal(v, &p->state, &again));
    duel_record_fini(&read);
}

static void check_words(const duel_puzzle *p)
{
    assert_true(p->question.id && duel_has_french(p->question.id) && p->why.count > 0);
    for (int i = 0; i < p->why.count; i++)
        assert_true(duel_has_french(p->why.fact[i].text.id));
}

static void check_seed(const char *table, uint64_t seed)
{
    duel_variant v = check_variant(table);
    found_puzzle f, again;
    duel_msg why = {0};
    if (puzzle_find(&v, seed, MEMORY, NULL, &f, &why) != DUEL_OK)
        fail_msg("%s, seed %d: %s", table, (int)seed, check_english(&why));
    check_answer(&v, &f);
    check_words(&f.puzzle);
    bool quick = !(v.traits & DUEL_LOOPY) || v.positions < PLAIN_POSITIONS;
    if (!duel_has_secrets(&v) && (quick || (check_full() && seed <= 5)))
        check_values(&v, &f);
    assert_ok(puzzle_find(&v, seed, 2 * (size_t)MEMORY, NULL, &again, NULL));
    assert_true(duel_states_equal(&v, &f.puzzle.state, &again.puzzle.state));
    assert_true(f.puzzle.answer[0] == again.puzzle.answer[0]);
    found_puzzle_fini(&f);
    found_puzzle_fini(&again);
}

/* ---- the tests -------------------------------------------------------------------------- */

/* A seed of 1 to 5 for each game; all of 1 to 20 when there is time. A large board of Connect
 * Four takes long to be checked: a small one stands for it. */
TEST(every_game_has_puzzles)
{
    for (int i = 0; duel_games[i]; i++) {
        duel_variant v = check_variant(duel_games[i]->id);
        bool large = strcmp(duel_games[i]->id, "connect4") == 0 && !check_full();
        if (puzzle_fits(&v, NULL) != DUEL_OK)
            continue;
        for (int seed = 1; seed <= 20; seed++)
            if (check_full() || seed == 1 + i % 5)
                check_seed(large ? "connect4 width=5 height=4" : duel_games[i]->id,
                           (uint64_t)seed);
    }
}

TEST(small_and_strange_tables)
{
    static const char *const tables[] = {
        "allumettes matches=6", "nim matches=9",   "kayles pins=6 rules=dawson",
        "chicago komi=3",       "moriarty size=4", "moriarty size=6 rules=seed",
        "chomp poison=left"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        check_seed(tables[i], i);
}

static void refused(const char *table, duel_status status, const atomic_bool *stop)
{
    duel_variant v = check_variant(table);
    found_puzzle f;
    duel_msg why = {.id = NULL};
    assert_int_equal(puzzle_find(&v, 1, MEMORY, stop, &f, &why), status);
    assert_true(why.id && duel_has_french(why.id));
}

TEST(no_puzzle_is_said)
{
    atomic_bool stop = true;
    refused("duo", DUEL_REFUSED, NULL);
    refused("chicago players=3", DUEL_REFUSED, NULL);
    refused("allumettes matches=1", DUEL_REFUSED, NULL); /* one move is all there is */
    refused("nim matches=5 misere=yes", DUEL_REFUSED, NULL);
    refused("moriarty", DUEL_STOPPED, &stop);
    refused("ergo", DUEL_STOPPED, &stop);
    refused("wumpus", DUEL_STOPPED, &stop);
    refused("chicago", DUEL_STOPPED, &stop);
    refused("lgame", DUEL_STOPPED, &stop);
}

/* What a wrong move comes to is told, and not the answer. */
TEST(wrong_moves_are_answered)
{
    duel_variant v = check_variant("tictactoe");
    found_puzzle f = {.valued_count = 3};
    valued_position valued[] = {{.move = 0, .value = DUEL_WIN},
                                {.move = 1, .value = DUEL_TIE},
                                {.move = 2, .value = DUEL_LOSS, .replied = true, .reply = 4}};
    duel_move move = 1;
    duel_msg why;
    duel_record_init(&f.record, &v);
    f.valued = valued;
    f.puzzle.count = 1;
    check_position(&v, ".........", &f.puzzle.state);
    assert_int_equal(found_puzzle_judge(&f, &move, 1, &why), DUEL_REFUSED);
    assert_string_equal(check_english(&why), "That only ties. Try another one.");
    move = 2;
    assert_int_equal(found_puzzle_judge(&f, &move, 1, &why), DUEL_REFUSED);
    assert_string_equal(check_english(&why),
                        "That loses: the other side replies b2. Try another one.");
    move = 0;
    assert_ok(found_puzzle_judge(&f, &move, 1, &why));
    duel_record_fini(&f.record);
}
