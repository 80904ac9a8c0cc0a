/* store/results.h -- stored results: what was solved once is not solved again.
 *
 *     duel_learned_open ──▶ settings.learned of an engine ──▶ duel_learned_close
 *     engine->harvest ──▶ duel_learned_harvest                what it proved, for the next time
 *
 * Positions are kept by game, version of its rules and variant, as codes under keys (see
 * duel_learned in core/engine.h), in runs: each harvest adds one of what was not yet there, and
 * when there are more than LEARNED_RUNS of one kind of keys they are merged. The mixes of a
 * game with secrets take the place of those from earlier. A run appears whole or not at all. A
 * damaged block counts as not learned, and so does one of another variant. Nothing is added to
 * what is known by somebody who found it to be otherwise. What was solved by tiers is part of
 * it, where it lies (result_blocks.h). */
#pragma once

#include "core/engine.h"
#include "core/record.h"
#include "core/value.h"
#include "store/store.h"

#include <stdatomic.h>

enum { LEARNED_RUNS = 4 };

/* What is known of a variant, for an engine; several threads may ask it. Positions saved while
 * it is open are found too. The store must outlive it. */
duel_status duel_learned_open(duel_store *store, const duel_variant *v, duel_learned *out,
                              duel_msg *why);
void duel_learned_close(duel_learned *l);

/* Saves what an engine proved; *saved is the number of positions that are new. */
duel_status duel_learned_harvest(duel_store *store, const duel_variant *v,
                                 const duel_engine *engine, void *self, int64_t now,
                                 uint64_t *saved, duel_msg *why);

/* What positions are learned of. */
typedef struct store_topic {
    duel_str game;
    unsigned rules;
    duel_str variant;
} store_topic;

/* A topic with the sums over its runs. */
typedef struct store_learned {
    store_topic topic;
    uint64_t positions, bytes;
    int64_t saved; /* when its latest run was */
} store_learned;
typedef bool store_learned_take(void *to, const store_learned *row);

/* Calls `take` for each variant of which something is learned (game, rules, variant, positions,
 * bytes, time); `game` empty: of every game. */
duel_status duel_learned_list(duel_store *store, duel_str game, store_learned_take *take,
                              void *to, duel_msg *why);
/* Writes a line for each position, its parts divided by tabs:
 *     game  variant  canon|pack  key  value  remoteness  score  nimber
 *     game  variant  mix  key  chance                 of a game with secrets
 * Only of games that `find` knows, by the rules of today. Damaged blocks are left out and, at
 * the end, told of by DUEL_FAILED. */
duel_status duel_learned_export(duel_store *store, duel_finder *find, duel_str game,
                                duel_sink *out, duel_msg *why);
/* The same as facts of Prolog (solved_counts.c), of what can be reached from the start. */
duel_status duel_learned_facts(duel_store *store, duel_finder *find, duel_str game,
                               duel_sink *out, duel_msg *why);
/* Forgets one game, or all if `game` is empty, and gives the room back to the disk. */
duel_status duel_learned_forget(duel_store *store, duel_str game, duel_msg *why);

/* ---- all of it counted: solved_counts.c
 * --------------------------------------------------------- */

/* All that was solved of a variant, gone through once: how many positions are won and lost,
 * which win takes longest, and a few of each kind to look at.
 *
 * A value is for the player to move. Where a variant was solved in several ways, one is gone
 * through: by tiers, else by canonical keys, else by plain ones. */

enum { DUEL_CENSUS_KINDS = DUEL_WIN + 1, DUEL_CENSUS_SAMPLE = 12 };

typedef struct duel_census {
    uint64_t positions, count[DUEL_CENSUS_KINDS]; /* by duel_value */
    uint32_t longest; /* plies of the longest win; 0: there is none */
    uint64_t longest_key;
    bool folded; /* symmetric positions are counted once */
    bool ahead; /* margins are carried: values are of what lies ahead, plies to the next gain */
    uint64_t open[DUEL_CENSUS_KINDS]; /* of `count`, those that are not over: */
    uint64_t sample[DUEL_CENSUS_KINDS][DUEL_CENSUS_SAMPLE]; /* drawn with equal chances */
    uint64_t damaged;                                       /* blocks that could not be read */
} duel_census;

/* DUEL_NO: nothing of it is solved, or it has secrets. DUEL_STOPPED: `stop` (may be NULL) was
 * set. */
duel_status duel_census_take(duel_store *store, const duel_variant *v, uint64_t seed,
                             const atomic_bool *stop, duel_census *out, duel_msg *why);

/* How many keys there are of a kind to choose from. */
int duel_census_sampled(const duel_census *c, duel_value value);
/* The position of a key; DUEL_NO: positions of this game cannot be made from their keys. */
duel_status duel_census_position(const duel_variant *v, uint64_t key, duel_state *out,
                                 duel_msg *why);
