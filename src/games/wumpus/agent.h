/* games/wumpus/agent.h -- an explorer that plays by itself: proved cells first, by the shortest
 * way. When nothing is proved it weighs each cell, each shot (and, by textbook rules, going
 * home): in small textbook worlds by the exact expectation (expected_score.h), else by worlds
 * drawn from those that are still possible.
 *
 * It sees a view only, remembers nothing, and does the same for the same view: what it
 * walked for, it still wants when it gets there. */
#pragma once

#include "core/engine.h"
#include "games/wumpus/state.h"

typedef struct wumpus_choice {
    duel_move move;
    bool proved;   /* no risk is taken, and it follows from what is known */
    double danger; /* of entering the cell chosen; 0 when none is entered */
} wumpus_choice;

/* The game must not be over. */
duel_status wumpus_choose(const wumpus_setup *u, const wumpus_state *view, wumpus_choice *out,
                          duel_msg *why);

/* The same as an engine of the game (expert.c). */
extern const duel_engine wumpus_expert;
