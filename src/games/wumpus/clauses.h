/* games/wumpus/clauses.h -- the rules of the world and the facts as clauses, numbered as the
 * seed does (knowledge.h). Whoever wants them receives them one by one: the solver, a DIMACS
 * file, a test.
 *
 * Cardinalities other than "exactly one" need variables of their own, after the 6 n n. */
#pragma once

#include "games/wumpus/knowledge.h"
#include "sat/knowledge_base.h"

/* The laws, so that an explanation can tell which it needs: the group of a clause. */
typedef enum wumpus_law {
    WUMPUS_LAW_ONE_WUMPUS,  /* there are exactly so many wumpuses */
    WUMPUS_LAW_ONE_GOLD,    /* … golds */
    WUMPUS_LAW_PIT_COUNT,   /* … pits, when deduction may use it */
    WUMPUS_LAW_BREEZE,      /* breeze <=> a pit next to it */
    WUMPUS_LAW_STENCH,      /* stench <=> a wumpus next to it */
    WUMPUS_LAW_GLITTER,     /* glitter <=> a gold next to it */
    WUMPUS_LAW_PIT_WUMPUS,  /* a pit excludes a wumpus */
    WUMPUS_LAW_PIT_GOLD,    /* a pit excludes a gold */
    WUMPUS_LAW_WUMPUS_GOLD, /* strict: a wumpus excludes a gold */
    WUMPUS_LAW_START,       /* nothing at (0,0) */
    WUMPUS_LAWS
} wumpus_law;

/* Every clause of the rules; returns the number of variables used. */
int wumpus_clauses(const wumpus_rules *rules, sat_sink *out);
/* The facts: a unit clause each, and a clause for each hit. The group tells nothing here. */
void wumpus_fact_clauses(const wumpus_facts *facts, sat_sink *out);
/* Rules and facts as a DIMACS file. */
void wumpus_print_dimacs(const wumpus_rules *rules, const wumpus_facts *facts, duel_sink *out);
