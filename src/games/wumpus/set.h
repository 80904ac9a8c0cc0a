/* wumpus/set.h -- a set of cells of a grid of at most 32 by 32.
 * Invariants: (1) bit x of row[y] is the cell (x,y)  (2) bits and rows outside the grid are 0,
 * so that equal sets are equal bytes. */
#ifndef DUEL_WUMPUS_SET_H
#define DUEL_WUMPUS_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { WUMPUS_SIDE = 32, WUMPUS_CELLS = WUMPUS_SIDE * WUMPUS_SIDE };

typedef struct wumpus_set {
    uint32_t row[WUMPUS_SIDE];
} wumpus_set;

typedef struct wumpus_cell {
    int x, y;
} wumpus_cell;

static inline bool wumpus_inside(int n, int x, int y)
{
    return x >= 0 && y >= 0 && x < n && y < n;
}

static inline bool wumpus_has(const wumpus_set *s, int x, int y)
{
    return s->row[y] >> x & 1;
}

static inline void wumpus_add(wumpus_set *s, int x, int y)
{
    s->row[y] |= (uint32_t)1 << x;
}

static inline void wumpus_drop(wumpus_set *s, int x, int y)
{
    s->row[y] &= ~((uint32_t)1 << x);
}

static inline wumpus_set wumpus_only(int x, int y)
{
    wumpus_set s = {{0}};
    wumpus_add(&s, x, y);
    return s;
}

static inline wumpus_set wumpus_board(int n)
{
    wumpus_set s = {{0}};
    for (int y = 0; y < n; y++)
        s.row[y] = n == 32 ? UINT32_MAX : ((uint32_t)1 << n) - 1;
    return s;
}

static inline wumpus_set wumpus_and(wumpus_set a, const wumpus_set *b)
{
    for (int y = 0; y < WUMPUS_SIDE; y++)
        a.row[y] &= b->row[y];
    return a;
}

static inline wumpus_set wumpus_or(wumpus_set a, const wumpus_set *b)
{
    for (int y = 0; y < WUMPUS_SIDE; y++)
        a.row[y] |= b->row[y];
    return a;
}

static inline wumpus_set wumpus_minus(wumpus_set a, const wumpus_set *b)
{
    for (int y = 0; y < WUMPUS_SIDE; y++)
        a.row[y] &= ~b->row[y];
    return a;
}

static inline bool wumpus_empty(const wumpus_set *s)
{
    uint32_t any = 0;
    for (int y = 0; y < WUMPUS_SIDE; y++)
        any |= s->row[y];
    return any == 0;
}

static inline int wumpus_count(const wumpus_set *s)
{
    int count = 0;
    for (int y = 0; y < WUMPUS_SIDE; y++)
        count += __builtin_popcount(s->row[y]);
    return count;
}

static inline bool wumpus_same(const wumpus_set *a, const wumpus_set *b)
{
    uint32_t differ = 0;
    for (int y = 0; y < WUMPUS_SIDE; y++)
        differ |= a->row[y] ^ b->row[y];
    return differ == 0;
}

static inline bool wumpus_within(const wumpus_set *a, const wumpus_set *b)
{
    uint32_t out = 0;
    for (int y = 0; y < WUMPUS_SIDE; y++)
        out |= a->row[y] & ~b->row[y];
    return out == 0;
}

/* The cells that have a neighbour in `s`: a member is in it only if a neighbour is. */
static inline wumpus_set wumpus_around(int n, const wumpus_set *s)
{
    wumpus_set out = {{0}};
    uint32_t inside = n == 32 ? UINT32_MAX : ((uint32_t)1 << n) - 1;
    for (int y = 0; y < n; y++) {
        uint32_t below = y > 0 ? s->row[y - 1] : 0;
        uint32_t above = y + 1 < n ? s->row[y + 1] : 0;
        out.row[y] = (s->row[y] << 1 | s->row[y] >> 1 | below | above) & inside;
    }
    return out;
}

/* Walks the members in order of y, then x: `for (c = wumpus_first(&s); c.y >= 0; c =
 * wumpus_next(&s, c))`. The end is y = -1. */
static inline wumpus_cell wumpus_seek(const wumpus_set *s, int y, uint32_t mask)
{
    for (; y < WUMPUS_SIDE; y++, mask = UINT32_MAX)
        if (s->row[y] & mask)
            return (wumpus_cell){__builtin_ctz(s->row[y] & mask), y};
    return (wumpus_cell){-1, -1};
}

static inline wumpus_cell wumpus_first(const wumpus_set *s)
{
    return wumpus_seek(s, 0, UINT32_MAX);
}

static inline wumpus_cell wumpus_next(const wumpus_set *s, wumpus_cell c)
{
    return wumpus_seek(s, c.y, c.x == 31 ? 0 : UINT32_MAX << (c.x + 1));
}

#endif
