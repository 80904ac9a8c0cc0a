/* players/strategy.h -- what a player does in each view of a game with secrets: every view in
 * which a seat has a choice, how a player plays there, and all of that as text. */
#pragma once

#include "core/game.h"
#include "players/player.h"

/* ---- every view -------------------------------------------------------------------------- */

/* Games are followed from every deal by every move; each thing that a seat can know is given
 * once, with a view that shows it. */

typedef struct strategy_view {
    int seat;       /* to move */
    uint64_t known; /* what it has seen and done (core/play.h) */
    const void *view;
    const duel_move *move;
    int count; /* of moves: at least 2 */
} strategy_view;

/* False: enough. */
typedef bool strategy_view_fn(void *to, const strategy_view *met);

/* `first`: of each seat only the first choice it has in a game. */
duel_status strategy_each_view(const duel_variant *v, bool first, strategy_view_fn *meet,
                               void *to, duel_msg *why);

/* ---- how a player plays in one ----------------------------------------------------------- */

/* One that mixes tells its chances. Any other is asked again and again with other seeds, and
 * how often it plays what is taken for its chances. */

enum { STRATEGY_SEEDS = 40 }; /* that are enough to see a habit */

/* For t->view, where t->seat has `count` moves; the seeds are those that follow t->seed.
 * `told`: the player mixes and has told its chances, but for its carelessness; else they were
 * counted. */
duel_status strategy_ask(machine_player *p, const duel_think *t, int seeds,
                         const duel_move move[], int count, double chance[], bool *told,
                         duel_msg *why);

/* ---- as text ----------------------------------------------------------------------------- */

/* A solved game with secrets as text: what each seat plays, and what it claims to be sure of.
 *
 *     duelliste strategy 2
 *     game kuhn.lua 1
 *     variant
 *     low -0.05555555597
 *     high -0.055555555
 *     1 3f0c59ab10d8e7b2 0.75 0.25
 *     check 5d1c09ab10d8e7b2
 *
 * The game and the version of its rules; then a line a choice: the seat, what it knows
 * (core/play.h) in hexadecimal, a chance for each move in the order of `moves`. Numbers are
 * written so that they read back to the same. The last line is a hash of all before it: it
 * tells accidents, not malice. */

typedef struct strategy_line {
    uint64_t known;
    int seat, count;
    size_t first; /* chance */
} strategy_line;

typedef struct player_strategy {
    double low, high; /* as in duel_full_solution */
    strategy_line *line;
    size_t lines;
    double *chance;
    size_t chances;
} player_strategy;

/* Writes what a player that has solved the game plays. */
duel_status strategy_write(machine_player *p, const duel_variant *v,
                           const duel_full_solution *w, duel_sink *out, duel_msg *why);
/* DUEL_INVALID names the line that is wrong, or says that the file is damaged, or of another
 * version of the program or of the rules; nothing is kept then. */
duel_status strategy_read(const duel_variant *v, duel_str text, player_strategy *out,
                          duel_msg *why);
void strategy_fini(player_strategy *s);
/* What it says there; false: nothing. */
bool strategy_mix(const player_strategy *s, int seat, uint64_t known, int count,
                  double chance[]);
