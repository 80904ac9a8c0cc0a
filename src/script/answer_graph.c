/* script/answer_graph.c -- see answer_graph.h. */
#include "script/answer_graph.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 18, FIRST_BITS = 10 };

struct graph_block {
    struct graph_block *below;
    size_t used, room;
    _Alignas(16) unsigned char bytes[];
};

void graph_init(graph *g, size_t most)
{
    *g = (graph){.most = most};
}

void graph_fini(graph *g)
{
    while (g->blocks) {
        struct graph_block *below = g->blocks->below;
        free(g->blocks);
        g->blocks = below;
    }
    free(g->slot);
    graph_init(g, g->most);
}

void graph_trim(graph *g)
{
    if (g->bytes > g->most)
        graph_fini(g);
}

static void *take(graph *g, size_t count)
{
    count = (count + 15) / 16 * 16;
    if (g->blocks == NULL || g->blocks->used + count > g->blocks->room) {
        size_t room = count > BLOCK ? count : BLOCK;
        struct graph_block *block = malloc(sizeof *block + room);
        if (block == NULL)
            return NULL;
        *block = (struct graph_block){.below = g->blocks, .room = room};
        g->blocks = block;
        g->bytes += room;
    }
    void *at = g->blocks->bytes + g->blocks->used;
    g->blocks->used += count;
    return at;
}

void *graph_keep(graph *g, const void *bytes, size_t count)
{
    void *at = take(g, count);
    if (at)
        memcpy(at, bytes, count);
    return at;
}

/* Eight bytes at a time, multiplied and folded: keys are short and need no cryptography. */
static uint64_t hash_of(duel_str key)
{
    uint64_t h = key.len * UINT64_C(0x9E3779B97F4A7C15), word;
    size_t i = 0;
    for (; i + 8 <= key.len; i += 8) {
        memcpy(&word, key.at + i, 8);
        h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
        h ^= h >> 32;
    }
    word = 0;
    memcpy(&word, key.at + i, key.len - i);
    h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    return h ^ h >> 29;
}

graph_node *graph_find(const graph *g, duel_str key)
{
    if (g->slot == NULL)
        return NULL;
    uint64_t hash = hash_of(key), mask = (UINT64_C(1) << g->slot_bits) - 1;
    for (uint64_t i = hash & mask; g->slot[i]; i = (i + 1) & mask) {
        graph_node *n = g->slot[i];
        if (n->hash == hash && n->key.len == key.len && memcmp(n->key.at, key.at, key.len) == 0)
            return n;
    }
    return NULL;
}

static void put(graph *g, graph_node *n)
{
    uint64_t mask = (UINT64_C(1) << g->slot_bits) - 1, i = n->hash & mask;
    while (g->slot[i])
        i = (i + 1) & mask;
    g->slot[i] = n;
}

static bool grow(graph *g)
{
    graph_node **old = g->slot;
    size_t slots = old ? (size_t)1 << g->slot_bits : 0;
    uint32_t bits = old ? g->slot_bits + 1 : FIRST_BITS;
    g->slot = calloc((size_t)1 << bits, sizeof *g->slot);
    if (g->slot == NULL) {
        g->slot = old;
        return false;
    }
    g->slot_bits = bits;
    for (size_t i = 0; i < slots; i++)
        if (old[i])
            put(g, old[i]);
    free(old);
    return true;
}

static bool is_crowded(const graph *g)
{
    return g->slot == NULL || g->count >= (UINT64_C(3) << g->slot_bits) / 4;
}

static graph_node *add_new(graph *g, duel_str key)
{
    if (is_crowded(g) && !grow(g))
        return NULL;
    graph_node *n = take(g, sizeof *n);
    const char *bytes = graph_keep(g, key.at, key.len);
    if (n == NULL || bytes == NULL)
        return NULL;
    *n = (graph_node){.key = {bytes, key.len}, .hash = hash_of(key)};
    put(g, n);
    g->count++;
    return n;
}

graph_node *graph_add(graph *g, duel_str key, int edges)
{
    size_t bytes = (size_t)edges * sizeof(graph_edge);
    graph_edge *edge = edges ? take(g, bytes) : NULL;
    if (edges && edge == NULL)
        return NULL;
    graph_node *n = graph_find(g, key);
    n = n ? n : add_new(g, key);
    if (n == NULL)
        return NULL;
    *n = (graph_node){.key = n->key, .hash = n->hash, .count = edges, .edge = edge};
    if (edges)
        memset(edge, 0, bytes);
    return n;
}

graph_edge *graph_edge_of(const graph_node *n, duel_move move)
{
    for (int i = 0; i < n->count; i++)
        if (n->edge[i].move == move)
            return &n->edge[i];
    return NULL;
}
