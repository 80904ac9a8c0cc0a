/* gdl/prover.h -- what a sheet says of a state, worked out from its rules as they stand.
 *
 * Everything is proved bottom up: what depends on neither state nor moves once, the rest for
 * each state. It needs no grounding, so it serves every sheet; it is slow, and the yardstick
 * for what is fast. A state is the set of facts that are true in it.
 *
 *     gdl_prover_new → [gdl_prover_legal, _over, _goal] → gdl_prover_play → …
 *
 * A prover is one thread's. Once a call has failed for want of memory or time, it is to be
 * freed. */
#pragma once

#include "gdl/sheet.h"

typedef struct gdl_prover gdl_prover;

/* At the start of the game. The sheet must outlive the prover. `seconds` of the limits is for
 * each call, `bytes` for all together. */
duel_status gdl_prover_new(const gdl_sheet *s, gdl_limits limits, gdl_prover **out,
                           duel_msg *why);
/* One that can be asked why something holds (gdl/why.h). */
duel_status gdl_prover_new_explaining(const gdl_sheet *s, gdl_limits limits, gdl_prover **out,
                                      duel_msg *why);
void gdl_prover_free(gdl_prover *p);
gdl_terms *gdl_prover_terms(gdl_prover *p);

/* The facts of the state, in the order of their numbers. */
const gdl_list *gdl_prover_state(const gdl_prover *p);
/* Back to the start, or to any set of facts. */
duel_status gdl_prover_restart(gdl_prover *p, duel_msg *why);
duel_status gdl_prover_set(gdl_prover *p, const gdl_term *fact, size_t count, duel_msg *why);

bool gdl_prover_over(const gdl_prover *p);
/* The moves of a role, by number of the sheet's roles, in the order of their texts. Until the
 * next call of a prover's function. */
const gdl_list *gdl_prover_legal(gdl_prover *p, uint32_t role);

typedef enum gdl_goal { GDL_GOAL_ONE, GDL_GOAL_NONE, GDL_GOAL_MANY } gdl_goal;
/* GDL_GOAL_ONE: *points is what the role has. Of several goals none counts. */
gdl_goal gdl_prover_goal(gdl_prover *p, uint32_t role, int32_t *points);

/* A ground term, for a move. DUEL_INVALID: it is none. */
duel_status gdl_prover_term(gdl_prover *p, duel_str text, gdl_term *out, duel_msg *why);
/* A move of every role, legal or not: this computes and does not judge. */
duel_status gdl_prover_play(gdl_prover *p, const gdl_term *move, duel_msg *why);
