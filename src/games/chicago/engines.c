/* games/chicago/engines.c -- the engines of the game: exact, look-ahead, the three machines of
 * the Prolog report, and the expert, which is the best there is for two players. */
#include "base/clock.h"
#include "core/play.h"
#include "games/chicago/chicago.h"
#include "games/chicago/solver.h"

#include <stdlib.h>
#include <string.h>

/* ---- what they share --------------------------------------------------------------------- */

/* An engine at work. The solver, where there is one, lies at the start of its memory. */
typedef struct brain {
    const duel_variant *v;
    chicago_rules rules;
    duel_settings settings;
    chicago_solver *solver;
} brain;

static duel_status brain_open(const duel_variant *v, const duel_settings *settings,
                              size_t memory, void **self, duel_msg *why)
{
    brain *b = calloc(1, sizeof *b);
    if (b == NULL)
        return duel_no_space(why);
    b->v = v;
    b->rules = chicago_rules_of(v);
    b->settings = *settings;
    *self = b;
    return DUEL_OK;
}

/* The same with a solver. */
static duel_status brain_open_solver(const duel_variant *v, const duel_settings *settings,
                                     size_t memory, void **self, duel_msg *why)
{
    size_t bytes = memory < CHICAGO_SOLVER_MEMORY ? memory : CHICAGO_SOLVER_MEMORY;
    void *room = malloc(bytes ? bytes : 1);
    brain *b = calloc(1, sizeof *b);
    if (room && b && chicago_solver_init(room, bytes, &b->solver) == DUEL_OK) {
        b->v = v;
        b->rules = chicago_rules_of(v);
        b->settings = *settings;
        *self = b;
        return DUEL_OK;
    }
    free(room);
    free(b);
    return duel_no_space(why);
}

static void brain_forget(void *self)
{
    brain *b = self;
    if (b->solver)
        chicago_solver_forget(b->solver);
}

static void brain_close(void *self)
{
    brain *b = self;
    free(b->solver);
    free(b);
}

/* A difference without komi, as a result for `seat`. */
static duel_result result_for(const duel_variant *v, int seat, int difference)
{
    int score = difference + chicago_komi(v, seat) - chicago_komi(v, !seat);
    return (duel_result){.value = score > 0   ? DUEL_WIN
                                  : score < 0 ? DUEL_LOSS
                                              : DUEL_TIE,
                         .score = score,
                         .remoteness = DUEL_NO_REMOTENESS};
}

/* Clears *out; true, and the result in it, if the game is over. */
static bool begin_answer(const duel_variant *v, const duel_think *t, duel_answer *out)
{
    int32_t score[DUEL_SEATS];
    memset(out, 0, sizeof *out);
    if (!v->game->over(v, t->view, score))
        return false;
    int seat = v->game->turn(v, t->view);
    out->result = (duel_result){.value = duel_outcome(v, score, seat),
                                .score = duel_margin(v, score, seat),
                                .remoteness = 0};
    out->proved = true;
    return true;
}

static duel_scale scale_of_points(int unit)
{
    const double spread = 2.5; /* points: fits look-ahead best, against the solver */
    return (duel_scale){.meaning = DUEL_MEANS_POINTS, .unit = unit, .spread = spread};
}

static void rate_proved(const duel_variant *v, int seat, const chicago_answer *a, int index,
                        duel_answer *out)
{
    duel_move_value *r = &out->rated[out->rated_count++];
    duel_result low = result_for(v, seat, a->move_low[index]);
    duel_result high = result_for(v, seat, a->move_high[index]);
    *r = (duel_move_value){.move = a->move[index], .estimate = (low.score + high.score) / 2};
    if (low.score == high.score)
        r->result = low;
}

/* Writes what a solver found. */
static void tell_proved(const duel_variant *v, const duel_think *t, const chicago_answer *a,
                        duel_answer *out)
{
    int seat = v->game->turn(v, t->view);
    out->proved = a->low == a->high;
    out->scale = scale_of_points(1);
    if (out->proved) {
        out->result = result_for(v, seat, a->low);
        out->estimate = out->result.score;
    }
    out->plan[0] = a->length ? a->line[0] : a->best;
    out->plan_count = 1;
    out->line[0] = out->plan[0];
    out->line_count = a->length ? a->length : 1;
    for (int i = 0; i < a->length; i++)
        out->line[i] = a->line[i];
    if (t->every_move)
        for (int i = 0; i < a->count; i++)
            rate_proved(v, seat, a, i, out);
    else if (out->proved)
        out->rated[out->rated_count++] = (duel_move_value){
            .move = out->plan[0], .result = out->result, .estimate = out->estimate};
    out->nodes = out->positions = a->nodes;
}

/* Writes estimates for every move, `unit` a point; a best one is chosen, equals by the seed. */
static void tell_estimates(const duel_variant *v, const duel_think *t, const int32_t value[],
                           int unit, duel_answer *out)
{
    duel_move list[CHICAGO_MOVES];
    duel_rng rng;
    int count = v->game->moves(v, t->view, list), best = 0;
    uint32_t equals = 1;
    duel_rng_init_number(&rng, t->seed);
    for (int i = 0; i < count; i++) {
        out->rated[i] = (duel_move_value){.move = list[i], .estimate = value[i]};
        if (i && value[i] > value[best])
            best = i, equals = 1;
        else if (i && value[i] == value[best] && duel_rng_below(&rng, ++equals) == 0)
            best = i;
    }
    out->rated_count = count;
    out->estimate = value[best];
    out->scale = scale_of_points(unit);
    out->plan[0] = out->line[0] = list[best];
    out->plan_count = out->line_count = 1;
}

static duel_status fits_two_open(const duel_variant *v, duel_msg *why)
{
    if (v->seats != 2)
        return duel_refuse(why, N_("This engine plays for two players only."), "");
    if (duel_has_secrets(v))
        return duel_refuse(
            why, N_("This engine must see every token: it plays view=open only."), "");
    return DUEL_OK;
}

/* ---- exact ------------------------------------------------------------------------------- */

static duel_status think_exact(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    brain *b = self;
    chicago_answer a;
    chicago_limits limits = {t->nodes, t->seconds, t->stop};
    if (t->count)
        return duel_refuse(why,
                           N_("The positions of Chicago are too many to be counted; the solver "
                              "looks only at those it needs."),
                           "");
    if (begin_answer(b->v, t, out))
        return DUEL_OK;
    if (t->nodes)
        chicago_solver_forget(b->solver); /* equal calls, equal answers */
    (t->every_move ? chicago_solve_all : chicago_solve)(b->solver, &b->rules, t->view, &limits,
                                                        &a);
    tell_proved(b->v, t, &a, out);
    out->seconds = a.seconds;
    return DUEL_OK;
}

static const duel_engine exact = {
    .name = "exact",
    .about = N_("solves the game and plays perfectly"),
    .fits = fits_two_open,
    .open = brain_open_solver,
    .think = think_exact,
    .forget = brain_forget,
    .close = brain_close,
};

/* ---- look-ahead -------------------------------------------------------------------------- */

enum { DEPTH };
static const duel_option lookahead_options[] = {
    {"depth", DUEL_NUMBER, 4, 1, 12, NULL, N_("moves to look ahead")},
    {NULL, DUEL_NUMBER, 0, 0, 0, NULL, NULL}};

/* With komi, for the mover. */
static void add_komi(const duel_variant *v, int seat, const int value[], int count,
                     int32_t out[CHICAGO_MOVES])
{
    for (int i = 0; i < count; i++)
        out[i] = value[i] + chicago_komi(v, seat) - chicago_komi(v, !seat);
}

static duel_status think_lookahead(void *self, const duel_think *t, duel_answer *out,
                                   duel_msg *why)
{
    brain *b = self;
    double begin = duel_clock();
    int value[CHICAGO_MOVES], depth = (int)b->settings.option[DEPTH];
    int32_t estimate[CHICAGO_MOVES];
    if (begin_answer(b->v, t, out))
        return DUEL_OK;
    int count = chicago_lookahead(&b->rules, t->view, depth, value);
    add_komi(b->v, b->v->game->turn(b->v, t->view), value, count, estimate);
    tell_estimates(b->v, t, estimate, 1, out);
    out->depth = depth;
    out->seconds = duel_clock() - begin;
    return DUEL_OK;
}

static const duel_engine lookahead = {
    .name = "lookahead",
    .about = N_("looks a fixed number of moves ahead, at the difference of scores"),
    .options = lookahead_options,
    .fits = fits_two_open,
    .open = brain_open,
    .think = think_lookahead,
    .close = brain_close,
};

/* ---- the machines of the report ---------------------------------------------------------- */

static const struct {
    int depth, fewest_piles; /* below which it thinks one ply only */
} bots[] = {[CHICAGO_SEED_SCORE] = {1, 0},
            [CHICAGO_SEED_MINIMAX1] = {2, 5},
            [CHICAGO_SEED_MINIMAX2] = {4, 8}};

typedef struct look {
    const chicago_rules *rules;
    int seat; /* whose score counts */
    duel_search_observer *witness;
} look;

static int score_left(const look *l, const chicago_board *board, int depth, int ply);

/* The score after a move, and it is told who looks on. */
static int score_after(const look *l, const chicago_board *board, chicago_move move, int depth,
                       int ply)
{
    chicago_board next = *board;
    duel_search_event e = {.deed = DUEL_SEARCH_ENTER,
                           .ply = ply,
                           .move = move,
                           .low = -DUEL_NO_BOUND,
                           .high = DUEL_NO_BOUND};
    if (l->witness)
        l->witness->saw(l->witness, &e);
    chicago_play(l->rules, &next, move);
    int score = score_left(l, &next, depth - 1, ply + 1);
    e.deed = DUEL_SEARCH_LEAVE;
    e.worth = score;
    e.by = depth > 1 && !chicago_over(&next) ? DUEL_BY_SEARCH
           : chicago_over(&next)             ? DUEL_BY_END
                                             : DUEL_BY_EVALUATION;
    if (l->witness)
        l->witness->saw(l->witness, &e);
    return score;
}

/* The score of the seat after `depth` more plies, which the seat itself makes small and the
 * other one large. */
static int score_left(const look *l, const chicago_board *board, int depth, int ply)
{
    if (depth == 0 || chicago_over(board))
        return chicago_score(board, l->seat);
    chicago_move move[CHICAGO_MOVES];
    int count = chicago_moves(l->rules, board, move), best = 0;
    for (int i = 0; i < count; i++) {
        int score = score_after(l, board, move[i], depth, ply);
        if (i == 0 || (board->side == l->seat ? score < best : score > best))
            best = score;
    }
    return best;
}

chicago_move chicago_seedbot_move(chicago_seedbot bot, const chicago_rules *rules,
                                  const chicago_board *board, duel_search_observer *witness)
{
    int depth = board->piles < bots[bot].fewest_piles ? 1 : bots[bot].depth;
    look l = {rules, depth == 1 ? board->side : !board->side, witness};
    DUEL_REQUIRE(depth == 1 || rules->seats == 2);
    chicago_move move[CHICAGO_MOVES];
    int count = chicago_moves(rules, board, move), best = 0, best_score = 0;
    DUEL_REQUIRE(count > 0);
    for (int i = 0; i < count; i++) {
        int score = score_after(&l, board, move[i], depth, 1);
        if (i == 0 || score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return move[best];
}

static duel_status think_seed(void *self, const duel_think *t, duel_answer *out,
                              chicago_seedbot bot)
{
    brain *b = self;
    if (begin_answer(b->v, t, out))
        return DUEL_OK;
    out->plan[0] = out->line[0] = chicago_seedbot_move(bot, &b->rules, t->view, t->witness);
    out->plan_count = out->line_count = 1;
    return DUEL_OK;
}

static duel_status think_depth1(void *self, const duel_think *t, duel_answer *out,
                                duel_msg *why)
{
    return think_seed(self, t, out, CHICAGO_SEED_SCORE);
}

static duel_status think_minimax2(void *self, const duel_think *t, duel_answer *out,
                                  duel_msg *why)
{
    return think_seed(self, t, out, CHICAGO_SEED_MINIMAX1);
}

static duel_status think_minimax4(void *self, const duel_think *t, duel_answer *out,
                                  duel_msg *why)
{
    return think_seed(self, t, out, CHICAGO_SEED_MINIMAX2);
}

static const duel_engine depth1 = {
    .name = "seed-depth1",
    .about = N_("the report's first machine: the largest own score at once"),
    .tells = true,
    .open = brain_open,
    .think = think_depth1,
    .close = brain_close,
};

static const duel_engine minimax2 = {
    .name = "seed-minimax2",
    .about = N_("a curiosity, the report's minimax of depth 2: plays about as badly as chance"),
    .tells = true,
    .fits = fits_two_open,
    .open = brain_open,
    .think = think_minimax2,
    .close = brain_close,
};

static const duel_engine minimax4 = {
    .name = "seed-minimax4",
    .about = N_("a curiosity, the report's minimax of depth 4: plays about as badly as chance"),
    .tells = true,
    .fits = fits_two_open,
    .open = brain_open,
    .think = think_minimax4,
    .close = brain_close,
};

/* ---- the expert -------------------------------------------------------------------------- */

/* Where every token is seen: the exact solver; where a limit stops it, look-ahead as deep as
 * what is left allows. Where only the tops are seen, the hidden tokens are guessed again and
 * again, each guess is solved as if it were open, and the move that is best on average over the
 * guesses is chosen (determinization; what it is worth and why it errs: J. Long, N. Sturtevant,
 * M. Buro and T. Furtak, AAAI 2010).
 *
 * Three and four players are left to the expert that knows no game: tree search that samples
 * whole games beat both max^n and paranoid look-ahead on the lead (docs/chicago.md).
 *
 * Under a limit of nodes nothing is remembered from call to call. */

enum {
    SOLVER_LEAST = 2000, /* nodes below which solving is not tried: look-ahead sees as far */
    QUICK = 20000,       /* nodes of look-ahead when time, not nodes, ran out */
    WORLDS = 400,        /* guesses that are enough */
    WORLD_SHARES = 12,   /* into how many guesses a limit of nodes is divided … */
    WORLD_LEAST = 40,    /* … if each gets so many */
    HUNDREDTHS = 100     /* of a point, where points are averaged */
};
static const double USUAL_SECONDS = 1; /* where there is no limit and no end */

typedef struct effort {
    brain *b;
    const duel_think *t;
    double begin, seconds; /* seconds: 0 = no limit */
    uint64_t used;         /* nodes */
    int depth;
} effort;

static uint64_t nodes_left(const effort *e)
{
    return e->t->nodes > e->used ? e->t->nodes - e->used : 1;
}

static double seconds_left(const effort *e)
{
    double left = e->seconds - (duel_clock() - e->begin);
    return e->seconds <= 0 ? 0 : left > 1e-6 ? left : 1e-6;
}

/* Whether so many nodes more would be too many. */
static bool out_of_limits(const effort *e, uint64_t nodes)
{
    return (e->t->stop && atomic_load(e->t->stop)) ||
           (e->seconds > 0 && duel_clock() - e->begin >= e->seconds) ||
           (e->t->nodes && e->used + nodes > e->t->nodes);
}

static int komi_of(const effort *e)
{
    int seat = e->b->v->game->turn(e->b->v, e->t->view);
    return chicago_komi(e->b->v, seat) - chicago_komi(e->b->v, !seat);
}

/* ---- every token seen -------------------------------------------------------------------- */

/* Half of the nodes are kept for look-ahead, should they not suffice. */
static bool solve_within(effort *e, const chicago_board *board, bool all, uint64_t nodes,
                         chicago_answer *a)
{
    chicago_limits limits = {nodes / 2, seconds_left(e), e->t->stop};
    if (nodes && nodes < SOLVER_LEAST)
        return false;
    duel_status status = (all ? chicago_solve_all : chicago_solve)(e->b->solver, &e->b->rules,
                                                                   board, &limits, a);
    e->used += a->nodes;
    return status == DUEL_OK;
}

static void look_ahead(effort *e, const chicago_board *board, uint64_t nodes,
                       int value[CHICAGO_MOVES])
{
    uint64_t used;
    e->depth = chicago_deepen(&e->b->rules, board, nodes ? nodes : QUICK, value, &used);
    e->used += used;
}

/* When not all moves could be valued in time, the value itself may have been proved. */
static void think_open(effort *e, duel_answer *out)
{
    chicago_answer a = {.low = 0, .high = 1};
    const duel_think *t = e->t;
    if (solve_within(e, t->view, t->every_move, t->nodes, &a) || a.low == a.high) {
        tell_proved(e->b->v, t, &a, out);
        return;
    }
    int value[CHICAGO_MOVES] = {0}, komi = komi_of(e);
    int32_t estimate[CHICAGO_MOVES] = {0};
    look_ahead(e, t->view, t->nodes ? nodes_left(e) : 0, value);
    for (int i = 0; i < CHICAGO_MOVES; i++)
        estimate[i] = value[i] + komi;
    tell_estimates(e->b->v, t, estimate, 1, out);
}

/* ---- guesses ----------------------------------------------------------------------------- */

/* The value of every move of a board without hidden tokens; false if it was cut short. */
static bool value_world(effort *e, const chicago_board *world, uint64_t nodes,
                        int value[CHICAGO_MOVES])
{
    chicago_answer a;
    uint64_t before = e->used;
    if (solve_within(e, world, true, nodes, &a)) {
        memcpy(value, a.move_low, (size_t)a.count * sizeof *value);
        return true;
    }
    uint64_t spent = e->used - before;
    look_ahead(e, world, nodes > spent ? nodes - spent : nodes ? 1 : 0, value);
    return nodes != 0; /* look-ahead is as good as it gets under a limit of nodes */
}

/* What one guess may cost; 0: whatever solving it takes. */
static uint64_t world_share(const effort *e)
{
    uint64_t nodes = e->t->nodes, share = nodes / WORLD_SHARES;
    return share > WORLD_LEAST ? share : nodes < WORLD_LEAST ? nodes : WORLD_LEAST;
}

/* Averages over guesses; the first counts even if it was cut short, so that there is one. */
static duel_status think_guessing(effort *e, duel_answer *out, duel_msg *why)
{
    duel_rng rng;
    int64_t sum[CHICAGO_MOVES] = {0};
    int32_t estimate[CHICAGO_MOVES] = {0};
    int worlds = 0;
    duel_rng_init_number(&rng, e->t->seed);
    uint64_t share = world_share(e);
    while (worlds == 0 || (worlds < WORLDS && !out_of_limits(e, share))) {
        chicago_board world = *(const chicago_board *)e->t->view;
        int value[CHICAGO_MOVES] = {0};
        duel_status status = chicago_guess_lower(&world, &rng, why);
        if (status != DUEL_OK)
            return status;
        if (!value_world(e, &world, share, value) && worlds)
            break;
        for (int i = 0; i < CHICAGO_MOVES; i++)
            sum[i] += value[i];
        worlds++;
    }
    int komi = komi_of(e);
    for (int i = 0; i < CHICAGO_MOVES; i++)
        estimate[i] = (int32_t)(HUNDREDTHS * sum[i] / worlds) + HUNDREDTHS * komi;
    tell_estimates(e->b->v, e->t, estimate, HUNDREDTHS, out);
    out->positions = (uint64_t)worlds;
    return DUEL_OK;
}

/* ---- thinking ---------------------------------------------------------------------------- */

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    return v->seats == 2 ? DUEL_OK
                         : duel_refuse(why, N_("This engine plays for two players only."), "");
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    brain *b = self;
    bool secrets = duel_has_secrets(b->v);
    effort e = {.b = b, .t = t, .begin = duel_clock(), .seconds = t->seconds};
    duel_status status = DUEL_OK;
    if (begin_answer(b->v, t, out))
        return DUEL_OK;
    if (t->nodes)
        chicago_solver_forget(b->solver);
    if (secrets && t->nodes == 0 && t->seconds <= 0)
        e.seconds = USUAL_SECONDS;
    if (secrets)
        status = think_guessing(&e, out, why);
    else
        think_open(&e, out);
    out->nodes = e.used;
    out->depth = e.depth;
    out->seconds = duel_clock() - e.begin;
    return status;
}

static const duel_engine expert = {
    .name = "expert",
    .about = N_("perfect where every token is seen; where not, the best move on average"),
    .fits = fits,
    .open = brain_open_solver,
    .think = think,
    .forget = brain_forget,
    .close = brain_close,
};

const duel_engine *const chicago_engines[] = {&expert,   &exact,    &lookahead, &depth1,
                                              &minimax2, &minimax4, NULL};
