/* players/player.h -- an opponent made from a text: `alphabeta:depth=4`, `expert`, `level:3`.
 *
 * Every engine also takes `seconds` and `nodes`, its budget for one turn, or `tc=10+0.1`, a
 * clock for the whole game; a program takes `depth` too. `expert` is the best
 * there is for the game: its own, or else solving while that is possible, searching when it is
 * not, and sampling where things are hidden, or cannot be evaluated but are quickly played out.
 * `level:1` to `level:10` grade the expert for people: the lower, the less it may look at and
 * the more often it plays anything. `cmd:./bot` is a program of somebody else
 * (players/program_player.h). `punisher:SPEC` plays, in a small game with secrets, what wins
 * most against that player. */
#pragma once

#include "core/engine.h"

/* ---- the time a player has --------------------------------------------------------------- */

/* The time a player has: so much for a turn, or a clock for the whole game.
 *
 * The house measures it on its own side, from asking to the answer, without the start of a
 * program. What the machine and the pipe take is not the player's fault, so a little is let
 * pass (DUEL_GRACE); what goes beyond is counted and told, and loses where it is said so. */

static const double DUEL_GRACE = 0.05; /* seconds */

typedef struct time_control { /* a clock */
    double base, increment;   /* seconds; added after each turn. Base 0: there is none */
} time_control;

typedef struct player_lateness { /* turns that took longer than they might */
    uint64_t turns;
    double most; /* seconds too much, at most */
} player_lateness;

/* Counts a turn of so many seconds, of which `limit` were given; true if it was too long. */
bool player_lateness_count(player_lateness *l, double took, double limit);
void player_lateness_add(player_lateness *to, const player_lateness *more);

/* ---- a player ---------------------------------------------------------------------------- */

enum { PLAYER_SPEC_TEXT = 128 };

/* The engine that searches where no engine of the game's own does, and solving takes too long.
 * A game that cannot say what looks good, but is quickly played out, is sampled. */
const char *player_general_searcher(const duel_variant *v);

typedef struct machine_player machine_player;

/* Refuses an unknown engine, a wrong option, or an engine that cannot play this variant. The
 * variant must outlive the player; `learned` may be NULL. */
duel_status player_open(duel_str spec, const duel_variant *v, size_t memory,
                        const duel_learned *learned, machine_player **out, duel_msg *why);
void player_close(machine_player *p);
/* Whether it would be opened; no program is started for that. */
bool player_fits(duel_str spec, const duel_variant *v);

/* Before a game or a match is begun: a program from outside is started, and DUEL_INVALID says
 * why it cannot be. Every other player is there once it is open. */
duel_status player_start(machine_player *p, duel_msg *why);
/* The spec of a program that was named as people do, "./bot:seconds=2" or "gtp:./theirs": one
 * that names no language speaks the house's. */
duel_status player_program(duel_str command, char spec[PLAYER_SPEC_TEXT], duel_msg *why);
/* The last part of the path in such a spec, for people who need not know where it lies. */
duel_str player_program_name(duel_str spec);
/* The same as player_start for a program alone: it is started, and ended. */
duel_status player_try_program(duel_str spec, duel_msg *why);

/* The machine of the game that is meant by its spec, or by its name in either language, however
 * that is spaced and capitalised; NULL: none. A player may be named so, too. */
const duel_machine *player_find_machine(const duel_game *game, duel_str name);

/* A player as people type it ("Expert", "niveau:3"), spelled as it is kept; a text that names
 * none stays as it is. It must have room. */
void player_spell(const duel_game *g, duel_str typed, char out[PLAYER_SPEC_TEXT]);

/* What a level, 1 to DUEL_LEVELS, may do in a turn of this game. */
duel_level player_level_of(const duel_game *game, int level);

/* As an engine's think, with the player's own budget where the call has none. */
duel_status player_think(machine_player *p, const duel_think *t, duel_answer *out,
                         duel_msg *why);
/* Whether it would think while others do: not where it is limited by nodes, which begin anew
 * with every turn. */
bool player_ponders(const machine_player *p);
/* Thinks about t->view, where somebody else is to move, until t->stop is raised. */
void player_ponder(machine_player *p, const duel_think *t);
/* Whether the last think failed by the fault of a program from outside: it has lost the game,
 * for the reason given. */
bool player_forfeits(const machine_player *p, duel_msg *reason);
/* After an undo, or before a new game: no part of the player keeps anything of the line left.
 */
void player_forget(machine_player *p);
/* The part of the player that proves things; false if it proves nothing worth keeping. */
bool player_prover(const machine_player *p, const duel_engine **engine, void **self);

/* Whether some player mixes its moves in this variant, and asks what a seat has seen and done.
 */
bool player_mixes(const duel_variant *v);
/* Games with secrets, as an engine's whole, mix and habit; refused where the player has none.
 */
duel_status player_solution(machine_player *p, const duel_think *t, duel_full_solution *out,
                            duel_msg *why);
bool player_mix(machine_player *p, int seat, uint64_t known, int count, double chance[],
                double worth[]);
bool player_habit_cost(machine_player *p, int seat, uint64_t known, int count, double cost[]);

/* How often it plays any legal move, each as likely as the others, without thinking: from 0
 * to 1.
 */
double player_carelessness(const machine_player *p);

const char *player_spec(const machine_player *p);
/* The time it has by its spec: for a turn (0: it says nothing), and for a game. */
double player_seconds(const machine_player *p);
time_control player_control(const machine_player *p);
/* What the last think took; the start of a program is no part of it. */
double player_took(const machine_player *p);
/* What a program says on its standard error goes to this file, from its start on. */
duel_status player_log(machine_player *p, const char *path, duel_msg *why);
