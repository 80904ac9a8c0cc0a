/* tests/engines/test_trace.c -- what a search tells who looks on, replayed: every worth is the
 * best of those below it, every cut is justified by its window, and in the end there are the
 * engine's answer and its nodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "core/engine.h"
#include "core/play.h"
#include "core/variant.h"

extern const duel_game duel_game_tictactoe, duel_game_connect4, duel_game_chomp;
extern const duel_engine duel_engine_alphabeta, duel_engine_exact;

enum { PLIES = 130 };

typedef struct level {
    bool any, any_before; /* something below was valued; and without the last of it */
    int64_t best, best_before, low, high;
    duel_move last; /* the last that was valued */
    int side;       /* 1: the asking seat's move there */
    bool cut;
    duel_state state;
} level;

typedef struct replay {
    duel_witness witness;
    const duel_variant *v;
    int me, depth;
    uint64_t entered, searched, cuts;
    int64_t root; /* the best below the root, for the asking seat */
    bool root_known;
    level at[PLIES];
} replay;

static void open_level(replay *r, int ply)
{
    level *l = &r->at[ply];
    l->any = l->cut = false;
    l->side = r->v->game->turn(r->v, &l->state) == r->me;
}

static void fold_into(level *above, duel_move move, int64_t worth)
{
    above->best_before = above->best;
    above->any_before = above->any;
    above->last = move;
    bool better = above->side ? worth > above->best : worth < above->best;
    if (!above->any || better)
        above->best = worth;
    above->any = true;
}

/* A move that is searched again, in a wider window, is worth what that says. */
static void take_back(level *above, duel_move move)
{
    if (!above->any || above->last != move)
        return;
    above->any = above->any_before;
    above->best = above->best_before;
}

static void replay_entered(replay *r, const duel_sight *e)
{
    level *l = &r->at[e->ply];
    r->entered++;
    if (e->ply) {
        take_back(&r->at[e->ply - 1], e->move);
        l->state = r->at[e->ply - 1].state;
        assert_true(duel_legal(r->v, &l->state, e->move));
        r->v->game->play(r->v, &l->state, e->move);
    }
    l->low = e->low;
    l->high = e->high;
    open_level(r, e->ply);
    assert_true(l->low <= l->high);
}

static void replay_left(replay *r, const duel_sight *e)
{
    level *l = &r->at[e->ply];
    int32_t score[DUEL_SEATS];
    bool over = r->v->game->over(r->v, &l->state, score);
    assert_int_equal(over, e->by == DUEL_BY_END || (over && e->by == DUEL_BY_MEMORY));
    if (e->by == DUEL_BY_SEARCH) {
        r->searched++;
        assert_true(l->any && l->best == e->worth);
    }
    if (l->cut)
        assert_true(l->side ? e->worth >= l->high : e->worth <= l->low);
    if (e->ply)
        fold_into(&r->at[e->ply - 1], e->move, e->worth);
    else
        r->root = e->worth, r->root_known = true;
}

static void replay_saw(duel_witness *self, const duel_sight *e)
{
    replay *r = (replay *)self;
    assert_in_range(e->ply, 0, PLIES - 1);
    if (e->deed == DUEL_DEED_DEPTH) {
        r->depth = e->left;
        open_level(r, 0);
    } else if (e->deed == DUEL_DEED_ENTERS) {
        replay_entered(r, e);
    } else if (e->deed == DUEL_DEED_LEAVES) {
        replay_left(r, e);
    } else {
        r->cuts++;
        r->at[e->ply].cut = true;
        assert_true(e->left > 0);
    }
}

/* A position some random moves after the deal; false: it is over. */
static bool random_position(const duel_variant *v, duel_rng *rng, void *state)
{
    unsigned moves = duel_rng_below(rng, 5);
    if (v->game->deal(v, rng, state) != DUEL_OK)
        return false;
    for (unsigned i = 0; i < moves && !duel_is_over(v, state); i++) {
        duel_move list[DUEL_MOVES_MAX];
        int count = v->game->moves(v, state, list);
        v->game->play(v, state, list[duel_rng_below(rng, (uint32_t)count)]);
    }
    return !duel_is_over(v, state);
}

static void check_answer(const replay *r, const duel_answer *a, bool exact)
{
    int64_t root = r->root_known ? r->root : r->at[0].best;
    int sign = root > 0 ? 1 : root < 0 ? -1 : 0;
    assert_int_equal(exact ? r->searched : r->entered, a->nodes);
    if (a->proved && a->result.value != DUEL_DRAW)
        assert_int_equal(sign, a->result.value == DUEL_WIN    ? 1
                               : a->result.value == DUEL_LOSS ? -1
                                                              : 0);
}

/* What is tried: an engine with two of its options, where it has them. */
typedef struct trial {
    const duel_game *game;
    const duel_engine *engine;
    int64_t depth, plain;
} trial;

static duel_settings settings_of(const trial *t)
{
    duel_settings s = {.learned = NULL};
    const duel_option *o = t->engine->options;
    for (int i = 0; o && o[i].name; i++)
        s.option[i] = strcmp(o[i].name, "depth") == 0   ? t->depth
                      : strcmp(o[i].name, "plain") == 0 ? t->plain
                                                        : o[i].initial;
    return s;
}

static void replay_one(const trial *t, const duel_variant *v, const duel_state *state)
{
    static replay r;
    static duel_answer answer;
    duel_settings settings = settings_of(t);
    void *engine;
    duel_msg why;
    memset(&r, 0, sizeof r);
    r.witness.saw = replay_saw;
    r.v = v;
    r.me = v->game->turn(v, state);
    r.at[0].state = *state;
    assert_int_equal(t->engine->open(v, &settings, (size_t)1 << 24, &engine, &why), DUEL_OK);
    duel_think think = {
        .view = state, .seat = r.me, .threads = 2, .seed = 1, .witness = &r.witness};
    assert_int_equal(t->engine->think(engine, &think, &answer, &why), DUEL_OK);
    if (!answer.formula)
        check_answer(&r, &answer, t->engine == &duel_engine_exact);
    if (t->plain)
        assert_int_equal(r.cuts, 0);
    t->engine->close(engine);
}

static void traces_replayed_give_the_answer(void **state)
{
    (void)state;
    static const trial trials[] = {
        {&duel_game_tictactoe, &duel_engine_alphabeta, 4, 0},
        {&duel_game_tictactoe, &duel_engine_alphabeta, 3, 1},
        {&duel_game_tictactoe, &duel_engine_exact, 0, 0},
        {&duel_game_connect4, &duel_engine_alphabeta, 5, 0},
        {&duel_game_connect4, &duel_engine_alphabeta, 3, 1},
        {&duel_game_chomp, &duel_engine_alphabeta, 6, 0},
        {&duel_game_chomp, &duel_engine_exact, 0, 0},
    };
    const size_t kinds = sizeof trials / sizeof *trials;
    unsigned rounds = getenv("DUEL_FULL") ? 1000 : 42, seen = 0;
    duel_rng rng;
    duel_rng_init_number(&rng, 16);
    for (unsigned i = 0; i < rounds; i++) {
        const trial *t = &trials[i % kinds];
        duel_variant v;
        duel_state position;
        duel_msg why;
        assert_int_equal(duel_variant_make(t->game, NULL, 0, &v, &why), DUEL_OK);
        memset(&position, 0, sizeof position);
        if (!random_position(&v, &rng, &position))
            continue;
        replay_one(t, &v, &position);
        seen++;
    }
    assert_true(seen > rounds / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(traces_replayed_give_the_answer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
