/* wumpus/grade.h -- can the gold be reached without taking a risk?
 *
 * Deducible: a gold, or every gold where the rules ask for all, is reached by entering only
 * cells proved safe, to a fixed point, without an arrow. With arrows: a wumpus whose place is
 * proved may be shot from an entered cell in its row or column, one arrow for each wumpus, and
 * its cell is no danger then. */
#ifndef DUEL_WUMPUS_GRADE_H
#define DUEL_WUMPUS_GRADE_H

#include "games/wumpus/reason.h"

typedef enum wumpus_grade {
    WUMPUS_NOT_DEDUCIBLE,
    WUMPUS_DEDUCIBLE,
    WUMPUS_DEDUCIBLE_BY_ARROW
} wumpus_grade;

/* For strict rules with the seed's percepts, pits not counted: exact. With one wumpus and one
 * gold it takes about a microsecond; with more the third grade is not looked for, nor is it
 * when `arrow` is false. */
wumpus_grade wumpus_deducible(const wumpus_rules *rules, const wumpus_world *world, bool arrow);

/* Called after each step with what is known and what was concluded from it; false stops. */
typedef bool wumpus_watch(void *context, const wumpus_knowledge *k, const wumpus_facts *facts,
                          const wumpus_verdicts *verdicts);

/* The same by any reasoner, opened on these rules as `self`, step by step: each step enters
 * every cell proved safe that touches an entered one. `watch` may be NULL. */
duel_status wumpus_explore(const wumpus_reasoner *reasoner, void *self,
                           const wumpus_rules *rules, const wumpus_world *world, bool arrow,
                           wumpus_watch *watch, void *context, wumpus_grade *out,
                           duel_msg *why);

#endif
