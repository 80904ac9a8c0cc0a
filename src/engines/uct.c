/* engines/uct.c -- see uct.h. */
#include "engines/uct.h"
#include "base/hash.h"

#include <stdlib.h>

enum { ROOM = 256 }; /* to begin with; a power of two */

bool uct_init(uct *t, size_t memory)
{
    *t = (uct){.node_room = ROOM, .edge_room = ROOM, .link_room = ROOM, .memory = memory};
    t->node = calloc(t->node_room, sizeof *t->node);
    t->edge = calloc(t->edge_room, sizeof *t->edge);
    t->link = calloc(t->link_room, sizeof *t->link);
    uct_clear(t);
    return t->node && t->edge && t->link;
}

void uct_fini(uct *t)
{
    free(t->node);
    free(t->edge);
    free(t->link);
}

void uct_clear(uct *t)
{
    t->nodes = t->edges = 1;
    t->links = 0;
    if (t->link)
        memset(t->link, 0, t->link_room * sizeof *t->link);
}

size_t uct_bytes(const uct *t)
{
    return t->node_room * sizeof *t->node + t->edge_room * sizeof *t->edge +
           t->link_room * sizeof *t->link;
}

/* Twice the room for an array, if the memory allows it. */
static void *grown(const uct *t, void *array, uint32_t room, size_t item)
{
    if (room > UINT32_MAX / 2 || uct_bytes(t) + room * item > t->memory)
        return NULL;
    return realloc(array, 2 * (size_t)room * item);
}

uint32_t uct_add_node(uct *t, int seat)
{
    if (t->nodes == t->node_room) {
        uct_node *more = grown(t, t->node, t->node_room, sizeof *t->node);
        if (more == NULL)
            return 0;
        t->node = more;
        t->node_room *= 2;
    }
    t->node[t->nodes] = (uct_node){.seat = seat};
    return t->nodes++;
}

uint32_t uct_add_edge(uct *t, uint32_t node, duel_move move)
{
    if (t->edges == t->edge_room) {
        uct_edge *more = grown(t, t->edge, t->edge_room, sizeof *t->edge);
        if (more == NULL)
            return 0;
        t->edge = more;
        t->edge_room *= 2;
    }
    uct_node *n = &t->node[node];
    t->edge[t->edges] = (uct_edge){.move = move};
    if (n->last)
        t->edge[n->last].next = t->edges;
    else
        n->first = t->edges;
    n->last = t->edges;
    return t->edges++;
}

/* ---- links: open addressing, never more than half full -------------------------------- */

static uct_link *place_of_key(uct_link *link, uint32_t room, uint64_t key)
{
    uint32_t at = (uint32_t)hash_mix(key) & (room - 1);
    while (link[at].node && link[at].key != key)
        at = (at + 1) & (room - 1);
    return &link[at];
}

static uint64_t link_key(uint32_t node, uint64_t view_hash)
{
    return hash_mix(view_hash ^ (uint64_t)node << 20);
}

uint32_t uct_linked(const uct *t, uint32_t node, uint64_t view_hash)
{
    return place_of_key(t->link, t->link_room, link_key(node, view_hash))->node;
}

static bool grow_links(uct *t)
{
    uint32_t room = 2 * t->link_room;
    if (t->link_room > UINT32_MAX / 4 ||
        uct_bytes(t) + t->link_room * sizeof *t->link > t->memory)
        return false;
    uct_link *more = calloc(room, sizeof *more);
    if (more == NULL)
        return false;
    for (uint32_t i = 0; i < t->link_room; i++)
        if (t->link[i].node)
            *place_of_key(more, room, t->link[i].key) = t->link[i];
    free(t->link);
    t->link = more;
    t->link_room = room;
    return true;
}

bool uct_link_to(uct *t, uint32_t node, uint64_t view_hash, uint32_t child)
{
    if (2 * t->links >= t->link_room && !grow_links(t))
        return false;
    uint64_t key = link_key(node, view_hash);
    *place_of_key(t->link, t->link_room, key) = (uct_link){key, child};
    t->links++;
    return true;
}
