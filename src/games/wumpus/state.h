/* games/wumpus/state.h -- a game of Wumpus World as a flat state, and what a variant means for
 * it.
 *
 * A state holds the world, which only the dealer sees, and all that the explorer was told. A
 * view is the same without the world; its three sets are empty and `veiled` is 1.
 *
 * Invariants: (1) explored and shown are disjoint; explored is connected and holds (0,0)
 * (2) is[] speaks of explored and shown cells only, and says there what is true of the world
 * (3) the explorer stands on an explored cell or, dead, on a shown one next to an explored one
 * (4) nothing lies beyond the side of the grid, unused shots are zero
 * (5) how the game ended is not stored: wumpus_ending reads it off. */
#pragma once

#include "core/game.h"
#include "games/wumpus/grid_id.h"

/* ---- variants ----------------------------------------------------------------------- */

typedef enum wumpus_option {
    WUMPUS_OPTION_RULES,
    WUMPUS_OPTION_SIZE,
    WUMPUS_OPTION_PITS,
    WUMPUS_OPTION_CHANCE,
    WUMPUS_OPTION_COUNTED,
    WUMPUS_OPTION_WUMPUSES,
    WUMPUS_OPTION_GOLDS,
    WUMPUS_OPTION_STRICT,
    WUMPUS_OPTION_ARROWS,
    WUMPUS_OPTION_REVEALS,
    WUMPUS_OPTION_DEDUCES,
    WUMPUS_OPTION_STEPS,
    WUMPUS_OPTION_ID,
    WUMPUS_OPTION_DIFFICULTY,
    WUMPUS_OPTION_GOAL,
    WUMPUS_OPTION_COUNT
} wumpus_option;

enum { WUMPUS_LIFELINES = 9 }; /* of either kind, at most */

/* What the options come to, defaults that depend on each other included. */
typedef struct wumpus_setup {
    wumpus_rules rules;
    bool textbook;
    int arrows, reveals, deduces;
    int steps;  /* actions after which the game is over */
    int64_t id; /* the grid's, 0: drawn */
    /* What is certified of the grid; WUMPUS_DIFFICULTIES: nothing. */
    wumpus_difficulty difficulty;
} wumpus_setup;

extern const duel_option wumpus_options[];
DUEL_VARIANT_DATA(wumpus_setup)

/* ---- states ------------------------------------------------------------------------- */

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
typedef struct wumpus_arrow {
    uint8_t x, y, way, hit;
    uint8_t told;               /* where the wumpus fell is known */
    uint8_t struck_x, struck_y; /* when told, else 0 */
} wumpus_arrow;

typedef struct wumpus_state {
    wumpus_set pit, wumpus, gold; /* the secret; empty in a view */
    wumpus_set explored, shown, is[WUMPUS_SIGNS];
    wumpus_set safe, danger, open; /* what the lifeline answered, cell by cell */
    wumpus_set taken;              /* textbook: golds grabbed, where they lay */
    uint32_t steps;                /* taken; textbook: all actions */
    uint8_t veiled;                /* 1 = a view */
    uint8_t x, y;                  /* the explorer */
    uint8_t climbed;               /* textbook */
    uint8_t reveals, deduces;      /* lifelines used */
    uint8_t arrows;                /* shot */
    uint8_t unused;                /* 0: no byte is padding */
    wumpus_arrow arrow[WUMPUS_SHOTS];
} wumpus_state;
#pragma GCC diagnostic pop

typedef enum wumpus_ending {
    WUMPUS_GOES_ON,
    WUMPUS_FELL,     /* into a pit */
    WUMPUS_EATEN,    /* by a live wumpus */
    WUMPUS_FOUND,    /* the gold, or the last of them */
    WUMPUS_CLIMBED,  /* textbook: out of the cave */
    WUMPUS_EXHAUSTED /* no step left */
} wumpus_ending;

wumpus_ending wumpus_ending_of(const wumpus_setup *u, const wumpus_state *s);
/* Whether the gold, or every gold, has been found and, by textbook rules, brought home. */
bool wumpus_has_won(const wumpus_setup *u, const wumpus_state *s);
/* Golds found: entered or, by textbook rules, grabbed; and whether these are enough. */
int wumpus_golds_found(const wumpus_setup *u, const wumpus_state *s);
bool wumpus_found_enough(const wumpus_setup *u, const wumpus_state *s);
/* Textbook: whether there is a gold to grab where the explorer stands. */
bool wumpus_can_grab(const wumpus_setup *u, const wumpus_state *s);
int32_t wumpus_score_of(const wumpus_setup *u, const wumpus_state *s);

/* Makes a view of it. */
void wumpus_veil(wumpus_state *s);
/* What a lifeline answered about a cell, which is known now. */
void wumpus_forget_answer(wumpus_state *s, wumpus_cell c);

/* The same in the terms of the reasoners. */
wumpus_world wumpus_world_of(const wumpus_setup *u, const wumpus_state *s);
wumpus_knowledge wumpus_knowledge_of(const wumpus_setup *u, const wumpus_state *s);
/* Takes over what changed in `k`: cells, signs and arrows. */
void wumpus_remember(wumpus_state *s, const wumpus_knowledge *k);

/* ---- walking ------------------------------------------------------------------------ */

enum { WUMPUS_FAR = UINT16_MAX };

/* Steps from the explorer to every cell, through explored cells only; the last step may leave
 * them. [y][x]; WUMPUS_FAR where it cannot go. */
typedef struct wumpus_walk {
    uint16_t steps[WUMPUS_SIDE][WUMPUS_SIDE];
} wumpus_walk;
void wumpus_walk_from(int n, const wumpus_set *explored, wumpus_cell from, wumpus_walk *out);

/* ---- moves -------------------------------------------------------------------------- */

/* A move is its kind and a cell, or a way. */
typedef enum wumpus_act {
    WUMPUS_GO,
    WUMPUS_SHOOT,
    WUMPUS_REVEAL,
    WUMPUS_DEDUCE,
    WUMPUS_GRAB,
    WUMPUS_CLIMB
} wumpus_act;

static inline duel_move wumpus_move(wumpus_act act, int x, int y)
{
    return (duel_move)act << 16 | (duel_move)y << 8 | (duel_move)x;
}

static inline wumpus_act wumpus_move_act(duel_move move)
{
    return (wumpus_act)(move >> 16);
}

/* Its cell; for WUMPUS_SHOOT, x is the way. */
static inline wumpus_cell wumpus_move_cell(duel_move move)
{
    return (wumpus_cell){(int)(move & 0xFF), (int)(move >> 8 & 0xFF)};
}

int wumpus_moves(const wumpus_setup *u, const wumpus_state *s, duel_move out[]);
void wumpus_play(const wumpus_setup *u, wumpus_state *s, duel_move move);
/* What the lifeline answers about a cell. DUEL_REFUSED when what is known contradicts itself,
 * DUEL_STOPPED when it is too entangled, DUEL_NO_SPACE when memory is short. */
duel_status wumpus_answer_of(const wumpus_setup *u, const wumpus_state *s, wumpus_cell c,
                             wumpus_status *out, duel_msg *why);
/* The beginning of a game in this world: the start is explored. */
void wumpus_begin(const wumpus_setup *u, const wumpus_world *world, wumpus_state *out);

/* ---- texts -------------------------------------------------------------------------- */

/* Rows from the top, cut by '/', cells by blanks, as in knowledge.h: '?' in a view where
 * nothing is known; in a full state '-' and what is hidden there instead (-. -T -W -G). Then,
 * each after ';': `at 1,0 5` the explorer and the steps taken, arrows as in knowledge.h,
 * `reveals 1`, `deduce 2,0 safe` for each answer, `deduces 2`, `grabbed` (where several golds
 * were seen, `grabbed 3,2` for each that was), `climbed`. */
void wumpus_print(const duel_variant *v, const void *view, duel_sink *out);
duel_status wumpus_parse(const duel_variant *v, duel_str text, void *state, duel_msg *why);
/* 3:2 shoot:n reveal:3:2 deduce:3:2 grab climb; a step may be written n, e, s or w. */
void wumpus_print_move(const duel_variant *v, const void *view, duel_move move, duel_sink *out);
duel_status wumpus_parse_move(const duel_variant *v, const void *view, duel_str text,
                              duel_move *move, duel_msg *why);

/* ---- pictures and help (picture.c, move_reasons.c, hint.c, lens.c, lesson.c) ------- */

void wumpus_draw(const duel_variant *v, const void *view, int seat, duel_pen *pen);
void wumpus_scene(const duel_variant *v, const void *view, int seat, struct duel_scene *out);
int wumpus_path(const duel_variant *v, const void *view, duel_move move, duel_target out[]);
bool wumpus_edit(const duel_variant *v, void *state, duel_str element, int step);
void wumpus_because(const duel_variant *v, const void *view, int seat, const duel_move turn[],
                    int count, struct duel_reason *out);
void wumpus_ending_told(const duel_variant *v, const void *view, int seat,
                        struct duel_reason *out);
void wumpus_add_hints(const wumpus_setup *u, const wumpus_state *s, duel_move move,
                      struct duel_reason *out);
duel_mark_verdict wumpus_mark(const duel_variant *v, const void *view, int seat,
                              const duel_target *target, struct duel_reason *out);
extern const duel_lens wumpus_lenses[];
extern const duel_film_maker wumpus_reels[]; /* films.c */
extern const duel_figure wumpus_figures[];
extern const struct duel_lesson wumpus_lesson;

/* Puzzles (puzzle.c): facts that prove the answer, and cells to choose from, at least. */
enum { WUMPUS_PUZZLE_FACTS = 2, WUMPUS_PUZZLE_CELLS = 3 };

extern const struct duel_puzzler wumpus_puzzles;
