/* games/wumpus/count_plan.h -- the facts as a problem of counting: what each cell may hold,
 * which cells must together explain a mark, and an order of the cells that keeps few marks half
 * explained.
 *
 * A cell holds a value: bit 0 a pit, bit 1 a wumpus, bit 2 a gold. Invariants of a plan: (1)
 * the cells bound by a demand come first, then one free cell for each domain, then the other
 * free cells  (2) a demand holds a slot from the first of its cells to the last  (3) at most 64
 * slots are held at a time. */
#pragma once

#include "games/wumpus/knowledge.h"

enum { WUMPUS_PIT_BIT = 1, WUMPUS_WUMPUS_BIT = 2, WUMPUS_GOLD_BIT = 4, WUMPUS_VALUES = 8 };

typedef struct wumpus_tally {
    int pits, wumpuses, golds;
} wumpus_tally;

typedef struct wumpus_step {
    wumpus_cell cell;
    uint8_t domain;                /* bit v: the value v is allowed */
    uint64_t meets[WUMPUS_VALUES]; /* the slots a value satisfies */
    uint64_t closes;               /* slots that must be satisfied by now, and are given back */
} wumpus_step;

typedef struct wumpus_plan {
    int n;
    uint8_t domain[WUMPUS_SIDE][WUMPUS_SIDE];
    wumpus_tally fixed; /* what lies on cells with one value only, which are not in the order */
    int steps, bound, leaders; /* bound cells, then free cells that stand for their domain */
    int spare, spare_pits;     /* cells after the steps, left out; how many may hold a pit */
    wumpus_step step[WUMPUS_CELLS];
} wumpus_plan;

static inline wumpus_tally wumpus_value_tally(int value)
{
    return (wumpus_tally){value & 1, value >> 1 & 1, value >> 2 & 1};
}

/* DUEL_REFUSED when a cell or a mark is left without any explanation, DUEL_STOPPED when the
 * marks are too entangled. `thin`: which values are possible is all that is asked. Free cells
 * of one domain can change places, so the wumpuses and golds among them lie on a few of them in
 * some world; the others, which then hold a pit or nothing, are left out. */
duel_status wumpus_plan_make(const wumpus_rules *rules, const wumpus_facts *facts, bool thin,
                             wumpus_plan *out, duel_msg *why);
duel_status wumpus_entangled(duel_msg *why); /* DUEL_STOPPED, in words */
