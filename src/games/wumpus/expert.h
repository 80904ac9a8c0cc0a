/* wumpus/expert.h -- the agent of the spec as an engine of the game. */
#ifndef DUEL_WUMPUS_EXPERT_H
#define DUEL_WUMPUS_EXPERT_H

#include "core/engine.h"

extern const duel_engine wumpus_expert;

#endif
