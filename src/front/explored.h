/* front/explored.h -- what was solved of a game, as command line and page tell it: how many
 * positions are won and lost, the longest win, one drawn by its value. */
#ifndef DUEL_FRONT_EXPLORED_H
#define DUEL_FRONT_EXPLORED_H

#include "front/json.h"
#include "service/census.h"

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

#endif
