/* wumpus/hardness.h -- what a person must think of to reach the gold without risk: the hardest
 * kind of deduction, and how often.
 *
 * At each point the easiest deduction that proves a new cell safe is made, so no way to the
 * gold needs a kind beyond the hardest one found. For strict rules with the seed's percepts,
 * pits not counted, any number of wumpuses and golds. */
#ifndef DUEL_WUMPUS_HARDNESS_H
#define DUEL_WUMPUS_HARDNESS_H

#include "games/wumpus/reason.h"

typedef enum wumpus_kind {
    WUMPUS_BY_SILENCE,   /* nothing is felt on a cell next to it */
    WUMPUS_BY_CLAUSE,    /* one stench has a single cell left to come from */
    WUMPUS_BY_PLACE,     /* stenches together tell where the wumpuses can be */
    WUMPUS_BY_EXCLUSION, /* a pit excludes wumpus and gold, they each other and it */
    WUMPUS_BY_CASES,     /* several worlds must be gone through */
    WUMPUS_KINDS
} wumpus_kind;

typedef struct wumpus_hardness {
    bool deducible;
    wumpus_kind hardest;     /* of those needed; BY_SILENCE when not deducible */
    int steps[WUMPUS_KINDS]; /* how often each kind was needed */
} wumpus_hardness;

/* "silence", "clause", "place", "exclusion", "cases": for programs, not translated. */
extern const char *const wumpus_kind_names[WUMPUS_KINDS];

duel_status wumpus_hardness_of(const wumpus_rules *rules, const wumpus_world *world,
                               wumpus_hardness *out, duel_msg *why);

/* The frontier cells that deductions of at most this kind prove safe. */
duel_status wumpus_proved_by(const wumpus_rules *rules, wumpus_kind kind,
                             const wumpus_knowledge *k, wumpus_set *out, duel_msg *why);

#endif
