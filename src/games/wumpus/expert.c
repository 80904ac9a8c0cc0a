/* games/wumpus/expert.c -- the agent as an engine: see agent.h.
 *
 * Asked what the moves are worth, it draws worlds that agree with the view, plays its own
 * choice in each of them and lets the agent go on to the end: the choice is worth the mean of
 * the scores. Then it plays the other moves in the same worlds, as far as the budget goes: each
 * is worth so much less as it fetched less there, which is less noisy than a mean of its own. A
 * node is a choice of the agent. What ends the game for certain is not estimated. */
#include "games/wumpus/agent.h"

#include "base/clock.h"
#include "core/play.h"
#include "core/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TENTHS = 10,       /* of a point: the unit of the estimates */
    ENOUGH = 16,       /* worlds after which no more are drawn */
    USUAL_NODES = 1000 /* where nobody set a limit */
};
static const double LEAST = 1.0 / TENTHS;

typedef struct expert {
    const duel_variant *v;
} expert;

static duel_status fits(const duel_variant *v, duel_msg *why)
{
    return DUEL_OK;
}

static duel_status open_wumpus_expert(const duel_variant *v, const duel_settings *settings,
                                      size_t memory, void **self, duel_msg *why)
{
    expert *e = malloc(sizeof *e);
    if (e == NULL)
        return duel_no_space(why);
    e->v = v;
    *self = e;
    return DUEL_OK;
}

typedef struct rating {
    const duel_variant *v;
    const duel_think *t;
    double begin, part; /* of the budget, that may be spent by now */
    uint64_t nodes;
    duel_rng rng;
    int worlds;
    double own[ENOUGH], sum; /* scores by the agent's choice, world by world */
    int count;               /* the moves, that choice first */
    duel_move move[DUEL_MOVES_MAX];
    duel_result end[DUEL_MOVES_MAX]; /* of those that end the game for certain */
    double less[DUEL_MOVES_MAX];     /* what each fetched less, in so many worlds */
    int tried[DUEL_MOVES_MAX];
} rating;

static bool is_out_of_budget(const rating *r)
{
    const duel_think *t = r->t;
    uint64_t nodes = t->nodes || t->seconds > 0 ? t->nodes : USUAL_NODES;
    return (t->stop && atomic_load_explicit(t->stop, memory_order_relaxed)) ||
           (nodes && (double)r->nodes >= r->part * (double)nodes) ||
           (t->seconds > 0 && duel_clock() - r->begin >= r->part * t->seconds);
}

/* False: the budget ended before the game did. */
static bool agent_goes_on(rating *r, wumpus_state *s)
{
    const wumpus_setup *u = wumpus_setup_of(r->v);
    while (wumpus_ending_of(u, s) == WUMPUS_GOES_ON) {
        wumpus_choice choice;
        wumpus_state view = *s;
        duel_hide(r->v, &view, 0);
        if (is_out_of_budget(r) || wumpus_choose(u, &view, &choice, NULL) != DUEL_OK)
            return false;
        wumpus_play(u, s, choice.move);
        r->nodes++;
    }
    return true;
}

/* False: it was not played to its end, or there is no such world. */
static bool score_in_world(rating *r, int world, duel_move move, double *score)
{
    const wumpus_setup *u = wumpus_setup_of(r->v);
    wumpus_state s;
    duel_rng rng;
    memcpy(&s, r->t->view, sizeof s);
    duel_rng_fork(&r->rng, (uint64_t)world, &rng);
    if (r->v->game->guess(r->v, &s, &rng, NULL) != DUEL_OK)
        return false;
    wumpus_play(u, &s, move);
    if (!agent_goes_on(r, &s))
        return false;
    *score = wumpus_score_of(u, &s);
    return true;
}

static void try_choice(rating *r)
{
    r->part = r->count > 1 ? 0.5 : 1;
    while (r->worlds < ENOUGH && score_in_world(r, r->worlds, r->move[0], &r->own[r->worlds]))
        r->sum += r->own[r->worlds++];
}

static void try_others(rating *r)
{
    double score = 0;
    r->part = 1;
    for (int world = 0; world < r->worlds; world++)
        for (int i = 1; i < r->count; i++) {
            if (!score_in_world(r, world, r->move[i], &score))
                return;
            r->less[i] += r->own[world] - score;
            r->tried[i]++;
        }
}

/* What the agent goes on for is worth more to it than any end, even if few worlds say less. */
static double own_mean(const rating *r)
{
    double own = r->sum / r->worlds;
    for (int i = 1; i < r->count && r->end[0].value == DUEL_UNSOLVED; i++)
        if (r->end[i].value != DUEL_UNSOLVED)
            own = fmax(own, r->end[i].score + LEAST);
    return own;
}

/* What seems better than the agent's own choice does so on worlds drawn by chance: it counts as
 * no worse, and for less than an end, which is no estimate. */
static void tell_means(const rating *r, duel_answer *out)
{
    bool ends = r->end[0].value != DUEL_UNSOLVED;
    double own = r->worlds ? own_mean(r) : 0;
    out->nodes += r->nodes;
    out->positions = (uint64_t)r->worlds;
    if (r->worlds)
        out->scale = (duel_scale){
            .meaning = DUEL_MEANS_POINTS, .unit = TENTHS, .spread = r->v->max_score / 4.0};
    for (int i = 0; i < r->count; i++) {
        bool proved = r->end[i].value != DUEL_UNSOLVED;
        double less = i ? fmax(ends ? LEAST : 0, r->less[i] / fmax(1, r->tried[i])) : 0;
        double points = proved ? r->end[i].score : own - less;
        if (i == 0 || proved || r->tried[i])
            out->rated[out->rated_count++] =
                (duel_move_value){.move = r->move[i],
                                  .result = r->end[i],
                                  .estimate = (int32_t)lround(TENTHS * points),
                                  .visits = (uint64_t)(i ? r->tried[i] : r->worlds)};
    }
    out->estimate = out->rated[0].estimate;
    out->result = r->end[0];
    out->at_least = ends; /* nobody has proved the others worse */
}

/* What comes of a move that ends the game whatever is hidden: nothing dark is entered. */
static duel_result end_of(const rating *r, duel_move move)
{
    const wumpus_setup *u = wumpus_setup_of(r->v);
    wumpus_cell c = wumpus_move_cell(move);
    wumpus_act act = wumpus_move_act(move);
    wumpus_state s;
    memcpy(&s, r->t->view, sizeof s);
    if (act == WUMPUS_REVEAL || act == WUMPUS_DEDUCE ||
        (act == WUMPUS_GO && !wumpus_has(&s.explored, c.x, c.y)))
        return (duel_result){.value = DUEL_UNSOLVED};
    wumpus_play(u, &s, move);
    if (wumpus_ending_of(u, &s) == WUMPUS_GOES_ON)
        return (duel_result){.value = DUEL_UNSOLVED};
    int32_t score[DUEL_SEATS] = {wumpus_score_of(u, &s)};
    return value_step(value_of_end(r->v, score, 0), false);
}

static void list_moves(rating *r, duel_move chosen)
{
    int count = wumpus_moves(wumpus_setup_of(r->v), r->t->view, r->move), at = 0;
    while (at < count && r->move[at] != chosen)
        at++;
    for (; at > 0 && at < count; at--)
        r->move[at] = r->move[at - 1];
    r->move[0] = chosen;
    r->count = count;
    for (int i = 0; i < count; i++)
        r->end[i] = end_of(r, r->move[i]);
}

static duel_status rate_moves(const duel_variant *v, const duel_think *t, double begin,
                              duel_move chosen, duel_answer *out, duel_msg *why)
{
    rating *r = calloc(1, sizeof *r);
    if (r == NULL)
        return duel_no_space(why);
    r->v = v;
    r->t = t;
    r->begin = begin;
    duel_rng_init_number(&r->rng, t->seed);
    list_moves(r, chosen);
    try_choice(r);
    try_others(r);
    tell_means(r, out);
    free(r);
    return DUEL_OK;
}

static duel_status think(void *self, const duel_think *t, duel_answer *out, duel_msg *why)
{
    const expert *e = self;
    double begin = duel_clock();
    wumpus_choice choice;
    memset(out, 0, sizeof *out);
    duel_status status = wumpus_choose(wumpus_setup_of(e->v), t->view, &choice, why);
    if (status != DUEL_OK)
        return status;
    out->plan_count = out->line_count = 1;
    out->plan[0] = out->line[0] = choice.move;
    out->nodes = 1;
    if (t->every_move)
        status = rate_moves(e->v, t, begin, choice.move, out, why);
    out->seconds = duel_clock() - begin;
    return status;
}

const duel_engine wumpus_expert = {
    .name = "expert",
    .about = N_("reasons: proved cells first, then the least risk"),
    .fits = fits,
    .open = open_wumpus_expert,
    .think = think,
    .close = free,
};
