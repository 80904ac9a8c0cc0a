/* players/program_player.h -- an opponent that is another program: `cmd:./bot`, `gtp:./x`,
 * `nboard:./y`.
 *
 * The program is started once for a player (program.h) and spoken to over its standard input
 * and output, in the house's own language or in one that programs already speak (program.h).
 * Three refused moves are the last, in languages that can refuse one. A program that fails is
 * ended and its failure is a message; it is started again for the next game. */
#pragma once

#include "core/engine.h"

typedef struct duel_bot duel_bot;

/* Whether a player's spec names a program. */
bool duel_bot_is(duel_str spec);

/* `spec` is one of the above, the budget cut off. The program is started by duel_bot_start or
 * by its first turn: who only looks at a game starts none. Refused if its language cannot tell
 * this game; `v` NULL: it is only to be started. */
duel_status duel_bot_open(duel_str spec, const duel_variant *v, duel_bot **out, duel_msg *why);
void duel_bot_close(duel_bot *b);

/* DUEL_BAD: it cannot be started, and *why says what is the matter. */
duel_status duel_bot_start(duel_bot *b, duel_msg *why);
/* The file for what it says on its standard error; before it is started. */
duel_status duel_bot_log(duel_bot *b, const char *path, duel_msg *why);

/* As an engine's think; depth 0: as deep as it likes. DUEL_NO: the program failed and has lost;
 * *why says how. */
duel_status duel_bot_think(duel_bot *b, const duel_think *t, int depth, duel_answer *out,
                           duel_msg *why);
double duel_bot_took(const duel_bot *b); /* its last turn, without its start */
/* Another game begins. */
void duel_bot_forget(duel_bot *b);
