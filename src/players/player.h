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

typedef struct duel_control { /* a clock */
    double base, increment;   /* seconds; added after each turn. Base 0: there is none */
} duel_control;

typedef struct duel_lateness { /* turns that took longer than they might */
    uint64_t turns;
    double most; /* seconds too much, at most */
} duel_lateness;

/* Counts a turn of so many seconds, of which `limit` were given; true if it was too long. */
bool duel_lateness_count(duel_lateness *l, double took, double limit);
void duel_lateness_add(duel_lateness *to, const duel_lateness *more);

/* ---- a player ---------------------------------------------------------------------------- */

enum { DUEL_SPEC_TEXT = 128 };

/* The engine that searches where no engine of the game's own does, and solving takes too long.
 * A game that cannot say what looks good, but is quickly played out, is sampled. */
const char *duel_general_searcher(const duel_variant *v);

typedef struct duel_player duel_player;

/* Refuses an unknown engine, a wrong option, or an engine that cannot play this variant. The
 * variant must outlive the player; `learned` may be NULL. */
duel_status duel_player_open(duel_str spec, const duel_variant *v, size_t memory,
                             const duel_learned *learned, duel_player **out, duel_msg *why);
void duel_player_close(duel_player *p);
/* Whether it would be opened; no program is started for that. */
bool duel_player_fits(duel_str spec, const duel_variant *v);

/* Before a game or a match is begun: a program from outside is started, and DUEL_BAD says why
 * it cannot be. Every other player is there once it is open. */
duel_status duel_player_start(duel_player *p, duel_msg *why);
/* The spec of a program that was named as people do, "./bot:seconds=2" or "gtp:./theirs": one
 * that names no language speaks the house's. */
duel_status duel_player_program(duel_str command, char spec[DUEL_SPEC_TEXT], duel_msg *why);
/* The last part of the path in such a spec, for people who need not know where it lies. */
duel_str duel_player_program_name(duel_str spec);
/* The same as duel_player_start for a program alone: it is started, and ended. */
duel_status duel_player_try_program(duel_str spec, duel_msg *why);

/* The machine of the game that is meant by its spec, or by its name in either language, however
 * that is spaced and capitalised; NULL: none. A player may be named so, too. */
const duel_machine *duel_find_machine(const duel_game *game, duel_str name);

/* A player as people type it ("Expert", "niveau:3"), spelled as it is kept; a text that names
 * none stays as it is. It must have room. */
void duel_player_spell(const duel_game *g, duel_str typed, char out[DUEL_SPEC_TEXT]);

/* What a level, 1 to DUEL_LEVELS, may do in a turn of this game. */
duel_level duel_level_of(const duel_game *game, int level);

/* As an engine's think, with the player's own budget where the call has none. */
duel_status duel_player_think(duel_player *p, const duel_think *t, duel_answer *out,
                              duel_msg *why);
/* Whether it would think while others do: not where it is limited by nodes, which begin anew
 * with every turn. */
bool duel_player_ponders(const duel_player *p);
/* Thinks about t->view, where somebody else is to move, until t->stop is raised. */
void duel_player_ponder(duel_player *p, const duel_think *t);
/* Whether the last think failed by the fault of a program from outside: it has lost the game,
 * for the reason given. */
bool duel_player_forfeits(const duel_player *p, duel_msg *reason);
/* After an undo, or before a new game: no part of the player keeps anything of the line left.
 */
void duel_player_forget(duel_player *p);
/* The part of the player that proves things; false if it proves nothing worth keeping. */
bool duel_player_prover(const duel_player *p, const duel_engine **engine, void **self);

/* Whether some player mixes its moves in this variant, and asks what a seat has seen and done.
 */
bool duel_player_mixes(const duel_variant *v);
/* Games with secrets, as an engine's whole, mix and habit; refused where the player has none.
 */
duel_status duel_player_whole(duel_player *p, const duel_think *t, duel_whole *out,
                              duel_msg *why);
bool duel_player_mix(duel_player *p, int seat, uint64_t known, int count, double chance[],
                     double worth[]);
bool duel_player_habit(duel_player *p, int seat, uint64_t known, int count, double cost[]);

/* How often it plays any legal move, each as likely as the others, without thinking: from 0
 * to 1.
 */
double duel_player_carelessness(const duel_player *p);

const char *duel_player_spec(const duel_player *p);
/* The time it has by its spec: for a turn (0: it says nothing), and for a game. */
double duel_player_seconds(const duel_player *p);
duel_control duel_player_control(const duel_player *p);
/* What the last think took; the start of a program is no part of it. */
double duel_player_took(const duel_player *p);
/* What a program says on its standard error goes to this file, from its start on. */
duel_status duel_player_log(duel_player *p, const char *path, duel_msg *why);
