/* games/wumpus/grid_id.h -- a grid's id: a number that names a certified grid for ever.
 *
 *          123 08 2 1 1      serial · side · difficulty · method · version of the generator
 *      123 231 08 2 1 2      the same with 2 wumpuses, 3 golds, all to be found (0: one)
 *
 * The same id gives the same grid on every machine; a generator that would draw other grids
 * gets another version, and the old one stays. Grids with one wumpus and one gold are of
 * version 1, all others of version 2. */
#pragma once

#include "games/wumpus/solvable.h"

typedef enum wumpus_difficulty {
    WUMPUS_EASY,   /* deducible, interest 0 */
    WUMPUS_MEDIUM, /* deducible, interest 1, no deduction beyond locating the wumpus */
    WUMPUS_HARD,   /* deducible, interest 2 or more, or an upper kind of deduction */
    WUMPUS_RISKY,  /* valid, not deducible: some risk must be taken */
    WUMPUS_DIFFICULTIES
} wumpus_difficulty;

typedef enum wumpus_method {
    WUMPUS_PERTURB, /* a drawn grid is changed bit by bit until it is right */
    WUMPUS_UNIFORM, /* the seed's last: grids are drawn until one is right */
    WUMPUS_SPACED,  /* the seed's first: few pits, five steps apart */
    WUMPUS_PATH,    /* the seed's second: a path without percepts is kept free */
    WUMPUS_METHODS
} wumpus_method;

extern const char *const wumpus_difficulty_names[WUMPUS_DIFFICULTIES + 1]; /* NULL-ended */
extern const char *const wumpus_method_names[WUMPUS_METHODS + 1];

typedef enum wumpus_version { WUMPUS_ONE_OF_EACH = 1, WUMPUS_SEVERAL } wumpus_version;

typedef struct wumpus_grid_id {
    int64_t serial; /* 0 … wumpus_serial_most */
    int size;       /* 4 … 32 */
    wumpus_difficulty difficulty;
    wumpus_method method;
    wumpus_version version;
    int wumpuses, golds; /* WUMPUS_SEVERAL only: 1 … WUMPUS_MOST, not one of each */
    bool all_golds;      /* … and several of them */
} wumpus_grid_id;

int64_t wumpus_serial_most(wumpus_version version);

int64_t wumpus_id_number(const wumpus_grid_id *id);
/* DUEL_INVALID when no grid has this number. */
duel_status wumpus_id_read(int64_t number, wumpus_grid_id *out, duel_msg *why);

/* All that is said of a grid; recomputed from the grid alone. */
typedef struct wumpus_certificate {
    bool valid, deducible;
    bool by_arrow; /* deducible once a located wumpus may be shot */
    int interest;  /* -1: the gold cannot be reached */
    wumpus_hardness hardness;
    wumpus_difficulty difficulty; /* WUMPUS_DIFFICULTIES: of no class */
} wumpus_certificate;

/* For strict rules with the seed's percepts, pits not counted. */
duel_status wumpus_certify(const wumpus_rules *rules, const wumpus_world *world,
                           wumpus_certificate *out, duel_msg *why);

/* ---- grids drawn to order ------------------------------------------------------------ */

typedef struct wumpus_pit_range {
    int least, most;
} wumpus_pit_range;

/* How many pits are usual in grids of this difficulty, and how many there can be so that one is
 * found at all. */
wumpus_pit_range wumpus_usual_pits(int n, wumpus_difficulty difficulty);
/* How many wumpuses and golds a certified grid can hold together: half of its cells that may
 * hold anything, so that there is something to walk on and to think about. */
int wumpus_most_things(int n);
wumpus_pit_range wumpus_possible_pits(const wumpus_rules *rules, wumpus_difficulty difficulty);

/* Who looks on is told of every grid on the way: how far it is from what is wanted (0: near
 * enough to be certified), and whether it is gone on from. */
typedef struct wumpus_onlooker {
    void (*tried)(void *self, const wumpus_world *world, int distance, bool taken);
    void *self;
} wumpus_onlooker;

/* A certified grid of these rules with so many pits; -1: each try draws how many, out of the
 * usual. It depends on `rng` alone. DUEL_REFUSED when none was found in a bounded number of
 * tries, which wumpus_possible_pits rules out but for great bad luck. `o` may be NULL. */
duel_status wumpus_draw_graded(const wumpus_rules *rules, wumpus_difficulty difficulty,
                               int pits, duel_rng *rng, const wumpus_onlooker *o,
                               wumpus_world *out, duel_msg *why);

/* ---- grids by their id --------------------------------------------------------------- */

/* The rules its grid obeys: the number of pits is part of the id's meaning. */
wumpus_rules wumpus_id_rules(const wumpus_grid_id *id);
/* The grid. DUEL_REFUSED when none was found in a reasonable time: the id is not used then. */
duel_status wumpus_id_grid(const wumpus_grid_id *id, wumpus_world *out, duel_msg *why);
