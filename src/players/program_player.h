/* players/program_player.h -- an opponent that is another program: `cmd:./bot`, `gtp:./x`,
 * `nboard:./y`.
 *
 * The program is started once for a player (program.h) and spoken to over its standard input
 * and output, in the house's own language or in one that programs already speak (program.h).
 * Three refused moves are the last, in languages that can refuse one. A program that fails is
 * ended and its failure is a message; it is started again for the next game. */
#pragma once

#include "core/engine.h"

typedef struct program_player program_player;

/* Whether a player's spec names a program. */
bool program_player_is(duel_str spec);

/* `spec` is one of the above, the budget cut off. The program is started by
 * program_player_start or by its first turn: who only looks at a game starts none. Refused if
 * its language cannot tell this game; `v` NULL: it is only to be started. */
duel_status program_player_open(duel_str spec, const duel_variant *v, program_player **out,
                                duel_msg *why);
void program_player_close(program_player *b);

/* DUEL_INVALID: it cannot be started, and *why says what is the matter. */
duel_status program_player_start(program_player *b, duel_msg *why);
/* The file for what it says on its standard error; before it is started. */
duel_status program_player_log(program_player *b, const char *path, duel_msg *why);

/* As an engine's think; depth 0: as deep as it likes. DUEL_REFUSED: the program failed and has
 * lost; *why says how. */
duel_status program_player_think(program_player *b, const duel_think *t, int depth,
                                 duel_answer *out, duel_msg *why);
double program_player_seconds(const program_player *b); /* its last turn, without its start */
/* Another game begins. */
void program_player_forget(program_player *b);
