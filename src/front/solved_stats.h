/* front/solved_stats.h -- what was solved of a game, in words and JSON for all front ends: how
 * many positions are won and lost, the longest win, one drawn by its value; and each with what
 * its moves are worth.
 *
 *     open, which counts ──▶ position, look … ──▶ close */
#pragma once

#include "front/json.h"
#include "store/results.h"

typedef struct explored {
    const duel_variant *v;
    duel_learned base;
    duel_census census;
} explored;

/* Statuses as those of duel_census_take; *out is open on success only. Store and variant must
 * outlive it. */
duel_status explored_open(duel_store *store, const duel_variant *v, uint64_t seed,
                          const atomic_bool *stop, explored *out, duel_msg *why);
void explored_close(explored *e);

/* What is known of a position and of every move of it, the best first; nothing is solved for
 * it. DUEL_NO: it is not among what was solved. DUEL_STOPPED: `stop` was set. */
duel_status explored_look(const explored *e, const duel_state *state, size_t memory,
                          const atomic_bool *stop, duel_answer *out, duel_msg *why);

/* "win", "tie", "loss", "draw"; DUEL_UNSOLVED: it is none of these words. */
duel_value explored_value(duel_str word);

/* A position of this value among those drawn, which one `number` says; of DUEL_UNSOLVED the
 * longest win. DUEL_NO: there is none. */
duel_status explored_position(const duel_census *c, const duel_variant *v, duel_value wanted,
                              uint64_t number, duel_state *out, duel_msg *why);

/* "1974174 positions are solved. Who is to move wins in 1100000 of them, …" */
void explored_tell(duel_lang lang, duel_sink *out, const duel_census *c);

/* positions, win, tie, loss, draw, longest, text */
json_t *explored_json(duel_lang lang, const duel_census *c);
