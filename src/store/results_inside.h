/* store/results_inside.h -- what the files of what was learned share: blocks as they are made
 * (result_blocks.c), harvests and passes (results.c), runs in the base (sql_results.c), and
 * folders of tiers (results_tiers.c). */
#pragma once

#include "store/result_blocks.h"

/* ---- result_blocks.c
 * ---------------------------------------------------------------------------- */

/* Puts a position at the end; false, and nothing changed, when there is no room for it. The key
 * is above the last one and the code is not 0. A block begins as {.count = 0}. */
bool block_add(block *b, uint64_t key, uint64_t code);

/* The number of bytes written; the block has at least one position. */
size_t block_encode(const block *b, const block_seal *of, uint8_t out[BLOCK_BYTES]);

/* The index of the first key that is not below `key`; count if there is none. */
uint32_t block_seek(const block *b, uint64_t key);
/* The code of a key, 0 if it is not there. */
uint64_t block_find(const block *b, uint64_t key);

/* ---- results.c: a harvest by hand -------------------------------------------------------- */

/* A harvest takes positions by ascending key, then is kept or dropped. */
typedef struct results_writer results_writer;
duel_status results_writer_begin(data_store *store, const duel_variant *v, bool symmetric,
                                 results_writer **out, duel_msg *why);
/* A duel_result_visitor. False: it failed, and so will commit. */
bool results_writer_add(void *harvest, uint64_t key, uint64_t code);
/* Frees the harvest in every case. */
duel_status results_writer_commit(results_writer *l, int64_t now, uint64_t *saved,
                                  duel_msg *why);
void results_writer_abort(results_writer *l);

/* ---- sql_results.c: runs of blocks in the base ----------------------------------------- */

/* The runs of one topic, through a connection of its own: reading here never waits for games
 * being saved, nor they for it. For one thread at a time. */
typedef struct sql_results sql_results;
duel_status sql_results_open(data_store *s, const store_topic *topic, sql_results **out,
                             duel_msg *why);
void sql_results_close(sql_results *shelf); /* NULL does nothing */
const store_topic *sql_results_topic(const sql_results *shelf);
/* The runs there are, the largest first, to be freed by the caller. */
duel_status sql_results_runs(sql_results *shelf, store_run **out, size_t *count, duel_msg *why);
/* Whether another connection may have written since this was last asked. */
bool sql_results_changed(sql_results *shelf);
/* The first block of a run that ends at `key` or later. DUEL_REFUSED: there is none. */
duel_status sql_results_seek(sql_results *shelf, int64_t run, uint64_t key, store_block *out);

/* A new run: its blocks wait in a temporary file, then all enter the base at once, in place of
 * the `old` runs. DUEL_REFUSED: one of these is no longer there, and nothing was done. Nobody
 * else waits but for the last step. */
duel_status sql_results_stage(sql_results *shelf, const store_block *b, duel_msg *why);
duel_status sql_results_write(sql_results *shelf, const store_run *run, int64_t now,
                              const int64_t *old, size_t old_count, duel_msg *why);
/* Gives the room of what was deleted back to the disk. */
duel_status sql_results_shrink(sql_results *shelf, duel_msg *why);

/* By game, rules and variant; of one game, or of all if `game` is empty. */
duel_status sql_results_list(data_store *s, duel_str game, stored_results_fn *take, void *to,
                             duel_msg *why);
/* Deletes the runs of one game, or of all if `game` is empty, and gives the room back. */
duel_status sql_results_forget(data_store *s, duel_str game, duel_msg *why);

/* ---- results_tiers.c: folders of tiers --------------------------------------------------- */

typedef struct tier_results tier_results;

/* Of a variant, which must outlive it. NULL: no memory. A variant that cannot be solved by
 * tiers has an empty one. */
tier_results *tier_results_open(const data_store *store, const duel_variant *v);
void tier_results_close(tier_results *s); /* NULL does nothing */
/* The code of a position, 0 if none of the folders has it. */
uint64_t tier_results_find(tier_results *s, uint64_t pack, uint64_t canon);
/* Every position, folder by folder; *damaged counts what could not be read. */
void tier_results_each(tier_results *s, duel_result_visitor *take, void *to, uint64_t *damaged);

/* A row for each folder in which something is solved, as sql_results_list gives those of the
 * base. */
void tier_results_list(const data_store *store, duel_str game, stored_results_fn *take,
                       void *to);
/* Removes the folders of a game, or all. */
duel_status tier_results_forget(const data_store *store, duel_str game, duel_msg *why);

/* ---- whatever way positions were solved -------------------------------------------------- */

/* Under the smallest key of those that a symmetry carries into each other; under its own. */
typedef enum results_coding { RESULTS_TIERS, RESULTS_CANONICAL, RESULTS_PACK } results_coding;

/* Every position of a variant that was solved this way, by ascending key in the base, until
 * `take` has enough; *damaged counts blocks passed over. */
duel_status results_pass(data_store *store, const duel_variant *v, results_coding way,
                         duel_result_visitor *take, void *to, uint64_t *damaged, duel_msg *why);
