/* games/wumpus/solvable.h -- whether the gold can be reached without a risk, and which
 * deductions that takes.
 *
 * Deducible: a gold, or every gold where the rules ask for all, is reached by entering only
 * cells proved safe, to a fixed point, without an arrow. With arrows: a wumpus whose place is
 * proved may be shot from an entered cell in its row or column, one arrow for each wumpus, and
 * its cell is no danger then. */
#pragma once

#include "games/wumpus/reasoner.h"

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

/* ---- several wumpuses and golds ----------------------------------------------------- */

/* Cells, each beside a mark that the others leave unexplained. */
typedef struct wumpus_cover {
    wumpus_set cells;
    int size;
} wumpus_cover;

/* An entered cell has at most three dark neighbours, and at most four things are laid. */
enum { WUMPUS_COVERS = 3 * 3 * 3 * 3 };
_Static_assert(WUMPUS_MOST == 4, "WUMPUS_COVERS counts on it");

/* All smallest sets of at most `most` cells of `open` that have a member beside every mark, and
 * perhaps some that are not smallest; marks have at most three open neighbours. Returns how
 * many there are: 1, the empty one, without a mark. */
int wumpus_covers_of(int n, const wumpus_set *marks, const wumpus_set *open, int most,
                     wumpus_cover out[WUMPUS_COVERS]);

/* Whether the gold, or every gold, can be reached on proved cells only, without an arrow. For
 * strict rules with the seed's percepts, any number of wumpuses and golds, pits not counted. */
bool wumpus_crowd_deducible(const wumpus_rules *rules, const wumpus_world *world);

/* ---- kinds of deduction (hardness.c) ------------------------------------------------ */

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
