/* games/wumpus/move_reasons.h -- the kinds of facts about a move, and what their numbers are,
 * so that they can be recomputed. Arguments 0 and 1 are the cell. Parts are in millionths. */
#pragma once

#include "core/reason.h"
#include "games/wumpus/state.h"

typedef enum wumpus_fact_kind {
    WUMPUS_FACT_STATUS, /* 2: wumpus_status  3: facts it rests on */
    WUMPUS_FACT_RISK,   /* 2: the danger of entering */
    WUMPUS_FACT_GOLD,   /* 2: the chance of gold */
    WUMPUS_FACT_STEPS,  /* 2: steps of the walk */
    WUMPUS_FACT_SHOT,   /* cell: the shooter's  2: wumpus_way  3: live wumpuses on the way */
    WUMPUS_FACT_FELT,   /* cell: the first of those meant  2: wumpus_sign  3: felt or not */
    WUMPUS_FACT_ENDED,  /* cell: the explorer's  2: wumpus_ending */
    WUMPUS_FACT_HINT,   /* no cell  2: duel_gives  3: wumpus_act of the move it leads to */
    WUMPUS_FACT_BRINGS  /* 2: wumpus_act  3: the score of a game that it ends, else 0 */
} wumpus_fact_kind;

/* A fact about a cell, which it highlights. */
duel_fact *wumpus_add_fact(duel_reason *out, wumpus_fact_kind kind, wumpus_cell c);
/* Adds what is seen on a cell that was entered or shown, or the status of any other and the
 * facts it follows from, or that nothing does. Gives the status; WUMPUS_IS_UNKNOWN, and nothing
 * is added, if what is known contradicts itself. */
wumpus_status wumpus_tell_status(const wumpus_setup *u, const wumpus_knowledge *k,
                                 wumpus_cell c, duel_reason *out);
