/* games/wumpus/world.h -- a world: where the pits, the wumpuses and the golds are, and what is
 * felt where; drawing one by the rules; whether the gold can be reached and how much thought it
 * takes.
 *
 * The start is (0,0). A pit marks its neighbours with a breeze, a wumpus with a stench, a gold
 * with a glitter (textbook rules: the gold's own cell); a source does not mark its own cell.
 *
 * A set of cells of a grid of at most 32 by 32 obeys: (1) bit x of row[y] is the cell (x,y)
 * (2) bits and rows outside the grid are 0, so that equal sets are equal bytes. */
#pragma once

#include "base/rng.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- sets of cells ------------------------------------------------------------------ */

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

/* The cells next to one. */
static inline wumpus_set wumpus_beside(int n, wumpus_cell c)
{
    wumpus_set cell = wumpus_only(c.x, c.y);
    return wumpus_around(n, &cell);
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

/* ---- worlds ------------------------------------------------------------------------- */

enum { WUMPUS_MIN_SIDE = 3, WUMPUS_MOST = 4 /* wumpuses, golds */ };

typedef enum wumpus_pits {
    WUMPUS_PITS_ANY,   /* nothing is known of their number: every model weighs the same */
    WUMPUS_PITS_COUNT, /* exactly `pits` */
    WUMPUS_PITS_CHANCE /* each cell for itself with probability `chance` */
} wumpus_pits;

extern const char *const wumpus_goal_names[]; /* "one", "all": by rules.all_golds; NULL-ended */

typedef struct wumpus_rules {
    int n;                /* side, 3 to 32 (games begin at 4) */
    int wumpuses, golds;  /* 1 to WUMPUS_MOST */
    wumpus_pits pits_are; /* how pits were drawn: what risks are computed from */
    int pits;
    double chance;
    int clear;        /* nothing lies on the cells x + y <= clear; deduction ignores it */
    bool count_known; /* deduction, too, may use the number of pits */
    bool strict;      /* a wumpus and a gold never share a cell */
    bool all_golds;   /* every gold must be found; else one is enough */
    bool overlap;     /* textbook: pits, wumpuses and golds fall where they like */
    bool own_glitter; /* textbook: the gold glitters on its own cell only */
    bool windy_start; /* textbook: something may be felt at the start */
} wumpus_rules;

typedef struct wumpus_world {
    int n;
    bool own_glitter;
    wumpus_set pit, wumpus, gold;
} wumpus_world;

typedef struct wumpus_percepts {
    wumpus_set breeze, stench, glitter;
} wumpus_percepts;

/* One wumpus, one gold, strict, nothing on x + y <= 2, the number of pits not known. */
wumpus_rules wumpus_rules_seed(int n);
/* The textbook's world: nothing on (0,0) only, pits by chance, all three independent. */
wumpus_rules wumpus_rules_textbook(int n, double chance);
duel_status wumpus_rules_check(const wumpus_rules *rules, duel_msg *why);

/* The cells on which the rules let anything lie. */
wumpus_set wumpus_ground(const wumpus_rules *rules);
/* The cells a gold on `gold` marks. */
wumpus_set wumpus_glitter_of(int n, bool own_glitter, const wumpus_set *gold);
wumpus_percepts wumpus_percepts_of(const wumpus_world *world);

/* Draws a world: every placement the rules allow equally likely for the given pits. Pits by
 * chance that leave no room for the rest are drawn again. Refuses WUMPUS_PITS_ANY. */
duel_status wumpus_draw_world(const wumpus_rules *rules, duel_rng *rng, wumpus_world *out,
                              duel_msg *why);

/* Start, every gold and every wumpus in one component of cells without pit. */
bool wumpus_is_valid(const wumpus_world *world);
/* Whether what these rules ask for lies among the cells entered: a gold, or every gold. */
bool wumpus_goal_met(const wumpus_rules *rules, const wumpus_world *world,
                     const wumpus_set *entered);
/* Over paths to a gold that avoid pits, the least number of cells left that carry a breeze or a
 * stench; where all golds must be found, that of the gold for which it is largest. -1 when
 * there is no path. */
int wumpus_interest(const wumpus_rules *rules, const wumpus_world *world);
