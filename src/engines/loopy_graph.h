/* engines/loopy_graph.h -- the graph of a loopy game: what loopy.c and carrying.c share. */
#ifndef DUEL_ENGINES_LOOPY_GRAPH_H
#define DUEL_ENGINES_LOOPY_GRAPH_H

#include "engines/loopy.h"

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

/* The results of a graph whose states carry a margin, tier by tier. */
duel_status carrying_solve(loopy *l, loopy_graph *g, duel_msg *why);

#endif
