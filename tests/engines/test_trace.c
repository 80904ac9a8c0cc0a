/* tests/engines/test_trace.c -- what a search tells who looks on, replayed: every worth is the
 * best of those below it, every cut is justified by its window, and in the end there are the
 * engine's answer and its nodes. */
#include "check.h"

#include "base/rng.h"
#include "core/engine.h"

extern const duel_game duel_game_tictactoe, duel_game_connect4, duel_game_chomp,
    duel_game_chicago, duel_game_ergo;
extern const duel_engine duel_engine_alphabeta, duel_engine_exact, duel_engine_mcts;

enum { PLIES = 130 };

typedef struct level {
    bool any, any_before; /* something below was valued; and without the last of it */
    int64_t best, best_before, low, high;
    duel_move last; /* the last that was valued */
    int side;       /* 1: the asking seat's move there */
    bool cut;
    duel_state state;
} level;

/* A move of the root, as it was last left. */
typedef struct tried {
    duel_move move;
    int64_t worth;
    uint32_t walks;
    bool ends;
} tried;

typedef struct replay {
    duel_search_observer witness;
    const duel_variant *v;
    int me, depth;
    bool silent_ends; /* the engine does not tell an end from what only looks good */
    uint64_t entered, searched, cuts, walks;
    int64_t root; /* the best below the root, for the asking seat */
    bool root_known;
    tried tried[DUEL_MOVES_MAX];
    int tried_count;
    level at[PLIES];
} replay;

static tried *tried_by(replay *r, duel_move move)
{
    for (int i = 0; i < r->tried_count; i++)
        if (r->tried[i].move == move)
            return &r->tried[i];
    r->tried[r->tried_count] = (tried){.move = move};
    return &r->tried[r->tried_count++];
}

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

static void replay_entered(replay *r, const duel_search_event *e)
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

static void replay_left(replay *r, const duel_search_event *e)
{
    level *l = &r->at[e->ply];
    int32_t score[DUEL_SEATS];
    bool over = r->v->game->over(r->v, &l->state, score);
    if (!r->silent_ends)
        assert_int_equal(over, e->by == DUEL_BY_END || (over && e->by == DUEL_BY_TABLE));
    if (e->by == DUEL_BY_SEARCH) {
        r->searched++;
        assert_true(l->any && l->best == e->worth);
    }
    if (e->ply == 1) {
        tried *t = tried_by(r, e->move);
        t->worth = e->worth;
        t->ends = e->ends;
    }
    if (l->cut)
        assert_true(l->side ? e->worth >= l->high : e->worth <= l->low);
    if (e->ply)
        fold_into(&r->at[e->ply - 1], e->move, e->worth);
    else
        r->root = e->worth, r->root_known = true;
}

/* Walks: every move of the root was walked as often as is told. */
static void replay_walk(replay *r, const duel_search_event *e)
{
    if (e->deed == DUEL_SEARCH_PLAYOUT) {
        assert_int_equal(e->left, ++r->walks);
    } else if (e->deed == DUEL_SEARCH_ENTER) {
        replay_entered(r, e);
        if (e->ply == 1)
            tried_by(r, e->move)->walks++;
    } else if (e->ply == 1) {
        tried *t = tried_by(r, e->move);
        assert_int_equal(e->walks, t->walks);
        t->worth = e->worth;
        t->ends = e->ends;
    }
}

static void replay_saw(duel_search_observer *self, const duel_search_event *e)
{
    replay *r = (replay *)self;
    assert_in_range(e->ply, 0, PLIES - 1);
    if (r->walks || e->deed == DUEL_SEARCH_PLAYOUT) {
        replay_walk(r, e);
        return;
    }
    if (e->deed == DUEL_SEARCH_DEPTH) {
        r->depth = e->left;
        r->tried_count = 0;
        open_level(r, 0);
    } else if (e->deed == DUEL_SEARCH_ENTER) {
        replay_entered(r, e);
    } else if (e->deed == DUEL_SEARCH_LEAVE) {
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

/* What is tried: an engine with two of its options, where it has them. */
typedef struct trial {
    const duel_game *game;
    const char *engine;
    int64_t size, plain; /* `size`: depth, or walks */
} trial;

static const duel_engine *engine_of(const trial *t)
{
    const duel_engine *general[] = {&duel_engine_alphabeta, &duel_engine_exact,
                                    &duel_engine_mcts, NULL};
    for (int i = 0; general[i]; i++)
        if (strcmp(general[i]->name, t->engine) == 0)
            return general[i];
    const duel_engine *const *own = t->game->engines;
    while (strcmp((*own)->name, t->engine) != 0)
        own++;
    return *own;
}

static duel_settings settings_of(const trial *t)
{
    duel_settings s = {.learned = NULL};
    const duel_option *o = engine_of(t)->options;
    for (int i = 0; o && o[i].name; i++)
        s.option[i] = strcmp(o[i].name, "depth") == 0 || strcmp(o[i].name, "iterations") == 0
                          ? t->size
                      : strcmp(o[i].name, "plain") == 0 ? t->plain
                                                        : o[i].initial;
    return s;
}

/* What is played is worth as much as anything that was tried. */
static void check_choice(replay *r, duel_move chosen)
{
    int64_t worth = tried_by(r, chosen)->worth;
    for (int i = 0; i < r->tried_count; i++)
        assert_true(r->tried[i].worth <= worth);
}

/* What is played was walked most, unless one move is known to win or that one to lose. */
static void check_walked(replay *r, duel_move chosen)
{
    const tried *c = tried_by(r, chosen);
    for (int i = 0; i < r->tried_count && !(c->ends && c->worth > 0); i++) {
        const tried *t = &r->tried[i];
        assert_true(t->walks <= c->walks || (t->ends && t->worth < 0));
        assert_false(t->ends && t->worth > 0);
    }
}

static void check_answer(replay *r, const trial *t, const duel_answer *a)
{
    int64_t root = r->root_known ? r->root : r->at[0].best;
    int sign = root > 0 ? 1 : root < 0 ? -1 : 0;
    bool exact = strcmp(t->engine, "exact") == 0, walks = r->walks > 0;
    if (a->nodes && !r->silent_ends) /* those of the report count nothing */
        assert_int_equal(walks ? r->walks : exact ? r->searched : r->entered, a->nodes);
    if (a->proved && a->result.value != DUEL_DRAW && !walks)
        assert_int_equal(sign, a->result.value == DUEL_WIN    ? 1
                               : a->result.value == DUEL_LOSS ? -1
                                                              : 0);
    if (a->plan_count)
        walks ? check_walked(r, a->plan[0]) : check_choice(r, a->plan[0]);
}

static void replay_one(const trial *t, const duel_variant *v, const duel_state *state)
{
    static replay r;
    static duel_answer answer;
    const duel_engine *e = engine_of(t);
    duel_settings settings = settings_of(t);
    void *engine;
    memset(&r, 0, sizeof r);
    r.witness.saw = replay_saw;
    r.v = v;
    r.me = v->game->turn(v, state);
    r.silent_ends = strcmp(t->engine, "seed-score") == 0;
    r.at[0].state = *state;
    open_level(&r, 0);
    assert_ok(e->open(v, &settings, (size_t)1 << 24, &engine, NULL));
    duel_think think = {
        .view = state, .seat = r.me, .threads = 2, .seed = 1, .witness = &r.witness};
    assert_ok(e->think(engine, &think, &answer, NULL));
    if (!answer.formula)
        check_answer(&r, t, &answer);
    if (t->plain)
        assert_int_equal(r.cuts, 0);
    e->close(engine);
}

TEST(traces_replayed_give_the_answer)
{
    static const trial trials[] = {
        {&duel_game_tictactoe, "alphabeta", 4, 0},
        {&duel_game_tictactoe, "alphabeta", 3, 1},
        {&duel_game_tictactoe, "exact", 0, 0},
        {&duel_game_tictactoe, "mcts", 300, 0},
        {&duel_game_connect4, "alphabeta", 5, 0},
        {&duel_game_connect4, "alphabeta", 3, 1},
        {&duel_game_connect4, "mcts", 200, 0},
        {&duel_game_chomp, "alphabeta", 6, 0},
        {&duel_game_chomp, "exact", 0, 0},
        {&duel_game_chicago, "seed-depth1", 0, 0},
        {&duel_game_chicago, "seed-minimax2", 0, 0},
        {&duel_game_chicago, "seed-minimax4", 0, 0},
        {&duel_game_ergo, "seed-score", 0, 0},
    };
    const size_t kinds = sizeof trials / sizeof *trials;
    unsigned rounds = check_sample(39, 1100), seen = 0;
    duel_rng rng = check_rng(16);
    for (unsigned i = 0; i < rounds; i++) {
        const trial *t = &trials[i % kinds];
        duel_variant v;
        duel_state position;
        duel_msg why;
        assert_ok(duel_variant_make(t->game, NULL, 0, &v, &why));
        memset(&position, 0, sizeof position);
        if (!random_position(&v, &rng, &position))
            continue;
        replay_one(t, &v, &position);
        seen++;
    }
    assert_true(seen > rounds / 2);
}
