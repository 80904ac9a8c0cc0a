/* tiers/loopy_tier.c -- solves a tier in which positions may repeat, by retrograde analysis.
 *
 * As engines/retrograde.c does for a whole game: results flow from positions to those before
 * them, the largest scores first and the shortest ways first, until nothing changes; what is
 * left is a draw. What leads out of the tier is solved already, and of it only the best
 * matters: it is one more child, whose result comes at its time. */
#include "tiers/inside.h"

#include <stdlib.h>

/* An edge is the position a move comes from; its highest bit: another seat moves there. */
#define TURNED UINT32_C(0x80000000)
_Static_assert(DUEL_MOVES_MAX < UINT16_MAX, "moves are counted in two bytes");

typedef struct circle {
    backward_tier *a;
    window own; /* the tier itself */
    uint32_t positions;
    bool filling;      /* edges are written, else counted */
    atomic_uint *ends; /* by target: how many lead there; then where the next is written */
    uint32_t *edge;    /* grouped by target: those of j end where those of j + 1 begin */
    uint16_t *open;    /* by position: children whose result has not come */
    uint32_t *event;   /* positions that something leaves, by its size, remoteness, position */
    size_t events;
    uint32_t largest, longest; /* of these: size, remoteness */
    uint32_t *queue;           /* positions in the order in which they were settled */
    size_t head, tail;
} circle;

/* ---- the moves inside -------------------------------------------------------------------- */

static void note_edge(circle *c, uint32_t from, uint32_t to, bool turned)
{
    uint32_t at = atomic_fetch_add_explicit(&c->ends[to], 1, memory_order_relaxed);
    if (c->filling)
        c->edge[at] = from | (turned ? TURNED : 0);
    else
        c->open[from]++;
}

static bool note_edges(circle *c, const expander *o, uint32_t base)
{
    const duel_variant *v = o->v;
    for (int i = 0; i < o->made; i++) {
        if (o->child_tier[i] != c->a->tier)
            continue;
        uint32_t state = o->first + (uint32_t)o->brood.parent[i];
        const window_part *p = window_part_of(&c->own, c->a->tier, o->child_key[i]);
        int64_t to = p ? window_place_of(p, o->child_key[i]) : WINDOW_NOWHERE;
        if (to == WINDOW_NOWHERE)
            return false;
        bool turned = v->game->turn(v, expander_state(o, state)) !=
                      v->game->turn(v, expander_child(o, i));
        note_edge(c, base + state, (uint32_t)to, turned);
    }
    return true;
}

static void look_for_edges(void *job, int worker)
{
    circle *c = job;
    expander o;
    uint64_t i;
    bool fine = expander_init(&o, c->a->run->v, c->a->run->key);
    while (fine && backward_tier_next_block(c->a, &i) && backward_tier_open_block(c->a, i, &o))
        while (fine && expander_next(&o))
            if (!(fine = note_edges(c, &o, (uint32_t)(i * TIER_BLOCK))))
                atomic_store(&c->a->run->damaged, true);
    if (!fine)
        atomic_store(&c->a->failed, true);
    expander_fini(&o);
}

static duel_status each_edge(circle *c, bool filling, duel_msg *why)
{
    c->filling = filling;
    atomic_store(&c->a->next, 0);
    threads_run(c->a->run->v->game, c->a->run->job->threads, look_for_edges, c);
    return backward_tier_status(c->a, why);
}

/* After it ends[j] is where the first edge of j goes, and counts up to where the last went. */
static bool lay_out_edges(circle *c, size_t memory)
{
    uint64_t sum = 0;
    for (uint32_t j = 0; j < c->positions; j++) {
        uint32_t here = atomic_load(&c->ends[j]);
        atomic_store(&c->ends[j], (uint32_t)sum);
        sum += here;
    }
    if (sum > UINT32_MAX || sum * sizeof *c->edge > memory)
        return false;
    c->edge = malloc((size_t)(sum + !sum) * sizeof *c->edge);
    return c->edge != NULL;
}

/* ---- results flowing backwards ----------------------------------------------------------- */

static duel_result result_at(const circle *c, uint32_t i)
{
    const backward_tier *a = c->a;
    return value_decode(&a->run->format, window_code(a->codes, a->code_bytes, i));
}

static uint32_t size_of_score(const duel_result *r)
{
    return (uint32_t)(r->score < 0 ? -(int64_t)r->score : r->score);
}

/* In which order it comes: the largest sizes first, then the shortest ways. */
static uint64_t rank_of(const circle *c, const duel_result *r)
{
    uint64_t ways = (uint64_t)c->longest + 2; /* one ply more, for who is led here */
    return (c->largest - size_of_score(r)) * ways + r->remoteness;
}

static bool is_event(const duel_result *r)
{
    return r->value != DUEL_UNSOLVED && r->value != DUEL_DRAW; /* which never comes */
}

static void measure_events(circle *c)
{
    for (uint32_t i = 0; i < c->positions; i++) {
        duel_result r = result_at(c, i);
        c->open[i] = (uint16_t)(c->open[i] + (r.value != DUEL_UNSOLVED));
        if (!is_event(&r))
            continue;
        c->events++;
        c->largest = size_of_score(&r) > c->largest ? size_of_score(&r) : c->largest;
        c->longest = r.remoteness > c->longest ? r.remoteness : c->longest;
    }
}

/* Sorted by counting, with a place for each rank. */
static bool gather_events(circle *c)
{
    enum { RANKS = 1 << 26 };
    measure_events(c);
    uint64_t ranks = ((uint64_t)c->largest + 1) * ((uint64_t)c->longest + 2);
    uint32_t *place = ranks < RANKS ? calloc((size_t)ranks + 1, sizeof *place) : NULL;
    c->event = malloc((c->events + 1) * sizeof *c->event);
    if (place == NULL || c->event == NULL) {
        free(place);
        return false;
    }
    for (uint32_t i = 0; i < c->positions; i++) {
        duel_result r = result_at(c, i);
        if (is_event(&r))
            place[rank_of(c, &r) + 1]++;
    }
    for (uint64_t k = 1; k <= ranks; k++)
        place[k] += place[k - 1];
    for (uint32_t i = 0; i < c->positions; i++) {
        duel_result r = result_at(c, i);
        if (is_event(&r))
            c->event[place[rank_of(c, &r)]++] = i;
    }
    free(place);
    return true;
}

/* A result reaches a position: a win or a tie settles it at once, since better ones have come
 * before; otherwise it is one hope less, and the last to come is the best that is left. */
static void reach_position(circle *c, uint32_t i, const duel_result *r, uint8_t *settled)
{
    backward_tier *a = c->a;
    if (settled[i])
        return;
    c->open[i]--;
    if (r->value != DUEL_WIN && r->value != DUEL_TIE && c->open[i])
        return;
    settled[i] = 1;
    window_set_code(a->codes, a->code_bytes, i, value_encode(&a->run->format, r));
    c->queue[c->tail++] = i;
}

static void reach_predecessors(circle *c, uint32_t j, uint8_t *settled)
{
    duel_result child = result_at(c, j);
    uint32_t from = j ? atomic_load_explicit(&c->ends[j - 1], memory_order_relaxed) : 0;
    uint32_t to = atomic_load_explicit(&c->ends[j], memory_order_relaxed);
    for (uint32_t e = from; e < to; e++) {
        duel_result r = value_step(child, c->edge[e] & TURNED);
        reach_position(c, c->edge[e] & ~TURNED, &r, settled);
    }
}

/* Whether what the oldest settled position leads to comes before event `next`, which is not
 * settled: by size, then by the shorter way. */
static bool queue_is_first(const circle *c, size_t next)
{
    if (c->head == c->tail || next == c->events)
        return c->head < c->tail;
    duel_result queued = result_at(c, c->queue[c->head]), event = result_at(c, c->event[next]);
    if (size_of_score(&queued) != size_of_score(&event))
        return size_of_score(&queued) > size_of_score(&event);
    return queued.remoteness < event.remoteness; /* one ply before it */
}

/* The next event, or the oldest settled position. The positions in the queue are all of the
 * size at work on. */
static void flow_back(circle *c, uint8_t *settled)
{
    size_t next = 0;
    while (next < c->events || c->head < c->tail) {
        while (next < c->events && settled[c->event[next]])
            next++; /* by something better: its result is not that of the event any more */
        if (queue_is_first(c, next)) {
            reach_predecessors(c, c->queue[c->head++], settled);
        } else if (next < c->events) {
            uint32_t i = c->event[next++];
            duel_result r = result_at(c, i);
            reach_position(c, i, &r, settled);
        }
    }
}

static void settle_the_rest(circle *c, const uint8_t *settled)
{
    duel_result draw = {.value = DUEL_DRAW};
    uint64_t code = value_encode(&c->a->run->format, &draw);
    for (uint32_t i = 0; i < c->positions; i++)
        if (!settled[i])
            window_set_code(c->a->codes, c->a->code_bytes, i, code);
}

static duel_status settle_all(circle *c, duel_msg *why)
{
    uint8_t *settled = calloc(c->positions + 1u, 1);
    c->queue = malloc(((size_t)c->positions + 1) * sizeof *c->queue);
    bool room = settled && c->queue && gather_events(c);
    if (room) {
        flow_back(c, settled);
        settle_the_rest(c, settled);
    }
    free(settled);
    return room ? DUEL_OK : duel_no_space(why);
}

/* ---- life -------------------------------------------------------------------------------- */

size_t loops_bytes_each(const tiers_run *r)
{
    enum { KNOWN_BYTES = 15, KEY_BYTES = 9 };
    return KNOWN_BYTES + KEY_BYTES + window_code_bytes(r->format.bits);
}

static void circle_fini(circle *c)
{
    window_fini(&c->own);
    free(c->ends);
    free(c->edge);
    free(c->open);
    free(c->event);
    free(c->queue);
}

duel_status loops_solve(backward_tier *a, duel_msg *why)
{
    circle c = {.a = a, .positions = (uint32_t)a->keys.head.count};
    size_t memory = a->run->job->memory;
    size_t beside = (size_t)a->keys.head.count * loops_bytes_each(a->run);
    if (a->keys.head.count >= TURNED || beside > memory)
        return backward_tier_too_large(a, why);
    c.ends = calloc((size_t)c.positions + 1, sizeof *c.ends);
    c.open = calloc((size_t)c.positions + 1, sizeof *c.open);
    duel_status status = c.ends && c.open ? DUEL_OK : duel_no_space(why);
    if (status == DUEL_OK)
        status = window_load_keys(&c.own, a->run->v->game, a->run->job->threads, &a->keys, why);
    if (status == DUEL_OK)
        status = each_edge(&c, false, why);
    if (status == DUEL_OK && !lay_out_edges(&c, memory - beside))
        status = backward_tier_too_large(a, why);
    if (status == DUEL_OK)
        status = each_edge(&c, true, why);
    if (status == DUEL_OK)
        status = settle_all(&c, why);
    circle_fini(&c);
    return status;
}
