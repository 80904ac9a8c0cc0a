/* engines/uct.h -- the tree of a Monte-Carlo search: what happened after each move tried.
 *
 *     node ──edges──▶ move ──▶ node          no secrets: a move leads to one node
 *     node ──edges──▶ move ─┬▶ node          secrets: to a node for each view that the asking
 *                           └▶ node          seat can have afterwards
 *
 * Nodes and edges are numbers into two growing arrays, so that memory can move. Number 0 is no
 * node and no edge. */
#ifndef DUEL_ENGINES_UCT_H
#define DUEL_ENGINES_UCT_H

#include "core/game.h"

typedef struct uct_edge {
    duel_move move;
    double sum; /* rewards of the seat that plays this move */
    uint32_t visits;
    uint32_t offers; /* how often it was legal when the node was met; games with secrets */
    uint32_t child;  /* games without secrets */
    uint32_t next;   /* the node's next edge */
    uint32_t proof;  /* duel_value, for the seat that plays it */
    uint32_t legal;  /* the visit of the node at which it was last seen to be legal */
} uct_edge;

typedef struct uct_node {
    uint32_t first, last; /* edges */
    uint32_t visits;
    int32_t seat; /* to move */
} uct_node;

typedef struct uct_link { /* node and what is seen there → the node after it */
    uint64_t key;
    uint32_t node;
} uct_link;

typedef struct uct {
    uct_node *node;
    uct_edge *edge;
    uct_link *link;
    uint32_t nodes, node_room, edges, edge_room, links, link_room;
    size_t memory; /* bytes it may have */
} uct;

bool uct_init(uct *t, size_t memory);
void uct_fini(uct *t);
void uct_clear(uct *t);
size_t uct_bytes(const uct *t);

/* A new node without edges; 0 when there is no room. */
uint32_t uct_add_node(uct *t, int seat);
/* A new last edge of the node; 0 when there is no room. */
uint32_t uct_add_edge(uct *t, uint32_t node, duel_move move);
/* The node met after `node` when the asking seat then has a view of this hash; 0 if none. */
uint32_t uct_linked(const uct *t, uint32_t node, uint64_t view_hash);
bool uct_link_to(uct *t, uint32_t node, uint64_t view_hash, uint32_t child);

#endif
