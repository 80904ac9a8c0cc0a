/* script/answer_graph.h -- what a file has answered, kept: a graph of positions and moves.
 *
 * A position is asked about once; solving and searching then run on the graph at the speed of
 * C. Everything is in a few large blocks; when they hold too much, all is dropped at once and
 * asked again, so that a long game does not fill the memory. Dropping is a step of its own, for
 * moments in which nobody holds a node. */
#pragma once

#include "core/game.h"

typedef struct graph_edge {
    duel_move move;
    duel_str child;        /* at == NULL: not known yet */
    const duel_msg *fault; /* playing this move fails */
    int32_t order;         /* what the file makes of it, */
    bool ordered;          /* once it was asked */
    const char *text;      /* how the file writes it; NULL: not known yet */
} graph_edge;

typedef struct graph_node {
    duel_str key;
    uint64_t hash;
    const duel_msg *fault; /* looking at this position fails */
    int turn;
    bool over;
    int32_t score[DUEL_SEATS];
    int32_t value[DUEL_SEATS]; /* evaluation, for each seat */
    uint64_t canon;            /* the key it shares with those like it; 0: not asked yet */
    duel_str *view; /* what is left of it by `hide`, for a spectator and each seat: head and
                     * value, at == NULL: not asked yet; NULL: none was */
    bool bare;      /* its moves were not kept */
    int count;
    graph_edge *edge;
} graph_node;

typedef struct graph {
    graph_node **slot;
    uint32_t slot_bits, count;
    struct graph_block *blocks;
    size_t bytes, most; /* held, and allowed */
} graph;

void graph_init(graph *g, size_t most);
void graph_fini(graph *g);
/* Drops all nodes if they hold more than allowed. */
void graph_trim(graph *g);

graph_node *graph_find(const graph *g, duel_str key);
/* The edge of a move; NULL: it has none. */
graph_edge *graph_edge_of(const graph_node *n, duel_move move);
/* A new position with room for its edges, cleared; one that is there bare is made anew in its
 * place. NULL when memory is short. */
graph_node *graph_add(graph *g, duel_str key, int edges);
/* Room that lives as long as the graph's nodes. NULL when memory is short. */
void *graph_keep(graph *g, const void *bytes, size_t count);
