/* service/bot.h -- an opponent that is another program: `cmd:./bot`.
 *
 * The program is started once for a player, under a warden (warden.h), and spoken to in
 * lines over its standard input and output (docs/bots.md):
 *
 *     duelliste 1                    the protocol          ──▶
 *     game nim 1                     name and rules        ──▶
 *     variant matches=11                                   ──▶
 *     seat 2 of 2                                          ──▶
 *     ready?                                               ──▶
 *                                                          ◀── ready NAME
 *     new                            a game begins,        ──▶
 *     seat 1 of 2                    perhaps elsewhere     ──▶
 *     view 7-2/2                     what it may know      ──▶
 *     moves 1 3                                            ──▶
 *     go seconds 0.1 nodes 0 seed 5                        ──▶
 *                                                          ◀── info …    (any number, ignored)
 *                                                          ◀── move 3
 *     refused 2 …                    and why; try again    ──▶
 *     stop                           answer at once        ──▶
 *     quit                                                 ──▶
 *
 * Whatever it does, it cannot hold up the house: it has a time limit, a line and a turn have a
 * length limit, three refused moves are the last. A program that fails is ended with all it
 * started, and its failure is a message; it is started again for the next game. */
#ifndef DUEL_SERVICE_BOT_H
#define DUEL_SERVICE_BOT_H

#include "core/engine.h"

typedef struct duel_bot duel_bot;

/* Whether a player's spec names a program. */
bool duel_bot_is(duel_str spec);

/* `command` is a path, or a name found in PATH; without blanks. The program is started by
 * duel_bot_start or by its first turn: who only looks at a game starts none. */
duel_status duel_bot_open(duel_str command, const duel_variant *v, duel_bot **out,
                          duel_msg *why);
void duel_bot_close(duel_bot *b);

/* DUEL_BAD: it cannot be started, and *why says what is the matter. */
duel_status duel_bot_start(duel_bot *b, duel_msg *why);

/* As an engine's think. DUEL_NO: the program failed and has lost; *why says how. */
duel_status duel_bot_think(duel_bot *b, const duel_think *t, duel_answer *out, duel_msg *why);
/* Another game begins. */
void duel_bot_forget(duel_bot *b);

#endif
