/* wumpus/world.h -- a world: where the pits, the wumpuses and the golds are, and what is felt
 * where; drawing one by the rules; whether the gold can be reached and how much thought it
 * takes.
 *
 * The start is (0,0). A pit marks its neighbours with a breeze, a wumpus with a stench, a gold
 * with a glitter (textbook rules: the gold's own cell); a source does not mark its own cell. */
#ifndef DUEL_WUMPUS_WORLD_H
#define DUEL_WUMPUS_WORLD_H

#include "base/rng.h"
#include "base/status.h"
#include "games/wumpus/set.h"

enum { WUMPUS_MIN_SIDE = 3, WUMPUS_MOST = 4 /* wumpuses, golds */ };

typedef enum wumpus_pits {
    WUMPUS_PITS_ANY,   /* nothing is known of their number: every model weighs the same */
    WUMPUS_PITS_COUNT, /* exactly `pits` */
    WUMPUS_PITS_CHANCE /* each cell for itself with probability `chance` */
} wumpus_pits;

extern const char *const wumpus_goal_names[]; /* "one", "all": by rules.all_golds; NULL-ended */

typedef struct wumpus_rules {
    int n;                /* side, 3 to 32 (games begin at 4) */
    int wumpuses, golds;  /* 1 to WUMPUS_MOST */
    wumpus_pits pits_are; /* how pits were drawn: what risks are computed from */
    int pits;
    double chance;
    int clear;        /* nothing lies on the cells x + y <= clear; deduction ignores it */
    bool count_known; /* deduction, too, may use the number of pits */
    bool strict;      /* a wumpus and a gold never share a cell */
    bool all_golds;   /* every gold must be found; else one is enough */
    bool overlap;     /* textbook: pits, wumpuses and golds fall where they like */
    bool own_glitter; /* textbook: the gold glitters on its own cell only */
    bool windy_start; /* textbook: something may be felt at the start */
} wumpus_rules;

typedef struct wumpus_world {
    int n;
    bool own_glitter;
    wumpus_set pit, wumpus, gold;
} wumpus_world;

typedef struct wumpus_percepts {
    wumpus_set breeze, stench, glitter;
} wumpus_percepts;

/* One wumpus, one gold, strict, nothing on x + y <= 2, the number of pits not known. */
wumpus_rules wumpus_rules_seed(int n);
/* The textbook's world: nothing on (0,0) only, pits by chance, all three independent. */
wumpus_rules wumpus_rules_textbook(int n, double chance);
duel_status wumpus_rules_check(const wumpus_rules *rules, duel_msg *why);

/* The cells on which the rules let anything lie. */
wumpus_set wumpus_ground(const wumpus_rules *rules);
/* The cells a gold on `gold` marks. */
wumpus_set wumpus_glitter_of(int n, bool own_glitter, const wumpus_set *gold);
wumpus_percepts wumpus_percepts_of(const wumpus_world *world);

/* Draws a world: every placement the rules allow equally likely for the given pits. Pits by
 * chance that leave no room for the rest are drawn again. Refuses WUMPUS_PITS_ANY. */
duel_status wumpus_draw_world(const wumpus_rules *rules, duel_rng *rng, wumpus_world *out,
                              duel_msg *why);

/* Start, every gold and every wumpus in one component of cells without pit. */
bool wumpus_is_valid(const wumpus_world *world);
/* Whether what these rules ask for lies among the cells entered: a gold, or every gold. */
bool wumpus_goal_met(const wumpus_rules *rules, const wumpus_world *world,
                     const wumpus_set *entered);
/* Over paths to a gold that avoid pits, the least number of cells left that carry a breeze or a
 * stench; where all golds must be found, that of the gold for which it is largest. -1 when
 * there is no path. */
int wumpus_interest(const wumpus_rules *rules, const wumpus_world *world);

#endif
