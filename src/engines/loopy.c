/* engines/loopy.c -- retrograde analysis: see loopy.h. */
#include "engines/loopy.h"
#include "core/brood.h"
#include "core/play.h"
#include "engines/loopy_graph.h"

#include <stdlib.h>
#include <string.h>

static void graph_fini(loopy_graph *g)
{
    free(g->from);
    free(g->to);
    free(g->gain);
    free(g->begin);
    free(g->open);
    free(g->seat);
    free(g->queue);
}

static bool widen_graph(loopy_graph *g, bool gains)
{
    size_t room = g->room ? 2 * g->room : 1024;
    uint32_t *f = realloc(g->from, room * sizeof *f);
    if (f)
        g->from = f;
    uint32_t *t = realloc(g->to, room * sizeof *t);
    if (t)
        g->to = t;
    int32_t *gain = gains ? realloc(g->gain, room * sizeof *gain) : NULL;
    if (gain)
        g->gain = gain;
    if (!f || !t || (gains && !gain))
        return false;
    g->room = room;
    return true;
}

static bool add_move(loopy_graph *g, uint32_t from, uint32_t to, const int32_t *gain)
{
    if (g->count == g->room && !widen_graph(g, gain))
        return false;
    if (gain)
        g->gain[g->count] = *gain;
    g->from[g->count] = from;
    g->to[g->count++] = to;
    return true;
}

/* ---- exploring -------------------------------------------------------------------------- */

/* Positions are opened in the order of their numbers, as many at once as are there: a game may
 * make many children at the price of one. */
typedef struct opening {
    duel_brood brood;
    unsigned char *states; /* copies: those that are numbered move in memory */
    int room;
    uint32_t *id;  /* by child: its number */
    int32_t *gain; /* what whoever moves gains by it */
} opening;

static bool opening_init(opening *o, const duel_variant *v)
{
    enum { STATES = 256, CHILDREN = 4096 };
    size_t children = v->max_moves > CHILDREN ? v->max_moves : CHILDREN;
    o->room = STATES;
    o->states = malloc((size_t)STATES * v->state_size);
    o->id = malloc(children * sizeof *o->id);
    o->gain = malloc(children * sizeof *o->gain);
    return brood_init(&o->brood, v, (int)children) && o->states && o->id && o->gain;
}

static void opening_fini(opening *o)
{
    brood_fini(&o->brood);
    free(o->states);
    free(o->id);
    free(o->gain);
}

/* Where states carry a margin, all children that differ in it are one: each becomes that one,
 * and what it gains is kept aside. False: one has none. */
static bool lay_bare(const duel_variant *v, opening *o, int made)
{
    unsigned char *child = o->brood.child;
    for (int i = 0; i < made; i++, child += v->state_size) {
        const void *state = o->states + (size_t)o->brood.parent[i] * v->state_size;
        int seat = v->game->turn(v, state);
        duel_state bare;
        o->gain[i] = value_carried(v, child, seat) - value_carried(v, state, seat);
        if (!loopy_bare(v, child, &bare))
            return false;
        memcpy(child, &bare, v->state_size);
    }
    return true;
}

/* Opens positions from `id` on; how many. */
static uint32_t explore_some(loopy *l, loopy_graph *g, opening *o, uint32_t id)
{
    const duel_variant *v = l->v;
    uint32_t there = l->states.count - id;
    int count = there < (uint32_t)o->room ? (int)there : o->room, made;
    memcpy(o->states, intern_at(&l->states, id), (size_t)count * v->state_size);
    int done = duel_expand(v, o->states, count, &o->brood, &made);
    bool carries = value_carries(v), fine = !carries || lay_bare(v, o, made);
    if (fine)
        intern_ids(&l->states, o->brood.child, (size_t)made, o->id);
    for (int i = 0; i < made && fine; i++)
        fine = add_move(g, id + (uint32_t)o->brood.parent[i], o->id[i],
                        carries ? &o->gain[i] : NULL);
    if (!fine)
        l->states.failed = true;
    return (uint32_t)done;
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

static duel_status stop_exploring(const loopy *l, const loopy_graph *g, uint32_t id,
                                  duel_msg *why)
{
    report_explored(l, id);
    size_t bytes = intern_bytes(&l->states) + 2 * g->room * sizeof *g->from;
    if (2 * bytes > l->memory) {
        duel_say(why,
                 N_("The memory limit of {0} MB is reached after {1} positions; a game "
                    "that can repeat positions is solved whole or not at all."),
                 "ii", (int64_t)(l->memory >> 20), (int64_t)l->states.count);
        return DUEL_FULL;
    }
    if (limits_asked(&l->limits) || limits_nodes(&l->limits, id) || limits_time(&l->limits)) {
        duel_say(why, N_("Stopped after {0} positions; what was solved is kept."), "i",
                 (int64_t)l->states.count);
        return DUEL_STOPPED;
    }
    return DUEL_OK;
}

static duel_status explore_graph(loopy *l, loopy_graph *g, opening *o, const void *root,
                                 duel_msg *why)
{
    enum { LOOK_EVERY = 1024 };
    duel_status status = DUEL_OK;
    uint32_t looked = 0;
    duel_state bare;
    intern_id(&l->states, loopy_bare(l->v, root, &bare) ? &bare : root);
    for (uint32_t id = 0; id < l->states.count && status == DUEL_OK;) {
        if (id == 0 || id - looked >= LOOK_EVERY) {
            status = stop_exploring(l, g, id, why);
            looked = id;
        }
        id += explore_some(l, g, o, id);
        if (l->states.failed)
            return duel_full(why);
    }
    return status;
}

/* ---- laying the moves out backwards --------------------------------------------------- */

/* Counting sort by target; `from` and `to` become one array of sources, grouped. */
static bool turn_round(loopy_graph *g, uint32_t positions)
{
    uint32_t *sorted = malloc((g->count ? g->count : 1) * sizeof *sorted);
    int32_t *gains = g->gain ? malloc(g->count * sizeof *gains) : NULL;
    g->begin = calloc((size_t)positions + 2, sizeof *g->begin);
    g->open = calloc(positions, sizeof *g->open);
    g->queue = malloc(positions * sizeof *g->queue);
    if (!sorted || !g->begin || !g->open || !g->queue || (g->gain && !gains)) {
        free(sorted);
        free(gains);
        return false;
    }
    for (size_t i = 0; i < g->count; i++) {
        g->begin[g->to[i] + 2]++;
        g->open[g->from[i]]++;
    }
    for (uint32_t id = 0; id < positions; id++)
        g->begin[id + 2] += g->begin[id + 1];
    for (size_t i = 0; i < g->count; i++) {
        size_t at = g->begin[g->to[i] + 1]++;
        sorted[at] = g->from[i];
        if (gains)
            gains[at] = g->gain[i];
    }
    free(g->from);
    free(g->to);
    free(g->gain);
    g->from = sorted;
    g->gain = gains;
    g->to = NULL;
    return true;
}

/* ---- results flowing backwards --------------------------------------------------------- */

static void settle(loopy *l, loopy_graph *g, uint32_t id, duel_result r)
{
    l->result[id] = r;
    g->queue[g->tail++] = id;
}

/* Ended positions whose score is so large, one way or the other: remoteness 0. */
static void settle_ends(loopy *l, loopy_graph *g, int32_t size)
{
    int32_t score[DUEL_SEATS];
    for (uint32_t id = 0; id < l->states.count; id++) {
        const void *state = intern_at(&l->states, id);
        if (l->result[id].value != DUEL_UNSOLVED || !l->v->game->over(l->v, state, score))
            continue;
        duel_result r = value_of_end(l->v, score, g->seat[id]);
        if (abs(r.score) == size)
            settle(l, g, id, r);
    }
}

/* The largest score of an end below `below`, one way or the other; -1: there is none. */
static int32_t next_size(const loopy *l, const loopy_graph *g, int32_t below)
{
    int32_t score[DUEL_SEATS], size = -1;
    for (uint32_t id = 0; id < l->states.count; id++) {
        const void *state = intern_at(&l->states, id);
        if (l->result[id].value != DUEL_UNSOLVED || !l->v->game->over(l->v, state, score))
            continue;
        int32_t here = abs(value_of_end(l->v, score, g->seat[id]).score);
        size = here < below && here > size ? here : size;
    }
    return size;
}

/* A fresh result of `child` reaches one position before it. A win for the mover settles at
 * once: larger ones have come before. So does a tie, once wins and losses are all known.
 * Otherwise the child only counts as one hope less, and the last hope lost settles the rest:
 * the smallest loss and of those the longest comes last, since results arrive by their size
 * and then in order of remoteness. */
static void reach_predecessor(loopy *l, loopy_graph *g, uint32_t before, uint32_t child)
{
    if (l->result[before].value != DUEL_UNSOLVED)
        return;
    duel_result r = value_step(l->result[child], g->seat[before] != g->seat[child]);
    g->open[before]--;
    if (r.value == DUEL_WIN || r.value == DUEL_TIE || g->open[before] == 0)
        settle(l, g, before, r);
}

static void flow(loopy *l, loopy_graph *g)
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

static duel_status analyse(loopy *l, loopy_graph *g, duel_msg *why)
{
    uint32_t positions = l->states.count;
    l->result = calloc(positions, sizeof *l->result);
    g->seat = malloc(positions);
    if (!l->result || !g->seat || !turn_round(g, positions))
        return duel_full(why);
    for (uint32_t id = 0; id < positions; id++)
        g->seat[id] = (uint8_t)l->v->game->turn(l->v, intern_at(&l->states, id));
    if (value_carries(l->v))
        return carrying_solve(l, g, why);
    for (int32_t size = INT32_MAX; (size = next_size(l, g, size)) >= 0;) {
        settle_ends(l, g, size);
        flow(l, g);
    }
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
    loopy_graph g = {0};
    opening o = {.room = 0};
    bool room = intern_init(&l->states, l->v->state_size) && opening_init(&o, l->v);
    duel_status status = room ? explore_graph(l, &g, &o, root, why) : duel_full(why);
    opening_fini(&o);
    if (status == DUEL_OK)
        status = analyse(l, &g, why);
    graph_fini(&g);
    if (status != DUEL_OK)
        drop_results(l); /* half of them would be taken for all */
    return status;
}

bool loopy_bare(const duel_variant *v, const void *state, duel_state *out)
{
    memcpy(out, state, v->state_size);
    return !value_carries(v) || v->game->accel->unpack(v, v->game->accel->pack(v, state), out);
}

void loopy_fini(loopy *l)
{
    intern_fini(&l->states);
    drop_results(l);
}
