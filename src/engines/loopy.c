/* engines/loopy.c -- retrograde analysis: see loopy.h. */
#include "engines/loopy.h"
#include "core/play.h"

#include <stdlib.h>
#include <string.h>

/* The graph: for each position, the positions it can come from. While it is being explored
 * the moves are a plain list of pairs; then they are sorted by target. */
typedef struct graph {
    uint32_t *from, *to; /* a pair for each move */
    size_t count, room;
    size_t *begin;  /* by target: where its moves begin once sorted; one more at the end */
    uint32_t *open; /* by position: children without a result, or not yet counted against it */
    uint8_t *seat;
    uint32_t *queue; /* positions whose result is fresh, in order of remoteness */
    size_t head, tail;
} graph;

static void graph_fini(graph *g)
{
    free(g->from);
    free(g->to);
    free(g->begin);
    free(g->open);
    free(g->seat);
    free(g->queue);
}

static bool add_move(graph *g, uint32_t from, uint32_t to)
{
    if (g->count == g->room) {
        size_t room = g->room ? 2 * g->room : 1024;
        uint32_t *f = realloc(g->from, room * sizeof *f);
        if (f)
            g->from = f;
        uint32_t *t = realloc(g->to, room * sizeof *t);
        if (t)
            g->to = t;
        if (!f || !t)
            return false;
        g->room = room;
    }
    g->from[g->count] = from;
    g->to[g->count++] = to;
    return true;
}

/* ---- exploring -------------------------------------------------------------------------- */

static bool explore_one(loopy *l, graph *g, uint32_t id)
{
    duel_state state, child;
    duel_move list[DUEL_MOVES_MAX];
    const duel_variant *v = l->v;
    memcpy(&state, intern_at(&l->states, id), v->state_size);
    int count = v->game->moves(v, &state, list);
    for (int i = 0; i < count; i++) {
        memcpy(&child, &state, v->state_size);
        v->game->play(v, &child, list[i]);
        if (!add_move(g, id, intern_id(&l->states, &child)))
            return false;
    }
    return !l->states.failed;
}

static void report_explored(const loopy *l, uint32_t explored)
{
    const duel_think *t = l->limits.think;
    if (t->progress == NULL)
        return;
    duel_progress p = {.nodes = explored,
                       .positions = l->states.count,
                       .memory = intern_bytes(&l->states),
                       .seconds = limits_seconds(&l->limits)};
    t->progress(t->watcher, &p);
}

static duel_status explore_graph(loopy *l, graph *g, const void *root, duel_msg *why)
{
    enum { LOOK_EVERY = 1024 };
    intern_id(&l->states, root);
    for (uint32_t id = 0; id < l->states.count; id++) {
        if (!explore_one(l, g, id))
            return duel_full(why);
        if (id % LOOK_EVERY)
            continue;
        report_explored(l, id);
        size_t bytes = intern_bytes(&l->states) + 2 * g->room * sizeof *g->from;
        if (2 * bytes > l->memory) {
            duel_say(why,
                     N_("The memory limit of {0} MB is reached after {1} positions; a game "
                        "that can repeat positions is solved whole or not at all."),
                     "ii", (int64_t)(l->memory >> 20), (int64_t)l->states.count);
            return DUEL_FULL;
        }
        if (limits_asked(&l->limits) || limits_nodes(&l->limits, id) ||
            limits_time(&l->limits)) {
            duel_say(why, N_("Stopped after {0} positions; what was solved is kept."), "i",
                     (int64_t)l->states.count);
            return DUEL_STOPPED;
        }
    }
    return DUEL_OK;
}

/* ---- laying the moves out backwards --------------------------------------------------- */

/* Counting sort by target; `from` and `to` become one array of sources, grouped. */
static bool turn_round(graph *g, uint32_t positions)
{
    uint32_t *sorted = malloc((g->count ? g->count : 1) * sizeof *sorted);
    g->begin = calloc((size_t)positions + 2, sizeof *g->begin);
    g->open = calloc(positions, sizeof *g->open);
    g->queue = malloc(positions * sizeof *g->queue);
    if (!sorted || !g->begin || !g->open || !g->queue) {
        free(sorted);
        return false;
    }
    for (size_t i = 0; i < g->count; i++) {
        g->begin[g->to[i] + 2]++;
        g->open[g->from[i]]++;
    }
    for (uint32_t id = 0; id < positions; id++)
        g->begin[id + 2] += g->begin[id + 1];
    for (size_t i = 0; i < g->count; i++)
        sorted[g->begin[g->to[i] + 1]++] = g->from[i];
    free(g->from);
    free(g->to);
    g->from = sorted;
    g->to = NULL;
    return true;
}

/* ---- results flowing backwards --------------------------------------------------------- */

static void settle(loopy *l, graph *g, uint32_t id, duel_result r)
{
    l->result[id] = r;
    g->queue[g->tail++] = id;
}

/* Ended positions first: remoteness 0. */
static void settle_ends(loopy *l, graph *g, bool ties)
{
    int32_t score[DUEL_SEATS];
    for (uint32_t id = 0; id < l->states.count; id++) {
        const void *state = intern_at(&l->states, id);
        if (l->result[id].value != DUEL_UNSOLVED || !l->v->game->over(l->v, state, score))
            continue;
        duel_result r = value_of_end(l->v, score, g->seat[id]);
        if ((r.value == DUEL_TIE) == ties)
            settle(l, g, id, r);
    }
}

/* A fresh result of `child` reaches one position before it. A win for the mover settles at
 * once, and so does a tie once wins and losses are all known; otherwise the child only counts
 * as one hope less, and the last hope lost settles the rest: the longest loss comes last,
 * since results arrive in order of remoteness. */
static void reach_predecessor(loopy *l, graph *g, uint32_t before, uint32_t child)
{
    if (l->result[before].value != DUEL_UNSOLVED)
        return;
    duel_result r = value_step(l->result[child], g->seat[before] != g->seat[child]);
    g->open[before]--;
    if (r.value == DUEL_WIN || r.value == DUEL_TIE || g->open[before] == 0)
        settle(l, g, before, r);
}

static void flow(loopy *l, graph *g)
{
    while (g->head < g->tail) {
        uint32_t id = g->queue[g->head++];
        for (size_t i = g->begin[id]; i < g->begin[id + 1]; i++)
            reach_predecessor(l, g, g->from[i], id);
    }
}

static void settle_draws(loopy *l)
{
    for (uint32_t id = 0; id < l->states.count; id++)
        if (l->result[id].value == DUEL_UNSOLVED)
            l->result[id] = (duel_result){.value = DUEL_DRAW};
}

static duel_status analyse(loopy *l, graph *g, duel_msg *why)
{
    uint32_t positions = l->states.count;
    l->result = calloc(positions, sizeof *l->result);
    g->seat = malloc(positions);
    if (!l->result || !g->seat || !turn_round(g, positions))
        return duel_full(why);
    for (uint32_t id = 0; id < positions; id++)
        g->seat[id] = (uint8_t)l->v->game->turn(l->v, intern_at(&l->states, id));
    settle_ends(l, g, false);
    flow(l, g);
    settle_ends(l, g, true);
    flow(l, g);
    settle_draws(l);
    return DUEL_OK;
}

static void drop_results(loopy *l)
{
    free(l->result);
    l->result = NULL;
}

duel_status loopy_solve(loopy *l, const void *root, duel_msg *why)
{
    graph g = {0};
    if (!intern_init(&l->states, l->v->state_size))
        return duel_full(why);
    duel_status status = explore_graph(l, &g, root, why);
    if (status == DUEL_OK)
        status = analyse(l, &g, why);
    graph_fini(&g);
    if (status != DUEL_OK)
        drop_results(l); /* half of them would be taken for all */
    return status;
}

void loopy_fini(loopy *l)
{
    intern_fini(&l->states);
    drop_results(l);
}
