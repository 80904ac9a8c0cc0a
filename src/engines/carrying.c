/* engines/carrying.c -- loopy games whose states carry a margin: solved tier by tier.
 *
 * A game without end is worth what it carries, so it matters where one stays for ever. Moves
 * that change what is carried lead to a lower tier, and those are solved first: of all moves
 * that leave a tier only the best matters, and it is one child more, whose result comes at its
 * time. Inside a tier results flow backwards as in loopy.c, the largest first, then the
 * shortest ways; what none reaches is a draw, worth nothing more. */
#include "engines/loopy_graph.h"

#include <stdlib.h>

/* Something that becomes of a position without any move inside its tier. */
typedef struct outcome {
    int32_t size; /* of its score, one way or the other */
    uint32_t remoteness, id;
} outcome;

typedef struct carrying {
    loopy *l;
    loopy_graph *g;
    uint32_t *tier;  /* by position */
    uint32_t *order; /* positions by tier */
    bool *settled;   /* by position; until it is, its result is the best that leaves the tier */
    outcome *list;   /* of the tier at work on */
    size_t count, next; /* how many; which comes next */
} carrying;

static int by_size_then_way(const void *a, const void *b)
{
    const outcome *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    if (x->remoteness != y->remoteness)
        return x->remoteness > y->remoteness ? 1 : -1;
    return (x->id > y->id) - (x->id < y->id);
}

static outcome outcome_of(const duel_result *r, uint32_t id)
{
    return (outcome){abs(r->score), r->remoteness, id};
}

/* Counting inside moves alone, and all that leave the tier as one. */
static void count_children(carrying *c, uint32_t child)
{
    loopy_graph *g = c->g;
    for (size_t i = g->begin[child]; i < g->begin[child + 1]; i++)
        if (c->tier[g->from[i]] != c->tier[child])
            g->open[g->from[i]]--;
}

static void reach_from_below(carrying *c, uint32_t before, uint32_t child, int32_t gain)
{
    loopy_graph *g = c->g;
    bool turned = g->seat[before] != g->seat[child];
    duel_result *best = &c->l->result[before];
    duel_result r = value_step_gaining(c->l->result[child], turned, gain);
    if (best->value == DUEL_UNSOLVED || value_better(&r, best))
        *best = r;
}

static void tell_above(carrying *c, uint32_t child)
{
    loopy_graph *g = c->g;
    for (size_t i = g->begin[child]; i < g->begin[child + 1]; i++)
        if (c->tier[g->from[i]] != c->tier[child])
            reach_from_below(c, g->from[i], child, g->gain[i]);
}

static void reach_inside(carrying *c, uint32_t id, duel_result r)
{
    loopy_graph *g = c->g;
    if (c->settled[id])
        return;
    g->open[id]--;
    if (r.value != DUEL_WIN && r.value != DUEL_TIE && g->open[id])
        return;
    c->settled[id] = true;
    c->l->result[id] = r;
    g->queue[g->tail++] = id;
}

static void flow_to_predecessors(carrying *c, uint32_t child)
{
    loopy_graph *g = c->g;
    for (size_t i = g->begin[child]; i < g->begin[child + 1]; i++)
        if (c->tier[g->from[i]] == c->tier[child]) {
            bool turned = g->seat[g->from[i]] != g->seat[child];
            reach_inside(c, g->from[i], value_step(c->l->result[child], turned));
        }
}

static void gather_outcome(carrying *c, uint32_t id)
{
    int32_t score[DUEL_SEATS];
    const duel_variant *v = c->l->v;
    const void *state = intern_at(&c->l->states, id);
    duel_result *r = &c->l->result[id];
    if (v->game->over(v, state, score))
        *r = value_ahead(value_of_end(v, score, c->g->seat[id]),
                         value_carried(v, state, c->g->seat[id]));
    c->g->open[id] += r->value != DUEL_UNSOLVED;
    if (r->value != DUEL_UNSOLVED && r->value != DUEL_DRAW) /* which never comes */
        c->list[c->count++] = outcome_of(r, id);
}

/* The next outcome, or the oldest position settled: the larger, then the shorter way. */
static bool queue_is_first(const carrying *c)
{
    const loopy_graph *g = c->g;
    if (g->head == g->tail || c->next == c->count)
        return g->head < g->tail;
    outcome queued = outcome_of(&c->l->result[g->queue[g->head]], 0);
    queued.remoteness++;
    return by_size_then_way(&queued, &c->list[c->next]) <= 0;
}

static void solve_tier(carrying *c, const uint32_t *member, size_t count)
{
    loopy_graph *g = c->g;
    c->count = c->next = 0;
    g->head = g->tail = 0;
    for (size_t i = 0; i < count; i++)
        gather_outcome(c, member[i]);
    qsort(c->list, c->count, sizeof *c->list, by_size_then_way);
    while (g->head < g->tail || c->next < c->count)
        if (queue_is_first(c))
            flow_to_predecessors(c, g->queue[g->head++]);
        else {
            uint32_t id = c->list[c->next++].id;
            reach_inside(c, id, c->l->result[id]);
        }
    for (size_t i = 0; i < count; i++) {
        if (!c->settled[member[i]])
            c->l->result[member[i]] = (duel_result){.value = DUEL_DRAW};
        tell_above(c, member[i]);
    }
}

/* ---- all tiers --------------------------------------------------------------------------- */

static bool is_in_tier_before(const carrying *c, uint32_t a, uint32_t b)
{
    return c->tier[a] != c->tier[b] ? c->tier[a] < c->tier[b] : a < b;
}

/* A heap, then its largest to the end again and again. */
static void sift_down(carrying *c, size_t at, size_t count)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_in_tier_before(c, c->order[child], c->order[child + 1]))
            child++;
        if (!is_in_tier_before(c, c->order[at], c->order[child]))
            return;
        uint32_t kept = c->order[at];
        c->order[at] = c->order[child];
        c->order[child] = kept;
    }
}

static void sort_by_tier(carrying *c, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_down(c, i, count);
    for (size_t left = count; left-- > 1;) {
        uint32_t last = c->order[left];
        c->order[left] = c->order[0];
        c->order[0] = last;
        sift_down(c, 0, left);
    }
}

static void solve_tiers(carrying *c)
{
    loopy *l = c->l;
    uint32_t positions = l->states.count;
    for (uint32_t id = 0; id < positions; id++) {
        c->tier[id] = l->v->game->accel->tier(l->v, intern_at(&l->states, id));
        c->order[id] = id;
    }
    for (uint32_t id = 0; id < positions; id++)
        count_children(c, id);
    sort_by_tier(c, positions);
    for (size_t from = 0, to; from < positions; from = to) {
        for (to = from + 1; to < positions && c->tier[c->order[to]] == c->tier[c->order[from]];)
            to++;
        solve_tier(c, c->order + from, to - from);
    }
}

duel_status carrying_solve(loopy *l, loopy_graph *g, duel_msg *why)
{
    size_t positions = l->states.count;
    carrying c = {.l = l,
                  .g = g,
                  .tier = malloc(positions * sizeof *c.tier),
                  .order = malloc(positions * sizeof *c.order),
                  .settled = calloc(positions, sizeof *c.settled),
                  .list = malloc(positions * sizeof *c.list)};
    bool room = c.tier && c.order && c.settled && c.list;
    if (room)
        solve_tiers(&c);
    free(c.tier);
    free(c.order);
    free(c.settled);
    free(c.list);
    return room ? DUEL_OK : duel_full(why);
}
