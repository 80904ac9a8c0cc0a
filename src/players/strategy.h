/* players/strategy.h -- a solved game with secrets as text: what each seat plays, and what it
 * claims to be sure of.
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
#ifndef DUEL_PLAYERS_STRATEGY_H
#define DUEL_PLAYERS_STRATEGY_H

#include "players/player.h"

typedef struct strategy_line {
    uint64_t known;
    int seat, count;
    size_t first; /* chance */
} strategy_line;

typedef struct duel_strategy {
    double low, high; /* as in duel_whole */
    strategy_line *line;
    size_t lines;
    double *chance;
    size_t chances;
} duel_strategy;

/* Writes what a player that has solved the game plays. */
duel_status duel_strategy_write(duel_player *p, const duel_variant *v, const duel_whole *w,
                                duel_sink *out, duel_msg *why);
/* DUEL_BAD names the line that is wrong, or says that the file is damaged, or of another
 * version of the program or of the rules; nothing is kept then. */
duel_status duel_strategy_read(const duel_variant *v, duel_str text, duel_strategy *out,
                               duel_msg *why);
/* What the last line says of all that stands before it. */
uint64_t duel_strategy_check(duel_str text);
void duel_strategy_fini(duel_strategy *s);
/* What it says there; false: nothing. */
bool duel_strategy_mix(const duel_strategy *s, int seat, uint64_t known, int count,
                       double chance[]);

#endif
