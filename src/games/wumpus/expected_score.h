/* games/wumpus/expected_score.h -- the best expected score of an explorer of the textbook's
 * world: the best expected score, by going through all that can be felt from here on.
 *
 * In that world pits, wumpus and gold lie where they like, so three small things tell all:
 * which cells are explored and which of them are breezy, where the wumpus can still be, and how
 * many cells are left for the gold. Cells that are safe are always entered first: one of them
 * is worth at least 1000 / 63 points and costs a step.
 *
 * Walking is idealized: every cell entered costs `step` points wherever the explorer stands,
 * and the way home with the gold is as long as the grid requires. With a step of 1 no walker
 * can do better. */
#pragma once

#include "games/wumpus/state.h"

/* How far to look. What is not looked at counts as going home; with `ceiling`, as finding every
 * gold that is not in a pit: the value is then an upper bound, whatever the limits. */
typedef struct wumpus_outlook {
    bool ceiling;
    bool tame;      /* there is no wumpus: another way to bound from above */
    int risks;      /* taken one after the other, at most */
    double least;   /* positions less likely than this are not looked at */
    uint32_t nodes; /* positions looked at, at most */
    double step;    /* points for a cell entered */
} wumpus_outlook;

typedef struct wumpus_prospect {
    double value;     /* points still to come, on average */
    double danger;    /* of the deed */
    wumpus_act act;   /* WUMPUS_GO, WUMPUS_SHOOT or WUMPUS_CLIMB: what to do first */
    wumpus_cell cell; /* to enter, or to shoot from */
    wumpus_way way;   /* to shoot */
    uint32_t nodes;
} wumpus_prospect;

/* One wumpus, one gold, pits by chance, all independent, a side of at most 8. */
bool wumpus_prospect_takes(const wumpus_rules *rules);

/* From what is known, nothing shown by lifelines; `walk` tells the steps from where the
 * explorer stands, for the first deed only; NULL: not counted. */
duel_status wumpus_prospect_of(const wumpus_rules *rules, const wumpus_outlook *look,
                               const wumpus_knowledge *k, bool arrow, const wumpus_walk *walk,
                               wumpus_prospect *out, duel_msg *why);

/* The same before the first step, over all that may be felt at the start. */
duel_status wumpus_prospect_begin(const wumpus_rules *rules, const wumpus_outlook *look,
                                  wumpus_prospect *out, duel_msg *why);
