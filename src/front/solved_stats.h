/* front/solved_stats.h -- what was solved of a game, in words and JSON for all front ends: how
 * many positions are won and lost, the longest win, one drawn by its value; and each with what
 * its moves are worth.
 *
 *     open, which counts ──▶ position, look … ──▶ close */
#pragma once

#include "front/json.h"
#include "store/results.h"

typedef struct solved_stats {
    const duel_variant *v;
    duel_learned base;
    solved_counts census;
} solved_stats;

/* Statuses as those of solved_counts_make; *out is open on success only. Store and variant must
 * outlive it. */
duel_status solved_stats_open(data_store *store, const duel_variant *v, uint64_t seed,
                              const atomic_bool *stop, solved_stats *out, duel_msg *why);
void solved_stats_close(solved_stats *e);

/* What is known of a position and of every move of it, the best first; nothing is solved for
 * it. DUEL_REFUSED: it is not among what was solved. DUEL_STOPPED: `stop` was set. */
duel_status solved_stats_look(const solved_stats *e, const duel_state *state, size_t memory,
                              const atomic_bool *stop, duel_answer *out, duel_msg *why);

/* "win", "tie", "loss", "draw"; DUEL_UNSOLVED: it is none of these words. */
duel_value solved_stats_value(duel_str word);

/* A position of this value among those drawn, which one `number` says; of DUEL_UNSOLVED the
 * longest win. DUEL_REFUSED: there is none. */
duel_status solved_stats_position(const solved_counts *c, const duel_variant *v,
                                  duel_value wanted, uint64_t number, duel_state *out,
                                  duel_msg *why);

/* "1974174 positions are solved. Who is to move wins in 1100000 of them, …" */
void solved_stats_tell(duel_lang lang, duel_sink *out, const solved_counts *c);

/* positions, win, tie, loss, draw, longest, text */
json_t *solved_stats_json(duel_lang lang, const solved_counts *c);
