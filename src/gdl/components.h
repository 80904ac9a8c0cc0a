/* gdl/components.h -- what depends on each other, and the order in which to work it out. */
#ifndef DUEL_GDL_COMPONENTS_H
#define DUEL_GDL_COMPONENTS_H

#include "gdl/job.h"

/* Node i needs edge[start[i]] … edge[start[i + 1] - 1]. */
typedef struct gdl_graph {
    uint32_t nodes;
    uint32_t *start, *edge;
} gdl_graph;

/* Makes a graph of pairs: from, to, from, to … */
gdl_graph gdl_graph_of(gdl_job *j, uint32_t nodes, const gdl_list *pairs);
/* Numbers the components: nodes that need each other have the same number, and a number is
 * greater than those of all it needs. Returns how many there are (R. Tarjan, "Depth-first
 * search and linear graph algorithms", 1972). */
uint32_t gdl_components(gdl_job *j, const gdl_graph *g, uint32_t *component);

#endif
