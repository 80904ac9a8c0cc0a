/* engines/alphabeta.c -- alpha-beta search by iterative deepening, until the time is up or all
 * is known.
 *
 * Each depth is searched in full before the next (negamax.h); stopped in the middle of one, the
 * engine keeps the best move of the last depth completed, or a better one already found. One
 * thread. What was found stays in the table from call to call, except under a limit of nodes,
 * where equal calls must give equal answers.
 *
 * Remoteness is told where it is exact: not for ties, which both players would shorten, nor in
 * games that loop. */
#include "core/play.h"
#include "core/value.h"
#include "engines/inside.h"
#include "engines/negamax.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS, NODES, DEPTH, HASH, PLAIN };
enum { DEEPEST = 64, MEGABYTE = 1 << 20, REST_OF_TURN = 20000 };

static const duel_option options[] = {
    {"seconds", DUEL_DECIMAL, 0, 0, BUDGET_MOST, NULL,
     N_("seconds to think about a turn; 0: as many as the call allows")},
    {"nodes", DUEL_NUMBER, 0, 0, INT64_MAX, NULL, N_("positions to look at; 0: no limit")},
    {"depth", DUEL_NUMBER, 0, 0, DEEPEST, NULL,
     N_("moves to look ahead; 0: as many as there is time for")},
    {"hash", DUEL_NUMBER, 64, 1, 65536, NULL, N_("memory for positions met, in megabytes")},
    {"plain", DUEL_YESNO, 0, 0, 1, NULL,
     N_("minimax: look at every move, without cuts and without remembering positions")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

typedef struct root_move {
    duel_move move;
    int64_t worth;
    bool solid, searched;
} root_move;

typedef struct alphabeta {
    const duel_variant *v;
    duel_settings settings;
    negamax n;
    root_move *move; /* the best first */
    int count;
    int depth; /* the last one completed */
    int64_t worth;
    int64_t before; /* the worth one depth earlier, 0 at the first */
    double spread;  /* of the game's evaluation; 0: not measured yet */
    bool complete;  /* the worth is the best of all moves, not only of the first few */
    bool all_solid; /* the worth is a fact, to the last ply */
    duel_move line[DUEL_LINE];
    int line_count, line_used;
    duel_rng rng;
    const duel_think *think;
} alphabeta;

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    if (duel_has_secrets(v))
        return duel_refuse(why, N_("This engine cannot look ahead where things are hidden."),
                           "");
    return DUEL_OK;
}

static void close_alphabeta(void *self)
{
    alphabeta *a = self;
    negamax_fini(&a->n);
    free(a->move);
    free(a);
}

static duel_status open_alphabeta(const duel_variant *v, const duel_settings *settings,
                                  size_t memory, void **self, duel_msg *why)
{
    alphabeta *a = calloc(1, sizeof *a);
    if (a == NULL)
        return duel_no_space(why);
    size_t bytes = (size_t)settings->option[HASH] * MEGABYTE;
    a->v = v;
    a->settings = *settings;
    a->move = calloc(v->max_moves, sizeof *a->move);
    bool ready = negamax_init(&a->n, v, bytes < memory ? bytes : memory);
    if (a->move == NULL || !ready) {
        close_alphabeta(a);
        return duel_no_space(why);
    }
    *self = a;
    return DUEL_OK;
}

static void forget(void *self)
{
    transpo_forget(&((alphabeta *)self)->n.table);
}

/* ---- the root ------------------------------------------------------------------------- */

static void insert_root_move(alphabeta *a, root_move m, int at)
{
    for (; at > 0 && m.worth > a->move[at - 1].worth; at--)
        a->move[at] = a->move[at - 1];
    a->move[at] = m;
}

/* Who looks on may want to know what happens if some move comes first, at every depth. */
static void bring_to_front(alphabeta *a)
{
    const duel_search_observer *w = a->think->witness;
    int at = 0;
    while (at < a->count && w && w->has_first && a->move[at].move != w->first)
        at++;
    if (w == NULL || !w->has_first || at == a->count)
        return;
    root_move m = a->move[at];
    memmove(a->move + 1, a->move, (size_t)at * sizeof *a->move);
    a->move[0] = m;
}

/* Lists the moves by the game's own order, equals shuffled by the seed. */
static void list_root(alphabeta *a, const void *root)
{
    duel_move list[DUEL_MOVES_MAX];
    const duel_accel *accel = a->v->game->accel;
    a->count = a->v->game->moves(a->v, root, list);
    for (int i = 0; i < a->count; i++) {
        int j = i + (int)duel_rng_below(&a->rng, (uint32_t)(a->count - i));
        duel_move move = list[j];
        list[j] = list[i];
        int32_t order = accel && accel->order ? accel->order(a->v, root, move) : 0;
        insert_root_move(a, (root_move){.move = move, .worth = order}, i);
    }
}

static void take_best(alphabeta *a, const root_move *m)
{
    const negamax_frame *below = &a->n.frame[1];
    a->worth = m->worth;
    a->line[0] = m->move;
    a->line_count = 1;
    for (int i = 0; i < below->line_count && a->line_count < DUEL_LINE; i++)
        a->line[a->line_count++] = below->line[i];
}

/* Only a move that is better than `best` needs its exact worth, unless all are to be rated. */
static verdict try_root(alphabeta *a, duel_move move, int depth, int64_t best, bool whole)
{
    if (whole || a->n.plain)
        return negamax_try(&a->n, move, depth, -NEGAMAX_INFINITE, NEGAMAX_INFINITE);
    verdict r = negamax_try(&a->n, move, depth, best, best + 1);
    if (r.worth > best && !a->n.halted)
        r = negamax_try(&a->n, move, depth, best, NEGAMAX_INFINITE);
    return r;
}

/* Searches every root move to `depth`; false if halted before the end. */
static bool search_depth(alphabeta *a, int depth)
{
    int64_t best = -NEGAMAX_INFINITE, before = a->worth;
    bool all_solid = true, every = a->think->every_move;
    negamax_tell_depth(&a->n, depth);
    bring_to_front(a);
    for (int i = 0; i < a->count; i++) {
        root_move m = a->move[i];
        verdict r = try_root(a, m.move, depth, best, every || i == 0);
        if (a->n.halted)
            return false;
        m.worth = r.worth, m.solid = r.solid, m.searched = true;
        all_solid = all_solid && r.solid;
        if (i == 0 || r.worth > best) {
            best = r.worth;
            a->complete = a->all_solid = false;
            take_best(a, &m);
        }
        insert_root_move(a, m, i);
    }
    a->depth = depth;
    a->before = before;
    a->complete = true;
    a->all_solid = all_solid;
    negamax_keep(&a->n, depth, a->line[0], (verdict){a->worth, all_solid});
    return true;
}

/* ---- what is proved ------------------------------------------------------------------- */

/* A win or a loss is a fact once found; its margin only if everything was searched. */
static bool is_fact(const alphabeta *a, int64_t worth, bool solid)
{
    return solid || (negamax_decided(worth) && !(a->v->traits & DUEL_MARGIN));
}

static bool has_exact_plies(const alphabeta *a, int64_t worth, bool solid)
{
    bool seen = solid || negamax_distance(worth) <= a->depth;
    return negamax_decided(worth) && seen && !a->n.loopy;
}

/* Beyond two seats only a win is told: the others need not play together against the seat. */
static duel_result result_of(const alphabeta *a, int64_t worth, bool solid)
{
    if (!is_fact(a, worth, solid) || (a->v->seats > 2 && worth <= 0))
        return (duel_result){.value = DUEL_UNSOLVED};
    return negamax_result(&a->n, worth, has_exact_plies(a, worth, solid));
}

/* Whether looking deeper can change nothing. */
static bool settled(const alphabeta *a, int64_t worth, bool solid)
{
    return is_fact(a, worth, solid) &&
           (solid || a->n.loopy || has_exact_plies(a, worth, solid));
}

static bool nothing_left(const alphabeta *a)
{
    if (!a->think->every_move)
        return settled(a, a->worth, a->all_solid);
    for (int i = 0; i < a->count; i++)
        if (!settled(a, a->move[i].worth, a->move[i].solid))
            return false;
    return true;
}

/* Minimax that was told how far to look goes there, or to the ends of the game: every line is
 * looked at, whether or not it is known who wins. */
static bool is_deep_enough(const alphabeta *a, int64_t wanted)
{
    return a->n.plain && wanted ? a->all_solid : nothing_left(a);
}

/* ---- what is estimated ---------------------------------------------------------------- */

/* Whoever moves last on the way down looks better than it is, so that evaluations swing between
 * odd and even depths. Estimates are in the middle: all moves are brought there by what the
 * best one swung, which leaves their order as it is. */
static int64_t half_swing(const alphabeta *a)
{
    bool swings = a->depth > 1 && !negamax_decided(a->worth) && !negamax_decided(a->before);
    return swings && a->complete ? (a->worth - a->before) / 2 : 0;
}

static int32_t estimate_of_worth(const alphabeta *a, int64_t worth)
{
    if (!negamax_decided(worth))
        return (int32_t)(worth - half_swing(a));
    int64_t margin = negamax_margin(worth), most = PLAN_MARGINS;
    int64_t shown = PLAN_WON + (margin > most ? most : margin) - negamax_distance(worth);
    return (int32_t)(worth < 0 ? -shown : shown);
}

static duel_scale scale_of_estimates(alphabeta *a)
{
    duel_scale s = eval_scale_of(a->v, &a->spread);
    s.swing = (double)llabs(half_swing(a));
    return s;
}

/* ---- thinking ------------------------------------------------------------------------- */

static void report_depth(alphabeta *a)
{
    duel_progress *p = &a->n.progress;
    p->depth = a->depth;
    p->best = a->line[0];
    p->score = estimate_of_worth(a, a->worth);
    p->scale = scale_of_estimates(a);
    p->seconds = limits_seconds(&a->n.limits);
    p->nodes = a->n.nodes;
    p->positions = a->n.table.used;
    if (a->think->progress)
        a->think->progress(a->think->watcher, p);
}

/* Fills the moves, the worth and the line of `root`, as deep as the limits let it. */
static void deepen(alphabeta *a, const void *root, const duel_think *t)
{
    int64_t wanted = a->settings.option[DEPTH];
    negamax_begin(&a->n, root, t);
    negamax_choose(&a->n, a->settings.option[PLAIN] != 0);
    list_root(a, root);
    a->depth = 0;
    a->worth = a->before = 0;
    a->complete = a->all_solid = false;
    a->line[0] = a->move[0].move;
    a->line_count = 1;
    int deepest = wanted && wanted < a->n.plies ? (int)wanted : a->n.plies;
    if (negamax_check(&a->n))
        return;
    for (int depth = 1; depth <= deepest && search_depth(a, depth); depth++) {
        report_depth(a);
        if (is_deep_enough(a, wanted))
            break;
    }
}

/* The move the table has for a position on the line, unless the line came by it before. */
static bool known_next(const alphabeta *a, const duel_state *state, uint64_t met[], int count,
                       duel_move *move)
{
    transpo_key key = transpo_key_of(a->v, state);
    const transpo_entry *e = transpo_find(&a->n.table, key);
    met[count] = key.check;
    for (int i = 0; i < count; i++)
        if (met[i] == key.check)
            return false;
    if (e == NULL || !duel_legal(a->v, state, e->move))
        return false;
    *move = e->move;
    return true;
}

/* Beyond what the search gave, the table often knows how the line goes on. */
static void extend_line(alphabeta *a, const void *root)
{
    duel_state state;
    uint64_t met[DUEL_LINE];
    duel_move next;
    memcpy(&state, root, a->v->state_size);
    for (int i = 0; i < DUEL_LINE && !duel_is_over(a->v, &state); i++) {
        bool known = known_next(a, &state, met, i, &next);
        if (i == a->line_count) {
            if (!known)
                return;
            a->line[a->line_count++] = next;
        }
        a->v->game->play(a->v, &state, a->line[i]);
    }
}

/* The turn follows the line; where that ends too soon, a small search goes on. */
static duel_status choose_by_line(void *self, const void *view, duel_move *move, duel_msg *why)
{
    alphabeta *a = self;
    if (a->line_used == a->line_count) {
        duel_think rest = a->n.think;
        rest.nodes = budget_least(rest.nodes, REST_OF_TURN);
        rest.progress = NULL;
        rest.witness = NULL;
        deepen(a, view, &rest);
        a->line_used = 0;
    }
    *move = a->line[a->line_used++];
    return DUEL_OK;
}

static duel_move_value rate_root_move(const alphabeta *a, const root_move *m)
{
    if (!m->searched)
        return (duel_move_value){.move = m->move, .estimate = DUEL_NO_ESTIMATE};
    return (duel_move_value){.move = m->move,
                             .result = result_of(a, m->worth, m->solid),
                             .estimate = estimate_of_worth(a, m->worth)};
}

static void answer_from_root(alphabeta *a, duel_answer *out)
{
    if (a->complete || a->worth > 0) /* a loss is one only if every move loses */
        out->result = result_of(a, a->worth, a->all_solid);
    out->proved = out->result.value != DUEL_UNSOLVED;
    out->estimate = estimate_of_worth(a, a->worth);
    out->scale = scale_of_estimates(a);
    out->depth = a->depth;
    out->nodes = a->n.nodes;
    out->positions = a->n.table.used;
    memcpy(out->line, a->line, sizeof a->line);
    out->line_count = a->line_count;
    for (int i = 0; a->think->every_move && i < a->count; i++)
        out->rated[out->rated_count++] = rate_root_move(a, &a->move[i]);
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    alphabeta *a = self;
    double begin = duel_clock();
    const int64_t *option = a->settings.option;
    duel_think own = budget_of(t, option[SECONDS], option[NODES], option[DEPTH] > 0);
    int32_t score[DUEL_SEATS];
    memset(out, 0, sizeof *out);
    int mover = a->v->game->turn(a->v, t->view);
    if (a->v->game->over(a->v, t->view, score)) {
        out->result = value_of_end(a->v, score, mover);
        out->proved = true;
        return DUEL_OK;
    }
    if (own.nodes || mover != a->n.me)
        forget(a);
    a->think = &own;
    duel_rng_init_number(&a->rng, t->seed);
    deepen(a, t->view, &own);
    extend_line(a, t->view);
    answer_from_root(a, out);
    a->line_used = 0;
    duel_status status = plan_turn(a->v, t, &a->rng, choose_by_line, a, out, why);
    out->seconds = duel_clock() - begin;
    return status;
}

const duel_engine duel_engine_alphabeta = {
    .name = "alphabeta",
    .about = N_("looks ahead, deeper and deeper"),
    .tells = true,
    .options = options,
    .fits = fits,
    .open = open_alphabeta,
    .think = think,
    .forget = forget,
    .close = close_alphabeta,
};
