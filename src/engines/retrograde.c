/* engines/retrograde.c -- retrograde analysis: see exact.h. Where states carry a margin it goes
 * tier by tier. */
#include "base/grow.h"
#include "core/play.h"
#include "engines/exact.h"

#include <stdlib.h>
#include <string.h>

/* ---- the graph ----------------------------------------------------------------------- */

/* For each position, the positions it can come from. While it is being explored the moves are a
 * plain list of pairs; then they are sorted by target. */
typedef struct loopy_graph {
    uint32_t *from, *to; /* a pair for each move */
    int32_t *gain;       /* by which whoever makes it gains so much; NULL: nothing is carried */
    size_t count, room;
    size_t *begin;  /* by target: where its moves begin once sorted; one more at the end */
    uint32_t *open; /* by position: children without a result, or not yet counted against it */
    uint8_t *seat;
    uint32_t *queue; /* positions whose result is fresh, in order of remoteness */
    size_t head, tail;
} loopy_graph;

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
    size_t need = g->count + 1, from = g->room, to = from, with = from;
    if (!GROW(g->from, from, need) || !GROW(g->to, to, need) ||
        (gains && !GROW(g->gain, with, need)))
        return false;
    g->room = from;
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
    duel_children brood;
    unsigned char *states; /* copies: those that are numbered move in memory */
    int room;
    uint32_t *id;  /* by child: its number */
    int32_t *gain; /* what whoever moves gains by it */
} opening;

static bool expander_init(opening *o, const duel_variant *v)
{
    enum { STATES = 256, CHILDREN = 4096 };
    size_t children = v->max_moves > CHILDREN ? v->max_moves : CHILDREN;
    o->room = STATES;
    o->states = malloc((size_t)STATES * v->state_size);
    o->id = malloc(children * sizeof *o->id);
    o->gain = malloc(children * sizeof *o->gain);
    return children_init(&o->brood, v, (int)children) && o->states && o->id && o->gain;
}

static void expander_fini(opening *o)
{
    children_fini(&o->brood);
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
        o->gain[i] = value_margin_so_far(v, child, seat) - value_margin_so_far(v, state, seat);
        if (!retrograde_strip_margin(v, child, &bare))
            return false;
        memcpy(child, &bare, v->state_size);
    }
    return true;
}

/* Opens positions from `id` on; how many. */
static uint32_t explore_some(retrograde *l, loopy_graph *g, opening *o, uint32_t id)
{
    const duel_variant *v = l->v;
    uint32_t there = l->states.count - id;
    int count = there < (uint32_t)o->room ? (int)there : o->room, made;
    memcpy(o->states, state_ids_at(&l->states, id), (size_t)count * v->state_size);
    int done = duel_expand(v, o->states, count, &o->brood, &made);
    bool carries = value_has_margin(v), fine = !carries || lay_bare(v, o, made);
    if (fine)
        state_ids_list(&l->states, o->brood.child, (size_t)made, o->id);
    for (int i = 0; i < made && fine; i++)
        fine = add_move(g, id + (uint32_t)o->brood.parent[i], o->id[i],
                        carries ? &o->gain[i] : NULL);
    if (!fine)
        l->states.failed = true;
    return (uint32_t)done;
}

static duel_status stop_exploring(const retrograde *l, const loopy_graph *g, uint32_t id,
                                  duel_msg *why)
{
    limits_tell(&l->limits, id, l->states.count, state_ids_bytes(&l->states));
    size_t bytes = state_ids_bytes(&l->states) + 2 * g->room * sizeof *g->from;
    if (2 * bytes > l->memory) {
        duel_say(why,
                 N_("The memory limit of {0} MB is reached after {1} positions; a game "
                    "that can repeat positions is solved whole or not at all."),
                 "ii", (int64_t)(l->memory >> 20), (int64_t)l->states.count);
        return DUEL_NO_SPACE;
    }
    if (limits_asked(&l->limits) || limits_nodes(&l->limits, id) || limits_time(&l->limits)) {
        duel_say(why, N_("Stopped after {0} positions; what was solved is kept."), "i",
                 (int64_t)l->states.count);
        return DUEL_STOPPED;
    }
    return DUEL_OK;
}

static duel_status explore_graph(retrograde *l, loopy_graph *g, opening *o, const void *root,
                                 duel_msg *why)
{
    enum { LOOK_EVERY = 1024 };
    duel_status status = DUEL_OK;
    uint32_t looked = 0;
    duel_state bare;
    state_ids_id(&l->states, retrograde_strip_margin(l->v, root, &bare) ? &bare : root);
    for (uint32_t id = 0; id < l->states.count && status == DUEL_OK;) {
        if (id == 0 || id - looked >= LOOK_EVERY) {
            status = stop_exploring(l, g, id, why);
            looked = id;
        }
        id += explore_some(l, g, o, id);
        if (l->states.failed)
            return duel_no_space(why);
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

/* ---- states that carry a margin ------------------------------------------------------ */

/* Loopy games whose states carry a margin are solved tier by tier. A game without end is worth
 * what it carries, so it matters where one stays for ever. Moves that change what is carried
 * lead to a lower tier, and those are solved first: of all moves that leave a tier only the
 * best matters, and it is one child more, whose result comes at its time. Inside a tier results
 * flow backwards as below, the largest first, then the shortest ways; what none reaches is a
 * draw, worth nothing more. */

/* Something that becomes of a position without any move inside its tier. */
typedef struct outcome {
    int32_t size; /* of its score, one way or the other */
    uint32_t remoteness, id;
} outcome;

typedef struct carrying {
    retrograde *l;
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
    const void *state = state_ids_at(&c->l->states, id);
    duel_result *r = &c->l->result[id];
    if (v->game->over(v, state, score))
        *r = value_remaining(value_of_end(v, score, c->g->seat[id]),
                             value_margin_so_far(v, state, c->g->seat[id]));
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
    retrograde *l = c->l;
    uint32_t positions = l->states.count;
    for (uint32_t id = 0; id < positions; id++) {
        c->tier[id] = l->v->game->accel->tier(l->v, state_ids_at(&l->states, id));
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

/* The results of a graph whose states carry a margin, tier by tier. */
static duel_status carrying_solve(retrograde *l, loopy_graph *g, duel_msg *why)
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
    return room ? DUEL_OK : duel_no_space(why);
}

/* ---- results flowing backwards --------------------------------------------------------- */

static void settle(retrograde *l, loopy_graph *g, uint32_t id, duel_result r)
{
    l->result[id] = r;
    g->queue[g->tail++] = id;
}

/* Ended positions whose score is so large, one way or the other: remoteness 0. */
static void settle_ends(retrograde *l, loopy_graph *g, int32_t size)
{
    int32_t score[DUEL_SEATS];
    for (uint32_t id = 0; id < l->states.count; id++) {
        const void *state = state_ids_at(&l->states, id);
        if (l->result[id].value != DUEL_UNSOLVED || !l->v->game->over(l->v, state, score))
            continue;
        duel_result r = value_of_end(l->v, score, g->seat[id]);
        if (abs(r.score) == size)
            settle(l, g, id, r);
    }
}

/* The largest score of an end below `below`, one way or the other; -1: there is none. */
static int32_t next_size(const retrograde *l, const loopy_graph *g, int32_t below)
{
    int32_t score[DUEL_SEATS], size = -1;
    for (uint32_t id = 0; id < l->states.count; id++) {
        const void *state = state_ids_at(&l->states, id);
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
static void reach_predecessor(retrograde *l, loopy_graph *g, uint32_t before, uint32_t child)
{
    if (l->result[before].value != DUEL_UNSOLVED)
        return;
    duel_result r = value_step(l->result[child], g->seat[before] != g->seat[child]);
    g->open[before]--;
    if (r.value == DUEL_WIN || r.value == DUEL_TIE || g->open[before] == 0)
        settle(l, g, before, r);
}

static void flow(retrograde *l, loopy_graph *g)
{
    while (g->head < g->tail) {
        uint32_t id = g->queue[g->head++];
        for (size_t i = g->begin[id]; i < g->begin[id + 1]; i++)
            reach_predecessor(l, g, g->from[i], id);
    }
}

static void settle_draws(retrograde *l)
{
    for (uint32_t id = 0; id < l->states.count; id++)
        if (l->result[id].value == DUEL_UNSOLVED)
            l->result[id] = (duel_result){.value = DUEL_DRAW};
}

static duel_status analyse(retrograde *l, loopy_graph *g, duel_msg *why)
{
    uint32_t positions = l->states.count;
    l->result = calloc(positions, sizeof *l->result);
    g->seat = malloc(positions);
    if (!l->result || !g->seat || !turn_round(g, positions))
        return duel_no_space(why);
    for (uint32_t id = 0; id < positions; id++)
        g->seat[id] = (uint8_t)l->v->game->turn(l->v, state_ids_at(&l->states, id));
    if (value_has_margin(l->v))
        return carrying_solve(l, g, why);
    for (int32_t size = INT32_MAX; (size = next_size(l, g, size)) >= 0;) {
        settle_ends(l, g, size);
        flow(l, g);
    }
    settle_draws(l);
    return DUEL_OK;
}

static void drop_results(retrograde *l)
{
    free(l->result);
    l->result = NULL;
}

duel_status retrograde_solve(retrograde *l, const void *root, duel_msg *why)
{
    loopy_graph g = {0};
    opening o = {.room = 0};
    bool room = state_ids_init(&l->states, l->v->state_size) && expander_init(&o, l->v);
    duel_status status = room ? explore_graph(l, &g, &o, root, why) : duel_no_space(why);
    expander_fini(&o);
    if (status == DUEL_OK)
        status = analyse(l, &g, why);
    graph_fini(&g);
    if (status != DUEL_OK)
        drop_results(l); /* half of them would be taken for all */
    return status;
}

bool retrograde_strip_margin(const duel_variant *v, const void *state, duel_state *out)
{
    memcpy(out, state, v->state_size);
    return !value_has_margin(v) ||
           v->game->accel->unpack(v, v->game->accel->pack(v, state), out);
}

void retrograde_fini(retrograde *l)
{
    state_ids_fini(&l->states);
    drop_results(l);
}
