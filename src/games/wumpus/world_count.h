/* games/wumpus/world_count.h -- counting the worlds that agree with the facts: the exact risk
 * of every cell, and drawing one of these worlds with the right probability.
 *
 * Cells are taken one after the other (count_plan.h); worlds are counted by which open marks
 * are met and by how many pits, wumpuses and golds were laid (dynamic programming along the
 * frontier; R. Dechter, "Bucket elimination", 1999). Numbers are doubles, scaled as they grow:
 * sums of non-negative terms, so a risk is right to about 13 digits and 0 only when it is 0. */
#pragma once

#include "games/wumpus/count_plan.h"
#include "games/wumpus/reasoner.h"

typedef struct wumpus_counts wumpus_counts;

typedef struct wumpus_risk {
    wumpus_verdicts verdicts;                /* of all cells */
    double pit[WUMPUS_SIDE][WUMPUS_SIDE];    /* [y][x], probabilities */
    double wumpus[WUMPUS_SIDE][WUMPUS_SIDE]; /* a live one */
    double gold[WUMPUS_SIDE][WUMPUS_SIDE];
    double danger[WUMPUS_SIDE][WUMPUS_SIDE]; /* a pit or a live wumpus */
} wumpus_risk;

/* The facts must be of these rules. DUEL_REFUSED: no world agrees. The caller frees. */
duel_status wumpus_counts_new(const wumpus_rules *rules, const wumpus_facts *facts,
                              wumpus_counts **out, duel_msg *why);
/* The same for the verdicts alone, which do not take longer on a larger grid: nothing else of
 * the risk is right, and nothing can be drawn. */
duel_status wumpus_counts_thin(const wumpus_rules *rules, const wumpus_facts *facts,
                               wumpus_counts **out, duel_msg *why);
/* The same within milliseconds, or DUEL_STOPPED: by counted work, so it is the same wherever it
 * is asked. */
duel_status wumpus_counts_soon(const wumpus_rules *rules, const wumpus_facts *facts,
                               wumpus_counts **out, duel_msg *why);
void wumpus_counts_free(wumpus_counts *c);
/* Whether any world agrees, looked for within milliseconds. DUEL_REFUSED: none; DUEL_NO_SPACE:
 * this would take longer. */
duel_status wumpus_counts_agree(const wumpus_rules *rules, const wumpus_facts *facts);

/* The natural logarithm of the number of worlds: a count with WUMPUS_PITS_ANY and
 * WUMPUS_PITS_COUNT, up to a constant with WUMPUS_PITS_CHANCE. */
double wumpus_counts_log(const wumpus_counts *c);
duel_status wumpus_counts_risk(const wumpus_counts *c, wumpus_risk *out, duel_msg *why);
/* A world, distributed as wumpus_draw_world gives them among those that agree. */
void wumpus_counts_draw(const wumpus_counts *c, duel_rng *rng, wumpus_world *out);
