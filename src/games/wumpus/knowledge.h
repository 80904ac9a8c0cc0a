/* games/wumpus/knowledge.h -- what an explorer knows: cells entered, cells shown by a lifeline,
 * arrows shot; and the same as bare facts, which is all that the reasoners ever read.
 *
 * Invariants of a knowledge: (1) explored and shown are disjoint  (2) is[] speaks of explored
 * and shown cells only  (3) shots are in the order they were made. It is flat: copy by `=`. */
#pragma once

#include "games/wumpus/world.h"

/* Breeze, gold, stench, pit, glitter, wumpus, under the letters and in the order of the seed's
 * numbering: the number of a literal is sign * n * n + y * n + x + 1. */
typedef enum wumpus_sign {
    WUMPUS_B,
    WUMPUS_G,
    WUMPUS_P,
    WUMPUS_T,
    WUMPUS_E,
    WUMPUS_W,
    WUMPUS_SIGNS
} wumpus_sign;

typedef enum wumpus_way {
    WUMPUS_NORTH, /* y grows */
    WUMPUS_EAST,
    WUMPUS_SOUTH,
    WUMPUS_WEST
} wumpus_way;

/* The cell next to c; it may lie outside. */
static inline wumpus_cell wumpus_toward(wumpus_cell c, wumpus_way way)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
    return (wumpus_cell){c.x + dx[way], c.y + dy[way]};
}

enum { WUMPUS_SHOTS = WUMPUS_MOST };

typedef struct wumpus_shot {
    wumpus_cell from;
    wumpus_way way;
    bool hit;
    wumpus_cell struck; /* where the wumpus fell, or x = -1: only the scream was heard */
} wumpus_shot;

typedef struct wumpus_knowledge {
    int n;
    wumpus_set explored; /* entered, and left alive */
    wumpus_set shown;    /* not entered: a lifeline showed all that is there */
    wumpus_set is[WUMPUS_SIGNS];
    int shots;
    wumpus_shot shot[WUMPUS_SHOTS];
} wumpus_knowledge;

typedef struct wumpus_facts {
    int n;
    wumpus_set yes[WUMPUS_SIGNS], no[WUMPUS_SIGNS];
    int hits;
    wumpus_set hit[WUMPUS_SHOTS]; /* a wumpus is on one of these cells */
    wumpus_set slain;             /* wumpuses known to lie here are dead */
    bool harmless;                /* every wumpus is dead */
} wumpus_facts;

/* ---- gathering ---------------------------------------------------------------------- */

void wumpus_know_nothing(int n, wumpus_knowledge *out);
void wumpus_enter(wumpus_knowledge *k, const wumpus_world *world, int x, int y);
void wumpus_show(wumpus_knowledge *k, const wumpus_world *world, int x, int y);
/* Shoots and remembers the outcome; true on a hit. The arrow kills the first wumpus alive on
 * its way; where it fell is told when there are several. At most WUMPUS_SHOTS times. */
bool wumpus_shoot(wumpus_knowledge *k, const wumpus_world *world, int x, int y, wumpus_way way);

/* ---- reading ------------------------------------------------------------------------ */

wumpus_set wumpus_known(const wumpus_knowledge *k); /* explored or shown */
/* Unknown cells next to explored ones. */
wumpus_set wumpus_frontier(const wumpus_knowledge *k);
wumpus_set wumpus_ray(int n, wumpus_cell from, wumpus_way way);
/* All facts, that nothing is at the start included. DUEL_INVALID when an arrow's outcome makes
 * no sense under the rules (a hit among several wumpuses without the place). */
duel_status wumpus_facts_of(const wumpus_rules *rules, const wumpus_knowledge *k,
                            wumpus_facts *out, duel_msg *why);
/* Only what holds at the start: nothing is there and, but for textbook worlds, nothing felt. */
void wumpus_facts_none(const wumpus_rules *rules, wumpus_facts *out);

int wumpus_literal(int n, wumpus_sign sign, int x, int y);
/* False when the number is no literal of a grid of side n. */
bool wumpus_literal_read(int n, int literal, wumpus_sign *sign, wumpus_cell *cell);
/* Adds a literal to the facts. */
void wumpus_facts_add(wumpus_facts *facts, wumpus_sign sign, wumpus_cell cell, bool holds);

/* ---- notation ----------------------------------------------------------------------- */

/* Rows from the top, cut by '/' or line ends; cells by blanks. A cell is '?' unknown, '.' with
 * nothing, or letters of B P E (felt) T W G (there); a leading '*' means shown, not entered.
 * Arrows follow, each after ';': `; arrow 1,0 east miss`, `; arrow 1,0 east hit`, `… hit 3,0`.
 */
duel_status wumpus_read_knowledge(duel_str text, wumpus_knowledge *out, duel_msg *why);
void wumpus_print_knowledge(const wumpus_knowledge *k, duel_sink *out);
/* "(1,0) (0,1)" where `between` is a blank. */
void wumpus_print_cells(const wumpus_set *cells, const char *between, duel_sink *out);
