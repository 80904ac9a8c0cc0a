/* gdl/components.c -- see components.h. Without recursion: a chain of ground sentences may be
 * as long as memory allows. */
#include "gdl/components.h"

#include <string.h>

gdl_graph gdl_graph_of(gdl_job *j, uint32_t nodes, const gdl_list *pairs)
{
    size_t edges = pairs->count / 2;
    gdl_graph g = {nodes, gdl_take(j, (size_t)nodes + 2, sizeof *g.start),
                   gdl_take(j, edges, sizeof *g.edge)};
    uint32_t *end = g.start + 1; /* while edges come in, end[i] is where the next of i goes */
    for (size_t e = 0; e < edges; e++)
        end[pairs->at[2 * e] + 1]++;
    for (uint32_t i = 0; i < nodes; i++)
        end[i + 1] += end[i];
    for (size_t e = 0; e < edges; e++)
        g.edge[end[pairs->at[2 * e]]++] = pairs->at[2 * e + 1];
    return g;
}

typedef struct tarjan {
    gdl_job *job;
    const gdl_graph *g;
    uint32_t *component; /* 0 until it is known, then its number + 1 */
    uint32_t *low;       /* order of discovery, then the least reached; 0: not met yet */
    uint32_t *edge;      /* the next to follow, by node */
    gdl_list path, waiting;
    uint32_t met, count;
} tarjan;

static void enter_node(tarjan *t, uint32_t node)
{
    t->low[node] = ++t->met;
    t->edge[node] = t->g->start[node];
    gdl_push(t->job, &t->path, node);
    gdl_push(t->job, &t->waiting, node);
}

static void lower(tarjan *t, uint32_t node, uint32_t to)
{
    if (!t->component[to] && t->low[to] < t->low[node])
        t->low[node] = t->low[to];
}

/* `order` was node's own order of discovery: reached from nothing below, it heads a component.
 */
static void leave_node(tarjan *t, uint32_t node, uint32_t order)
{
    t->path.count--;
    if (t->path.count)
        lower(t, t->path.at[t->path.count - 1], node);
    if (t->low[node] != order)
        return;
    uint32_t member;
    t->count++;
    do {
        member = t->waiting.at[--t->waiting.count];
        t->component[member] = t->count;
    } while (member != node);
}

static void follow_from(tarjan *t, uint32_t *order, uint32_t root)
{
    enter_node(t, root);
    order[root] = t->low[root];
    while (t->path.count) {
        uint32_t node = t->path.at[t->path.count - 1];
        gdl_tick(t->job);
        if (t->edge[node] == t->g->start[node + 1]) {
            leave_node(t, node, order[node]);
            continue;
        }
        uint32_t to = t->g->edge[t->edge[node]++];
        if (t->low[to]) {
            lower(t, node, to);
        } else {
            enter_node(t, to);
            order[to] = t->low[to];
        }
    }
}

uint32_t gdl_components(gdl_job *j, const gdl_graph *g, uint32_t *component)
{
    tarjan t = {.job = j, .g = g, .component = component};
    uint32_t *order = gdl_take(j, g->nodes, sizeof *order);
    t.low = gdl_take(j, g->nodes, sizeof *t.low);
    t.edge = gdl_take(j, g->nodes, sizeof *t.edge);
    memset(component, 0, g->nodes * sizeof *component);
    for (uint32_t i = 0; i < g->nodes; i++)
        if (t.low[i] == 0)
            follow_from(&t, order, i);
    for (uint32_t i = 0; i < g->nodes; i++)
        component[i]--;
    gdl_give(j, order);
    gdl_give(j, t.low);
    gdl_give(j, t.edge);
    gdl_give(j, t.path.at);
    gdl_give(j, t.waiting.at);
    return t.count;
}
