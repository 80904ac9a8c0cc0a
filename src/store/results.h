/* store/results.h -- stored results: what was solved once is not solved again.
 *
 *     results_open ───────▶ settings.learned of an engine ──▶ results_close
 *     engine->harvest ──▶ results_save                        what it proved, for the next time
 *
 * Positions are kept by game, version of its rules and variant, as codes under keys (see
 * duel_learned in core/engine.h), in runs: each harvest adds one of what was not yet there, and
 * when there are more than RESULTS_RUNS of one kind of keys they are merged. The mixes of a
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

enum { RESULTS_RUNS = 4 };

/* What is known of a variant, for an engine; several threads may ask it. Positions saved while
 * it is open are found too. The store must outlive it. */
duel_status results_open(data_store *store, const duel_variant *v, duel_learned *out,
                         duel_msg *why);
void results_close(duel_learned *l);

/* Saves what an engine proved; *saved is the number of positions that are new. */
duel_status results_save(data_store *store, const duel_variant *v, const duel_engine *engine,
                         void *self, int64_t now, uint64_t *saved, duel_msg *why);

/* What positions are learned of. */
typedef struct store_topic {
    duel_str game;
    unsigned rules;
    duel_str variant;
} store_topic;

/* A topic with the sums over its runs. */
typedef struct stored_results {
    store_topic topic;
    uint64_t positions, bytes;
    int64_t saved; /* when its latest run was */
} stored_results;
typedef bool stored_results_fn(void *to, const stored_results *row);

/* Calls `take` for each variant of which something is learned (game, rules, variant, positions,
 * bytes, time); `game` empty: of every game. */
duel_status results_list(data_store *store, duel_str game, stored_results_fn *take, void *to,
                         duel_msg *why);
/* Writes a line for each position, its parts divided by tabs:
 *     game  variant  canon|pack  key  value  remoteness  score  nimber
 *     game  variant  mix  key  chance                 of a game with secrets
 * Only of games that `find` knows, by the rules of today. Damaged blocks are left out and, at
 * the end, told of by DUEL_FAILED. */
duel_status results_export(data_store *store, duel_finder *find, duel_str game, duel_sink *out,
                           duel_msg *why);
/* The same as facts of Prolog (solved_counts.c), of what can be reached from the start. */
duel_status results_facts(data_store *store, duel_finder *find, duel_str game, duel_sink *out,
                          duel_msg *why);
/* Forgets one game, or all if `game` is empty, and gives the room back to the disk. */
duel_status results_forget(data_store *store, duel_str game, duel_msg *why);

/* ---- all of it counted: solved_counts.c
 * --------------------------------------------------------- */

/* All that was solved of a variant, gone through once: how many positions are won and lost,
 * which win takes longest, and a few of each kind to look at.
 *
 * A value is for the player to move. Where a variant was solved in several ways, one is gone
 * through: by tiers, else by canonical keys, else by plain ones. */

enum { SOLVED_COUNTS_KINDS = DUEL_WIN + 1, SOLVED_COUNTS_SAMPLE = 12 };

typedef struct solved_counts {
    uint64_t positions, count[SOLVED_COUNTS_KINDS]; /* by duel_value */
    uint32_t longest; /* plies of the longest win; 0: there is none */
    uint64_t longest_key;
    bool folded; /* symmetric positions are counted once */
    bool ahead; /* margins are carried: values are of what lies ahead, plies to the next gain */
    uint64_t open[SOLVED_COUNTS_KINDS]; /* of `count`, those that are not over: */
    uint64_t sample[SOLVED_COUNTS_KINDS][SOLVED_COUNTS_SAMPLE]; /* drawn with equal chances */
    uint64_t damaged; /* blocks that could not be read */
} solved_counts;

/* DUEL_REFUSED: nothing of it is solved, or it has secrets. DUEL_STOPPED: `stop` (may be NULL)
 * was set. */
duel_status solved_counts_make(data_store *store, const duel_variant *v, uint64_t seed,
                               const atomic_bool *stop, solved_counts *out, duel_msg *why);

/* How many keys there are of a kind to choose from. */
int solved_counts_sampled(const solved_counts *c, duel_value value);
/* The position of a key; DUEL_REFUSED: positions of this game cannot be made from their keys.
 */
duel_status solved_counts_position(const duel_variant *v, uint64_t key, duel_state *out,
                                   duel_msg *why);
