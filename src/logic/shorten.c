/* logic/shorten.c -- see shorten.h. */
#include "logic/shorten.h"

#include "logic/explain.h"

#include <string.h>

enum { UNREACHED = 0xFF };

/* A derivation in the making: the formulas needed, and for those in `done` the edge they come
 * by. What is given needs nothing and is not listed. */
typedef struct search {
    derive_graph *g;
    const derive_facts *f;
    unsigned limit;                /* formulas allowed */
    uint8_t depth[LOGIC_POOL_MAX]; /* of the flattest derivation: none has fewer steps */
    unsigned patience;             /* edges that may still be tried */
    unsigned count, done;          /* of `needed`; those with an edge, as bits */
    logic_id needed[LOGIC_SHORT];
    uint32_t edge[LOGIC_SHORT];
    uint8_t below[LOGIC_SHORT]; /* those it comes from, as bits */
} search;

static bool is_given(const search *s, logic_id id)
{
    return logic_rule_is_given(s->f->why[id].rule);
}

/* ---- depths: a lower bound ---------------------------------------------------------- */

static unsigned depth_by(const search *s, const derive_reason *why)
{
    unsigned deepest = 0;
    for (unsigned i = 0; i < why->count; i++)
        if (s->depth[why->from[i]] > deepest)
            deepest = s->depth[why->from[i]];
    return deepest == UNREACHED ? UNREACHED : deepest + 1;
}

static bool improve_depth(search *s, logic_id id)
{
    bool better = false;
    for (uint32_t e = s->g->edges_of[id]; e != DERIVE_NO_EDGE; e = s->g->edge[e].next) {
        unsigned depth = depth_by(s, &s->g->edge[e].why);
        if (depth < s->depth[id]) {
            s->depth[id] = (uint8_t)depth;
            better = true;
        }
    }
    return better;
}

static void measure_depths(search *s)
{
    memset(s->depth, UNREACHED, sizeof s->depth);
    for (unsigned i = 0; i < s->f->count; i++)
        if (is_given(s, s->f->known[i]))
            s->depth[s->f->known[i]] = 0;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < s->f->count; i++)
            again |= improve_depth(s, s->f->known[i]);
    }
}

/* ---- edges that cannot help --------------------------------------------------------- */

static bool cites(const derive_reason *why, logic_id id)
{
    for (unsigned i = 0; i < why->count; i++)
        if (why->from[i] == id)
            return true;
    return false;
}

/* Does `a` ask for nothing, but for what is given, that `b` does not ask for? */
static bool asks_no_more(const search *s, const derive_reason *a, const derive_reason *b)
{
    for (unsigned i = 0; i < a->count; i++)
        if (!is_given(s, a->from[i]) && !cites(b, a->from[i]))
            return false;
    return true;
}

/* Keeps of the edges to `id` those to which no other one is preferable: wherever an edge is
 * used, one that asks for no more can take its place without a step more. */
static void prune(search *s, logic_id id)
{
    derive_graph *g = s->g;
    uint32_t kept = DERIVE_NO_EDGE, next;
    for (uint32_t e = g->edges_of[id]; e != DERIVE_NO_EDGE; e = next) {
        next = g->edge[e].next;
        const derive_reason *why = &g->edge[e].why;
        bool useless = depth_by(s, why) > LOGIC_SHORT || cites(why, id);
        for (uint32_t k = kept; k != DERIVE_NO_EDGE && !useless; k = g->edge[k].next)
            useless = asks_no_more(s, &g->edge[k].why, why);
        for (uint32_t k = next; k != DERIVE_NO_EDGE && !useless; k = g->edge[k].next)
            useless =
                asks_no_more(s, &g->edge[k].why, why) && !asks_no_more(s, why, &g->edge[k].why);
        if (useless)
            continue;
        g->edge[e].next = kept;
        kept = e;
    }
    g->edges_of[id] = kept;
}

/* ---- search ------------------------------------------------------------------------- */

/* The needed formulas above the one at `place`, itself included, as bits. */
static unsigned above(const search *s, unsigned place)
{
    unsigned set = 1U << place, before;
    do {
        before = set;
        for (unsigned i = 0; i < s->count; i++)
            if (s->done >> i & 1 && s->below[i] & set)
                set |= 1U << i;
    } while (set != before);
    return set;
}

/* The place of a needed formula, put on the list if it was not; LOGIC_SHORT if that would pass
 * the limit. */
static unsigned place_of_needed(search *s, logic_id id)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->needed[i] == id)
            return i;
    if (s->count == s->limit)
        return LOGIC_SHORT;
    s->needed[s->count] = id;
    return s->count++;
}

/* Gives the formula at `at` the edge `e`. False if that passes the limit or runs in a circle:
 * nothing may come from what is above it, and what has n above it can be as deep only as the
 * limit leaves room for. */
static bool choose_edge(search *s, unsigned at, unsigned over, uint32_t e)
{
    const derive_reason *why = &s->g->edge[e].why;
    unsigned room = s->limit - (unsigned)__builtin_popcount(over);
    s->edge[at] = e;
    s->below[at] = 0;
    for (unsigned i = 0; i < why->count; i++) {
        logic_id id = why->from[i];
        if (is_given(s, id))
            continue;
        if (s->depth[id] > room)
            return false;
        unsigned place = place_of_needed(s, id);
        if (place == LOGIC_SHORT || over >> place & 1)
            return false;
        s->below[at] |= (uint8_t)(1U << place);
    }
    s->done |= 1U << at;
    return true;
}

/* The deepest formula without an edge: it fails soonest. LOGIC_SHORT if all have one. */
static unsigned deepest_open(const search *s)
{
    unsigned best = LOGIC_SHORT;
    for (unsigned i = 0; i < s->count; i++)
        if (!(s->done >> i & 1) &&
            (best == LOGIC_SHORT || s->depth[s->needed[i]] > s->depth[s->needed[best]]))
            best = i;
    return best;
}

static bool complete(search *s)
{
    unsigned at = deepest_open(s);
    if (at == LOGIC_SHORT)
        return true;
    unsigned count = s->count, done = s->done, over = above(s, at);
    uint32_t e = s->g->edges_of[s->needed[at]];
    for (; e != DERIVE_NO_EDGE && s->patience; e = s->g->edge[e].next) {
        s->patience--;
        if (choose_edge(s, at, over, e) && complete(s))
            return true;
        s->count = count;
        s->done = done;
    }
    return false;
}

bool shorten(derive_graph *g, derive_facts *f, logic_id goal, unsigned *size)
{
    search s = {.g = g, .f = f, .patience = SHORTEN_PATIENCE};
    if (*size <= 1)
        return true;
    measure_depths(&s);
    for (unsigned i = 0; i < f->count; i++)
        prune(&s, f->known[i]);
    for (s.limit = s.depth[goal]; s.limit < *size && s.limit <= LOGIC_SHORT; s.limit++) {
        s.count = 1;
        s.done = 0;
        s.needed[0] = goal;
        if (!complete(&s))
            continue;
        for (unsigned i = 0; i < s.count; i++)
            f->why[s.needed[i]] = g->edge[s.edge[i]].why;
        *size = s.count;
        return true;
    }
    return s.patience > 0;
}
