/* table/players.h -- the engines at the seats of a table, and its judge.
 *
 *     a session's seats ──follow──▶ players, opened when they are first needed
 *
 * Players think and prove, which takes threads, files and time; the session knows only how they
 * are called. What they proved is learned (store/results.h) when the cast is dismissed. One
 * thread may let a machine think while another lets the judge think; everything else wants both
 * to be silent. */
#pragma once

#include "table/advice.h"
#include "table/session.h"

typedef struct table_players table_players;

/* `store` may be NULL: nothing is known from earlier, nothing kept. `memory` is what each
 * machine wants, `advice` the judge; they have it, or, from a purse (NULL: none), as much of
 * it as there is. */
duel_status table_players_new(data_store *store, const duel_variant *v, size_t memory,
                              size_t advice, memory_budget *purse, table_players **out,
                              duel_msg *why);
/* NULL is fine; nothing is learned. */
void table_players_free(table_players *c);

/* Whether such a player fits this game, and its program can be started. */
duel_status table_players_try(const duel_variant *v, const char *spec, duel_msg *why);
/* Players as the session has them now: those of other seats are closed; after turns were taken
 * back nobody keeps anything of them. */
void table_players_sync(table_players *c, const game_session *s);
/* Opens all players, and starts the programs among them: for a game that is to be played. */
duel_status table_players_begin(table_players *c, duel_msg *why);

/* The machine at t->seat thinks; `t` has what it may see. */
duel_status table_players_think(table_players *c, const duel_think *t, duel_answer *out,
                                duel_msg *why);
/* The seat of a machine that would think while people do; DUEL_NOBODY: none. */
int table_players_ponderer(const table_players *c);
/* It thinks about t->view, where another is to move, until t->stop is raised; as
 * table_players_think, beside the judge. */
void table_players_ponder(table_players *c, const duel_think *t);
/* Whether the machine at that seat is a program from outside that has just failed: it has lost.
 */
bool table_players_forfeits(const table_players *c, int seat);

/* The judge speaks of t->view: advice with reasons (instead may be NULL), or the judgement
 * alone. */
duel_status table_players_advise(table_players *c, const duel_think *t,
                                 const duel_move *instead, table_advice *out, duel_msg *why);
duel_status table_players_judge(table_players *c, const duel_think *t, duel_answer *out,
                                judge_result *judged, duel_msg *why);

/* Keeps what all of them have proved so far; *saved = positions that are new. NULL is fine. */
duel_status table_players_learn(table_players *c, int64_t now, uint64_t *saved, duel_msg *why);
